import type { RuleContext, RuleVisitor } from '@eslint/core';
import { isAbsolute, resolve, dirname, join } from 'node:path';
import { applyBaseline } from '../lint/baseline.ts';
import type { Finding } from '../lint/finding.ts';
import type { FoundString } from '../classify/found-string.ts';
import { grouped, lineIndex, oncePer, type LineIndex } from '../text/source.ts';
import { lintProject } from '../lint/lint-project.ts';
import { lintSource } from '../lint/lint-text.ts';
import type { FileSettings } from '../lint/settings.ts';
import { relativePath, repositoryOf, storeOf } from '../node/fs/paths.ts';
import { contentOf, projectOfFile, type OpenProject } from './project-cache.ts';
import { homedir } from 'node:os';
import { isIgnored, withIgnoreFiles } from '../node/fs/ignore-files.ts';

/** ESLint's data about a file. For a block that a processor extracted, `filename` is a name below the file's. */
type HostContext = Pick<RuleContext, 'cwd' | 'filename' | 'physicalFilename' | 'sourceCode'>;

/** A NUL within this many UTF-16 code units makes a file binary. */
const BINARY_PREFIX = 8_000;

/** connlint's results for one file. */
export interface CodeResult {
  /** By rule, without accepted ones, in the order of the text. */
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  readonly strings: readonly FoundString[];
  readonly lines: LineIndex | null;
  /** Why nothing could be checked, `null` without a problem. */
  readonly problem: string | null;
}

const NOTHING: CodeResult = { findings: new Map(), strings: [], lines: null, problem: null };

interface CachedResult {
  readonly text: string;
  readonly filename: string;
  readonly linted: CodeResult;
}

const kept = new WeakMap<HostCode, CachedResult>();

/** Runs the engine once per file, however many rules need its results. */
export function lintCode(context: HostContext): CodeResult {
  const { filename } = context;
  const code = codeOf(context);
  const { text } = code;
  if (typeof text !== 'string') return NOTHING;
  const known = kept.get(code);
  // The text is compared because a host may use the same object for every file (oxlint).
  if (known?.filename === filename && known.text === text) return known.linted;
  const linted = lintText(text, context);
  kept.set(code, { text, filename, linted });
  return linted;
}

function lintText(text: string, context: HostContext): CodeResult {
  const { cwd, filename, physicalFilename } = context;
  if (isBlockOfSeen(filename, physicalFilename) || isBinary(text)) return NOTHING;
  const file = absolute(physicalFilename, cwd);
  const opened = projectOfFile(file, cwd);
  if ('problem' in opened) return { ...NOTHING, problem: opened.problem };
  if (!opened.isScanned(file)) return NOTHING;
  const { root } = opened.project;
  // The format of a text without a name depends on its parser.
  const isNamed = !/^<\w+>$/.test(filename);
  const path = isNamed || !isProgram(codeOf(context)) ? relativePath(root, absolute(filename, cwd)) : 'input.js';
  const settings = oneFile(opened.settingsOf(relativePath(root, file)));
  const linted = lintSource({ path, text }, settings, {
    suppressions: true,
    wants: { masked: true },
  });
  if (linted.findings.length === 0 && linted.directives.length === 0) return NOTHING;
  if (isIgnoredByGit(file)) return NOTHING;
  const { findings } = lintProject([linted], () => settings, home(opened), {
    entries: [],
    whole: false,
    idPath: () => relativePath(root, file),
  });
  const open = applyBaseline(findings, opened.baseline).filter((one) => one.suppressed === null && one.file === path);
  return {
    findings: grouped(open, ({ rule }) => rule),
    strings: linted.masked ?? [],
    lines: lineIndex(text),
    problem: null,
  };
}

/** The file that ESLint is linting as a whole. */
let seen: string | null = null;

/**
 * True for a block of a file that was just linted as a whole: some processors return the file together with its scripts
 * or fenced code. ESLint lints a file and its blocks synchronously.
 */
function isBlockOfSeen(filename: string, physicalFilename: string): boolean {
  if (filename !== physicalFilename) return seen === physicalFilename;
  seen = filename;
  queueMicrotask(() => {
    seen = null;
  });
  return false;
}

/** The same test for binary files as on the command line. */
const isBinary = (text: string): boolean => text.slice(0, BINARY_PREFIX).includes('\0');

/** A placeholder name (`<input>`) means a file in the working directory. */
const absolute = (filename: string, cwd: string): string => (isAbsolute(filename) ? filename : resolve(cwd, filename));

/** Cached, because most files share one list of rules. */
const ownSetups = oncePer((setups: FileSettings['setups']) => setups.filter(({ rule }) => rule.scope !== 'project'));

/** Checks that need all files of a project do not run on one of them. */
function oneFile(settings: FileSettings): FileSettings {
  return { ...settings, setups: ownSetups(settings.setups) };
}

function home({ project, settingsOf }: OpenProject): FileSettings {
  return oneFile(settingsOf(project.settings.home?.file ?? ''));
}

interface HostRange {
  readonly start: HostPosition;
  readonly end: HostPosition;
}

/**
 * Returns the position of a finding in the host language's numbering, which rules do not receive: columns begin at 0 in
 * JavaScript, YAML and TOML, and at 1 in JSON and Markdown.
 */
export function placing(code: HostCode, lines: LineIndex): (finding: Finding) => HostRange {
  if (isProgram(code) && code.getLocFromIndex) {
    // JavaScript has more line ends than other formats (U+2028). Its own index counts them.
    return ({ offset, endOffset }) => ({ start: code.getLocFromIndex!(offset), end: code.getLocFromIndex!(endOffset) });
  }
  const { line, column } = shiftOf(code, lines);
  return (finding) => ({
    start: { line: finding.line + line, column: finding.column + column },
    end: { line: finding.endLine + line, column: finding.endColumn + column },
  });
}

/** The host's offset to 1-based lines and columns, derived from the position of its root. */
function shiftOf(code: HostCode, lines: LineIndex): HostPosition {
  const own = code.getRange?.(code.ast)[0];
  const seen = code.getLoc?.(code.ast).start;
  if (own === undefined || seen === undefined) return { line: 0, column: -1 };
  const { line, column } = lines.position(own);
  return { line: seen.line - line, column: seen.column - column };
}

/** The parts of a file in ESLint that are used here, in any language. */
interface HostCode {
  /** Without a byte order mark. Missing in a language for binary files. */
  readonly text?: string;
  readonly ast: unknown;
  getLoc?(node: unknown): { readonly start: HostPosition };
  getRange?(node: unknown): readonly [start: number, end: number];
  getLocFromIndex?(index: number): HostPosition;
}

/** A position in the host language's numbering: columns begin at 0 or 1. */
export interface HostPosition {
  readonly line: number;
  readonly column: number;
}

/** A node of any tree. Only `type` is relied on. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** The root type of a text in `connlint/text`. */
export const TEXT_ROOT = 'ConnlintText';

/**
 * An event for rules, emitted once per text in `connlint/text`. It differs from the root's type, because other rules
 * listen for any `ast.type`.
 */
export const TEXT_EVENT = 'onConnlintText';

/** Statement types of languages whose root is also named `Program`. */
const FOREIGN = /^(?:YAML|TOML|JSON|Svelte|Astro)/;

/** True for the program of a JavaScript or TypeScript file, not for other trees whose root is named `Program`. */
function isProgram({ ast }: HostCode): boolean {
  if (!isNode(ast) || ast.type !== 'Program' || !Array.isArray(ast.range) || !Array.isArray(ast.body)) return false;
  return ast.body.every((node: unknown) => isNode(node) && !FOREIGN.test(node.type));
}

export function codeOf({ sourceCode }: Pick<RuleContext, 'sourceCode'>): HostCode {
  return sourceCode;
}

/** A visitor that reports once per file: at the root of its tree, or at the event of `connlint/text`. */
export function atRoot(context: RuleContext, reports: readonly (() => void)[]): RuleVisitor {
  if (reports.length === 0) return {};
  const { ast } = codeOf(context);
  const root = isNode(ast) ? ast.type : 'Program';
  return {
    [root === TEXT_ROOT ? TEXT_EVENT : root]: () => {
      for (const tell of reports) tell();
    },
  };
}

/**
 * True for a file that Git ignores, as on the command line: in a working tree, matched by an ignore file and not
 * tracked. Reads Git's files, because the plugin starts no program.
 * @param file absolute
 */
function isIgnoredByGit(file: string): boolean {
  const root = repositoryOf(dirname(file));
  if (root === null) return false;
  const path = relativePath(root, file);
  const store = storeOf(root);
  return isNamed(root, store, path) && !isTracked(contentOf(join(store, 'index')), path);
}

/** True if an ignore file matches the path, or a folder above it, whose contents cannot be included again. */
function isNamed(root: string, store: string, path: string): boolean {
  const home = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
  let rules = withIgnoreFiles([], join(home, 'git'), '', ['ignore']);
  rules = withIgnoreFiles(rules, join(store, 'info'), '', ['exclude']);
  let base = '';
  for (const name of path.split('/')) {
    rules = withIgnoreFiles(rules, join(root, base), base, ['.gitignore']);
    base += `${name}/`;
    if (base.length <= path.length && isIgnored(rules, base)) return true;
  }
  return isIgnored(rules, path);
}

/** In Git's index, flags and length of a name come right before it, or before two bytes of extended flags. */
function isTracked(index: Buffer, path: string): boolean {
  const name = Buffer.from(`${path}\0`);
  const length = Math.min(name.length - 1, LENGTH_BITS);
  const lengthAt = (at: number): number => (at < 0 ? -1 : index.readUInt16BE(at) & LENGTH_BITS);
  for (let at = index.indexOf(name); at >= 0; at = index.indexOf(name, at + 1)) {
    if (lengthAt(at - 2) === length || lengthAt(at - 4) === length) return true;
  }
  return false;
}

const LENGTH_BITS = 0xfff;
