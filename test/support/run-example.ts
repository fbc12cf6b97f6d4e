import { parseBaseline, withBaseline, type PlacedEntry } from '../../src/lint/baseline.ts';
import { validateConfig } from '../../src/config/config.ts';
import { DEFAULT_BASELINE } from '../../src/report/own-files.ts';
import { applyService } from '../../src/config/schema.ts';
import { driverLookup, type ManifestTree } from '../../src/drivers/resolve.ts';
import { buildFacts } from '../../src/facts/build.ts';
import type { Finding, UncheckedPlaces } from '../../src/lint/finding.ts';
import { knownRules } from '../../src/lint/checks.ts';
import type { Rule } from '../../src/lint/rule.ts';
import { RULES } from '../../rules/index.ts';
import type { Example } from './rule-pages.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { applyEdits, type Fix, lineIndex } from '../../src/text/source.ts';
import { lintProject, lintSource } from '../../src/lint/lint.ts';
import { fileSettings, type Settings } from '../../src/lint/settings.ts';
import { pathMatcher } from '../../src/node/fs/patterns.ts';

interface MarkedPlace {
  readonly file: string;
  readonly offset: number;
  readonly endOffset: number;
}

export interface ExampleRun {
  /** Of all rules, in order. */
  readonly findings: readonly Finding[];
  readonly unknown: readonly UncheckedPlaces[];
  /** Without the marks. */
  readonly files: Readonly<Record<string, string>>;
  readonly places: readonly MarkedPlace[];
}

/** The fixed date for examples, so that rules about dates give the same results on every day. */
const EXAMPLE_DAY = '2026-11-20';
const CONFIG_FILE = 'connlint.config.json';

/** The files of an example without their `⟦…⟧`, and the ranges of these marks. */
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

/** Runs all rules over an example like the command line. Throws if the example's config or facts are invalid. */
export function runExample(
  example: Pick<Example, 'files' | 'config' | 'facts'> & { readonly title?: string },
  rules: readonly Rule[] = RULES,
): ExampleRun {
  const { files, places } = unmarked(example.files);
  const settings = { ...exampleSettings(example, rules), drivers: driverLookup(treeOf(files)) };
  const settingsOf = fileSettings(settings);
  const { [DEFAULT_BASELINE]: baseline, ...sources } = files;
  const linted = Object.entries(sources).map(([path, text]) => lintSource({ path, text }, settingsOf(path)));
  const home = settingsOf(CONFIG_FILE);
  const { findings, unknown } = lintProject(linted, settingsOf, home);
  if (baseline === undefined) return { findings, unknown, files, places };
  const used = { file: DEFAULT_BASELINE, lines: lineIndex(baseline), entries: exampleEntries(baseline) };
  const baselineCoverage = { saw: () => true, whole: true, settingsOf, unknown };
  return { findings: withBaseline(findings, used, baselineCoverage, home).findings, unknown, files, places };
}

/** The files of an example as folders. Files in a folder `requirements` belong to the folder above, as on disk. */
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
  if ('wrongLine' in parsed) throw new Error(`the example's baseline: line ${parsed.wrongLine}`);
  return parsed;
}

function exampleSettings(example: Pick<Example, 'config' | 'facts'>, rules: readonly Rule[]): Settings {
  const checked = validateConfig(example.config ?? {}, knownRules(rules));
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
    fromConfig: (path) => path,
    home: { file: CONFIG_FILE, range: () => ({ offset: 0, endOffset: 0 }), lines: lineIndex('') },
    matcher: pathMatcher,
  };
}

/** A text after the edits of a fix. */
export const applied = (text: string, { edits }: Fix): string => applyEdits(text, edits);
