import { readText } from './fs/read-file.ts';
import { join, posix } from 'node:path';
import { filePlaces, type FileLines } from '../text/file-lines.ts';
import type { PlanEntry } from '../plan/plan.ts';
import type { Report, RepositoryIdentity } from '../lint/report.ts';
import type { PlacedString } from '../lint/file-result.ts';
import { enabledRules } from '../lint/settings.ts';
import type { ReportView } from '../report/report-view.ts';
import { prefixOf, repositoryOf } from './fs/paths.ts';
import type { Project } from './project/project.ts';

/** A report, and the lines with findings by path. */
export interface ReportInput {
  readonly report: Report;
  readonly lines: ReadonlyMap<string, FileLines>;
}

export interface ViewOptions {
  /** True to include accepted findings. */
  readonly withSuppressed?: boolean;
  /** Checks the planned changes. Missing without a project. */
  readonly plan?: () => readonly PlanEntry[];
  /** Lists all strings. Missing without a project. */
  readonly strings?: () => readonly PlacedString[];
  readonly ledger?: ReportView['ledger'];
  /** Path from the root of the repository to the working directory, where that is not there; with `/` at its end. */
  readonly prefix?: string;
  /** Whether the findings pass the thresholds. */
  readonly passed?: boolean;
  readonly identity?: RepositoryIdentity | null;
  readonly category?: string | undefined;
  /** Names the tree that is looked at, as GitHub's runner does. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A report with the additional data of formats. Opens no files. */
export function reportView(project: Project, { report, lines }: ReportInput, options: ViewOptions = {}): ReportView {
  const { cwd } = project;
  const prefix = options.prefix ?? prefixOf(cwd);
  return {
    report,
    rules: enabledRules(project.settings),
    withSuppressed: options.withSuppressed ?? false,
    fromRoot: (file) => posix.join(prefix, file),
    placesOf: (file) => {
      const own = lines.get(file);
      return own ? filePlaces(own) : null;
    },
    treeUrl: treeUrl(options.env ?? {}),
    identity: options.identity ?? null,
    category: options.category,
    name: () => treeName(project),
    ...(options.passed === undefined ? {} : { passed: options.passed }),
    plan: options.plan ?? (() => null),
    strings: options.strings ?? (() => null),
    ...(options.ledger && { ledger: options.ledger }),
  };
}

/** The name of the tree in titles: that of the only project in the config, otherwise that of the package. */
export function treeName({ cwd, config: { projects } }: Project): string | null {
  const [name, ...more] = Object.keys(projects);
  return name !== undefined && more.length === 0 ? name : packageName(cwd);
}

/** The name in the `package.json` of the working directory or the root of the repository. */
function packageName(cwd: string): string | null {
  for (const folder of new Set([cwd, repositoryOf(cwd) ?? cwd])) {
    const manifest = readText(join(folder, 'package.json'));
    if ('skipped' in manifest) continue;
    try {
      const { name } = JSON.parse(manifest.text) as { readonly name?: unknown };
      if (typeof name === 'string' && /^[@\w./-]{1,80}$/.test(name)) return name;
    } catch {
      // Unreadable: the title has no name.
    }
  }
  return null;
}

/** The address of the tree at the commit of a GitHub workflow, `null` elsewhere. */
function treeUrl(env: NonNullable<ViewOptions['env']>): string | null {
  const { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: repository = '', GITHUB_SHA: commit = '' } = env;
  const isKnown =
    /^https:\/\/[\w.-]+(?::\d+)?$/.test(server) &&
    /^[\w.-]+\/[\w.-]+$/.test(repository) &&
    /^[0-9a-f]{40,64}$/.test(commit);
  return isKnown ? `${server}/${repository}/blob/${commit}/` : null;
}
