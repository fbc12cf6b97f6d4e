import { countBefore, FAR, lineStartBefore, matchAt, once, oncePerKey } from '../text/source.ts';
import { oncePerText, textBefore, type Range } from '../text/source.ts';
import { expressionEnd } from './brackets.ts';

interface Text {
  readonly text: string;
}

/** Behind a name, what adds to its value: an operator, a key, a property, a method. */
const ADDED =
  /(?:[ \t]{0,8}\+=|(?:\[["'`][\w-]{1,40}["'`]\]|\.[\w-]{1,40}){1,4}[ \t]{0,8}=(?![=>])|(?:(?:\.|->)\w{1,40}){0,3}(?:\.|->)(?:set|append|add|update|put|store|insert)\w{0,20}(?=\())[ \t\n]{0,8}/iy;
/** Behind a variable that gets a value: `uri =`, `uri: str =`, `uri, err :=`, `uri As String =`. */
const SET =
  /(?:[ \t]{0,9}:[ \t]{0,9}(?:[\w&'|?. ]|<[^<>=\n]{0,40}>|\[(?:[^[\]=\n]|\[[^[\]=\n]{0,40}\]){0,40}\]){1,60}?|[ \t](?:As[ \t]\w{1,20}|string))?(?:,[ \t]{0,9}(?:err|ok|_)|(?:,[ \t]{0,9}\w{1,60}){1,3}(?=[ \t]{0,8}:=))?(?:[ \t]{0,9}|\r?\n[ \t]{1,40}):?=(?![=>])[ \t]{0,9}(?:\r?\n[ \t]{0,9})?/iy;
/** Behind a key, and a name in a pattern, an annotation or a macro: `uri:`, `"uri" =>`, `["uri"] =`, `{ uri } =`. */
const KEYED =
  /(?:[\w$\s,:]{0,200}\}[ \t]{0,9}=(?![=>])|["'\]]{1,2}[ \t]{0,9}=(?![=>])|["'\]]{0,2}[ \t]{0,9}(?:=>|\|\|=|:(?!:)|(?<=^[ \t]{0,20}@\w{1,60}[ \t])(?=["'A-Z])|(?<=\bdefine\([ \t]{0,9}["']?\w{1,80}["']?[ \t]{0,9}),|(?<=#[ \t]{0,9}define[ \t]{1,9}\w{1,60}[ \t]{1,9})))[ \t]{0,9}(?:\r?\n[ \t]{0,9})?/my;
/** `@Value("${X}") String `, `flag.StringVar(&`: before a name that a framework or a flag gives a value. */
const INJECTED =
  /(?<=(@(?:Value|(?:Config)?Property)\([^()\n]{1,120}\)\s{0,20}(?:[\w<>@]{1,40}\s{1,20}){0,5}|[\w.()]{1,60}StringVarP?\(\s{0,9}&(?:\w{1,40}\.){0,4}))/y;
/** `with httpx.Client(…) as `. */
const OPENED = /(?<=(\bwith\b[^]{1,1000}?\bas[ \t]{1,4}))(?=\w{1,60}[:,\n])/y;

/** Maximum number of names of a text whose values are searched, because each one is searched in the whole text. */
const MAX_NAMES = 300;
/** Maximum number of assignments of one name, before and after a place. */
const MAX_COUNT = 40;
/** Maximum number of values of one name. */
const MAX_VALUES = 20;

/** The assignments to a name, in order. Each is read when it is first needed. */
const assignmentsOf = oncePerText(({ text }: Text) => {
  let names = 0;
  return oncePerKey((name: string) => (name === '' || ++names > MAX_NAMES ? [] : [...assignmentsTo(text, name)]));
});

function* assignmentsTo(text: string, name: string) {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const end = at + name.length;
    if (/[\w-]/.test(text.charAt(at - 1)) || /\w/.test(text.charAt(end))) continue;
    const opened = matchAt(OPENED, text, at)?.[1];
    const front = opened ?? matchAt(INJECTED, text, at)?.[1];
    const sign = front === undefined ? [SET, KEYED, ADDED].find((one) => matchAt(one, text, end)) : undefined;
    if (front === undefined && !sign) continue;
    const from = sign ? sign.lastIndex : at - front!.length;
    yield {
      offset: Math.min(at, from),
      // What is added, and what a block opens, is not the whole value.
      isValue: sign !== ADDED && opened === undefined,
      // A member of something else is not the variable.
      isVariable: sign !== KEYED && !/(?<!\b(?:this|self))\.$/.test(textBefore(text, at, 5)),
      read: once(() => assignmentAt(text, name, at, from, sign === ADDED)),
    };
  }
}

/** An assignment, from the name to the end of the value; one that is injected is in front of the name. */
function assignmentAt(text: string, name: string, at: number, from: number, isAdded: boolean) {
  const endOffset = from < at ? at : expressionEnd(text, from, from + FAR);
  const line = lineStartBefore(text, at);
  const isNamedAgain = new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text.slice(from, endOffset));
  // The previous value may remain: `headers["Accept"] = …`, `if (…) headers = …`.
  const adds = isAdded || isNamedAgain || /\b(?:if|unless)\b|&&|\|\|/.test(text.slice(line, at));
  return { offset: Math.min(at, from), endOffset, from, adds, indent: indentOf(text, line) };
}

/** All values that a text gives a name: with `isField`, not those of a variable that is called like the field. */
export function assigned(file: Text, name: string, isField = false): readonly Range[] {
  const isDeclared = (offset: number): boolean => /\b(?:const|let|var|val)\s$/.test(textBefore(file.text, offset, 7));
  return assignmentsOf(file)(name)
    .filter(({ isValue, offset }) => isValue && !(isField && isDeclared(offset)))
    .slice(0, MAX_VALUES)
    .map(({ read }) => ({ offset: read().from, endOffset: read().endOffset }))
    .filter(({ offset, endOffset }) => endOffset > offset);
}

/** The last value of a name before a place and what is added to it; a constant may follow. Empty without any. */
export function valuesOf(file: Text, name: string, place: Range): Range[] {
  const all = assignmentsOf(file)(name).filter(({ isVariable }) => isVariable);
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
export function lastOf<V extends Range>(file: Text, name: string, place: number, all: readonly V[]) {
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
export function mayBe(file: Text, variable: string, value: number, place: number): boolean {
  const name = variable.replace('$', '');
  const isIn = ({ offset, endOffset }: Range): boolean => offset <= value && value < endOffset;
  const all = assignmentsOf(file)(name).filter(({ isVariable }) => isVariable);
  const at = { offset: place, endOffset: place };
  return all.length < 2 || !all.some(({ read }) => isIn(read())) || valuesOf(file, name, at).some(isIn);
}
