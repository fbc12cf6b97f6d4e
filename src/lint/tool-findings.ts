import { directiveFaults } from '../core/directive-faults.ts';
import type { Finding, Unknown } from '../core/finding.ts';
import { toFinding } from '../core/to-finding.ts';
import type { ShownFile } from '../core/to-finding.ts';
import type { Problem } from '../core/rule.ts';
import type { LineIndex } from '../core/source.ts';
import { holds, isReason } from '../core/suppress.ts';
import type { ConfigEntry, DirectiveUse } from '../core/suppress.ts';
import type { KeptSource } from './kept-source.ts';
import type { FileSettings } from './settings.ts';

/** A problem of one of the tool's own rules as a finding; nothing when the rule is off. */
export function toolFinding(
  id: string,
  problem: Problem,
  file: ShownFile,
  lines: LineIndex,
  { setups }: Pick<FileSettings, 'setups'>,
): Finding[] {
  const setup = setups.find(({ rule }) => rule.id === id && rule.scope === 'tool');
  return setup ? [toFinding(file, lines, setup, problem)] : [];
}

/** What is wrong with the suppression comments of a file. */
export function directiveFindings(linted: KeptSource, used: DirectiveUse, settings: FileSettings): Finding[] {
  if (linted.directives.length === 0) return [];
  const faults = directiveFaults(linted.directives, used, {
    today: settings.context.today,
    known: settings.ruleIds,
    judged: judgedBy(settings, linted.unknown),
    complete: linted.unknown.length === 0,
  });
  const file = { path: linted.file, strings: linted.shown };
  return faults.flatMap(({ rule, problem, text }) =>
    toolFinding(rule, problem, file, linted.lines, settings).map((finding) => ({ ...finding, text })),
  );
}

/** True for a rule that ran and lacked no fact: only of such a rule does silence say that there is nothing. */
function judgedBy({ setups }: FileSettings, unknown: readonly Unknown[]): (rule: string) => boolean {
  const ran = new Set(setups.filter(({ rule }) => rule.scope !== 'tool').map(({ rule }) => rule.id));
  for (const { rule } of unknown) ran.delete(rule);
  return (rule) => ran.has(rule);
}

export interface EntryUse {
  /** All suppressions of the config, in its order. */
  readonly entries: readonly ConfigEntry[];
  readonly used: ReadonlySet<ConfigEntry>;
  readonly unknown: readonly Unknown[];
  /** True when every file of the project was looked at: only then can an entry be told to accept nothing. */
  readonly whole: boolean;
}

/** What is wrong with the suppressions of the config; each stands at its line there. */
export function entryFindings({ entries, used, unknown, whole }: EntryUse, home: FileSettings): Finding[] {
  const place = home.context.home;
  if (!place) return [];
  const judged = judgedBy(home, unknown);
  return entries.flatMap((entry, i) => {
    const at = place.range(['suppressions', i]);
    const data = { rules: entry.rule.join(', ') || 'every rule', until: entry.until ?? '' };
    const tell = (id: string, message: string): Finding[] =>
      toolFinding(id, { message, data, at }, { path: place.file, strings: [] }, home.lines, home);
    if (!isReason(entry.reason)) return tell('suppression-without-reason', 'entry');
    if (!holds(entry.until, home.context.today)) return tell('expired-suppression', 'expired');
    return whole && !used.has(entry) && entry.rule.every(judged) ? tell('unused-suppression', 'entry') : [];
  });
}
