import { NO_OWNER, ownerNames, type FleetUse, type FleetUses } from '../../fleet/uses.ts';
import { placeIn } from '../../fleet/plan.ts';
import { utf8Length } from '../../text/file-lines.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import { grouped } from '../../text/source.ts';
import { cut, plural } from '../escape.ts';
import { CSV_COLUMNS, csvLines } from '../list/csv.ts';
import { kindCounts, recordTable } from '../list/text.ts';
import { fitting, inText, MAX_SUMMARY_BYTES, nameCell, plainCell, tableHead, tableRow } from '../markdown.ts';
import { withoutLinks, type Terminal } from '../terminal.ts';

/** `37 uses in 19 repositories of 8 owners, 2 without an owner: 37 legacy` */
function usesSummary(uses: readonly FleetUse[]): string {
  const repositories = new Set(uses.map(({ repository }) => repository)).size;
  const owners = new Set(uses.flatMap(({ owners: own }) => own)).size;
  const without = uses.filter((use) => use.owners.length === 0).length;
  const nobody = without > 0 && owners > 0 ? `, ${without} without an owner` : '';
  const whose = owners > 0 ? ` of ${plural(owners, 'owner')}${nobody}` : '';
  const places = `${plural(uses.length, 'use')} in ${repositories} ${repositories === 1 ? 'repository' : 'repositories'}`;
  return `${places}${whose}: ${kindCounts(uses)}`;
}

/** Uses by owner, those without an owner last. */
function byOwner(uses: readonly FleetUse[]): (readonly [owner: string, uses: readonly FleetUse[]])[] {
  const groups = grouped(uses, ({ owners }) => ownerNames(owners).join(', '));
  return [...groups].sort(([a], [b]) => Number(a === NO_OWNER) - Number(b === NO_OWNER) || (a < b ? -1 : 1));
}

/** One table per owner. */
export function usesText({ uses }: FleetUses, terminal: Terminal): string {
  if (uses.length === 0) return 'No uses found.\n';
  const blocks = byOwner(uses).flatMap(([owner, own]) => [
    terminal.paint.bold(escapeControlChars(`${owner}: ${plural(own.length, 'use')}`)),
    ...recordTable(own.map(placed), withoutLinks(terminal)),
    '',
  ]);
  return `${[...blocks, usesSummary(uses)].join('\n')}\n`;
}

const placed = (use: FleetUse): FleetUse => ({ ...use, file: placeIn(use.repository, use.file) });

/** The uses with the fields of their ledgers, as one JSON document. Keys may be added to version 1. */
export function* usesJson({ uses, gaps }: FleetUses): Iterable<string> {
  yield `{\n  "version": 1,\n  "gaps": ${JSON.stringify(gaps)},\n  "uses": [`;
  for (const [at, use] of uses.entries()) yield `${at === 0 ? '' : ','}\n    ${JSON.stringify(use)}`;
  yield `${uses.length === 0 ? '' : '\n  '}]\n}\n`;
}

/** One use per line, for spreadsheets. */
export function usesCsv({ uses }: FleetUses): string {
  const columns = ['owners', 'repository', 'revision', ...CSV_COLUMNS.map(([name]) => name), 'role', 'project', 'id'];
  const rows = uses.map((use) => [
    use.owners.join(' '),
    use.repository,
    use.revision,
    ...CSV_COLUMNS.map(([, valueOf]) => valueOf(use, () => use.environment)),
    use.role,
    use.project,
    use.id,
  ]);
  return csvLines([columns, ...rows]);
}

const MAX_LENGTH = 300;

/** One table per owner, limited to the size of a job summary. */
export function usesMarkdown({ uses, gaps }: FleetUses): string {
  const head = uses.length === 0 ? '## connlint: no uses' : `## connlint: ${usesSummary(uses)}`;
  const rows = byOwner(uses).flatMap(([owner, own]) => [
    ...['', `### ${plainCell(owner)}: ${plural(own.length, 'use')}`, ''],
    ...tableHead(['Cluster', 'Kind', 'Environment', 'Place', 'Key', 'String']),
    ...own.map(row),
  ]);
  const open = gaps.length === 0 ? [] : ['', ...gaps.map(({ message }) => `- ${inText(message)}`)];
  return fitting([head, ...open], rows, MAX_SUMMARY_BYTES, utf8Length);
}

function row(use: FleetUse): string {
  const { cluster, kind, environment, key, text } = use;
  const { file, line, column } = placed(use);
  const name = (value: string | null): string => (value === null ? '' : nameCell(cut(value, MAX_LENGTH)));
  const place = name(`${file}:${line}:${column}`);
  return tableRow([name(cluster), kind, plainCell(environment ?? ''), place, name(key), name(text)]);
}
