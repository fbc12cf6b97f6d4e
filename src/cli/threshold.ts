import { fails } from '../core/report.ts';
import type { FailOn, Summary } from '../core/report.ts';
import { UserError } from '../node/errors.ts';
import { shownArgument } from '../node/shown-path.ts';
import type { OptionTable, Parsed } from './options.ts';

export const THRESHOLDS: OptionTable = {
  'fail-on': { value: 'level', help: 'Exit with 1 from this severity on: error (default), warning, info or never.' },
  'max-warnings': { value: 'n', help: 'Exit with 1 when there are more warnings.' },
};

const LEVELS = ['error', 'warning', 'info', 'never'] as const;

/** The exit code that findings lead to. Throws a `UserError` for a threshold that is none. */
export function exitCodeBy(parsed: Parsed): (summary: Summary) => 0 | 1 {
  const level = parsed.value('fail-on') ?? 'error';
  const failOn: FailOn | undefined = LEVELS.find((known) => known === level);
  if (!failOn) throw new UserError(`--fail-on ${shownArgument(level)} is not a level`, `Use ${LEVELS.join(', ')}.`);
  const written = parsed.value('max-warnings');
  if (written !== undefined && !/^\d{1,9}$/.test(written))
    throw new UserError('--max-warnings needs a number from 0 up');
  const maxWarnings = written === undefined ? null : Number(written);
  return (summary) => (fails(summary, failOn, maxWarnings) ? 1 : 0);
}
