import { parseBaseline, withBaseline, type PlacedEntry } from '../lint/baseline.ts';
import { validateConfig } from '../config/config.ts';
import { DEFAULT_BASELINE } from '../find/own-files.ts';
import { applyService } from '../config/service.ts';
import { driverLookup, type ManifestTree } from '../drivers/resolve.ts';
import { buildFacts } from '../facts/build.ts';
import type { Finding, UncheckedPlaces } from '../lint/finding.ts';
import type { Example, Rule } from '../lint/rule.ts';
import { ruleOptions } from '../lint/rule-options.ts';
import { ATLAS } from '../classify/service.ts';
import { applyEdits } from '../text/edits.ts';
import { lineIndex } from '../text/source.ts';
import { lintProject } from '../lint/lint-project.ts';
import { lintSource } from '../lint/lint-text.ts';
import { fileSettings, type Settings } from '../lint/settings.ts';
import { pathMatcher } from './fs/patterns.ts';
import { rulePage as pageOf, type FixedExample, type ShownExample, type ShownRule } from '../report/rule/page.ts';

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
export const EXAMPLE_DAY = '2026-11-20';
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
export function runExample(example: Example, rules: readonly Rule[]): ExampleRun {
  const { files, places } = unmarked(example.files);
  const settings = { ...exampleSettings(example, rules), drivers: driverLookup(treeOf(files)) };
  const settingsOf = fileSettings(settings, (path) => path);
  const { [DEFAULT_BASELINE]: baseline, ...sources } = files;
  const linted = Object.entries(sources).map(([path, text]) =>
    lintSource({ path, text }, settingsOf(path), { suppressions: true }),
  );
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
    matcher: pathMatcher,
  };
}

/** The page of a rule as Markdown. Its examples are run, so that the page shows real output. */
export function rulePageText(rule: Rule, rules: readonly Rule[]): string {
  return pageOf(shownRule(rule, rules));
}

/** A rule with the results of its examples. Throws if the config or facts of an example are invalid. */
export function shownRule(rule: Rule, rules: readonly Rule[]): ShownRule {
  return {
    rule,
    reported: rule.examples.invalid.map((example) => shownExample(example, rule, rules)),
    silent: rule.examples.valid.map((example) => shownExample(example, rule, rules)),
    under: rules.filter(({ supersedes = [] }) => supersedes.includes(rule.id)).map(({ id }) => id),
  };
}

function shownExample(example: Example, rule: Rule, rules: readonly Rule[]): ShownExample {
  const run = runExample(example, rules);
  const facts = example.facts ?? {};
  const names = Object.keys(facts);
  const config = names.length > 0 ? { inventory: names, ...(example.config as object | undefined) } : example.config;
  const findings = run.findings.filter((finding) => finding.rule === rule.id && finding.suppressed === null);
  return { title: example.title, files: run.files, config, facts, findings, fixed: fixedBy(findings, run) };
}

function fixedBy(findings: ExampleRun['findings'], { files }: ExampleRun): FixedExample | null {
  const fixed = findings.find(({ fix }) => fix !== null);
  const finding = fixed ?? findings.find(({ suggestions }) => suggestions.length > 0);
  const fix = finding?.fix ?? finding?.suggestions[0];
  const before = finding && files[finding.file];
  if (!finding || !fix || before === undefined) return null;
  const by = finding.fix ? 'fix' : 'suggestion';
  return { file: finding.file, by, title: fix.title, before, after: applyEdits(before, fix.edits) };
}
