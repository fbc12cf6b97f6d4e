import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RULES } from '../../rules/index.ts';
import type { Finding } from '../../src/lint/finding.ts';
import type { Example } from '../../src/lint/rule.ts';
import { checksSingleFiles } from '../../src/eslint/rule.ts';
import { eslint, workspace } from '../support/eslint-run.ts';
import { applied, EXAMPLE_DAY, runExample } from '../support/run-example.ts';

/** A finding as users see it, with the text after each of its fixes. */
interface Seen {
  readonly file: string;
  readonly rule: string;
  readonly message: string;
  readonly place: readonly number[];
  readonly fixed: string | null;
  readonly suggested: readonly (readonly [title: string, text: string])[];
}

const OWN = new Set(RULES.filter(checksSingleFiles).map(({ id }) => id));

const order = (seen: readonly Seen[]): Seen[] => seen.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
const key = ({ file, rule, place }: Seen): string =>
  [file, ...place.map((n) => String(n).padStart(6, '0')), rule].join();

function byCommandLine(example: Example): Seen[] {
  const { findings, files } = runExample(example);
  // Only a project run checks the plan itself: such findings are in the config and about no string.
  const shown = ({ file, rule, kind, suppressed }: Finding): boolean =>
    suppressed === null &&
    OWN.has(rule) &&
    files[file] !== undefined &&
    file !== '.connlint-baseline' &&
    !(file === 'connlint.config.json' && kind === null);
  const seen = findings.filter(shown).map((finding) => ({
    file: finding.file,
    rule: finding.rule,
    message: finding.message,
    place: [finding.line, finding.column, finding.endLine, finding.endColumn],
    fixed: finding.fix && applied(files[finding.file]!, finding.fix),
    suggested: finding.suggestions.map((one) => [one.title, applied(files[finding.file]!, one)] as const),
  }));
  return order(seen);
}

async function byEslint(example: Example): Promise<Seen[]> {
  const { files } = runExample(example);
  const sources = Object.keys(files).filter((name) => name !== '.connlint-baseline');
  const facts = Object.fromEntries(Object.entries(example.facts ?? {}).map(([name, v]) => [name, JSON.stringify(v)]));
  const config = { inventory: Object.keys(facts), ...(example.config as object | undefined) };
  using folder = workspace({ ...files, ...facts, 'connlint.config.json': JSON.stringify(config) });
  const seen: Seen[] = [];
  for (const [file, { messages }] of await eslint(folder.root, sources, undefined, { ignore: false })) {
    const text = files[file]!;
    const edited = ({ range: [from, to], text: by }: { range: readonly [number, number]; text: string }): string =>
      text.slice(0, from) + by + text.slice(to);
    for (const message of messages) {
      seen.push({
        file,
        rule: (message.ruleId ?? '').replace('connlint/', ''),
        message: message.message,
        place: [message.line, message.column, message.endLine ?? 0, message.endColumn ?? 0],
        fixed: message.fix ? edited(message.fix) : null,
        suggested: (message.suggestions ?? []).map(({ desc, fix }) => [desc, edited(fix)] as const),
      });
    }
  }
  return order(seen);
}

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s in ESLint', (id, { examples }) => {
  // Rules about dates check the examples for a fixed date, for which ESLint has no option.
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${EXAMPLE_DAY}T12:00:00Z`) });
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  const all = [...examples.invalid, ...examples.valid];
  if (OWN.has(id))
    it('shows what the examples mark', () => {
      const shown = examples.invalid.flatMap(byCommandLine).filter(({ rule }) => rule === id);
      expect(shown.length).toBeGreaterThan(0);
    });
  it.each(all.map((example) => [example.title, example] as const))('%s', async (_title, example) => {
    expect(await byEslint(example)).toEqual(byCommandLine(example));
  });
});
