import { resolve } from 'node:path';
import type { PlannedChange } from '../../config/plan.ts';
import type { RuleSettings } from '../../config/config.ts';
import type { Notice } from '../../lint/finding.ts';
import { BLOB_MARK } from '../../find/own-files.ts';
import type { ManagedItem } from '../../plan/managed.ts';
import type { UnreadFile } from '../../plan/subject.ts';
import type { RepositoryIdentity, Summary } from '../../lint/report.ts';
import type { Shard } from '../../lint/shard-result.ts';
import type { FileResult } from '../../lint/file-result.ts';
import { check, type CheckResult } from '../check.ts';
import type { FileList } from '../fs/list-files.ts';
import { FOR_PLANS, projectFor } from '../plan.ts';
import type { Project } from '../project/project.ts';
import { isWithin, relativePath, prefixOf } from '../fs/paths.ts';
import { readBytes } from '../fs/read-file.ts';
import { besideStrings } from '../beside-strings.ts';
import { unreadFiles } from '../plan-coverage.ts';
import { escapeControlCharsInJson } from '../../text/escape-control-chars.ts';
import { VERSION } from '../version.ts';

/** Changes whenever the contents of a blob change. */
export const BLOB_VERSION = 8;

/** The settings of a run, which must be the same in all shards. */
export interface BlobSettings {
  readonly tool: string;
  /** Path of the config from the working directory, `null` without one. */
  readonly config: string | null;
  /** Hash of the config and its fact files. */
  readonly facts: string;
  readonly rules: RuleSettings;
  readonly suppressions: boolean;
  /** Date for which the files were checked. */
  readonly today: string;
  /** Path of a named baseline. `false`: none was used; `null`: that of the config. */
  readonly baseline: string | false | null;
  /** Path from the root of the repository to the working directory, with `/` at its end. */
  readonly prefix: string;
  /** Folders to scan completely, relative to the working directory. */
  readonly folders: readonly string[];
}

/** The output of one shard for `connlint merge`: plain data without credentials and without paths of this machine. */
export interface ShardBlob {
  readonly 'connlint-blob': typeof BLOB_VERSION;
  readonly shard: Shard;
  readonly identity: RepositoryIdentity;
  readonly settings: BlobSettings;
  readonly files: number;
  readonly skipped: Summary['skipped'];
  /** Notices about the list of files, which all shards report, and about single files. */
  readonly notices: { readonly list: readonly Notice[]; readonly files: readonly Notice[] };
  /** Files that were named, outside of the folders. */
  readonly named: readonly string[];
  readonly unread: readonly string[];
  readonly results: readonly FileResult[];
  /** Unread files that make planned changes undecided, including those of the list, which all shards report. */
  readonly undecided: readonly UnreadFile[];
  /** Clusters and settings that code of the shard creates, if changes are planned. */
  readonly managed: readonly ManagedItem[];
  /** The results of a run for each planned change of the config, in the order of the plan. */
  readonly changes: readonly (readonly (FileResult | ChangeResult)[])[];
  /** The last key: SHA-256 of all others, to detect truncated or damaged blobs. */
  readonly end: string;
}

/** The results of another run over a file whose strings and comments are already in the blob. */
type ChangeResult = Pick<FileResult, 'path' | 'findings' | 'unknown' | 'collected'>;

const differing = ({ path, findings, unknown, collected }: FileResult): ChangeResult => ({
  path,
  findings,
  unknown,
  collected,
});

interface BlobInput {
  readonly shard: Shard;
  readonly identity: RepositoryIdentity;
  /** The whole list, of which the shard took its part. */
  readonly list: FileList;
  readonly part: FileList;
  /** Size in bytes above which files are skipped. */
  readonly maxBytes?: number | undefined;
}

const NOTHING_BESIDE = { managed: [], sealed: [] } as const;

export function blobText(project: Project, checked: CheckResult, input: BlobInput): string {
  const { shard, identity, list, part, maxBytes } = input;
  const { counts } = checked;
  const files = part.files.map(({ absolute }) => absolute);
  const fromHere = (path: string): string => relativePath(project.cwd, path);
  const isPlanned = project.config.plan.length > 0;
  const { managed, sealed: notHere } = isPlanned ? besideStrings(project, part, { maxBytes }) : NOTHING_BESIDE;
  const blob: Omit<ShardBlob, 'end'> = {
    'connlint-blob': BLOB_VERSION,
    shard,
    identity,
    settings: blobSettings(project, list.folders.map(fromHere)),
    files: counts.files,
    skipped: counts.skipped,
    notices: { list: list.notices, files: counts.notices },
    named: files.filter((file) => !list.folders.some((folder) => isWithin(file, folder))).map(fromHere),
    unread: counts.unread.map(({ absolute }) => fromHere(absolute)).sort(),
    // The contents of a short file can be guessed from its hash.
    results: checked.results.map((result) => ({ ...result, digest: null })),
    undecided: isPlanned ? unreadFiles(list, counts, notHere, project) : [],
    managed,
    changes: project.config.plan.map((change) => changeOf(project, checked, input, change)),
  };
  const text = sealed(escapeControlCharsInJson(JSON.stringify(blob)));
  if (!text.startsWith(BLOB_MARK)) throw new Error('a blob begins with its mark');
  return text;
}

const SEAL = /,"end":"([0-9a-f]{64})"\}\n$/;
const MAX_SEAL_LENGTH = 80;

/** Loaded when needed, because few runs use it. */
const sha256 = () => process.getBuiltinModule('node:crypto').createHash('sha256');

const sealOf = (body: string): string => sha256().update(body).digest('hex');

/** The text of a blob, from its JSON without the last key. */
export function sealed(body: string): string {
  return `${body.slice(0, -1)},"end":"${sealOf(body)}"}\n`;
}

/** True if the text was not changed after it was written. */
export function isSealed(text: string): boolean {
  const [seal, hash] = SEAL.exec(text.slice(-MAX_SEAL_LENGTH)) ?? [];
  return seal !== undefined && sealOf(`${text.slice(0, -seal.length)}}`) === hash;
}

/** Rules for planned changes replace each other, so the files are checked once more for each change. */
function changeOf(
  project: Project,
  { results }: CheckResult,
  { part, maxBytes }: BlobInput,
  change: PlannedChange,
): (FileResult | ChangeResult)[] {
  const known = new Set(results.map(({ path }) => path));
  const own = check(projectFor(project, change), part, { isPart: true, maxBytes, ...FOR_PLANS }).results;
  return own.map((result) => (known.has(result.path) ? differing(result) : result));
}

function blobSettings(project: Project, folders: readonly string[]): BlobSettings {
  const { cwd, loaded, settings, baseline } = project;
  return {
    tool: VERSION,
    config: loaded && relativePath(cwd, loaded.path),
    facts: factsHash(project),
    rules: settings.overrides,
    suppressions: settings.suppressions,
    today: settings.today,
    baseline: baseline.use === 'none' ? false : baseline.use === 'named' ? relativePath(cwd, baseline.path) : null,
    prefix: prefixOf(cwd),
    folders,
  };
}

/** Of the bytes, not their meaning, because positions in the config are part of a report. */
export function factsHash({ root, loaded, factFiles }: Project): string {
  const hash = sha256();
  for (const path of loaded ? [loaded.path, ...[...factFiles].sort()] : []) {
    const read = readBytes(resolve(root, path), { named: true, maxBytes: Infinity });
    const bytes = 'bytes' in read ? read.bytes : Buffer.alloc(0);
    hash.update(`${relativePath(root, path)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}
