import type { Range } from './source.ts';

/** What a call takes from elsewhere in its file: headers, options and bodies that have a name. */
export interface NamedParts {
  readonly ranges: readonly Range[];
  /** True when a name that may hold headers leads out of the file. */
  readonly open: boolean;
}

/** A name where a call passes headers or options. */
const HEADER_NAMES: readonly RegExp[] = [
  /\bheaders["']?[ \t]{0,8}[:=][ \t]{0,8}(?:\{[ \t\n]{0,40}\.{3})?\$?((?:this\.|self\.|@)?[A-Za-z_][\w.]{0,60})(?![\w.]*\s{0,4}[("'`[])/gi,
  /[{,][ \t\n]{0,80}(headers|config|options|opts)[ \t\n]{0,40}[,}]/g,
  /-Headers[ \t]{1,8}\$(\w{1,60})/gi,
  /\.{3}([A-Za-z_][\w.]{0,60})/g,
  /\*\*([A-Za-z_][\w.]{0,60})/g,
  /-H[ \t]{0,4}["']?\$\{?(\w{1,60})/g,
  /\$\{(\w{1,60})\[[@*]\]\}/g,
  /(?:^|\s)\$\{?(\w{0,30}(?:HEADER|OPTS|ARGS|OPTIONS|ACCEPT)\w{0,30})/gi,
  /\bAccept["'`]?\]?[ \t]{0,8}[:=,][ \t]{0,8}["']?\$?\{?([A-Za-z_][\w.]{0,60})(?![\w/.*])/g,
  /^[^(]{0,200}\([^()]{1,300}["'`)\w][ \t\n]{0,40},[ \t\n]{0,40}([A-Za-z_][\w.]{0,60})[ \t\n]{0,40},?[ \t\n]{0,40}\)/g,
];
const BODY_NAMES: readonly RegExp[] = [
  /\b(?:json|data|body|payload|content)["']?[ \t]{0,8}[:=][ \t]{0,8}(?:json\.dumps\(|JSON\.stringify\([ \t\n]{0,20})?\$?([A-Za-z_][\w.]{0,60})(?![\w.]*[ \t]{0,4}[("'`[])/g,
  /\bJSON\.stringify\([ \t\n]{0,20}([A-Za-z_][\w.]{0,60})/g,
  /[{,][ \t\n]{0,80}(body|data|payload)[ \t\n]{0,40}[,}]/g,
  /\.(?:post|put|patch)\([^()]{1,300},[ \t\n]{0,40}([A-Za-z_]\w{0,60})[ \t\n]{0,20}[,)]/g,
  /(?:-d|--data(?:-\w{1,12})?)[ =]["']?\$\{?(\w{1,60})/g,
];
/** Words of languages that stand where a name could. */
const NO_NAME =
  /^(?:null|None|nil|undefined|true|false|new|await|async|function|string|JSON|requests?|http|application)$/i;
/** Names that one call may take. */
const MOST = 12;
/** Longest value of a name, in code units. */
const LONGEST = 4_000;

export function namedParts(text: string, call: Range): NamedParts {
  const own = text.slice(call.offset, call.endOffset);
  const ranges = new Map<number, Range>();
  let open = false;
  const follow = (part: string, patterns: readonly RegExp[], isHeader: boolean): void => {
    for (const name of namesIn(part, patterns)) {
      const value = valueOf(text, name, call);
      if (value && ranges.size < MOST) ranges.set(value.offset, value);
      else if (isHeader && !value) open = true;
    }
  };
  follow(own, HEADER_NAMES, true);
  follow(own, BODY_NAMES, false);
  // A set of headers may name its media type in turn.
  for (const { offset, endOffset } of [...ranges.values()]) follow(text.slice(offset, endOffset), HEADER_NAMES, true);
  return { ranges: [...ranges.values()].sort((a, b) => a.offset - b.offset), open };
}

function namesIn(part: string, patterns: readonly RegExp[]): Set<string> {
  const names = patterns.flatMap((pattern) => [...part.matchAll(pattern)].map((match) => match[1] ?? ''));
  return new Set(
    names
      .map((name) => name.replace(/^.*\./, '').replace(/^@/, ''))
      .filter((name) => name !== '' && !NO_NAME.test(name)),
  );
}

/** Where a name gets its value, with what is added to it: `headers = {…}`, `headers["Accept"] = …`. */
function valueOf(text: string, name: string, call: Range): Range | null {
  const set = new RegExp(
    `(?<![\\w.$-])(?:this\\.|self\\.|@|\\$)?${name}(?:[ \\t]{0,4}:[ \\t]{0,4}[\\w<>,. |\\[\\]]{1,60})?[ \\t]{0,8}(?::=|=(?![=>])|\\+=)[ \\t\\n]{0,8}`,
    'g',
  );
  for (const match of text.matchAll(set)) {
    if (match.index >= call.offset && match.index < call.endOffset) continue;
    const from = match.index + match[0].length;
    return { offset: match.index, endOffset: valueEnd(text, from) };
  }
  return null;
}

/** To the end of the brackets that open on the line, or of the line. */
function valueEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + LONGEST);
  let depth = 0;
  for (let at = from; at < limit; at++) {
    const char = text[at]!;
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char) && --depth <= 0) {
      // What a chain of calls adds belongs to it: `new Headers({…})`.
      if (depth < 0 || !/^[)\]}.]/.test(text.slice(at + 1, at + 2))) return at + (depth < 0 ? 0 : 1);
    } else if (char === '\n' && depth === 0) return at;
  }
  return limit;
}
