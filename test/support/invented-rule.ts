import type { RuleSetup } from '../../src/lint/checks.ts';
import { checksOf, type Check } from '../../src/lint/checks.ts';
import type { Rule } from '../../src/lint/rule.ts';

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
