import { describe, expect, it } from 'vitest';
import { runExample } from '../support/run-example.ts';
import { rowsOf } from '../support/rows.ts';

/** Realistic texts in many languages, with the rules about code and infrastructure that report them, one per line. */
interface Case {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly expect: readonly string[];
}

const cases = rowsOf<Case>('rule-cases.jsonl');

describe('rules about code, infrastructure, API calls and metrics', () => {
  it.each(cases.map((one) => [one.title, one] as const))('%s', (_, { title, files, expect: rules }) => {
    const { findings } = runExample({ title, files });
    const own = findings.filter(({ rule }) =>
      /^(?:api-|iac-|metrics-|derived-|attribute-|peering-only-enabled|userinfo-)/.test(rule),
    );
    expect(own.map(({ rule }) => rule).sort()).toEqual([...rules].sort());
  });
});
