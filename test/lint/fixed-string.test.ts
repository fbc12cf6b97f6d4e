import { describe, expect, it } from 'vitest';
import { ATLAS } from '../../src/classify/service.ts';
import type { FoundString } from '../../src/classify/found-string.ts';
import type { RuleProblem } from '../../src/lint/rule.ts';
import { checkFile, type RuleResults, type RuleSetup } from '../../src/lint/run-rules.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { applyEdits } from '../../src/text/edits.ts';
import { setup } from '../support/invented-rule.ts';
import { lintText, settingsOf } from '../support/lint-text.ts';

/** Checks a text, and counts how often all rules check a string. */
function judged(text: string, ...more: readonly RuleSetup[]): RuleResults & { readonly judgements: number } {
  const source = { path: 'a.env', text };
  let judgements = 0;
  const counter = setup({ id: 'counter', scope: 'string', trigger: {}, check: () => (judgements++, []) });
  const { setups, context } = settingsOf(source.path);
  const file = { source, strings: findStrings(source, ATLAS), anchors: new Map() };
  const found = checkFile(file, [...setups, ...more, counter], context, { shown: [] });
  return { ...found, judgements };
}

const repeated = (count: number): string => `U=mongodb://h.example.com/?${Array(count).fill('w=1').join('&')}\n`;

describe('fixes of one string', () => {
  it('are judged together where they are many', () => {
    const text = repeated(40);
    const { problems, judgements } = judged(text);
    const fixes = problems.flatMap(({ problem: { fix } }) => fix ?? []);
    expect(fixes).toHaveLength(39);
    expect(judgements).toBeLessThan(10);
    for (const { edits } of fixes) expect(lintText('a.env', applyEdits(text, edits))).toHaveLength(38);
  });

  it('are offered one by one where together they lead to an error', () => {
    const few = (string: FoundString): RuleProblem[] =>
      string.literal.value.length < 60 ? [{ message: 'm', at: string.range }] : [];
    const { problems } = judged(
      repeated(40),
      setup({ id: 'few', scope: 'string', severity: 'error', trigger: {}, check: few }),
    );
    expect(problems.flatMap(({ problem: { fix } }) => fix ?? [])).toHaveLength(4);
  });

  it('are none where the string is longer than anybody writes, or has too many problems', () => {
    for (const text of [repeated(60), `U=mongodb://h.example.com/${'x'.repeat(5000)}?w=1&w=1\n`]) {
      const { problems } = judged(text);
      expect(problems.length).toBeGreaterThan(0);
      expect(problems.filter(({ problem: { fix, suggestions = [] } }) => fix ?? suggestions.length > 0)).toEqual([]);
    }
  });

  it('shows at most 50 problems of one rule', () => {
    const { problems } = judged(repeated(2000));
    expect(problems.map(({ setup: { rule } }) => rule.id)).toEqual(Array(50).fill('option-duplicate'));
  });
});
