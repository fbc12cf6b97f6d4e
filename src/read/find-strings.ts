import { findHits, type Beside, type Hit, type HitKind, NOTHING } from '../find/hits.ts';
import { MAX_NESTED, type FoundString } from '../classify/found-string.ts';
import { sourceRange, compose, type Literal } from '../text/literal.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { countBefore, overlaps, type Range, type Source, oncePer } from '../text/source.ts';
import { constantsOf, choices, resolveHosts, type ResolvingReading } from './constants.ts';
import { readApi, readConsole, readMediaType, readMetrics } from './address.ts';
import { base64Reader } from './base64.ts';
import { fieldReader } from './record-field.ts';
import { readBuiltHost, readHost, withHostGroups } from './host.ts';
import { describe, readUri } from './uri.ts';
import type { HitReader, ReaderInput } from './literal-reader.ts';
import { scriptLiterals, type ScriptLiteral } from './script/literals.ts';
import { OPTION_WORDS, withReplicaSets } from './replica-set.ts';
import { EXTERNAL_WORDS, externalReads, type WordAt } from './external/external-reads.ts';
import { contextReader } from './context.ts';
import { notebookCells } from './notebook.ts';
import { languageOf } from './languages.ts';

export interface FindOptions {
  /**
   * The syntax tree of a script, requested only if the script builds strings. `null` if it cannot be parsed. Any ESTree
   * works.
   */
  readonly ast?: (() => unknown) | undefined;
  /** Additional words to search in the same pass. */
  readonly beside?: Beside | undefined;
}

/**
 * All strings of the service in a text, in order and without overlaps. Strings within another string that are not part
 * of it (alternative hosts in a placeholder, comments between its pieces) follow it. Pure; never throws.
 */
export function findStrings(source: Source, profile: ServiceProfile, wants: FindOptions = {}): readonly FoundString[] {
  const { ast, beside = NOTHING } = wants;
  const words: WordAt[] = [];
  const options: number[] = [];
  const others = beside.words.length;
  const hits = findHits(source.text, profile, {
    words: wordsBeside(beside.words),
    visit: (word, offset) => {
      if (word < others) beside.visit(word, offset);
      else if (word < others + EXTERNAL_WORDS.length) words.push({ word: word - others, offset });
      else options.push(offset);
    },
  });
  const isNotebook = source.path.endsWith('.ipynb') && hits.length + words.length > 0;
  const found = isNotebook ? inNotebook(source, hits, profile) : literalStrings(source, profile, hits, ast);
  const strings = withHostGroups(source.text, found);
  const external = isNotebook ? [] : externalReads(source, profile, strings, words);
  const all =
    external.length === 0 ? strings : [...strings, ...external].sort((a, b) => a.range.offset - b.range.offset);
  return withReplicaSets(source.text, all, options);
}

/** The words of one pass over a text. Equal lists are the same object. */
const wordsBeside = oncePer((words: readonly string[]) => [...words, ...EXTERNAL_WORDS, ...OPTION_WORDS]);

function literalStrings(
  source: Source,
  profile: ServiceProfile,
  hits: readonly Hit[],
  astOf: FindOptions['ast'],
): FoundString[] {
  if (hits.length === 0) return [];
  const plain = readHits(source, hits, profile);
  if (!astOf || languageOf(source.path) !== 'script' || !plain.some((string) => needsFolding(string, source.text)))
    return plain;
  const ast: unknown = astOf();
  return ast ? folded(source, hits, plain, ast, profile) : plain;
}

/** The strings and reads of the cells, whose lines are escaped in JSON, and the strings of their output. */
function inNotebook(source: Source, hits: readonly Hit[], profile: ServiceProfile): FoundString[] {
  const cells = notebookCells(source.text);
  const lines = cells.flatMap(({ segments }) => segments).sort((a, b) => a.offset - b.offset);
  const isInCell = (hit: Hit): boolean => {
    const line = lines[countBefore(lines, ({ endOffset }) => endOffset <= hit.offset)];
    return line !== undefined && overlaps(line, hit);
  };
  const strings = cells.flatMap(({ path, value, segments }) => {
    const words: WordAt[] = [];
    const cell = { path, text: value };
    const visit = (word: number, offset: number): void => void words.push({ word, offset });
    const found = readHits(cell, findHits(value, profile, { words: EXTERNAL_WORDS, visit }), profile);
    return [...found, ...externalReads(cell, profile, found, words)].map((string) => {
      const { key, context, quote } = string.literal;
      return placed(string, { value, segments, placeholders: [], key, context, quote, decoded: null, folded: [] });
    });
  });
  const others = readHits(
    source,
    hits.filter((hit) => !isInCell(hit)),
    profile,
  );
  return [...strings, ...others].sort((a, b) => a.range.offset - b.range.offset);
}

/** True for a string that the program may build, so that the syntax tree is needed. */
function needsFolding({ literal }: FoundString, text: string): boolean {
  return (
    literal.context === 'code' &&
    literal.decoded !== 'base64' &&
    (literal.segments.length > 1 || literal.placeholders.length > 0) &&
    !isOneConstant(literal, text)
  );
}

const BEFORE_VALUE = /(?:^|[^+])[=:][ \t]*$/;
const BEHIND_VALUE = /[ \t]*[,;}]/y;

/**
 * True for a whole string in plain quotes that is assigned unchanged: `uri = 'mongodb://${USER}@host';`. It contains no
 * real placeholders, and the syntax tree, the most expensive step, would add nothing.
 */
function isOneConstant({ segments, quote }: Literal, text: string): boolean {
  const first = segments[0];
  const last = segments.at(-1);
  if (!first || !last || (quote !== "'" && quote !== '"')) return false;
  if (text[first.offset - 1] !== quote || text[last.endOffset] !== quote) return false;
  if (segments.some(({ offset }, i) => i > 0 && offset !== segments[i - 1]!.endOffset)) return false;
  BEHIND_VALUE.lastIndex = last.endOffset + 1;
  return BEHIND_VALUE.test(text) && BEFORE_VALUE.test(text.slice(Math.max(0, first.offset - 20), first.offset - 1));
}

/** How far after a hit without a result further hits are skipped, in code units. */
const MIN_SKIPPED_UNITS = 1_000;

function readHits(source: Source, hits: readonly Hit[], profile: ServiceProfile, value = false): FoundString[] {
  const { path, text } = source;
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
  const contexts = contextReader(path, text, value);
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
    const reading: ReaderInput = { text, profile, contexts, floor, constant, scannedTo: 0 };
    const string = readers[hit.kind](hit, reading);
    // Skip hits inside text that was already scanned without a match.
    if (!string && reading.scannedTo - hit.offset > MIN_SKIPPED_UNITS) floor = reading.scannedTo;
    if (!string) continue;
    found.push(string);
    inside = stringsInside(string, { text, profile, contexts, constant }, readers);
    floor = Math.max(floor, string.range.endOffset);
  }
  return found;
}

/**
 * The strings of a script by its syntax tree. Ranges outside of the tree (comments, patterns) keep the strings that
 * were read without it.
 */
function folded(
  source: Source,
  hits: readonly Hit[],
  plain: readonly FoundString[],
  ast: unknown,
  profile: ServiceProfile,
): FoundString[] {
  const literals = scriptLiterals(
    ast,
    source.text,
    hits.map((hit) => hit.offset),
  );
  const constant = constantsOf(source.text);
  // The tree resolves interpolated names in their scopes, but not the arguments of formats.
  const ofFormat = (name: string, at: number): string | null =>
    /[%{]/.test(source.text.charAt(at)) ? constant(name) : null;
  const strings: FoundString[] = [];
  const covered: Range[] = [];
  const between: Range[] = [];
  let open: readonly Range[] = [];
  let outer = 0;
  for (const literal of literals) {
    const range = sourceRange(literal, 0, literal.value.length);
    // Literals come in order. One that begins inside the last one is in a placeholder of it.
    if (range.offset < (covered.at(-1)?.endOffset ?? 0)) {
      if (open.some((place) => isInside(range, place)) && strings.length - outer < MAX_NESTED)
        strings.push(...inLiteral(literal, profile).filter(({ form }) => form === 'host'));
      continue;
    }
    const own = inLiteral(literal, profile).map((string) =>
      withFallback(string, { text: source.text, profile, constant: ofFormat }),
    );
    if (own.length === 0) continue;
    covered.push(range);
    between.push(...betweenPieces(literal, true));
    strings.push(...own);
    outer = strings.length;
    open = own.flatMap((string) => choices(string.literal, { text: source.text, profile, constant: () => null }));
  }
  const comments = within(plain, between).filter((string) => string.literal.context === 'comment');
  return [...strings, ...outside(plain, covered), ...comments].sort((a, b) => a.range.offset - b.range.offset);
}

/** The strings outside of all ranges. Both lists are sorted. */
function outside(strings: readonly FoundString[], ranges: readonly Range[]): FoundString[] {
  let next = 0;
  return strings.filter((string) => {
    while (next < ranges.length && ranges[next]!.endOffset <= string.range.offset) next++;
    const range = ranges[next];
    return !range || !overlaps(range, string.range);
  });
}

/** The strings inside the ranges. Both lists are sorted. */
function within(strings: readonly FoundString[], ranges: readonly Range[]): FoundString[] {
  let next = 0;
  return strings.filter((string) => {
    while (next < ranges.length && ranges[next]!.endOffset <= string.range.offset) next++;
    const range = ranges[next];
    return range !== undefined && isInside(string.range, range);
  });
}

/** The strings inside the value of a literal, with ranges in the source. */
function inLiteral(literal: ScriptLiteral, profile: ServiceProfile): FoundString[] {
  const value = { path: 'value.txt', text: literal.value };
  return readHits(value, findHits(value.text, profile), profile, true).map((string) => placed(string, literal));
}

/** A default host in a placeholder is in the source of the script, not in the concatenated value. */
function withFallback(string: FoundString, reading: ResolvingReading): FoundString {
  const { uri, literal, inValue } = string;
  if (!uri || inValue.endOffset - inValue.offset < literal.value.length) return string;
  const resolved = resolveHosts(literal, reading);
  if (!resolved) return string;
  const described = describe(literal, resolved, reading.profile);
  const elsewhere = string.hosts.filter((host) => host.resolved);
  const hosts = described.hosts.map((host) =>
    elsewhere.some(({ hostRange }) => overlaps(hostRange, host.hostRange)) ? { ...host, resolved: true } : host,
  );
  return { ...described, hosts };
}

function placed(string: FoundString, outer: ScriptLiteral): FoundString {
  const literal: Literal = compose(string.literal, outer);
  const start = string.literal.segments[0]?.offset ?? 0;
  const hosts = string.hosts.map((host) => {
    const range = { offset: start + host.offset, endOffset: start + host.endOffset };
    return { ...host, resolved: host.resolved || outer.folded.some((piece) => overlaps(piece, range)) };
  });
  return { ...string, literal, hosts, range: sourceRange(literal, string.inValue.offset, string.inValue.endOffset) };
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
    const text = reading.text.slice(0, place.endOffset);
    const inside = { ...reading, text, floor: Math.max(floor, place.offset), scannedTo: 0 };
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

/**
 * The text between the pieces of a string: operators, white space, comments.
 * @param made true to include code that adds text, such as the separator of a list
 */
function betweenPieces({ segments }: Literal, made = false): Place[] {
  return segments.flatMap((segment, i) => {
    const { offset, endOffset, exact } = segment;
    const end = segments[i + 1]?.offset ?? endOffset;
    return [
      ...(made && !exact ? [{ offset, endOffset, isPlaceholder: false }] : []),
      ...(end > endOffset ? [{ offset: endOffset, endOffset: end, isPlaceholder: false }] : []),
    ];
  });
}

function isInside({ offset, endOffset }: Range, place: Range): boolean {
  return place.offset <= offset && endOffset <= place.endOffset;
}
