import type { Edit } from '../text/edits.ts';
import { stringAt, type Finding } from '../lint/finding.ts';
import type { FoundString } from '../classify/found-string.ts';
import type { Fix, Rule } from '../lint/rule.ts';
import type { Range } from '../text/source.ts';
import type { RuleFixer, RuleContext, RuleDefinition } from '@eslint/core';
import { STALE_RULE } from '../lint/baseline.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { ruleAddress } from '../report/escape.ts';
import { VERSION } from '../node/version.ts';
import { configProblem } from './config-rule.ts';
import { atRoot, codeOf, lintCode, placing, type CodeResult } from './lint-code.ts';
import { FIXING_RULES, SUGGESTING_RULES } from './rule-facts.ts';

/**
 * A fix in ESLint's format. `null` if ESLint would throw, or if it edits outside of the finding's expression,
 * because a value in another statement may be used elsewhere.
 * @param expression `null` if a rule checks the whole file and may report several ranges
 */
export function fixerOf({ edits }: Fix, expression: Range | null, text: string): RuleFixer | null {
  const sorted = [...edits].sort((a, b) => a.offset - b.offset || a.endOffset - b.endOffset);
  const inside = ({ offset, endOffset }: Edit): boolean =>
    offset >= 0 &&
    endOffset <= text.length &&
    (expression === null || (offset >= expression.offset && endOffset <= expression.endOffset));
  const apart = sorted.every((edit, at) => at === 0 || edit.offset >= sorted[at - 1]!.endOffset);
  if (sorted.length === 0 || !apart || !sorted.every(inside)) return null;
  return (fixer) => sorted.map((edit) => fixer.replaceTextRange([edit.offset, edit.endOffset], edit.text));
}

/** The range of a finding's string, otherwise of the finding. */
export function expressionOf(finding: Finding, strings: readonly FoundString[]): Range {
  let { offset, endOffset } = finding;
  for (const segment of stringAt(strings, finding)?.literal.segments ?? []) {
    offset = Math.min(offset, segment.offset);
    endOffset = Math.max(endOffset, segment.endOffset);
  }
  return { offset, endOffset };
}

/** Rules that need only a single file. */
export function checksSingleFiles({ id, scope }: Rule): boolean {
  return scope !== 'project' && id !== STALE_RULE;
}

/** A connlint rule as an ESLint rule. The engine finds the problems. Options are set in connlint's config. */
export function eslintRule({ id, docs, scope }: Rule): RuleDefinition {
  const abilities = { fixes: FIXING_RULES.has(id), suggests: SUGGESTING_RULES.has(id) };
  return {
    meta: {
      type: 'problem',
      docs: { description: `disallow ${lowerCase(docs.what)}`, url: ruleAddress(id, VERSION), recommended: true },
      languages: ['*'],
      ...(abilities.fixes ? { fixable: 'code' as const } : {}),
      hasSuggestions: abilities.suggests,
      // With a schema, ESLint's message about options would not say where they belong.
      schema: false,
      messages: { finding: '{{message}}', suggestion: '{{title}}', unusable: '{{message}}' },
    },
    create(context) {
      if (context.options.length > 0) throw optionsError(id);
      const linted = lintCode(context);
      const findings = (linted.findings.get(id) ?? []).filter((finding) => isReported(finding, context));
      return atRoot(context, [
        ...configProblem(context, linted),
        ...(findings.length > 0 ? [() => reportAll(context, findings, linted, { scope, ...abilities })] : []),
      ]);
    },
  };
}

function optionsError(id: string): TypeError {
  return new TypeError(
    `connlint/${id} takes no options in ESLint's config. Set them in connlint.config.json: { "rules": { "${id}": [severity, options] } }`,
  );
}

/** ESLint has no level for info, and findings that a role lowers are usually intentional. */
function isReported({ severity, lowered }: Finding, { settings }: RuleContext): boolean {
  const { connlint } = settings as { readonly connlint?: { readonly report?: unknown } };
  return (severity !== 'info' && lowered === null) || connlint?.report === 'all';
}

interface Reporting {
  readonly scope: Rule['scope'];
  /** ESLint throws if a rule fixes without declaring it. */
  readonly fixes: boolean;
  readonly suggests: boolean;
}

function reportAll(
  context: RuleContext,
  findings: readonly Finding[],
  { strings, lines }: CodeResult,
  { scope, fixes, suggests }: Reporting,
): void {
  const code = codeOf(context);
  const text = code.text ?? '';
  const place = placing(code, lines!);
  // ESLint decoded bytes that are not UTF-8, and would write others in their place.
  const canBeWritten = !text.includes('\uFFFD');
  for (const finding of findings) {
    const expression = scope === 'string' ? expressionOf(finding, strings) : null;
    const fixer = (offered: Fix): RuleFixer | null => (canBeWritten ? fixerOf(offered, expression, text) : null);
    const suggestions = suggests ? finding.suggestions : [];
    context.report({
      loc: place(finding),
      messageId: 'finding',
      data: { message: escapeControlChars(finding.message), id: finding.id },
      fix: fixes && finding.fix ? fixer(finding.fix) : null,
      suggest: suggestions.flatMap((offered) => {
        const fix = fixer(offered);
        return fix ? [{ messageId: 'suggestion', data: { title: escapeControlChars(offered.title) }, fix }] : [];
      }),
    });
  }
}

/** For a description after "disallow": lower case, without the full stop. */
function lowerCase(sentence: string): string {
  return sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}
