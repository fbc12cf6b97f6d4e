import type { PartReport, PullReport } from '../core/pull-report.ts';
import { shown } from './shown.ts';
import type { Paint } from './text.ts';

const STATE: Readonly<Record<Exclude<PartReport['state'], 'read'>, string>> = {
  absent: 'not there',
  denied: 'NOT READ',
  'not-asked': 'not asked for',
};

/** What was read, part by part, for people. */
export function pullText({ file, project, as, parts }: PullReport, paint: Paint): string {
  const width = Math.max(...parts.map(({ words }) => words.length)) + 2;
  const rows = parts.map((part) => `  ${part.words.padEnd(width)}${partText(part, paint)}`);
  return `${[`wrote ${shown(file)}: project ${project}, read with ${as}`, ...rows].join('\n')}\n`;
}

function partText({ state, detail, version }: PartReport, paint: Paint): string {
  if (state === 'read') return `${detail} ${paint.dim(`(${version ?? ''})`)}`;
  const said = `${STATE[state]} (${detail})`;
  return state === 'denied' ? paint.yellow(said) : paint.dim(said);
}

export function pullJson({ file, project, parts }: PullReport): string {
  return `${JSON.stringify({ version: 1, file, project, parts }, null, 2)}\n`;
}
