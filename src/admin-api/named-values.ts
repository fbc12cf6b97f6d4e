import { countBefore, grouped, lineStartBefore, once, oncePer, overlaps, type Range } from '../text/source.ts';

/** An assignment, from the name to the end of the value. */
interface Assignment extends Range {
  /** True if the previous value may remain: `headers["Accept"] = …`, `if (…) headers = …`. */
  readonly adds: boolean;
  /** Indentation of its line. */
  readonly indent: number;
}

/** Syntax that adds to a value: an operator, a key, a property, a method. */
const ADDS = String.raw`[ \t]{0,8}\+=|(?:\[["'\x60][\w-]{1,40}["'\x60]\]|\.[\w-]{1,40}){1,4}[ \t]{0,8}=(?![=>])|(?:(?:\.|->)\w{1,40}){0,3}(?:\.|->)(?:set|append|add|update|put|store|insert)\w{0,20}(?=\()`;
/** A lookahead, because a type may contain the next name. */
const ASSIGNMENT = new RegExp(
  String.raw`(?<![\w.$-])(?:this\.|self\.|@|\$)?([A-Za-z_]\w{0,60})(?=((?:[ \t]{0,4}:[ \t]{0,4}[\w<>,. |\[\]]{1,60})?[ \t]{0,8}(?::=|=(?![=>]))|(${ADDS}))([ \t\n]{0,8}))`,
  'gi',
);
/** Maximum number of assignments of one name, before and after a place. */
const MAX_COUNT = 40;
/** How much of a line is read before a name, in code units. */
const MAX_LINE_LENGTH = 200;
/** Maximum length of a value, in code units. */
const MAX_LENGTH = 4_000;

/** `with httpx.Client(…) as client:`. */
const WITH = /\bwith\b([^]{1,1000}?)\bas[ \t]{1,4}(\w{1,60})[:,\n]/g;

/** The assignments of a text by name, in order. Each is read when it is first needed. */
const assignmentsOf = oncePer(({ text }: { readonly text: string }) => {
  const opened = [...text.matchAll(WITH)].map(({ index: offset, 0: whole, 2: name = '' }) => {
    const value = { offset, endOffset: offset + whole.length, adds: false, indent: 0 };
    return { name, offset, read: () => value };
  });
  const assigned = [...text.matchAll(ASSIGNMENT)].map(
    ({ index: offset, 0: whole, 1: name = '', 2: sign = '', 3: added, 4: space = '' }) => {
      const from = offset + whole.length + sign.length + space.length;
      return { name, offset, read: once(() => assignmentAt(text, offset, name, from, added !== undefined)) };
    },
  );
  const all = [...opened, ...assigned].sort((a, b) => a.offset - b.offset);
  return grouped(all, ({ name }) => name);
});

function assignmentAt(text: string, offset: number, name: string, from: number, added: boolean): Assignment {
  const endOffset = valueEnd(text, from);
  const line = lineStartBefore(text, offset, MAX_LINE_LENGTH);
  const isNamedAgain = new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text.slice(offset + name.length, endOffset));
  const adds = added || isNamedAgain || /\b(?:if|unless)\b|&&|\|\|/.test(text.slice(line, offset));
  return { offset, endOffset, adds, indent: indentOf(text, line) };
}

/**
 * The last value of a name before a place, with everything that is added to it. A constant may also follow the place.
 * Empty for a name that the file does not define.
 */
export function valuesOf(file: { readonly text: string }, name: string, place: Range): Range[] {
  const all = assignmentsOf(file).get(name) ?? [];
  const middle = countBefore(all, ({ offset }) => offset < place.offset);
  const outer = indentOf(file.text, lineStartBefore(file.text, place.offset, MAX_LINE_LENGTH));
  const near = all.slice(Math.max(0, middle - MAX_COUNT), middle + MAX_COUNT).map(({ read }) => read());
  const replaces = ({ adds, offset, indent }: Assignment): boolean =>
    !adds && (offset > place.offset || indent <= outer);
  const before = near.findLastIndex((one) => one.offset < place.endOffset && replaces(one));
  const first = before < 0 ? near.findIndex(replaces) : before;
  const next = near.findIndex((one, at) => at > first && replaces(one));
  return near.slice(Math.max(0, first), next < 0 ? undefined : next);
}

const indentOf = (text: string, line: number): number => /^[ \t]{0,80}/.exec(text.slice(line, line + 80))![0].length;

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

/** Text in quotes. It contains names only where something is filled in. */
const QUOTED = /"(?:[^"\\\n]|\\.){0,1000}"|'(?:[^'\\\n]|\\.){0,1000}'|`[^`]{0,1000}`/g;
const FILLED = /[$#]?\{{1,2}[^{}\n]{1,100}\}{1,2}|\$\w{1,60}/g;
/** A name that is no key: keys have values of their own. */
const NAME = /(?<![\w-])[A-Za-z_]\w{0,60}(?!\w|-\w)(?!["']?[ \t]{0,4}(?::(?!:)|=(?!=)))/g;
/** Maximum number of names that are followed from one text, and of values of a call. */
const MAX_NAMES = 100;
const MAX_VALUES = 12;

function namesIn(text: string): string[] {
  const code = text.replace(QUOTED, (quoted) => (quoted.match(FILLED) ?? []).join(' '));
  return [...new Set(code.match(NAME))].slice(0, MAX_NAMES);
}

/**
 * What a call uses from elsewhere in the file: the values of the names in it, and of the names in those, in order. The
 * value of a header may refer to a name for the media type, that of a body to the name of a record.
 * @param isOther true for a value that belongs to another call
 */
export function usedValues(file: { readonly text: string }, call: Range, isOther: (value: Range) => boolean): Range[] {
  const found = new Map<number, Range>();
  const follow = ({ offset, endOffset }: Range): void => {
    for (const value of namesIn(file.text.slice(offset, endOffset)).flatMap((name) => valuesOf(file, name, call)))
      if (found.size < MAX_VALUES && !overlaps(value, call) && !isOther(value)) found.set(value.offset, value);
  };
  follow(call);
  for (const value of [...found.values()]) follow(value);
  return [...found.values()].sort((a, b) => a.offset - b.offset);
}
