import { resolve } from 'node:path';
import { once } from '../../text/source.ts';
import type { SkipReason } from '../../lint/report.ts';
import type { Notice } from '../../lint/finding.ts';
import type { PlanEntry } from '../../plan/plan.ts';
import type { UnreadFile } from '../../plan/subject.ts';
import type { FileResult } from '../../lint/file-result.ts';
import { loadBaseline, type Project } from '../project/project.ts';
import { isFinding } from './read.ts';
import { factsHash, type ShardBlob } from './write.ts';
import { reportResult, type ReportResult, type Run } from '../check.ts';
import { UserError } from '../errors.ts';
import { judged, projectFor, withPlannedMode, inOrder } from '../plan.ts';
import { scanCounts, type ScanCounts } from '../scan/scan-files.ts';

interface MergedReport extends ReportResult {
  /** Checks the planned changes of the config. */
  readonly plan: () => readonly PlanEntry[];
  readonly results: readonly FileResult[];
}

/**
 * The report of a run whose files were scanned by several shards. Rules about all files, the config's suppressions and
 * the baseline are applied here, without reading the files. Throws a `UserError` if the project's config has changed
 * since.
 */
export function mergeBlobs(project: Project, blobs: readonly ShardBlob[]): MergedReport {
  const { settings } = blobs[0]!;
  if (factsHash(project) !== settings.facts) {
    throw new UserError(
      'the config or a fact file is not what the shards were run with',
      'Merge on the same commit, in the same folder, where the config, its fact files and the baseline are.',
    );
  }
  const run: Run = { counts: countsOf(blobs), notices: noticesOf(blobs), coverage: coverageIn(project, blobs) };
  const results = byFile(blobs.flatMap((blob) => blob.results));
  return {
    ...wholeOf(project, results, loadBaseline(project), run),
    plan: () => plannedIn(project, blobs, results, run),
    results,
  };
}

/**
 * The report of all results. Only rules can read what they collected, so an item that connlint did not write causes an
 * error in them.
 */
function wholeOf(...input: Parameters<typeof reportResult>): ReportResult {
  try {
    const whole = reportResult(...input);
    if (whole.report.findings.every(isFinding)) return whole;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
  }
  throw new UserError(
    'the results contain text that connlint does not write',
    'Run the shards again. If that does not help, please report it, with what you ran.',
  );
}

const byFile = (results: readonly FileResult[]): FileResult[] =>
  [...results].sort((a, b) => (a.path < b.path ? -1 : 1));

function plannedIn(
  project: Project,
  blobs: readonly ShardBlob[],
  results: readonly FileResult[],
  run: Run,
): readonly PlanEntry[] {
  const byPath = new Map(results.map((result) => [result.path, result]));
  const unread = undecidedIn(blobs);
  const entries = project.config.plan.map((change, i) => {
    const own = withPlannedMode(projectFor(project, change), project.config.plan);
    const found = blobs.flatMap(({ changes }) => changes[i] ?? []);
    const whole = byFile(found.map((one) => ('strings' in one ? one : { ...byPath.get(one.path)!, ...one })));
    return judged(own, change, wholeOf(own, whole, loadBaseline(own), run).report, {
      results: whole,
      unread,
      earlier: project.config.plan.slice(0, i).filter((one) => one.project === change.project),
    });
  });
  return inOrder(
    project,
    entries,
    blobs.flatMap(({ managed }) => managed),
  );
}

function countsOf(blobs: readonly ShardBlob[]): ScanCounts {
  const counts = scanCounts();
  for (const { files, skipped } of blobs) {
    counts.files += files;
    for (const reason of Object.keys(counts.skipped) as SkipReason[]) counts.skipped[reason] += skipped[reason];
  }
  // Every shard counts all files that the config excludes.
  counts.skipped.ignored = blobs[0]!.skipped.ignored;
  return counts;
}

/** Without duplicates, because entries about the list are in all shards. */
function undecidedIn(blobs: readonly ShardBlob[]): UnreadFile[] {
  const each = new Map(blobs.flatMap(({ undecided }) => undecided.map((one) => [JSON.stringify(one), one] as const)));
  return [...each.values()].sort((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)));
}

/** Notices about the list, which are the same in all shards, then those about files in the order of the files. */
function noticesOf(blobs: readonly ShardBlob[]): Notice[] {
  const list = new Map(blobs.flatMap(({ notices }) => notices.list.map((one) => [JSON.stringify(one), one] as const)));
  const files = blobs.flatMap(({ notices }) => notices.files).sort((a, b) => (a.file < b.file ? -1 : 1));
  return [...list.values(), ...files];
}

function coverageIn(project: Project, blobs: readonly ShardBlob[]): Run['coverage'] {
  const absolute = (path: string): string => resolve(project.cwd, path);
  const unread = new Set(blobs.flatMap((blob) => blob.unread.map(absolute)));
  return {
    listed: once(() => new Set([...blobs.flatMap(({ named }) => named.map(absolute)), ...unread])),
    unread,
    folders: blobs[0]!.settings.folders.map(absolute),
  };
}
