import { grouped } from '../text/source.ts';
import { nameOf, type Finding } from '../lint/finding.ts';
import { stringParts } from './string-parts.ts';
import { placeList, type Block, type Inline, type Item, type Place } from './document.ts';

/** Findings with one cause and one replacement: people read them as one with its places. */
export type Cause = readonly [Finding, ...Finding[]];

/** Joins findings with one rule, message, replacement and acceptance, in the order of the first ones. */
export function causes(findings: readonly Finding[]): Cause[] {
  const groups = grouped(findings, (one) =>
    JSON.stringify([one.severity, nameOf(one), one.message, replacementOf(one), one.suppressed, one.cluster]),
  );
  return [...groups.values()].map(([first, ...others]): Cause => [first!, ...others]);
}

/** The hosts of a string before and after if everything else is the same, otherwise the whole strings. */
export function changedPart(from: string, to: string): readonly [before: string, after: string] {
  const [before, after] = [stringParts(from), stringParts(to)];
  const isHostsOnly =
    before.scheme + before.user === after.scheme + after.user &&
    before.path + before.options === after.path + after.options &&
    before.hosts !== '' &&
    after.hosts !== '';
  return isHostsOnly ? [before.hosts, after.hosts] : [from, to];
}

/** The changed part of the string before and after, or what to do instead of it; `null` if nothing is offered. */
function replacementOf({ text, fix, suggestions }: Finding): readonly [before: string | null, after: string] | null {
  const first = fix ?? suggestions[0];
  if (!first) return null;
  return first.after === null ? [null, first.title] : changedPart(text, first.after);
}

/** A cause as an item of a list: what is wrong, the old and the new text, the places. */
export function causeItem(cause: Cause, verbose: boolean, ownersOf?: (place: Place) => readonly string[]): Item {
  const [first] = cause;
  const { severity, message, suppressed } = first;
  const [before, after] = replacementOf(first) ?? [];
  const isOneText = cause.every(({ text }) => text === first.text);
  const old = before ?? (isOneText && first.text !== '' ? first.text : null);
  const words: Inline[] = [
    { badge: severity, hue: severity },
    ` ${message} `,
    { code: nameOf(first) },
    ...(suppressed ? [` (accepted by ${suppressed.by}${suppressed.reason ? `: ${suppressed.reason}` : ''})`] : []),
  ];
  const below: Block[] = [
    ...(old !== null || after !== undefined
      ? [
          {
            list: [
              ...(old === null ? [] : [{ words: ['string ', { code: old }] }]),
              ...(after === undefined ? [] : [{ words: [first.fix ? 'fix ' : 'suggestion ', { code: after }] }]),
            ],
          },
        ]
      : []),
    ...(verbose ? [{ paragraph: first.why }, { paragraph: first.todo }] : []),
    placeList(cause, verbose, ownersOf),
  ];
  return { words, below };
}
