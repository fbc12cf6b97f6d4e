import { countBefore, grouped, lineStartBefore, once, oncePer, type Range } from '../text/source.ts';

/** The values of a name that a place sees. */
export interface NamedValues {
  readonly values: readonly Range[];
  /** False for a name that the file does not define. */
  readonly known: boolean;
}

/** An assignment, from the name to the end of the value. */
interface Assignment extends Range {
  /** True if the previous value may remain: `headers["Accept"] = …`, `if (…) headers = …`. */
  readonly adds: boolean;
  /** Indentation of its line. */
  readonly indent: number;
}

/** Syntax that adds to a value: an operator, a key, a property, a method. */
const ADDS = String.raw`[ \t]{0,8}\+=|\[["'\x60][\w-]{1,40}["'\x60]\][ \t]{0,8}=(?!=)|\.[\w-]{1,40}[ \t]{0,8}=(?![=>])|(?:\.|->)(?:set|append|add|Add|Set|update|put|store|insert)(?=\()`;
/** A lookahead, because a type may contain the next name. */
const ASSIGNMENT = new RegExp(
  String.raw`(?<![\w.$-])(?:this\.|self\.|@|\$)?([A-Za-z_]\w{0,60})(?=((?:[ \t]{0,4}:[ \t]{0,4}[\w<>,. |\[\]]{1,60})?[ \t]{0,8}(?::=|=(?![=>]))|(${ADDS}))([ \t\n]{0,8}))`,
  'g',
);
/** Maximum number of assignments of one name, before and after a place. */
const MAX_COUNT = 40;
/** How much of a line is read before a name, in code units. */
const MAX_LINE_LENGTH = 200;
/** Maximum length of a value, in code units. */
const MAX_LENGTH = 4_000;

/** The assignments of a text by name, in order. Each is read when it is first needed. */
const assignmentsOf = oncePer(({ text }: { readonly text: string }) =>
  grouped(
    [...text.matchAll(ASSIGNMENT)].map(({ index, 0: whole, 1: name = '', 2: sign = '', 3: added, 4: space = '' }) => {
      const from = index + whole.length + sign.length + space.length;
      return { name, offset: index, read: once(() => assignmentAt(text, index, name, from, added !== undefined)) };
    }),
    ({ name }) => name,
  ),
);

function assignmentAt(text: string, offset: number, name: string, from: number, added: boolean): Assignment {
  const endOffset = valueEnd(text, from);
  const line = lineStartBefore(text, offset, MAX_LINE_LENGTH);
  const isNamedAgain = new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text.slice(offset + name.length, endOffset));
  const adds = added || isNamedAgain || /\b(?:if|unless)\b|&&|\|\|/.test(text.slice(line, offset));
  return { offset, endOffset, adds, indent: indentOf(text, line) };
}

/** The last value of a name before a place, with everything that is added to it. A constant may also follow the place. */
export function valuesOf(file: { readonly text: string }, name: string, place: Range): NamedValues {
  const all = assignmentsOf(file).get(name) ?? [];
  const middle = countBefore(all, ({ offset }) => offset < place.offset);
  const outer = indentOf(file.text, lineStartBefore(file.text, place.offset, MAX_LINE_LENGTH));
  const near = all
    .slice(Math.max(0, middle - MAX_COUNT), middle + MAX_COUNT)
    .filter(({ offset }) => offset < place.offset || offset >= place.endOffset)
    .map(({ read }) => {
      const one = read();
      return { ...one, adds: one.adds || (one.offset < place.offset && one.indent > outer) };
    });
  const before = near.findLastIndex(({ offset, adds }) => !adds && offset < place.offset);
  const first = before < 0 ? near.findIndex(({ adds }) => !adds) : before;
  const next = near.findIndex(({ adds }, at) => at > first && !adds);
  const values = near.slice(Math.max(0, first), next < 0 ? undefined : next);
  return { values: values.map(({ offset, endOffset }) => ({ offset, endOffset })), known: first >= 0 };
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
