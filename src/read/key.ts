import { lineStartBefore } from '../text/source.ts';
import { LINE_WINDOW } from './context.ts';
import type { SourceContext } from './context.ts';
import { shownName } from '../classify/shown.ts';

/** How far before a value its name is searched. */
const WINDOW = 240;
const NAME_CHAR = /[\w$@.\-[\]"'>]/;
const OPERATORS = [':=', '=>', '=', ':'];
const OPENING = /[A-Za-z]{0,4}8?R?[#$@]{0,4}["'`]{1,3}$/;
/** Maximum length of an opening, in code units. */
const MAX_OPENING_LENGTH = 13;
/** Words before a colon or equals sign that are not names of a value. */
const NO_NAME = /^(?:https?|jdbc|tcp|return|default|case|else|\W*)$/i;

/** `const uri: string =`, `uri: Optional[str] =`: a type between the name and the equals sign. */
const TYPED =
  /(?:(?:^|[\n;{(,])[ \t]*|\b(?:const|let|var|val|readonly|static|mut|private|protected|public|internal|override|declare)[ \t]+)([\w$]{1,80})[?!]?[ \t]*:[ \t]*&?(?:'\w{1,20}[ \t])?[A-Za-z_][\w.$<>[\], |?]{0,100}[ \t]$/;

/** Names before a value without an operator, by language. */
const OTHER: readonly RegExp[] = [
  /(--[\w][\w.-]{0,60})[= \t]+["']?$/,
  /\b(?:ENV|ARG|export|set|setenv)[ \t]+(\w{1,60})[ \t]+["']?$/i,
  // The first of two: an item in the middle of a list is a value as well.
  /(?<!,\s{0,20})["']([\w.-]{1,60})["'][ \t]*,[ \t]*["'`]$/,
  // An element that names its content, not one that shows it.
  /<(?!(?:a|b|c|i|p|em|li|td|th|br|h\d|div|pre|code|kbd|samp|span|strong|small|label|body|button)\b)([\w.:-]{1,60})(?:[ \t][^<>]{0,120})?>[ \t\r\n]*$/i,
];

/** `${HOST:-…}`, `${HOST:=…}`: the default of a variable. */
const FALLBACK = /\$\{(\w{1,60}):?([-=])$/;

/** `var uri string =`, `Dim uri As String =`, `Uri { get; set; } =`: a type or accessors without a colon. */
const TYPED_BEHIND =
  /(?<!\w)(?!(?:const|let|var|val|final|static|my|our|local|type)[ \t])(\w{1,80})[ \t]+(?:string|As[ \t]+\w{1,40}|\{[ \t]*(?:get|init)\b[^{}\n]{0,60}\})[ \t]*$/;

/** `$env:NAME =`: the scope is not the name. */
const SCOPE = /^\$(?:env|script|global|local|private)$/i;

/** Characters that occur only in addresses. A name with one may contain a credential. */
const ADDRESS = /:[\\/]|[^.]@|%40|u0040/i;

/** The name of a value without words that may be secrets, or `null` if it is an address. */
export function plainKey(key: string | null): string | null {
  return key === null || ADDRESS.test(key) ? null : shownName(key);
}

/**
 * The variable, property or option whose value begins at `start`.
 * @param floor end of the previous string, which cannot contain the name
 */
export function keyBefore(text: string, start: number, around: SourceContext, floor: number): string | null {
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

/** The name before a type. Most values have none, and this search is the slowest. */
function typedName(before: string): string | null {
  const typed = before.includes(':') ? TYPED.exec(before) : null;
  const mayFollow = /string[ \t]*$|[ \t]As[ \t]|\}[ \t]*$/.test(before);
  return (typed ?? (mayFollow ? TYPED_BEHIND.exec(before) : null))?.[1] ?? null;
}

/** The name before `=`, `:` or similar, also with a call before the value (`URI = env("`). */
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
  // `isTest ? local : "…"`: the other value.
  if (operator === ':' && /[ \t\n]\?\s{0,60}$/.test(end.slice(Math.max(0, at - 62), at))) return null;
  const name = end
    .slice(at)
    // `<code>URI=`: a tag.
    .replace(/^.*(?<!-)>(?=\w)/, '')
    .replace(/\[["']?/g, '.')
    .replace(/["'\]]/g, '')
    .replace(/^[.>-]+|[.>-]+$/g, '');
  return NO_NAME.test(name) ? null : name;
}

/** Maximum number of lines to search upwards for a key path. */
const LINES_UP = 200;

/** A line of YAML with the columns of its list markers and key. */
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
  // `KEY=value` is a key only on the line of the value itself.
  return {
    dash: dashes === '' ? null : indent.length,
    column: indent.length + dashes.length,
    key: mark === '=' ? null : key,
  };
}

/** The key path of a YAML value, by indentation, which also works for templates and broken files. */
function yamlKey(text: string, start: number): string | null {
  const path: string[] = [];
  let lineStart = lineStartBefore(text, start, LINE_WINDOW);
  const own = yamlLine(text, lineStart, start);
  const pair = /^[ \t]*(?:-[ \t]+)*["']?([\w.$-]{1,80})=/.exec(text.slice(lineStart, start));
  const named = own?.key ?? pair?.[1] ?? null;
  if (named !== null) path.unshift(named);
  // A parent's key is left of this column. A list may be in the same column as its key.
  let limit = own ? (own.dash === null ? own.column : own.dash + 1) : start - lineStart;
  for (let n = 0; n < LINES_UP && lineStart > 0 && limit > 0; n++) {
    const end = lineStart - 1;
    lineStart = lineStartBefore(text, end, LINE_WINDOW);
    const line = yamlLine(text, lineStart, end);
    if (!line) continue;
    if (line.key !== null && line.column < limit) {
      path.unshift(line.key);
      limit = line.dash === null ? line.column : line.dash + 1;
    } else if (line.dash !== null && line.dash < limit) limit = line.dash + 1;
  }
  return path.length > 0 ? path.join('.') : null;
}
