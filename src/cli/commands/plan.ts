import { RULES } from '../../../rules/index.ts';
import { planExitCode } from '../../core/plan.ts';
import { projectFiles } from '../../node/check.ts';
import { UserError } from '../../node/errors.ts';
import { planChanges } from '../../node/plan.ts';
import { planJson } from '../../report/plan-json.ts';
import { planMarkdown } from '../../report/plan-markdown.ts';
import { planText } from '../../report/plan-text.ts';
import { emit } from '../formats.ts';
import { chooseFormats, fileChoice } from '../choices.ts';
import { projectOf, ruleOverrides } from '../inputs.ts';
import { sayNotices, sayStats } from '../notices.ts';
import { BASELINE, COMMON, FILES, parseOptions } from '../options.ts';
import type { OptionTable } from '../options.ts';
import { CHANGE_OPTIONS, changeOf } from '../planned-change.ts';
import { colorsFor, progressLine } from '../terminal.ts';

// A plan is about a project: there is no single text to look at.
const files = Object.fromEntries(Object.entries(FILES).filter(([name]) => name !== 'stdin-filename'));

export const options: OptionTable = {
  ...CHANGE_OPTIONS,
  'allow-undecided': {
    help: 'Exit with 0 although a fact is missing or a file was not looked at; a blocked change still exits with 1.',
  },
  rule: { value: 'id[:severity]', many: true, help: 'Run only this rule, or set its severity. May be repeated.' },
  suppressions: {
    negatable: true,
    help: '--no-suppressions ignores comments and config entries that accept findings.',
  },
  ...BASELINE,
  ...files,
  ...COMMON,
};
export const notes =
  'Judges each change of the config (key plan), or the one that --change names: ready, blocked (an error is left) or\n' +
  'undecided (a fact is missing, or a file was not looked at), with the strings to change and the steps in their order.\n' +
  'Exit codes: 0 all ready, 1 one is blocked or undecided, 2 no change is declared.\n\n' +
  'connlint plan --change multi-region --cluster orders --regions US_EAST_1,EU_WEST_1 --regionalized false';
const FORMATS = ['text', 'json', 'markdown'] as const;

export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'plan');
  const formats = chooseFormats(parsed.values('format'), FORMATS, 'text');
  const named = changeOf(parsed);
  const project = projectOf(parsed, RULES, ruleOverrides(parsed.values('rule'), RULES));
  const changes = named ? [named] : project.config.plan;
  if (changes.length === 0) {
    throw new UserError(
      'no planned change is declared',
      'Declare it in the config (key `plan`), or name it: connlint plan --change <name> …; `connlint plan --help` lists the changes.',
    );
  }
  const progress = progressLine(parsed.flag('quiet'));
  const started = performance.now();
  const list = projectFiles(project, fileChoice(parsed));
  const { entries, notices, seen } = planChanges(project, list, changes, {
    progress: (done, total) => progress.update(done, total),
  });
  progress.clear();
  const colors = colorsFor(parsed, process.stdout);
  emit(formats, (format) => {
    if (format === 'json') return planJson(entries);
    return format === 'markdown' ? planMarkdown(entries) : planText(entries, colors);
  });
  sayNotices(notices, parsed);
  if (parsed.flag('stats') && seen) sayStats(seen.counts, seen.strings, started);
  return planExitCode(entries, parsed.flag('allow-undecided'));
}
