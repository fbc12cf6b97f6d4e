import type { Severity } from '../config/severity.ts';

// What a report says, before it is a text, Markdown or a page. All texts are plain: each face escapes them in its way.

/** A place in the tree. Each face links it where it can. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Of a file in a clone below the working directory. */
  readonly repository?: string;
}

export type Hue = Severity | 'ready' | 'blocked' | 'undecided' | 'passed' | 'failed';

/** A piece of a line. */
export type Inline =
  | string
  | { readonly code: string }
  | { readonly strong: string }
  | { readonly badge: string; readonly hue: Hue }
  | { readonly place: Place };

/** A line. In a plain text, parts in backticks are code. */
export type Words = string | readonly Inline[];

export type Block =
  | { readonly heading: Words; readonly level: 1 | 2 | 3 }
  | { readonly paragraph: Words }
  | { readonly list: readonly Item[]; readonly numbered?: true }
  | { readonly table: readonly string[]; readonly rows: readonly (readonly Words[])[] }
  | { readonly code: string };

/** An item of a list, with what stands below it. */
export interface Item {
  readonly words: Words;
  readonly below?: readonly Block[];
}

export type Document = readonly Block[];

/** A line by its pieces. */
export function inlines(words: Words): readonly Inline[] {
  if (typeof words !== 'string') return words;
  return words.split(/`([^`]+)`/).flatMap((piece, at): Inline[] => {
    if (piece === '') return [];
    return [at % 2 === 1 ? { code: piece } : piece];
  });
}

/** A place, with its repository where there are several. */
export const placeWords = (place: Place): readonly Inline[] => [
  { place },
  ...(place.repository === undefined ? [] : [` (${place.repository})`]),
];

/** A place with its owners. */
export const ownedWords = (place: Place, owners: readonly string[] = []): readonly Inline[] =>
  owners.length === 0 ? placeWords(place) : [...placeWords(place), `  ${owners.join(' ')}`];

const MAX_PLACES = 20;

/** Places as a list, the first ones of many. */
export function placeList(
  places: readonly Place[],
  all = false,
  ownersOf: (place: Place) => readonly string[] = () => [],
): Block {
  const shown = all ? places : places.slice(0, MAX_PLACES);
  const hidden = places.length - shown.length;
  return {
    list: [
      ...shown.map((place): Item => ({ words: ownedWords(place, ownersOf(place)) })),
      ...(hidden > 0 ? [{ words: `and ${hidden} more (--verbose)` }] : []),
    ],
  };
}
