import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { validateConfig } from '../../src/config/config.ts';
import { knownRules } from '../../src/lint/checks.ts';
import { parseConfig } from '../../src/node/project/config-file.ts';
import { pathMatcher } from '../../src/node/fs/patterns.ts';
import { assertInside } from './support/oracles.ts';
import { splitInput } from './support/inputs.ts';
import { exampleConfigs } from './support/seeds.ts';
import { assertForInputs } from './support/any-input.ts';

const KNOWN = knownRules(RULES);

describe('validateConfig', () => {
  // A config: parsed, validated, and every problem has a position.
  it('places every problem, and accepts again what it accepted', () => {
    assertForInputs('config', {
      seeds: () => [
        ...exampleConfigs().map((text) => `a.json\n${text}`),
        ...['plan-azure-2019/project/connlint.config.jsonc', 'plan-aws-sharded/project/connlint.config.jsonc'].map(
          (path) => `${path}\n${readFileSync(`fixtures/${path}`, 'utf8')}`,
        ),
      ],
      run(input) {
        const [, text] = splitInput(input);
        const document = parseConfig(text);
        if (!('value' in document)) {
          assert.ok(document.offset >= 0 && document.offset <= text.length, 'a place outside of the text');
          return;
        }
        const checked = validateConfig(document.value, KNOWN);
        if ('problems' in checked) {
          assert.ok(checked.problems.length > 0, 'refused without a problem');
          for (const { keys, message } of checked.problems) {
            assertInside(document.range(keys), text.length);
            assert.ok(message !== '' && !message.includes('\n'), 'a message of more than a line');
          }
          return;
        }
        for (const { files } of checked.config.overrides) pathMatcher(files)('src/a.ts');
        assert.deepEqual(validateConfig(checked.config, KNOWN), checked, 'what was accepted is not accepted again');
      },
    });
  });
});
