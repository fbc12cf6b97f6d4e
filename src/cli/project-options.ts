import { isDate } from '../config/values.ts';
import type { RuleSettings } from '../config/config.ts';
import { LEVELS, type Severity } from '../config/severity.ts';
import { checksOf, ruleNames, type Rule } from '../lint/rule.ts';
import { UserError } from '../node/errors.ts';
import { displayArgument, prefixOf } from '../node/fs/paths.ts';
import { openProject, type Project } from '../node/project/project.ts';
import { enterStage } from '../node/timing.ts';
import { configChoice, knownName, unknownName, maxFileSize, namedPaths, type FormatChoice } from './arguments.ts';
import type { Parsed } from './options.ts';
import { posix } from 'node:path';
import type { Ledger } from '../fleet/ledger.ts';
import type { Report, RepositoryIdentity } from '../lint/report.ts';
import { parseShard, shardOf, type Shard } from '../lint/shard-result.ts';
import type { FileList } from '../node/fs/list-files.ts';
import { stagedFiles, type Selection } from '../node/git/staged.ts';
import { filesSince } from '../node/git/since.ts';
import { VERSION } from '../node/version.ts';
import type { VerdictView } from '../report/sarif/verdict.ts';

/** The project of the working directory with the common options. */
export function projectFromOptions(options: Parsed, rules: readonly Rule[], overrides: RuleSettings = {}): Project {
  enterStage('config');
  return openProject({
    cwd: process.cwd(),
    config: configChoice(options),
    rules,
    overrides,
    today: todayOf(options),
    suppressions: options.toggle('suppressions') ?? true,
    baseline: options.toggle('baseline') === false ? false : options.value('baseline'),
    facts: options.values('facts').length > 0 ? options.values('facts') : undefined,
  });
}

/** `--rule id` runs only these rules, `--rule id:severity` changes one. */
export function ruleOverrides(values: readonly string[], rules: readonly Rule[]): RuleSettings {
  const settings: Record<string, [Severity | 'off']> = {};
  const only = values.filter((value) => !value.includes(':'));
  if (only.length > 0) for (const rule of rules) settings[rule.id] = ['off'];
  for (const value of values) {
    const [id = '', level] = value.split(':');
    const own = checksOf(rules).filter((check) => check.id === id || check.name === id);
    if (own.length === 0) throw unknownName('rule', id, ruleNames(rules), 'Rules: connlint explain');
    // Without a severity, each reason keeps its own.
    if (level === undefined) for (const { name, severity } of own) settings[name] = [severity];
    else settings[id] = [knownName('severity', level, LEVELS, `Severities: ${LEVELS.join(', ')}.`)];
  }
  return settings;
}

/** `--today`, validated. */
export function todayOf(options: Parsed): string | undefined {
  const today = options.value('today');
  if (today !== undefined && !isDate(today))
    throw new UserError(`--today ${displayArgument(today)} is not a date`, 'Write YYYY-MM-DD.');
  return today;
}

/** The part of the project for `--staged` or `--since`, `null` without them. Throws a `UserError`. */
export function selectionOf(project: Project, parsed: Parsed): Selection | null {
  const since = parsed.value('since');
  const option = parsed.flag('staged') ? '--staged' : since === undefined ? null : '--since';
  if (option === null) return null;
  if (option === '--staged' && since !== undefined)
    throw new UserError(
      '--staged and --since cannot be combined',
      '--staged checks the index, --since the working tree. Use one of them.',
    );
  if (parsed.value('stdin-filename') !== undefined) {
    throw new UserError(
      `${option} and --stdin-filename cannot be combined`,
      'With --stdin-filename, only standard input is checked.',
    );
  }
  const isPatch = parsed.values('format').some((format) => /^patch(?:=|$)/.test(format));
  if (parsed.flag('fix') || parsed.flag('fix-dry-run') || isPatch) throw noFixes(option);
  const { paths, fromList } = namedPaths(parsed);
  // An empty list of files does not mean all files.
  const isOpen = paths.length === 0 && !fromList;
  const choice = { paths: isOpen ? ['.'] : paths, noIgnore: parsed.toggle('ignore') === false };
  return since === undefined ? stagedFiles(project, choice) : filesSince(project, since, choice);
}

function noFixes(option: string): UserError {
  const why = option === '--staged' ? 'the index' : 'single lines';
  return new UserError(
    `${option} checks ${why}, but fixes change whole files of the working tree`,
    `Run connlint --fix <file…> first${option === '--staged' ? ', then `git add` them' : ''}.`,
  );
}

/** The part for `--shard`, `null` without it. Throws a `UserError`. */
export function shardChoice(parsed: Parsed): Shard | null {
  const text = parsed.value('shard');
  if (text === undefined) return null;
  const shard = parseShard(text);
  if (!shard)
    throw new UserError(`invalid shard ${displayArgument(text)}`, 'Write --shard 2/8 for the second of eight.');
  const other = ['staged', 'since', 'stdin-filename', 'fix', 'fix-dry-run'].find(
    (name) => parsed.flag(name) || parsed.value(name) !== undefined,
  );
  if (other !== undefined)
    throw new UserError(`--shard and --${other} cannot be combined`, 'A shard is a part of the files of a whole run.');
  return shard;
}

/** The files of one part. Checks of all files together are left to the merge. */
export function partOf(project: Project, list: FileList, shard: Shard | null): FileList {
  if (!shard) return list;
  const prefix = prefixOf(project.cwd);
  const files = list.files.filter(({ path }) => shardOf(posix.join(prefix, path), shard.count) === shard.index);
  return { ...list, files, folders: [] };
}

/** What a run read. */
export interface Listing {
  readonly selection: Selection | null;
  /** Before a shard took its part; `null` for standard input. */
  readonly list: FileList | null;
  readonly shard: Shard | null;
}

/**
 * The files of a run that leaves something for later. Throws a `UserError` for a part that no later run could place.
 */
export function wholeList({ selection, list }: Listing): FileList {
  if (!selection && list) return list;
  throw new UserError(
    'the formats blob and ledger need whole files on disk',
    'Remove --staged, --since and --stdin-filename.',
  );
}

/** What the files leave for `connlint fleet`. Throws a `UserError`. */
export async function ledgerOf(
  project: Project,
  parsed: Parsed,
  listing: Listing,
  report: Report | null,
): Promise<Ledger> {
  const list = wholeList(listing);
  const { collectLedger } = await import('../node/ledger.ts');
  return collectLedger(project, partOf(project, list, listing.shard), {
    repository: parsed.value('repository'),
    env: process.env,
    shard: listing.shard,
    list,
    report,
    maxBytes: maxFileSize(parsed),
  });
}

const UNKNOWN_REPOSITORY: RepositoryIdentity = { repository: null, revision: null, ref: null, uri: null };

/** Git is asked only for the formats that name the repository. Throws a `UserError`. */
export async function identityOf(
  { cwd }: Project,
  parsed: Parsed,
  formats: readonly string[],
): Promise<RepositoryIdentity> {
  if (!formats.includes('sarif') && !formats.includes('blob')) return UNKNOWN_REPOSITORY;
  const { repositoryIdentity } = await import('../node/project/repository-identity.ts');
  return repositoryIdentity(cwd, { repository: parsed.value('repository') }, process.env);
}

/** The additional data of a verdict in SARIF. Throws a `UserError`. */
export async function verdictView(
  project: Project,
  parsed: Parsed,
  formats: readonly FormatChoice<string>[],
): Promise<VerdictView> {
  const prefix = prefixOf(project.cwd);
  return {
    version: VERSION,
    identity: await identityOf(
      project,
      parsed,
      formats.map(({ format }) => format),
    ),
    category: parsed.value('sarif-category'),
    fromRoot: (file) => `${prefix}${file}`,
  };
}
