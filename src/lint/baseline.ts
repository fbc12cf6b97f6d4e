import { escapeControlCharsIn } from '../text/escape-control-chars.ts';
import { parsedJson } from '../text/json.ts';
import type { LineIndex, Range } from '../text/source.ts';
import { nameOf, setupNamed, type Finding, type UncheckedPlaces } from './finding.ts';
import { byPlace } from './report.ts';
import type { RuleSetup } from './checks.ts';
import type { FileSettings } from './settings.ts';
import { toolFindings, type Fault } from './suppressions.ts';

export interface BaselineEntry {
  readonly id: string;
  readonly rule: string;
  /** Relative to the config's folder. */
  readonly file: string;
  /** The printed text, only for people who review the file. */
  readonly text: string;
}

export interface PlacedEntry extends BaselineEntry {
  readonly at: Range;
}

const HEADER =
  '# connlint baseline v2: accepted findings, one per line (id, rule, file, text). Sorted; in a merge, keep both sides.';
const LINE = /^(connlint\/v2:[0-9a-f]{16}) ([a-z0-9/-]{1,100}) ("(?:[^"\\]|\\.)*"|[^\s"]+)(?: (.*))?$/;

/** Each id once, in the order of the file, or the line (1-based) that is not an entry. */
export function parseBaseline(contents: string): readonly PlacedEntry[] | { readonly wrongLine: number } {
  const entries = new Map<string, PlacedEntry>();
  let offset = 0;
  for (const [index, raw] of contents.split('\n').entries()) {
    const line = raw.replace(/\r$/, '');
    const at = { offset, endOffset: offset + line.length };
    offset += raw.length + 1;
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, id, rule = '', name = '', text = ''] = LINE.exec(line) ?? [];
    const file = name.startsWith('"') ? parsedJson(name) : name;
    if (id === undefined || typeof file !== 'string') return { wrongLine: index + 1 };
    if (!entries.has(id)) entries.set(id, { id, rule, file, text, at });
  }
  return [...entries.values()];
}

/** The file for these entries: sorted lines, each id once. Equal entries give equal bytes. */
export function formatBaseline(entries: readonly BaselineEntry[]): string {
  const lines = new Map(entries.map((entry) => [entry.id, lineOf(entry)]));
  return [HEADER, ...[...lines.values()].sort(), ''].join('\n');
}

function lineOf({ id, rule, file, text }: BaselineEntry): string {
  const quoted = escapeControlCharsIn(JSON.stringify(file), 'json');
  const name = quoted === `"${file}"` && !/\s/.test(file) ? file : quoted;
  return [id, rule, name, escapeControlCharsIn(text, 'json').slice(0, 200)].join(' ').trimEnd();
}

/** Findings of planned changes cannot be accepted by a baseline, nor those about the baseline itself. */
function isAcceptable(finding: Finding, setups: readonly RuleSetup[]): boolean {
  const { needsFacts = false, rule } = setupNamed(setups, nameOf(finding)) ?? {};
  return nameOf(finding) !== 'acceptance/stale' && !(needsFacts && rule?.changes?.length);
}

/** Marks findings that the baseline accepts. Suppressions by comment or config come first. */
export function applyBaseline(
  findings: readonly Finding[],
  entries: readonly BaselineEntry[],
  setups: readonly RuleSetup[],
): Finding[] {
  const ids = new Set(entries.map(({ id }) => id));
  const suppressed = { by: 'baseline', reason: null, until: null } as const;
  const isAccepted = (one: Finding): boolean => !one.suppressed && ids.has(one.id) && isAcceptable(one, setups);
  return findings.map((finding) => (isAccepted(finding) ? { ...finding, suppressed } : finding));
}

/** All findings that are not accepted yet. Entries of other files stay. `idPath`: the path as in finding ids. */
export function updatedEntries(
  entries: readonly BaselineEntry[],
  stale: readonly BaselineEntry[],
  findings: readonly Finding[],
  setups: readonly RuleSetup[],
  idPath: (file: string) => string,
): BaselineEntry[] {
  const gone = new Set(stale.map(({ id }) => id));
  const open = findings.filter((one) => one.suppressed === null && isAcceptable(one, setups));
  const added = open.map((one) => ({ id: one.id, rule: nameOf(one), file: idPath(one.file), text: one.text }));
  return [...entries.filter(({ id }) => !gone.has(id)), ...added];
}

/** Shows whether an entry without a finding is stale. */
export interface BaselineCoverage {
  /** True for a file (by its path in the entry) that was scanned, or that no longer exists in a scanned folder. */
  readonly saw: (file: string) => boolean;
  readonly whole: boolean;
  /** The settings of a file (by its path in the entry). */
  readonly settingsOf: (file: string) => FileSettings;
  readonly unknown: readonly UncheckedPlaces[];
}

/** Marks findings that the baseline accepts, and reports each entry without a finding: it is stale. */
export function withBaseline(
  findings: readonly Finding[],
  { file, lines, entries }: Readonly<{ file: string; lines: LineIndex; entries: readonly PlacedEntry[] }>,
  coverage: BaselineCoverage,
  home: FileSettings,
) {
  const ids = new Set(findings.map(({ id }) => id));
  const stale = entries.filter((entry) => !ids.has(entry.id) && wasChecked(entry, coverage));
  const faults = stale.map(({ rule, file: path, text, at }): Fault => {
    return ['stale', { message: 'stale', data: { rule, file: path }, at, text }];
  });
  const unfound = toolFindings(faults, { path: file, role: 'product' }, { ...home, idPath: () => file }, lines);
  return { findings: [...applyBaseline(findings, entries, home.setups), ...unfound].sort(byPlace), stale };
}

/** An entry without a finding is stale only if its rule ran on its file and had all facts. */
function wasChecked({ rule, file }: PlacedEntry, { saw, whole, settingsOf, unknown }: BaselineCoverage): boolean {
  if (!saw(file) || unknown.some((one) => one.rule === rule.split('/', 1)[0])) return false;
  const { setups, ruleIds } = settingsOf(file);
  const setup = setupNamed(setups, rule);
  return setup ? whole || !setup.rule.checkProject : !ruleIds().includes(rule);
}
