import { PLACEHOLDER, type Placeholder, type Literal } from '../text/literal.ts';
import { lineStartBefore, overlaps, type Range } from '../text/source.ts';
import { variableName } from './filled.ts';
import type { ReaderInput } from './hit-reader.ts';

/**
 * The constants of a text: names with exactly one assignment of a literal value, and lists of such values that are only
 * joined, with commas between the values. Values with unknown pieces do not count. Built at the first lookup. Linear in
 * the length of the text.
 */
export function constantsOf(text: string): (name: string) => string | null {
  let table: Map<string, string | null> | null = null;
  return (name) => {
    table ??= collect(text);
    return table.get(name) ?? null;
  };
}

/** `NAME = "value"`, `const name = 'value'`, `NAME: value`, `NAME=value`: the syntax that most languages share. */
const ASSIGNMENT =
  /(?:^|[\s;,{("'.$@])([A-Za-z_]\w{0,60})["']?[ \t]*(?::[ \t]*[&\w'?<>.]{1,40}[ \t]*|As[ \t]\w{1,20}[ \t]*)?(?:(?:\r?\n[ \t]{1,40})?(?::=|=)(?:[ \t]*(?:\([ \t]*)?\r?\n)?|:)[ \t]*\(?(?:[fFrRbBuU@]{0,2}(["'`])([\w.,:/?=&%-]{3,400})\2|([\w.,:-]{3,300}(?=[ \t]*(?:$|[\r\n#;]))))/gm;

/** True after a comment marker at the start of the line, or between spaces. */
function isCommented(text: string, at: number): boolean {
  const line = text.slice(lineStartBefore(text, at, MAX_LINE_LENGTH), at);
  return /^\s*(?:\/\/|#|\*|\/\*|<!--|;|--)|\s(?:\/\/|#)\s/.test(line);
}

/** In code units. Lines of code are shorter. */
const MAX_LINE_LENGTH = 2_000;

function collect(text: string): Map<string, string | null> {
  const table = new Map<string, string | null>();
  for (const match of text.matchAll(ASSIGNMENT)) {
    const name = match[1]!;
    if (isCommented(text, match.index + match[0].indexOf(name))) continue;
    const value = match[3] ?? match[4] ?? '';
    // A name with a second value is not a constant.
    table.set(name, table.has(name) && table.get(name) !== value ? null : value);
  }
  for (const [, name = '', value = ''] of [...text.matchAll(VARIABLE_DEFAULT), ...text.matchAll(DEFINITION)])
    table.set(name, table.has(name) ? null : value);
  for (const match of text.matchAll(LIST)) {
    const name = match[1]!;
    const elements = elementsAt(text, match.index + match[0].length);
    // A single value in parentheses is that value.
    if (elements !== null && elements === table.get(name)) continue;
    const value = table.has(name) ? null : elements;
    table.set(name, value !== null && isOnlyJoined(text, name, match.index + match[0].indexOf(name)) ? value : null);
  }
  return table;
}

/** `variable "name" { default = "…" }` of Terraform. */
const VARIABLE_DEFAULT =
  /\bvariable[ \t]{1,9}"(\w{1,60})"[ \t]{0,9}\{[^{}]{0,400}?\bdefault[ \t]{0,9}=[ \t]{0,9}"([\w.,:/?=&%-]{3,400})"/g;

/** `define('NAME', 'value')` of PHP, `@name "value"` of Elixir, `#define NAME "value"` of C. */
const DEFINITION =
  /(?:\bdefine\([ \t]{0,9}["']|^[ \t]{0,40}(?:@(?=\w{1,60}[ \t])|#[ \t]{0,9}define[ \t]{1,9}))(\w{1,60})(?:["'][ \t]{0,9},)?[ \t]{0,9}["']([\w.,:/?=&%-]{3,400})["']/gm;

/** `NAME = [`, `NAME := []string{`, `NAME = %w[`, `NAME = List.of(`. */
const LIST =
  /(?:^|[\s;,{($])([A-Za-z_]\w{0,60})[ \t]{0,9}(?::[ \t]{0,9}[\w.<>[\]]{1,40}[ \t]{0,9})?:?=[ \t]{0,9}(?:new )?(?:%w|[\w.<>[\]]{1,40})?(?=[[({])/gm;
const ELEMENT = /\s*(?:(["'])([\w.:-]{3,300})\1|([\w.:-]{3,300}))\s*([,\])}]|(?=[\w.:-]))/y;
/** More elements than any host list has. */
const MAX_ELEMENTS = 200;

/** The elements of the list whose bracket is at `at`, separated by commas. `null` if one is not a plain text. */
function elementsAt(text: string, at: number): string | null {
  const elements: string[] = [];
  const bare = text.startsWith('%w', at - 2);
  ELEMENT.lastIndex = at + 1;
  while (elements.length < MAX_ELEMENTS) {
    const [, , quoted, word, end] = ELEMENT.exec(text) ?? [];
    const element = bare ? word : quoted;
    if (element === undefined) return null;
    elements.push(element);
    if (end !== ',' && end !== '') return elements.join(',');
    const rest = /^\s{0,200}[\])}]/.exec(text.slice(ELEMENT.lastIndex, ELEMENT.lastIndex + 201));
    if (rest) return elements.join(',');
  }
  return null;
}

/** True if a name occurs only at its assignment and where it is joined, so that the list cannot have changed. */
function isOnlyJoined(text: string, name: string, given: number): boolean {
  const uses = [...text.matchAll(new RegExp(`(?<![\\w.])${name}(?!\\w)`, 'g'))];
  return uses.every(({ index }) => {
    if (index === given) return true;
    const before = text.slice(Math.max(0, index - 24), index);
    const behind = text.slice(index + name.length, index + name.length + 12);
    return /(?:[jJ]oin|implode)\([^()]{0,8}$/.test(before) || /^\s*\.\s*join\(/.test(behind);
  });
}

/** A literal's value with placeholders filled. */
export interface Resolved {
  readonly value: string;
  /** Maps a range of the resolved value to the literal's value. A filled placeholder maps to the whole placeholder. */
  readonly place: (range: Range) => Range;
  /** True if the text at this range comes from the placeholder itself, and from no other place in the source. */
  readonly isOwn: (range: Range) => boolean;
  /** Offsets of such placeholders in the literal's value. */
  readonly own: ReadonlySet<number>;
}

/** The text that contains a literal, and what is known about it. */
export type ResolvingReading = Pick<ReaderInput, 'text' | 'profile' | 'constant'>;

interface Filling {
  /** Offset in the resolved value. */
  readonly from: number;
  readonly to: number;
  /** Offset of the placeholder in the literal's value. */
  readonly placeholder: number;
  readonly isOwn: boolean;
}

/**
 * The literal's value with placeholders replaced if they contain a default host (`${HOST:-…}`, `env.HOST || "…"`), or
 * if their variable is a constant of the same text that is part of a host or host list. Placeholders for user names and
 * passwords stay, because no check needs their values. `null` if nothing was replaced.
 */
export function resolveHosts(literal: Literal, reading: ResolvingReading): Resolved | null {
  let value = '';
  let at = 0;
  const fillings: Filling[] = [];
  for (const placeholder of withArgumentNames(hostPlaceholders(literal), literal, reading.text)) {
    const known = placeholder.name === null ? null : reading.constant(placeholder.name, placeholder.offset);
    // An argument that also contains a path and options is more than a host.
    const isKnown =
      known !== null && isHostPart(known, reading) && !(placeholder.text.startsWith('%') && known.includes('/'));
    const constant = isKnown ? known : fallback(placeholder, reading);
    if (constant === null) continue;
    value += literal.value.slice(at, placeholder.at);
    fillings.push({
      from: value.length,
      to: value.length + constant.length,
      placeholder: placeholder.at,
      isOwn: !isKnown,
    });
    value += constant;
    at = placeholder.at + PLACEHOLDER.length;
  }
  if (fillings.length === 0) return null;
  value += literal.value.slice(at);
  const isOwn = (range: Range): boolean =>
    fillings.every(({ from, to, isOwn: own }) => own || !overlaps(range, { offset: from, endOffset: to }));
  const own = new Set(fillings.filter((filling) => filling.isOwn).map(({ placeholder }) => placeholder));
  return { value, place: (range) => placed(range, fillings), isOwn, own };
}

/** The placeholders after the user name and password. */
function hostPlaceholders({ value, placeholders }: Literal): Placeholder[] {
  const hostsFrom = value.lastIndexOf('@') + 1;
  return placeholders.filter(({ at, isExample }) => at >= hostsFrom && !isExample);
}

/** `%s`, `%1$s`, `{}`, `{0}`, `%(name)s`, `{name}`: filled from the arguments of a call. */
const POSITION = /^(?:%(?:(\d{1,2})\$)?[svdq]|\{(\d{0,2})\})$/;
const NAMED = /^%?[({]([A-Za-z_]\w{0,60})[)}][sdvr]?$/;
/** The text between a format and its arguments: `f("…", a)`, `"…" % (a, b)`, `"…".format(a)`, `"…" -f $a`. */
const ARGUMENTS =
  /["'\x60]{1,3}\s{0,9}(?:,\s{0,40}|%\s{0,9}[({]?\s{0,40}|\.\s{0,9}format(?:ted)?\(\s{0,40}|-f\s{1,9})/y;
/** In code units. */
const MAX_ARGUMENTS = 600;

/** Names placeholders after the variables that a call passes for them: `fmt.Sprintf("mongodb+srv://%s/x", host)`. */
function withArgumentNames(named: readonly Placeholder[], literal: Literal, text: string): readonly Placeholder[] {
  const isPassed = (one: Placeholder): boolean => POSITION.test(text.slice(one.offset, one.endOffset));
  const end = literal.segments.at(-1)?.endOffset ?? 0;
  if (!named.some((one) => isPassed(one) || NAMED.test(text.slice(one.offset, one.endOffset)))) return named;
  ARGUMENTS.lastIndex = end;
  if (!ARGUMENTS.test(text)) return named;
  const [list = ''] = /^(?:[^()[\]{};\n]|\([^()]*\)|\[[^[\]]*\]|\s*\n)*/.exec(
    text.slice(ARGUMENTS.lastIndex, ARGUMENTS.lastIndex + MAX_ARGUMENTS),
  )!;
  const passed = list.match(/(?:[^,([]|\([^()]*\)|\[[^[\]]*\])+/g) ?? [];
  const positions = literal.placeholders.filter(isPassed);
  return named.map((one): Placeholder => {
    const written = text.slice(one.offset, one.endOffset);
    const key = NAMED.exec(written)?.[1];
    if (key !== undefined) {
      const pair = passed
        .map((part) => /^\s*[:"']?(\w+)["']?\s*(?:=>|[=:])\s*(.*?)\s*$/s.exec(part))
        .find((m) => m?.[1] === key);
      return pair ? { ...one, name: variableName(pair[2]!.replace(/^[$&](?=\w)/, '')) } : one;
    }
    const [, percent, brace] = POSITION.exec(written) ?? [];
    if (one.name !== null || !positions.includes(one)) return one;
    const at = percent ? Number(percent) - 1 : brace ? Number(brace) : positions.indexOf(one);
    return { ...one, name: variableName((passed[at] ?? '').trim().replace(/^[$&](?=\w)/, '')) };
  });
}

/** A template tag that decides whether the text up to the next tag is used. */
const CHOOSING = /^(?:\{\{|\{%|<%)[-~]?\s*(?:if|unless|else|elsif|elif|end|with|case|when)/;

/**
 * Ranges that contain alternative hosts, which the string does not decide between: `${live ? "…" : "…"}`, `{{ if .live
 * }}…{{ else }}…{{ end }}`. In order.
 */
export function choices(literal: Literal, reading: ResolvingReading): Range[] {
  const placeholders = hostPlaceholders(literal);
  if (placeholders.length === 0) return [];
  const own = resolveHosts(literal, reading)?.own;
  return placeholders.flatMap((placeholder, i): Range[] => {
    const next = placeholders[i + 1];
    const isBranch = next !== undefined && CHOOSING.test(placeholder.text) && CHOOSING.test(next.text);
    const branch = isBranch ? [{ offset: placeholder.endOffset, endOffset: next.offset }] : [];
    return own?.has(placeholder.at) ? branch : [placeholder, ...branch];
  });
}

function placed({ offset, endOffset }: Range, fillings: readonly Filling[]): Range {
  let start = offset;
  let end = endOffset;
  for (const { from, to, placeholder } of fillings) {
    const longer = to - from - PLACEHOLDER.length;
    if (offset >= to) start -= longer;
    else if (offset >= from) start = placeholder;
    if (endOffset >= to) end -= longer;
    else if (endOffset > from) end = placeholder + PLACEHOLDER.length;
  }
  return { offset: start, endOffset: end };
}

/** The only Atlas host in a placeholder, or `null` if there are several. */
function fallback({ offset, endOffset }: Range, reading: ResolvingReading): string | null {
  const written = reading.text.slice(offset, Math.min(endOffset, offset + MAX_PLACEHOLDER_LENGTH));
  const words = written.replace(/^\$\{\w+:?[-=?]?/, ' ').split(/[^\w.,:-]+/);
  const hosts = new Set(words.filter((word) => /^\w[\w-]*\.\w/.test(word) && isHostPart(word, reading)));
  return hosts.size === 1 ? [...hosts][0]! : null;
}

/** Maximum length of a placeholder, in UTF-16 code units. */
const MAX_PLACEHOLDER_LENGTH = 1_000;

function isHostPart(value: string, { profile }: Pick<ReaderInput, 'profile'>): boolean {
  const lower = value.toLowerCase();
  return /^[\w.,:-]+(?:\/[\w?=&.,-]*)?$/.test(value) && profile.domains.some((domain) => lower.includes(domain));
}
