import type { PlanPlace } from '../plan/steps.ts';
import type { FindingEntry } from './causes.ts';
import type { HUE } from './terminal.ts';

// What a report says, before it is a text, Markdown or a page. All texts are plain: each face escapes them in its way.

/** A place in the tree. Each face links it where it can. */
export type Place = Omit<PlanPlace, 'from' | 'to'>;

export type Inline =
  | string
  | { readonly code: string }
  | { readonly strong: string }
  | { readonly badge: string; readonly hue: keyof typeof HUE }
  | { readonly place: Place };

/** A line. In a plain text, parts in backticks are code. */
export type Words = string | readonly Inline[];

export type Block =
  | { readonly heading: Words; readonly level: 1 | 2 | 3 }
  | { readonly paragraph: Words }
  | { readonly list: readonly Item[]; readonly numbered?: true }
  | { readonly code: string }
  | { readonly finding: FindingEntry };

export interface Item {
  readonly words: Words;
  readonly below?: readonly Block[];
}

export type Document = readonly Block[];

export function inlines(words: Words): readonly Inline[] {
  if (typeof words !== 'string') return words;
  const pieces = words.split(/`([^`]+)`/);
  return pieces.flatMap((piece, at): Inline[] => (piece === '' ? [] : [at % 2 === 1 ? { code: piece } : piece]));
}

/** A place, with its repository where there are several, and with its owners. */
export const placeWords = (place: Place): readonly Inline[] => [
  { place },
  ...(place.repository === undefined ? [] : [` (${place.repository})`]),
  ...(place.owners?.length ? [`  ${place.owners.join(' ')}`] : []),
];

/** Enough for a person; all are in `json`. */
export const MAX_PLACES = 20;

export function placeLines(places: readonly Place[], most: number): Words[] {
  const hidden = places.length - most;
  return [...places.slice(0, most).map(placeWords), ...(hidden > 0 ? [`and ${hidden} more (--verbose)`] : [])];
}

/** The heading of a page: whether the run passed, and what it is about. */
export const outcomeHeading = (passed: boolean, words: string): Block => ({
  heading: [passed ? { badge: 'PASSED', hue: 'passed' } : { badge: 'FAILED', hue: 'failed' }, ` ${words}`],
  level: 1,
});

export const section = (heading: string, level: 2 | 3, items: readonly Item[]): Block[] =>
  items.length === 0 ? [] : [{ heading, level }, { list: items }];

export const placeList = (places: readonly Place[], most: number): Block => ({
  list: placeLines(places, most).map((words) => ({ words })),
});

export function findingItem({ severity, name, message, places, most, string, notes }: FindingEntry): Item {
  const key = string?.key ? [{ code: string.key }, ' '] : [];
  const marked = string?.text.slice(string.mark.offset, string.mark.endOffset);
  const lines: Words[] = [
    ...(marked ? [['string: ', ...key, { code: marked }]] : []),
    ...notes.map(([label, words]) => [`${label}: `, ...inlines(words)]),
    ...placeLines(places, most),
  ];
  return {
    words: [{ badge: severity, hue: severity }, ' ', ...inlines(message), ' ', { code: name }],
    below: [{ list: lines.map((words) => ({ words })) }],
  };
}
