import type { FileResult } from './file-result.ts';
import { findingsIn, type Finding, type ToFinding, type UncheckedPlaces } from './finding.ts';
import { causesOf, joinMistakes } from './one-mistake.ts';
import { byPlace } from './report.ts';
import { isMissingFact } from './rule.ts';
import { checkCollected, joinUnchecked } from './run-rules.ts';
import type { ConfigSuppressions, FileSettings } from './settings.ts';
import { directiveFindings, entryFindings } from './suppression-findings.ts';
import { acceptanceOf, type SuppressionEntry } from './suppressions.ts';
import type { FiledItem, Location } from '../text/source.ts';

/** The findings of all files, in order. */
export interface ProjectLintResult {
  readonly findings: readonly Finding[];
  /** Findings of rules that are off for the role of their file. */
  readonly off: readonly Finding[];
  readonly unknown: readonly UncheckedPlaces[];
}

/**
 * Combines the results of single files with findings about all files together. Linear in strings and findings.
 * @param settingsOf the settings of each file
 * @param home the settings of the project as a whole: those for the config's own path
 * @param suppressions of each config that applies to the files
 */
export function lintProject(
  linted: readonly FileResult[],
  settingsOf: (path: string) => FileSettings,
  home: FileSettings,
  suppressions: readonly ConfigSuppressions[] = [],
): ProjectLintResult {
  const project = projectResults(linted, settingsOf, home);
  const used = new Set<SuppressionEntry>();
  const all: Finding[] = [];
  const unknown = [...project.unknown];
  for (const file of linted) {
    const settings = settingsOf(file.path);
    const own = project.findings.get(file.path) ?? [];
    const findings =
      own.length === 0 ? file.findings : joinMistakes([...file.findings, ...own], file.strings, causesOf(home.setups));
    const judged = suppressed(file, findings, settings, used);
    all.push(...judged.findings);
    unknown.push(...judged.unknown);
  }
  const { accepts } = acceptanceOf([], home.entries, home.context.today, used);
  for (const finding of project.outside) all.push({ ...finding, suppressed: accepts(finding) });
  const open = joinUnchecked(unknown);
  for (const one of suppressions)
    all.push(...entryFindings({ ...one, used, unknown: open }, settingsOf(one.home.file)));
  all.sort(byPlace);
  return {
    findings: all.filter(({ off }) => !off),
    off: all.filter(({ off }) => off),
    unknown: open,
  };
}

/** The findings of a file with accepted ones marked, and with those about its suppressions. */
export function suppressed(
  file: FileResult,
  findings: readonly Finding[],
  settings: FileSettings,
  used: Set<SuppressionEntry>,
): { readonly findings: Finding[]; readonly unknown: readonly UncheckedPlaces[] } {
  const { directives, unknown } = file;
  if (directives.length === 0 && settings.entries.length === 0) return { findings: [...findings], unknown };
  const acceptance = acceptanceOf(directives, settings.entries, settings.context.today, used);
  const marked = findings.map((finding) => {
    const by = acceptance.accepts(finding);
    return by ? { ...finding, suppressed: by } : finding;
  });
  // A suppression with a reason answers what a rule could not check, too.
  const open = unknown.map(({ rule, missing, places }) => ({
    rule,
    missing,
    places: places.filter(
      ({ line, column }) => !acceptance.accepts({ rule, reason: null, text: '', line, column, endLine: line }),
    ),
  }));
  // A comment does not accept what is wrong with comments.
  const { accepts } = acceptanceOf([], settings.entries, settings.context.today, used);
  const about = directiveFindings(file, acceptance, settings).map((one) => ({ ...one, suppressed: accepts(one) }));
  // It does not settle a plan.
  const isForPlan = file.inText !== null;
  return {
    findings: [...marked, ...about],
    unknown: isForPlan ? unknown : open.filter(({ places }) => places.length > 0),
  };
}

interface ProjectResult {
  readonly findings: ReadonlyMap<string, Finding[]>;
  /** Findings in files that were not scanned: the config, fact files. */
  readonly outside: readonly Finding[];
  readonly unknown: readonly UncheckedPlaces[];
}

function projectResults(
  linted: readonly FileResult[],
  settingsOf: (path: string) => FileSettings,
  home: FileSettings,
): ProjectResult {
  const collected = new Map<string, FiledItem[]>();
  for (const [rule, items] of linted.flatMap((file) => file.collected)) {
    const all = collected.get(rule) ?? [];
    collected.set(rule, all);
    for (const item of items) all.push(item);
  }
  const byPath = new Map(linted.map((file) => [file.path, file]));
  const findings = new Map<string, Finding[]>();
  const outside: Finding[] = [];
  const unknown: UncheckedPlaces[] = [];
  const makers = new Map<string, ToFinding>();
  const makerFor = (path: string): ToFinding => {
    const { idPath } = settingsOf(path);
    const file = byPath.get(path) ?? { path, role: 'product' as const, strings: [] };
    const known = makers.get(path) ?? findingsIn({ ...file, found: [], idPath }, home.lines);
    makers.set(path, known);
    return known;
  };
  for (const setup of home.setups) {
    for (const { setup: dated, result } of checkCollected(setup, collected, home.context)) {
      const file = byPath.get(result.file);
      // Overrides may turn the rule off, or change it, for the file of the finding.
      const own = file ? settingsOf(file.path).setups.find(({ rule }) => rule.name === setup.rule.name) : setup;
      if (!own || (isMissingFact(result) && !own.needsFacts)) continue;
      if (isMissingFact(result)) {
        const { line, column } = 'line' in result.at ? (result.at as Location) : { line: 1, column: 1 };
        unknown.push({ rule: own.rule.id, missing: result.missing, places: [{ file: result.file, line, column }] });
        continue;
      }
      const isLater = dated !== setup && !own.fixed;
      const finding = makerFor(result.file)(isLater ? { ...own, severity: dated.severity } : own, result);
      if (file) findings.set(result.file, [...(findings.get(result.file) ?? []), finding]);
      else outside.push(finding);
    }
  }
  return { findings, outside, unknown };
}
