import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { classifyHost } from '../../src/classify/classify-host.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { assertForInputs } from './support/any-input.ts';

describe('classifyHost', () => {
  // The class of a hostname alone.
  it('names only what is in the host', () => {
    assertForInputs('hosts', {
      seeds: () =>
        readFileSync('fixtures/hosts.txt', 'utf8')
          .split('\n')
          .filter((line) => line !== '' && !line.startsWith('#'))
          .map((line) => line.split('|')[0]!.trim().replaceAll('{}', '\uFFFC')),
      run(host) {
        const lower = host.toLowerCase();
        for (const form of ['srv', 'direct', 'host'] as const) {
          const found = classifyHost(host, form, ATLAS);
          for (const part of [found.cluster, found.token, found.region])
            assert.ok(part === null || lower.includes(part.toLowerCase()), `${part} does not stand in the name`);
          assert.ok(
            found.domain === null || lower.replace(/\.$/, '').endsWith(found.domain),
            'a domain that is not its end',
          );
          // A name in capitals is a placeholder, and some letters are longer in lower case.
          if (found.kind !== 'templated-unknown' && lower.length === host.length)
            assert.equal(classifyHost(lower, form, ATLAS).kind, found.kind);
        }
      },
    });
  });
});
