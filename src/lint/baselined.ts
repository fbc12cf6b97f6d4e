import { applyBaseline, STALE_RULE, staleEntries } from '../core/baseline.ts';
import type { PlacedEntry } from '../core/baseline.ts';
import type { Finding, Unknown } from '../core/finding.ts';
import { fingerprint } from '../core/fingerprint.ts';
import { byPlace } from '../core/report.ts';
import type { LineIndex } from '../core/source.ts';
import type { FileSettings } from './settings.ts';
import { toolFinding } from './tool-findings.ts';

/** The baseline of a run. */
export interface UsedBaseline {
  /** Path as it is reported. */
  readonly file: string;
  readonly lines: LineIndex;
  readonly entries: readonly PlacedEntry[];
}

/** What a run can say about entries whose finding it did not meet. */
export interface Reach {
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
  reach: Reach,
  home: FileSettings,
): Baselined {
  const stale = staleEntries(findings, baseline.entries, (entry) => isJudged(entry, reach));
  const told = stale.flatMap((entry) => {
    const problem = { message: 'stale', data: { rule: entry.rule, file: entry.file }, at: entry.at };
    const found = toolFinding(STALE_RULE, problem, { path: baseline.file, strings: [] }, baseline.lines, home);
    return found.map((finding) => ({ ...finding, text: entry.text }));
  });
  const all = [...applyBaseline(findings, baseline.entries), ...fingerprint(told)];
  return { findings: all.sort(byPlace), stale };
}

/** Silence about an entry means something only where its rule ran on its file, and lacked no fact. */
function isJudged({ rule, file }: PlacedEntry, { saw, whole, settingsOf, unknown }: Reach): boolean {
  if (!saw(file) || unknown.some((one) => one.rule === rule)) return false;
  const { setups, ruleIds } = settingsOf(file);
  const setup = setups.find((one) => one.rule.id === rule);
  if (!setup) return !ruleIds.includes(rule);
  return whole || setup.rule.scope !== 'project';
}
