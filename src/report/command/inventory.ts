import type {
  InventoryView,
  ProjectView,
  ShownCluster,
  ShownFact,
  ShownTarget,
  PartReport,
  PullReport,
} from '../../facts/inventory.ts';
import { plural } from '../escape.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import { placeLink, type Paint, type Terminal } from '../terminal.ts';
import type { CheckedHost, HostFault, InventoryCheck } from '../../rule-helpers/recorded-hosts.ts';

/** What is known, for people. */
export function inventoryText({ projects }: InventoryView, paint: Paint): string {
  return projects.map((view) => projectText(view, projects.length > 1, paint)).join('\n');
}

function projectText(view: ProjectView, isOneOfSeveral: boolean, paint: Paint): string {
  const { name, id, project, clusters, endpointServices, targets, missing, pulledAt } = view;
  const words = [name, id].filter((word) => word !== null).map(escapeControlChars);
  const lines = [
    ...(pulledAt === null
      ? []
      : [`read from the Administration API on ${escapeControlChars(pulledAt.slice(0, 10))}`, '']),
    paint.bold(isOneOfSeveral ? ['project', ...words].join(' ') : 'project'),
    ...factLines(project, paint),
    '',
    ...clusters.flatMap((cluster) => [...clusterLines(cluster, paint), '']),
    ...endpointServices.map(
      ({ provider, region, endpoints }) =>
        `endpoint service ${provider} ${escapeControlChars(region ?? '-')}: ${escapeControlChars(endpoints.join(', ')) || 'no endpoint'}`,
    ),
    ...(endpointServices.length > 0 ? [''] : []),
    ...(targets.length > 0
      ? [`${plural(targets.length, 'scrape target')} known`, ...targets.map((target) => targetLine(target, paint)), '']
      : []),
    ...missingLines(missing, paint),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function targetLine({ host, port, provider, region, nodeType, replicaSet }: ShownTarget, paint: Paint): string {
  const words = [provider, region, nodeType, replicaSet].filter((word) => word !== null).map(escapeControlChars);
  const name = escapeControlChars(port === null ? host : `${host}:${port}`);
  return `  ${name}${words.length > 0 ? ` ${paint.dim(`(${words.join(', ')})`)}` : ''}`;
}

const widthOf = (names: readonly string[]): number => Math.max(0, ...names.map((name) => name.length)) + 2;

function factLines(
  facts: readonly ShownFact[],
  paint: Paint,
  width = widthOf(facts.map(({ name }) => name)),
): string[] {
  return facts.map(({ name, value, source }) => {
    const words =
      value === null
        ? paint.dim('not known')
        : `${escapeControlChars(value)} ${paint.dim(`(${escapeControlChars(source ?? '')})`)}`;
    return `  ${name.padEnd(width)}${words}`;
  });
}

function clusterLines({ name, source, facts, strings }: ShownCluster, paint: Paint): string[] {
  const known = facts.filter(({ value }) => value !== null);
  const width = widthOf([...known.map(({ name }) => name), ...strings.map(({ kind, form }) => `${kind} ${form}`)]);
  return [
    `${paint.bold(`cluster ${escapeControlChars(name)}`)} ${paint.dim(`(${escapeControlChars(source)})`)}`,
    ...factLines(known, paint, width),
    ...strings.map(({ kind, form, text }) => `  ${`${kind} ${form}`.padEnd(width)}${escapeControlChars(text)}`),
  ];
}

function missingLines(missing: ProjectView['missing'], paint: Paint): string[] {
  if (missing.length === 0) return [];
  return [
    paint.bold('not known'),
    ...missing.map(
      ({ fact, of, how }) => `  ${of.length > 0 ? `${escapeControlChars(of.join(', '))}: ` : ''}${fact}. ${how}`,
    ),
  ];
}

export function inventoryJson(view: InventoryView): string {
  return `${JSON.stringify({ version: 1, ...view }, null, 2)}\n`;
}

const WORDS: Readonly<Record<HostFault, string>> = {
  'no-cluster': 'the project has no such cluster',
  'not-listed': 'the record of its cluster does not list it',
  'no-endpoint': 'no record of the project lists this endpoint',
  'no-target': 'metrics discovery does not name it',
};

/** The differences between code and records, for people. */
export function inventoryCheckText(check: InventoryCheck, terminal: Terminal): string {
  const { paint } = terminal;
  const { unknown, unused, strayTargets, elsewhere } = check;
  const blocks = [
    block(
      paint.red('hosts without a record'),
      unknown.flatMap((host) => hostLines(host, terminal)),
    ),
    block(
      paint.yellow('clusters that no file names'),
      unused.map(
        ({ cluster, source }) => `${escapeControlChars(cluster)} ${paint.dim(`(${escapeControlChars(source)})`)}`,
      ),
    ),
    block(
      paint.yellow('scrape targets without a record of their cluster'),
      strayTargets.map(
        ({ host, cluster, source }) =>
          `${escapeControlChars(host)} ${paint.dim(`(${escapeControlChars(cluster ?? '-')}, ${escapeControlChars(source)})`)}`,
      ),
    ),
    block(
      'projects without records, not checked',
      elsewhere.map(
        ({ token, places }) => `token ${escapeControlChars(token)} ${paint.dim(`(${plural(places, 'host')})`)}`,
      ),
    ),
  ].filter((text) => text !== '');
  return `${[...blocks, summary(check)].join('\n')}\n`;
}

function block(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function hostLines(checked: CheckedHost, terminal: Terminal): string[] {
  const { host, port, why, nearest } = checked;
  const { paint } = terminal;
  const name = port === null ? host : `${host}:${port}`;
  const meant =
    nearest &&
    `  nearest: ${escapeControlChars(nearest.text)} ${paint.dim(`(${escapeControlChars(nearest.cluster)}, ${escapeControlChars(nearest.source)})`)}`;
  return [
    `${placeLink(checked, terminal)}  ${escapeControlChars(name)}: ${WORDS[why]}`,
    ...(meant === null ? [] : [meant]),
  ];
}

function summary({ hosts, unknown, unused }: InventoryCheck): string {
  return `${plural(hosts, 'host')} compared: ${unknown.length} unknown; ${plural(unused.length, 'cluster')} not used`;
}

export function inventoryCheckJson(check: InventoryCheck): string {
  return `${JSON.stringify({ version: 1, ...check }, null, 2)}\n`;
}

const STATE: Readonly<Record<Exclude<PartReport['state'], 'read'>, string>> = {
  absent: 'not there',
  denied: 'NOT READ',
  'not-asked': 'not asked for',
};

/** What was read, part by part, for people. */
export function pullText({ as, projects }: PullReport, paint: Paint): string {
  return projects
    .map(({ file, project, parts }) => {
      const width = Math.max(...parts.map(({ words }) => words.length)) + 2;
      const rows = parts.map((part) => `  ${part.words.padEnd(width)}${partText(part, paint)}`);
      return `${[`wrote ${escapeControlChars(file)}: project ${project}, read with ${as}`, ...rows].join('\n')}\n`;
    })
    .join('\n');
}

function partText({ state, detail, version }: PartReport, paint: Paint): string {
  if (state === 'read') return `${detail} ${paint.dim(`(${version ?? ''})`)}`;
  const words = `${STATE[state]} (${detail})`;
  return state === 'denied' ? paint.yellow(words) : paint.dim(words);
}

export function pullJson({ projects }: PullReport): string {
  return `${JSON.stringify({ version: 1, projects }, null, 2)}\n`;
}
