import { describe, it } from 'vitest';
import { fixtureInputs, splitInput } from './support/inputs.ts';
import { assertLinted, linterFor, settingsIn } from './support/linting.ts';
import { exampleFiles } from './support/seeds.ts';
import { assertForInputs } from './support/any-input.ts';

const [bare, ...planned] = ['.', 'fixtures/plan-aws-sharded/project', 'fixtures/plan-gcp-2020/project'].map((folder) =>
  linterFor(settingsIn(folder)),
);

describe('lintSource', () => {
  // Finding, reading, checking and fixing any text under any name.
  it('places, hides, packs and fixes everything that it finds in any text', () => {
    assertForInputs('lint', {
      seeds: () => [
        ...fixtureInputs(/^(?!.*\.report\.json$|.*\.list\.txt$|.*(?:expected|after)).*\//),
        ...exampleFiles(),
      ],
      run(input) {
        const [path, text] = splitInput(input);
        // With facts and plans of one of the projects, in turn.
        for (const linter of [bare!, planned[input.length % planned.length]!]) assertLinted(linter, path, text);
      },
    });
  });
});
