import { describe, expect, it } from 'vitest';
import { lintText } from '../../src/index.ts';
import { applyBaseline, formatBaseline, parseBaseline, updatedEntries } from '../../src/lint/baseline.ts';
import type { BaselineEntry, PlacedEntry } from '../../src/lint/baseline.ts';
import type { Finding } from '../../src/lint/finding.ts';
import { setup } from '../support/invented-rule.ts';

const STRING = 'mongodb+srv://app:tr4wlerNet@shop.k2m4q.mongodb.net:27017/x';
const findingsOf = (text: string, config: unknown = {}): readonly Finding[] =>
  lintText(text, { path: 'a.py', config }).findings;
const entriesOf = (findings: readonly Finding[]): BaselineEntry[] =>
  updatedEntries([], [], findings, SETUPS, (file) => file);

const SETUPS = [setup({ id: 'of-plan', changes: ['shard'] })];

function parsed(text: string): readonly PlacedEntry[] {
  const baseline = parseBaseline(text);
  if ('wrongLine' in baseline) throw new Error(`line ${baseline.wrongLine}`);
  return baseline;
}

describe('a baseline', () => {
  it('accepts every finding of now, wherever it moves, and no new one', () => {
    const entries = parsed(formatBaseline(entriesOf(findingsOf(`u = "${STRING}"\n`))));
    const moved = findingsOf(`import os\n\nu = "${STRING.replace('tr4wlerNet', 'othErNet9')}"\nv = "${STRING}"\n`);
    const open = applyBaseline(moved, entries, SETUPS).filter(({ suppressed }) => suppressed === null);
    expect(open.map(({ line }) => line)).toEqual(open.map(() => 4));
    expect(open.length).toBe(entries.length);
  });

  it('is sorted lines with the same bytes in any order, and without credentials', () => {
    const entries = entriesOf(findingsOf(`u = "${STRING}"\n`));
    const text = formatBaseline(entries);
    expect(formatBaseline(entries.toReversed())).toBe(text);
    expect(text).toMatch(
      /^# connlint baseline v2.*\n(?:connlint\/v2:[0-9a-f]{16} [a-z/-]+ a\.py mongodb\+srv:\/\/\*\*\*@.*\n)+$/,
    );
    expect(text).not.toContain('tr4wler');
  });

  it('does not accept findings of planned changes', () => {
    const [finding] = findingsOf(`u = "${STRING}"\n`);
    const planned = { ...finding!, id: 'connlint/v2:0123456789abcdef', rule: 'of-plan', reason: null };
    expect(entriesOf([planned])).toEqual([]);
    const entry = { id: planned.id, rule: 'of-plan', file: 'a.py', text: '' };
    expect(applyBaseline([planned], [entry], SETUPS)[0]?.suppressed).toBeNull();
  });

  it('is refused at a line that is no entry', () => {
    expect(parseBaseline('# x\n\nnonsense\n')).toEqual({ wrongLine: 3 });
  });
});
