import { everyMatch } from '../rule-helpers/built-hosts.ts';
import { lineStartBefore, countBefore, once, type Range } from '../text/source.ts';
import { valuesByName } from './base-urls.ts';

/** Headers, options and bodies of a call that are defined under a name elsewhere in the file. */
interface NamedParts {
  readonly ranges: readonly Range[];
  /** True if a name that may contain headers is defined outside of the file. */
  readonly open: boolean;
}

/** A pattern, and what every match contains in lower case: most calls hold few of these, and `includes` is fast. */
type NamePattern = readonly [part: string, pattern: RegExp];

/** A name at a place where a call passes headers or options. */
const HEADER_NAMES: readonly NamePattern[] = [
  [
    'header',
    /\bheaders["']?[ \t]{0,8}[:=][ \t]{0,8}(?:\{[ \t\n]{0,40}\.{3})?\$?((?:this\.|self\.|@)?[A-Za-z_][\w.]{0,60})(?![\w.]*\s{0,4}[("'`[])/gi,
  ],
  ['', /[{,][ \t\n]{0,80}(headers|config|options|opts)[ \t\n]{0,40}[,}]/g],
  ['', /\.(?:set|headers?)\([ \t\n]{0,20}([A-Za-z_][\w.]{0,60})[ \t\n]{0,20}\)/g],
  ['-headers', /-Headers[ \t]{1,8}\$(\w{1,60})/gi],
  ['...', /\.{3}([A-Za-z_][\w.]{0,60})/g],
  ['**', /\*\*([A-Za-z_][\w.]{0,60})/g],
  ['-h', /-H[ \t]{0,4}["']?\$\{?(\w{1,60})/g],
  ['${', /\$\{(\w{1,60})\[[@*]\]\}/g],
  ['$', /(?:^|\s)\$\{?(\w{0,30}(?:HEADER|OPTS|ARGS|OPTIONS|ACCEPT)\w{0,30})/gi],
  ['accept', /\bAccept["'`]?\]?[ \t]{0,8}[:=,][ \t]{0,8}["']?\$?\{{0,2}([A-Za-z_][\w.]{0,60})(?![\w/.*])/g],
  [
    '(',
    /^[^(]{0,200}\([^()]{1,300}["'`)\w][ \t\n]{0,40},[ \t\n]{0,40}([A-Za-z_][\w.]{0,60})[ \t\n]{0,40},?[ \t\n]{0,40}\)/g,
  ],
];
const BODY_NAMES: readonly NamePattern[] = [
  [
    '',
    /\b(?:json|data|body|payload|content)["']?[ \t]{0,8}[:=][ \t]{0,8}(?:json\.dumps\(|JSON\.stringify\([ \t\n]{0,20})?\$?([A-Za-z_][\w.]{0,60})(?![\w.]*[ \t]{0,4}[("'`[])/g,
  ],
  ['json.stringify(', /\bJSON\.stringify\([ \t\n]{0,20}([A-Za-z_][\w.]{0,60})/g],
  ['', /[{,][ \t\n]{0,80}(body|data|payload)[ \t\n]{0,40}[,}]/g],
  ['', /\.(?:post|put|patch)\([^()]{1,300},[ \t\n]{0,40}([A-Za-z_]\w{0,60})[ \t\n]{0,20}[,)]/g],
  ['-d', /(?:-d|--data(?:-\w{1,12})?)[ =]["']?\$\{?(\w{1,60})/g],
];
/** Keywords that may occur at the place of a name. */
const NO_NAME =
  /^(?:null|None|nil|undefined|true|false|new|await|async|function|string|JSON|requests?|http|application)$/i;
/** Maximum number of names per call. */
const MAX_COUNT = 12;
/** How much of a line is read before a name, in code units. */
const MAX_LINE_LENGTH = 200;
/** Maximum length of a value, in code units. */
const MAX_LENGTH = 4_000;

/** The named parts of the calls of a text. Assignments are searched once. */
export function namedPartsIn(text: string): (call: Range) => NamedParts {
  const settings = once(() => settingsIn(text));
  return (call) => namedParts(text, (name) => valuesOf(text, name, call, settings()), call);
}

type ValuesOf = (name: string) => { readonly values: readonly Range[]; readonly known: boolean };

function namedParts(text: string, valuesOfName: ValuesOf, call: Range): NamedParts {
  const own = text.slice(call.offset, call.endOffset);
  const ranges = new Map<number, Range>();
  let open = false;
  const follow = (part: string, patterns: readonly NamePattern[], isHeader: boolean): void => {
    for (const name of namesIn(part, patterns)) {
      const { values, known } = valuesOfName(name);
      for (const value of values) if (ranges.size < MAX_COUNT) ranges.set(value.offset, value);
      if (isHeader && !known) open = true;
    }
  };
  follow(own, HEADER_NAMES, true);
  follow(own, BODY_NAMES, false);
  // The value of a header may refer to a name for the media type.
  for (const { offset, endOffset } of [...ranges.values()]) follow(text.slice(offset, endOffset), HEADER_NAMES, true);
  return { ranges: [...ranges.values()].sort((a, b) => a.offset - b.offset), open };
}

function namesIn(part: string, patterns: readonly NamePattern[]): Set<string> {
  const lower = part.toLowerCase();
  const names = patterns.flatMap(([literal, pattern]) =>
    lower.includes(literal) ? [...part.matchAll(pattern)].map((match) => match[1] ?? '') : [],
  );
  return new Set(
    names
      .map((name) => name.replace(/^.*\./, '').replace(/^@/, ''))
      .filter((name) => name !== '' && !NO_NAME.test(name)),
  );
}

/** Syntax that adds to a value: an operator, a key, a property, a method. */
const ADDS = String.raw`[ \t]{0,8}\+=|\[["'\x60][\w-]{1,40}["'\x60]\][ \t]{0,8}=(?!=)|\.[\w-]{1,40}[ \t]{0,8}=(?![=>])|(?:\.|->)(?:set|append|add|Add|Set|update|put|store|insert)(?=\()`;

/** An assignment, from the name to the end of the value. */
interface Setting extends Range {
  /**
   * True if it adds to the previous value, or replaces it only sometimes: `headers["Accept"] = …`, `if (…) headers =
   * …`.
   */
  readonly adds: boolean;
  /** Indentation of its line. */
  readonly indent: number;
}

/** Assignments by name, in order. Each is read when it is first needed. */
type Settings = ReadonlyMap<string, readonly { readonly offset: number; readonly read: () => Setting }[]>;

/** A lookahead, because a type may contain the next name. */
const SETTING = new RegExp(
  String.raw`(?<![\w.$-])(?:this\.|self\.|@|\$)?([A-Za-z_]\w{0,60})(?=((?:[ \t]{0,4}:[ \t]{0,4}[\w<>,. |\[\]]{1,60})?[ \t]{0,8}(?::=|=(?![=>]))|(${ADDS}))([ \t\n]{0,8}))`,
  'g',
);

function settingsIn(text: string): Settings {
  return valuesByName(
    everyMatch(text, SETTING).map((match) => {
      const [whole, name = '', sign = '', added, space = ''] = match;
      const offset = match.index;
      const from = offset + whole.length + sign.length + space.length;
      return [name, { offset, read: once(() => setting(text, { offset, endOffset: from }, name, added)) }];
    }),
  );
}

function setting(text: string, { offset, endOffset: from }: Range, name: string, added: string | undefined): Setting {
  const range = { offset, endOffset: valueEnd(text, from) };
  const line = lineStartBefore(text, offset, MAX_LINE_LENGTH);
  return { ...range, adds: added !== undefined || keeps(text, range, name, line), indent: indent(text, line) };
}

/** Maximum number of assignments of one name, before and after the call. */
const MAX_SETTINGS = 40;

/** The values of a name, with everything that is added to them. */
function valuesOf(text: string, name: string, call: Range, known: Settings): ReturnType<ValuesOf> {
  const all = known.get(name) ?? [];
  const middle = countBefore(all, ({ offset }) => offset < call.offset);
  const outer = indent(text, lineStartBefore(text, call.offset, MAX_LINE_LENGTH));
  const settings = all
    .slice(Math.max(0, middle - MAX_SETTINGS), middle + MAX_SETTINGS)
    .filter(({ offset }) => offset < call.offset || offset >= call.endOffset)
    .map(({ read }) => {
      const range = read();
      return { range, adds: range.adds || (range.offset < call.offset && range.indent > outer) };
    });
  // The call sees the last value before it. A constant may also be defined after it.
  const before = settings.findLastIndex(({ range, adds }) => !adds && range.offset < call.offset);
  const first = before < 0 ? settings.findIndex(({ adds }) => !adds) : before;
  const next = settings.findIndex(({ adds }, at) => at > first && !adds);
  const own = settings.slice(Math.max(0, first), next < 0 ? undefined : next);
  return {
    values: own.map(({ range: { offset, endOffset } }) => ({ offset, endOffset })),
    known: first >= 0,
  };
}

/** True if the previous value may remain: `headers = { ...headers, … }`, `if (…) headers = …`. */
function keeps(text: string, { offset, endOffset }: Range, name: string, line: number): boolean {
  const behind = text.slice(offset + name.length, endOffset);
  if (new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(behind)) return true;
  return /\b(?:if|unless)\b|&&|\|\|/.test(text.slice(line, offset));
}

const indent = (text: string, line: number): number => /^[ \t]{0,80}/.exec(text.slice(line, line + 80))![0].length;

/** The end of the brackets that open on the line, or of the line. */
function valueEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + MAX_LENGTH);
  let depth = 0;
  for (let at = from; at < limit; at++) {
    const char = text[at]!;
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char) && --depth <= 0) {
      // Chained calls belong to the value: `new Headers({…})`.
      if (depth < 0 || !/^[)\]}.]/.test(text.slice(at + 1, at + 2))) return at + (depth < 0 ? 0 : 1);
    } else if (char === '\n' && depth === 0) return at;
  }
  return limit;
}
