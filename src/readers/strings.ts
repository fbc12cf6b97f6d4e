import { findHits } from '../core/find.ts';
import type { Beside, Hit, HitKind } from '../core/find.ts';
import { MOST_NESTED } from '../core/found.ts';
import type { FoundString } from '../core/found.ts';
import type { Literal } from '../core/literal.ts';
import { sourceRange } from '../core/literal.ts';
import type { ServiceProfile } from '../core/service.ts';
import { overlaps } from '../core/source.ts';
import type { Range, Source } from '../core/source.ts';
import { compose } from './compose.ts';
import { constantsOf } from './constants.ts';
import { readApi, readConsole, readMediaType, readMetrics } from './read-address.ts';
import { base64Reader } from './read-base64.ts';
import { fieldReader } from './read-field.ts';
import { readHost } from './read-host.ts';
import { describe, readUri } from './read-uri.ts';
import type { HitReader, Reading } from './reading.ts';
import { choices, resolveHosts } from './resolve.ts';
import { scriptLiterals } from './script.ts';
import type { ScriptLiteral } from './script.ts';
import { gapsOf, isInside, stringsInside } from './strings-inside.ts';
import { survey } from './surroundings.ts';
import { languageOf } from './syntax.ts';

export interface FindOptions {
  /**
   * The syntax tree of a script, asked for only when strings are put together there; `null` when it cannot be parsed. Any
   * ESTree will do, whoever made it.
   */
  readonly ast?: (() => unknown) | undefined;
  /** Words that are looked for beside. */
  readonly beside?: Beside | undefined;
}

/**
 * Every string of the service in a text, in order and without overlaps, but for what stands inside of a string and is no part of it (hosts
 * of which any may be meant in a hole, comments between its pieces): that follows it. Pure; never throws.
 */
export function findStrings(source: Source, profile: ServiceProfile, options: FindOptions = {}): FoundString[] {
  const hits = findHits(source.text, profile, options.beside);
  if (hits.length === 0) return [];
  const plain = readHits(source, hits, profile);
  if (
    !options.ast ||
    languageOf(source.path) !== 'script' ||
    !plain.some((string) => needsFolding(string, source.text))
  )
    return plain;
  const ast: unknown = options.ast();
  return ast ? folded(source, hits, plain, ast, profile) : plain;
}

/** True for a string that its program may put together: only the syntax tree knows how. */
function needsFolding({ literal }: FoundString, text: string): boolean {
  return (
    literal.context === 'code' &&
    literal.decoded !== 'base64' &&
    (literal.segments.length > 1 || literal.holes.length > 0) &&
    !isOneConstant(literal, text)
  );
}

const BEFORE_VALUE = /(?:^|[^+])[=:][ \t]*$/;
const BEHIND_VALUE = /[ \t]*[,;}]/y;

/**
 * True for a whole string between plain quotes that is assigned as it stands: `uri = 'mongodb://${USER}@host';`. What looks like
 * a placeholder in it is text, and the syntax tree, which costs more than everything else, has nothing to add.
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

/** No string that counts stands behind this much of one that does not, in code units. */
const IN_VAIN = 1_000;

function readHits(source: Source, hits: readonly Hit[], profile: ServiceProfile, value = false): FoundString[] {
  const { path, text } = source;
  const readers: Readonly<Record<HitKind, HitReader>> = {
    scheme: readUri,
    host: readHost,
    console: readConsole,
    api: readApi,
    metrics: readMetrics,
    'media-type': readMediaType,
    field: fieldReader(),
    base64: base64Reader(),
  };
  const surveyor = survey(path, text, value);
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
    const reading: Reading = { text, profile, surveyor, floor, constant, scannedTo: 0 };
    const string = readers[hit.kind](hit, reading);
    // Text that was read in vain at length is not read again for each hit in it.
    if (!string && reading.scannedTo - hit.offset > IN_VAIN) floor = reading.scannedTo;
    if (!string) continue;
    found.push(string);
    inside = stringsInside(string, { text, profile, surveyor, constant }, readers);
    floor = Math.max(floor, string.range.endOffset);
  }
  return found;
}

/** The strings of a script by its syntax tree; what the tree does not hold (comments, patterns) stays as it was read. */
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
  const strings: FoundString[] = [];
  const covered: Range[] = [];
  const gaps: Range[] = [];
  let open: readonly Range[] = [];
  let outer = 0;
  for (const literal of literals) {
    const range = sourceRange(literal, 0, literal.value.length);
    // Literals come in order; one that begins inside the last one stands in a hole of it.
    if (range.offset < (covered.at(-1)?.endOffset ?? 0)) {
      if (open.some((place) => isInside(range, place)) && strings.length - outer < MOST_NESTED)
        strings.push(...inLiteral(literal, profile).filter(({ form }) => form === 'host'));
      continue;
    }
    const own = inLiteral(literal, profile).map((string) => withFallback(string, source.text, profile));
    if (own.length === 0) continue;
    covered.push(range);
    gaps.push(...gapsOf(literal, true));
    strings.push(...own);
    outer = strings.length;
    open = own.flatMap((string) => choices(string.literal, { text: source.text, profile, constant: () => null }));
  }
  const comments = within(plain, gaps).filter((string) => string.literal.context === 'comment');
  return [...strings, ...outside(plain, covered), ...comments].sort((a, b) => a.range.offset - b.range.offset);
}

/** The strings that touch none of the ranges; both are sorted. */
function outside(strings: readonly FoundString[], ranges: readonly Range[]): FoundString[] {
  let next = 0;
  return strings.filter((string) => {
    while (next < ranges.length && ranges[next]!.endOffset <= string.range.offset) next++;
    const range = ranges[next];
    return !range || !overlaps(range, string.range);
  });
}

/** The strings inside of the ranges; both are sorted. */
function within(strings: readonly FoundString[], ranges: readonly Range[]): FoundString[] {
  let next = 0;
  return strings.filter((string) => {
    while (next < ranges.length && ranges[next]!.endOffset <= string.range.offset) next++;
    const range = ranges[next];
    return range !== undefined && isInside(string.range, range);
  });
}

/** The strings inside the value of a literal, as places in the source. */
function inLiteral(literal: ScriptLiteral, profile: ServiceProfile): FoundString[] {
  const value = { path: 'value.txt', text: literal.value };
  return readHits(value, findHits(value.text, profile), profile, true).map((string) => placed(string, literal));
}

/** A host that is written in a hole stands in the text of the script and not in the value that was put together from it. */
function withFallback(string: FoundString, text: string, profile: ServiceProfile): FoundString {
  const { uri, literal, inValue } = string;
  if (!uri || inValue.endOffset - inValue.offset < literal.value.length) return string;
  const resolved = resolveHosts(literal, { text, profile, constant: () => null });
  if (!resolved) return string;
  const described = describe(literal, resolved, profile);
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
