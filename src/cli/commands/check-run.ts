import { RULES } from '../../../rules/index.ts';
import { reportView, check, checkBytes, projectFiles, type ReportInput, type CheckResult } from '../../node/check.ts';
import { conciseReport, textReport, type TextOptions } from '../../report/text.ts';
import { endLine, stringCount, type ReportView } from '../../report/report-view.ts';
import { plural } from '../../report/escape.ts';
import { isRecorded as isRecordedIn } from '../../rule-helpers/recorded-hosts.ts';
import {
  chooseFormats,
  exitCodeOf,
  thresholdsOf,
  fileChoice,
  maxFileSize,
  stdinPath,
  stderrTerminal,
  terminalFor,
  textOptions,
  knownName,
  type FormatChoice,
  type Thresholds,
} from '../arguments.ts';
import {
  identityOf,
  projectFromOptions,
  ruleOverrides,
  ledgerOf,
  partOf,
  selectionOf,
  shardChoice,
  wholeList,
  type Listing,
} from '../project-options.ts';
import { emit, printEnd, printNotices, printStats, withProgress, writeStderr } from '../output.ts';
import { hidesNotices, type Parsed } from '../options.ts';
import type { Content } from '../../text/source.ts';
import type { Facts } from '../../facts/facts.ts';
import { readStdin } from '../../node/fs/read-file.ts';
import { CHECK_FORMATS, loadRenderers, isNeeded, type CheckFormat, type Renderer } from '../../report/formats.ts';
import type { Shard } from '../../lint/shard-result.ts';
import type { RepositoryIdentity } from '../../lint/report.ts';
import { placedStrings } from '../../lint/file-result.ts';
import type { Project } from '../../node/project/project.ts';
import type { PrefilterResult } from '../../node/scan/prefilter.ts';
import { narrowed } from '../../node/git/staged.ts';
import type { Notice } from '../../lint/finding.ts';
import { FILE_ROLES, type FileRole } from '../../config/roles.ts';
import { UserError } from '../../node/errors.ts';

/** `connlint check` with any options. Throws a `UserError`. */
export async function runCheck(parsed: Parsed, before: PrefilterResult | null): Promise<number> {
  const thresholds = thresholdsOf(parsed);
  const text = { ...textOptions(parsed), ...thresholds };
  const mode = fixMode(parsed);
  const formats = formatsOf(parsed, mode);
  const names = formats.map(({ format }) => format);
  const renderers = await loadRenderers(names);
  const plans = isNeeded('plan', names) ? await import('../../node/plan.ts') : null;
  const project = projectFromOptions(parsed, RULES, ruleOverrides(parsed.values('rule'), RULES));
  const identity = await identityOf(project, parsed, names);
  const patchChoice = formats.find(({ format }) => format === 'patch');
  const shard = shardChoice(parsed);
  const selection = before?.selection ?? selectionOf(project, parsed);
  const stdin = stdinPath(parsed);
  const wants = {
    masked: names.includes('blob'),
    bytes: isNeeded('byteColumns', names),
    hashes: isNeeded('lineHashes', names),
  };
  const maxBytes = maxFileSize(parsed);
  const list =
    stdin === undefined ? (before?.list ?? selection?.list ?? projectFiles(project, fileChoice(parsed))) : null;
  const checked =
    stdin === undefined
      ? withProgress(parsed, (progress) =>
          check(project, partOf(project, list!, shard), {
            progress,
            maxBytes,
            forFixes: mode === 'apply' || patchChoice !== undefined,
            keepResults: names.includes('html') || wants.masked,
            wants,
            read: selection?.read,
            ...(before?.known && { known: before.known }),
            ...(before && { threads: before.threads }),
            narrow: selection ? (report) => narrowed(report, selection.placesIn) : undefined,
            isPart: shard !== null,
          }),
        )
      : checkBytes(project, stdin, readStdin(), wants);
  const listing = { selection, list, shard };
  const patch = patchChoice ? await patchBytes(project, checked, parsed) : null;
  const concluded = mode === 'apply' ? await withFixes(project, checked, parsed) : checked;
  const { report } = concluded;
  const ready = new Map<string, Content>();
  if (patch) ready.set('patch', patch.bytes);
  if (names.includes('blob')) ready.set('blob', await blobOf(project, checked, listing, { identity, maxBytes }));
  const ledger = isNeeded('ledger', names) ? await ledgerOf(project, parsed, listing, report) : null;
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
      shard === null && {
        ...(plans && { plan: () => plans.planChanges(project, list, project.config.plan, { maxBytes }).entries }),
        strings: () => placedStrings(concluded.results),
      }),
  });
  printReport(parsed, {
    view,
    formats,
    renderers,
    ready,
    text,
    facts: project.settings.facts,
    notices: [...report.notices, ...(patch?.notices ?? [])],
    // A commit without texts prints nothing.
    isNothing: selection?.list.files.length === 0,
  });
  if (parsed.flag('stats')) {
    printStats(checked.counts, stringCount(report.summary));
  }
  return exitCodeOf(report.summary, thresholds);
}

interface PrintedReport {
  readonly view: ReportView;
  readonly formats: readonly FormatChoice<string>[];
  readonly renderers: ReadonlyMap<string, Renderer>;
  /** What formats without a renderer contain. */
  readonly ready?: ReadonlyMap<string, Content>;
  readonly text: TextOptions & Thresholds;
  readonly facts: Facts;
  readonly notices: readonly Notice[];
  /** True if neither text nor last line is printed. */
  readonly isNothing?: boolean;
}

/** Prints notices, then writes a report in all its formats, then prints its last line. */
export function printReport(parsed: Parsed, printed: PrintedReport): void {
  const { view, formats, renderers, ready, text, facts, notices, isNothing = false } = printed;
  const { report } = view;
  printNotices(notices, parsed);
  for (const { format } of hidesNotices(parsed) ? [] : formats) {
    const limits = renderers.get(format)?.limits?.(view);
    if (limits) writeStderr(`connlint: ${limits}\n`);
  }
  emit(formats, (format, file) => {
    const content = ready?.get(format) ?? renderers.get(format)?.render(view);
    if (content !== undefined) return content;
    const terminal = terminalFor(parsed, file);
    if (format === 'concise') return conciseReport(report, terminal, text.errorsOnly);
    const isRecorded = (to: string, from: string): boolean => isRecordedIn(to, from, facts);
    return isNothing ? '' : textReport(report, { ...text, terminal, isRecorded, full: format === 'full' });
  });
  if (!isNothing) printEnd(formats, () => endLine(report.summary, { ...text, terminal: stderrTerminal(parsed) }));
}

const WHOLE: Shard = { index: 1, count: 1 };

/** What `connlint merge` takes. Without `--shard` it is the only part. Throws a `UserError`. */
async function blobOf(
  project: Project,
  checked: CheckResult,
  listing: Listing,
  options: { readonly identity: RepositoryIdentity; readonly maxBytes: number | undefined },
): Promise<string> {
  const { blobText } = await import('../../node/shards/write.ts');
  const list = wholeList(listing);
  const part = partOf(project, list, listing.shard);
  return blobText(project, checked, { shard: listing.shard ?? WHOLE, list, part, ...options });
}

type FixMode = 'none' | 'apply' | 'dry-run';

/** The formats, with a patch on standard output if a dry run prints nothing else there. Throws a `UserError`. */
function formatsOf(parsed: Parsed, mode: FixMode): FormatChoice<CheckFormat>[] {
  const usual = mode === 'dry-run' ? 'patch' : 'text';
  const formats: FormatChoice<CheckFormat>[] = chooseFormats(parsed.values('format'), CHECK_FORMATS, usual);
  const hasPatch = formats.some(({ format }) => format === 'patch');
  if (hasPatch && mode === 'apply') {
    throw new UserError(
      'the format patch shows changes before they are applied',
      'Use --fix-dry-run instead of --fix.',
    );
  }
  if (!hasPatch && mode === 'dry-run' && formats.every(({ file }) => file !== null)) {
    return [...formats, { format: 'patch', file: null }];
  }
  if (!hasPatch && parsed.flag('show-secrets')) throw new UserError('--show-secrets needs --fix-dry-run');
  if (!hasPatch && mode === 'none' && parsed.values('fix-roles').length > 0)
    throw new UserError('--fix-roles needs --fix or --fix-dry-run');
  return formats;
}

/** What to do with fixes. Throws a `UserError` for options that contradict each other. */
function fixMode(parsed: Parsed): FixMode {
  const [apply, dryRun] = [parsed.flag('fix'), parsed.flag('fix-dry-run')];
  if (apply && dryRun)
    throw new UserError('--fix and --fix-dry-run cannot be combined', 'Use --fix-dry-run to see the changes first.');
  if (apply && parsed.value('stdin-filename') !== undefined) {
    throw new UserError(
      '--fix cannot change standard input',
      'Pass the file as an argument, or print a patch with --fix-dry-run.',
    );
  }
  return apply ? 'apply' : dryRun ? 'dry-run' : 'none';
}

/** Additional roles in which fixes are applied. Throws a `UserError` for an unknown role. */
function fixRoles(parsed: Parsed): ReadonlySet<FileRole> {
  const words = parsed.values('fix-roles').flatMap((value) => value.split(','));
  return new Set(words.map((word) => knownName('role', word, FILE_ROLES, `Roles: ${FILE_ROLES.join(', ')}.`)));
}

/** Applies the fixes. Returns the report of the remaining findings, and what the files contain now. */
async function withFixes(
  project: Project,
  checked: CheckResult,
  parsed: Parsed,
): Promise<ReportInput & Pick<CheckResult, 'results'>> {
  const { fixFiles } = await import('../../node/fix-files.ts');
  const { report, lines, results, count, files } = fixFiles(project, checked, fixRoles(parsed));
  if (!hidesNotices(parsed) && count > 0)
    writeStderr(`connlint: fixed ${plural(count, 'finding')} in ${plural(files, 'file')}\n`);
  return { report, lines, results };
}

/** The changes of `--fix` as a diff for people. */
async function patchBytes(project: Project, checked: CheckResult, parsed: Parsed): Promise<PatchOutput> {
  const { fixDiffs } = await import('../../node/fix-files.ts');
  const { text, notices } = fixDiffs(project, checked, fixRoles(parsed));
  return { bytes: Buffer.from(text), notices };
}

interface PatchOutput {
  readonly bytes: Uint8Array;
  readonly notices: readonly Notice[];
}

