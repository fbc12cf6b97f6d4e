import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BLOB_MARK } from '../core/own-text.ts';
import { BLOB_VERSION, isSealed } from './blob.ts';
import { blobIn } from './blob-shape.ts';
import type { Blob, BlobSettings } from './blob.ts';
import { systemCode, UserError } from './errors.ts';
import { shownArgument } from './shown-path.ts';
import { VERSION } from './version.ts';

interface ReadBlob {
  readonly path: string;
  readonly blob: Blob;
}

/**
 * The blobs of all shards of one run, in the order of the shards. Throws a `UserError` for a file that is none, for blobs of
 * different runs, and for a shard that is missing or there twice.
 * @param paths files, or folders whose files are all blobs
 */
export function readBlobFiles(paths: readonly string[]): Blob[] {
  const read = paths.flatMap(filesOf).map((path) => ({ path, blob: parsed(path) }));
  const [first] = read;
  if (!first) throw new UserError('there is no file to merge', 'Shards write them: --shard 1/4 --format blob=1.json');
  for (const one of read) refuseOther(first, one);
  return everyShard(read, first.blob.shard.count);
}

function filesOf(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): UserError {
  const code = systemCode(error);
  if (code === null) throw error;
  const why = code === 'ENOENT' ? 'no such file' : `cannot be read (${code})`;
  return new UserError(`${shownArgument(path)}: ${why}`, 'Name the files that --format blob=FILE wrote.');
}

function parsed(path: string): Blob {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
  if (!text.startsWith(BLOB_MARK)) {
    throw new UserError(`${shownArgument(path)} is no result of a shard`, 'Shards write them: --format blob=FILE');
  }
  const version = /^\d+/.exec(text.slice(BLOB_MARK.length))?.[0];
  const blob = version === String(BLOB_VERSION) && isSealed(text) ? blobIn(text) : null;
  if (blob) return blob;
  if (version !== undefined && version !== String(BLOB_VERSION)) {
    throw new UserError(`${shownArgument(path)} is of another release of connlint`, SAME_RELEASE);
  }
  throw new UserError(`${shownArgument(path)} is cut short or damaged`, 'Run the shard again.');
}

const SAME_RELEASE = 'Run the shards and the merge with the same release.';

/** What must be equal, and what to say when it is not. */
const EQUAL: readonly (readonly [key: keyof BlobSettings, what: string, hint: string])[] = [
  ['tool', 'another release of connlint', SAME_RELEASE],
  ['config', 'another config', 'Run all shards in the same folder, with the same --config.'],
  ['facts', 'another state of the config or its fact files', 'Run all shards on the same commit.'],
  ['rules', 'other rules', 'Give all shards the same --rule.'],
  ['suppressions', 'other suppressions', 'Give --no-suppressions to all shards or to none.'],
  ['baseline', 'another baseline', 'Give all shards the same --baseline.'],
  ['today', 'another day', 'Give all shards the same --today.'],
  ['prefix', 'another folder', 'Run all shards in the same folder of the repository.'],
  ['folders', 'other folders', 'Give all shards the same paths.'],
];

function refuseOther(first: ReadBlob, { path, blob }: ReadBlob): void {
  const { settings } = blob;
  if (settings.tool !== VERSION) {
    throw new UserError(
      `${shownArgument(path)} was written by connlint ${settings.tool}, this is ${VERSION}`,
      SAME_RELEASE,
    );
  }
  for (const [key, what, hint] of EQUAL) {
    if (JSON.stringify(settings[key]) === JSON.stringify(first.blob.settings[key])) continue;
    throw new UserError(`${shownArgument(path)} was made with ${what} than ${shownArgument(first.path)}`, hint);
  }
  const [own, all] = [blob.shard.count, first.blob.shard.count];
  if (own === all) return;
  throw new UserError(
    `${shownArgument(path)} is one of ${own} shards, ${shownArgument(first.path)} is one of ${all}`,
    'Merge the shards of one run.',
  );
}

function everyShard(read: readonly ReadBlob[], count: number): Blob[] {
  const byIndex = new Map<number, ReadBlob>();
  for (const one of read) {
    const { index } = one.blob.shard;
    const other = byIndex.get(index);
    if (other) {
      const paths = `${shownArgument(other.path)} and ${shownArgument(one.path)}`;
      throw new UserError(`shard ${index}/${count} is there twice: ${paths}`, 'Name every shard once.');
    }
    byIndex.set(index, one);
  }
  const indexes = Array.from({ length: count }, (_, i) => i + 1);
  const missing = indexes.filter((index) => !byIndex.has(index));
  if (missing.length === 0) return indexes.map((index) => byIndex.get(index)!.blob);
  const list = missing.slice(0, 10).join(', ') + (missing.length > 10 ? ', …' : '');
  throw new UserError(
    `${missing.length === 1 ? `shard ${list} of ${count} is` : `shards ${list} of ${count} are`} missing`,
    'Name the results of all shards; a shard without files writes one too.',
  );
}
