import { RULES } from '../../../rules/index.ts';
import { placedStrings } from '../../lint/file-result.ts';
import { mergeBlobs } from '../../node/shards/merge.ts';
import { readBlobFiles } from '../../node/shards/read.ts';
import { UserError } from '../../node/errors.ts';
import type { ShardBlob } from '../../node/shards/write.ts';
import { openProject } from '../../node/project/project.ts';
import { reportView } from '../../node/check.ts';
import type { Notice } from '../../lint/finding.ts';
import { chooseFormats, exitCodeOf, THRESHOLDS, thresholdsOf, textOptions } from '../arguments.ts';
import { COMMON, parseOptions, REPORT_SUPPRESSED, SARIF_CATEGORY, TEXT_OPTIONS, without } from '../options.ts';
import { printReport } from './check-run.ts';
import type { OptionTable } from '../options.ts';
import { loadRenderers, mergedFormats } from '../../report/formats.ts';

export const options: OptionTable = {
  ...THRESHOLDS,
  ...REPORT_SUPPRESSED,
  ...SARIF_CATEGORY,
  ...TEXT_OPTIONS,
  ...without(COMMON, 'config', 'today'),
};
export const notes =
  'Joins the parts of one run into the report that the whole run would have written, byte for byte:\n\n' +
  '  connlint --shard 1/2 --format blob=shards/1.json --fail-on never\n' +
  '  connlint --shard 2/2 --format blob=shards/2.json --fail-on never\n' +
  '  connlint merge shards --format sarif=connlint.sarif\n\n' +
  'Takes files, or folders that contain nothing else. Rules about several files, the baseline and the ' +
  'thresholds are applied here. Run it where the config, its fact files and the baseline are; the checked ' +
  'files are not needed. Config, rules, date and baseline are those of the parts.';
const FORMATS = ['text', 'full', 'concise', ...mergedFormats()] as const;
export const formats = FORMATS;

/** Outside of git only the paths tell two trees apart, and those may be equal. */
function namelessNotices(blobs: readonly ShardBlob[]): Notice[] {
  const { repository, revision } = blobs[0]!.identity;
  if (blobs.length === 1 || repository !== null || revision !== null) return [];
  const message =
    'the shards name neither repository nor commit: nothing shows that they belong together. Give each --repository.';
  return [{ code: 'repository-unknown', file: '', message }];
}

export async function run(args: readonly string[]): Promise<number> {
  const parsed = parseOptions(args, options, 'merge');
  const thresholds = thresholdsOf(parsed);
  const text = { ...textOptions(parsed), ...thresholds };
  const formats = chooseFormats(parsed.values('format'), FORMATS, 'text');
  if (parsed.positionals.length === 0) {
    throw new UserError('merge needs the results of the shards', 'Run connlint merge shards/*.json.');
  }
  const blobs = readBlobFiles(parsed.positionals);
  const { config, rules, today, suppressions, baseline, prefix } = blobs[0]!.settings;
  const project = openProject({
    cwd: process.cwd(),
    config: config ?? false,
    rules: RULES,
    overrides: rules,
    today,
    suppressions,
    baseline: baseline ?? undefined,
  });
  const merged = mergeBlobs(project, blobs);
  const { report, plan } = merged;
  const withSuppressed = parsed.flag('report-suppressed');
  const view = reportView(project, merged, {
    withSuppressed,
    env: process.env,
    identity: blobs[0]!.identity,
    category: parsed.value('sarif-category'),
    prefix,
    plan,
    strings: () => placedStrings(merged.results),
    passed: exitCodeOf(report.summary, thresholds) === 0,
  });
  printReport(parsed, {
    view,
    formats,
    renderers: await loadRenderers(formats.map(({ format }) => format)),
    text,
    facts: project.settings.facts,
    notices: [...report.notices, ...namelessNotices(blobs)],
  });
  return exitCodeOf(report.summary, thresholds);
}
