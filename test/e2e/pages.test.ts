import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CANARY, demoProjects, METRICS, WAYS } from '../support/api.ts';
import { startApiServer } from '../support/admin-api/api-server.ts';
import type { ApiServer } from '../support/admin-api/api-server.ts';
import type { Run } from '../support/cli.ts';
import { BUILT_BUNDLE, REPOSITORY } from '../support/copy.ts';
import { GIT_ENV, repositoryAt } from '../support/repository.ts';

// Every command of the pages, run as it is written, each in its own copy of one repository.

const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pagesIn('docs'), ...pagesIn('docs/changes')];

function pagesIn(folder: string): string[] {
  const names = readdirSync(join(REPOSITORY, folder)).filter((name) => name.endsWith('.md'));
  return names.map((name) => `${folder}/${name}`);
}

/** What is not run here, and why. */
const NOT_RUN: readonly (readonly [page: string, start: string, reason: string])[] = [
  ['README.md', 'npm ci && npm run --silent connlint', 'npm ci removes the packages that run this test'],
  ['README.md', 'npm ci && npm test', 'these are all tests'],
  ['README.md', 'node hooks/connlint.cjs', 'run in the repository by readme.test.ts'],
  ['docs/collecting.md', 'mkdir -p clones ledgers', 'run with a server of repositories by collecting.test.ts'],
];

/** The commands of a block: one per line, or the whole block if a line goes on in the next. */
function commandsOf(block: string): string[] {
  const lines = block.trimEnd().split('\n');
  return lines.some((line) => /^\s|[|\\]$/.test(line)) ? [block] : lines.filter((line) => /^[^#]/.test(line));
}

const COMMANDS = PAGES.flatMap((page) => {
  const text = readFileSync(join(REPOSITORY, page), 'utf8');
  const blocks = [...text.matchAll(/^ *```(?:sh|bash|shell)\n(.*?)^ *```/gms)];
  return blocks.flatMap(([, block]) => commandsOf(block!).map((command) => [page, command] as const));
});
const skipped = (page: string, command: string): boolean =>
  NOT_RUN.some(([where, start]) => where === page && command.startsWith(start));

/** What a command writes and does not replace. */
const WRITTEN = [
  ['connlint init', 'connlint.config.json'],
  ['connlint baseline create', '.connlint-baseline'],
] as const;

let folder: string;
let server: ApiServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'connlint-pages-'));
  server = await startApiServer({ projects: demoProjects().all, accounts: CANARY });
  await build(join(folder, 'template'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const record = (name: string, id: string): object => ({
  name,
  groupId: demoProjects().aws.id,
  clusterType: 'SHARDED',
  connectionStrings: { standardSrv: `mongodb+srv://${name}.${id}.mongodb.net` },
});
const RECORDS = JSON.stringify([record('orders', 'ab123'), record('metrics', 'ab123'), record('pulse', 'r4t8v')]);

/** A repository that has what the commands name. */
async function build(root: string): Promise<void> {
  const { git, write } = repositoryAt(root);
  mkdirSync(root, { recursive: true });
  git('init', '--quiet');
  for (const path of ['facts/clusters.json', 'before.json', 'old/a.json', 'new/a.json']) write(path, RECORDS);
  write('connlint.config.json', '{"inventory": "facts/clusters.json", "plan": [{"change": "leave-legacy-hostnames"}]}');
  write('src/old.env', 'URI=mongodb+srv://orders-ab123.mongodb.net/x\n');
  write('src/app.ts', "export const uri = 'mongodb+srv://metrics.ab123.mongodb.net/x';\n");
  write('strings.txt', 'mongodb+srv://orders.ab123.mongodb.net/x\n');
  write('repositories.txt', 'acme/billing\n');
  git('add', '.');
  git('commit', '--quiet', '-m', 'main');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  git('remote', 'add', 'origin', 'https://git.example.com/acme/berths.git');
  for (const name of ['facts/2026-11-01.json', 'facts/2026-11-22.json']) write(name, RECORDS);
  for (const command of [
    'connlint baseline create',
    'connlint list --repository acme/billing --format ledger=ledgers/acme/billing.jsonl',
    'connlint --shard 1/2 --format blob=shards/1.json --fail-on never',
    'connlint --shard 2/2 --format blob=shards/2.json --fail-on never',
    'connlint fleet issues ledgers --out issues',
  ]) {
    const { code, stderr } = await run(command, root);
    expect(code, `${command}: ${stderr}`).toBe(0);
  }
  write('src/new.env', 'URI=mongodb+srv://orders-ab123.mongodb.net:27017/x\n');
  git('add', '.');
}

const PROGRAMS = {
  // The demo API instead of Atlas, and a person who says yes.
  connlint: `case "$1 $2" in
"inventory pull") set -- "$@" --base-url "$API" --project "$PROJECT" ;;
"inventory set-private-ip-mode") set -- "$1" "$2" "$3" --base-url "$API" --project "$PROJECT" --yes ;;
esac
exec node "$BUNDLE" "$@"`,
  atlas: `[ "$*" = "clusters list -o json" ] && exec cat before.json; exit 9`,
  gh: `[ "$1 $2 $3 $4 $5 $7" = "issue create --repo acme/platform --title --body-file" ] && exec grep -c . "$8"; exit 9`,
};

async function run(command: string, cwd: string): Promise<Run> {
  const bin = join(folder, 'bin');
  for (const [name, script] of Object.entries(PROGRAMS)) {
    repositoryAt(bin).write(name, `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const child = spawn('bash', ['-o', 'pipefail', '-c', command], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...GIT_ENV,
      ...WAYS['service account'],
      ...METRICS,
      PATH: [bin, process.env['PATH']].join(delimiter),
      NO_COLOR: '1',
      API: server.base,
      PROJECT: demoProjects().aws.id,
      BUNDLE: join(BUILT_BUNDLE, 'connlint.cjs'),
      MONGODB_URI: 'mongodb+srv://orders.ab123.mongodb.net/x',
    },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((done) => child.on('close', (code) => done({ code, stdout, stderr })));
}

describe('the commands of the pages', () => {
  it('are run, or listed with the reason why not', () => {
    expect(COMMANDS.length).toBeGreaterThan(50);
    for (const [page, start] of NOT_RUN)
      expect(COMMANDS.filter(([where, command]) => where === page && command.startsWith(start))).toHaveLength(1);
  });

  it.each(COMMANDS.filter(([page, command]) => !skipped(page, command)))('%s: %s', async (page, command) => {
    const root = join(folder, 'work');
    rmSync(root, { recursive: true, force: true });
    cpSync(join(folder, 'template'), root, { recursive: true });
    for (const [start, file] of WRITTEN) if (command.startsWith(start)) rmSync(join(root, file));
    let text = command;
    if (command.includes('connlint/v1:')) {
      const { stdout } = await run('connlint --format json', root);
      const { findings } = JSON.parse(stdout) as { findings: { id: string }[] };
      text = command.replace(/connlint\/v1:\w+/, findings[0]!.id);
    }
    const { code, stdout, stderr } = await run(text, root);
    // A command that works may find something, and says so.
    if (code !== 0) expect([code, stdout + stderr]).toEqual([1, expect.stringMatching(/^(?:Failed: |\+ )/m)]);
    for (const [, file] of command.matchAll(/(?:--format|--out) (?:\w+=)?(\S+\.\w+|issues)/g))
      expect(existsSync(join(root, file!)), file).toBe(true);
  });
});
