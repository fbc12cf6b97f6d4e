import { RULES } from '../../../rules/index.ts';
import { textResult } from '../../lint/classify-text.ts';
import { classifyText } from '../../report/command/classify.ts';
import { UserError } from '../../node/errors.ts';
import { emit } from '../output.ts';
import { terminalFor, chooseFormats } from '../arguments.ts';
import { projectFromOptions } from '../project-options.ts';
import { decodeBytes, readStdin } from '../../node/fs/read-file.ts';
import { COMMON, parseOptions } from '../options.ts';
import type { OptionTable } from '../options.ts';

export const options: OptionTable = { ...COMMON };
export const exitCodes =
  'Exit codes: 0 every string is valid, 1 a string has an error, 2 wrong use or config, 3 internal error';
export const notes =
  'Each argument is one string; - reads standard input, one string per line. Arguments after -- are never options.';
const FORMATS = ['text', 'json'] as const;
export const formats = FORMATS;

function stdinText(): string {
  const read = decodeBytes(readStdin());
  if ('skipped' in read) throw new UserError(`standard input cannot be read: ${read.reason}`, 'Pass UTF-8 text.');
  return read.text;
}

export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'classify');
  const formats = chooseFormats(parsed.values('format'), FORMATS, 'text');
  const given = parsed.positionals;
  const isStdin = given.length === 1 && given[0] === '-';
  // One record per argument, whatever it contains.
  const texts = isStdin
    ? stdinText()
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
    : given;
  if (texts.every((text) => text.trim() === '')) {
    const why = isStdin ? '; standard input is empty' : given.length > 0 ? '; the argument is empty' : '';
    throw new UserError(
      `classify needs a connection string or host${why}`,
      'Pass them as arguments, or - for standard input.',
    );
  }
  const { profile } = projectFromOptions(parsed, RULES).settings;
  const results = texts.map((text) => textResult(text, profile));
  emit(formats, (format, file) =>
    format === 'json' ? `${JSON.stringify(results, null, 2)}\n` : classifyText(results, terminalFor(parsed, file)),
  );
  return results.some(({ errors }) => errors.length > 0) ? 1 : 0;
}
