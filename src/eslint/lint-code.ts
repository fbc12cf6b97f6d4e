import type { RuleContext } from '@eslint/core';
import { isAbsolute, resolve } from 'node:path';
import { applyBaseline } from '../core/baseline.ts';
import type { Finding } from '../core/finding.ts';
import type { FoundString } from '../core/found.ts';
import type { LineIndex } from '../core/source.ts';
import { lintProject } from '../lint/lint-project.ts';
import { lintSource } from '../lint/lint-source.ts';
import type { FileSettings } from '../lint/settings.ts';
import { parseScript } from '../node/script-parser.ts';
import { relativePath } from '../node/shown-path.ts';
import { codeOf, programOf } from './host-code.ts';
import type { HostCode } from './host-code.ts';
import { projectOf } from './nearest-project.ts';
import type { OpenProject } from './nearest-project.ts';

/** What ESLint tells of a file. For a block that a processor took out of it, `filename` is a name below the file's. */
type HostContext = Pick<RuleContext, 'cwd' | 'filename' | 'physicalFilename' | 'sourceCode'>;

/** What connlint makes of one file. */
export interface LintedCode {
  /** By rule, those that nothing accepts, in the order of the text. */
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  readonly strings: readonly FoundString[];
  readonly lines: LineIndex | null;
  /** Why nothing could be judged; `null` when all is well. */
  readonly problem: string | null;
}

const NOTHING: LintedCode = { findings: new Map(), strings: [], lines: null, problem: null };

interface Kept {
  readonly text: string;
  readonly filename: string;
  readonly linted: LintedCode;
}

const kept = new WeakMap<HostCode, Kept>();

/** Runs the engine once for a file, however many rules ask. */
export function lintCode(context: HostContext): LintedCode {
  const { filename } = context;
  const code = codeOf(context);
  const { text } = code;
  if (typeof text !== 'string') return NOTHING;
  const known = kept.get(code);
  // The text is compared because a host may show every file through the same object (oxlint).
  if (known?.filename === filename && known.text === text) return known.linted;
  const linted = lintText(text, context);
  kept.set(code, { text, filename, linted });
  return linted;
}

function lintText(text: string, context: HostContext): LintedCode {
  const { cwd, filename, physicalFilename } = context;
  const file = absolute(physicalFilename, cwd);
  const opened = projectOf(file, cwd);
  if ('problem' in opened) return { ...NOTHING, problem: opened.problem };
  if (!opened.looksAt(file)) return NOTHING;
  const { root } = opened.project;
  // Text without a name says what it is by the parser that it was given to.
  const isNamed = !/^<\w+>$/.test(filename);
  const path = isNamed || !programOf(codeOf(context)) ? relativePath(root, absolute(filename, cwd)) : 'input.js';
  const settings = oneFile(opened.settingsOf(relativePath(root, file)));
  const linted = lintSource({ path, text }, settings, {
    suppressions: true,
    ast: () => programOf(codeOf(context)) ?? parseScript(text, path),
  });
  if (linted.findings.length === 0 && linted.directives.length === 0) return NOTHING;
  const { findings } = lintProject([linted], () => settings, home(opened), {
    entries: [],
    whole: false,
    idPath: () => relativePath(root, file),
  });
  const open = applyBaseline(findings, opened.baseline).filter((one) => one.suppressed === null && one.file === path);
  return { findings: byRule(open), strings: linted.strings, lines: linted.lines, problem: null };
}

function byRule(findings: readonly Finding[]): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.rule);
    if (group) group.push(finding);
    else groups.set(finding.rule, [finding]);
  }
  return groups;
}

/** A name that is none (`<input>`) stands for a file in the working directory. */
const absolute = (filename: string, cwd: string): string => (isAbsolute(filename) ? filename : resolve(cwd, filename));

/** Most files share one list of rules. */
const ownSetups = new WeakMap<FileSettings['setups'], FileSettings['setups']>();

/** What only all files of a project together show is not judged by one of them. */
function oneFile(settings: FileSettings): FileSettings {
  let setups = ownSetups.get(settings.setups);
  if (!setups) {
    setups = settings.setups.filter(({ rule }) => rule.scope !== 'project');
    ownSetups.set(settings.setups, setups);
  }
  return { ...settings, setups };
}

function home({ project, settingsOf }: OpenProject): FileSettings {
  return oneFile(settingsOf(project.settings.home?.file ?? ''));
}
