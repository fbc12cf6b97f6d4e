import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { directivesIn } from '../../src/lint/suppressions.ts';
import { lineIndex } from '../../src/text/source.ts';
import { splitInput } from './support/inputs.ts';
import { assertLinted, linterFor, settingsIn } from './support/linting.ts';
import { assertInside } from './support/oracles.ts';
import { assertForInputs } from './support/any-input.ts';

const linter = linterFor(settingsIn('.'));
const URI = 'mongodb+srv://app:Canary5ecretWord@shop-pri.k2m4q.mongodb.net/?ssl=true&tls=false';
const COMMENTS = [
  ['a.js', '// connlint-disable-next-line uri-syntax -- a reason'],
  ['a.js', '/* connlint-disable uri-syntax, api-field until=2026-12-31 -- a reason */'],
  ['a.py', '# connlint-disable-line -- a reason'],
  ['a.html', '<!-- connlint-enable -->'],
  ['a.sql', '-- connlint-disable-next-line until=2020-01-01 -- a reason'],
  ['a.vue', '<!-- connlint-disable-nextline x — a reason -->'],
  ['a.tf', '/*\n * connlint-disable-next-line x -- a reason\n * that goes on\n */'],
  ['a.bat', 'REM connlint-disable-line'],
] as const;

describe('directivesIn', () => {
  // Comments that accept findings.
  it('places every directive, its rules and its removal', () => {
    assertForInputs('suppress', {
      seeds: () => COMMENTS.map(([path, comment]) => `${path}\n${comment}\nA = "${URI}"\n`),
      run(input) {
        const [path, text] = splitInput(input);
        const found = directivesIn({ path, text }, lineIndex(text), () => ['api-field']);
        for (const directive of found) {
          assertInside(directive, text.length);
          assertInside(directive.removal, text.length);
          for (const { offset, endOffset, id } of directive.rules)
            if (id !== null) assert.equal(text.slice(offset, endOffset), id);
        }
        assertLinted(linter, path, text);
      },
    });
  });
});
