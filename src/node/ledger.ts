import { posix, resolve } from 'node:path';
import { versionDates } from '../classify/api-versions.ts';
import { isApiKind } from '../classify/host-shapes.ts';
import { NO_FACTS } from '../facts/facts.ts';
import type { DriverUse } from '../drivers/resolve.ts';
import {
  serviceDigest,
  type AdminApiFindings,
  type FileSetting,
  type Ledger,
  type LedgerHeader,
  type LedgerInput,
  type LedgerModule,
} from '../fleet/ledger.ts';
import type { FileResult } from '../lint/file-result.ts';
import type { Report } from '../lint/report.ts';
import { checksOf, type Rule } from '../lint/rule.ts';
import { needsText } from '../lint/relint.ts';
import { configEntries, fileSettings, type FileSettings, type Settings } from '../lint/settings.ts';
import type { Shard } from '../lint/shard-result.ts';
import { check, digestOf } from './check.ts';
import { UserError } from './errors.ts';
import { boundOf, relativePath, prefixOf } from './fs/paths.ts';
import { chosenPaths, type FileList } from './fs/list-files.ts';
import { besideStrings } from './beside-strings.ts';
import { unreadFiles } from './plan-coverage.ts';
import { loadBaseline, type Project } from './project/project.ts';
import { repositoryOwners } from './project/repository-files.ts';
import { repositoryIdentity } from './project/repository-identity.ts';
import type { ScanOptions } from './scan/scan-files.ts';
import { VERSION } from './version.ts';

interface LedgerOptions extends ScanOptions {
  /** `--repository`. */
  readonly repository: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly shard: Shard | null;
  /** The complete list, of which a shard takes a part. */
  readonly list: FileList;
  /** The report of `check`, `null` if no rules ran. */
  readonly report: Report | null;
}

/**
 * The ledger of a repository. It comes from a run of its own, without facts and without the configured severities, so
 * that it does not depend on later questions. Throws a `UserError` if the repository has no name.
 */
export function collectLedger(project: Project, part: FileList, options: LedgerOptions): Ledger {
  const { list, shard, report } = options;
  const root = boundOf(project.cwd);
  const identity = repositoryIdentity(root, { repository: options.repository }, options.env);
  const { repository } = identity;
  if (repository === null) {
    throw new UserError('a ledger needs the name of its repository', 'Name it: --repository acme/billing.');
  }
  const settings = factless(project.settings);
  const own = { ...project, settings, config: settings.config };
  const { results, counts } = check(own, part, {
    ...options,
    keepResults: true,
    isPart: true,
    wants: { masked: true },
  });
  const adminApi = adminApiFindings(own, part, results, options);
  const owners = repositoryOwners(root);
  const fromRoot = (path: string): string => posix.join(prefixOf(project.cwd), path);
  const modules: LedgerModule[] = [];
  const settingsOf = fileSettings(settings, project.fromConfig);
  const inputs = results.map((result): LedgerInput => {
    const setting = settingOf(settingsOf(result.path), settings, moduleOf(settings, result.path, fromRoot, modules));
    return {
      result: placed(result, fromRoot),
      setting: {
        ...setting,
        owners: owners?.ownersOf(fromRoot(result.path)) ?? [],
        adminApi: (adminApi.get(result.path) ?? []).map(({ to, findings }) => ({
          to,
          findings: placed({ ...result, findings }, fromRoot).findings,
        })),
      },
      accepted: report && acceptedIn(report, result.path),
    };
  });
  const { managed, sealed } = besideStrings(project, part, options);
  const unread = unreadFiles(list, counts, sealed, project);
  const paths = chosenPaths(list, root);
  const header: LedgerHeader = {
    ...identity,
    repository,
    day: settings.today,
    tool: VERSION,
    files: counts.files,
    skipped: { ...counts.skipped, ignored: list.skippedIgnored },
    config: configOf(project, root),
    service: serviceDigest(settings.profile),
    modules,
    ownersFile: owners?.source ?? null,
    managed: managed.map((item) => ({ ...item, file: fromRoot(item.file) })),
    whole: counts.files > 0 && paths === null && shard === null && unread.length === 0,
    shard,
    paths,
    unread: unread.map((one) => (one.file === '' ? one : { ...one, file: fromRoot(one.file) })),
    external: project.config.external,
    suppressions: configEntries(settings),
    base: relativePath(root, project.root).replace(/^\.$/, ''),
    baseline: loadBaseline(project)?.entries.map(({ id, rule, file, text }) => ({ id, rule, file, text })) ?? [],
  };
  return { header, inputs: inputs.sort((a, b) => (a.result.path < b.result.path ? -1 : 1)) };
}

/**
 * Rules that need the text of a file, and rules that collect items from all files. The others run where the facts are.
 */
function factless(settings: Settings): Settings {
  const { config } = settings;
  return {
    ...settings,
    facts: NO_FACTS,
    rules: checksOf(settings.rules).flatMap((check): Rule[] => {
      if (check.collect) return [{ ...check, changes: [] }];
      return needsText(check) ? [check] : [];
    }),
    overrides: {},
    config: {
      ...config,
      plan: [],
      rules: {},
      overrides: config.overrides.map((override) => ({ ...override, rules: {} })),
    },
  };
}

/**
 * Calls of the Administration API cannot be checked without their text. They are checked for every version to which a
 * change may move. Few files have calls, and there are few versions.
 */
function adminApiFindings(
  project: Project,
  part: FileList,
  results: readonly FileResult[],
  options: ScanOptions,
): ReadonlyMap<string, readonly AdminApiFindings[]> {
  const paths = new Set(
    results.filter(({ strings }) => strings.some(({ kind }) => isApiKind(kind))).map(({ path }) => path),
  );
  const found = new Map<string, AdminApiFindings[]>();
  if (paths.size === 0) return found;
  const files = { ...part, files: part.files.filter(({ path }) => paths.has(path)) };
  const rules = project.settings.rules.filter(({ changes = [] }) => changes.includes('admin-api'));
  for (const to of versionDates()) {
    const config = { ...project.config, plan: [{ change: 'admin-api' as const, to }] };
    const own = { ...project, config, settings: { ...project.settings, rules, config } };
    for (const { path, findings } of check(own, files, { ...options, keepResults: true, isPart: true }).results) {
      const known = found.get(path) ?? [];
      if (JSON.stringify(known.at(-1)?.findings) !== JSON.stringify(findings)) known.push({ to, findings });
      found.set(path, known);
    }
  }
  return found;
}

function settingOf(
  { context, entries }: FileSettings,
  settings: Settings,
  module: number | null,
): Omit<FileSetting, 'owners' | 'adminApi'> {
  const all = configEntries(settings);
  return {
    environment: context.environment,
    network: context.network,
    region: context.region,
    module,
    suppressions: entries.map((entry) => all.indexOf(entry)),
  };
}

/** The index of a file's module, which is added if it is new. */
function moduleOf(
  { drivers }: Settings,
  path: string,
  fromRoot: (path: string) => string,
  modules: LedgerModule[],
): number | null {
  const own = (drivers?.(path) ?? []).map((use): DriverUse => ({ ...use, path: fromRoot(use.path) }));
  const [first] = own;
  if (!first) return null;
  const key = JSON.stringify(own);
  const known = modules.findIndex((one) => JSON.stringify(one.drivers) === key);
  if (known >= 0) return known;
  return modules.push({ folder: posix.dirname(first.path), drivers: own }) - 1;
}

/** With paths relative to the root of the repository, whatever the working directory. */
function placed(result: FileResult, fromRoot: (path: string) => string): FileResult {
  const path = fromRoot(result.path);
  if (path === result.path) return result;
  const there = <T extends { readonly file: string }>(one: T): T => ({ ...one, file: fromRoot(one.file) });
  return {
    ...result,
    path,
    findings: result.findings.map((finding) => ({ ...there(finding), related: finding.related.map(there) })),
    unknown: result.unknown.map((one) => ({ ...one, places: one.places.map(there) })),
  };
}

function acceptedIn({ findings }: Report, path: string): ReadonlySet<number> {
  const own = findings.filter(({ file, suppressed }) => file === path && suppressed !== null);
  return new Set(own.map(({ offset }) => offset));
}

function configOf({ loaded }: Project, root: string): LedgerHeader['config'] {
  return loaded && { file: relativePath(root, resolve(loaded.path)), digest: digestOf(Buffer.from(loaded.text)) };
}
