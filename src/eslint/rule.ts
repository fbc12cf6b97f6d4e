import type { RuleContext, RuleDefinition, RuleFixer, RuleVisitor } from '@eslint/core';
import type { Finding } from '../lint/finding.ts';
import { checksOf } from '../lint/checks.ts';
import { type Rule, isToolCheck } from '../lint/rule.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { lintFile } from './lint-file.ts';
import { hasMisplacedRules, TEXT_EVENT, TEXT_ROOT } from './text-language.ts';
import type { Fix } from '../text/edits.ts';

/** The rule that reports a config that cannot be used. */
export const CONFIG_RULE = 'config';

/** Rules that need only a single file. */
export function checksSingleFiles(rule: Rule): boolean {
  return checksOf([rule]).some((check) => {
    if (isToolCheck(check)) return check.name !== 'acceptance/stale';
    return check.checkString !== undefined || check.checkFile !== undefined;
  });
}

/** A connlint rule as an ESLint rule. The engine finds the problems. Options are set in connlint's config. */
export function eslintRule({ id, docs }: Rule): RuleDefinition {
  return {
    meta: {
      type: 'problem',
      docs: { description: `disallow ${lowerCase(docs.what)}`, recommended: true },
      languages: ['*'],
      fixable: 'code',
      hasSuggestions: true,
      // With a schema, ESLint's message about options would not say where they belong.
      schema: false,
      messages: { finding: '{{message}}', suggestion: '{{title}}' },
    },
    create(context) {
      if (context.options.length > 0) throw optionsError(id);
      const findings = (lintFile(context).findings.get(id) ?? []).filter((one) => isReported(one, context));
      return findings.length === 0 ? {} : atRoot(context, () => reportAll(context, findings));
    },
  };
}

/** Reports a config, fact file or baseline that cannot be used, and rules of other plugins in a text. */
export const configRule: RuleDefinition = {
  meta: {
    type: 'problem',
    docs: {
      description: 'require a config that connlint can use, and `files` for rules about scripts',
      recommended: true,
    },
    languages: ['*'],
    schema: [],
    messages: {
      unusable: 'connlint: {{problem}}',
      misplaced:
        'connlint reads this file as plain text, so rules of other plugins report nothing here. Add `files` to the config that enables them, or use connlint.configs.base.',
    },
  },
  create(context) {
    const { problem } = lintFile(context);
    return atRoot(context, () => {
      const loc = { line: 1, column: columnStart(context) };
      if (problem !== null)
        context.report({ loc, messageId: 'unusable', data: { problem: escapeControlChars(problem) } });
      // Asked here and not earlier, because all rules have been created by now.
      else if (hasMisplacedRules(context)) context.report({ loc, messageId: 'misplaced' });
    });
  },
};

function optionsError(id: string): TypeError {
  return new TypeError(
    `connlint/${id} takes no options in ESLint's config. Set them in connlint.config.jsonc: { "rules": { "${id}": [severity, options] } }`,
  );
}

/** ESLint has no level for info, and findings that a role lowers are usually intentional. */
function isReported({ severity, lowered }: Finding, { settings }: RuleContext): boolean {
  const { connlint } = settings as { readonly connlint?: { readonly report?: unknown } };
  return (severity !== 'info' && lowered === null) || connlint?.report === 'all';
}

/** A visitor that runs once per file: at the root of its tree, or at the event of `connlint/text`. */
function atRoot({ sourceCode }: RuleContext, run: () => void): RuleVisitor {
  const { type = 'Program' } = sourceCode.ast as { readonly type?: string };
  return { [type === TEXT_ROOT ? TEXT_EVENT : type]: run };
}

interface HostCode {
  readonly text: string;
  getLocFromIndex?(index: number): { readonly line: number; readonly column: number };
}

/** The number of the first column in the language of a file, which rules do not receive. */
const columnStart = ({ sourceCode }: RuleContext): number => (sourceCode as HostCode).getLocFromIndex?.(0).column ?? 0;

function reportAll(context: RuleContext, findings: readonly Finding[]): void {
  const code = context.sourceCode as HostCode;
  const shift = columnStart(context) - 1;
  // Line ends that only JavaScript knows.
  const indexOf = /[\u2028\u2029]/.test(code.text) ? code.getLocFromIndex?.bind(code) : undefined;
  // ESLint decoded bytes that are not UTF-8, and would write others in their place.
  const canBeWritten = !code.text.includes('\uFFFD');
  for (const finding of findings) {
    context.report({
      loc: {
        start: indexOf?.(finding.offset) ?? { line: finding.line, column: finding.column + shift },
        end: indexOf?.(finding.endOffset) ?? { line: finding.endLine, column: finding.endColumn + shift },
      },
      messageId: 'finding',
      data: { message: escapeControlChars(finding.message), id: finding.id },
      fix: canBeWritten && finding.fix ? fixerOf(finding.fix) : null,
      suggest: (canBeWritten ? finding.suggestions : []).map((fix) => ({
        messageId: 'suggestion',
        data: { title: escapeControlChars(fix.title) },
        fix: fixerOf(fix),
      })),
    });
  }
}

function fixerOf({ edits }: Fix): RuleFixer {
  return (fixer) => edits.map(({ offset, endOffset, text }) => fixer.replaceTextRange([offset, endOffset], text));
}

/** For a description after "disallow": lower case, without the full stop. */
function lowerCase(sentence: string): string {
  return sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}
