import { createHash } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import type { RuleContext, RuleDefinition, RuleFixer, RuleVisitor } from '@eslint/core';
import { applyBaseline } from '../lint/baseline.ts';
import type { Finding } from '../lint/finding.ts';
import { lintProject, lintSource } from '../lint/lint.ts';
import type { FileSettings } from '../lint/settings.ts';
import { relativePath } from '../node/fs/paths.ts';
import { grouped, oncePer, type Fix } from '../text/source.ts';
import { checksOf } from '../lint/checks.ts';
import { isToolCheck, type Rule } from '../lint/rule.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { hasMisplacedRules, TEXT_EVENT, TEXT_ROOT } from './text-language.ts';
import { RULES } from '../../rules/index.ts';
import { factPaths } from '../config/config.ts';
import { UserError } from '../node/errors.ts';
import { patternBase, pathMatcher } from '../node/fs/patterns.ts';
import { isGenerated, readBytes, statsOf } from '../node/fs/read-file.ts';
import { findConfig } from '../node/project/find-config.ts';
import { loadBaseline, openProject } from '../node/project/project.ts';

export const CONFIG_RULE = 'config';

export const checksSingleFiles = (rule: Rule): boolean =>
  checksOf([rule]).some((check) => {
    if (isToolCheck(check)) return check.name !== 'acceptance/stale';
    return check.checkString !== undefined || check.checkFile !== undefined;
  });

const metaOf = (description: string, messages: Record<string, string>): NonNullable<RuleDefinition['meta']> => ({
  type: 'problem',
  docs: { description, recommended: true },
  languages: ['*'],
  schema: [],
  messages,
});

/** A connlint rule as an ESLint rule. The engine finds the problems. Options are set in connlint's config. */
export const eslintRule = ({ id, docs }: Rule): RuleDefinition => ({
  meta: {
    ...metaOf(docs.what, { finding: '{{message}}', suggestion: '{{title}}' }),
    fixable: 'code',
    hasSuggestions: true,
  },
  create(context) {
    const all = lintedOf(context.sourceCode, context).findings.get(id) ?? [];
    const findings = all.filter((one) => isReported(one, context));
    return findings.length === 0 ? {} : atRoot(context, () => reportAll(context, findings));
  },
});

/** Reports a config, fact file or baseline that cannot be used, and rules of other plugins in a text. */
export const configRule: RuleDefinition = {
  meta: metaOf('require a config that connlint can use, and `files` for rules about scripts', {
    unusable: 'connlint: {{problem}}',
    misplaced:
      'connlint reads this file as plain text, so rules of other plugins report nothing here. Add `files` to the config that enables them, or use connlint.configs.base.',
  }),
  create(context) {
    const { problem } = lintedOf(context.sourceCode, context);
    return atRoot(context, () => {
      const loc = locOf(context, 0, 1, 1);
      if (problem !== null)
        context.report({ loc, messageId: 'unusable', data: { problem: escapeControlChars(problem) } });
      // Asked here and not earlier, because all rules have been created by now.
      else if (hasMisplacedRules(context)) context.report({ loc, messageId: 'misplaced' });
    });
  },
};

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

/** As the language of the file numbers lines and columns. */
const locOf = ({ sourceCode }: RuleContext, offset: number, line: number, column: number) =>
  (sourceCode as HostCode).getLocFromIndex?.(offset) ?? { line, column: column - 1 };

function reportAll(context: RuleContext, findings: readonly Finding[]): void {
  // ESLint decoded bytes that are not UTF-8, and would write others in their place.
  const canBeWritten = !(context.sourceCode as HostCode).text.includes('\uFFFD');
  for (const { offset, endOffset, line, column, endLine, endColumn, message, id, fix, suggestions } of findings)
    context.report({
      loc: { start: locOf(context, offset, line, column), end: locOf(context, endOffset, endLine, endColumn) },
      messageId: 'finding',
      data: { message: escapeControlChars(message), id },
      fix: canBeWritten && fix ? fixerOf(fix) : null,
      suggest: (canBeWritten ? suggestions : []).map((one) => ({
        messageId: 'suggestion',
        data: { title: escapeControlChars(one.title) },
        fix: fixerOf(one),
      })),
    });
}

function fixerOf({ edits }: Fix): RuleFixer {
  return (fixer) => edits.map(({ offset, endOffset, text }) => fixer.replaceTextRange([offset, endOffset], text));
}

/** A NUL within this many UTF-16 code units makes a file binary, as on the command line. */
const BINARY_PREFIX = 8_000;

/** Findings by rule, without accepted ones, in the order of the text, and why nothing could be checked. */
const NOTHING = { findings: new Map<string, Finding[]>(), problem: null as string | null };
type LintedFile = Readonly<typeof NOTHING>;

/** Runs the engine once per file, however many rules need its results. */
const lintedOf = oncePer((sourceCode: object, { cwd, filename, physicalFilename }: RuleContext): LintedFile => {
  const { text } = sourceCode as { readonly text?: unknown };
  if (typeof text !== 'string' || isBlockOfLinted(filename, physicalFilename)) return NOTHING;
  if (text.slice(0, BINARY_PREFIX).includes('\0')) return NOTHING;
  const file = resolve(cwd, physicalFilename);
  const opened = projectOfFile(file, cwd);
  if ('problem' in opened) return { ...NOTHING, problem: opened.problem };
  if (!opened.isLinted(file)) return NOTHING;
  const { root } = opened.project;
  // A text without a name (`<input>`) is a script for ESLint.
  const path = /^<\w+>$/.test(filename) ? 'input.js' : relativePath(root, resolve(cwd, filename));
  const settings = oneFile(opened.project.settingsOf(relativePath(root, file)));
  const linted = lintSource({ path, text }, settings);
  if (linted.findings.length === 0 && linted.directives.length === 0) return NOTHING;
  const home = oneFile(opened.project.settingsOf(opened.project.settings.home?.file ?? ''));
  const { findings } = lintProject([linted], () => settings, home);
  const open = applyBaseline(findings, opened.baseline, home.setups).filter(
    (one) => one.suppressed === null && one.file === path,
  );
  return { findings: grouped(open, ({ rule }) => rule), problem: null };
});

let whole: string | null = null;

/** True for a block of a file that was just linted as a whole. ESLint lints a file and its blocks synchronously. */
function isBlockOfLinted(filename: string, physicalFilename: string): boolean {
  if (filename !== physicalFilename) return whole === physicalFilename;
  whole = filename;
  queueMicrotask(() => {
    whole = null;
  });
  return false;
}

/** Cached, because most files share one list of rules. */
const ownSetups = oncePer((setups: FileSettings['setups']) =>
  setups.filter(({ rule }) => !rule.checkProject || rule.checkString),
);

/** Checks that need all files of a project do not run on one of them. */
const oneFile = (settings: FileSettings): FileSettings => ({ ...settings, setups: ownSetups(settings.setups) });

type OpenProject = ReturnType<typeof open>;

/** With the state of each file of a project when it was read. */
const projects = new Map<string, { opened: OpenProject; openedAt: number; stamps: ReadonlyMap<string, string> }>();

/** How long a project is kept, in milliseconds: a run over many files reads its manifests once, an editor again. */
const FRESH = 5_000;

/** The project of the nearest config, cached while its files stay the same. `problem`: why it cannot be used. */
function projectOfFile(file: string, cwd: string): OpenProject | { readonly problem: string } {
  try {
    const config = findConfig(dirname(file));
    const key = config ?? `${cwd}\0`;
    const known = projects.get(key);
    const openedAt = Date.now();
    const isFresh = known && Math.abs(openedAt - known.openedAt) < FRESH;
    if (isFresh && [...known.stamps].every(([path, stamp]) => stampOf(path) === stamp)) return known.opened;
    const opened = open(config, cwd);
    const { own, config: read, root } = opened.project;
    // The files from which it was read, and the folders in which more may appear.
    const inputs = [...own, ...factPaths(read).map(({ path }) => join(root, patternBase(path)))];
    projects.set(key, { opened, openedAt, stamps: new Map(inputs.map((path) => [path, stampOf(path)])) });
    return opened;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { problem: [error.message, ...(error.hint?.split('\n') ?? [])].join(' – ') };
  }
}

function open(config: string | null, cwd: string) {
  const root = config === null ? resolve(cwd) : dirname(config);
  const project = openProject({ cwd: root, config: config ?? false, rules: RULES });
  const isIgnored = pathMatcher(project.config.ignores);
  return {
    project,
    baseline: loadBaseline(project)?.entries ?? [],
    /** False for a file (absolute) that is the config's own or that the config ignores. */
    isLinted: (file: string) => !project.own.has(file) && !isGenerated(file) && !isIgnored(relativePath(root, file)),
  };
}

function stampOf(path: string): string {
  const stats = statsOf(path);
  return stats ? `${stats.mtimeMs}:${stats.size}` : 'missing';
}

/** Changes with the config of a folder, its fact files and baseline. Part of ESLint's cache key. */
export function inputsHash(folder: string): string {
  const opened = projectOfFile(join(folder, 'a'), folder);
  const hash = createHash('sha256');
  if ('problem' in opened) return hash.update(opened.problem).digest('hex');
  for (const file of [...opened.project.own].sort()) {
    const read = readBytes(file, Infinity);
    hash.update(`${file}\0`).update('bytes' in read ? read.bytes : '');
  }
  return hash.digest('hex');
}
