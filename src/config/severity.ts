/** The severe ones first. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;

export type Severity = (typeof SEVERITIES)[number];
export type RuleLevel = Severity | 'off';

/** What a rule can be set to, from the mildest. */
export const LEVELS: readonly RuleLevel[] = ['off', ...[...SEVERITIES].reverse()];
