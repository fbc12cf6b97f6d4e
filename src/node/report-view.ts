import { resolve } from 'node:path';
import type { FileText } from '../core/file-text.ts';
import type { PlanEntry } from '../core/plan.ts';
import type { Report } from '../core/report.ts';
import { enabledRules } from '../lint/enabled-rules.ts';
import type { ReportView } from '../report/view.ts';
import { repositoryOf } from './git-files.ts';
import type { Project } from './project.ts';
import { readBytes } from './read-file.ts';
import { relativePath } from './shown-path.ts';
import { decode } from './text-encoding.ts';

export interface ViewOptions {
  /** True when accepted findings are to be told too. */
  readonly withSuppressed?: boolean;
  /** Texts by path that were linted and that the files do not hold: standard input. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Judges the planned changes; missing where there is no project to judge them in. */
  readonly plan?: () => readonly PlanEntry[];
  /** Names the tree that is looked at, as GitHub's runner does. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A report with what formats show beside it. Files are read when a format asks for them. */
export function reportView(project: Project, report: Report, options: ViewOptions = {}): ReportView {
  const { cwd } = project;
  const root = repositoryOf(cwd) ?? cwd;
  return {
    report,
    rules: enabledRules(project.settings),
    withSuppressed: options.withSuppressed ?? false,
    fromRoot: (file) => relativePath(root, resolve(cwd, file)),
    textOf(file) {
      const text = options.texts?.get(file);
      return text === undefined ? fileText(resolve(cwd, file)) : { text, utf8: text };
    },
    treeUrl: treeUrl(options.env ?? {}),
    plan: options.plan ?? (() => null),
  };
}

function fileText(path: string): FileText | null {
  const read = readBytes(path, { named: true });
  if ('skipped' in read) return null;
  const decoded = decode(read.bytes);
  if ('skipped' in decoded) return null;
  const isPlain = decoded.encoding === 'utf8' && !decoded.bom;
  return { text: decoded.text, utf8: isPlain ? decoded.text : read.bytes.toString('utf8') };
}

/** The commit that a workflow of GitHub runs on, as the address of its tree; `null` elsewhere. */
function treeUrl(env: NonNullable<ViewOptions['env']>): string | null {
  const { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: repository = '', GITHUB_SHA: commit = '' } = env;
  const isKnown =
    /^https:\/\/[\w.-]+(?::\d+)?$/.test(server) &&
    /^[\w.-]+\/[\w.-]+$/.test(repository) &&
    /^[0-9a-f]{40,64}$/.test(commit);
  return isKnown ? `${server}/${repository}/blob/${commit}/` : null;
}
