/** What code scanning needs to rank a finding as one of security. */
export interface Security {
  /** 0.1 to 10, as CVSS counts. */
  readonly score: number;
  readonly cwe: number;
}

/**
 * The rules about credentials and encryption; all others are about strings that do not work. Scores are those that CVSS 3.1
 * gives to the weakness where nothing else is known.
 */
export const SECURITY: ReadonlyMap<string, Security> = new Map([
  ['credentials-in-text', { score: 7.5, cwe: 798 }],
  ['tls-verification-off', { score: 7.4, cwe: 295 }],
  ['tls-off-on-atlas', { score: 5.9, cwe: 319 }],
  ['api-key-basic-auth', { score: 5.3, cwe: 522 }],
]);
