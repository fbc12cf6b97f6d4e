import { lineStartBefore } from './context.ts';
import type { Surroundings } from './context.ts';

/** How far before a value its name is looked for. */
const WINDOW = 240;
const NAME_CHAR = /[\w$@.\-[\]"'>]/;
const OPERATORS = [':=', '=>', '=', ':'];
const OPENING = /[A-Za-z]{0,4}8?R?[#$@]{0,4}["'`]{1,3}$/;
/** Longest of them, in code units. */
const MAX_OPENING_LENGTH = 13;
/** Words before a colon or an equals sign that name no value. */
const NO_NAME = /^(?:https?|jdbc|tcp|return|default|case|else|\W*)$/i;

/** `const uri: string =`, `uri: Optional[str] =`: what stands between the name and the equals sign is its type. */
const TYPED =
  /(?:(?:^|[\n;{(,])[ \t]*|\b(?:const|let|var|val|readonly|static|mut)[ \t]+)([\w$]{1,80})[?!]?[ \t]*:[ \t]*&?[A-Za-z_][\w.$<>[\], |?]{0,100}[ \t]$/;

/** Names that stand before a value without an operator, by language of the place. */
const OTHER: readonly RegExp[] = [
  /(--[\w][\w.-]{0,60})[= \t]+["']?$/,
  /\b(?:ENV|ARG|export|set|setenv)[ \t]+(\w{1,60})[ \t]+["']?$/i,
  /["']([\w.-]{1,60})["'][ \t]*,[ \t]*["'`]$/,
  /<([\w.:-]{1,60})(?:[ \t][^<>]{0,120})?>[ \t\r\n]*$/,
];

/** `${HOST:-…}`, `${HOST:=…}`: what a variable holds where nothing else was said. */
const FALLBACK = /\$\{(\w{1,60}):?([-=])$/;

/** `$env:NAME =`, `param name string =`: the word with the colon, and the one in front of the value, are not the name. */
const SCOPE = /^\$(?:env|script|global|local|private)$/i;
const PARAMETER = /(?:^|\n)[ \t]*param[ \t]+(\w{1,80})[ \t]+[\w?]{1,40}[ \t]*$/;

/** What only addresses have in them: a name with it may hold a credential. */
const ADDRESS = /:[\\/]|[^.]@|%40|u0040/i;

/** The name that holds a value, unless it is an address itself, which is never told as a name. */
export function plainKey(key: string | null): string | null {
  return key !== null && ADDRESS.test(key) ? null : key;
}

/**
 * The variable, property or option that holds the value which begins at `start`.
 * @param floor end of the string before: nothing of that one is a name
 */
export function keyBefore(text: string, start: number, around: Surroundings, floor: number): string | null {
  if (around.language === 'yaml') return yamlKey(text, start);
  const whole = text.slice(Math.max(floor, start - WINDOW), start);
  const fallback = FALLBACK.exec(whole);
  const before = fallback ? whole.slice(0, fallback.index) : whole;
  const assigned = fallback?.[2] === '=' ? null : assignedName(before);
  if (assigned !== null || fallback) return assigned ?? fallback![1]!;
  const tail = before.slice(-130);
  for (const pattern of OTHER) {
    const key = pattern.exec(tail)?.[1];
    if (key) return key;
  }
  return null;
}

/** The name in front of a type. Most names have none, and the search for one is the dearest of all. */
function typedName(before: string): string | null {
  const typed = before.includes(':') ? TYPED.exec(before) : null;
  return (typed ?? (before.includes('param') ? PARAMETER.exec(before) : null))?.[1] ?? null;
}

/** The name in front of `=`, `:` or the like, with a call between it and the value or not (`URI = env("`). */
function assignedName(before: string): string | null {
  let end = before
    .slice(0, before.length - (OPENING.exec(before.slice(-MAX_OPENING_LENGTH))?.[0].length ?? 0))
    .trimEnd();
  if (end.endsWith('('))
    end = end
      .slice(0, -1)
      .replace(/[\w.%~]{0,40}$/, '')
      .trimEnd();
  const operator = OPERATORS.find((sign) => end.endsWith(sign));
  if (operator === undefined) return null;
  const typed = operator === '=' ? typedName(end.slice(0, -1)) : null;
  if (typed !== null && !SCOPE.test(typed)) return typed;
  end = end
    .slice(0, -operator.length)
    .replace(/[?|+]{0,2}$/, '')
    .trimEnd();
  if (/%5d$/i.test(end)) end = end.replace(/%5b/gi, '[').replace(/%5d/gi, ']');
  let at = end.length;
  while (at > 0 && end.length - at < 160 && NAME_CHAR.test(end[at - 1]!)) at--;
  const name = end
    .slice(at)
    .replace(/\[["']?/g, '.')
    .replace(/["'\]]/g, '')
    .replace(/^[.>-]+|[.>-]+$/g, '');
  return NO_NAME.test(name) ? null : name;
}

/** How many lines a key path is followed upwards. */
const LINES_UP = 200;

/** A line of YAML: where its list marks and its key stand. */
interface YamlLine {
  readonly dash: number | null;
  readonly column: number;
  readonly key: string | null;
}

function yamlLine(text: string, start: number, end: number): YamlLine | null {
  const line = text.slice(start, Math.min(end, start + 400));
  const match = /^([ \t]*)((?:-[ \t]+)*)(?:["']?([\w.$/-]{1,80})["']?[ \t]*(:|=)(?=$|[^/]))?/.exec(line);
  if (!match || /^[ \t]*(?:#|$)/.test(line)) return null;
  const [, indent = '', dashes = '', key = null, mark] = match;
  // `KEY=value` is a key only in the line of the value itself.
  return {
    dash: dashes === '' ? null : indent.length,
    column: indent.length + dashes.length,
    key: mark === '=' ? null : key,
  };
}

/** The path of keys to a YAML value, by indentation: templates and broken files have it too. */
function yamlKey(text: string, start: number): string | null {
  const path: string[] = [];
  let lineStart = lineStartBefore(text, start);
  const own = yamlLine(text, lineStart, start);
  const pair = /^[ \t]*(?:-[ \t]+)*["']?([\w.$-]{1,80})=/.exec(text.slice(lineStart, start));
  const named = own?.key ?? pair?.[1] ?? null;
  if (named !== null) path.unshift(named);
  // A parent's key stands left of this column; a list may stand right below its key.
  let limit = own ? (own.dash === null ? own.column : own.dash + 1) : start - lineStart;
  for (let n = 0; n < LINES_UP && lineStart > 0 && limit > 0; n++) {
    const end = lineStart - 1;
    lineStart = lineStartBefore(text, end);
    const line = yamlLine(text, lineStart, end);
    if (!line) continue;
    if (line.key !== null && line.column < limit) {
      path.unshift(line.key);
      limit = line.dash === null ? line.column : line.dash + 1;
    } else if (line.dash !== null && line.dash < limit) limit = line.dash + 1;
  }
  return path.length > 0 ? path.join('.') : null;
}
