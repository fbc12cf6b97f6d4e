import { wrongAction } from '../arguments.ts';
import { existsSync } from 'node:fs';
import { statsOf } from '../../node/fs/read-file.ts';
import { RULES } from '../../../rules/index.ts';
import { formatBaseline, updateBaseline } from '../../lint/baseline.ts';
import type { BaselineUpdate } from '../../lint/baseline.ts';
import { saveBaseline, type Project } from '../../node/project/project.ts';
import { check, projectFiles } from '../../node/check.ts';
import { UserError } from '../../node/errors.ts';
import { displayPath } from '../../node/fs/paths.ts';
import { baselineJson, baselineText } from '../../report/command/baseline.ts';
import type { BaselineAction } from '../../report/command/baseline.ts';
import { emit, printNotices, withProgress } from '../output.ts';
import { chooseFormats, fileChoice, maxFileSize } from '../arguments.ts';
import { projectFromOptions } from '../project-options.ts';
import { COMMON, FILES, parseOptions } from '../options.ts';
import type { OptionTable } from '../options.ts';

export const options: OptionTable = {
  baseline: { value: 'file', help: 'Write to or compare with this file.', group: 'Files' },
  ...FILES,
  ...COMMON,
};
export const notes = [
  'create   Accept every current finding of any severity. Refuses to replace a baseline.',
  'update   Accept new findings and remove entries whose finding is gone.',
  'check    Exit with 1 if update would change anything. Changes nothing.',
  '',
  'The file (.connlint-baseline, or `baseline` of the config) has one line per finding: id, rule, file and redacted ' +
    'text, sorted, without line numbers and dates. A finding that moves stays accepted; one with another text is new. ' +
    'After a merge conflict keep both sides, then run update. With paths, entries of other files are left alone.',
].join('\n');

const ACTIONS: readonly BaselineAction[] = ['create', 'update', 'check'];
const FORMATS = ['text', 'json'] as const;
export const formats = FORMATS;

export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'baseline');
  const [word, ...paths] = parsed.positionals;
  const action = chooseAction(word);
  const formats = chooseFormats(parsed.values('format'), FORMATS, 'text');
  const opened = projectFromOptions(parsed, RULES);
  // The action checks whether it exists.
  const project = withoutDemand(opened);
  refuseWrongState(action, project);
  const list = projectFiles(project, fileChoice({ ...parsed, positionals: paths }));
  const maxBytes = maxFileSize(parsed);
  const { report, stale, baseline } = withProgress(parsed, (progress) => check(project, list, { progress, maxBytes }));
  const update = updateBaseline(baseline?.entries ?? [], stale, report.findings, project.fromConfig);
  const isCurrent = baseline !== null && sameText(baseline.text, update);
  if (action !== 'check' && !isCurrent) saveBaseline(opened, update.entries);
  const file = displayPath(project.baseline.path);
  printNotices(report.notices, parsed);
  emit(formats, (format) =>
    format === 'json' ? baselineJson(action, file, update) : baselineText(action, file, update, isCurrent),
  );
  return action === 'check' && !isCurrent ? 1 : 0;
}

function chooseAction(word: string | undefined): BaselineAction {
  const action = ACTIONS.find((known) => known === word);
  if (action) return action;
  throw wrongAction('baseline', word ?? '', ACTIONS, `connlint baseline ${ACTIONS.join(' | ')} [path...]`);
}

function withoutDemand(project: Project): Project {
  return { ...project, baseline: { ...project.baseline, use: 'default' } };
}

function refuseWrongState(action: BaselineAction, { baseline: { path } }: Project): void {
  const exists = existsSync(path);
  if (statsOf(path)?.isDirectory())
    throw new UserError(`${displayPath(path)} is a folder`, 'Name a file with --baseline.');
  if (action === 'create' && exists) {
    throw new UserError(`${displayPath(path)} already exists`, 'Run `connlint baseline update`.');
  }
  if (action !== 'create' && !exists) {
    throw new UserError(`baseline not found: ${displayPath(path)}`, 'Run `connlint baseline create`.');
  }
}

/** True if the new file would differ only in line ends, which Git may have changed. */
function sameText(text: string, { entries }: BaselineUpdate): boolean {
  return text.replaceAll('\r\n', '\n') === formatBaseline(entries);
}
