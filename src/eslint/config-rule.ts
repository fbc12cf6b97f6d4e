import type { RuleContext, RuleDefinition } from '@eslint/core';
import { VERSION } from '../node/version.ts';
import { pagesOf } from '../report/rule/address.ts';
import { silencedPlugin } from './foreign-claims.ts';
import { atRoot, codeOf, lintCode } from './lint-code.ts';
import type { HostPosition, LintedCode } from './lint-code.ts';

/** The rule that reports a config that cannot be used, and files that two plugins claim. */
export const CONFIG_RULE = 'config';

/**
 * Reports a config, fact file or baseline that cannot be used, and parsers of other plugins that do not see a file
 * because of connlint.
 */
export const configRule: RuleDefinition = {
  meta: {
    type: 'problem',
    docs: {
      description: 'require a config, fact files and a baseline that connlint can use, and one plugin for each file',
      url: `${pagesOf(VERSION)}/docs/editors.md`,
      recommended: true,
    },
    languages: ['*'],
    schema: [],
    messages: {
      unusable: '{{message}}',
      silenced:
        'connlint reads this file as plain text, so {{plugin}} reports nothing here. Use connlint.configs.base in place of the connlint config that covers this file.',
    },
  },
  create: (context) => atRoot(context, [...configProblem(context, lintCode(context)), () => reportClaim(context)]),
};

function reportClaim(context: RuleContext): void {
  // Checked here and not earlier, because all rules have been created by now.
  const plugin = silencedPlugin(context);
  if (plugin !== null) context.report({ loc: startOf(context), messageId: 'silenced', data: { plugin } });
}

const reported = new WeakSet<LintedCode>();

/** Reported by the first enabled rule, so that no particular rule must be enabled. */
export function configProblem(context: RuleContext, linted: LintedCode): (() => void)[] {
  const { problem } = linted;
  if (problem === null || reported.has(linted)) return [];
  reported.add(linted);
  const loc = startOf(context);
  return [
    () => {
      context.report({ loc, messageId: 'unusable', data: { message: `connlint: ${problem}` } });
    },
  ];
}

function startOf(context: RuleContext): HostPosition {
  const code = codeOf(context);
  return code.getLoc?.(code.ast).start ?? { line: 1, column: 0 };
}
