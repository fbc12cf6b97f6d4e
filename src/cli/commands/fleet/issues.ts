import { UserError } from '../../../node/errors.ts';
import { writeIssues } from '../../../node/fleet/issues.ts';
import { displayArgument } from '../../../node/fs/paths.ts';
import { ownerIssues } from '../../../report/fleet/issues.ts';
import { plural } from '../../../report/escape.ts';
import { parseOptions, without, type OptionTable } from '../../options.ts';
import { print, printNotices } from '../../output.ts';
import { CHANGE_OPTIONS } from '../plan.ts';
import { dateOf, FLEET } from './options.ts';
import { planned } from './plan.ts';

export const options: OptionTable = {
  ...CHANGE_OPTIONS,
  out: { value: 'folder', help: 'Write the texts into this folder.' },
  deadline: { value: 'date', help: 'Name this day in each text.' },
  ...without(FLEET, 'format'),
};
export const notes =
  'Writes one Markdown text per owner, and index.json for programs that open issues. Another run updates them. No ' +
  'file that connlint did not write is replaced.';
export const exitCodes = 'Exit codes: 0 done, 2 wrong use or ledger, 3 internal error';

/** Writes one text per owner. */
export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'fleet issues');
  const out = parsed.value('out');
  if (out === undefined || out === '') throw new UserError('fleet issues needs a folder', 'Name it: --out issues');
  const deadline = dateOf(parsed, 'deadline');
  const { project, plan, open } = planned(parsed);
  const { issues, closed } = writeIssues(out, ownerIssues(plan, deadline));
  const done = closed > 0 ? `, ${closed} closed` : '';
  print(`${plural(issues, 'issue')} in ${displayArgument(out)}${done}\n`);
  const left = [...open, ...plan.gaps.map(({ message }) => message)];
  printNotices([...project.notices, ...left.map((message) => ({ code: 'fleet', file: '', message }))], parsed);
  return 0;
}
