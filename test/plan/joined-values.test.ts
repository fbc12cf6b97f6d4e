import { describe, expect, it } from 'vitest';
import type { PlanVerdict } from '../../src/plan/steps.ts';
import { connlint, withFiles } from '../support/cli.ts';
import { clusterRecord, entryOf } from '../support/run-plan.ts';

const URI = 'mongodb+srv://u:p@lagoon.h6j2m.mongodb.net/app';
const SECRET = `kind: Secret\nmetadata:\n  name: m\nstringData:\n  MONGODB_URI: ${URI}\n`;
const APP = { 'app.js': 'new MongoClient(process.env.MONGODB_URI)\n' };
const MEMBER = { 'app.js': "const config = require('./config');\nmongoose.connect(config.MONGODB_URI);\n" };
const OF_ENV = 'module.exports = { MONGODB_URI: process.env.MONGODB_URI };\n';
const TERRAFORM = `resource "kubernetes_secret" "m" {
  metadata {
    name      = "mongo"
    namespace = "prod"
  }
  data = {
    db_uri = "${URI}"
  }
}
resource "aws_ssm_parameter" "m" {
  name  = "/lagoon/uri"
  value = "${URI}"
}
`;
const deployment = (namespace: string): string =>
  `kind: Deployment\nmetadata: {namespace: ${namespace}}\nspec:\n  env:\n    - name: DB\n      valueFrom:\n        secretKeyRef: {name: mongo, key: db_uri}\n`;
const task = (arn: string): string => `{ "secrets": [{ "name": "MONGODB_URI", "valueFrom": "arn:aws:${arn}" }] }\n`;

const written = (value: string) => ({ 'a.tf': `resource "vault_kv_secret" "s" {\n  data = ${value}\n}\n` });
const POD =
  'kind: Deployment\nspec:\n  env:\n    - name: MONGODB_URI\n      valueFrom:\n        secretKeyRef: {name: m, key: MONGODB_URI}\n';
const CHART = {
  'chart/templates/d.yaml': 'env:\n  - name: MONGODB_URI\n    value: {{ .Values.mongodb.uri | quote }}\n',
};
const VALUES = `mongodb:\n  uri: ${URI}\n`;
const HELM = (secret: string) => ({
  'chart/templates/s.yaml': `kind: Secret\nmetadata:\n  name: {{ .Release.Name }}-db\nstringData:\n  MONGODB_URI: {{ .Values.mongodb.uri | quote }}\n`,
  'chart/templates/d.yaml': POD.replace('name: m,', `name: ${secret},`),
});
const lambda = (value: string) => ({
  'infra/f.tf': `resource "aws_lambda_function" "f" {\n  environment {\n    variables = {\n      MONGODB_URI = ${value}\n    }\n  }\n}\n`,
});
const GOOGLE = {
  'infra/s.tf': `resource "google_secret_manager_secret_version" "m" {\n  secret = google_secret_manager_secret.m.id\n  secret_data = "${URI}"\n}\n`,
  'infra/a.tf':
    'resource "google_cloud_run_v2_service" "s" {\n  env {\n    name = "MONGODB_URI"\n    value_source {\n      secret_key_ref {\n        secret = google_secret_manager_secret.m.secret_id\n      }\n    }\n  }\n}\n',
};
const CONFIG = {
  'utils/config.js': 'const MONGODB_URI = process.env.MONGODB_URI;\nmodule.exports = { MONGODB_URI };\n',
  'app.js': "const config = require('./utils/config');\nmongoose.connect(config.MONGODB_URI);\n",
};
const NESTED = { 'app.js': "const config = require('./config');\nmongoose.connect(config.mongo.uri);\n" };
const sections = (name: string): string => `module.exports = {\n  ${name}: {\n    uri: '${URI}',\n  },\n};\n`;
const VALUE = 'env:\n- name: DB\n  value: "mongodb+srv://u:p@{{ .Values.mongo.host }}/x"\n';
const HOST = 'host = os.environ["MDB"]\nclient = MongoClient(f"mongodb+srv://{u}:{p}@{host}/x")\n';
const MODULE = {
  'shop/settings.py': 'import os\nMONGODB_URI = os.environ["MONGODB_URI"]\n',
  'shop/db.py': 'from django.conf import settings\nclient = MongoClient(settings.MONGODB_URI)\n',
};

const profile = (name: string): string =>
  `a: 1\n---\nspring:\n  config:\n    activate:\n      on-profile: ${name}\nenv:\n  MONGODB_URI: ${URI}\n`;
const job = (environment: string): string =>
  `jobs:\n  a:\n    environment: ${environment}\n    env:\n      MONGODB_URI: ${URI}\n`;

/** Of a project whose facts are all known, and whose only string is standard. */
const entryFor = (files: Readonly<Record<string, string>>) =>
  entryOf({
    files: { 'src/std.ts': `export const uri = '${URI}';\n`, ...files },
    config: {
      projects: [{ name: 'p', regionalizedPrivateEndpoints: false, inventory: ['facts.json', 'services.json'] }],
    },
    clusters: [clusterRecord('lagoon')],
    endpoints: ['US_EAST_1', 'EU_WEST_1'],
    change: { change: 'multi-region', cluster: 'lagoon', regions: ['US_EAST_1', 'EU_WEST_1'] },
  });

/** Values are joined by where a program gets them, never by the name of a variable alone. */
describe('a read has the value', () => {
  it.each<[string, PlanVerdict, Readonly<Record<string, string>>]>([
    ['of its variable in a file of the environment', 'ready', { ...APP, '.env': `MONGODB_URI=${URI}\n` }],
    ['of the variable that has its name', 'ready', { ...MEMBER, 'config.js': OF_ENV, '.env': `MONGODB_URI=${URI}\n` }],
    [
      'of a field that is a variable',
      'ready',
      {
        'app/core.py': 'class Settings(BaseSettings):\n    MONGODB_URI: str\n',
        'app/db.py': 'client = MongoClient(settings.MONGODB_URI)\n',
        '.env': `MONGODB_URI=${URI}\n`,
      },
    ],
    [
      'of no variable that has the name of a secret',
      'undecided',
      {
        'app.js': 'const secrets = await load();\nmongoose.connect(secrets.MONGODB_URI);\n',
        'seed.js': 'const MONGODB_URI = process.env.MONGODB_URI;\nmongoose.connect(MONGODB_URI);\n',
        '.env': `MONGODB_URI=${URI}\n`,
      },
    ],
    [
      'of no variable of a script in the root',
      'undecided',
      {
        'services/a/db.js': MEMBER['app.js'],
        'seed.js': 'const MONGODB_URI = process.env.MONGODB_URI;\nmongoose.connect(MONGODB_URI);\n',
        '.env': `MONGODB_URI=${URI}\n`,
      },
    ],
    [
      'of no read that gets it from there in turn',
      'undecided',
      {
        'run.sh': 'MONGODB_URI=${db_uri} node .\n',
        'jobs.py': 'db_uri = os.environ["MONGODB_URI"]\nclient = MongoClient(db_uri)\n',
      },
    ],
    [
      'of no local variable of another program',
      'undecided',
      {
        'run.sh': 'MONGODB_URI=${uri} node .\n',
        'a.py': 'uri = os.environ["DB"]\nclient = MongoClient(uri)\n',
        '.env': `DB=${URI}\n`,
      },
    ],
    [
      'of a secret whose annotation repeats it',
      'ready',
      {
        ...APP,
        'pod.yaml': POD,
        'secret.yaml': SECRET.replace('name: m', 'annotations:\n    last: |\n      {"apiVersion":"v1"}\n  name: m'),
      },
    ],
    [
      'of an output of a module',
      'ready',
      {
        'modules/atlas/outputs.tf': `output "connection_string" {\n  value = "${URI}"\n}\n`,
        'main.tf': 'resource "aws_ssm_parameter" "p" {\n  value = module.atlas.connection_string\n}\n',
      },
    ],
    [
      'of a text whose host the tree has',
      'ready',
      {
        ...APP,
        'k8s.yaml': 'env:\n  - name: MONGODB_URI\n    value: mongodb+srv://u:$(PW)@$(LAGOON_HOST)/app\n',
        'b.yaml': 'env:\n  - name: LAGOON_HOST\n    value: lagoon.h6j2m.mongodb.net\n',
      },
    ],
    ['of its variable in a program', 'ready', { ...APP, 'a.js': `process.env.MONGODB_URI = '${URI}';\n` }],
    ['of a namespace', 'ready', { 'a.ts': 'new MongoClient(config.get("dbUri"));', 'P.yaml': `a:dbUri: ${URI}\n` }],
    ['of its variable in a section', 'ready', { ...APP, 'wrangler.toml': `[vars]\nMONGODB_URI = "${URI}"\n` }],
    ['of no other section', 'undecided', { ...APP, 'w.toml': `[env.staging.vars]\nMONGODB_URI = "${URI}"\n` }],
    ['of its variable in a chart', 'ready', { ...APP, 'chart/values.yaml': `env:\n  MONGODB_URI: ${URI}\n` }],
    ['of no setting of a config', 'undecided', { ...APP, 'config.yml': `mongodb_uri: ${URI}\n` }],
    ['of no constant with its name', 'undecided', { ...APP, 'a.js': `const MONGODB_URI = '${URI}';\n` }],
    ['of no constant of another language', 'undecided', { ...APP, 'a.py': `MONGODB_URI = "${URI}"\n` }],
    ['of no export of a module', 'undecided', { ...APP, 'a.js': `exports.MONGODB_URI = '${URI}';\n` }],
    ['of no other environment', 'undecided', { ...APP, 'a.yml': `staging:\n  env:\n    MONGODB_URI: ${URI}\n` }],
    ['of no editor', 'undecided', { ...APP, '.vscode/launch.json': `{ "env": { "MONGODB_URI": "${URI}" } }\n` }],
    ['of production', 'ready', { ...APP, 'a.yml': `production:\n  env:\n    MONGODB_URI: ${URI}\n` }],
    [
      'of the item of a list that becomes its secret',
      'ready',
      {
        ...APP,
        'k8s/a.yml': 'env:\n  - name: MONGODB_URI\n    valueFrom:\n      secretKeyRef: { name: app, key: uri }\n',
        'k8s/kustomization.yaml': `secretGenerator:\n- name: app\n  literals:\n  - uri=${URI}\n- name: other\n  literals: []\n`,
      },
    ],
    [
      "of the operator's secret",
      'ready',
      {
        ...APP,
        'k8s/a.yml': `env:\n  - name: MONGODB_URI\n    valueFrom:\n      secretKeyRef:\n        name: p-lagoon-app\n        key: connectionStringStandardSrv\n`,
      },
    ],
    ['of no other object', 'undecided', { ...APP, 'a.js': `apps = [{ env_staging: { MONGODB_URI: '${URI}' } }];\n` }],
    ['of no program in development', 'undecided', { ...APP, '.env': `NODE_ENV=development\n\nMONGODB_URI=${URI}\n` }],
    ['of a program in production', 'ready', { ...APP, '.env': `MONGODB_URI=${URI}\nNODE_ENV=production\n` }],
    ['of no other profile', 'undecided', { ...APP, 'a.yml': profile('staging') }],
    ['of a profile for production', 'ready', { ...APP, 'a.yml': profile('production') }],
    [
      'of no other profile of Maven',
      'undecided',
      { ...APP, 'pom.xml': `<profile>\n<id>staging</id>\n<MONGODB_URI>${URI}</MONGODB_URI>\n</profile>\n` },
    ],
    ['of no job for another environment', 'undecided', { ...APP, '.github/workflows/a.yml': job('staging') }],
    ['of no job for a named environment', 'undecided', { ...APP, '.github/workflows/a.yml': job('\n      name: qa') }],
    ['of a job for production', 'ready', { ...APP, '.github/workflows/a.yml': job('production') }],
    [
      'of no name of which a part is hidden',
      'undecided',
      { 'app.js': 'mongoose.connect(process.env.a9F4b8x2_MONGO_URI);\n', '.env': `MONGO_URI=${URI}\n` },
    ],
    [
      'of no tool that restarts it',
      'undecided',
      { ...APP, 'nodemon.json': `{ "env": { "MONGODB_URI": "${URI}" } }\n` },
    ],
    ['of its section in a module', 'ready', { ...NESTED, 'config.js': sections('mongo') }],
    ['of no other section', 'undecided', { ...NESTED, 'config.js': sections('redis') }],
    ['of no module of another name', 'undecided', { ...NESTED, 'other.js': sections('mongo') }],
    [
      'of its section in a file of settings',
      'ready',
      {
        'm.go': 'package m\nfunc f(cfg Config) { mongo.Connect(ctx, options.Client().ApplyURI(cfg.Mongo.URI)) }\n',
        'config.yaml': `mongo:\n  uri: ${URI}\n`,
      },
    ],
    [
      'of the variable in the tag of its field',
      'ready',
      {
        'm.go':
          'package m\ntype Config struct {\n\tDBURI string `envconfig:"MONGODB_URI"`\n}\nfunc f(cfg Config) { mongo.Connect(ctx, options.Client().ApplyURI(cfg.DBURI)) }\n',
        '.env': `MONGODB_URI=${URI}\n`,
      },
    ],
    [
      'of the blocks around a setting',
      'ready',
      {
        'Db.kt': 'val client = MongoClient.create(environment.config.property("app.mongo.uri").getString())\n',
        'application.conf': `app {\n  mongo {\n    uri = "${URI}"\n  }\n}\n`,
      },
    ],
    ['of an object with its value', 'ready', { ...APP, 'app.json': `{"env":{"MONGODB_URI":{"value":"${URI}"}}}\n` }],
    [
      'of the path of its host',
      'ready',
      { 't/d.yaml': VALUE, 'values.yaml': 'mongo:\n  host: lagoon.h6j2m.mongodb.net\n' },
    ],
    ['of the variable that its host reads', 'ready', { 'a.py': HOST, '.env': 'MDB=lagoon.h6j2m.mongodb.net\n' }],
    ['of no single command', 'undecided', { ...APP, 'seed.sh': `set -e\nMONGODB_URI=${URI} node seed.js\n` }],
    ['of a script', 'ready', { ...APP, 'run.sh': `MONGODB_URI=${URI} # used below\nexport MONGODB_URI\n` }],
    ['of no form to fill in', 'undecided', { ...APP, '.env.template': `MONGODB_URI=${URI}\n` }],
    ['of no text with a placeholder', 'undecided', { ...APP, '.env': `MONGODB_URI=${URI.replace('u:p', 'u:<pw>')}\n` }],
    [
      'of a connection string of .NET',
      'ready',
      {
        'Db.cs': 'using MongoDB.Driver;\nvar c = new MongoClient(config.GetConnectionString("Mongo"));\n',
        'Shop.cs': 'Shop(IOptions<ShopSettings> o) { client = new MongoClient(o.Value.Uri); }\n',
        'appsettings.json': `{ "ConnectionStrings": { "Mongo": "${URI}" }, "Shop": { "Uri": "${URI}" } }\n`,
      },
    ],
    [
      'of no host of another program',
      'undecided',
      {
        'load.sh': 'host=$2\nmongorestore --host "$host" --db app\n',
        'conf.json': '{ "databases": { "app": { "host": "lagoon.h6j2m.mongodb.net" } } }\n',
      },
    ],
    ['of no container', 'undecided', { ...APP, Dockerfile: 'ENV MONGODB_URI=mongodb://mongo:27017/app\n' }],
    ['of a secret that a manifest has', 'ready', { ...APP, 'k8s/s.yaml': SECRET }],
    ['of a secret for all programs', 'ready', { 'apps/b/app.js': APP['app.js'], 'k8s/s.yaml': SECRET }],
    ['of no secret of another program', 'undecided', { 'apps/b/app.js': APP['app.js'], 'apps/a/s.yaml': SECRET }],
    [
      'of no secret of Kubernetes in a CI system',
      'undecided',
      { '.github/workflows/a.yml': 'env:\n  MONGODB_URI: ${{ secrets.MONGODB_URI }}\n', 'k8s/s.yaml': SECRET },
    ],
    [
      'of no secret of Kubernetes in a cloud',
      'undecided',
      { 'task.json': task('secretsmanager:us-east-1:1:secret:MONGODB_URI'), 'k8s/s.yaml': SECRET },
    ],
    ['of a secret that Terraform keeps', 'ready', { 'k8s/d.yaml': deployment('prod'), 'infra/a.tf': TERRAFORM }],
    ['of no secret of another namespace', 'undecided', { 'k8s/d.yaml': deployment('test'), 'infra/a.tf': TERRAFORM }],
    [
      'of a parameter that Terraform keeps',
      'ready',
      { 'task.json': task('ssm:us-east-1:1:parameter/lagoon/uri'), 'infra/a.tf': TERRAFORM },
    ],
    ['of a secret that a manifest gives its variable', 'ready', { ...APP, 'k8s/d.yaml': POD, 'k8s/s.yaml': SECRET }],
    ['of no secret that the tree lacks', 'undecided', { ...APP, 'k8s/d.yaml': POD }],
    ['of a value that a chart gives its variable', 'ready', { ...APP, ...CHART, 'chart/values.yaml': VALUES }],
    ['of no value that a chart lacks', 'undecided', { ...APP, ...CHART }],
    [
      'of no setting that reads the variable itself',
      'undecided',
      { ...CHART, 'src/main/resources/application.yml': 'mongodb:\n  uri: ${MONGODB_URI}\n' },
    ],
    ['of a secret that a chart fills', 'ready', { ...HELM('{{ .Release.Name }}-db'), 'chart/values.yaml': VALUES }],
    ['of no secret that a chart fills from elsewhere', 'undecided', HELM('{{ .Release.Name }}-db')],
    ['of no other secret of a chart', 'undecided', { ...HELM('{{ .Values.secret }}'), 'chart/values.yaml': VALUES }],
    ['of a resource of its folder', 'ready', { ...lambda('aws_ssm_parameter.m.value'), 'infra/a.tf': TERRAFORM }],
    ['of no other resource', 'undecided', { ...lambda('aws_ssm_parameter.n.value'), 'infra/a.tf': TERRAFORM }],
    ['of no resource elsewhere', 'undecided', { ...lambda('aws_ssm_parameter.m.value'), 'prod/a.tf': TERRAFORM }],
    ['of a version of a secret', 'ready', GOOGLE],
    ['of no secret without a version', 'undecided', { 'infra/a.tf': GOOGLE['infra/a.tf'] }],
    ['of the module of a program in the root', 'ready', { ...CONFIG, '.env': `MONGODB_URI=${URI}\n` }],
    ['of no module of a program in the root', 'undecided', CONFIG],
    ['of the module that reads its variable', 'ready', { ...MODULE, '.env': `MONGODB_URI=${URI}\n` }],
    ['of no module without a value', 'undecided', MODULE],
    [
      'of no output of another state',
      'undecided',
      written('data.terraform_remote_state.db.outputs.lagoon_private_srv'),
    ],
    ['of no output of one module of several', 'undecided', written('module.clusters["lagoon"].mongo_uri')],
    [
      'of no output of a dependency',
      'undecided',
      { 'app/terragrunt.hcl': 'inputs = {\n  db = dependency.mongo.outputs.endpoint\n}\n' },
    ],
    [
      'of no module of another program',
      'undecided',
      {
        'app/settings.py': MODULE['shop/settings.py'],
        'shop/db.py': MODULE['shop/db.py'],
        'app/.env': `MONGODB_URI=${URI}\n`,
      },
    ],
  ])('%s: %s', (_, verdict, files) => {
    expect(entryFor(files).verdict).toBe(verdict);
    // A list agrees: it has the kind of each read whose value is in the tree.
    const listed = withFiles(files, (cwd) => connlint(['list', '--format', 'csv'], { cwd }).stdout);
    expect(listed.includes(',external,')).toBe(verdict === 'undecided');
  });

  it('that is asked for where its variable is read', () => {
    const { open } = entryFor({
      'config/config.exs': 'config :lagoon, mongo_url: System.get_env("MONGO_URL")\n',
      'lib/lagoon.ex': 'url = Application.get_env(:lagoon, :mongo_url)\nMongo.start_link(url: url)\n',
    });
    expect(open).toMatchObject([{ message: 'The value of MONGO_URL is not in this tree.' }]);
  });

  it('that is asked for by the last name of its path, which may have a dash', () => {
    const { open } = entryFor({ 'a.tf': 'locals {\n  uri = "mongodb+srv://u:p@${proxy.lagoon-db.address}/app"\n}\n' });
    expect(open).toMatchObject([{ message: 'The host comes from address, whose value is not in this tree.' }]);
  });
});
