import type { Target } from '../bundle.ts';
import { fixtureInputs, splitInput } from '../inputs.ts';
import { assertLinted, judge, linterFor, settingsIn } from '../linting.ts';
import { exampleFiles } from '../seeds.ts';

const linters = ['.', 'fixtures/plan-aws-sharded/project', 'fixtures/plan-gcp-2020/project'].map((folder) =>
  linterFor(settingsIn(folder)),
);

/** Finding, reading, judging and repairing of any text under any name. */
export const target: Target = {
  seeds: () => [...fixtureInputs(/^(?!.*\.report\.json$|.*\.list\.txt$|.*(?:expected|after)).*\//), ...exampleFiles()],
  run(input) {
    const [path, text] = splitInput(input);
    for (const linter of linters) assertLinted(linter, path, text);
  },
  work: (input) => linters.forEach((linter) => judge(linter, ...splitInput(input))),
};
