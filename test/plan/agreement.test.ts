import { describe, expect, it } from 'vitest';
import type { PlanVerdict } from '../../src/plan/steps.ts';
import { check } from '../../src/node/check.ts';
import { listFiles } from '../../src/node/fs/list-files.ts';
import { openProject } from '../../src/node/project/project.ts';
import { RULES } from '../../rules/index.ts';
import { withFiles } from '../support/cli.ts';
import { clusterRecord, entryOf } from '../support/run-plan.ts';
import { rowsOf } from '../support/rows.ts';
import { CHANGE, HOSTS, uri, OPTIMIZED, RECORD, own, project, verdictOf } from '../support/lagoon.ts';

const PY = { 'jobs/run.py': `URL = "${OPTIMIZED}"\n` };

describe('the day of a change', () => {
  const on = (today: string, by?: string): readonly string[] => {
    const { files, config, clusters } = project(PY, {
      projects: [{ regionalizedPrivateEndpoints: false, inventory: ['facts.json'] }],
      plan: [{ ...CHANGE, ...(by && { by }) }],
    });
    return withFiles(
      { ...files, 'facts.json': JSON.stringify(clusters), 'connlint.config.json': JSON.stringify(config) },
      (cwd) => {
        const opened = openProject({ cwd, rules: RULES, today });
        const { findings } = check(opened, listFiles(opened, { paths: [] })).report;
        return findings.flatMap(({ rule, severity }) => (rule === 'multi-region-optimized-string' ? [severity] : []));
      },
    );
  };

  it('makes warnings of its findings until then, and nothing of the verdict', () => {
    expect(on('2026-11-20')).toEqual(['error']);
    expect(on('2026-11-20', '2026-12-01')).toEqual(['warning']);
    expect(on('2026-12-01', '2026-12-01')).toEqual(['error']);
    expect(verdictOf(PY, {}, { ...CHANGE, by: '2027-01-01' })).toBe('blocked');
  });

  it('is that of the change which is refused', () => {
    const later = {
      change: 'multi-region',
      cluster: 'quay',
      regions: ['EUROPE_WEST', 'EUROPE_NORTH'],
      by: '2027-01-01',
    };
    const config = {
      projects: [{ peeringOnly: true, clusters: { quay: { provider: 'azure' }, wharf: { provider: 'azure' } } }],
      plan: [later, { ...later, cluster: 'wharf', by: '2026-11-01' }],
    };
    withFiles({ 'connlint.config.json': JSON.stringify(config) }, (cwd) => {
      const opened = openProject({ cwd, rules: RULES, today: '2026-11-20' });
      const { findings } = check(opened, listFiles(opened, { paths: [] })).report;
      expect(findings.map(({ severity, message }) => [severity, /"\w+"/.exec(message)?.[0]])).toEqual([
        ['warning', '"quay"'],
        ['error', '"wharf"'],
      ]);
    });
  });

  it.each([
    ['accept', OPTIMIZED],
    ['downtime', uri(HOSTS.srvConnectionString.replace('-0', '-1'))],
  ])('needs no second acceptance for check beside "%s"', (key, text) => {
    const of = (answer: object): readonly unknown[] => {
      const files = { 'jobs/run.py': `URL = "${text}"\n`, 'facts.json': JSON.stringify([RECORD]) };
      const config = { projects: [{ ...own, inventory: ['facts.json'] }], plan: [{ ...CHANGE, ...answer }] };
      return withFiles({ ...files, 'connlint.config.json': JSON.stringify(config) }, (cwd) => {
        const opened = openProject({ cwd, rules: RULES, today: '2026-11-20' });
        const { findings } = check(opened, listFiles(opened, { paths: [] })).report;
        const errors = findings.filter(({ severity }) => severity === 'error');
        return errors.map(({ id, suppressed }) => (suppressed ? suppressed.reason : id));
      });
    };
    const [id] = of({});
    expect(id).toMatch(/^connlint\//);
    expect(of({ [key]: key === 'accept' ? { [String(id)]: 'soon' } : 'soon' })).toEqual(['soon']);
  });
});

it('a finding of two planned changes is accepted where both entries accept it', () => {
  const of = (...plan: object[]): readonly unknown[] => {
    const record = clusterRecord('lagoon', { provider: 'AZURE', created: '2019-05-06T07:08:09Z' });
    const config = { projects: [{ peeringOnly: true, inventory: ['facts.json'] }], plan };
    const files = {
      'a.env': 'U=mongodb+srv://u:p@lagoon-h6j2m.azure.mongodb.net/app\n',
      'facts.json': JSON.stringify([record]),
      'connlint.config.json': JSON.stringify(config),
    };
    return withFiles(files, (cwd) => {
      const opened = openProject({ cwd, rules: RULES, today: '2026-11-20' });
      const { findings } = check(opened, listFiles(opened, { paths: [] })).report;
      return findings.filter(({ rule }) => rule === 'peering-only-legacy-host').map((one) => one.suppressed ?? one.id);
    });
  };
  const changes = [{ change: 'disable-peering-only' }, { change: 'leave-legacy-hostnames' }] as const;
  const [id] = of(...changes);
  const accept = { [String(id)]: 'soon' };
  expect(of({ ...changes[0], accept }, changes[1])).toEqual([id]);
  expect(of({ ...changes[0], accept }, { ...changes[1], accept })).toMatchObject([{ reason: 'soon' }]);
});

describe('one answer', () => {
  const answers = (files: Record<string, string>, name: string): PlanVerdict =>
    verdictOf(files, { external: { [name]: { cluster: 'lagoon', kind: 'standard' } } });

  it('replaces a list of nodes once, by the string that stays', () => {
    const nodes = [0, 1].map((n) => `lagoon-shard-00-0${n}.h6j2m.mongodb.net:27017`).join(',');
    const files = { 'a.env': `U=mongodb://${nodes}/app?tls=true&authSource=admin&replicaSet=rs0\n` };
    const { steps } = entryOf({
      ...project(files, {}, { change: 'shard', cluster: 'lagoon' }),
      clusters: [clusterRecord('lagoon')],
    });
    const to = 'mongodb+srv://lagoon.h6j2m.mongodb.net/app?tls=true&authSource=admin';
    expect(steps[0]?.places.map((place) => place.to)).toEqual([to]);
  });

  it.each([
    ['deploy/compose.yml', 'services:\n  mongo-api:\n    env_file: ../common.env\n', '"inventory": ["common.env"]'],
    ['a.service', '[Service]\nEnvironmentFile=/etc/mongo/api.env\n', '"external": { "/etc/mongo/api.env"'],
    ['compose.yml', 'services:\n  mongo-api:\n    env_file: ./$STAGE.env\n', '"external": { "./$STAGE.env"'],
    ['a.ts', 'mongoose.connect(process.env[key]);\n', '"external": { "process.env"'],
  ])('prints a line that settles a read: %s', (path, text, line) => {
    const { open } = entryOf(project({ [path]: text }));
    expect(open.map(({ settle }) => settle)).toContainEqual(expect.stringContaining(line));
  });

  it('settles a string without a key under the name of its file', () => {
    const files = { 'src/a.js': 'mongoose.connect(`mongodb+srv://u:p@${HOSTS[stage]}/app`);\n' };
    const { open } = entryOf(project(files));
    expect(open.map(({ message, settle }) => [message, settle])).toContainEqual([
      'The host comes from an expression in src/a.js, whose value is not in this tree.',
      expect.stringContaining('"external": { "src/a.js#": {'),
    ]);
    expect(answers(files, 'src/a.js#')).toBe('ready');
  });

  it('settles a name in its other spellings, and what only passes it on', () => {
    const member = 'from pymongo import MongoClient\nfrom app import settings\nMongoClient(settings.db_url)\n';
    const field = 'import os\nfrom pymongo import MongoClient\nMongoClient(os.environ["DB_URL"])\n';
    expect(answers({ 'app/a.py': member, 'app/b.py': field }, 'DB_URL')).toBe('ready');
    expect(answers({ 'app/a.py': member, 'jobs/b.py': field }, 'DB_URL')).toBe('undecided');
    const of = (owner: string): string => `import { MongoClient } from 'mongodb';\nnew MongoClient(${owner}.uri);\n`;
    expect(answers({ 'src/a.ts': of('config'), 'src/b.ts': of('legacy') }, 'config.uri')).toBe('undecided');
    const java =
      'import com.mongodb.client.MongoClients;\nclass A {\n  @Value("${spring.data.mongodb.uri}") String uri;\n  Object c() { return MongoClients.create(uri); }\n}\n';
    const yaml = 'spring:\n  data:\n    mongodb:\n      uri: ${DB_URL}\n';
    expect(answers({ 'src/A.java': java, 'src/application.yml': yaml }, 'DB_URL')).toBe('ready');
    expect(answers({ 'src/A.java': java }, 'DB_URL')).toBe('undecided');
  });
});

describe('a call whose version nothing shows', () => {
  const call = 'requests.get(f"https://cloud.mongodb.com/api/atlas/v2/groups/{g}/clusters", headers=H)\n';
  const verdict = (text: string, accept = {}): PlanVerdict =>
    verdictOf({ 'ops/a.py': text }, {}, { change: 'admin-api', to: '2024-10-23', ...accept });

  it('is settled by the entry of the plan, not by a comment', () => {
    expect(verdict(call)).toBe('undecided');
    expect(verdict(`# connlint-disable-next-line api-missing-accept -- checked\n${call}`)).toBe('undecided');
    expect(verdict(call, { accept: { 'ops/a.py': 'H has it' } })).toBe('ready');
  });
});

interface PlanCase {
  readonly name: string;
  readonly change: object;
  readonly verdict: PlanVerdict;
  readonly files: Readonly<Record<string, string>>;
}

describe('the verdict of', () => {
  const root = 'https://cloud.mongodb.com/api/atlas/v2';
  const good = `curl -H 'Accept: application/vnd.atlas.2024-10-23+json' ${root}/groups/$G/clusters\n`;

  it.each(rowsOf<PlanCase>('plan-cases.jsonl'))('$name: $verdict', ({ change, verdict, files }) => {
    const own = { ...project({ 'ops/good.sh': good, ...files }, {}, change), clusters: [clusterRecord('lagoon')] };
    expect(entryOf(own).verdict).toBe(verdict);
  });
});

describe('what rules leave out in tests', () => {
  const read = `resource "mongodbatlas_cluster" "lagoon" {
  name = "lagoon"
}
output "uri" {
  value = mongodbatlas_cluster.lagoon.connection_strings[0].private_endpoint[0].srv_shard_optimized_connection_string
}
`;

  it('decides if it hands on a string of the cluster', () => {
    const entry = entryOf(project({ 'examples/main.tf': read }));
    expect([entry.verdict, entry.notCounted]).toEqual(['blocked', []]);
  });

  it('is named if nothing shows the cluster of an attribute', () => {
    const { notCounted } = entryOf(project({ 'examples/main.tf': read.replace(/^resource[^}]*\}\n/, '') }));
    expect(notCounted).toMatchObject([{ file: 'examples/main.tf', line: 2 }]);
  });

  it('is named if it is a call, which a test may only assert', () => {
    const root = 'https://cloud.mongodb.com/api/atlas';
    const files = {
      'ops/a.sh': `curl -H 'Accept: application/vnd.atlas.2024-10-23+json' ${root}/v2/groups
`,
      'test/old.sh': `curl -H 'Accept: application/vnd.atlas.2024-10-23+json' ${root}/v1.5/groups
`,
    };
    const { verdict, notCounted } = entryOf(project(files, {}, { change: 'admin-api', to: '2024-10-23' }));
    expect(verdict).toBe('ready');
    expect(notCounted).toMatchObject([{ file: 'test/old.sh', line: 1, text: `${root}/v1.5/groups` }]);
  });

  it('does not list hosts for the end of a version of the API', () => {
    const files = { 'test/db.py': 'URL = "mongodb+srv://u:p@reef.zz9xq.mongodb.net"\n' };
    const of = (change: unknown) => entryOf({ files, clusters: [], change }).notCounted;
    expect(of({ change: 'leave-legacy-hostnames' })).toHaveLength(1);
    expect(of({ change: 'admin-api', to: '2024-10-23' })).toEqual([]);
  });
});
