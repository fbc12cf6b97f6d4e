import { describe, it } from 'vitest';
import { driverLookup, folderForm } from '../../src/drivers/resolve.ts';
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
        ...[...fixtureInputs(/./), ...exampleFiles()].filter((input) => formOf(splitInput(input)[0])),
      ],
      run(input) {
        const [path, text] = splitInput(input);
        formOf(path)?.read(text);
        const lookup = driverLookup({
          textsIn: (folder) => (folder === '' ? [{ path, text }] : []),
          above: () => null,
        });
        for (const name of ['a.ts', 'a.py', 'a.go', 'A.java', 'a.php', 'a.rb', 'a.rs', 'a.cs', 'a.swift']) lookup(name);
      },
    });
  });
});

const formOf = (path: string): ReturnType<typeof manifestForm> =>
  manifestForm(path.slice(path.lastIndexOf('/') + 1)) ?? folderForm(path);
