#!/usr/bin/env node
// Checks public packages and compares connlint's findings with their reviews: see README.md beside this file.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fetchPackage, pin } from './packages.mjs';
import { compare, readReviews } from './reviews.mjs';
import { figures } from './figures.mjs';
import { runCheck } from './run-check.mjs';

const HELP = `Usage: npm run corpus [-- <option>...]

Downloads the packages of tools/corpus/packages.txt, checks them with the built program (npm run build) and compares
the findings with tools/corpus/reviewed.jsonl. Exits with 1 when a finding has no review.

  --only <text>    Check only packages whose name contains this text.
  --unreviewed     Print findings without a review as lines for reviewed.jsonl.
  --json           Print figures as JSON.
  --pin <spec>     Print the line of packages.txt for npm:<name>@<version> or debian:<name>.
  --cache <path>   Keep packages here. Default: the user's cache folder.
  --help           Show this help.
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    unreviewed: { type: 'boolean' },
    json: { type: 'boolean' },
    pin: { type: 'string', multiple: true },
    cache: { type: 'string' },
    help: { type: 'boolean' },
  },
});

const here = import.meta.dirname;
const cache = values.cache ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'connlint-corpus');
mkdirSync(cache, { recursive: true });

if (values.help) process.stdout.write(HELP);
else if (values.pin) for (const spec of values.pin) process.stdout.write(`${pin(spec, cache)}\n`);
else process.exitCode = await main();

async function main() {
  const packages = readFileSync(join(here, 'packages.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/))
    .map(([spec, digest]) => ({ spec, digest }))
    .filter(({ spec }) => spec.includes(values.only ?? ''));
  const checked = [];
  const queue = [...packages];
  const worker = async () => {
    for (let one = queue.shift(); one; one = queue.shift()) {
      const folder = fetchPackage(one, cache);
      checked.push({ ...one, ...(await runCheck(folder)) });
      process.stderr.write(`${one.spec}: ${checked.at(-1).findings.length} findings\n`);
    }
  };
  await Promise.all([worker(), worker()]);
  checked.sort((a, b) => (a.spec < b.spec ? -1 : 1));
  const { reviewed, unreviewed, unused } = compare(checked, readReviews(join(here, 'reviewed.jsonl')));
  if (values.unreviewed) for (const finding of unreviewed) process.stdout.write(`${JSON.stringify(finding)}\n`);
  else process.stdout.write(figures(checked, reviewed, values.json));
  writeFileSync(join(cache, 'last.json'), JSON.stringify(checked, null, 1));
  for (const { package: name, file, rule } of values.only ? [] : unused)
    process.stderr.write(`No finding for the review of ${rule} in ${name} ${file}.\n`);
  if (unreviewed.length > 0) process.stderr.write(`${unreviewed.length} findings have no review.\n`);
  return unreviewed.length > 0 ? 1 : 0;
}
