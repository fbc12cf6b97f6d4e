import type { InventoryView, ShownCluster, ShownFact } from '../core/inventory-view.ts';
import { plural, shown } from './shown.ts';
import type { Paint } from './text.ts';

/** What is known, for people. */
export function inventoryText(view: InventoryView, paint: Paint): string {
  const { project, clusters, endpointServices, targets, missing, pulledAt } = view;
  const lines = [
    ...(pulledAt === null ? [] : [`read from the administration API on ${shown(pulledAt.slice(0, 10))}`, '']),
    paint.bold('project'),
    ...factLines(project, paint),
    '',
    ...clusters.flatMap((cluster) => [...clusterLines(cluster, paint), '']),
    ...endpointServices.map(
      ({ provider, region, endpoints }) =>
        `endpoint service ${provider} ${shown(region ?? '-')}: ${shown(endpoints.join(', ')) || 'no endpoint'}`,
    ),
    ...(endpointServices.length > 0 ? [''] : []),
    ...(targets > 0 ? [`${plural(targets, 'scrape target')} known`, ''] : []),
    ...missingLines(missing, paint),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function factLines(facts: readonly ShownFact[], paint: Paint): string[] {
  const width = Math.max(...facts.map(({ name }) => name.length)) + 2;
  return facts.map(({ name, value, source }) => {
    const said = value === null ? paint.dim('not known') : `${shown(value)} ${paint.dim(`(${shown(source ?? '')})`)}`;
    return `  ${name.padEnd(width)}${said}`;
  });
}

function clusterLines({ name, source, facts, strings }: ShownCluster, paint: Paint): string[] {
  const width = Math.max(0, ...strings.map(({ kind, form }) => `${kind} ${form}`.length)) + 2;
  return [
    `${paint.bold(`cluster ${shown(name)}`)} ${paint.dim(`(${shown(source)})`)}`,
    ...factLines(
      facts.filter(({ value }) => value !== null),
      paint,
    ),
    ...strings.map(({ kind, form, text }) => `  ${`${kind} ${form}`.padEnd(width)}${shown(text)}`),
  ];
}

function missingLines(missing: InventoryView['missing'], paint: Paint): string[] {
  if (missing.length === 0) return [];
  return [
    paint.bold('not known'),
    ...missing.map(({ fact, of, how }) => `  ${fact}${of.length > 0 ? ` of ${shown(of.join(', '))}` : ''}: ${how}`),
  ];
}

export function inventoryJson(view: InventoryView): string {
  return `${JSON.stringify({ version: 1, ...view }, null, 2)}\n`;
}
