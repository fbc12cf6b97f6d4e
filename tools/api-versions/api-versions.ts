import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { OPERATIONS } from '../../src/admin-api/versions.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { readApiSpec } from './read-api-spec.ts';

/** `npm run api-versions -- <openapi file> [--date YYYY-MM-DD] [--out FILE]`: the version data from a specification. */

const OUT = 'src/admin-api/api-versions.json';

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

async function main(args: readonly string[]): Promise<void> {
  const file = args[0];
  // The day is written down: what reads the data later never asks the clock.
  const date = option(args, '--date') ?? new Date().toISOString().slice(0, 10);
  if (file === undefined || file.startsWith('-'))
    throw new Error('Name the OpenAPI file: npm run api-versions -- openapi.json');
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error(`--date is no date: ${date}`);
  const text = readFileSync(file, 'utf8');
  const spec: unknown = text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text, { maxAliasCount: -1 });
  const out = option(args, '--out') ?? OUT;
  const before = JSON.parse(readFileSync(OUT, 'utf8')) as Record<string, unknown>;
  const found = readApiSpec(spec, ATLAS, OPERATIONS);
  const { format } = await import('prettier');
  const json = JSON.stringify({ ...before, date, ...found });
  writeFileSync(out, await format(json, { parser: 'json', printWidth: 120 }));
  console.log(`wrote ${out}: ${found.operations.length} operations, ${found.dates.length} dates`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
