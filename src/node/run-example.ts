import { parseBaseline } from '../core/baseline.ts';
import type { PlacedEntry } from '../core/baseline.ts';
import { validateConfig } from '../core/config.ts';
import { DEFAULT_BASELINE } from '../core/own-text.ts';
import { applyService } from '../core/config-service.ts';
import { driverLookup } from '../core/driver-module.ts';
import type { ManifestTree } from '../core/driver-module.ts';
import { buildFacts } from '../core/fact-build.ts';
import type { Finding, Unknown } from '../core/finding.ts';
import type { Example, Repair, Rule } from '../core/rule.ts';
import { ruleOptions } from '../core/rule-options.ts';
import { ATLAS } from '../core/service.ts';
import { lineIndex } from '../core/source.ts';
import { withBaseline } from '../lint/baselined.ts';
import { lintProject } from '../lint/lint-project.ts';
import { lintSource } from '../lint/lint-source.ts';
import { fileSettings } from '../lint/settings.ts';
import type { Settings } from '../lint/settings.ts';
import { pathPatterns } from './path-patterns.ts';
import { parseScript } from './script-parser.ts';

export interface MarkedPlace {
  readonly file: string;
  readonly offset: number;
  readonly endOffset: number;
}

export interface ExampleRun {
  /** Of all rules, in order. */
  readonly findings: readonly Finding[];
  readonly unknown: readonly Unknown[];
  /** Without the marks. */
  readonly files: Readonly<Record<string, string>>;
  /** What the marks enclosed. */
  readonly places: readonly MarkedPlace[];
}

/** The day on which examples are judged: rules that know of dates say the same on every day. */
export const EXAMPLE_DAY = '2026-11-20';
const CONFIG_FILE = 'connlint.config.json';

/** The files of an example without their `⟦…⟧`, and the places that those marked. */
export function unmarked(files: Example['files']): { files: Record<string, string>; places: MarkedPlace[] } {
  const places: MarkedPlace[] = [];
  const plain: Record<string, string> = {};
  for (const [file, marked] of Object.entries(files)) {
    let text = '';
    let start = 0;
    for (const char of marked) {
      if (char === '⟦') start = text.length;
      else if (char === '⟧') places.push({ file, offset: start, endOffset: text.length });
      else text += char;
    }
    plain[file] = text;
  }
  return { files: plain, places };
}

/** Runs every rule over an example, as the command line does. Throws when the example's config or facts are wrong. */
export function runExample(example: Example, rules: readonly Rule[]): ExampleRun {
  const { files, places } = unmarked(example.files);
  const settings = { ...exampleSettings(example, rules), drivers: driverLookup(treeOf(files)) };
  const settingsOf = fileSettings(settings, (path) => path);
  const { [DEFAULT_BASELINE]: baseline, ...sources } = files;
  const linted = Object.entries(sources).map(([path, text]) =>
    lintSource({ path, text }, settingsOf(path), { suppressions: true, ast: () => parseScript(text, path) }),
  );
  const home = settingsOf(CONFIG_FILE);
  const { findings, unknown } = lintProject(linted, settingsOf, home);
  if (baseline === undefined) return { findings, unknown, files, places };
  const used = { file: DEFAULT_BASELINE, lines: lineIndex(baseline), entries: exampleEntries(baseline) };
  const reach = { saw: () => true, whole: true, settingsOf, unknown };
  return { findings: withBaseline(findings, used, reach, home).findings, unknown, files, places };
}

/** The files of an example as folders; those of a folder `requirements` belong to the one above, as on a disk. */
function treeOf(files: Example['files']): ManifestTree {
  const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const moduleOf = (path: string): string => folderOf(path).replace(/(?:^|\/)requirements$/, '');
  return {
    textsIn: (folder) =>
      Object.entries(files)
        .filter(([path]) => moduleOf(path) === folder)
        .map(([path, text]) => ({ path, text })),
    above: (folder) => (folder === '' ? null : folderOf(folder)),
  };
}

function exampleEntries(baseline: string): readonly PlacedEntry[] {
  const parsed = parseBaseline(baseline);
  if ('message' in parsed) throw new Error(`the example's baseline: line ${parsed.line}: ${parsed.message}`);
  return parsed.entries;
}

function exampleSettings(example: Example, rules: readonly Rule[]): Settings {
  const ids = rules.map(({ id }) => id);
  const checked = validateConfig(example.config ?? {}, ids, ruleOptions(rules));
  if ('problems' in checked) throw new Error(`the example's config: ${JSON.stringify(checked.problems)}`);
  const { config } = checked;
  const profile = applyService(ATLAS, config.service);
  const inputs = Object.entries(example.facts ?? {}).map(([file, value]) => ({ file, value }));
  const { facts, problems } = buildFacts(inputs, config, profile);
  if (problems.length > 0) throw new Error(`the example's facts: ${JSON.stringify(problems)}`);
  return {
    profile,
    config,
    facts,
    rules,
    overrides: {},
    today: EXAMPLE_DAY,
    suppressions: true,
    home: { file: CONFIG_FILE, range: () => ({ offset: 0, endOffset: 0 }), lines: lineIndex('') },
    matcher: (globs) => {
      const patterns = pathPatterns(globs);
      return (path) => patterns.matches(path);
    },
  };
}

/** A text after the edits of a repair. */
export function applied(text: string, { edits }: Repair): string {
  return [...edits]
    .sort((a, b) => b.offset - a.offset)
    .reduce((result, edit) => result.slice(0, edit.offset) + edit.text + result.slice(edit.endOffset), text);
}
