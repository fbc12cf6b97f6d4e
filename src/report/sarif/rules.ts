import type { RuleSetup } from '../../lint/run-rules.ts';
import type { Severity } from '../../config/severity.ts';
import { code, prose } from '../markdown.ts';
import { cut } from '../escape.ts';
import { ruleAddress } from '../rule/address.ts';

export const LEVEL: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };
const PROBLEM: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'recommendation' };

/** A rule with everything that a consumer can show, whether or not it has findings. */
export function sarifRule({ rule, severity: configured }: RuleSetup, version: string): object {
  const severity = configured ?? rule.severity;
  const { what, why, todo } = rule.docs;
  return {
    id: rule.id,
    name: pascalCase(rule.id),
    shortDescription: { text: cut(what, MAX_TEXT_LENGTH) },
    fullDescription: { text: cut(`${what} ${why}`, MAX_TEXT_LENGTH) },
    helpUri: ruleAddress(rule.id, version),
    help: { text: `${why}\n\n${todo}`, markdown: helpPage(rule) },
    defaultConfiguration: { level: LEVEL[severity] },
    properties: { ...scoreOf(rule.id), precision: rule.confidence, 'problem.severity': PROBLEM[severity] },
  };
}

function scoreOf(id: string): object {
  const security = SECURITY.get(id);
  if (!security) return { tags: ['connection-string'] };
  const tags = ['connection-string', 'security', `external/cwe/cwe-${security.cwe}`];
  return { tags, 'security-severity': security.score.toFixed(1) };
}

const pascalCase = (id: string): string =>
  id.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function helpPage({ id, docs }: RuleSetup['rule']): string {
  const parts = [
    prose(docs.what),
    `## Why\n\n${prose(docs.why)}`,
    `## What to do\n\n${prose(docs.todo)}`,
    docs.sources.length > 0 ? `## Sources\n\n${docs.sources.map((source) => `- ${prose(source)}`).join('\n')}` : '',
    `Examples: ${code(`connlint explain ${id}`)}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** GitHub cuts a description after this many characters; GitLab drops the results of a rule with a longer one. */
export const MAX_TEXT_LENGTH = 1_000;

/** A message: brackets make links in SARIF, unless they are escaped. */
export function sarifText(text: string, most = MAX_TEXT_LENGTH): string {
  const brackets = text.split(/[[\]\\]/).length - 1;
  return cut(text, most - Math.min(brackets, most / 2)).replace(/[[\]\\]/g, (mark) => `\\${mark}`);
}

/** What code scanning needs to rank a finding as one of security. */
export interface Security {
  /** 0.1 to 10, as CVSS counts. */
  readonly score: number;
  readonly cwe: number;
}

/**
 * The rules about credentials and encryption; all others are about strings that do not work. Scores are those that CVSS
 * 3.1 gives to the weakness where nothing else is known.
 */
export const SECURITY: ReadonlyMap<string, Security> = new Map([
  ['credentials-in-text', { score: 7.5, cwe: 798 }],
  ['tls-verification-off', { score: 7.4, cwe: 295 }],
  ['tls-off-on-atlas', { score: 5.9, cwe: 319 }],
  ['api-key-basic-auth', { score: 5.3, cwe: 522 }],
]);
