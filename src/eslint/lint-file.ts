import { isAbsolute, resolve } from 'node:path';
import type { RuleContext } from '@eslint/core';
import { applyBaseline } from '../lint/baseline.ts';
import type { Finding } from '../lint/finding.ts';
import { lintProject } from '../lint/lint-project.ts';
import { lintSource } from '../lint/lint-text.ts';
import type { FileSettings } from '../lint/settings.ts';
import { relativePath } from '../node/fs/paths.ts';
import { grouped, oncePer } from '../text/source.ts';
import { projectOfFile } from './project-cache.ts';

/** A NUL within this many UTF-16 code units makes a file binary, as on the command line. */
const BINARY_PREFIX = 8_000;

/** connlint's results for one file. */
export interface LintedFile {
  /** By rule, without accepted ones, in the order of the text. */
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  /** Why nothing could be checked, `null` without a problem. */
  readonly problem: string | null;
}

const NOTHING: LintedFile = { findings: new Map(), problem: null };

interface CachedResult {
  readonly text: string;
  readonly filename: string;
  readonly linted: LintedFile;
}

const cache = new WeakMap<object, CachedResult>();

/** Runs the engine once per file, however many rules need its results. */
export function lintFile(context: RuleContext): LintedFile {
  const { filename, sourceCode } = context;
  const { text } = sourceCode as { readonly text?: unknown };
  if (typeof text !== 'string') return NOTHING;
  const known = cache.get(sourceCode);
  // The text is compared because a host may use the same object for every file (oxlint).
  if (known?.filename === filename && known.text === text) return known.linted;
  const linted = lintText(text, context);
  cache.set(sourceCode, { text, filename, linted });
  return linted;
}

function lintText(text: string, { cwd, filename, physicalFilename }: RuleContext): LintedFile {
  if (isBlockOfLinted(filename, physicalFilename) || text.slice(0, BINARY_PREFIX).includes('\0')) return NOTHING;
  const file = resolve(cwd, physicalFilename);
  const opened = projectOfFile(file, cwd);
  if ('problem' in opened) return { ...NOTHING, problem: opened.problem };
  if (!opened.isLinted(file)) return NOTHING;
  const { root } = opened.project;
  const physicalPath = relativePath(root, file);
  // A text without a name (`<input>`) is a script for ESLint.
  const path = /^<\w+>$/.test(filename)
    ? 'input.js'
    : relativePath(root, isAbsolute(filename) ? filename : resolve(cwd, filename));
  const settings = oneFile(opened.settingsOf(physicalPath));
  const linted = lintSource({ path, text }, settings);
  if (linted.findings.length === 0 && linted.directives.length === 0) return NOTHING;
  const home = oneFile(opened.settingsOf(opened.project.settings.home?.file ?? ''));
  const { findings } = lintProject([linted], () => settings, home);
  const open = applyBaseline(findings, opened.baseline, home.setups).filter(
    (one) => one.suppressed === null && one.file === path,
  );
  return { findings: grouped(open, ({ rule }) => rule), problem: null };
}

/** The file that ESLint is linting as a whole. */
let whole: string | null = null;

/**
 * True for a block of a file that was just linted as a whole: some processors return the file together with its scripts
 * or fenced code. ESLint lints a file and its blocks synchronously.
 */
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
function oneFile(settings: FileSettings): FileSettings {
  return { ...settings, setups: ownSetups(settings.setups) };
}
