import type { RuleContext, RuleDefinition } from '@eslint/core';
import { VERSION } from '../node/version.ts';
import { atRoot, codeOf, lintCode } from './lint-code.ts';
import type { LintedCode } from './lint-code.ts';

/** Where the pages of this very version can be read: what an editor opens when somebody clicks a rule's name. */
export const PAGES = `https://unpkg.com/connlint@${VERSION}`;

/** The rule that tells of a config that cannot be used. */
export const CONFIG_RULE = 'config';

/** Tells of a config, fact file or baseline that cannot be used, once for each file. */
export const configRule: RuleDefinition = {
  meta: {
    type: 'problem',
    docs: {
      description: 'require a config, fact files and a baseline of connlint that can be used',
      url: `${PAGES}/README.md`,
      recommended: true,
    },
    languages: ['*'],
    schema: [],
    messages: { unusable: '{{message}}' },
  },
  create: (context) => atRoot(context, configProblem(context, lintCode(context))),
};

const told = new WeakSet<LintedCode>();

/** The first of the rules that are on says it: nobody need switch on one for it. */
export function configProblem(context: RuleContext, linted: LintedCode): (() => void)[] {
  const { problem } = linted;
  if (problem === null || told.has(linted)) return [];
  told.add(linted);
  const code = codeOf(context);
  const start = code.getLoc?.(code.ast).start ?? { line: 1, column: 0 };
  return [
    () => {
      context.report({ loc: start, messageId: 'unusable', data: { message: `connlint: ${problem}` } });
    },
  ];
}
