import type { Finding, Unknown } from './finding.ts';
import type { Range, LineIndex } from '../text/source.ts';
import { fingerprint } from './fingerprint.ts';
import { byPlace } from './report.ts';
import type { FileSettings } from './settings.ts';
import { toolFinding } from './suppression-findings.ts';

/** One accepted finding. */
export interface BaselineEntry {
  readonly id: string;
  readonly rule: string;
  /** Relative to the config's folder. */
  readonly file: string;
  /** The redacted text, for people who review the file; nothing depends on it. */
  readonly text: string;
}

/** An entry that was read, with the place of its line. */
export interface PlacedEntry extends BaselineEntry {
  readonly at: Range;
}

export interface Baseline {
  /** Each id once, in the order of the file. */
  readonly entries: readonly PlacedEntry[];
  /** True where a merge left its markers: both sides count. */
  readonly conflict: boolean;
}

/** A line that is none of the file's. */
export interface BaselineProblem {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

export const STALE_RULE = 'stale-baseline-entry';

const HEADER =
  '# connlint baseline v1: accepted findings, one a line (id, rule, file, text). Written by `connlint baseline`; sorted; in a merge, both sides count.';
const LINE = /^(connlint\/v1:[0-9a-f]{16}) ([a-z0-9-]{1,100}) ("(?:[^"\\]|\\.)*"|[^\s"]+)(?: (.*))?$/;
const OTHER_VERSION = /^(?:# connlint baseline v|connlint\/v)(?!1\b)\d/;
/** Longest text that is kept beside an entry. */
const MAX_TEXT_LENGTH = 200;

/** Reads a baseline. Conflict markers are passed over, so that what either side accepts is accepted. */
export function parseBaseline(text: string): Baseline | BaselineProblem {
  const entries = new Map<string, PlacedEntry>();
  let conflict = false;
  // What both sides came from (diff3 style) is no side.
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
    if (!entry) return { line: number, message: 'no entry of a baseline (id, rule, file, text)' };
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

/** The file for these entries: sorted lines, each id once; equal entries, equal bytes. */
export function formatBaseline(entries: readonly BaselineEntry[]): string {
  const lines = new Map(entries.map((entry) => [entry.id, lineOf(entry)]));
  return [HEADER, ...[...lines.values()].sort(), ''].join('\n');
}

function lineOf({ id, rule, file, text }: BaselineEntry): string {
  const name = /^[^\s"\\\p{Cc}\u2028\u2029]+$/u.test(file) ? file : escaped(JSON.stringify(file));
  // What was cut once is short enough to stay as it is.
  const whole = escaped(text);
  const shown = whole.length > MAX_TEXT_LENGTH ? `${whole.slice(0, MAX_TEXT_LENGTH - 1)}…` : whole;
  return [id, rule, name, ...(shown === '' ? [] : [shown])].join(' ');
}

/** Line ends and other control characters spelled out, as JSON does. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The entry that accepts a finding. `file` is its path from the config's folder. */
export function baselineEntry({ id, rule, text }: Finding, file: string): BaselineEntry {
  return { id, rule, file, text };
}

/** Findings with those marked that the baseline accepts; a comment or the config comes first. */
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
 * Entries whose finding is gone.
 * @param judged false for an entry whose file was not looked at, or whose rule did not run there: nothing is known of it
 */
export function staleEntries<E extends BaselineEntry>(
  findings: readonly Finding[],
  entries: readonly E[],
  judged: (entry: E) => boolean,
): E[] {
  const ids = new Set(findings.map(({ id }) => id));
  return entries.filter((entry) => !ids.has(entry.id) && judged(entry));
}

/** What a run makes of a baseline. */
export interface BaselineUpdate {
  /** Everything that is accepted then. */
  readonly entries: readonly BaselineEntry[];
  readonly added: readonly BaselineEntry[];
  /** Entries whose finding is gone. */
  readonly pruned: readonly BaselineEntry[];
}

/**
 * Accepts what a run found and nobody accepted yet, whatever its severity, and lets go of what is gone. Entries of files
 * that were not looked at stay.
 * @param idPath path of a file by which its findings are known
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
    .filter(({ rule, suppressed, id }) => rule !== STALE_RULE && suppressed === null && !known.has(id))
    .map((finding) => baselineEntry(finding, idPath(finding.file)));
  return { entries: [...kept, ...added], added, pruned: stale };
}

/** The baseline of a run. */
export interface UsedBaseline {
  /** Path as it is reported. */
  readonly file: string;
  readonly lines: LineIndex;
  readonly entries: readonly PlacedEntry[];
}

/** What a run can say about entries whose finding it did not meet. */
export interface BaselineCoverage {
  /** True for a file (as an entry names it) that was looked at, or that is gone from a folder that was. */
  readonly saw: (file: string) => boolean;
  /** True when every file of the project was looked at. */
  readonly whole: boolean;
  /** How a file (as an entry names it) is judged. */
  readonly settingsOf: (file: string) => FileSettings;
  readonly unknown: readonly Unknown[];
}

export interface Baselined {
  readonly findings: readonly Finding[];
  readonly stale: readonly PlacedEntry[];
}

/** Marks what the baseline accepts, and adds a finding for each entry whose own finding is gone. */
export function withBaseline(
  findings: readonly Finding[],
  baseline: UsedBaseline,
  reach: BaselineCoverage,
  home: FileSettings,
): Baselined {
  const stale = staleEntries(findings, baseline.entries, (entry) => isJudged(entry, reach));
  const told = stale.flatMap((entry) => {
    const problem = { message: 'stale', data: { rule: entry.rule, file: entry.file }, at: entry.at };
    const found = toolFinding(
      STALE_RULE,
      problem,
      { path: baseline.file, role: 'config', strings: [] },
      baseline.lines,
      home,
    );
    return found.map((finding) => ({ ...finding, text: entry.text }));
  });
  const all = [...applyBaseline(findings, baseline.entries), ...fingerprint(told)];
  return { findings: all.sort(byPlace), stale };
}

/** Silence about an entry means something only where its rule ran on its file, and lacked no fact. */
function isJudged({ rule, file }: PlacedEntry, { saw, whole, settingsOf, unknown }: BaselineCoverage): boolean {
  if (!saw(file) || unknown.some((one) => one.rule === rule)) return false;
  const { setups, ruleIds } = settingsOf(file);
  const setup = setups.find((one) => one.rule.id === rule);
  if (!setup) return !ruleIds.includes(rule);
  return whole || setup.rule.scope !== 'project';
}
