import type { CheckedHost, HostFault, InventoryCheck } from '../core/inventory-check.ts';
import { plural, shown } from './shown.ts';
import type { Paint } from './text.ts';

const WORDS: Readonly<Record<HostFault, string>> = {
  'no-cluster': 'the project has no such cluster',
  'not-listed': 'the record of its cluster does not list it',
  'no-endpoint': 'no record of the project lists this endpoint',
  'no-target': 'metrics discovery does not name it',
};

/** What does not fit together, for people. */
export function inventoryCheckText(check: InventoryCheck, paint: Paint): string {
  const { unknown, unused, strayTargets, elsewhere } = check;
  const blocks = [
    block(
      paint.red('hosts that no record knows'),
      unknown.flatMap((host) => hostLines(host, paint)),
    ),
    block(
      paint.yellow('clusters that no file names'),
      unused.map(({ cluster, source }) => `${shown(cluster)} ${paint.dim(`(${shown(source)})`)}`),
    ),
    block(
      paint.yellow('scrape targets without a record of their cluster'),
      strayTargets.map(
        ({ host, cluster, source }) => `${shown(host)} ${paint.dim(`(${shown(cluster ?? '-')}, ${shown(source)})`)}`,
      ),
    ),
    block(
      'projects without records, not judged',
      elsewhere.map(({ token, places }) => `token ${shown(token)} ${paint.dim(`(${plural(places, 'host')})`)}`),
    ),
  ].filter((text) => text !== '');
  return `${[...blocks, summary(check)].join('\n')}\n`;
}

function block(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function hostLines({ file, line, column, host, port, why, nearest }: CheckedHost, paint: Paint): string[] {
  const name = port === null ? host : `${host}:${port}`;
  const place = shown(`${file}:${line}:${column}`);
  const meant =
    nearest &&
    `  nearest: ${shown(nearest.text)} ${paint.dim(`(${shown(nearest.cluster)}, ${shown(nearest.source)})`)}`;
  return [`${place}  ${shown(name)}: ${WORDS[why]}`, ...(meant === null ? [] : [meant])];
}

function summary({ hosts, unknown, unused }: InventoryCheck): string {
  return `${plural(hosts, 'host')} looked at: ${unknown.length} unknown; ${plural(unused.length, 'cluster')} not used`;
}

export function inventoryCheckJson(check: InventoryCheck): string {
  return `${JSON.stringify({ version: 1, ...check }, null, 2)}\n`;
}
