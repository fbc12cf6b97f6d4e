import { grouped } from '../text/source.ts';
import type { StringRecord } from './string-record.ts';

/** The change of a string between two states of a repository. */
export type StringChange =
  | { readonly change: 'added'; readonly before: null; readonly after: StringRecord }
  | { readonly change: 'dropped'; readonly before: StringRecord; readonly after: null }
  | { readonly change: 'changed'; readonly before: StringRecord; readonly after: StringRecord };

/** The strings of files that differ, in both states. */
export interface TwoLists {
  readonly before: readonly StringRecord[];
  readonly after: readonly StringRecord[];
  /** Old names of moved files, by new name. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Files that exist in only one of the two states. */
  readonly gone: ReadonlySet<string>;
  readonly fresh: ReadonlySet<string>;
}

/**
 * The differences. A string is unchanged if its file, kind and text (without credentials) are the same, at any position
 * in the file. A string under the same key, or without a key to the same cluster, has changed. A moved file counts as
 * the same file. Sorted by file and position. Linear in strings.
 */
export function stringChanges(lists: TwoLists): StringChange[] {
  const before = byFile(lists.before);
  const after = byFile(lists.after);
  const names = new Map([...movedAlike(lists, before, after), ...lists.renamed]);
  const changes: StringChange[] = [];
  for (const [file, records] of after) {
    const old = names.get(file) ?? file;
    for (const change of compared(before.get(old) ?? [], records)) changes.push(change);
    before.delete(old);
  }
  for (const records of before.values()) for (const record of records) changes.push(dropped(record));
  return changes.sort(byPlace);
}

const dropped = (record: StringRecord): StringChange => ({ change: 'dropped', before: record, after: null });

/** Ways to match two records, the most reliable first. A record without the key of one pass is matched in the next. */
const PASSES: readonly ((record: StringRecord) => string | null)[] = [
  ({ key, kind, text }) => JSON.stringify([key, kind, text]),
  ({ kind, text }) => JSON.stringify([kind, text]),
  ({ key }) => key,
  ({ key, cluster }) => (key === null ? cluster : null),
];
const SAME_PASSES = 2;

function compared(before: readonly StringRecord[], after: readonly StringRecord[]): StringChange[] {
  const changes: StringChange[] = [];
  let [old, young] = [before, after];
  for (const [pass, keyOf] of PASSES.entries()) {
    const paired = pairUp(old, young, keyOf);
    if (pass >= SAME_PASSES)
      for (const [from, to] of paired.pairs) changes.push({ change: 'changed', before: from, after: to });
    [old, young] = [paired.old, paired.young];
  }
  const added = young.map((record): StringChange => ({ change: 'added', before: null, after: record }));
  return [...changes, ...old.map(dropped), ...added];
}

interface Pairs {
  readonly pairs: readonly (readonly [StringRecord, StringRecord])[];
  readonly old: readonly StringRecord[];
  readonly young: readonly StringRecord[];
}

/** Pairs records with equal keys, in the order of the file. */
function pairUp(old: readonly StringRecord[], young: readonly StringRecord[], keyOf: (typeof PASSES)[number]): Pairs {
  const waiting = new Map<string, StringRecord[]>();
  for (const record of old.toReversed()) {
    const key = keyOf(record);
    const same = key === null ? undefined : waiting.get(key);
    if (same) same.push(record);
    else if (key !== null) waiting.set(key, [record]);
  }
  const pairs: (readonly [StringRecord, StringRecord])[] = [];
  const left = young.filter((record) => {
    const key = keyOf(record);
    const from = key === null ? undefined : waiting.get(key)?.pop();
    if (from) pairs.push([from, record]);
    return !from;
  });
  const used = new Set(pairs.map(([from]) => from));
  return { pairs, old: old.filter((record) => !used.has(record)), young: left };
}

/** New files with exactly the strings of a deleted file: moves that Git does not report. */
function movedAlike(
  { gone, fresh, renamed }: TwoLists,
  before: ReadonlyMap<string, readonly StringRecord[]>,
  after: ReadonlyMap<string, readonly StringRecord[]>,
): [young: string, old: string][] {
  const known = new Set(renamed.values());
  const lost = [...gone].filter((path) => !known.has(path)).sort();
  const candidates = grouped(lost.reverse(), (file) => contentOf(before.get(file)));
  return [...fresh].sort().flatMap((file): [string, string][] => {
    const content = renamed.has(file) ? null : contentOf(after.get(file));
    const old = content === null ? undefined : candidates.get(content)?.pop();
    return old === undefined ? [] : [[file, old]];
  });
}

function contentOf(records: readonly StringRecord[] = []): string | null {
  return records.length === 0 ? null : records.map(PASSES[0]!).join('\n');
}

const byFile = (records: readonly StringRecord[]): Map<string, StringRecord[]> => grouped(records, ({ file }) => file);

function byPlace(a: StringChange, b: StringChange): number {
  const [x, y] = [a.after ?? a.before, b.after ?? b.before];
  if (x.file !== y.file) return x.file < y.file ? -1 : 1;
  // A removed string comes before its replacement.
  return x.offset - y.offset || (a.change === b.change ? 0 : a.change === 'dropped' ? -1 : 1);
}
