import { RULES } from '../../../rules/index.ts';
import { reportView } from '../../node/report-view.ts';
import { textReport } from '../../report/text.ts';
import { afterFixes, fixMode, NO_PATCH, patchBytes, usualFormat, withPatch } from './check-fix.ts';
import {
  chooseFormats,
  projectFromOptions,
  ruleOverrides,
  exitCodeBy,
  fileChoice,
  maxFileSize,
  stdinPath,
} from '../arguments.ts';
import { readStdin } from '../../node/fs/read-file.ts';
import { emit, sayNotices, sayStats, colorsFor, progressLine, tell } from '../output.ts';
import type { Parsed } from '../options.ts';
import { CHECK_FORMATS, loadRenderers, isNeeded } from '../../report/formats.ts';
import type { Shard } from '../../lint/shard-result.ts';
import type { ResultWants } from '../../lint/lint-text.ts';
import { blobText } from '../../node/shards/write.ts';
import { check, checkText, projectFiles } from '../../node/check.ts';
import type { Checked } from '../../node/check.ts';
import { UserError } from '../../node/errors.ts';
import type { GitListing } from '../../node/git/ls-files.ts';
import type { FileList } from '../../node/fs/list-files.ts';
import type { Project } from '../../node/project/project.ts';
import type { QuickLook } from '../../node/scan/prefilter.ts';
import { narrowed } from '../../node/git/staged.ts';
import type { Selection } from '../../node/git/staged.ts';
import { partOf, selectionOf, shardChoice } from '../selection.ts';

/**
 * `connlint check`, whatever its options ask for. Throws a `UserError`.
 * @param started by the clock of `performance`
 */
export async function runCheck(parsed: Parsed, started: number, ahead: Ahead): Promise<number> {
  const exitCode = exitCodeBy(parsed);
  const mode = fixMode(parsed);
  const formats = withPatch(chooseFormats(parsed.values('format'), CHECK_FORMATS, usualFormat(mode)), mode);
  const names = formats.map(({ format }) => format);
  const renderers = await loadRenderers(names);
  const plans = isNeeded('plan', names) ? await import('../../node/plan.ts') : null;
  const project = projectFromOptions(parsed, RULES, ruleOverrides(parsed.values('rule'), RULES));
  const wanted = formats.find(({ format }) => format === 'patch');
  const looked = lookAt(project, parsed, {
    forFixes: mode === 'apply' || wanted !== undefined,
    wants: wantsOf(names),
    ...ahead,
  });
  const { checked, selection, list } = looked;
  const patch = wanted ? patchBytes(project, checked, mode, parsed, wanted) : NO_PATCH;
  const concluded = afterFixes(project, checked, mode, parsed);
  const { report } = concluded;
  const colors = colorsFor(parsed, process.stdout);
  const view = reportView(project, concluded, {
    withSuppressed: parsed.flag('report-suppressed'),
    env: process.env,
    // A change is ready or not for a project, and not for a part of it.
    ...(plans && list !== null && selection === null && looked.shard === null
      ? { plan: () => plans.planChanges(project, list, project.config.plan, { maxBytes: maxFileSize(parsed) }).entries }
      : {}),
  });
  const isNothing = selection !== null && selection.list.files.length === 0;
  emit(formats, (format) => {
    if (format === 'patch') return patch.bytes;
    if (format === 'blob') return blobOf(project, looked, maxFileSize(parsed));
    const renderer = renderers.get(format);
    if (renderer) return renderer.render(view);
    // A commit without a text is nothing to talk about.
    return isNothing ? '' : textReport(report, colors);
  });
  sayNotices([...report.notices, ...patch.notices], parsed);
  for (const { format } of parsed.flag('quiet') ? [] : formats) {
    const limits = renderers.get(format)?.limits?.(view);
    if (limits) tell(`connlint: ${limits}\n`);
  }
  if (parsed.flag('stats')) {
    const strings = Object.values(report.summary.strings).reduce((sum, n) => sum + n, 0);
    sayStats(checked.counts, strings, started);
  }
  return exitCode(report.summary);
}

/** What a run looked at, and what came of it. */
export interface LookedAt {
  readonly checked: Checked;
  readonly selection: Selection | null;
  readonly shard: Shard | null;
  /** Before a shard took its part; `null` for standard input. */
  readonly list: FileList | null;
}

/** What was done before there was a project. */
export interface Ahead {
  /** What was seen of the same files. */
  readonly before?: QuickLook | null;
  readonly asked?: GitListing | null;
}

export interface LookOptions extends Ahead {
  /** True when the files are needed again, for fixes. */
  readonly forFixes: boolean;
  readonly wants: ResultWants;
}

/** Checks what the options name. Throws a `UserError`. */
export function lookAt(
  project: Project,
  parsed: Parsed,
  { forFixes, wants, before = null, asked = null }: LookOptions,
): LookedAt {
  const shard = shardChoice(parsed);
  const selection = before?.selection ?? selectionOf(project, parsed);
  const stdin = stdinPath(parsed);
  if (stdin !== undefined) {
    return { checked: checkText(project, stdin, readStdin(), wants), selection, shard, list: null };
  }
  const list = before?.list ?? selection?.list ?? projectFiles(project, { ...fileChoice(parsed), asked });
  const progress = progressLine(parsed.flag('quiet'));
  const checked = check(project, partOf(project, list, shard), {
    progress: progress.update,
    maxBytes: maxFileSize(parsed),
    forFixes,
    keepResults: wants.masked ?? false,
    wants,
    read: selection?.read,
    ...(before?.known && { known: before.known }),
    ...(before && { foreseen: before.foreseen }),
    narrow: selection ? (report) => narrowed(report, selection.placesIn) : undefined,
    isPart: shard !== null,
  });
  progress.clear();
  return { checked, selection, shard, list };
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
export function blobOf(project: Project, { checked, selection, shard, list }: LookedAt, maxBytes?: number): string {
  if (selection || !list) {
    throw new UserError(
      'a result to merge is about files as they are',
      'Leave --staged, --since and --stdin-filename out.',
    );
  }
  return blobText(project, checked, { shard: shard ?? WHOLE, list, part: partOf(project, list, shard), maxBytes });
}
