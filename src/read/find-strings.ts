import forms from './forms.json' with { type: 'json' };
import { ATTRIBUTE_WORDS, findHits, NO_WORDS, type Hit, type HitKind, type SeenWords } from '../find/hits.ts';
import { MAX_NESTED, stringAt, type FoundString } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { countBefore, namedForms, oncePer, oncePerText, textBefore } from '../text/source.ts';
import type { Range, Source } from '../text/source.ts';
import { readApi, readConsole, readMediaType, readMetrics } from './address.ts';
import { base64Reader } from './base64.ts';
import { fieldReader } from './record-field.ts';
import { readBuiltHost, readHost, withHostGroups } from './host.ts';
import { withSearches } from './searches.ts';
import { readUri } from './uri.ts';
import type { ReaderInput } from './hit-reader.ts';
import { EXTERNAL_WORDS, externalReads } from './external/external-reads.ts';
import { codeMatches, pageOf, type Page } from './page.ts';

const FORMS = namedForms(forms.strings);

/** All strings of a text, in order, without overlaps. Pure; never throws. `seen` gets the `words` in it. */
export function findStrings(
  file: Source,
  profile: ServiceProfile,
  words = NO_WORDS,
  seen: SeenWords = new Map(),
): readonly FoundString[] {
  const code = codeOf(file);
  const source = pageOf(code);
  const hits = findHits(source.text, profile, withExternal(words), seen);
  const strings = withHostGroups(source.text, hits.length > 0 ? readHits(source, hits, profile) : []);
  const external = externalReads(source, profile, strings, seen);
  const all = [...strings, ...external].sort((a, b) => a.range.offset - b.range.offset);
  return withReplicaSets(code, all);
}

/** The words of one pass over a text. Equal lists are the same object. */
const withExternal = oncePer((words: readonly string[]) => [...words, ...EXTERNAL_WORDS, ...ATTRIBUTE_WORDS]);

/** The code of a text. Of a notebook, cells are code and text is a comment, at the same offsets: other JSON is blank. */
export const codeOf = oncePerText((file: Source): Source => {
  if (!file.path.endsWith('.ipynb')) return file;
  const cells = file.text.split(/(?="cell_type")/).map((cell) => cellText(cell, FORMS.proseCell.test(cell)));
  return { path: `${file.path}.py`, text: cells.join('') };
});

function cellText(text: string, isProse: boolean): string {
  let isOpen = false;
  // The next cell may begin in the same line.
  return (isProse ? text.replace(/\{(?=\s{0,200}$)/, '\n') : text)
    .replace(/("source":\s{0,20})(\[?\s{0,20})"/g, (_, name: string, list: string) =>
      isProse ? `${name.replace(':', ' ')}${list.replace('[', ' ')}#` : `${name}${list} `,
    )
    .replace(/\\(?:["\\]|n(?:"\s{0,20},\s{0,20}")?)/g, (escape) => {
      const [, char = ''] = escape;
      if (char === 'n') isOpen = false;
      else if (char === '"') isOpen = !isOpen;
      if (char === 'n') return ` \n${' '.repeat(escape.length - 2)}`.replace(/ $/, isProse ? '#' : ' ');
      // The blank is outside of the string.
      return char === '"' && !isOpen ? '" ' : ` ${char}`;
    });
}

/** How far after a hit without a result further hits are skipped, in code units. */
const MIN_SKIPPED_UNITS = 1_000;

function readHits(page: Page, hits: readonly Hit[], profile: ServiceProfile): FoundString[] {
  const { text } = page;
  const readers: Readonly<Record<Exclude<HitKind, 'base64'>, typeof readUri>> = {
    scheme: readUri,
    host: readHost,
    'built-host': readBuiltHost,
    console: readConsole,
    api: readApi,
    metrics: readMetrics,
    'media-type': readMediaType,
    field: fieldReader(),
  };
  // Most encoded texts are settings.
  const readBase64 = base64Reader((decoded) => findStrings({ path: '.env', text: decoded }, profile));
  const found: FoundString[] = [];
  let floor = 0;
  let outer: FoundString | null = null;
  let nested = 0;
  let end = 0;
  for (const hit of hits) {
    const hole = hit.offset < floor ? holeAt(outer, hit) : null;
    if (hit.offset < floor && (hole === null || hit.offset < end || nested === MAX_NESTED)) continue;
    const from = hole ? Math.max(hole.offset, end) : floor;
    const stop = hole?.endOffset ?? text.length;
    const reading: ReaderInput = { page, text, profile, stop, floor: from, scannedTo: 0 };
    if (hit.kind === 'base64') {
      found.push(...readBase64(hit, reading));
      floor = Math.max(floor, found.at(-1)?.range.endOffset ?? 0);
      continue;
    }
    const string = readers[hit.kind](hit, reading);
    // Skip hits inside text that was already scanned without a match.
    if (!string && !hole && reading.scannedTo - hit.offset > MIN_SKIPPED_UNITS) floor = reading.scannedTo;
    if (!string) continue;
    if (!hole || !outer) {
      [outer, nested, end] = [string, 0, 0];
      floor = Math.max(floor, string.range.endOffset);
      found.push(string);
      continue;
    }
    end = string.range.endOffset;
    if (!outer.hosts.some(({ host }) => host === string.hosts[0]?.host)) {
      nested++;
      const { key, context } = outer.literal;
      found.push({ ...string, literal: { ...string.literal, key, context } });
    }
  }
  return withSearches(page, found);
}

/** Where a string has one of several hosts: `${live ? "…" : "…"}`, `{{ if .live }}…{{ else }}…{{ end }}`. */
function holeAt(outer: FoundString | null, { kind, offset, endOffset }: Hit): Range | null {
  if (!outer || kind !== 'host') return null;
  const { value, placeholders } = outer.literal;
  const after = placeholders.findIndex((one) => one.endOffset > offset);
  const [before, next] = [placeholders[after - 1], placeholders[after]];
  if (!next || next.at < value.lastIndexOf('@')) return null;
  if (next.offset <= offset) return endOffset <= next.endOffset ? next : null;
  return before && FORMS.choosing.test(before.text) ? { offset: before.endOffset, endOffset: next.offset } : null;
}

/** Marks the strings beside which a replica set is named: the nearest one that a client may take. */
export function withReplicaSets(source: Source, strings: readonly FoundString[]): readonly FoundString[] {
  const takers = strings.filter(
    ({ uri, name, literal, hosts: [host] }) =>
      literal.context === 'code' && (uri !== null || name !== null || host?.class.node === false),
  );
  const options = takers.length > 0 ? optionsIn(source) : [];
  if (options.length === 0) return strings;
  const beside = new Map<FoundString, Range>();
  for (const option of options) {
    // In a string, it is an option of that one, unless an attribute gives the host.
    const own = option.inQuery ? stringAt(strings, option) : null;
    const string = own?.uri && own.givenBy === undefined ? undefined : nearest(takers, option);
    if (string && !beside.has(string)) beside.set(string, option);
  }
  return strings.map((string) => {
    const replicaSet = beside.get(string);
    return replicaSet === string.replicaSet ? string : { ...string, replicaSet };
  });
}

const optionsIn = (source: Source) =>
  codeMatches(source, FORMS.replicaSet).flatMap(({ offset, match }) => {
    const before = textBefore(source.text, offset);
    const inQuery = /[?&]$/.test(before);
    return inQuery || FORMS.beforeOption.test(before)
      ? [{ offset, endOffset: offset + match[1]!.length, inQuery }]
      : [];
  });

/** Options mostly follow their string. */
function nearest(strings: readonly FoundString[], { offset, endOffset }: Range): FoundString | undefined {
  const next = countBefore(strings, ({ range }) => range.offset <= offset);
  const [before, after] = [strings[next - 1], strings[next]];
  const behind = before ? offset - before.range.endOffset : Infinity;
  const ahead = after ? after.range.offset - endOffset : Infinity;
  return behind <= ahead ? before : after;
}
