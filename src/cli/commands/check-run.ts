import { RULES } from '../../../rules/index.ts';
import { reportView } from '../../node/report-view.ts';
import { conciseReport } from '../../report/concise.ts';
import { textReport } from '../../report/text.ts';
import { endLine } from '../../report/report-view.ts';
import { isRecorded as isRecordedIn } from '../../rule-helpers/recorded-hosts.ts';
import {
  afterFixes,
  fixMode,
  NO_PATCH,
  patchBytes,
  refuseUnusedFixOptions,
  usualFormat,
  withPatch,
} from './check-fix.ts';
import { chooseFormats, exitCodeOf, thresholdsOf, fileChoice, maxFileSize, stdinPath } from '../arguments.ts';
import { projectFromOptions, ruleOverrides } from '../project-options.ts';
import { emit, sayEnd, sayNotices, sayStats, progressLine, tell } from '../output.ts';
import { hidesNotices, type Parsed } from '../options.ts';
import { stderrTerminal, terminalFor, textOptions } from '../text-options.ts';
import { readStdin } from '../../node/fs/read-file.ts';
import { CHECK_FORMATS, loadRenderers, isNeeded } from '../../report/formats.ts';
import type { Shard } from '../../lint/shard-result.ts';
import type { RepositoryIdentity } from '../../lint/report.ts';
import type { ResultWants } from '../../lint/lint-text.ts';
import { placedStrings } from '../../lint/file-result.ts';
import { check, checkText, projectFiles, type Checked } from '../../node/check.ts';
import type { Project } from '../../node/project/project.ts';
import type { Prefiltered } from '../../node/scan/prefilter.ts';
import { narrowed } from '../../node/git/staged.ts';
import { ledgerOf, partOf, selectionOf, shardChoice, wholeList, type Listing } from '../selection.ts';

/** `connlint check` with any options. Throws a `UserError`. */
export async function runCheck(parsed: Parsed, before: Prefiltered | null): Promise<number> {
  const thresholds = thresholdsOf(parsed);
  const text = { ...textOptions(parsed), ...thresholds };
  const mode = fixMode(parsed);
  const formats = withPatch(chooseFormats(parsed.values('format'), CHECK_FORMATS, usualFormat(mode)), mode);
  const names = formats.map(({ format }) => format);
  refuseUnusedFixOptions(parsed, mode, names.includes('patch'));
  const renderers = await loadRenderers(names);
  const plans = isNeeded('plan', names) ? await import('../../node/plan.ts') : null;
  const project = projectFromOptions(parsed, RULES, ruleOverrides(parsed.values('rule'), RULES));
  const identity = await identityOf(project, parsed, names);
  const wanted = formats.find(({ format }) => format === 'patch');
  const looked = checkFiles(project, parsed, {
    forFixes: mode === 'apply' || wanted !== undefined,
    wants: wantsOf(names),
    keepResults: names.includes('html'),
    before,
  });
  const { checked, selection, list } = looked;
  const patch = wanted ? await patchBytes(project, checked, mode, parsed, wanted) : NO_PATCH;
  const concluded = await afterFixes(project, checked, mode, parsed);
  const { report } = concluded;
  const maxBytes = maxFileSize(parsed);
  const blob = names.includes('blob') ? await blobOf(project, looked, identity, maxBytes) : '';
  const ledger = isNeeded('ledger', names) ? await ledgerOf(project, parsed, looked, report) : null;
  const view = reportView(project, concluded, {
    ...(ledger && { ledger: () => ledger }),
    withSuppressed: parsed.flag('report-suppressed'),
    passed: exitCodeOf(report.summary, thresholds) === 0,
    env: process.env,
    identity,
    category: parsed.value('sarif-category'),
    // A change is ready or not for a project, and not for a part of it.
    ...(list !== null &&
      selection === null &&
      looked.shard === null && {
        ...(plans && { plan: () => plans.planChanges(project, list, project.config.plan, { maxBytes }).entries }),
        strings: () => placedStrings(concluded.results),
      }),
  });
  const isRecorded = (to: string, from: string): boolean => isRecordedIn(to, from, project.settings.facts);
  const isNothing = selection !== null && selection.list.files.length === 0;
  sayNotices([...report.notices, ...patch.notices], parsed);
  for (const { format } of hidesNotices(parsed) ? [] : formats) {
    const limits = renderers.get(format)?.limits?.(view);
    if (limits) tell(`connlint: ${limits}\n`);
  }
  emit(formats, (format, file) => {
    const terminal = terminalFor(parsed, file);
    if (format === 'patch') return patch.bytes;
    if (format === 'blob') return blob;
    const renderer = renderers.get(format);
    if (renderer) return renderer.render(view);
    if (format === 'concise') return conciseReport(report, terminal, text.errorsOnly);
    // A commit without texts prints nothing.
    return isNothing ? '' : textReport(report, { ...text, terminal, isRecorded, full: format === 'full' });
  });
  if (!isNothing) sayEnd(formats, () => endLine(report.summary, { ...text, terminal: stderrTerminal(parsed) }));
  if (parsed.flag('stats')) {
    const strings = Object.values(report.summary.strings).reduce((sum, n) => sum + n, 0);
    sayStats(checked.counts, strings);
  }
  return exitCodeOf(report.summary, thresholds);
}

/** What a run read, and its results. */
export interface CheckedFiles extends Listing {
  readonly checked: Checked;
}

export interface CheckFilesOptions {
  /** The quick search of the same files. */
  readonly before?: Prefiltered | null;
  /** True if fixes will read the files again. */
  readonly forFixes: boolean;
  readonly wants: ResultWants;
  /** True if results are needed besides the report. */
  readonly keepResults?: boolean;
}

/** Checks the files that the options select. Throws a `UserError`. */
export function checkFiles(project: Project, parsed: Parsed, options: CheckFilesOptions): CheckedFiles {
  const { forFixes, wants, keepResults = false, before = null } = options;
  const shard = shardChoice(parsed);
  const selection = before?.selection ?? selectionOf(project, parsed);
  const stdin = stdinPath(parsed);
  if (stdin !== undefined) {
    return { checked: checkText(project, stdin, readStdin(), wants), selection, shard, list: null };
  }
  const list = before?.list ?? selection?.list ?? projectFiles(project, fileChoice(parsed));
  const progress = progressLine(hidesNotices(parsed));
  const checked = check(project, partOf(project, list, shard), {
    progress: progress.update,
    maxBytes: maxFileSize(parsed),
    forFixes,
    keepResults: keepResults || wants.masked === true,
    wants,
    read: selection?.read,
    ...(before?.known && { known: before.known }),
    ...(before && { threads: before.threads }),
    narrow: selection ? (report) => narrowed(report, selection.placesIn) : undefined,
    isPart: shard !== null,
  });
  progress.clear();
  return { checked, selection, shard, list };
}

const UNKNOWN_REPOSITORY: RepositoryIdentity = { repository: null, revision: null, ref: null, uri: null };

/** Git is asked for the formats that name the repository. */
async function identityOf({ cwd }: Project, parsed: Parsed, formats: readonly string[]): Promise<RepositoryIdentity> {
  const isNamed = formats.includes('sarif') || formats.includes('blob');
  if (!isNamed) return UNKNOWN_REPOSITORY;
  const { repositoryIdentity } = await import('../../node/project/repository-identity.ts');
  return await repositoryIdentity(cwd, { repository: parsed.value('repository') }, process.env);
}

/** What formats show besides findings. */
function wantsOf(formats: readonly string[]): ResultWants {
  return {
    masked: formats.includes('blob'),
    bytes: isNeeded('byteColumns', formats),
    hashes: isNeeded('lineHashes', formats),
  };
}

const WHOLE: Shard = { index: 1, count: 1 };

/** What `connlint merge` takes. Without `--shard` it is the only part. Throws a `UserError`. */
async function blobOf(
  project: Project,
  looked: CheckedFiles,
  identity: RepositoryIdentity,
  maxBytes: number | undefined,
): Promise<string> {
  const { blobText } = await import('../../node/shards/write.ts');
  const { checked, shard } = looked;
  const list = wholeList(looked);
  const part = partOf(project, list, shard);
  return blobText(project, checked, { shard: shard ?? WHOLE, identity, list, part, maxBytes });
}
