import type { TextVerdict } from '../../lint/classify-text.ts';
import type { Paint } from '../text.ts';

function rows(verdict: TextVerdict): [string, string][] {
  const hosts = verdict.hosts.map(({ host, port }) => (port === null ? host : `${host}:${port}`)).join(', ');
  const all: [string, string | null][] = [
    ['kind', verdict.family === 'legacy' && verdict.kind !== 'legacy' ? `${verdict.kind} (legacy name)` : verdict.kind],
    ['form', verdict.form],
    ['cluster', verdict.cluster],
    ['token', verdict.token],
    ['provider', verdict.provider],
    ['region', verdict.region],
    ['hosts', hosts || null],
    ['database', verdict.database],
    [
      'options',
      Object.entries(verdict.options)
        .map(([name, value]) => `${name}=${value}`)
        .join(', ') || null,
    ],
    ['reached by', verdict.reach],
    ['otherwise', verdict.instead],
  ];
  return all.filter((row): row is [string, string] => row[1] !== null);
}

/** Verdicts for people, one block a text. */
export function classifyText(verdicts: readonly TextVerdict[], paint: Paint): string {
  return verdicts
    .map((verdict) => {
      const issues = [
        ...verdict.errors.map(({ code, message }) => `  ${paint.red(`error[${code}]`)} ${message}`),
        ...verdict.warnings.map(({ code, message }) => `  ${paint.yellow(`warning[${code}]`)} ${message}`),
      ];
      const facts = rows(verdict).map(([name, value]) => `  ${paint.dim(name.padEnd(10))} ${value}`);
      return [paint.bold(verdict.text), ...facts, ...issues, ''].join('\n');
    })
    .join('\n');
}
