import { blockingPlaces } from '../../fleet/uses.ts';
import { placeParts, type FleetPlan } from '../../fleet/plan.ts';
import type { PlanEntry } from '../../plan/plan.ts';
import { utf8Length } from '../../text/file-lines.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import { formatCount } from '../escape.ts';
import { fitting, MAX_SUMMARY_BYTES, nameCell, plainCell, tableHead, tableRow } from '../markdown.ts';
import { withoutLinks } from '../terminal.ts';
import { planMarkdown } from '../plan/markdown.ts';
import { planSummary, subjectText } from '../plan/summary.ts';
import { entryJson, planText, type PlanTextOptions } from '../plan/text.ts';

const HEAD = ['PLACES', 'REPOSITORY', 'OWNER'] as const;

/** The blocking places of each change by owner and repository, then verdict and runbook as in `plan`. */
export function fleetPlanText(plan: FleetPlan, options: PlanTextOptions): string {
  const tables = plan.entries.flatMap((entry) => blockTable(entry, plan, options));
  return [
    ...tables,
    planText(plan.entries, { ...options, terminal: withoutLinks(options.terminal), isFleet: true }),
  ].join('\n');
}

function blockTable(entry: PlanEntry, { ownersOf }: FleetPlan, { terminal: { paint } }: PlanTextOptions): string[] {
  const blocks = blockingPlaces(entry, ownersOf);
  if (blocks.length === 0) return [];
  const rows = blocks.map(({ owner, repository, places }) =>
    [formatCount(places), repository ?? '-', owner].map(escapeControlChars),
  );
  const widths = HEAD.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)));
  const line = ([places = '', repository = '', owner = '']: readonly string[]): string =>
    `  ${places.padStart(widths[0]!)}  ${repository.padEnd(widths[1]!)}  ${owner}`;
  const title = `Places that block ${subjectText(entry)}`;
  return [paint.bold(escapeControlChars(title)), paint.bold(line(HEAD)), ...rows.map(line), ''];
}

/** The same as Markdown, limited to the size of a job summary. */
export function fleetPlanMarkdown(plan: FleetPlan, terraformOpen: readonly string[] = []): string {
  const { entries, ownersOf } = plan;
  const tables = entries.flatMap((entry) => {
    const blocks = blockingPlaces(entry, ownersOf);
    if (blocks.length === 0) return [];
    const rows = blocks.map(({ owner, repository, places }) =>
      tableRow([formatCount(places), repository === null ? '' : nameCell(repository), plainCell(owner)]),
    );
    const title = `## Places that block ${plainCell(subjectText(entry))}`;
    return [title, '', ...tableHead(['Places', 'Repository', 'Owner']), ...rows, ''];
  });
  const rest = planMarkdown(entries, terraformOpen).split('\n').slice(1);
  return fitting([`# ${planSummary(entries)}`, ''], [...tables, ...rest], MAX_SUMMARY_BYTES, utf8Length);
}

/** The plan as in `plan --format json`, with the repository of each file. Keys may be added to version 1. */
export function fleetPlanJson(plan: FleetPlan, open: readonly string[] = []): string {
  const { entries, gaps, answered, ownersOf } = plan;
  const changes = entries.map((entry) => ({ ...entryJson(entry), blocks: blockingPlaces(entry, ownersOf) }));
  const document = { version: 1, 'connlint-fleet': 'plan', repositories: answered, gaps, open, changes };
  return `${JSON.stringify(document, withRepository, 2)}\n`;
}

function withRepository(_: string, value: unknown): unknown {
  const isPlace = typeof value === 'object' && value !== null && 'file' in value && typeof value.file === 'string';
  if (!isPlace || 'repository' in value) return value;
  const { repository, file } = placeParts(value.file as string);
  return { repository, ...value, file };
}
