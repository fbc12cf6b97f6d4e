import type { Finding, UncheckedPlaces } from './finding.ts';
import { fingerprint, nameOf } from './finding.ts';
import type { Range, LineIndex } from '../text/source.ts';
import { byPlace } from './report.ts';
import type { FileSettings } from './settings.ts';
import { escapeControlCharsAsJson } from '../text/escape-control-chars.ts';
import { toolFinding } from './suppression-findings.ts';

export interface BaselineEntry {
  readonly id: string;
  readonly rule: string;
  /** Relative to the config's folder. */
  readonly file: string;
  /** The redacted text, only for people who review the file. */
  readonly text: string;
}

/** A parsed entry with the range of its line. */
export interface PlacedEntry extends BaselineEntry {
  readonly at: Range;
}

export interface Baseline {
  /** Each id once, in the order of the file. */
  readonly entries: readonly PlacedEntry[];
  /** True if the file contains merge conflict markers. The entries of both sides count. */
  readonly conflict: boolean;
}

/** A line that cannot be parsed. */
export interface BaselineProblem {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

/** The reason of rule `acceptance` for entries without a finding. */
const STALE = 'stale';

/** True for a finding about the baseline itself. */
export function isStaleEntry({ rule, reason }: Pick<Finding, 'rule' | 'reason'>): boolean {
  return rule === 'acceptance' && reason === STALE;
}

const HEADER =
  '# connlint baseline v1: accepted findings, one per line (id, rule, file, text). Written by `connlint baseline`; sorted; in a merge, keep both sides.';
const LINE = /^(connlint\/v1:[0-9a-f]{16}) ([a-z0-9/-]{1,100}) ("(?:[^"\\]|\\.)*"|[^\s"]+)(?: (.*))?$/;
const OTHER_VERSION = /^(?:# connlint baseline v|connlint\/v)(?!1\b)\d/;
/** Maximum length of the text of an entry. */
const MAX_TEXT_LENGTH = 200;

/** Parses a baseline. Conflict markers are skipped, so that the entries of both sides count. */
export function parseBaseline(text: string): Baseline | BaselineProblem {
  const entries = new Map<string, PlacedEntry>();
  let conflict = false;
  // The common ancestor (diff3 style) is not a side.
  let ancestor = false;
  let offset = 0;
  let number = 0;
  for (const raw of text.split('\n')) {
    number++;
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const at = { offset, endOffset: offset + line.length };
    offset += raw.length + 1;
    const marker = /^(<{7}|\|{7}|={7}|>{7})(?: |$)/.exec(line);
    if (marker) {
      conflict = true;
      ancestor = line.startsWith('|');
      continue;
    }
    if (OTHER_VERSION.test(line)) return { line: number, message: 'written by another version of connlint' };
    if (ancestor || line.trim() === '' || line.startsWith('#')) continue;
    const entry = entryOf(line);
    if (!entry) return { line: number, message: 'not an entry of a baseline (id, rule, file, text)' };
    if (!entries.has(entry.id)) entries.set(entry.id, { ...entry, at });
  }
  return { entries: [...entries.values()], conflict };
}

function entryOf(line: string): BaselineEntry | null {
  const match = LINE.exec(line);
  if (!match) return null;
  const [, id = '', rule = '', name = '', text = ''] = match;
  if (!name.startsWith('"')) return { id, rule, file: name, text };
  try {
    return { id, rule, file: String(JSON.parse(name)), text };
  } catch {
    return null;
  }
}

/** The file for these entries: sorted lines, each id once. Equal entries give equal bytes. */
export function formatBaseline(entries: readonly BaselineEntry[]): string {
  const lines = new Map(entries.map((entry) => [entry.id, lineOf(entry)]));
  return [HEADER, ...[...lines.values()].sort(), ''].join('\n');
}

function lineOf({ id, rule, file, text }: BaselineEntry): string {
  const quoted = escapeControlCharsAsJson(JSON.stringify(file));
  const name = quoted === `"${file}"` && !/\s/.test(file) ? file : quoted;
  // A text that was cut before is short enough and stays unchanged.
  const whole = escapeControlCharsAsJson(text);
  const shown = whole.length > MAX_TEXT_LENGTH ? `${whole.slice(0, MAX_TEXT_LENGTH - 1)}…` : whole;
  return [id, rule, name, ...(shown === '' ? [] : [shown])].join(' ');
}

/** The entry that accepts a finding. `file` is relative to the config's folder. */
export function baselineEntry(finding: Finding, file: string): BaselineEntry {
  return { id: finding.id, rule: nameOf(finding), file, text: finding.text };
}

/** Marks findings that the baseline accepts. Suppressions by comment or config come first. */
export function applyBaseline(findings: readonly Finding[], entries: readonly BaselineEntry[]): Finding[] {
  if (entries.length === 0) return [...findings];
  const ids = new Set(entries.map(({ id }) => id));
  return findings.map((finding) =>
    finding.suppressed || !ids.has(finding.id)
      ? finding
      : { ...finding, suppressed: { by: 'baseline', reason: null, until: null } },
  );
}

/**
 * Entries without a finding.
 * @param wasChecked false for an entry whose file was not scanned, or whose rule did not run there: it may still have a
 * finding
 */
export function staleEntries<E extends BaselineEntry>(
  findings: readonly Finding[],
  entries: readonly E[],
  wasChecked: (entry: E) => boolean,
): E[] {
  const ids = new Set(findings.map(({ id }) => id));
  return entries.filter((entry) => !ids.has(entry.id) && wasChecked(entry));
}

export interface BaselineUpdate {
  /** All accepted findings after the update. */
  readonly entries: readonly BaselineEntry[];
  readonly added: readonly BaselineEntry[];
  /** Entries without a finding. */
  readonly pruned: readonly BaselineEntry[];
}

/**
 * Adds all findings that are not accepted yet, whatever their severity, and removes entries without a finding. Entries
 * of files that were not scanned stay.
 * @param idPath path of a file as in its finding ids
 */
export function updateBaseline(
  entries: readonly BaselineEntry[],
  stale: readonly BaselineEntry[],
  findings: readonly Finding[],
  idPath: (file: string) => string,
): BaselineUpdate {
  const gone = new Set(stale.map(({ id }) => id));
  const kept = entries.filter(({ id }) => !gone.has(id));
  const known = new Set(kept.map(({ id }) => id));
  const added = findings
    .filter((finding) => !isStaleEntry(finding) && finding.suppressed === null && !known.has(finding.id))
    .map((finding) => baselineEntry(finding, idPath(finding.file)));
  return { entries: [...kept, ...added], added, pruned: stale };
}

/** The baseline of a run. */
export interface UsedBaseline {
  /** Path as reported. */
  readonly file: string;
  readonly lines: LineIndex;
  readonly entries: readonly PlacedEntry[];
}

/** Shows whether an entry without a finding is stale. */
export interface BaselineCoverage {
  /** True for a file (by its path in the entry) that was scanned, or that no longer exists in a scanned folder. */
  readonly saw: (file: string) => boolean;
  /** True if every file of the project was scanned. */
  readonly whole: boolean;
  /** The settings of a file (by its path in the entry). */
  readonly settingsOf: (file: string) => FileSettings;
  readonly unknown: readonly UncheckedPlaces[];
}

export interface BaselineResult {
  readonly findings: readonly Finding[];
  readonly stale: readonly PlacedEntry[];
}

/** Marks findings that the baseline accepts, and reports each entry without a finding. */
export function withBaseline(
  findings: readonly Finding[],
  baseline: UsedBaseline,
  coverage: BaselineCoverage,
  home: FileSettings,
): BaselineResult {
  const stale = staleEntries(findings, baseline.entries, (entry) => wasChecked(entry, coverage));
  const unfound = stale.flatMap((entry) => {
    const problem = { message: 'stale', data: { rule: entry.rule, file: entry.file }, at: entry.at };
    const found = toolFinding(
      STALE,
      problem,
      { path: baseline.file, role: 'product', strings: [] },
      baseline.lines,
      home,
    );
    return found.map((finding) => ({ ...finding, text: entry.text }));
  });
  const all = [...applyBaseline(findings, baseline.entries), ...fingerprint(unfound)];
  return { findings: all.sort(byPlace), stale };
}

/** An entry without a finding is stale only if its rule ran on its file and had all facts. */
function wasChecked({ rule, file }: PlacedEntry, { saw, whole, settingsOf, unknown }: BaselineCoverage): boolean {
  if (!saw(file) || unknown.some((one) => one.rule === rule.split('/', 1)[0])) return false;
  const { setups, ruleIds } = settingsOf(file);
  const own = setups.filter((one) => one.rule.name === rule);
  if (own.length === 0) return !ruleIds.includes(rule);
  return whole || own.every((one) => !one.rule.checkProject);
}
