import { fstatSync, closeSync } from 'node:fs';
import { isObject, parsedJson } from '../../text/json.ts';
import { LEDGER_VERSION, type LedgerFile, type LedgerHeader, type LedgerUse } from '../../fleet/ledger.ts';
import { grouped } from '../../text/source.ts';
import { isDate } from '../../config/values.ts';
import type { MaskedString } from '../../lint/shard-result.ts';
import { maskedOf, resultOf, type LedgerPart, type RecordedFile, type Repository } from '../../fleet/repository.ts';
import { UserError } from '../errors.ts';
import { namedPath } from '../fs/patterns.ts';
import { relativePath, displayArgument, displayPath } from '../fs/paths.ts';
import { irregular, openToRead, readAt, tooLarge, unreadable } from '../fs/read-file.ts';
import { filesBelow } from '../fs/walk.ts';
import {
  count,
  bool,
  isFileResult,
  isFinding,
  isManaged,
  isMasked,
  list,
  map,
  nullable,
  object,
  text,
} from '../shards/read.ts';

/** The ledgers of a fleet, by repository, in the order of their names. */
export interface Fleet {
  readonly names: ReadonlySet<string>;
  /** Reads the repositories one by one. Throws a `UserError` that names file and line. */
  readonly repositories: () => Iterable<Repository>;
}

const HINT = 'Write one in each repository: connlint list --format ledger=connlint.ledger.jsonl';

/**
 * Opens ledgers and reads their headers. Throws a `UserError` for a file that is not a ledger, and for two ledgers of
 * one repository that are not parts of one run.
 * @param paths files, globs, or folders, of which every `.jsonl` file is read
 */
export function openFleet(paths: readonly string[], cwd: string): Fleet {
  const files = [...new Set(paths.flatMap((path) => ledgerFiles(path, cwd)))].sort();
  if (files.length === 0) throw new UserError('no ledger to read', HINT);
  const byName = grouped(
    files.map((path) => ({ ...headOf(path), path })),
    ({ repository }) => repository,
  );
  const sorted = [...byName].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [, parts] of sorted) refuseOthers(parts);
  return {
    names: new Set(byName.keys()),
    *repositories() {
      for (const [name, parts] of sorted) yield repositoryIn(name, [...parts].sort(byPart));
    },
  };
}

/** Independent of the file names, which are arbitrary. */
const byPart = (a: LedgerPart, b: LedgerPart): number => (partKey(a) < partKey(b) ? -1 : 1);

const partKey = ({ header }: LedgerPart): string =>
  JSON.stringify([header?.shard ? String(header.shard.index).padStart(5, '0') : null, header?.paths ?? null]);

function ledgerFiles(path: string, cwd: string): string[] {
  const named = namedPath(path, cwd);
  if (named.kind === 'file') return [named.absolute];
  const folder = named.kind === 'folder' ? named.absolute : named.base;
  const isMeant = named.kind === 'folder' ? (file: string) => file.endsWith('.jsonl') : named.matches;
  const found = filesBelow(folder).filter((file) => isMeant(relativePath(folder, file)));
  if (found.length === 0) throw new UserError(`no ledger in ${displayArgument(path)}`, HINT);
  return found;
}

/** What is equal in all parts of one run. */
const OF_A_RUN: readonly (readonly [what: string, of: (header: LedgerHeader | null) => string | number | null])[] = [
  ['revision', (header) => header?.revision ?? null],
  ['day', (header) => header?.day ?? null],
  ['connlint', (header) => header?.tool ?? null],
  ['config', (header) => header?.config?.digest ?? null],
  ['number of shards', (header) => header?.shard?.count ?? null],
];

/** Ledgers of one repository must be parts of one run over one commit. */
function refuseOthers(parts: readonly LedgerPart[]): void {
  const [first, ...others] = parts as readonly [LedgerPart, ...LedgerPart[]];
  for (const other of others) {
    const differs = OF_A_RUN.find(([, of]) => of(first.header) !== of(other.header));
    if (!differs) continue;
    const [what, of] = differs;
    const values = [first, other].map(({ header }) => of(header) ?? 'none');
    throw new UserError(
      `two ledgers of ${first.repository}: ${first.source} and ${other.source} (${what}: ${values.join(' and ')})`,
      'Keep the newest ledger of each repository.',
    );
  }
}

function repositoryIn(name: string, parts: readonly LedgerPart[]): Repository {
  const files: RecordedFile[] = [];
  const known = new Map<string, string>();
  let lost = 0;
  for (const part of parts) {
    if (!part.header) continue;
    const own = filesIn(part as LedgerPart & { readonly path: string });
    lost += own.lost;
    for (const one of own.files) {
      const other = known.get(one.file.file);
      if (other !== undefined) {
        throw new UserError(
          `${one.file.file} of ${name} is in ${other} and in ${part.source}`,
          'Keep one ledger of each repository, or the parts of one run.',
        );
      }
      known.set(one.file.file, part.source);
      files.push(one);
    }
  }
  return { name, parts, files: files.sort((a, b) => (a.file.file < b.file.file ? -1 : 1)), lost };
}

function headOf(path: string): LedgerPart {
  const source = displayPath(path);
  for (const line of linesOf(path)) {
    const value = parsedJson(line);
    const version = isObject(value) ? value['connlint-ledger'] : undefined;
    if (!isObject(value) || typeof version !== 'number') break;
    const { repository } = value;
    if (version !== LEDGER_VERSION) {
      const name = typeof repository === 'string' ? repository : source;
      return { source, header: null, repository: name, version, lines: 0 };
    }
    if (!header(value))
      throw new UserError(`${source}:1: the header of a ledger is damaged`, 'Write the ledger again.');
    const { lines, ...own } = value as unknown as LedgerHeader & { readonly lines: number };
    return { source, header: own, repository: own.repository, version, lines };
  }
  throw new UserError(`${source}:1: not a ledger of connlint`, HINT);
}

interface ReadFiles {
  readonly files: readonly RecordedFile[];
  readonly lost: number;
}

/** A truncated ledger ends early, perhaps within a line. Every other line that cannot be read is an error. */
function filesIn({ path, source, header: head, lines }: LedgerPart & { readonly path: string }): ReadFiles {
  const files: { file: LedgerFile; uses: LedgerUse[]; masked: MaskedString[]; header: LedgerHeader }[] = [];
  let at = 0;
  let broken: number | null = null;
  for (const line of linesOf(path)) {
    at++;
    if (at === 1) continue;
    if (broken !== null) throw damaged(source, broken);
    const value = parsedJson(line);
    const last = files.at(-1);
    if (isLedgerFile(value)) files.push({ file: value, uses: [], masked: [], header: head! });
    else if (isUse(value) && last?.file.file === value.file && addUse(last, value)) continue;
    else if (value === undefined && at <= lines + 1) broken = at;
    else throw damaged(source, at);
  }
  const found = at - 1 - (broken === null ? 0 : 1);
  if (found > lines) throw damaged(source, lines + 2);
  return { files, lost: lines - found };
}

/** False for a use whose string is damaged. */
function addUse({ uses, masked }: { uses: LedgerUse[]; masked: MaskedString[] }, use: LedgerUse): boolean {
  const string = maskedOf(use);
  if (!isMasked(string)) return false;
  uses.push(use);
  masked.push(string);
  return true;
}

const damaged = (source: string, line: number): UserError =>
  new UserError(`${source}:${line}: not a line of a ledger`, 'Write the ledger again.');

const name = nullable(text);
const unread = list(object({ file: text, reason: text }));
const header = object({
  repository: text,
  revision: name,
  ref: name,
  uri: name,
  day: (value) => typeof value === 'string' && isDate(value),
  tool: text,
  files: count,
  config: nullable(object({ file: text, digest: text })),
  service: text,
  modules: list(
    object({ folder: text, drivers: list(object({ name: text, version: name, path: text, age: text, least: name })) }),
  ),
  ownersFile: name,
  managed: list(isManaged),
  whole: bool,
  shard: nullable(object({ index: count, count })),
  paths: nullable(list(text)),
  unread,
  external: map(text),
  suppressions: list(object({ rule: list(text), host: name, reason: name, until: name })),
  base: text,
  baseline: list(object({ id: text, rule: text, file: text, text })),
  lines: count,
});
const fileShape = object({
  file: text,
  environment: name,
  network: name,
  region: name,
  module: nullable(count),
  suppressions: list(count),
  owners: list(text),
  adminApi: list(object({ to: text, findings: list(isFinding) })),
});
const useShape = object({
  id: text,
  repository: text,
  file: text,
  role: text,
  line: count,
  column: count,
  text,
  kind: text,
  hosts: list(object({ host: text, port: nullable(count), kind: text })),
  key: name,
  context: text,
  project: name,
  environment: name,
  owners: list(text),
  accepted: nullable(bool),
  values: nullable(list(text)),
  string: object({ literal: isObject }),
});

function isLedgerFile(value: unknown): value is LedgerFile {
  if (!isObject(value) || value.type !== 'file' || !fileShape(value)) return false;
  return isFileResult(
    resultOf({ file: value as unknown as LedgerFile, uses: [], masked: [], header: undefined as never }),
  );
}

const isUse = (value: unknown): value is LedgerUse => isObject(value) && value.type === 'use' && useShape(value);

/** Maximum size of a ledger in bytes. */
const MAX_BYTES = 1 << 30;
const MAX_LINE_BYTES = 1 << 28;
const PIECE = 1 << 20;

/** The lines of a file, which is read in pieces. Throws a `UserError`. */
function* linesOf(path: string): Iterable<string> {
  const source = displayPath(path);
  const file = opened(path, source);
  try {
    const { size } = fstatSync(file);
    if (size > MAX_BYTES) throw new UserError(`${source} is too large: ${tooLarge(size, MAX_BYTES).reason}`);
    const buffer = Buffer.allocUnsafe(PIECE);
    let rest: Buffer[] = [];
    let length = 0;
    for (let position = 0; position < size;) {
      const bytes = buffer.subarray(0, readAt(file, buffer, 0, position));
      if (bytes.length === 0) break;
      position += bytes.length;
      let from = 0;
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        yield Buffer.concat([...rest, bytes.subarray(from, end)]).toString('utf8');
        rest = [];
        length = 0;
        from = end + 1;
      }
      rest.push(Buffer.from(bytes.subarray(from)));
      length += bytes.length - from;
      if (length > MAX_LINE_BYTES) throw new UserError(`${source} is not a ledger: a line is too long`, HINT);
    }
    if (length > 0) yield Buffer.concat(rest).toString('utf8');
  } finally {
    closeSync(file);
  }
}

function opened(path: string, source: string): number {
  try {
    const file = openToRead(path, true);
    const sort = irregular(fstatSync(file));
    if (sort === null) return file;
    closeSync(file);
    throw new UserError(`${source} is ${sort}`, 'Name a file.');
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${source} cannot be read: ${unreadable(error).reason}`);
  }
}
