import type { RuleSetup } from '../core/judge.ts';
import type { Severity } from '../core/rule.ts';
import { code, prose } from './markdown.ts';
import { LONGEST_TEXT } from './sarif-text.ts';
import { SECURITY } from './security.ts';
import { cut } from './shown.ts';

export const LEVEL: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };
const PROBLEM: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'recommendation' };

/** A rule with all that a consumer can show of it, whether it found something or not. */
export function sarifRule({ rule, severity: configured }: RuleSetup): object {
  const severity = configured ?? rule.severity;
  const { what, why, todo } = rule.docs;
  return {
    id: rule.id,
    name: pascalCase(rule.id),
    shortDescription: { text: cut(what, LONGEST_TEXT) },
    fullDescription: { text: cut(`${what} ${why}`, LONGEST_TEXT) },
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
