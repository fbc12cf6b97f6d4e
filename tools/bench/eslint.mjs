// What connlint adds to ESLint's time: a generated tree of TypeScript files is linted with and without it.
//   node tools/bench/eslint.mjs [--files 400] [--rounds 7]        (after `npm run build`; about a minute)
// Each round runs both in separate processes, like `eslint .`, in alternating order. The result is the median of the
// rounds' ratios of processor time, which other programs on the machine hardly affect.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printHelp } from '../help.mjs';

printHelp(import.meta.url);

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '7' },
    child: { type: 'string' },
    folder: { type: 'string' },
  },
});

/** One file in forty names a cluster, which is more than in most repositories. */
const CLIENT =
  'export const uri = `mongodb+srv://${user}:${password}@orders.k4j5h.mongodb.net/orders?retryWrites=true`;';

/** A plain service of some hundred lines. */
function source(n) {
  const parts = [
    `import { readFile } from 'node:fs/promises';`,
    `import type { Options } from './module${n + 1}.js';`,
    `const user = encodeURIComponent(process.env['DB_USER'] ?? '');`,
    `const password = encodeURIComponent(process.env['DB_PASSWORD'] ?? '');`,
    n % 40 === 0 ? CLIENT : `export const name = \`service-\${user}-\${password.length}\`;`,
    `export interface Item${n} { readonly id: string; readonly price: number; readonly tags: readonly string[] }`,
  ];
  for (let i = 0; i < 12; i++) {
    parts.push(`
/** Totals of group ${i}, without what was given back. */
export async function total${i}(path: string, options: Options): Promise<Map<string, number>> {
  const items = JSON.parse(await readFile(path, 'utf8')) as Item${n}[];
  const totals = new Map<string, number>();
  for (const { id, price, tags } of items) {
    if (tags.includes('returned') || price < 0) continue;
    const key = options.byTag ? (tags[0] ?? 'none') : id.slice(0, ${i + 2});
    totals.set(key, (totals.get(key) ?? 0) + price * (1 + ${i} / 100));
  }
  return options.limit === undefined ? totals : new Map([...totals].slice(0, options.limit));
}`);
  }
  return `${parts.join('\n')}\n`;
}

async function lint(folder, plugin) {
  const start = process.cpuUsage();
  const { ESLint } = await import('eslint');
  const { default: typescript } = await import('typescript-eslint');
  const config = [...typescript.configs.recommended];
  if (plugin) {
    const { default: connlint } = await import('../../dist/src/eslint/index.js');
    config.push(...connlint.configs.recommended);
  }
  const eslint = new ESLint({ cwd: folder, overrideConfigFile: true, overrideConfig: config });
  const results = await eslint.lintFiles(['.']);
  const { user, system } = process.cpuUsage(start);
  console.log(JSON.stringify({ ms: (user + system) / 1000, files: results.length }));
}

function measure(folder, child) {
  const self = fileURLToPath(import.meta.url);
  const run = spawnSync(process.execPath, [self, '--child', child, '--folder', folder], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  const { ms, files } = JSON.parse(run.stdout);
  if (files !== Number(values.files)) throw new Error(`${files} files were linted, not ${values.files}`);
  return ms;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

function compare() {
  const folder = mkdtempSync(join(tmpdir(), 'connlint-bench-'));
  try {
    // The search for a config ends at the root of a repository.
    mkdirSync(join(folder, '.git'));
    for (let n = 0; n < Number(values.files); n++) {
      mkdirSync(join(folder, `src/part${n % 20}`), { recursive: true });
      writeFileSync(join(folder, `src/part${n % 20}/module${n}.ts`), source(n));
    }
    measure(folder, 'without');
    const rounds = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      const order = round % 2 === 0 ? ['without', 'with'] : ['with', 'without'];
      const times = Object.fromEntries(order.map((child) => [child, measure(folder, child)]));
      rounds.push({ ...times, added: times.with / times.without - 1 });
      console.log(
        `round ${round + 1}: ESLint ${times.without.toFixed(0)} ms, with connlint ${times.with.toFixed(0)} ms (${percent(rounds.at(-1).added)})`,
      );
    }
    console.log(`added: ${percent(median(rounds.map(({ added }) => added)))} of the processor time, median`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const percent = (part) => `${part < 0 ? '' : '+'}${(part * 100).toFixed(1)} %`;

if (values.child) await lint(values.folder, values.child === 'with');
else compare();
