import { RULES } from '../../rules/index.ts';
import type { Example, Fix } from '../../src/lint/rule.ts';
import { runExample as runWith } from '../../src/node/run-example.ts';
import type { ExampleRun } from '../../src/node/run-example.ts';
import { applyEdits } from '../../src/text/edits.ts';

export { EXAMPLE_DAY, unmarked } from '../../src/node/run-example.ts';

/** Runs all rules over an example, like the command line. */
export function runExample(example: Example): ExampleRun {
  return runWith(example, RULES);
}

/** A text after the edits of a fix. */
export const applied = (text: string, { edits }: Fix): string => applyEdits(text, edits);
