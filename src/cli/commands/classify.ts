import { RULES } from '../../../rules/index.ts';
import { verdictOf } from '../../lint/classify-text.ts';
import { classifyText } from '../../report/command/classify.ts';
import { UserError } from '../../node/errors.ts';
import { emit } from '../output.ts';
import { stdoutTerminal } from '../text-options.ts';
import { chooseFormats, projectFromOptions } from '../arguments.ts';
import { readStdin } from '../../node/fs/read-file.ts';
import { COMMON, parseOptions } from '../options.ts';
import type { OptionTable } from '../options.ts';

export const options: OptionTable = { ...COMMON };
export const exitCodes =
  'Exit codes: 0 every string is valid, 1 a string has an error, 2 wrong use or config, 3 internal error';
export const notes =
  'Each argument is one string; - reads standard input, one string per line. Arguments after -- are never options.';
const FORMATS = ['text', 'json'] as const;

export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'classify');
  const formats = chooseFormats(parsed.values('format'), FORMATS, 'text');
  const given = parsed.positionals;
  if (given.length === 0)
    throw new UserError(
      'classify needs a connection string or host',
      'Pass them as arguments, or - for standard input.',
    );
  const texts =
    given.length === 1 && given[0] === '-'
      ? readStdin()
          .split(/\r?\n/)
          .filter((line) => line !== '')
      : given;
  const { profile } = projectFromOptions(parsed, RULES).settings;
  const verdicts = texts.map((text) => verdictOf(text, profile));
  const terminal = stdoutTerminal(parsed);
  emit(formats, (format) =>
    format === 'json' ? `${JSON.stringify(verdicts, null, 2)}\n` : classifyText(verdicts, terminal),
  );
  return verdicts.some(({ errors }) => errors.length > 0) ? 1 : 0;
}
