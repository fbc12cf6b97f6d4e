import type { RuleContext, RuleDefinition, RuleFixer } from '@eslint/core';
import { STALE_RULE } from '../core/baseline.ts';
import type { Finding } from '../core/finding.ts';
import type { Repair, Rule } from '../core/rule.ts';
import { configProblem } from './config-rule.ts';
import { PAGES } from './docs-url.ts';
import { atRoot, codeOf } from './host-code.ts';
import { lintCode } from './lint-code.ts';
import type { LintedCode } from './lint-code.ts';
import { placing } from './placing.ts';
import { expressionOf, fixerOf } from './repairs.ts';

/** Rules that one file by itself can break. */
export function judgesFiles({ id, scope }: Rule): boolean {
  return scope !== 'project' && id !== STALE_RULE;
}

/** A rule of connlint as ESLint knows rules. What it says and where is the engine's; its options are in connlint's config. */
export function eslintRule({ id, docs, scope }: Rule): RuleDefinition {
  return {
    meta: {
      type: 'problem',
      docs: { description: lowerCase(docs.what), url: `${PAGES}/rules/${id}.md`, recommended: true },
      languages: ['*'],
      fixable: 'code',
      hasSuggestions: true,
      schema: [],
      messages: { finding: '{{message}}', repair: '{{title}}', unusable: '{{message}}' },
    },
    create(context) {
      const linted = lintCode(context);
      const findings = linted.findings.get(id);
      return atRoot(context, [
        ...configProblem(context, linted),
        ...(findings ? [() => reportAll(context, findings, linted, scope)] : []),
      ]);
    },
  };
}

function reportAll(
  context: RuleContext,
  findings: readonly Finding[],
  { strings, lines }: LintedCode,
  scope: Rule['scope'],
): void {
  const code = codeOf(context);
  const text = code.text ?? '';
  const place = placing(code, lines!);
  for (const finding of findings) {
    const expression = scope === 'string' ? expressionOf(finding, strings) : null;
    const fixer = (repair: Repair): RuleFixer | null => fixerOf(repair, expression, text);
    context.report({
      loc: place(finding),
      messageId: 'finding',
      data: { message: finding.message, id: finding.id },
      fix: finding.fix && fixer(finding.fix),
      suggest: finding.suggestions.flatMap((repair) => {
        const fix = fixer(repair);
        return fix ? [{ messageId: 'repair', data: { title: repair.title }, fix }] : [];
      }),
    });
  }
}

/** A description as ESLint's rules have it: small letter, no full stop. */
function lowerCase(sentence: string): string {
  return sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}
