import { countBefore, grouped, lineStartBefore, once, oncePerText, FAR, type Range } from '../text/source.ts';
import { expressionEnd } from './brackets.ts';

/** Syntax that adds to a value: an operator, a key, a property, a method. */
const ADDS = String.raw`[ \t]{0,8}\+=|(?:\[["'\x60][\w-]{1,40}["'\x60]\]|\.[\w-]{1,40}){1,4}[ \t]{0,8}=(?![=>])|(?:(?:\.|->)\w{1,40}){0,3}(?:\.|->)(?:set|append|add|update|put|store|insert)\w{0,20}(?=\()`;
/** A lookahead, because a type may contain the next name. */
const ASSIGNMENT = new RegExp(
  String.raw`(?<![\w.$-])(?:this\.|self\.|@|\$)?([A-Za-z_]\w{0,60})(?=((?:[ \t]{0,4}:[ \t]{0,4}[\w<>,. |\[\]]{1,60})?[ \t]{0,8}(?::=|=(?![=>]))|(?:,[ \t]{0,4}\w{1,60}){1,3}[ \t]{0,8}:=|(${ADDS}))([ \t\n]{0,8}))`,
  'gi',
);
/** Maximum number of assignments of one name, before and after a place. */
const MAX_COUNT = 40;

/** `with httpx.Client(…) as client:`. */
const WITH = /\bwith\b([^]{1,1000}?)\bas[ \t]{1,4}(\w{1,60})[:,\n]/g;

/** The assignments of a text by name, in order. Each is read when it is first needed. */
const assignmentsOf = oncePerText(({ text }: { readonly text: string }) => {
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

/** An assignment, from the name to the end of the value. */
function assignmentAt(text: string, offset: number, name: string, from: number, added: boolean) {
  const endOffset = expressionEnd(text, from, from + FAR);
  const line = lineStartBefore(text, offset);
  const isNamedAgain = new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text.slice(offset + name.length, endOffset));
  // The previous value may remain: `headers["Accept"] = …`, `if (…) headers = …`.
  const adds = added || isNamedAgain || /\b(?:if|unless)\b|&&|\|\|/.test(text.slice(line, offset));
  return { offset, endOffset, adds, indent: indentOf(text, line) };
}

/** The last value of a name before a place and what is added to it; a constant may follow. Empty without any. */
export function valuesOf(file: { readonly text: string }, name: string, place: Range): Range[] {
  const all = assignmentsOf(file).get(name) ?? [];
  const middle = countBefore(all, ({ offset }) => offset < place.offset);
  const outer = indentOf(file.text, lineStartBefore(file.text, place.offset));
  const near = all.slice(Math.max(0, middle - MAX_COUNT), middle + MAX_COUNT).map(({ read }) => read());
  const replaces = ({ adds, offset, indent }: (typeof near)[number]): boolean =>
    !adds && (offset > place.offset || indent <= outer);
  const before = near.findLastIndex((one) => one.offset < place.endOffset && replaces(one));
  const first = before < 0 ? near.findIndex(replaces) : before;
  const next = near.findIndex((one, at) => at > first && replaces(one));
  return near.slice(Math.max(0, first), next < 0 ? undefined : next);
}

const indentOf = (text: string, line: number): number => /^[ \t]{0,80}/.exec(text.slice(line, line + 80))![0].length;

/** Those of the values of a variable that it may have at a place. All, if the block around it gives it none before. */
export function lastOf<V extends Range>(
  file: { readonly text: string },
  name: string,
  place: number,
  all: readonly V[],
) {
  const [last] = valuesOf(file, name, { offset: place, endOffset: place });
  if (!last || isLeft(file.text, last.offset, place)) return all;
  const before = all.filter(({ offset }) => last.offset <= offset && offset < place);
  return before.length > 0 ? before : all;
}

/** True if a block ends between an offset in it and another one: a line is indented less. */
function isLeft(text: string, offset: number, later: number): boolean {
  const indent = indentOf(text, lineStartBefore(text, offset));
  return indent > 0 && new RegExp(String.raw`\n[ \t]{0,${indent - 1}}[^\s]`).test(text.slice(offset, later));
}

/** False for a value of a name that another one replaces before a place. What no assignment contains may be its value. */
export function mayBe(file: { readonly text: string }, variable: string, value: number, place: number): boolean {
  const name = variable.replace('$', '');
  const isIn = ({ offset, endOffset }: Range): boolean => offset <= value && value < endOffset;
  const all = assignmentsOf(file).get(name) ?? [];
  const at = { offset: place, endOffset: place };
  return all.length < 2 || !all.some(({ read }) => isIn(read())) || valuesOf(file, name, at).some(isIn);
}
