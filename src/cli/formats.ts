import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { shownArgument } from '../node/shown-path.ts';
import { UserError } from '../node/errors.ts';
import { distanceNearest } from '../core/nearest.ts';
import { writeFileAtomically } from '../node/write-file.ts';
import type { Content } from '../node/write-file.ts';
import { print } from './terminal.ts';
import { inStage } from '../node/stages.ts';

export interface FormatChoice<F extends string> {
  readonly format: F;
  /** `null`: standard output. */
  readonly file: string | null;
}

/** `--format name[=file]`, checked against the formats of the command. */
export function chooseFormats<F extends string>(
  values: readonly string[],
  known: readonly F[],
  otherwise: F,
): FormatChoice<F>[] {
  const choices = (values.length > 0 ? values : [otherwise]).map((value): FormatChoice<F> => {
    const equals = value.indexOf('=');
    const name = equals < 0 ? value : value.slice(0, equals);
    const format = known.find((candidate) => candidate === name);
    if (!format) {
      const nearest = distanceNearest(name, known);
      throw new UserError(
        `unknown format ${shownArgument(name)}`,
        nearest ? `Did you mean ${nearest}?` : `Formats: ${known.join(', ')}.`,
      );
    }
    return { format, file: equals < 0 ? null : value.slice(equals + 1) };
  });
  if (choices.filter(({ file }) => file === null).length > 1) {
    throw new UserError(
      'more than one format for standard output',
      'Write all but one to files: --format json=report.json',
    );
  }
  return choices;
}

/** Writes each format where it belongs. One that cannot be written keeps none of the others back, and is told at the end. */
export function emit<F extends string>(choices: readonly FormatChoice<F>[], render: (format: F) => Content): void {
  const failures: UserError[] = [];
  for (const { format, file } of choices) {
    inStage('report', () => {
      const content = render(format);
      try {
        if (file === null) print(content);
        else writeReport(file, content);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        failures.push(error);
      }
    });
  }
  const [first, ...more] = failures;
  if (!first) return;
  const hints = [first.hint, ...more.map(({ message }) => message)].filter((hint) => hint !== null);
  throw new UserError(first.message, hints.length > 0 ? hints.join('\n') : null);
}

/** A report's folder is made where it is not there yet; everything else that is wrong the writing tells. */
function writeReport(file: string, content: Content): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch {
    // Something that is no folder stands in the way, or none may be made.
  }
  writeFileAtomically(file, content);
}
