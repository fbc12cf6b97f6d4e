import expressions from './expressions.json' with { type: 'json' };
import { stringAt, type FoundString } from '../../classify/found-string.ts';
import { textAt } from '../../parse/part.ts';
import { namedForms, countBefore, escapePattern, isMinified, lineBefore, matchesIn } from '../../text/source.ts';
import { once, oncePerKey, overlaps, textBefore, type Range } from '../../text/source.ts';
import { bindingAt, callsIn, importNamed, type Binding } from '../bindings.ts';
import { itemsFrom } from '../brackets.ts';
import type { Page } from '../page.ts';
import { argumentFor, assigned, lastOf, replacedIn } from '../values.ts';
import { registeredFor, returned } from './calls.ts';
import { membersOf, type FollowedName } from './expressions.ts';
import type { OutsideRead } from './reads.ts';

const FORMS = namedForms(expressions.follow);

/** A text with what was found in it, in order. */
export interface FoundReads {
  readonly page: Page;
  readonly strings: readonly FoundString[];
  readonly reads: readonly OutsideRead[];
  /** Parameters to which this text gives values, for which other files may have others. */
  readonly served?: OutsideRead[];
}

/** Maximum number of names to follow, because what they return is searched in the whole text, and of calls of one. */
export const MAX_FOLLOWED = 60;

/** The values that a text gives to names, each looked up when it is first needed. */
export type Lookups = Readonly<ReturnType<typeof lookupsIn>>;

export function lookupsIn({ page, strings: all, reads, served = [] }: FoundReads) {
  const { text } = page;
  // A value on a line of its own begins with the mark of a comment.
  const isInCode = ({ offset }: Range): boolean => page.contextAt(offset + 2) !== 'comment';
  const valuesNamed = oncePerKey((name: string) => assigned(page, name).filter(isInCode));
  return {
    page,
    text,
    reads,
    served,
    strings: all.filter(({ literal }) => literal.context === 'code'),
    isReplaced: replacedIn(page),
    isOfMinifier: once(() => isMinified(text)),
    isTestedHere: oncePerKey((name: string) => isTested(text, name)),
    unpackings: once(() => unpackedIn(text)),
    valuesNamed,
    resultsOf: oncePerKey((name: string) => [...valuesNamed(name), ...returned(page, name)]),
    callsOf: oncePerKey((called: string) => callsIn(page, called).slice(0, MAX_FOLLOWED)),
    // Not those of a variable or a parameter with the name of the field.
    fieldsOf: oncePerKey((name: string) =>
      valuesNamed(name).filter(({ offset }) => {
        const before = textBefore(text, offset, 160);
        const isPlain = FORMS.plain.exec(before)?.[1] === name;
        return !FORMS.declared.test(before) && !(isPlain && bindingAt(page, name, offset));
      }),
    ),
  };
}

export function readIn({ reads }: Pick<Lookups, 'reads'>, { offset, endOffset }: Range): OutsideRead | undefined {
  const read = reads[countBefore(reads, (one) => one.offset < offset)];
  return read && read.offset < endOffset ? read : undefined;
}

/** What other places of a text give a parameter, by its place or by its name, `null` for its default. */
export function passedFor(known: Lookups, name: string, { of, offset, endOffset }: Binding): (Range | null)[] {
  if (!of) return [];
  const { page, text, callsOf } = known;
  // Only a method is called on an object.
  const before = /^\s/.test(lineBefore(text, offset + 1)) ? String.raw`(?<!\w)` : String.raw`(?<![\w.>])`;
  const called = callsOf(`(?:${before}${escapePattern(of.called)}|\\bcls)`).flatMap((call) => {
    if (offset <= call.offset && call.endOffset <= endOffset) return [];
    const at = of.isUnpacked ? itemsFrom(text, call.endOffset)[of.position]?.offset : undefined;
    const open = at === undefined ? -1 : text.indexOf('{', at);
    const value =
      open < 0
        ? argumentFor(text, call.endOffset, name, of.position)
        : (argumentFor(text, open + 1, of.member ?? name) ??
          itemsFrom(text, open + 1).find((one) => textAt(text, one).trim() === of.member));
    return value ?? (of.hasDefault ? [null] : []);
  });
  return [...registeredFor(page, of).slice(0, MAX_FOLLOWED), ...called];
}

/** `$URI`, `%URI%`: what the script gives the variable in any case, otherwise the read itself. */
export function valueOfVariable(known: Lookups, read: OutsideRead): readonly OutsideRead[] {
  const { text, strings, valuesNamed, isTestedHere, isReplaced } = known;
  if (!/[$%]/.test(text.charAt(read.offset)) || isTestedHere(read.name)) return [read];
  // Of an array of PHP.
  const holder = /^\$(\w+)\[/.exec(textAt(text, read))?.[1];
  const values = valuesNamed(read.name).map(({ offset, endOffset }) => {
    const string = stringAt(strings, { offset, endOffset });
    const isFallback = string && /\|\|\s*echo\s+["']?$/.test(textBefore(text, string.range.offset, 20));
    if (isFallback || (string && holder !== undefined && isReplaced(string.range, read.name, holder))) return undefined;
    return readIn(known, { offset, endOffset: string?.range.offset ?? endOffset }) ?? string;
  });
  // `URI="${URI}&x=1"` adds to a value from outside.
  if (values.length === 0 || values.some((one) => !one || one.name === read.name)) return [read];
  return values.filter((one): one is OutsideRead => 'source' in one!).slice(0, 1);
}

/** A name in an expression, and how the text may give it a value. */
export interface NamePlace {
  readonly named: FollowedName;
  /** The whole expression. */
  readonly whole: Range;
  /** True for a name of this text, false for a member of something else. */
  readonly isOwn: boolean;
  /** Matches the text before a value that is assigned to this member of this object. */
  readonly set: RegExp;
}

/** Where the text gives a name its values, in the function that has it as a parameter, if there is one. */
export function placesOf(known: Lookups, { named, whole, isOwn, set }: NamePlace, owner: Range | undefined) {
  const { page, text, strings, valuesNamed, resultsOf, fieldsOf } = known;
  const { first, last, behind } = named;
  const all = first === last ? lastOf(page, last, whole.offset, resultsOf(last)) : (isOwn ? resultsOf : fieldsOf)(last);
  // An import has no values here except those assigned to it.
  const isElsewhere = first !== last && importNamed(page, first) !== undefined;
  // A word or an object that is no string is the member of another object.
  const isOfOther = (one: Range): boolean =>
    !isOwn &&
    FORMS.written.test(textAt(text, one)) &&
    !stringAt(strings, one) &&
    !valuesNamed(first).some((value) => overlaps(value, one));
  const isMeant = (one: Range): boolean =>
    (!isElsewhere && (!owner || overlaps(one, owner)) && !isOfOther(one)) ||
    set.test(textBefore(text, one.offset, 200));
  // What describes an option.
  const isDescription = (one: Range): boolean =>
    first !== last && FORMS.described.test(textAt(text, one)) && !stringAt(strings, one);
  const own = all.filter((one) => isMeant(one) && !FORMS.nothing.test(textAt(text, one)) && !isDescription(one));
  // `uris[env]`: any member.
  const isAnyMember = /^\[[A-Za-z_$]/.test(text.slice(behind, whole.endOffset));
  return isAnyMember ? own.flatMap((one) => membersOf(text, one)) : own;
}

/** The names beside what a loop, a block or a function has, the last first: its list is one of them. */
export function wordsBeside(text: string, { offset, body, of }: Binding, last: string): readonly string[] {
  const behind = of ? '' : /^[^\n{]{0,100}/.exec(text.slice(body, body + 100))![0];
  const before = of
    ? text.slice(offset, body)
    : text
        .slice(Math.max(0, offset - 100), body)
        // What gets the result is no list.
        .split(/[;}]|\n(?!\s{0,60}[.)])|(?<![=!<>])=(?![=>])/)
        .at(-1)!;
  return (`${before}${behind}`.match(/[A-Za-z_]\w{1,60}/g) ?? [])
    .filter((word) => word !== last && !FORMS.self.test(word))
    .toReversed();
}

/** `const { X: uri } = process.env`, `import { X } from "$env/static/private"`: what is read, by the names that get it. */
const unpackedIn = (text: string): ReadonlyMap<string, OutsideRead> =>
  new Map(
    [...text.matchAll(FORMS.unpacked)].flatMap(({ 1: all = '', indices }) =>
      matchesIn(all, FORMS.entry, indices![1]![0]).map(({ match: [, name = '', own = name], offset }) => {
        return [own, { name, source: 'env', offset, endOffset: offset + name.length }] as const;
      }),
    ),
  );

/** True for a variable that something else may give a value: the script tests it, asks for it, or gets it: `URI=${1:-…}`. */
const isTested = (text: string, name: string): boolean => {
  const own = String.raw`${escapePattern(name)}\b`;
  return new RegExp(
    String.raw`(?:\[[^\n\]]{0,60}|\btest[ \t][^\n]{0,20}|-not[ \t(]{1,4}|IsNullOr\w{1,20}\(|![ \t]*|\bif[ \t]+(?:not[ \t]+|\/i[ \t]+)?["']?|\bparam[ \t]*\((?:[^()]|\([^()]*\)){0,900})[$%{]{1,2}(?:env:)?${own}|\bdefined[ \t]+${own}|\bread\b[^\n;|]{0,60}[ \t]${own}|\b${own}(?:[ \t]*\?=|=["']?\$\{\d|=[^]{0,2000}?\n[^#\n]{0,60}(?:\bsource|(?<![\w.])\.)[ \t]+["']?[$~/])`,
    'i',
  ).test(text);
};
