import type { Range, Source } from '../text/source.ts';
import { valuesOf } from './assignments.ts';

/** Headers, options and bodies of a call that are defined under a name elsewhere in the file. */
interface NamedParts {
  readonly ranges: readonly Range[];
  /** True if a name that may contain headers is defined outside of the file. */
  readonly open: boolean;
}

const NAME = String.raw`((?:this\.|self\.|@)?[A-Za-z_][\w.]{0,60})`;
const SHELL_NAME = String.raw`\$\{?(\w{1,60})`;

/** How a call passes headers or options by name. One table for all clients. */
const HEADER_NAMES: readonly RegExp[] = [
  // `headers: common`, `headers=self.headers`, `headers: { ...common`
  String.raw`\bheaders["']?[ \t]{0,8}[:=][ \t]{0,8}(?:\{[ \t\n]{0,40}\.{3})?\$?${NAME}(?![\w.]*\s{0,4}[("'\x60[])`,
  // `{ headers }`, `, options)`
  String.raw`[{,][ \t\n]{0,80}(headers|config|options|opts)[ \t\n]{0,40}[,}]`,
  // `.set(common)`
  String.raw`\.(?:set|headers?)\([ \t\n]{0,20}${NAME}[ \t\n]{0,20}\)`,
  String.raw`-Headers[ \t]{1,8}\$(\w{1,60})`,
  // `...common`, `**common`
  String.raw`(?:\.{3}|\*\*)${NAME}`,
  String.raw`-H[ \t]{0,4}["']?${SHELL_NAME}`,
  String.raw`${SHELL_NAME}\[[@*]\]\}`,
  String.raw`(?:^|\s)\$\{?(\w{0,30}(?:HEADER|OPTS|ARGS|OPTIONS|ACCEPT)\w{0,30})`,
  // `Accept: $TYPE`
  String.raw`\bAccept["'\x60]?\]?[ \t]{0,8}[:=,][ \t]{0,8}["']?\$?\{{0,2}${NAME}(?![\w/.*])`,
  // The last argument: `get(url, options)`
  String.raw`^[^(]{0,200}\([^()]{1,300}["'\x60)\w][ \t\n]{0,40},[ \t\n]{0,40}${NAME}[ \t\n]{0,40},?[ \t\n]{0,40}\)`,
].map((source) => new RegExp(source, 'gi'));

/** How a call passes its body by name. */
const BODY_NAMES: readonly RegExp[] = [
  String.raw`\b(?:json|data|body|payload|content)["']?[ \t]{0,8}[:=][ \t]{0,8}(?:json\.dumps\([ \t\n]{0,20})?\$?${NAME}(?![\w.]*[ \t]{0,4}[("'\x60[])`,
  String.raw`\b(?:JSON\.stringify|json\.Marshal|bytes\.New(?:Reader|Buffer)|strings\.NewReader)\([ \t\n]{0,20}${NAME}`,
  String.raw`[{,][ \t\n]{0,80}(body|data|payload)[ \t\n]{0,40}[,}]`,
  String.raw`\.(?:[pP]ost|[pP]ut|[pP]atch)(?:As\w{1,20})?\([^()]{1,300},[ \t\n]{0,40}([A-Za-z_]\w{0,60})[ \t\n]{0,20}[,)]`,
  String.raw`(?:-d|--data(?:-\w{1,12})?)[ =]["']?${SHELL_NAME}`,
].map((source) => new RegExp(source, 'g'));

/** Words that may occur at the place of a name. */
const NO_NAME =
  /^(?:null|None|nil|undefined|true|false|new|await|async|function|string|JSON|requests?|http|application)$/i;
/** Maximum number of parts per call. */
const MAX_COUNT = 12;

/** The named parts of a call. */
export function namedParts(source: Source, call: Range): NamedParts {
  const ranges = new Map<number, Range>();
  let open = false;
  const follow = (part: Range, patterns: readonly RegExp[]): void => {
    for (const name of namesIn(source.text.slice(part.offset, part.endOffset), patterns)) {
      const { values, known } = valuesOf(source, name, call);
      for (const value of values) if (ranges.size < MAX_COUNT) ranges.set(value.offset, value);
      if (patterns === HEADER_NAMES && !known) open = true;
    }
  };
  follow(call, HEADER_NAMES);
  follow(call, BODY_NAMES);
  // The value of a header may refer to a name for the media type, that of a body to the name of a record.
  for (const range of [...ranges.values()]) {
    follow(range, HEADER_NAMES);
    follow(range, BODY_NAMES);
  }
  return { ranges: [...ranges.values()].sort((a, b) => a.offset - b.offset), open };
}

function namesIn(part: string, patterns: readonly RegExp[]): Set<string> {
  const names = patterns.flatMap((pattern) => [...part.matchAll(pattern)].map(([, name = '']) => name));
  return new Set(
    names
      .map((name) => name.replace(/\.to_json$/, '').replace(/^.*[.@]/, ''))
      .filter((name) => name !== '' && !NO_NAME.test(name)),
  );
}
