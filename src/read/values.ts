import expressions from './external/expressions.json' with { type: 'json' };
import overlays from './overlays.json' with { type: 'json' };
import { namedForms, anyForm, countBefore, escapePattern } from '../text/source.ts';
import { FAR, grouped, lineBefore, lineStartBefore } from '../text/source.ts';
import { matchesIn, NEAR, matchAt, once, oncePerKey, oncePerText } from '../text/source.ts';
import { rowsForm, textBefore, type Range, type Source } from '../text/source.ts';
import { textAt } from '../parse/part.ts';
import { expressionEnd, itemsFrom, nestAt, nestsAround } from './brackets.ts';
import { classesIn } from './bindings.ts';
import { isProgram, languageOf } from './families.ts';
import { enclosingKeys, outerKey } from './keys.ts';
import { around } from './searches.ts';

const FORMS = namedForms(expressions.values);

type Text = Pick<Source, 'text'>;

/** Maximum number of assignments of one name that are read: the first, or those before and after a place. */
const MAX_COUNT = 40;

/** The names of a text that are searched for. A table of all names takes longer, but not for more names. */
const MAX_SEARCHED = 20;

/** The places of a name in a text. */
const placesOf = oncePerText(({ text }: Text) => {
  const all = once(() =>
    grouped(
      Array.from(text.matchAll(NAME), ({ index, 0: name }) => ({ index, name })),
      ({ name }) => name,
    ),
  );
  let searched = 0;
  return (name: string): readonly { readonly index: number }[] => {
    if (++searched > MAX_SEARCHED) return all().get(name) ?? [];
    const found = [];
    for (let at = text.indexOf(name); at >= 0 && name !== ''; at = text.indexOf(name, at + 1)) {
      const match = matchAt(NAME, text, at);
      if (match?.index === at && match[0] === name) found.push(match);
    }
    return found;
  };
});
const NAME = /(?<![\w-])[A-Za-z_]\w{0,60}(?!\w)/g;

/** The assignments to a name, in order. Each is read when it is first needed. */
const assignmentsOf = oncePerText((file: Text) =>
  oncePerKey((name: string) => {
    const all = [...assignmentsTo(file, name)];
    return { variables: all.filter((one) => one.isVariable), values: all.filter((one) => one.isValue) };
  }),
);

function* assignmentsTo(file: Text, name: string) {
  const { text } = file;
  for (const { index: at } of placesOf(file)(name)) {
    const end = at + name.length;
    const opened = matchAt(FORMS.opened, text, at)?.[1];
    const front = opened ?? matchAt(FORMS.injected, text, at)?.[1];
    const sign =
      front === undefined ? [FORMS.set, FORMS.keyed, FORMS.added].find((one) => matchAt(one, text, end)) : undefined;
    if (front === undefined && !sign) continue;
    const from = sign ? sign.lastIndex : at - front!.length;
    yield {
      offset: Math.min(at, from),
      from,
      // What is added, and what a block opens, is not the whole value.
      isValue: sign !== FORMS.added && opened === undefined,
      // A member of something else is not the variable.
      isVariable: sign !== FORMS.keyed && !/(?<!\b(?:this|self))\.$/.test(textBefore(text, at, 5)),
      read: once(() => assignmentAt(text, name, at, from, sign === FORMS.added)),
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

/** The first values that a text gives a name. */
export const assigned = (file: Text, name: string): readonly Range[] =>
  assignmentsOf(file)(name)
    .values.slice(0, MAX_COUNT)
    .map(({ read }) => ({ offset: read().from, endOffset: read().endOffset }))
    .filter(({ offset, endOffset }) => endOffset > offset);

/** A value that a text gives a member of an object, or of a class: of any member for one that is spread. */
interface MemberValue extends Range {
  readonly owner: string;
  readonly field: string | null;
}

/** What a text gives members: `store.url = load()`, `'store.url' => load()`, `Store(url = load())`, `Store { url: load() }`. */
const membersIn = oncePerText(({ text }: Text) => {
  const set = matchesIn(text, FORMS.member).map(({ match: [, owner, ...names], endOffset: offset }) => {
    const [path = '', key] = names.slice(2).filter(Boolean);
    const field = names.slice(0, 2).find(Boolean) ?? key!;
    return { owner: owner ?? path, field, offset, endOffset: expressionEnd(text, offset) };
  });
  const made = matchesIn(text, FORMS.made).flatMap(({ name: owner, endOffset }) =>
    argumentsIn(text, endOffset).flatMap(({ own = null, ...one }) =>
      own !== null || isSpread(text, one) ? [{ owner, field: own, ...one }] : [],
    ),
  );
  return grouped<MemberValue, string | null>([...set, ...made], ({ field }) => field);
});

/** Those of members of this name. */
export const memberValues = (source: Text, field: string): readonly MemberValue[] =>
  [field, ...settersOf(field), null].flatMap((name) => membersIn(source).get(name) ?? []);

/** The names of members, or of their setters, to which a text gives values. */
export const membersNamed = (source: Text): readonly string[] =>
  [...membersIn(source).keys()].filter((name) => name !== null);

/** What is between brackets, with its names. */
const argumentsIn = (text: string, open: number) =>
  itemsFrom(text, open).map(({ offset, endOffset }) => {
    const [key = '', own] = matchAt(FORMS.given, text, offset) ?? [];
    return { own, offset: offset + key.length, endOffset };
  });

const isSpread = (text: string, one: Range): boolean => /^\s*(?:\*\*|\.\.\.)/.test(textAt(text, one));

/** What is between brackets for a parameter: by its name, by its place, or among what is passed on as one. */
export function argumentFor(text: string, open: number, name: string, position = -1): Range | undefined {
  const all = argumentsIn(text, open);
  const one = all.find(({ own }) => own === name) ?? (all[position]?.own === undefined ? all[position] : undefined);
  return one ?? all.find((given) => isSpread(text, given));
}

/** The keys around a place, and the names that hold the object or its class: `shop = Shop(mongo=Mongo(uri="…"))`. */
export function namesAround(source: Source, at: number): readonly string[] {
  const { path, text } = source;
  const names = enclosingKeys(source, at);
  if (!isProgram(languageOf(path, text))) return names;
  for (const { name } of classesIn(source).filter((one) => one.offset <= at && at < one.endOffset))
    names.push(...holding(source)(name));
  for (const nest of nestsAround(source, at))
    names.push(...(FORMS.making.exec(textBefore(text, nest.offset, 150))?.slice(1) ?? []));
  return names;
}

/** The fields that hold an object of a class. */
const holding = oncePerText(({ text }: Text) =>
  oncePerKey((name: string) => {
    const held = new RegExp(FORMS.held.source.replaceAll('CLASS', name), 'g');
    return [...text.matchAll(held)].flatMap((match) => match.slice(1).filter(Boolean));
  }),
);

/** The methods that set a field: `setUri`, `withUri` of a builder, and those of C#. */
export const settersOf = (field: string): readonly string[] =>
  ['set', 'with', 'Set', 'With'].map((word) => `${word}${field.charAt(0).toUpperCase()}${field.slice(1)}`);

export const valueStarts = (file: Text, name: string): readonly number[] =>
  assignmentsOf(file)(name).values.map(({ from }) => from);

/** The last value of a name before a place and what is added to it; a constant may follow. Empty without any. */
export function valuesOf(file: Text, name: string, place: Range): (Range & { readonly from: number })[] {
  const all = assignmentsOf(file)(name).variables;
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
export function lastOf(file: Source, name: string, place: number, all: readonly Range[]): readonly Range[] {
  const [last] = valuesOf(file, name, { offset: place, endOffset: place });
  if (!last) return all;
  const { offset: from } = last;
  const indent = indentOf(file.text, lineStartBefore(file.text, from));
  // The bracket around it, or a line that is indented less, ends the block.
  const isLess = indent > 0 && new RegExp(String.raw`\n[ \t]{0,${indent - 1}}[^\s]`).test(file.text.slice(from, place));
  if (isLess || (nestAt(file, from)?.endOffset ?? place) < place) return all;
  const before = all.filter(({ offset }) => from <= offset && offset < place);
  return before.length > 0 ? before : all;
}

/** False for a value of a name that another one replaces before a place. What no assignment contains may be its value. */
export function mayBe(file: Text, variable: string, value: number, place: number): boolean {
  const name = variable.replace('$', '');
  const isIn = ({ offset, endOffset }: Range): boolean => offset <= value && value < endOffset;
  const all = assignmentsOf(file)(name).variables;
  const next = countBefore(all, ({ offset }) => offset <= value);
  if (all.length < 2 || !all.slice(Math.max(0, next - 1), next + 1).some(({ read }) => isIn(read()))) return true;
  return valuesOf(file, name, { offset: place, endOffset: place }).some(isIn);
}

/** Whether something else may replace what a text has at a place: its holder or its name gets another value. */
export const replacedIn = oncePerText((source: Source) => {
  const { text } = source;
  const isIn = oncePerKey((form: () => RegExp) => form().test(text));
  const computed = once(() => new Set(Array.from(text.matchAll(FORMS.computed), ([, name = '']) => name)));
  return (place: Range, name: string, given?: string): boolean => {
    if (isIn(IN_MODULE) || (!FORMS.noField.test(lineBefore(text, place.offset)) && isIn(IN_FIELD))) return true;
    const holder = given === '' ? '' : (outerKey(source, place.offset) ?? name);
    if (given === undefined && [name, `${holder}.${name}`].some((one) => computed().has(one))) return true;
    return [given, holder].some((one) => one && overlaid(source, place, one) !== undefined);
  };
});

/** The names of what gets others in a text, and of some that do not. Most texts have none. */
const overlaidNames = oncePerText(({ text }: Text): readonly string[] =>
  OVERLAYS().test(text)
    ? [...text.matchAll(ofHolder(String.raw`([\w$.]{1,60})`))].flatMap((match) => match.slice(2).filter(Boolean))
    : [],
);
const OVERLAYS = once(() =>
  anyForm('m', [...new Set([...overlays.placed, ...overlays.holders].map(({ needs }) => needs))]),
);

/** What puts others over an object, or fills the fields of a class. */
const overlaysIn = oncePerText((source: Text) =>
  oncePerKey((holder: string) =>
    overlaidNames(source).length > 0 ? matchesIn(source.text, ofHolder(escapePattern(holder))) : [],
  ),
);

/** The same names, with those of classes that are made of what is spread. */
export const holdersIn = (source: Text): ReadonlySet<string> =>
  new Set([...overlaidNames(source), ...(membersIn(source).get(null) ?? []).map(({ owner }) => owner)]);

/** What a text puts over the field of an object or a class of another one. */
export const valuesOver = (source: Text, holder: string, field: string): Range[] => [
  ...memberValues(source, field).filter(({ owner }) => owner === holder),
  ...overlaysIn(source)(holder).flatMap(({ match: [whole, isPlaced], offset, endOffset }): Range[] => {
    const { text } = source;
    // An import changes the names of its own text.
    if (isPlaced !== undefined || /^\s*from\b/.test(whole)) return [];
    if (whole.endsWith('=')) return [{ offset: endOffset, endOffset: expressionEnd(text, endOffset) }];
    const [more] = /^\s*,/.exec(text.slice(endOffset, endOffset + NEAR)) ?? [];
    if (more === undefined || !whole.endsWith(holder)) return [{ offset, endOffset }];
    // Of an object that is written out, only the field.
    return itemsFrom(text, endOffset + more.length).flatMap((item) => {
      const [open] = /^\s*\{/.exec(textAt(text, item)) ?? [];
      return (open === undefined ? item : argumentFor(text, item.offset + open.length, field)) ?? [];
    });
  }),
];

/** What does so with an object that has a string. */
export const overlaid = (source: Source, place: Range, holder: string) =>
  overlaysIn(source)(holder).find(({ match: { 0: whole, groups }, endOffset }) => {
    if (groups!.placed !== undefined) return place.offset < endOffset;
    // `cfg["log"].update(more)` adds nothing to another section.
    const [, section] = FORMS.section.exec(whole) ?? [];
    return !section || place.offset === source.text.length || enclosingKeys(source, place.offset).includes(section);
  });

/** Whether a string is in an object with which others are merged. */
export function isMergedIn(source: Source, place: Range): boolean {
  const { text } = source;
  for (const { offset, endOffset } of nestsAround(source, place.offset)) {
    if (text[offset] === '(') return false;
    if (MERGED(text, { offset, endOffset: endOffset + 1 })) return true;
  }
  return false;
}
const MERGED = around(overlays.objects);

/** What puts other values over those of a text, of its fields, and of an object; `placed`: over what is before. */
const IN_MODULE = rowsForm('m', overlays.modules);
const IN_FIELD = rowsForm('m', overlays.fields);
const ofHolder = oncePerKey((holder: string) => {
  const [placed, others] = [overlays.placed, overlays.holders].map((rows) =>
    rows.map(({ pattern }) => pattern.replaceAll('HOLDER', () => holder)),
  );
  return anyForm('gm', [`(?<placed>${placed!.join('|')})`, ...others!]);
});
