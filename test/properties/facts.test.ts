import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { buildFacts } from '../../src/facts/build.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { fixtureInputs, splitInput } from './support/inputs.ts';
import { assertLinted, linterFor, settingsIn } from './support/linting.ts';
import { exampleFacts } from './support/seeds.ts';
import { assertForInputs } from './support/any-input.ts';

const settings = settingsIn('fixtures/plan-aws-sharded/project');
const TEXT = readFileSync('fixtures/plan-aws-sharded/project/src/database.ts', 'utf8');
const PASSWORD = 'Canary5ecretWord';

describe('buildFacts', () => {
  // A fact file with any contents: read, shown, and used to check a text.
  it('shows no password, whatever a fact file contains', () => {
    assertForInputs('facts', {
      seeds: () => [
        ...exampleFacts(),
        ...fixtureInputs(/plan-.*facts.*\.json$/),
        `clusters.json\n[{"name":"a","connectionStrings":{"standardSrv":"mongodb+srv://app:${PASSWORD}@a.k2m4q.mongodb.net"}}]`,
      ],
      run(input) {
        const [file, text] = splitInput(input);
        let value: unknown;
        try {
          value = JSON.parse(text);
        } catch {
          return;
        }
        const { facts, problems } = buildFacts([{ file, value }], settings.config, ATLAS);
        const shown = JSON.stringify([facts, problems]);
        if (!file.includes(PASSWORD)) assert.ok(isHiddenIn(shown, text), 'a password of a fact file is shown');
        assertLinted(linterFor({ ...settings, facts }), 'src/database.ts', TEXT);
      },
    });
  });
});

/** Only for real passwords. Elsewhere the text may be a name. */
function isHiddenIn(shown: string, text: string): boolean {
  const places = text.split(PASSWORD).length - 1;
  const asPassword = text.match(/"mongodb\+srv:\/\/app:Canary5ecretWord@/g)?.length ?? 0;
  return places !== asPassword || !shown.includes(PASSWORD);
}
