import { UserError } from '../../../node/errors.ts';
import { writeIssues } from '../../../node/fleet/issues.ts';
import { shownArgument } from '../../../node/fs/paths.ts';
import { ownerIssues } from '../../../report/fleet/issues.ts';
import { plural } from '../../../report/escape.ts';
import { parseOptions } from '../../options.ts';
import { print, sayNotices } from '../../output.ts';
import { PLANNED } from '../plan.ts';
import { dateOf, FLEET, ISSUES } from './options.ts';
import { planned } from './plan.ts';

/** Writes one text per owner. */
export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, { ...PLANNED, ...ISSUES, ...FLEET }, 'fleet');
  const out = parsed.value('out');
  if (out === undefined || out === '') throw new UserError('fleet issues needs a folder', 'Name it: --out issues');
  const deadline = dateOf(parsed, 'deadline');
  const { project, plan, open } = planned(parsed);
  const { issues, closed } = writeIssues(out, ownerIssues(plan, deadline));
  const done = closed > 0 ? `, ${closed} closed` : '';
  print(`${plural(issues, 'issue')} in ${shownArgument(out)}${done}\n`);
  const left = [...open, ...plan.gaps.map(({ message }) => message)];
  sayNotices([...project.notices, ...left.map((message) => ({ code: 'fleet', file: '', message }))], parsed);
  return 0;
}
