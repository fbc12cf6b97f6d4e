import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { OperationData, VersionData } from '../../src/classify/api-versions.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { readOperations } from './read-api-spec.ts';

/**
 * `npm run api-versions -- <file> [--date YYYY-MM-DD] [--out FILE]`: creates the version data from an OpenAPI file of
 * the Admin API, or from a list of its operations.
 */

const OUT = 'src/classify/api-versions.json';

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

/** One operation per line, so that the diff to a newer specification is readable. */
function dataText({ source, date, names, releases, operations }: VersionData): string {
  const head = JSON.stringify({ source, date, names, releases }, null, 2).replace(/\n\}$/, '');
  const lines = operations.map((one: OperationData) => `    ${JSON.stringify(one)}`);
  return `${head},\n  "operations": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

function main(args: readonly string[]): void {
  const file = args[0];
  // The date is stored, so that nothing that reads the data depends on the clock.
  const date = option(args, '--date') ?? new Date().toISOString().slice(0, 10);
  if (file === undefined || file.startsWith('-'))
    throw new Error('Name the OpenAPI file: npm run api-versions -- openapi.json');
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error(`--date is no date: ${date}`);
  const text = readFileSync(file, 'utf8');
  const specification: unknown = text.trimStart().startsWith('{')
    ? JSON.parse(text)
    : parse(text, { maxAliasCount: -1 });
  const out = option(args, '--out') ?? OUT;
  const before = JSON.parse(readFileSync(OUT, 'utf8')) as VersionData;
  const operations = readOperations(specification, ATLAS);
  writeFileSync(out, dataText({ ...before, date, operations }));
  console.log(`wrote ${out}: ${operations.length} operations`);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
