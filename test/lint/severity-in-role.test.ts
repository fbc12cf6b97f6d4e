import { describe, expect, it } from 'vitest';
import type { FileRole } from '../../src/config/severity.ts';
import { severityInRole } from '../../src/lint/finding.ts';
import { setup } from '../support/invented-rule.ts';

const ROLES: readonly FileRole[] = ['product', 'docs', 'vendored', 'test'];
const RECORDED = { recorded: true };
const OTHER = { kind: 'not-service' } as const;

type Judged = NonNullable<Parameters<typeof severityInRole>[3]>;

/** The severity of an error in the files of each role. */
const TABLE: readonly (readonly [about: string, rule: object, input: Partial<Judged> | null, expected: string])[] = [
  ['facts', { basis: 'facts' }, {}, 'error info info info'],
  ['facts with a record', { basis: 'facts' }, RECORDED, 'error warning error error'],
  ['text', {}, {}, 'error info info info'],
  ['text with a record', {}, RECORDED, 'error warning error error'],
  ['code', { basis: 'code' }, null, 'error info info off'],
  ['text of another server', {}, OTHER, 'warning off info off'],
  ['text of another server that every driver refuses', { refused: true }, OTHER, 'error info info off'],
  ['a password of a cluster', { id: 'credentials-in-text' }, { token: 'ab123' }, 'error error error error'],
];

describe('the severity of an error', () => {
  it.each(TABLE)('about %s', (_, rule, input, expected) => {
    const string = input && ({ kind: 'standard', token: null, recorded: false, ...input } as const);
    const { rule: check } = setup({ checkString: () => [], ...rule });
    expect(ROLES.map((role) => severityInRole('error', check, role, string)).join(' ')).toBe(expected);
  });
});
