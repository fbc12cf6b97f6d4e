import { describe, expect, it } from 'vitest';
import { decidesPlan } from '../../src/plan/relevance.ts';
import type { PlanEntry } from '../../src/plan/plan.ts';
import { PLAN_CASES } from '../support/plan-cases.ts';

const placeOf = ({ file, line, column }: { file: string; line: number; column: number }): string =>
  `${file}:${line}:${column}`;

/** Places that a step before the change lists to be replaced. */
function replacedFirst({ steps }: PlanEntry): readonly string[] {
  const change = steps.findIndex(({ kind }) => kind === 'change');
  const before = steps.slice(0, change < 0 ? steps.length : change);
  return before.filter(({ kind }) => kind === 'replace').flatMap(({ places }) => places.map(placeOf));
}

describe.each(PLAN_CASES)('$name', ({ entries }) => {
  it('is ready only when nothing is missing and nothing has to be replaced first', () => {
    for (const entry of entries().filter(({ verdict }) => verdict === 'ready')) {
      expect([entry.missing, entry.unread, entry.reasons, replacedFirst(entry)]).toEqual([[], [], [], []]);
    }
  });

  it('has every finding in a step, and none of a replaced place in the last one', () => {
    for (const { strings, steps } of entries()) {
      const places = new Set(steps.flatMap((step) => step.places.map(placeOf)));
      const open = strings.filter(({ suppressed }) => suppressed === null);
      const missing = open.filter((finding) => !places.has(placeOf(finding)));
      expect(missing.map(({ rule }) => rule)).toEqual([]);
      const documents = steps.filter(({ kind }) => kind === 'document').flatMap((step) => step.places);
      const roles = new Map(strings.map(({ file, role }) => [file, role]));
      expect(documents.filter(({ file }) => decidesPlan(roles.get(file)!, false))).toEqual([]);
    }
  });
});
