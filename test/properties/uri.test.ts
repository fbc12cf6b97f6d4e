import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { redact } from '../../src/index.ts';
import { parseConnectionString, userinfoEdits } from '../../src/parse/parse.ts';
import { applyEdits } from '../../src/text/source.ts';
import { assertInside, isShown } from './support/oracles.ts';
import { assertForInputs } from './support/any-input.ts';

describe('parseConnectionString', () => {
  it('places every part, hides every secret, and escapes what is not escaped', () => {
    assertForInputs('uri', {
      seeds: () =>
        readFileSync('fixtures/uris.txt', 'utf8')
          .split('\n')
          .filter((line) => line.includes('://'))
          .map((line) => line.split('|').at(-1)!.trim().replaceAll('{?}', '\uFFFC')),
      run(text) {
        const uri = parseConnectionString(text);
        for (const issue of uri.issues) assertInside(issue, text.length);
        for (const { nameRange, valueRange, name } of uri.options) {
          assertInside(nameRange, text.length);
          if (valueRange) assertInside(valueRange, text.length);
          assert.equal(text.slice(nameRange.offset, nameRange.endOffset), name);
        }
        const shown = redact(text);
        for (const range of [uri.userRange, uri.passwordRange]) {
          if (!range) continue;
          assertInside(range, text.length);
          // Without `://` after it, the name of the scheme may be read as a user.
          if (/^mongodb(?:\+srv)?$/.test(text.slice(range.offset, range.endOffset))) continue;
          assert.ok(!isShown(text, range, shown), 'a credential is shown');
        }
        assert.ok(
          !uri.passwordRange || !isShown(text, uri.passwordRange, JSON.stringify(uri)),
          'a password is handed out',
        );
        if (uri.scheme === null) return;
        const edits = userinfoEdits(text, uri);
        if (!edits || edits.length === 0) return;
        const fixed = parseConnectionString(applyEdits(text, edits));
        assert.ok(!fixed.issues.some(({ code }) => code === 'userinfo-unescaped'), 'the repair did not repair');
      },
    });
  });
});
