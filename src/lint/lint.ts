import { distinct, folderOf, grouped, lineIndex, oncePer, oncePerKey, overlaps } from '../text/source.ts';
import type { Range, Source } from '../text/source.ts';
import { checksOfFile, ruleWords, type RuleSetup } from './checks.ts';
import { rolesIn } from './file-role.ts';
import { findingsIn, givenPlace, judgedString, nameOf, setupNamed } from './finding.ts';
import type { Finding, Suppressed, ToFinding } from './finding.ts';
import { stringsIn } from './recorded.ts';
import { byPlace } from './report.ts';
import { isMissingFact, isToolCheck, type RuleContext } from './rule.ts';
import { checkFile, collectItems, datedResults, joinUnchecked, unchecked, withOptions } from './run-rules.ts';
import type { Unchecked } from './run-rules.ts';
import type { ConfigSuppressions, FileSettings, SettingsOf, SuppressionEntry } from './settings.ts';
import { acceptanceOf, directiveFindings, directivesIn, entryFindings, mayConcern, settledBy } from './suppressions.ts';
import { SEVERITIES } from '../config/severity.ts';
import { isReported, stringAt } from '../classify/found-string.ts';

/** The result of scanning one text: plain data without credentials. */
export type FileResult = Readonly<ReturnType<typeof lintSource>>;

/** Computes everything from text to findings. Pure; never throws. */
export function lintSource(source: Source, settings: FileSettings) {
  const { path, text } = source;
  const { setups } = settings;
  const role = settings.roleOf(text);
  const context = { ...settings.context, role };
  const anchors = new Map<string, number[]>();
  const all = stringsIn(source, settings.strings, ruleWords(setups), anchors);
  const found = all.filter(isReported);
  const lines = lineIndex(text);
  const file = { source, strings: found, anchors };
  const ofFile = checksOfFile(setups, file);
  const { problems, unknown } = checkFile(file, lines, setups, ofFile, context);
  const roleAt = rolesIn(source, role);
  const strings = found.map((string) => judgedString(string, context.facts));
  const toFinding = findingsIn({ path, idPath: settings.idPath, role, strings, found, roleAt }, lines);
  // What is beside several strings contradicts each of them in the same way.
  const own = distinct(problems, ({ setup: { rule }, problem: { message, data, at } }) =>
    JSON.stringify([rule.name, message, data, at]),
  );
  const findings = own.map(({ setup, problem }) => toFinding(setup, problem));
  return {
    path,
    role,
    strings,
    // The same strings in their text, for plans.
    inText: settings.forPlans ? { strings: found, all, lines } : null,
    // Before suppressions, and without those of rules about all files.
    findings: joinMistakes(findings, strings, settings),
    unknown,
    collected: collectItems(file, lines, ofFile, context),
    directives: settings.suppressions ? directivesIn(source, lines, settings.ruleIds) : [],
  };
}

/** True for a result that no report or rule uses. */
export const isEmptyResult = ({ strings, collected, findings, unknown, directives }: FileResult): boolean =>
  strings.length + collected.length + findings.length + unknown.length + directives.length === 0;

/** All results with findings about several files. `home`: the config's own settings; `off`: rules off for a role. */
export function lintProject(
  linted: readonly FileResult[],
  settingsOf: SettingsOf,
  home: FileSettings,
  suppressions: readonly ConfigSuppressions[] = [],
) {
  const byPath = new Map(linted.map((file) => [file.path, file]));
  const project = projectResults(byPath, settingsOf, home);
  const used = new Set<SuppressionEntry>();
  const all: Finding[] = [];
  const unknown = [project.unknown];
  for (const file of linted) {
    const own = project.findings.get(file.path);
    const findings = own ? joinMistakes([...file.findings, ...own], file.strings, home) : file.findings;
    const judged = suppressed(file, findings, settingsOf(file.path), used);
    all.push(...judged.findings);
    unknown.push(judged.unknown);
  }
  const { accepts } = acceptanceOf(home, used);
  // In files that were not scanned: the config, fact files.
  const outside = [...project.findings].flatMap(([path, findings]) => (byPath.has(path) ? [] : findings));
  for (const finding of outside) all.push({ ...finding, suppressed: accepts(finding) ?? settled(finding, home) });
  const open = joinUnchecked(unknown.flat());
  for (const one of suppressions) all.push(...entryFindings(one, used, open, settingsOf(one.home.file)));
  all.sort(byPlace);
  return { findings: all.filter(({ off }) => !off), off: all.filter(({ off }) => off), unknown: open };
}

/** The findings of a file with accepted ones marked, and with those about its suppressions. */
function suppressed(file: FileResult, all: readonly Finding[], settings: FileSettings, used: Set<SuppressionEntry>) {
  const { accepts, used: usedComments } = acceptanceOf(settings, used, file.directives);
  const marked = all.map((finding) => {
    const by = accepts(finding) ?? settled(finding, settings);
    return by ? { ...finding, suppressed: by } : finding;
  });
  // A suppression with a reason answers what a rule could not check, too. It does not settle a plan.
  const isOpen = ({ rule, line, column }: Unchecked): boolean =>
    settings.forPlans ?? !accepts({ rule, reason: null, text: '', line, column, endLine: line });
  const unknown = file.unknown.filter(isOpen);
  const about = directiveFindings(file, usedComments, settings).map((one) => ({ ...one, suppressed: accepts(one) }));
  return { findings: [...marked, ...about], unknown };
}

/** What every entry of a planned change that it is about settles for the plan needs no other acceptance. */
function settled(finding: Finding, { setups, context, suppressions, forPlans }: FileSettings): Suppressed | null {
  if (forPlans || !suppressions || context.plan.length === 0) return null;
  const { changes = [] } = setupNamed(setups, nameOf(finding))?.rule ?? {};
  const own = context.plan.filter((one) => changes.includes(one.change) && mayConcern(one, finding));
  const [reason, ...others] = own.map((one) => settledBy(one, finding));
  return reason === undefined || others.includes(undefined) ? null : { by: 'config', reason, until: null };
}

function projectResults(byPath: ReadonlyMap<string, FileResult>, settingsOf: SettingsOf, home: FileSettings) {
  const collected = [...byPath.values()].flatMap((file) => file.collected);
  const parts = grouped(collected, ([rule]) => rule);
  const makerFor = oncePerKey((path: string): ToFinding => {
    const file = byPath.get(path) ?? { path, role: 'product' as const, strings: [] };
    return findingsIn({ ...file, idPath: settingsOf(path).idPath }, home.lines);
  });
  const findings: Finding[] = [];
  const unknown: Unchecked[] = [];
  for (const setup of home.setups) {
    const items = parts.get(setup.rule.name)?.flatMap(([, some]) => some) ?? [];
    const { rule } = setup;
    // A rule that collects nothing reports what the facts say.
    if (rule.collect && items.length === 0 && home.context.plan.length === 0) continue;
    const run = (own: RuleContext) =>
      rule.checkProject?.(items, own) ??
      [...grouped(items, ({ file }) => folderOf(file)).values()].flatMap((one) => rule.checkModule?.(one, own) ?? []);
    const context = withOptions(home.context, setup.options);
    for (const { setup: dated, result } of datedResults(setup, context, run(context), run)) {
      const { file, at } = result;
      // Overrides may turn the rule off, or change it, for the file of the finding.
      const own = byPath.has(file) ? setupNamed(settingsOf(file).setups, setup.rule.name) : setup;
      if (!own) continue;
      if (!isMissingFact(result)) {
        const isLater = dated !== setup && !own.fixed;
        findings.push(makerFor(file)(isLater ? { ...own, severity: dated.severity } : own, result));
      } else if (own.needsFacts) unknown.push(unchecked(own, result, file, givenPlace(at) ?? { line: 1, column: 1 }));
    }
  }
  return { findings: grouped(findings, ({ file }) => file), unknown };
}

/** For each rule those that report the cause of its findings, and the rules that need no facts. */
const causesOf = oncePer((setups: readonly RuleSetup[]) => {
  const of = new Map<string, string[]>();
  for (const { rule } of setups) for (const id of rule.supersedes ?? []) of.set(id, [...(of.get(id) ?? []), rule.name]);
  const textual = setups.filter(({ rule }) => isToolCheck(rule) || rule.basis !== 'facts').map(({ rule }) => rule.name);
  return { of, setups, textual: new Set(textual) };
});

/** With the changes that a plan judges, each by all findings of its own. */
const causesIn = ({ setups, forPlans, context }: FileSettings) => ({
  ...causesOf(setups),
  planned: forPlans ? context.plan.map(({ change }) => change) : [],
});

/** Findings with the same cause become `related` ones of it. One that is more severe remains too. */
function joinMistakes(findings: readonly Finding[], strings: readonly Range[], settings: FileSettings) {
  if (findings.length < 2) return findings;
  const causes = causesIn(settings);
  if (!findings.some((finding) => causes.of.has(nameOf(finding)))) return findings;
  const roots = new Map<Finding, Finding>();
  for (const [string, own] of grouped(findings, (finding) => stringAt(strings, finding))) {
    // The first of the most severe findings of each rule.
    const inOrder = own.toReversed().sort((a, b) => level(b) - level(a));
    const leaders = new Map(inOrder.map((finding) => [nameOf(finding), finding]));
    for (const finding of string ? own : []) {
      const root = rootCause(finding, leaders, causes);
      if (root && root !== finding) roots.set(finding, root);
    }
  }
  const joined = grouped([...roots], ([, root]) => root);
  return findings.flatMap((finding) => {
    if (roots.has(finding)) return [];
    const others = joined.get(finding);
    return others ? { ...finding, related: [...finding.related, ...others.map(([one]) => asRelated(one))] } : finding;
  });
}

/** The first cause of a finding, or the finding itself. `null` if rules supersede each other in a circle. */
function rootCause(
  finding: Finding,
  leaders: ReadonlyMap<string, Finding>,
  causes: ReturnType<typeof causesIn>,
  seen = new Set<Finding>(),
): Finding | null {
  if (seen.has(finding)) return null;
  const isTextual = causes.textual.has(nameOf(finding));
  const known = causes.of.get(nameOf(finding))?.flatMap((id) => leaders.get(id) ?? []) ?? [];
  // A finding from facts about another part of the string is another mistake.
  const isSame = (one: Finding): boolean => isTextual || one.rule === finding.rule || overlaps(one, finding);
  const changesOf = (one: Finding) => setupNamed(causes.setups, nameOf(one))?.rule.changes ?? [];
  const own = changesOf(finding).filter((change) => causes.planned.includes(change));
  const isCause = (one: Finding): boolean => isSame(one) && own.every((change) => changesOf(one).includes(change));
  const next = known.find((one) => level(one) <= level(finding) && isCause(one));
  return next ? rootCause(next, leaders, causes, seen.add(finding)) : finding;
}

const level = ({ off, severity }: Finding): number => (off ? SEVERITIES.length : SEVERITIES.indexOf(severity));

function asRelated(finding: Finding): Finding['related'][number] {
  const { file, line, column, message } = finding;
  return { file, line, column, message: `${nameOf(finding)}: ${message}` };
}
