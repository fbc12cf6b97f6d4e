import { findHits, type Beside, type Hit, type HitKind, NOTHING } from '../find/hits.ts';
import { MAX_NESTED, type FoundString } from '../classify/found-string.ts';
import type { Literal } from '../text/literal.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { oncePer, type Range, type Source } from '../text/source.ts';
import { constantsOf, choices } from './constants.ts';
import { readApi, readConsole, readMediaType, readMetrics } from './address.ts';
import { base64Reader } from './base64.ts';
import { fieldReader } from './record-field.ts';
import { readBuiltHost, readHost, withHostGroups } from './host.ts';
import { readUri } from './uri.ts';
import type { HitReader, ReaderInput } from './hit-reader.ts';
import { OPTION_WORDS, withReplicaSets } from './replica-set.ts';
import { EXTERNAL_WORDS, externalReads } from './external/external-reads.ts';
import { pageOf, type Page } from './page.ts';

export interface FindOptions {
  /** Additional words to search in the same pass. */
  readonly beside?: Beside | undefined;
}

/**
 * All strings of the service in a text, in order and without overlaps. Strings within another string that are not part
 * of it (alternative hosts in a placeholder, comments between its pieces) follow it. Pure; never throws.
 */
export function findStrings(file: Source, profile: ServiceProfile, wants: FindOptions = {}): readonly FoundString[] {
  const { beside = NOTHING } = wants;
  const source = pageOf(
    file.path.endsWith('.ipynb') ? { path: `${file.path}.py`, text: notebookText(file.text) } : file,
  );
  let isOfProduct = false;
  const options: number[] = [];
  const others = beside.words.length;
  const hits = findHits(source.text, profile, {
    words: wordsBeside(beside.words),
    visit: (word, offset) => {
      if (word < others) beside.visit(word, offset);
      else if (word < others + EXTERNAL_WORDS.length) isOfProduct = true;
      else options.push(offset);
    },
  });
  const strings = withHostGroups(source.text, hits.length > 0 ? readHits(source, hits, profile) : []);
  const external = isOfProduct || EXTERNAL_PATH.test(file.path) ? externalReads(source, profile, strings) : [];
  const all =
    external.length === 0 ? strings : [...strings, ...external].sort((a, b) => a.range.offset - b.range.offset);
  return withReplicaSets(source, all, options);
}

/** Such a file may read a string of the service without its name in the text. */
const EXTERNAL_PATH = /mongo/i;

/** The words of one pass over a text. Equal lists are the same object. */
const wordsBeside = oncePer((words: readonly string[]) => [...words, ...EXTERNAL_WORDS, ...OPTION_WORDS]);

/**
 * A notebook with its cells as code, at the same offsets: the JSON around the lines of cells and their escapes are
 * blank.
 */
function notebookText(text: string): string {
  let isOpen = false;
  return text
    .replace(/("source":\s{0,20}\[?\s{0,20})"/g, '$1 ')
    .replace(/\\(?:["\\]|n(?:"\s{0,20},\s{0,20}")?)/g, (escape) => {
      const [, char = ''] = escape;
      if (char === 'n') isOpen = false;
      else if (char === '"') isOpen = !isOpen;
      if (char === 'n') return ` \n${' '.repeat(escape.length - 2)}`;
      // The blank is outside of the string.
      return char === '"' && !isOpen ? '" ' : ` ${char}`;
    });
}

/** How far after a hit without a result further hits are skipped, in code units. */
const MIN_SKIPPED_UNITS = 1_000;

function readHits(page: Page, hits: readonly Hit[], profile: ServiceProfile): FoundString[] {
  const { text } = page;
  const readers: Readonly<Record<HitKind, HitReader>> = {
    scheme: readUri,
    host: readHost,
    'built-host': readBuiltHost,
    console: readConsole,
    api: readApi,
    metrics: readMetrics,
    'media-type': readMediaType,
    field: fieldReader(),
    base64: base64Reader(),
  };
  const constant = constantsOf(text);
  const found: FoundString[] = [];
  let floor = 0;
  let inside: ReturnType<typeof stringsInside> | null = null;
  for (const hit of hits) {
    if (hit.offset < floor) {
      const inner = inside?.(hit);
      if (inner) found.push(inner);
      continue;
    }
    const reading: ReaderInput = { page, text, profile, stop: text.length, floor, constant, scannedTo: 0 };
    const string = readers[hit.kind](hit, reading);
    // Skip hits inside text that was already scanned without a match.
    if (!string && reading.scannedTo - hit.offset > MIN_SKIPPED_UNITS) floor = reading.scannedTo;
    if (!string) continue;
    found.push(string);
    inside = stringsInside(string, { page, text, profile, stop: text.length, constant }, readers);
    floor = Math.max(floor, string.range.endOffset);
  }
  return found;
}

interface Place extends Range {
  /** True for a placeholder, false for a comment between two pieces. */
  readonly isPlaceholder: boolean;
}

/**
 * Reads the strings within another string that are not part of it: alternative hosts in a placeholder (`${live ? "…" :
 * "…"}`), which keep the key of the outer string, and strings in comments between its pieces. Takes the hits inside of
 * the string, in order.
 */
function stringsInside(
  outer: FoundString,
  reading: Omit<ReaderInput, 'floor' | 'scannedTo'>,
  readers: Readonly<Record<Hit['kind'], HitReader>>,
): (hit: Hit) => FoundString | null {
  const { literal } = outer;
  if (literal.decoded === 'base64' || (literal.placeholders.length === 0 && literal.segments.length < 2))
    return () => null;
  let places: readonly Place[] | null = null;
  let next = 0;
  let { offset: floor } = outer.range;
  let left = MAX_NESTED;
  const readAt = (hit: Hit, place: Place): FoundString | null => {
    const inside = { ...reading, stop: place.endOffset, floor: Math.max(floor, place.offset), scannedTo: 0 };
    if (!place.isPlaceholder) return readers[hit.kind](hit, inside);
    const host = hit.kind === 'host' ? readHost(hit, inside) : null;
    return host && { ...host, literal: { ...host.literal, key: literal.key, context: literal.context } };
  };
  return (hit) => {
    if (hit.offset < floor || left === 0) return null;
    places ??= placesIn(literal, reading);
    while (next < places.length && places[next]!.endOffset <= hit.offset) next++;
    const place = places[next];
    const string = place && isInside(hit, place) ? readAt(hit, place) : null;
    if (!string) return null;
    floor = string.range.endOffset;
    left--;
    return string;
  };
}

/** Sorted and without overlaps. */
function placesIn(literal: Literal, reading: Omit<ReaderInput, 'floor' | 'scannedTo'>): Place[] {
  const placeholders = choices(literal, reading).map(({ offset, endOffset }) => ({
    offset,
    endOffset,
    isPlaceholder: true,
  }));
  return [...placeholders, ...betweenPieces(literal)].sort((a, b) => a.offset - b.offset);
}

/** The text between the pieces of a string: operators, white space, comments. */
function betweenPieces({ segments }: Literal): Place[] {
  return segments.flatMap(({ endOffset }, i) => {
    const end = segments[i + 1]?.offset ?? endOffset;
    return end > endOffset ? [{ offset: endOffset, endOffset: end, isPlaceholder: false }] : [];
  });
}

function isInside({ offset, endOffset }: Range, place: Range): boolean {
  return place.offset <= offset && endOffset <= place.endOffset;
}
