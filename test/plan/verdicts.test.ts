import { describe, expect, it } from 'vitest';
import type { PlanVerdict } from '../../src/plan/steps.ts';
import { clusterRecord, endpointService, entriesOf, entryOf, type PlannedProject } from '../support/run-plan.ts';
import { CHANGE, HOSTS, uri, OPTIMIZED, RECORD, READY, own, project, verdictOf } from '../support/lagoon.ts';

const CLIENT = 'import { MongoClient } from "mongodb";\nnew MongoClient(process.env.DB_URL);\n';
const LAGOON = 'data "mongodbatlas_advanced_cluster" "l" {\n  name = "lagoon"\n}\n';
const SRV = 'data.mongodbatlas_advanced_cluster.l.connection_strings.standard_srv';
const PULUMI =
  'import * as atlas from "@pulumi/mongodbatlas";\nconst c = new atlas.AdvancedCluster("c", { name: "lagoon" });\n';
const API =
  'curl --digest -u "$K:$S" -H "Accept: application/vnd.atlas.2024-08-05+json" https://cloud.mongodb.com/api/atlas/v2/groups/$G/clusters\n';
const PY = { 'jobs/run.py': `URL = "${OPTIMIZED}"\n` };

describe('the verdict', () => {
  it.each<[string, PlanVerdict, Parameters<typeof project>[0], PlannedProject['config']?]>([
    ['a call of the API, which is no string', 'ready', { 'api.sh': API }],
    ['of standard strings only', 'ready', {}],
    ['of a string that breaks', 'blocked', PY],
    [
      'of a parameter of the name of a variable',
      'undecided',
      { 'db.js': 'const open = (uri) => mongoose.connect(uri);\n', '.env.prod': `URI=${uri(HOSTS.standardSrv)}\n` },
    ],
    ['of reads without a setting', 'undecided', { 'a.gradle': 'environment "MONGODB_URI", findProperty("m")\n' }],
    ['of a comment', 'ready', { 'jobs/run.py': `# URL = "${OPTIMIZED}"\n` }],
    [
      'of a suppressed string',
      'blocked',
      { 'jobs/run.py': `# connlint-disable-next-line multi-region-optimized-string -- soon\nURL = "${OPTIMIZED}"\n` },
    ],
    ['of a rule that is off', 'blocked', PY, { rules: { 'multi-region-optimized-string': 'off' } }],
    ['of code that the config calls a document', 'blocked', PY, { overrides: [{ files: 'jobs/**', role: 'docs' }] }],
    [
      'of a read whose value is in a list of variables',
      'ready',
      { 'src/db.ts': CLIENT, 'k8s.yaml': `env:\n  - name: DB_URL\n    value: ${uri(HOSTS.standardSrv)}\n` },
    ],
    ['of an ignored file', 'undecided', PY, { ignores: ['jobs/**'] }],
    ['of an ignored document', 'ready', { 'notes/a.md': OPTIMIZED }, { ignores: ['notes/**'] }],
    [
      'of an ignored file of another project',
      'ready',
      { 'jobs/run.py': 'URL = "mongodb+srv://u:p@reef.zz9xq.mongodb.net"\n' },
      { ignores: ['jobs/**'] },
    ],
    ['of a test', 'blocked', PY, { overrides: [{ files: ['jobs/**'], role: 'test' }] }],
    ['of a file called vendored', 'undecided', PY, { overrides: [{ files: ['jobs/**'], role: 'vendored' }] }],
    ['of a package of the company', 'undecided', { 'node_modules/@acme/db/main.js': `exports.u = "${OPTIMIZED}";\n` }],
    ['of a driver', 'ready', { 'node_modules/odm/host.js': 'exports.is = (h) => h.endsWith(".mongodb.net");\n' }],
    [
      'of the SDK of a tool',
      'ready',
      { 'node_modules/@pulumi/mongodbatlas/c.js': 'inputs["srvAddress"] = state ? state.srvAddress : undefined;\n' },
    ],
    [
      'of a host in values of a chart',
      'blocked',
      { 'chart/values.yaml': `mongodb:\n  host: lagoon-pl-0-lb.h6j2m.mongodb.net\n` },
    ],
    ['of a read without a value', 'undecided', { 'src/a.ts': CLIENT }],
    [
      'of a read that is mapped to a kind that stays',
      'ready',
      { 'src/a.ts': CLIENT },
      { external: { DB_URL: { cluster: 'lagoon', kind: 'standard' } } },
    ],
    [
      'of a read that is mapped to a misspelt cluster',
      'undecided',
      { 'src/a.ts': CLIENT },
      { external: { DB_URL: { cluster: 'lagon', kind: 'optimized' } } },
    ],
    [
      'of a read that is mapped to a cluster of somebody else',
      'ready',
      { 'src/a.ts': CLIENT },
      { external: { DB_URL: { cluster: 'lagoon-staging', kind: 'optimized' } } },
    ],
    [
      'of a read that is mapped to a kind that breaks',
      'blocked',
      { 'src/a.ts': CLIENT },
      { external: { DB_URL: { cluster: 'lagoon', kind: 'optimized' } } },
    ],
    [
      'of a name whose end is filled in',
      'undecided',
      { 'src/a.py': 'MongoClient(f"mongodb+srv://{user}:{pw}@{cluster}.h6j2m.mongodb.net/app")\n' },
    ],
    [
      'of a name whose end is filled in before a constant',
      'undecided',
      { 'src/a.py': 'D = "h6j2m.mongodb.net"\nMongoClient(f"mongodb+srv://{user}:{pw}@{cluster}.{D}/app")\n' },
    ],
    [
      'of a name that a constant ends',
      'blocked',
      { 'src/a.py': 'NAME = "lagoon-pl-0-lb"\nMongoClient(f"mongodb+srv://u:p@{NAME}.h6j2m.mongodb.net/app")\n' },
    ],
    [
      'of a host whose domain is a constant',
      'blocked',
      { 'src/a.py': 'DOMAIN = "h6j2m.mongodb.net"\nMongoClient("mongodb+srv://u:p@lagoon-pl-0-lb." + DOMAIN)\n' },
    ],
    [
      'of a secret in the tree that a program gets as a whole',
      'ready',
      {
        'k8s/d.yaml': 'kind: Deployment\nspec:\n  envFrom:\n    - secretRef: {name: prod-mongodb}\n',
        'k8s/s.yaml': `kind: Secret\nmetadata:\n  name: prod-mongodb\nstringData:\n  DB: ${uri(HOSTS.standardSrv)}\n`,
      },
    ],
    [
      'of a template of a chart that has the string',
      'ready',
      {
        'chart/templates/d.yaml': 'env:\n  - name: MONGO_URL\n    value: {{ include "app.mongo" . | quote }}\n',
        'chart/templates/_helpers.tpl': `{{- define "app.mongo" -}}\n${uri(HOSTS.standardSrv)}\n{{- end }}\n`,
      },
    ],
    [
      'of a template of another chart',
      'undecided',
      { 'chart/templates/d.yaml': 'env:\n  - name: MONGO_URL\n    value: {{ include "app.mongo" . | quote }}\n' },
    ],
    [
      'of a name whose end is mapped',
      'ready',
      { 'src/a.py': 'MongoClient(f"mongodb+srv://u:p@{cluster}.h6j2m.mongodb.net/app")\n' },
      { external: { cluster: { cluster: 'lagoon', kind: 'standard' } } },
    ],
    [
      'of a name whose end is mapped without its kind',
      'undecided',
      { 'src/a.py': 'MongoClient(f"mongodb+srv://u:p@{cluster}.h6j2m.mongodb.net/app")\n' },
      { external: { cluster: { cluster: 'lagoon' } } },
    ],
    [
      'of a setting that config and file contradict each other about',
      'undecided',
      { 'regionalMode.json': '{"enabled": true}' },
      { projects: [{ ...own, inventory: [...own.inventory, 'regionalMode.json'] }] },
    ],
    [
      'of endpoints that the service refuses in one mode of two',
      'undecided',
      { 'more.json': JSON.stringify([{ ...(endpointService('US_EAST_1', 7) as object) }]) },
      { projects: [{ name: 'p', inventory: [...own.inventory, 'more.json'] }] },
    ],
    [
      'of a default of a variable with any name',
      'undecided',
      { 'run.sh': 'X=${DB_X:-mongodb+srv://lagoon.h6j2m.mongodb.net/x}\nexec ./app "$X"\n' },
    ],
    [
      'of a default in the host of a string',
      'undecided',
      { 'app.yaml': 'uri: mongodb+srv://u@${H:-lagoon.h6j2m.mongodb.net}/x\n' },
    ],
    [
      'of a host that a variable replaces',
      'undecided',
      {
        'main.go':
          'host := os.Getenv("H")\nif host == "" {\n  host = "lagoon.h6j2m.mongodb.net"\n}\nuri := fmt.Sprintf("mongodb+srv://u@%s/x", host)\n',
      },
    ],
    [
      'of a replaced part of a host',
      'undecided',
      { 'a.js': `const host = '${HOSTS.standardSrv}'.replace('lagoon.', 'lagoon-pl-0-lb.');\n` },
    ],
    ['of a mark that a script adds', 'undecided', { 'up.sh': "sed -i 's/\\.h6j2m/-pl-0-lb.h6j2m/' .env\n" }],
    ['of a name that is put together elsewhere', 'undecided', { 'db.env': 'DB_NAME=lagoon-pl-0-lb\n' }],
    ['of a mark that stays', 'ready', { 'a.css': '.lagoon-primary, .reef-pl-0 { color: red }\n' }],
    ['of a mark in a comment', 'ready', { 'up.sh': '# lagoon-pl-0-lb is the name of the endpoint\n' }],
    ['of a file that its name tells', 'undecided', { 'config/mongo.php': "<?php\nreturn ['dsn' => env('DB')];\n" }],
    ['of a mounted secret', 'blocked', { 'secrets/uri.txt': OPTIMIZED }],
    [
      'of the default of a variable',
      'undecided',
      { 'v.tf': `variable "db_host" {\n  default = "${HOSTS.standardSrv}"\n}\n` },
    ],
    [
      'of the default of a variable that the tree sets',
      'ready',
      {
        'v.tf': `variable "db_host" {\n  default = "${HOSTS.standardSrv}"\n}\n`,
        'prod.tfvars': `db_host = "${HOSTS.standardSrv}"\n`,
      },
    ],
    ['of a variable of that name', 'undecided', { 'v.tf': `${LAGOON}output "u" {\n  value = var.mongo_uri\n}\n` }],
    [
      'of the default of a flag',
      'undecided',
      { 'a.go': `var uri = flag.String("uri", "${uri(HOSTS.standardSrv)}", "")\n// mongo\n` },
    ],
    [
      'of a module of a cluster',
      'undecided',
      { 'a.tf': 'resource "aws_ssm_parameter" "p" {\n  value = module.atlas_main.connection_string\n}\n' },
    ],
    [
      'of a secret that Crossplane writes',
      'undecided',
      {
        'x.yaml':
          'apiVersion: mongodbatlas.crossplane.io/v1alpha3\nkind: AdvancedCluster\nspec:\n  writeConnectionSecretToRef:\n    name: db-conn\n',
      },
    ],
    [
      'of a record that a program takes apart',
      'undecided',
      {
        'a.js':
          'const { connectionStrings: { privateEndpoint: [{ srvShardOptimizedConnectionString: u }] } } = await atlas("lagoon");\nrun(u);\n',
      },
    ],
    [
      'of a field of a record in a program that names no service',
      'undecided',
      {
        'a.java':
          'String u = n.path("connectionStrings").path("privateEndpoint").get(0).path("srvConnectionString");\n',
      },
    ],
    [
      'of the string in an old record',
      'undecided',
      {
        'a.py':
          'u = atlas.get("https://cloud.mongodb.com/api/atlas/v1.0/groups/x/clusters/lagoon").json()["srvAddress"]\n',
      },
    ],
    [
      'of an old record itself',
      'ready',
      {
        'lagoon.json': JSON.stringify({
          ...RECORD,
          mongoURIUpdated: '2020-01-01T00:00:00Z',
          srvAddress: `mongodb+srv://${HOSTS.standardSrv}`,
          replicationFactor: 3,
        }),
      },
    ],
    [
      'of a plain name in the strings of a record',
      'undecided',
      { 'a.py': 'uri = cluster["connectionStrings"]["private"]\n' },
    ],
    ['of settings of .NET', 'ready', { 'a.cs': 'var c = new SqlConnection(config.ConnectionStrings["Private"]);\n' }],
    [
      'of the endpoints of a cluster as a whole',
      'undecided',
      {
        'a.tf':
          'resource "mongodbatlas_advanced_cluster" "l" {\n  name = "lagoon"\n}\noutput "e" {\n  value = jsonencode(mongodbatlas_advanced_cluster.l.connection_strings.private_endpoint)\n}\n',
      },
    ],
    [
      'of a path in the output of the CLI',
      'blocked',
      {
        'a.sh':
          "U=$(atlas clusters connectionStrings describe lagoon -o json-path='$.privateEndpoint[0].srvShardOptimizedConnectionString')\n",
      },
    ],
    [
      'of a mounted key of the operator',
      'undecided',
      { 'a.yaml': 'volumeMounts:\n  - mountPath: /etc/db\n    subPath: connectionStringPrivateShard\n' },
    ],
    [
      'of a test whether there are strings',
      'ready',
      {
        'a.ts':
          'const c = await atlas("mongodb-atlas");\nif (c.connectionStrings) done();\nif (!c?.connectionStrings) wait();\n',
      },
    ],
    [
      'of a string in a secret whose host is in the tree',
      'ready',
      {
        'infra/a.tf':
          'resource "aws_ssm_parameter" "p" {\n  name  = "/app/db"\n  value = "mongodb+srv://${var.u}:${var.p}@${var.db_host}/app"\n}\n',
        'infra/prod.tfvars': `db_host = "${HOSTS.standardSrv}"\n`,
      },
    ],
    ['of a text with an address and nothing else', 'blocked', { 'mongo.txt': OPTIMIZED }],
    ['of a text with settings', 'blocked', { 'env.txt': `PORT=80\nexport MONGODB_URI=${OPTIMIZED}\n` }],
    ['of a text with addresses', 'blocked', { 'uris.txt': `# production\n${OPTIMIZED}\n\n"${OPTIMIZED}"\n` }],
    ['of a comment in a text with settings', 'ready', { 'env.txt': `PORT=80\n# MONGODB_URI=${OPTIMIZED}\n` }],
    ['of notes with an address', 'ready', { 'notes.txt': `See ${OPTIMIZED}\n` }],
    [
      'of a host in base64',
      'blocked',
      {
        's.yaml': `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata:\n  host: ${btoa(HOSTS.srvShardOptimizedConnectionString)}\n`,
      },
    ],
    ['of a program', 'undecided', { 'bin/app': Buffer.from(`\0${OPTIMIZED}\0`) }],
    ['of a program with wide strings', 'undecided', { 'app.dll': Buffer.from(`\0\0${OPTIMIZED}`, 'utf16le') }],
    ['of a source map', 'undecided', { 'dist/a.js.map': JSON.stringify({ sourcesContent: [`u = "${OPTIMIZED}"`] }) }],
    ['of a program of something else', 'ready', { 'bin/app': Buffer.from(`\0${uri('reef.zz9xq.mongodb.net')}\0`) }],
    ['of a file of git-crypt', 'undecided', { 'prod.env': Buffer.from('\0GITCRYPT\0abcdefgh') }],
    [
      'of a sealed secret',
      'undecided',
      { 's.yaml': 'kind: SealedSecret\nspec:\n  encryptedData:\n    DATABASE_URL: AgBy3i4OJSWK+PiTySYZZA9rO43cGDEq\n' },
    ],
    [
      'of a value in base64',
      'blocked',
      { 'k8s/s.yaml': `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata:\n  url: ${btoa(OPTIMIZED)}\n` },
    ],
  ])('%s is %s', (_, verdict, files, config) => {
    expect(verdictOf(files, config)).toBe(verdict);
  });

  it('asks for the form of a mapped string before sharding, which the kind does not show', () => {
    const of = (more: object): PlanVerdict =>
      entryOf({
        files: { 'src/a.ts': CLIENT },
        config: { external: { DB_URL: { cluster: 'lagoon', kind: 'standard' } } },
        clusters: [clusterRecord('lagoon')],
        change: { change: 'shard', cluster: 'lagoon', ...more },
      }).verdict;
    expect(of({})).toBe('undecided');
    expect(of({ accept: { 'src/a.ts': 'an SRV string without options' } })).toBe('ready');
  });

  it.each<[string, PlanVerdict, PlannedProject['files']]>([
    [
      'behind an attribute',
      'blocked',
      { 'a.tf': `${LAGOON}output "u" {\n  value = "\${${SRV}}/x?replicaSet=rs0"\n}\n` },
    ],
    [
      'behind an attribute, in a format',
      'blocked',
      { 'a.tf': `${LAGOON}output "u" {\n  value = format("%s/x?replicaSet=rs0", ${SRV})\n}\n` },
    ],
    [
      'behind an attribute that is edited',
      'blocked',
      {
        'a.tf': `${LAGOON}locals {\n  u = "mongodb+srv://\${var.u}@\${replace(${SRV}, "mongodb+srv://", "")}/x?replicaSet=rs0"\n}\n`,
      },
    ],
    [
      'beside an attribute',
      'blocked',
      { 'a.ts': `${PULUMI}new MongoClient(c.connectionStrings.standardSrv, { replicaSet: 'rs0' });\n` },
    ],
    [
      'behind an attribute of another cluster',
      'ready',
      { 'a.tf': `${LAGOON.replace('lagoon', 'reef')}output "u" {\n  value = "\${${SRV}}/x?replicaSet=rs0"\n}\n` },
    ],
    [
      'behind a read',
      'blocked',
      {
        '.env': `DB_URL=${uri(HOSTS.standardSrv)}\n`,
        'a.js':
          'const { MongoClient } = require("mongodb");\nnew MongoClient(`${process.env.DB_URL}?replicaSet=rs0`);\n',
      },
    ],
    [
      'behind an attribute of another cluster, beside a string',
      'ready',
      {
        'a.tf': `${LAGOON.replace('lagoon', 'reef')}locals {\n  a = "${uri(HOSTS.standardSrv)}"\n  b = "\${${SRV}}/x?replicaSet=rs0"\n}\n`,
      },
    ],
    [
      'behind a variable of a script',
      'blocked',
      { 'a.sh': `URI="${uri(HOSTS.standardSrv)}"\nmongosh "$URI?replicaSet=rs0"\n` },
    ],
    [
      'in options of their own',
      'blocked',
      { '.env': `DB_HOST=${HOSTS.standardSrv}\nDB_OPTIONS=?retryWrites=true&replicaSet=rs0\n` },
    ],
    [
      'beside a host',
      'blocked',
      { 'app.yaml': `mongodb:\n  host: ${HOSTS.standardSrv}\n  srv: true\n  replicaSet: rs0\n` },
    ],
    [
      'in options that a program fills in',
      'undecided',
      { 'a.js': `new MongoClient(\`${uri(HOSTS.standardSrv)}?\${process.env.OPTIONS}\`);\n` },
    ],
    [
      'in the call of a table',
      'blocked',
      { 'a.sql': "SELECT * FROM mongodb('lagoon-shard-00-00.h6j2m.mongodb.net:27017');\n" },
    ],
    [
      'behind a host that the tree has',
      'undecided',
      {
        '.env': `DB_HOST=${HOSTS.standardSrv}\n`,
        'compose.yaml':
          'services:\n  w:\n    environment:\n      MONGODB_URI: mongodb+srv://u@${DB_HOST}/x?replicaSet=rs0\n',
      },
    ],
  ])('of the name of a replica set %s is %s before sharding', (_, verdict, files) => {
    const clusters = [clusterRecord('lagoon'), clusterRecord('reef')];
    const change = { change: 'shard', cluster: 'lagoon' };
    expect(entryOf({ files: { ...READY, ...files }, clusters, change }).verdict).toBe(verdict);
  });

  it('asks for the form of a string whose host is mapped, before sharding', () => {
    const of = (scheme: string): PlanVerdict =>
      entryOf({
        files: { 'a.py': `def f(host):\n    return MongoClient(f"${scheme}://u:p@{host}/app")\n` },
        config: { external: { host: { cluster: 'lagoon', kind: 'standard' } } },
        clusters: [clusterRecord('lagoon')],
        change: { change: 'shard', cluster: 'lagoon' },
      }).verdict;
    expect([of('mongodb+srv'), of('mongodb')]).toEqual(['ready', 'undecided']);
  });

  it('asks which project an attribute is of, where several have a cluster of its name', () => {
    const X =
      'data.mongodbatlas_advanced_cluster.l.connection_strings.private_endpoint[0].srv_shard_optimized_connection_string';
    const other = '6400000000000000000000e2';
    const renamed = JSON.stringify(RECORD).replaceAll('h6j2m', 'zz9xq');
    const entry = (kinds: object) =>
      entriesOf({
        ...project(
          {
            'a.tf': `data "mongodbatlas_advanced_cluster" "l" {\n  name = "lagoon"\n}\noutput "u" {\n  value = ${X}\n}\n`,
            'b.json': JSON.stringify([{ ...(JSON.parse(renamed) as object), groupId: other }]),
          },
          {
            projects: [own, { name: 'q', id: other, inventory: ['b.json'] }],
            plan: [{ ...CHANGE, project: 'p' }],
            external: kinds,
          },
        ),
        change: undefined,
      })[0]!;
    expect(entry({}).open.map(({ settle }) => settle)).toContainEqual(expect.stringContaining('"cluster": "p/lagoon"'));
    const of = (cluster: string): PlanVerdict => entry({ [X]: { cluster, kind: 'optimized' } }).verdict;
    expect([of('p/lagoon'), of('q/lagoon')]).toEqual(['blocked', 'ready']);
  });

  it.each(['pl-0-us-east-1.h6j2m.mongodb.net:1030', 'ac-x1y2z3a-shard-00-00-pri.h6j2m.mongodb.net:27017'])(
    'asks which cluster a node belongs to that does not name it: %s',
    (node) => {
      const of = (config: PlannedProject['config'] = {}): PlanVerdict =>
        entryOf({
          files: { ...READY, 'a.py': `c = MongoClient("mongodb://u:p@${node}/app")\n` },
          config,
          clusters: [clusterRecord('lagoon'), clusterRecord('reef')],
          change: { change: 'cloud-provider', cluster: 'lagoon', to: 'gcp' },
        }).verdict;
      const as = (cluster: string) => ({ external: { 'a.py#c': { cluster, kind: 'private-endpoint' } } });
      expect([of(), of(as('lagoon')), of(as('reef'))]).toEqual(['undecided', 'blocked', 'ready']);
    },
  );

  it('names a file that no rule judged, and the line that settles it', () => {
    const { open } = entryOf(project(PY, { ignores: ['jobs/**'] }));
    expect(open).toMatchObject([{ places: [{ file: 'jobs/run.py' }], settle: expect.stringContaining('"accept"') }]);
    const accepted = { ...CHANGE, accept: { 'jobs/run.py': 'replaced at the deployment' } };
    expect(verdictOf(PY, { ignores: ['jobs/**'] }, accepted)).toBe('ready');
  });

  it('settles all files that no rule judged by the line that it prints', () => {
    const two = { ...PY, 'jobs/other.py': PY['jobs/run.py'] };
    const [point] = entryOf(project(two, { ignores: ['jobs/**'] })).open;
    const line = /"accept": \{.*\}/.exec(point!.settle)![0].replaceAll('<reason>', 'replaced at the deployment');
    const pasted = { ...CHANGE, ...(JSON.parse(`{${line}}`) as object) };
    expect(verdictOf(two, { ignores: ['jobs/**'] }, pasted)).toBe('ready');
  });

  it('reads large files in pieces', () => {
    const large = { 'data/dump.sql': `${'x'.repeat(3_000)}\n${OPTIMIZED}\n`, 'data/other.sql': 'x'.repeat(3_000) };
    const { open, verdict } = entryOf({ ...project(large), maxBytes: 2_500 });
    expect({ verdict, places: open.flatMap(({ places }) => places.map(({ file }) => file)) }).toEqual({
      verdict: 'undecided',
      places: ['data/dump.sql'],
    });
  });

  it('refuses the claim that there is no string, beside one', () => {
    const none = { ...CHANGE, strings: { none: 'all in a vault' } };
    expect(() => entriesOf({ ...project({}, { plan: [none] }), change: undefined })).toThrow(
      /connlint\.config\.json:\d+:\d+: "strings\.none" is contradicted by the string in src\/std\.ts:1:\d+/,
    );
  });
});
