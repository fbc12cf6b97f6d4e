import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../node/errors.ts';
import { writeFileAtomically } from '../node/write-file.ts';
import type { Content } from '../node/content.ts';
import type { FormatChoice } from './choices.ts';
import { print } from './terminal.ts';
import { inStage } from '../node/stages.ts';

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
