import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import type { Example, Rule, StringRule } from '../../src/lint/rule.ts';
import { runExample } from '../../src/node/run-example.ts';

/** The same rules, run on every string and every file with a string. */
const UNBOUND = RULES.map((rule): Rule => {
  if (rule.scope === 'string') return { ...rule, trigger: {} };
  if (rule.scope === 'tool' || !('trigger' in rule)) return rule;
  return { ...rule, trigger: { ...rule.trigger, strings: [] } };
});

const TEXTS: readonly Example[] = readFileSync(new URL('../../fixtures/text-findings.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { file: string; text: string })
  .map(({ file, text }) => ({ title: `${file}: ${text}`, files: { [file]: text } }));

describe('the triggers of rules', () => {
  it.each(RULES.map((rule) => [rule.id, rule] as const))(
    'hide nothing in the examples of %s',
    (_, { examples: { invalid, valid } }) => {
      for (const example of [...invalid, ...valid]) {
        const shown = runExample(example, RULES);
        const all = runExample(example, UNBOUND);
        expect(shown.findings).toEqual(all.findings);
        expect(shown.unknown).toEqual(all.unknown);
      }
    },
  );

  it('hide nothing in texts of all kinds', () => {
    for (const example of TEXTS)
      expect(runExample(example, RULES).findings, example.title).toEqual(runExample(example, UNBOUND).findings);
  });

  it('name a feature for every rule about strings', () => {
    const rules = RULES.filter((rule): rule is StringRule => rule.scope === 'string');
    for (const { id, trigger } of rules) expect([...(trigger.any ?? []), ...(trigger.all ?? [])], id).not.toEqual([]);
  });
});
