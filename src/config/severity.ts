/** From the most severe to the mildest. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;

export type Severity = (typeof SEVERITIES)[number];
export type RuleLevel = Severity | 'off';

/** Levels that a rule can be set to, the mildest first. */
export const LEVELS: readonly RuleLevel[] = ['off', ...[...SEVERITIES].reverse()];

/** The roles of files. A role lowers the severity of findings, and decides nothing else. A `product` is deployed. */
export const FILE_ROLES = ['product', 'test', 'docs', 'vendored'] as const;

export type FileRole = (typeof FILE_ROLES)[number];
