import type { PlanEntry, PlanVerdict } from '../../plan/plan.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import type { Terminal } from '../terminal.ts';
import { planEnd, subjectText } from './summary.ts';

const ORDER: readonly PlanVerdict[] = ['blocked', 'undecided', 'ready'];
const HUE = { blocked: 'red', undecided: 'yellow', ready: 'green' } as const;
const HEAD = ['VERDICT', 'CHANGE', 'ERRORS', 'NOT CHECKED', 'NEXT STEP'] as const;

/** `plan --summary`: one row per change, the blocked ones first. */
export function planSummaryText(
  entries: readonly PlanEntry[],
  { paint, width, fitsTables }: Terminal,
  {
    allowUndecided = false,
    effects = 0,
  }: { readonly allowUndecided?: boolean | undefined; readonly effects?: number } = {},
): string {
  const sorted = ORDER.flatMap((verdict) => entries.filter((entry) => entry.verdict === verdict));
  const rows = sorted.map((entry) => [
    entry.verdict,
    escapeControlChars(subjectText(entry)),
    String(errorsOf(entry)),
    String(entry.missing.length + entry.unread.length + unjudgedIn(entry)),
    `1/${entry.steps.length} ${escapeControlChars(entry.steps[0]?.title ?? '')}`,
  ]);
  const widths = HEAD.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)));
  const room = width - widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0);
  // In a narrow terminal, the next step has a line of its own.
  const isNarrow = fitsTables && widths[4]! > room;
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at === 2 || at === 3 ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!)))
      .join('  ')
      .trimEnd();
  const body = rows.map((row, at) => {
    const { verdict } = sorted[at]!;
    const cells = line(isNarrow ? row.slice(0, -1) : row);
    const below = isNarrow ? `\n  next step ${row[4]!}` : '';
    return paint[HUE[verdict]](verdict) + cells.slice(verdict.length) + below;
  });
  return `${[paint.bold(line(isNarrow ? HEAD.slice(0, -1) : HEAD)), ...body, planEnd(entries, allowUndecided, effects)].join('\n')}\n`;
}

function errorsOf({ strings }: PlanEntry): number {
  return strings.filter(({ severity, suppressed }) => severity === 'error' && suppressed === null).length;
}

/** Strings whose host is not visible: the first steps name them. */
function unjudgedIn({ steps }: PlanEntry): number {
  const places = steps.filter(({ kind }) => kind === 'learn').flatMap((step) => step.places);
  return places.filter(({ from }) => from !== null).length;
}
