import { RULES } from '../../rules/index.ts';
import type { Example } from '../../src/lint/rule.ts';
import { runExample as runWith } from '../../src/node/run-example.ts';
import type { ExampleRun } from '../../src/node/run-example.ts';

export { applied, EXAMPLE_DAY, unmarked } from '../../src/node/run-example.ts';

/** Runs all rules over an example, like the command line. */
export function runExample(example: Example): ExampleRun {
  return runWith(example, RULES);
}
