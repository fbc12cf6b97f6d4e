import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import type { Example } from '../../src/lint/rule.ts';
import { applied, runExample } from '../support/run-example.ts';

/** The text in the first mark after a fix that changed nothing outside of it. */
function afterRepair(example: Example, ruleId: string, which: 'fix' | 'suggestion'): string | undefined {
  const { findings, files, places } = runExample(example);
  const [place] = places;
  const finding = findings.find(
    ({ rule, file, offset }) => rule === ruleId && file === place?.file && offset === place.offset,
  );
  const repair = which === 'fix' ? finding?.fix : finding?.suggestions[0];
  if (!place || !repair) return undefined;
  const before = files[place.file]!;
  const after = applied(before, repair);
  expect(after.startsWith(before.slice(0, place.offset))).toBe(true);
  return after.slice(place.offset, after.length - (before.length - place.endOffset));
}

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  it('has examples of both sorts', () => {
    expect(rule.examples.invalid.length).toBeGreaterThan(0);
    if (rule.scope !== 'tool') expect(rule.examples.valid.length).toBeGreaterThan(0);
  });

  it.each(rule.examples.invalid.map((example) => [example.title, example] as const))('reports: %s', (_, example) => {
    const { findings, places } = runExample(example);
    const own = findings.filter((finding) => finding.rule === id && finding.suppressed === null);
    const reported = own.map(({ file, offset, endOffset }) => ({ file, offset, endOffset }));
    expect(places.length, 'an example marks its place').toBeGreaterThan(0);
    expect(reported).toEqual(places);
    const known = [rule.severity, ...Object.keys(rule.docs.severities ?? {})];
    for (const { severity } of own) expect(known, 'the page says when').toContain(severity);
    if (example.severity) expect(own.map(({ severity }) => severity)).toContain(example.severity);
    if (example.fixed !== undefined) expect(afterRepair(example, id, 'fix')).toBe(example.fixed);
    if (example.suggested !== undefined) expect(afterRepair(example, id, 'suggestion')).toBe(example.suggested);
    for (const { message, why, todo } of own) expect(`${message}${why}${todo}`).not.toMatch(/\{\w+\}|undefined/);
  });

  it.each(rule.examples.valid.map((example) => [example.title, example] as const))('is silent: %s', (_, example) => {
    const { findings } = runExample(example);
    expect(findings.filter(({ rule: found }) => found === id)).toEqual([]);
  });
});
