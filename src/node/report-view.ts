import { posix, resolve } from 'node:path';
import { filePlaces } from '../text/file-places.ts';
import type { FilePlaces } from '../text/file-places.ts';
import type { FileText } from '../text/byte-columns.ts';
import type { PlanEntry } from '../plan/plan.ts';
import type { Report } from '../lint/report.ts';
import { enabledRules } from '../lint/settings.ts';
import type { ReportView } from '../report/report-view.ts';
import { repositoryOf } from './fs/bounds.ts';
import type { Project } from './project/project.ts';
import { readBytes } from './fs/read-file.ts';
import { relativePath } from './fs/paths.ts';
import { decode } from './fs/encoding.ts';

export interface ViewOptions {
  /** True when accepted findings are to be told too. */
  readonly withSuppressed?: boolean;
  /** Texts by path that were linted and that the files do not hold: standard input. */
  readonly texts?: ReadonlyMap<string, string>;
  /** Judges the planned changes; missing where there is no project to judge them in. */
  readonly plan?: () => readonly PlanEntry[];
  /** What is known of the files where they are not there to be looked at. */
  readonly placesOf?: ReportView['placesOf'];
  /** Path from the root of the repository to the working directory, where that is not there; with `/` at its end. */
  readonly prefix?: string;
  /** Names the tree that is looked at, as GitHub's runner does. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A report with what formats show beside it. Files are read when a format asks for them. */
export function reportView(project: Project, report: Report, options: ViewOptions = {}): ReportView {
  const { cwd } = project;
  const prefix = options.prefix ?? prefixOf(cwd);
  return {
    report,
    rules: enabledRules(project.settings),
    withSuppressed: options.withSuppressed ?? false,
    fromRoot: (file) => posix.join(prefix, file),
    placesOf: (file) => options.placesOf?.(file) ?? placesIn(project, file, options.texts),
    treeUrl: treeUrl(options.env ?? {}),
    plan: options.plan ?? (() => null),
  };
}

function placesIn(project: Project, file: string, texts: ViewOptions['texts']): FilePlaces | null {
  const text = textOf(project, file, texts);
  return text && filePlaces(text);
}

/** A file as it is now, unless another text was linted in its place; `null` when it cannot be read. */
export function textOf({ cwd }: Project, file: string, texts?: ViewOptions['texts']): FileText | null {
  const text = texts?.get(file);
  return text === undefined ? fileText(resolve(cwd, file)) : { text, utf8: text };
}

function fileText(path: string): FileText | null {
  const read = readBytes(path, { named: true });
  if ('skipped' in read) return null;
  const decoded = decode(read.bytes);
  if ('skipped' in decoded) return null;
  const isPlain = decoded.encoding === 'utf8' && !decoded.bom;
  return { text: decoded.text, utf8: isPlain ? decoded.text : read.bytes.toString('utf8') };
}

/** Path from the root of the repository to a folder: empty, or with `/` at its end. */
export function prefixOf(cwd: string): string {
  const path = relativePath(repositoryOf(cwd) ?? cwd, cwd);
  return path === '.' ? '' : `${path}/`;
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
