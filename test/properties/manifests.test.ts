import { describe, it } from 'vitest';
import { driverLookup } from '../../src/drivers/resolve.ts';
import { manifestForm } from '../../src/drivers/manifests.ts';
import { fixtureInputs, splitInput } from './support/inputs.ts';
import { exampleFiles } from './support/seeds.ts';
import { MANIFESTS } from './support/manifest-seeds.ts';
import { assertForInputs } from './support/any-input.ts';

describe('driverLookup', () => {
  // Manifests and lock files of all ecosystems.
  it('survives any manifest', () => {
    assertForInputs('manifests', {
      seeds: () => [
        ...MANIFESTS,
        ...[...fixtureInputs(/./), ...exampleFiles()].filter((input) => manifestForm(splitInput(input)[0])),
      ],
      run(input) {
        const [path, text] = splitInput(input);
        manifestForm(path)?.read(text);
        const lookup = driverLookup({
          textsIn: (folder) => (folder === '' ? [{ path, text }] : []),
          above: () => null,
        });
        for (const name of ['a.ts', 'a.py', 'a.go', 'A.java', 'a.php', 'a.rb', 'a.rs', 'a.cs', 'a.swift']) lookup(name);
      },
    });
  });
});
