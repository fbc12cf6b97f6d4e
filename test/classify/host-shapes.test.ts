import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classifyHost } from '../../src/classify/classify-host.ts';
import type { HostForm } from '../../src/classify/classify-host.ts';
import { PLACEHOLDER } from '../../src/text/literal.ts';
import { ATLAS } from '../../src/classify/service.ts';

/**
 * The lines of the table: each contains a host and its expected class, in the format described at the top of the file.
 */
const cases = readFileSync(new URL('../../fixtures/hosts.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

function read(host: string, form: HostForm): string[] {
  const { kind, family, provider, region, cluster, token } = classifyHost(
    host.replaceAll('{}', PLACEHOLDER),
    form,
    ATLAS,
  );
  return [kind, family, provider ?? '-', region ?? '-', cluster ?? '-', token ?? '-'];
}

describe('fixtures/hosts.txt', () => {
  it('has eight columns in each line and no case twice', () => {
    expect(cases.filter(({ length }) => length !== 8)).toEqual([]);
    const keys = cases.map(([host, form]) => `${host} ${form}`);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it.each(cases)('%s (%s): %s', (host, form, ...expected) => {
    expect(read(host, form as HostForm)).toEqual(expected);
  });

  it('takes a name that is longer than DNS allows for nothing of the service', () => {
    expect(read(`${'a'.repeat(250)}.m4k7q.mongodb.net`, 'srv')[0]).toBe('not-service');
  });
});
