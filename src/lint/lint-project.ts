import { fingerprint, toFinding, type Finding, type UncheckedPlaces } from './finding.ts';
import type { Kind } from '../classify/host-shapes.ts';
import { byPlace } from './report.ts';
import { checkCollected, joinUnchecked } from './run-rules.ts';
import { isMissingFact, type ProjectRuleResult } from './rule.ts';
import { applyEntries, type SuppressionEntry } from './suppressions.ts';
import { filePlaces } from '../text/file-lines.ts';
import { projectFile, type FileResult } from './file-result.ts';
import { causesOf, joinMistakes } from './one-mistake.ts';
import { openUnchecked, suppress } from './lint-text.ts';
import type { FileSettings } from './settings.ts';
import { entryFindings } from './suppression-findings.ts';

/** The findings of all files, with ids, in order. */
export interface ProjectLintResult {
  readonly findings: readonly Finding[];
  /** Findings of rules that are off for the role of their file. */
  readonly off: readonly Finding[];
  readonly unknown: readonly UncheckedPlaces[];
  readonly strings: Readonly<Partial<Record<Kind, number>>>;
}

/** What the files belong to. */
export interface ProjectScope {
  /** The config's suppressions, in order. */
  readonly entries: readonly SuppressionEntry[];
  /** True if all files of the project are included. Only then can a suppression be reported as unused. */
  readonly whole: boolean;
  /** The path for finding ids, independent of the working directory: relative to the config's folder. */
  readonly idPath: (file: string) => string;
}

const NO_SCOPE: ProjectScope = { entries: [], whole: false, idPath: (file) => file };

/**
 * Combines the results of single files with findings about all files together. Linear in strings and findings.
 * @param settingsOf the settings of each file
 * @param home the settings of the project as a whole: those for the config's own path
 */
export function lintProject(
  linted: readonly FileResult[],
  settingsOf: (path: string) => FileSettings,
  home: FileSettings,
  scope: ProjectScope = NO_SCOPE,
): ProjectLintResult {
  const project = projectResults(linted, settingsOf, home);
  const used = new Set<SuppressionEntry>();
  const findings = linted.flatMap((file) => {
    const own = project.findings.get(file.path) ?? [];
    const left =
      own.length === 0 ? file.findings : joinMistakes([...file.findings, ...own], file.strings, causesOf(home.setups));
    return suppress(file, left, settingsOf(file.path), used);
  });
  const open = linted.flatMap((file) => openUnchecked(file, settingsOf(file.path), used));
  const unknown = joinUnchecked([...open, ...project.unknown]);
  const outsideFiles = applyEntries(project.outsideFiles, home.entries, home.context.today, used);
  const entries = entryFindings({ entries: scope.entries, used, unknown, whole: scope.whole }, home);
  const all = [...findings, ...outsideFiles, ...entries].sort(byPlace);
  return {
    findings: fingerprint(
      all.filter(({ off }) => !off),
      scope.idPath,
    ),
    off: all.filter(({ off }) => off),
    unknown,
    strings: kindCounts(linted),
  };
}

function kindCounts(linted: readonly FileResult[]): ProjectLintResult['strings'] {
  const counts: Partial<Record<Kind, number>> = {};
  for (const { strings } of linted) for (const { kind } of strings) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

interface ProjectResult {
  readonly findings: ReadonlyMap<string, Finding[]>;
  /** Findings in files that were not scanned: the config, fact files. */
  readonly outsideFiles: readonly Finding[];
  readonly unknown: readonly UncheckedPlaces[];
}

function projectResults(
  linted: readonly FileResult[],
  settingsOf: (path: string) => FileSettings,
  home: FileSettings,
): ProjectResult {
  const files = linted.flatMap((file) => projectFile(file, settingsOf(file.path).context) ?? []);
  const numbers = new Map(linted.map(({ path }, i) => [path, i]));
  const findings = new Map<string, Finding[]>();
  const outsideFiles: Finding[] = [];
  const unknown: UncheckedPlaces[] = [];
  for (const setup of home.setups) {
    const numbered = checkCollected(setup, files, home.context).map((result) => ({
      result,
      number: numbers.get(result.file) ?? Infinity,
    }));
    for (const { result, number } of numbered.sort((a, b) =>
      a.number < b.number ? -1 : Number(a.number > b.number),
    )) {
      const file = linted[number];
      // Overrides may turn the rule off, or change it, for the file of the finding.
      const own = file ? settingsOf(file.path).setups.find(({ rule }) => rule.name === setup.rule.name) : setup;
      if (!own || (isMissingFact(result) && !own.needsFacts)) continue;
      if (isMissingFact(result)) {
        const place = file ? filePlaces(file.lines).position(result.at.offset) : { line: 1, column: 1 };
        unknown.push({ rule: own.rule.id, missing: result.missing, places: [{ file: result.file, ...place }] });
      } else if (file) {
        const finding = toFinding(file, filePlaces(file.lines), own, result);
        const placed = { ...finding, related: relatedOf(result, finding, numbers) };
        const known = findings.get(result.file);
        if (known) known.push(placed);
        else findings.set(result.file, [placed]);
      } else {
        outsideFiles.push(toFinding({ path: result.file, role: 'product', strings: [] }, home.lines, own, result));
      }
    }
  }
  return { findings, outsideFiles, unknown };
}

/** Related ranges in other files. Only the results of those files contain their lines. */
function relatedOf(
  result: Exclude<ProjectRuleResult, { readonly missing: unknown }>,
  { related }: Finding,
  linted: ReadonlyMap<string, unknown>,
): Finding['related'] {
  return related.map((shown, i) => {
    const { file, at } = result.related?.[i] ?? {};
    return at && file !== undefined && linted.has(file) ? { ...shown, line: at.line, column: at.column } : shown;
  });
}
