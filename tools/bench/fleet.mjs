// Prints time and peak memory of questions over the ledgers of 400 repositories, at two sizes a factor of 10 apart.
//   node tools/bench/fleet.mjs                 (after `npm run build`; some minutes)
//   node tools/bench/fleet.mjs 20000          (only with this many uses)
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printHelp } from '../help.mjs';

printHelp(import.meta.url);

const PROGRAM = fileURLToPath(new URL('../../dist/hooks/connlint.cjs', import.meta.url));
const REPOSITORIES = 400;
const TEAMS = 31;
/** Strings of one file. */
const HITS = 5;
const METER =
  "process.on('exit', () => require('node:fs').writeFileSync(process.env.METER_FILE, String(process.resourceUsage().maxRSS)));";

const work = mkdtempSync(join(tmpdir(), 'connlint-bench-'));
const [meter, preload] = ['peak', 'meter.cjs'].map((file) => join(work, file));
writeFileSync(preload, METER);
const facts = [
  {
    name: 'metrics',
    clusterType: 'REPLICASET',
    createDate: '2019-03-04T05:06:07Z',
    connectionStrings: { standardSrv: 'mongodb+srv://metrics.ab123.mongodb.net' },
    replicationSpecs: [{ regionConfigs: [{ providerName: 'AWS', regionName: 'US_EAST_1', priority: 7 }] }],
  },
];
writeFileSync(join(work, 'facts.json'), JSON.stringify(facts));

/** One ledger is written by the program; the others are the same with another name and owner. */
function writeLedgers(uses) {
  const repository = join(work, 'repository');
  rmSync(repository, { recursive: true, force: true });
  const hosts = ['metrics-ab123', 'metrics.ab123', 'orders.cd456', 'metrics-pri.ab123', 'orders-cd456'];
  for (let file = 0; file < uses / REPOSITORIES / HITS; file++) {
    const folder = join(repository, `services/api-${file}`);
    mkdirSync(folder, { recursive: true });
    const lines = hosts.map(
      (host, at) => `URI_${at}=mongodb+srv://app:s3cret@${host}.mongodb.net/orders?retryWrites=true`,
    );
    writeFileSync(join(folder, 'prod.env'), `${lines.join('\n')}\n`);
  }
  writeFileSync(join(repository, 'CODEOWNERS'), '* @acme/team-0000\n');
  const one = join(work, 'one.jsonl');
  const args = [PROGRAM, 'list', '--no-config', '--repository', 'acme/service-0000', '--format', `ledger=${one}`];
  execFileSync(process.execPath, args, { cwd: repository });
  const text = readFileSync(one, 'utf8');
  const folder = join(work, 'ledgers');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (let at = 0; at < REPOSITORIES; at++) {
    const own = text
      .replaceAll('acme/service-0000', `acme/service-${String(at).padStart(4, '0')}`)
      .replaceAll('@acme/team-0000', `@acme/team-${String(at % TEAMS).padStart(4, '0')}`)
      .replaceAll(/connlint\/use\/v1:[0-9a-f]{4}/g, `connlint/use/v1:${String(at).padStart(4, '0')}`);
    appendFileSync(join(folder, `${at}.jsonl`), own);
  }
}

const CHANGE = ['--facts', 'facts.json', '--change', 'leave-legacy-hostnames'];
const QUESTIONS = [
  ['uses ledgers --format json=out', ['uses', 'ledgers', '--format', 'json=out']],
  ['uses ledgers --format html=out', ['uses', 'ledgers', '--format', 'html=out']],
  ['plan ledgers --format json=out', ['plan', 'ledgers', '--format', 'json=out', ...CHANGE]],
  ['plan ledgers --format html=out', ['plan', 'ledgers', '--format', 'html=out', ...CHANGE]],
  ['issues ledgers --out issues', ['issues', 'ledgers', '--out', 'issues', ...CHANGE]],
];

function measure([name, args]) {
  const started = process.hrtime.bigint();
  const run = spawnSync(process.execPath, ['--require', preload, PROGRAM, 'fleet', ...args], {
    cwd: work,
    encoding: 'utf8',
    env: { ...process.env, METER_FILE: meter },
  });
  const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
  if (run.status !== 0 && run.status !== 1) throw new Error(`${name}: ${run.status} ${run.stderr}`);
  const peak = Number(readFileSync(meter, 'utf8')) / 1024;
  const size = args.includes('issues') ? 0 : statSync(join(work, 'out')).size / 1e6;
  console.log(
    `${milliseconds.toFixed(0).padStart(8)} ms ${peak.toFixed(0).padStart(6)} MB ${size.toFixed(0).padStart(5)} MB written  ${name}`,
  );
}

try {
  const wanted = process.argv.slice(2).map(Number);
  for (const uses of wanted.length > 0 ? wanted : [20_000, 200_000]) {
    writeLedgers(uses);
    console.log(`${uses.toLocaleString('en')} uses in ${REPOSITORIES} repositories`);
    for (const question of QUESTIONS) measure(question);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
