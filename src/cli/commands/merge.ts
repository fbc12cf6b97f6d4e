import { RULES } from '../../../rules/index.ts';
import { mergeBlobs } from '../../node/shards/merge.ts';
import { readBlobFiles } from '../../node/shards/read.ts';
import { UserError } from '../../node/errors.ts';
import { openProject } from '../../node/project/project.ts';
import { reportView } from '../../node/report-view.ts';
import { textReport } from '../../report/text.ts';
import { chooseFormats, exitCodeBy, THRESHOLDS } from '../arguments.ts';
import { emit, sayNotices, colorsFor, tell } from '../output.ts';
import { COMMON, parseOptions } from '../options.ts';
import type { OptionTable } from '../options.ts';
import { loadRenderers, VIEW_FORMATS } from '../../report/formats.ts';

const { format, color, quiet, verbose, help } = COMMON;

export const options: OptionTable = {
  ...THRESHOLDS,
  'report-suppressed': { help: 'Tell in SARIF of findings that were accepted too; GitHub opens alerts for them.' },
  ...{ format: format!, color: color!, quiet: quiet!, verbose: verbose!, help: help! },
};
export const notes =
  'Joins what the shards of one run left into the report that one run would have given, byte for byte:\n\n' +
  '  connlint --shard 1/2 --format blob=shards/1.json --fail-on never\n' +
  '  connlint --shard 2/2 --format blob=shards/2.json --fail-on never\n' +
  '  connlint merge shards --format sarif=report.sarif\n\n' +
  'Takes files, or folders that hold nothing else. Rules about all files, the baseline and the thresholds are applied here,\n' +
  'so that the shards need no --fail-on of their own. Run it where the config, its fact files and the baseline are; of the\n' +
  'files that were looked at none is needed. Which config, rules, day and baseline hold the shards say.';
const FORMATS = ['text', ...VIEW_FORMATS] as const;

export async function run(args: readonly string[]): Promise<number> {
  const parsed = parseOptions(args, options, 'merge');
  const exitCode = exitCodeBy(parsed);
  const formats = chooseFormats(parsed.values('format'), FORMATS, 'text');
  if (parsed.positionals.length === 0) {
    throw new UserError('nothing to merge', 'Name the results of the shards: connlint merge shards/*.json');
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
  const view = reportView(project, merged, { withSuppressed, env: process.env, prefix, plan });
  const colors = colorsFor(parsed, process.stdout);
  const renderers = await loadRenderers(formats.map(({ format }) => format));
  emit(formats, (format) => renderers.get(format)?.render(view) ?? textReport(report, colors));
  sayNotices(report.notices, parsed);
  for (const { format } of parsed.flag('quiet') ? [] : formats) {
    const limits = renderers.get(format)?.limits?.(view);
    if (limits) tell(`connlint: ${limits}\n`);
  }
  return exitCode(report.summary);
}
