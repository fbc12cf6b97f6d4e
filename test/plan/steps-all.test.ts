import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PLAN_CASES } from '../support/plan-cases.ts';

const FILE = new URL('../../fixtures/plan-steps.txt', import.meta.url);
const shown = (lines: readonly string[]): string => lines.map((line) => `${line.trimEnd()}\n`).join('');
if (process.env.UPDATE_FIXTURES) {
  writeFileSync(FILE, PLAN_CASES.map(({ name, lines }) => `## ${name}\n${shown(lines())}`).join('\n'));
}
const sections = readFileSync(FILE, 'utf8').split(/^## /m).slice(1);
const expected = new Map(
  sections.map((section) => {
    const end = section.indexOf('\n');
    return [section.slice(0, end), `${section.slice(end + 1).trimEnd()}\n`];
  }),
);

/** Run with UPDATE_FIXTURES=1 to rewrite the steps, then review the diff. */
describe('fixtures/plan-steps.txt', () => {
  it.each(PLAN_CASES)('$name', ({ name, lines }) => {
    expect(shown(lines())).toBe(expected.get(name));
  });
});
