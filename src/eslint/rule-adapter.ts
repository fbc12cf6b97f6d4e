import type { RuleContext, RuleDefinition } from '@eslint/core';
import { STALE_RULE } from '../core/baseline.ts';
import type { Finding } from '../core/finding.ts';
import type { Rule } from '../core/rule.ts';
import { VERSION } from '../node/version.ts';
import type { HostCode } from './host-code.ts';
import { lintCode } from './lint-code.ts';
import type { LintedCode } from './lint-code.ts';
import { placing } from './placing.ts';
import { fixerOf } from './repairs.ts';

/** The rule that tells of a config that cannot be used. */
export const CONFIG_RULE = 'config';

const DOCS = `https://unpkg.com/connlint@${VERSION}/rules`;

/** Rules that one file by itself can break. */
export function judgesFiles({ id, scope }: Rule): boolean {
  return scope !== 'project' && id !== STALE_RULE;
}

/** A rule of connlint as ESLint knows rules. What it says and where is the engine's; its options are in connlint's config. */
export function eslintRule({ id, docs }: Rule): RuleDefinition {
  return {
    meta: {
      type: 'problem',
      docs: { description: lowerCase(docs.what), url: `${DOCS}/${id}.md`, recommended: true },
      languages: ['*'],
      fixable: 'code',
      hasSuggestions: true,
      schema: [],
      messages: { finding: '{{message}}', repair: '{{title}}', unusable: '{{message}}' },
    },
    create(context) {
      const linted = lintCode(hostOf(context));
      const findings = linted.findings.get(id) ?? [];
      return atRoot(context, [
        ...configProblem(context, linted),
        ...findings.map((finding) => () => {
          report(context, finding, linted);
        }),
      ]);
    },
  };
}

/** Tells of a config, fact file or baseline that cannot be used, once for each file. */
export const configRule: RuleDefinition = {
  meta: {
    type: 'problem',
    docs: {
      description: 'config, fact files and baseline of connlint must be usable',
      url: `${DOCS}/../README.md`,
      recommended: true,
    },
    languages: ['*'],
    schema: [],
    messages: { unusable: '{{message}}' },
  },
  create: (context) => atRoot(context, configProblem(context, lintCode(hostOf(context)))),
};

const hostOf = (context: RuleContext) => ({
  cwd: context.cwd,
  filename: context.filename,
  physicalFilename: context.physicalFilename,
  sourceCode: context.sourceCode as HostCode,
});

/** Reports when the root of the tree is met, whatever the language calls it. */
function atRoot({ sourceCode }: RuleContext, reports: readonly (() => void)[]): ReturnType<RuleDefinition['create']> {
  if (reports.length === 0) return {};
  const { type } = sourceCode.ast as { readonly type?: unknown };
  return {
    [typeof type === 'string' ? type : 'Program']: () => {
      for (const tell of reports) tell();
    },
  };
}

const told = new WeakSet<LintedCode>();

/** The first of the rules that are on says it: nobody need switch on one for it. */
function configProblem(context: RuleContext, linted: LintedCode): (() => void)[] {
  const { problem } = linted;
  if (problem === null || told.has(linted)) return [];
  told.add(linted);
  const start = (context.sourceCode as HostCode).getLoc?.(context.sourceCode.ast).start ?? { line: 1, column: 0 };
  return [
    () => {
      context.report({ loc: start, messageId: 'unusable', data: { message: `connlint: ${problem}` } });
    },
  ];
}

function report(context: RuleContext, finding: Finding, { strings, lines }: LintedCode): void {
  const code = context.sourceCode as HostCode;
  const text = code.text ?? '';
  const suggest = finding.suggestions.flatMap((repair) => {
    const fix = fixerOf(repair, finding, strings, text);
    return fix ? [{ messageId: 'repair', data: { title: repair.title }, fix }] : [];
  });
  context.report({
    loc: placing(code, lines!)(finding),
    messageId: 'finding',
    data: { message: finding.message, id: finding.id },
    fix: finding.fix && fixerOf(finding.fix, finding, strings, text),
    suggest,
  });
}

/** A description as ESLint's rules have it: small letter, no full stop. */
function lowerCase(sentence: string): string {
  return sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
}
