import { readFileSync, writeFileSync } from 'node:fs';

const fileOf = (name: string): URL => new URL(`../../fixtures/${name}`, import.meta.url);

/** The rows of a table in `fixtures`: JSON, one per line. */
export const rowsOf = <T>(name: string): T[] =>
  readFileSync(fileOf(name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

/** True in a run that rewrites the expected results. Read the difference before you commit it. */
export const UPDATES = process.env['UPDATE_FIXTURES'] === '1';

export function writeRows(name: string, rows: readonly object[]): void {
  if (UPDATES) writeFileSync(fileOf(name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}
