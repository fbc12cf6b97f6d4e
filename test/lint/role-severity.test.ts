import { describe, expect, it } from 'vitest';
import type { FileRole } from '../../src/config/roles.ts';
import { isAsserted, severityInRole } from '../../src/lint/finding.ts';
import type { RoleInput } from '../../src/lint/finding.ts';
import { setup } from '../support/invented-rule.ts';

const COLUMNS: readonly (readonly FileRole[])[] = [['product'], ['docs', 'vendored'], ['test']];
const OF_SERVICE: Omit<RoleInput, 'role'> = { kind: 'standard', hasToken: true, recorded: false, asserted: false };

type Row = readonly [product: string, read: string, test: string];

/** The result for error, warning and info in the columns of the table. */
const TABLE: readonly (readonly [name: string, of: object, input: Partial<RoleInput>, rows: readonly Row[]])[] = [
  [
    'facts',
    { basis: 'facts' },
    {},
    [
      ['error', 'warning', 'info'],
      ['warning', 'info', 'info'],
      ['info', 'info', 'info'],
    ],
  ],
  [
    'facts with a record',
    { basis: 'facts' },
    { recorded: true },
    [
      ['error', 'warning', 'error'],
      ['warning', 'warning', 'warning'],
      ['info', 'info', 'info'],
    ],
  ],
  [
    'text',
    {},
    {},
    [
      ['error', 'warning', 'info'],
      ['warning', 'info', 'info'],
      ['info', 'info', 'info'],
    ],
  ],
  [
    'text with a record',
    {},
    { recorded: true },
    [
      ['error', 'warning', 'error'],
      ['warning', 'info', 'warning'],
      ['info', 'info', 'info'],
    ],
  ],
  [
    'text of another server',
    {},
    { kind: 'not-service' },
    [
      ['warning', 'info', 'off'],
      ['warning', 'info', 'off'],
      ['info', 'info', 'off'],
    ],
  ],
  [
    'text with placeholders',
    {},
    { kind: 'templated-unknown' },
    [
      ['warning', 'info', 'off'],
      ['warning', 'info', 'off'],
      ['info', 'info', 'off'],
    ],
  ],
  [
    'text that every driver refuses',
    { refused: true },
    { kind: 'not-service' },
    [
      ['error', 'info', 'off'],
      ['warning', 'info', 'off'],
      ['info', 'info', 'off'],
    ],
  ],
  [
    'code',
    { basis: 'code' },
    { kind: null },
    [
      ['error', 'warning', 'info'],
      ['warning', 'info', 'info'],
      ['info', 'info', 'info'],
    ],
  ],
  [
    'code that asserts',
    { basis: 'code' },
    { asserted: true },
    [
      ['error', 'warning', 'off'],
      ['warning', 'info', 'off'],
      ['info', 'info', 'off'],
    ],
  ],
  [
    'the tool',
    { checkFile: undefined },
    {},
    [
      ['error', 'error', 'error'],
      ['warning', 'warning', 'warning'],
      ['info', 'info', 'info'],
    ],
  ],
  [
    'credentials of a cluster',
    { id: 'credentials-in-text' },
    {},
    [
      ['error', 'error', 'error'],
      ['warning', 'warning', 'warning'],
      ['info', 'info', 'info'],
    ],
  ],
  [
    'credentials of another server',
    { id: 'credentials-in-text' },
    { hasToken: false, kind: 'not-service' },
    [
      ['warning', 'info', 'off'],
      ['warning', 'info', 'off'],
      ['info', 'info', 'off'],
    ],
  ],
];

describe('severityInRole', () => {
  const cases = TABLE.flatMap(([name, of, input, rows]) =>
    rows.flatMap((row, at) =>
      COLUMNS.flatMap((roles, column) =>
        roles.map((role) => ({
          name,
          of,
          input,
          role,
          severity: (['error', 'warning', 'info'] as const)[at]!,
          expected: row[column],
        })),
      ),
    ),
  );
  it.each(cases)('$name: $severity in $role is $expected', ({ of, input, role, severity, expected }) => {
    const { rule } = setup({ id: 'r', ...of });
    expect(severityInRole(severity, rule, { ...OF_SERVICE, ...input, role })).toBe(expected);
  });
});

describe('isAsserted', () => {
  it.each<[path: string, text: string, expected: boolean]>([
    ['a.test.ts', 'expect(get).toHaveBeenCalledWith(\n  HERE)', true],
    ['a_test.go', 'x := 1\ny := 2\nurl := HERE', false],
    ['answers.json', '{ "href": "HERE" }', true],
    ['a.test.ts', "nock(host).get('HERE')", true],
  ])('%s %j: %s', (path, text, expected) => {
    expect(isAsserted(path, text, text.indexOf('HERE'))).toBe(expected);
  });
});
