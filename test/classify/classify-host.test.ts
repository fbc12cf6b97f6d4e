import { describe, expect, it } from 'vitest';
import { classifyHost } from '../../src/classify/classify-host.ts';
import type { HostForm } from '../../src/classify/classify-host.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { rowsOf } from '../support/rows.ts';

interface HostCase {
  readonly host: string;
  readonly form: HostForm;
  readonly told: string;
}

/** All properties of a hostname, `-` for missing ones. */
function told(host: string, form: HostForm): string {
  const seen = classifyHost(host, form, ATLAS);
  const { kind, family, provider, region, cluster, token, index, shape, node, placeholder } = seen;
  const facts = [kind, family, provider, region, cluster, token, index, shape].map((fact) => fact ?? '-');
  return [...facts, ...(node ? ['node'] : []), ...(placeholder ? ['placeholder'] : [])].join(' ');
}

const cases = rowsOf<HostCase>('host-classes.jsonl');

/** Kind, family, provider, region, cluster, token, index and shape of a host, one case per line. */
describe('fixtures/host-classes.jsonl', () => {
  it.each(cases)('$host as $form', ({ host, form, told: expected }) => {
    expect(told(host, form)).toBe(expected);
  });
});
