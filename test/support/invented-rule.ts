import type { FoundString } from '../../src/classify/found-string.ts';
import type { RuleSetup } from '../../src/lint/run-rules.ts';
import { checksOf, type Check } from '../../src/lint/checks.ts';
import type { Rule } from '../../src/lint/rule.ts';
import type { Range } from '../../src/text/source.ts';

const docs = { what: 'What {x} is.', why: 'Why {x}.', todo: 'Do {x} or {other}.' };
const BASE = { severity: 'warning', confidence: 'medium', docs, messages: {}, checkFile: () => [] } as const;

/** An invented rule with the fields that a test is about. */
const rule = (more: object): Check => checksOf([{ ...BASE, ...more } as unknown as Rule])[0]!;

export const setup = (of: object, more: Partial<RuleSetup> = {}): RuleSetup => ({
  rule: rule(of),
  severity: null,
  fixed: false,
  options: {},
  needsFacts: true,
  ...more,
});

export const place = (offset: number, endOffset: number): Range => ({ offset, endOffset });

/** A found string with only these fields. */
export const string = (offset: number, value: string, more: object = {}): FoundString => {
  const range = place(offset, offset + value.length);
  const segments = [{ ...range, at: 0, length: value.length, exact: true }];
  const literal = { value, segments, placeholders: [], key: null, context: 'code', decoded: null, quote: null };
  const inValue = place(0, value.length);
  return {
    range,
    literal,
    inValue,
    kind: 'standard',
    form: null,
    hosts: [],
    uri: null,
    cluster: 'c1',
    secrets: [],
    ...more,
  } as unknown as FoundString;
};
