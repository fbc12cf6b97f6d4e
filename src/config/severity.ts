/** From the most severe to the mildest. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;

export type Severity = (typeof SEVERITIES)[number];
export type RuleLevel = Severity | 'off';

/** Levels that a rule can be set to, the mildest first. */
export const LEVELS: readonly RuleLevel[] = ['off', ...[...SEVERITIES].reverse()];
