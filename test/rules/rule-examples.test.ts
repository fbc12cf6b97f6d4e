import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { checksOf } from '../../src/lint/checks.ts';
import { EXAMPLES, type Example, type PageExample } from '../support/rule-pages.ts';
import { applied, runExample } from '../support/run-example.ts';

type Run = ReturnType<typeof runExample>;
const ownFindings = ({ findings }: Run, { rule, reason }: PageExample): Run['findings'] =>
  findings.filter((one) => one.rule === rule && one.reason === reason && one.suppressed === null);

/** The text in the first mark after a fix that changed nothing outside of it. */
function afterRepair(run: Run, example: PageExample, which: 'fix' | 'suggestion'): string | undefined {
  const [place] = run.places;
  const finding = ownFindings(run, example).find(({ file, offset }) => file === place?.file && offset === place.offset);
  const repair = which === 'fix' ? finding?.fix : finding?.suggestions[0];
  if (!place || !repair) return undefined;
  const before = run.files[place.file]!;
  const after = applied(before, repair);
  expect(after.startsWith(before.slice(0, place.offset))).toBe(true);
  return after.slice(place.offset, after.length - (before.length - place.endOffset));
}

const titled = (examples: readonly PageExample[]) => examples.map((example) => [example.title, example] as const);

describe.each(checksOf(RULES).map((check) => [check.name, check] as const))('%s', (_, check) => {
  const own = EXAMPLES.filter(({ rule, reason }) => rule === check.id && reason === check.reason);
  const reported = own.filter((example) => example.reported);
  const silent = own.filter((example) => !example.reported);

  it('has a page with both kinds of examples', () => {
    expect(reported.length).toBeGreaterThan(0);
    if (check.id !== 'acceptance') expect(silent.length).toBeGreaterThan(0);
    expect([check.docs.what, check.docs.why, check.docs.todo]).not.toContain('');
  });

  it.each(titled(reported))('reports: %s', (_title, example) => {
    const run = runExample(example);
    const found = ownFindings(run, example);
    expect(run.places.length, 'an example marks its place').toBeGreaterThan(0);
    expect(found.map(({ file, offset, endOffset }) => ({ file, offset, endOffset }))).toEqual(run.places);
    const known = [check.severity, ...Object.keys(check.docs.severities ?? {})];
    for (const { severity } of found) expect(known, 'the page says when').toContain(severity);
    const { severity, fixed, suggested }: Example = example;
    if (severity) expect(found.map((one) => one.severity)).toContain(severity);
    if (fixed !== undefined) expect(afterRepair(run, example, 'fix')).toBe(fixed);
    if (suggested !== undefined) expect(afterRepair(run, example, 'suggestion')).toBe(suggested);
    for (const { message, why, todo } of found) expect(`${message}${why}${todo}`).not.toMatch(/\{\w+\}|undefined/);
  });

  it.each(titled(silent))('is silent: %s', (_title, example) => {
    expect(ownFindings(runExample(example), example)).toEqual([]);
  });
});

it('every page belongs to a rule, and every section to a reason', () => {
  const known = new Set(checksOf(RULES).map(({ name }) => name));
  const written = EXAMPLES.map(({ rule, reason }) => (reason === null ? rule : `${rule}/${reason}`));
  expect(written.filter((name) => !known.has(name))).toEqual([]);
});
