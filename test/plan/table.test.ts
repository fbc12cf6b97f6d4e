import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import type { Finding } from '../../src/lint/finding.ts';
import { check } from '../../src/node/check.ts';
import { listFiles } from '../../src/node/fs/list-files.ts';
import { planChanges } from '../../src/node/plan.ts';
import { openProject } from '../../src/node/project/project.ts';
import type { PlanEntry } from '../../src/plan/plan.ts';
import { withFiles } from '../support/cli.ts';
import { clusterRecord, endpointService, type RecordOptions } from '../support/run-plan.ts';

/** Every field of a record in every form in which a program gets it, under every change: one file for each. */

/** The name in Terraform of each field of a record. */
const FIELDS = {
  standard: 'standard',
  standardSrv: 'standard_srv',
  private: 'private',
  privateSrv: 'private_srv',
  connectionString: 'private_endpoint[0].connection_string',
  srvConnectionString: 'private_endpoint[0].srv_connection_string',
  srvShardOptimizedConnectionString: 'private_endpoint[0].srv_shard_optimized_connection_string',
} as const;
type Field = keyof typeof FIELDS;
const ALL = Object.keys(FIELDS) as Field[];
const DIRECT: readonly Field[] = ['standard', 'private', 'connectionString'];
const PEERING: readonly Field[] = ['private', 'privateSrv'];
const ENDPOINT: readonly Field[] = ['connectionString', 'srvConnectionString', 'srvShardOptimizedConnectionString'];

type Strings = Readonly<Record<Field, string>>;
const DOMAIN = 'h6j2m.mongodb.net';

function stringsOf(port: number, own: Partial<Strings> = {}): Strings {
  const options = `/?ssl=true&authSource=admin${port === 27017 ? '&replicaSet=atlas-a1b2c3-shard-0' : ''}`;
  const direct = (hosts: readonly string[]): string => `mongodb://${hosts.join(',')}${options}`;
  const nodes = (mark: string): string[] => [0, 1, 2].map((n) => `lagoon-shard-00-0${n}${mark}.${DOMAIN}:${port}`);
  return {
    standard: direct(nodes('')),
    standardSrv: `mongodb+srv://lagoon.${DOMAIN}`,
    private: direct(nodes('-pri')),
    privateSrv: `mongodb+srv://lagoon-pri.${DOMAIN}`,
    connectionString: direct([1024, 1025, 1026].map((mapped) => `pl-0-us-east-1.${DOMAIN}:${mapped}`)),
    srvConnectionString: `mongodb+srv://lagoon-pl-0.${DOMAIN}`,
    srvShardOptimizedConnectionString: `mongodb+srv://lagoon-pl-0-lb.${DOMAIN}`,
    ...own,
  };
}

const withUser = (value: string): string => value.replace('://', '://u:p@');
const hostsIn = (value: string): string => /\/\/([^/?]*)/.exec(value)![1]!;
const RESOURCE = 'resource "mongodbatlas_advanced_cluster" "l" {\n  name = "lagoon"\n}\n';
const ATTRIBUTE = 'mongodbatlas_advanced_cluster.l.connection_strings';
const below = (field: Field, list: string): string => (ENDPOINT.includes(field) ? `${list}[0].${field}` : field);
const pascal = (field: Field): string => field.replace(/^./, (start) => start.toUpperCase());

/** The forms: a file name, and its text for the value of a field or for its name. */
const FORMS: Readonly<Record<string, readonly [file: string, text: (value: string, field: Field) => string]>> = {
  'a call': ['run.py', (value) => `from pymongo import MongoClient\nclient = MongoClient("${withUser(value)}")\n`],
  'a variable': ['.env', (value) => `MONGODB_URI=${withUser(value)}\n`],
  'a setting': ['app.yaml', (value) => `mongodb:\n  uri: "${withUser(value)}"\n`],
  'hosts of a chart': ['values.yaml', (value) => `mongodb:\n  hosts: "${hostsIn(value)}"\n`],
  'a secret': [
    'secret.yaml',
    (value) => `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata:\n  url: ${btoa(withUser(value))}\n`,
  ],
  pieces: [
    'a.js',
    (value) =>
      `const { MongoClient } = require("mongodb");\nconst host = "${hostsIn(value)}";\nnew MongoClient("${value.split('/')[0]!}//u:p@" + host + "/app");\n`,
  ],
  'an output': ['a.tf', (_, field) => `${RESOURCE}output "u" {\n  value = ${ATTRIBUTE}.${FIELDS[field]}\n}\n`],
  'a local': ['a.tf', (_, field) => `${RESOURCE}locals {\n  u = ${ATTRIBUTE}[0].${FIELDS[field]}\n}\n`],
  'an edited local': [
    'a.tf',
    (_, field) =>
      `${RESOURCE}locals {\n  u = "mongodb+srv://\${var.u}:\${var.p}@\${replace(${ATTRIBUTE}[0].${FIELDS[field]}, "mongodb+srv://", "")}/app"\n}\n`,
  ],
  'a data source': [
    'a.tf',
    (_, field) =>
      `data "mongodbatlas_advanced_cluster" "l" {\n  name = "lagoon"\n}\nresource "aws_ssm_parameter" "u" {\n  value = data.${ATTRIBUTE}.${FIELDS[field]}\n}\n`,
  ],
  Pulumi: [
    'index.ts',
    (_, field) =>
      `import * as mongodbatlas from "@pulumi/mongodbatlas";\nconst c = new mongodbatlas.AdvancedCluster("l", { name: "lagoon" });\nexport const uri = c.connectionStrings.apply((s) => s[0].${below(field, 'privateEndpoints')});\n`,
  ],
  CloudFormation: [
    'cf.yaml',
    (_, field) =>
      `Resources:\n  C:\n    Type: MongoDB::Atlas::Cluster\n    Properties:\n      Name: lagoon\n  P:\n    Type: AWS::SSM::Parameter\n    Properties:\n      Value: !GetAtt C.ConnectionStrings.${pascal(field)}\n`,
  ],
  'the CLI': [
    'up.sh',
    (_, field) =>
      `uri=$(atlas clusters describe lagoon -o json | jq -r .connectionStrings.${below(field, 'privateEndpoint')})\n`,
  ],
  'the SDK': [
    'a.go',
    (_, field) =>
      `package a\n\nimport "go.mongodb.org/atlas-sdk/v20250312001/admin"\n\nfunc uri() string {\n\tcluster, _, _ := client.ClustersApi.GetCluster(ctx, id, "lagoon").Execute()\n\treturn *cluster.ConnectionStrings.${pascal(below(field, 'PrivateEndpoint') as Field)}\n}\n`,
  ],
};

interface Case {
  readonly record: RecordOptions;
  readonly strings: Strings;
  readonly settings?: object;
  readonly change: object;
  /** The fields whose strings break or change. */
  readonly breaks: readonly Field[];
  /** The fields whose strings stay as they are for certain. */
  readonly stays: readonly Field[];
}

const BOTH = ['US_EAST_1', 'EU_WEST_1'];
/** A peering connection in a region. */
const peeredIn = (regionName: string): object[] => [
  { id: `c-${regionName}`, providerName: 'AWS', regionName, provisioned: true, atlasCidrBlock: '10.8.0.0/21' },
  { containerId: `c-${regionName}`, providerName: 'AWS', vpcId: 'vpc-1', awsAccountId: '1', statusName: 'AVAILABLE' },
];
const MULTI = { change: 'multi-region', cluster: 'lagoon', regions: BOTH };
const SHARDED = { record: { type: 'SHARDED' }, strings: stringsOf(27016) } as const;
const WIDE = { record: { type: 'SHARDED', regions: BOTH }, strings: stringsOf(27016) } as const;
const SET = { record: {}, strings: stringsOf(27017) } as const;
const LEGACY = {
  record: { provider: 'AZURE', regions: ['US_EAST_2'], created: '2019-05-06T07:08:09Z' },
  strings: stringsOf(27017, {
    standardSrv: 'mongodb+srv://lagoon-h6j2m.azure.mongodb.net',
    standard: `mongodb://${[0, 1, 2].map((n) => `lagoon-shard-00-0${n}-h6j2m.azure.mongodb.net:27017`).join(',')}/?ssl=true`,
  }),
} as const;
const GCP = {
  record: { provider: 'GCP', regions: ['CENTRAL_US'] },
  strings: stringsOf(27017, {
    connectionString: `mongodb://${[0, 1, 2].map((n) => `pl-00-00${n}-us-central1-gcp.${DOMAIN}:27017`).join(',')}/?ssl=true&replicaSet=atlas-a1b2c3-shard-0`,
  }),
} as const;

const CASES: Readonly<Record<string, Case>> = {
  'more regions': {
    ...SHARDED,
    change: MULTI,
    breaks: ['srvShardOptimizedConnectionString'],
    stays: ['standardSrv', 'privateSrv'],
  },
  'more regions and regionalized endpoints': {
    ...SHARDED,
    settings: { regionalizedPrivateEndpoints: true },
    change: { ...MULTI, regionalizedPrivateEndpoints: true },
    breaks: ['srvConnectionString', 'srvShardOptimizedConnectionString'],
    stays: ['standardSrv', 'privateSrv'],
  },
  'more regions of a replica set': { ...SET, change: MULTI, breaks: [], stays: ['standardSrv', 'privateSrv'] },
  'regionalized endpoints on': {
    ...WIDE,
    change: { change: 'regionalized-endpoints', enabled: true },
    breaks: ['connectionString', 'srvConnectionString'],
    // In the regions of AWS, the optimized string stays.
    stays: ['standard', 'standardSrv', ...PEERING, 'srvShardOptimizedConnectionString'],
  },
  'regionalized endpoints off': {
    ...WIDE,
    strings: stringsOf(27016, { srvConnectionString: `mongodb+srv://lagoon-pl-0-us-east-1.${DOMAIN}` }),
    settings: { regionalizedPrivateEndpoints: true },
    change: { change: 'regionalized-endpoints', enabled: false },
    breaks: ENDPOINT,
    stays: ['standard', 'standardSrv', ...PEERING],
  },
  shard: {
    ...SET,
    change: { change: 'shard', cluster: 'lagoon' },
    breaks: [...DIRECT, 'srvConnectionString'],
    stays: ['standardSrv', 'privateSrv'],
  },
  'custom DNS off': {
    ...SET,
    change: { change: 'custom-dns', enabled: false },
    breaks: PEERING,
    stays: ['standard', 'standardSrv', ...ENDPOINT],
  },
  'from AWS to Google Cloud': {
    ...SET,
    change: { change: 'cloud-provider', cluster: 'lagoon', to: 'gcp' },
    breaks: [...PEERING, ...ENDPOINT],
    stays: ['standardSrv'],
  },
  'an old cluster from Azure to AWS': {
    ...LEGACY,
    change: { change: 'cloud-provider', cluster: 'lagoon', to: 'aws' },
    breaks: ['standard', 'standardSrv', ...PEERING, 'connectionString', 'srvConnectionString'],
    stays: [],
  },
  'port-mapped endpoints': {
    ...GCP,
    change: { change: 'port-mapped-endpoints', cluster: 'lagoon' },
    breaks: ['connectionString', 'srvConnectionString'],
    stays: ['standard', 'standardSrv', ...PEERING],
  },
  'the end of peering-only mode': {
    ...LEGACY,
    settings: { peeringOnly: true },
    change: { change: 'disable-peering-only' },
    breaks: ['standard', 'standardSrv'],
    stays: PEERING,
  },
  'the end of legacy names': {
    ...LEGACY,
    change: { change: 'leave-legacy-hostnames' },
    breaks: ['standard', 'standardSrv'],
    stays: PEERING,
  },
};

/** Every field of the record in every form. A replica set has no optimized string. */
const USES = (strings: Strings, type: RecordOptions['type']): readonly { field: Field; file: string; text: string }[] =>
  ALL.filter((field) => type === 'SHARDED' || field !== 'srvShardOptimizedConnectionString').flatMap((field) =>
    Object.entries(FORMS).map(([form, [name, text]]) => ({
      field,
      file: `${form.replaceAll(' ', '-')}-${field}/${name}`,
      text: text(strings[field], field),
    })),
  );

function judged({ record, strings, settings, change }: Case): { entry: PlanEntry; errors: readonly Finding[] } {
  const { standard, standardSrv, private: peered, privateSrv, ...ofEndpoint } = strings;
  const isSharded = record.type === 'SHARDED';
  const endpoint = {
    ...(isSharded ? ofEndpoint : { ...ofEndpoint, srvShardOptimizedConnectionString: undefined }),
    type: isSharded ? 'MONGOS' : 'MONGOD',
    endpoints: [{ endpointId: 'vpce-00000000000000001', providerName: 'AWS', region: 'US_EAST_1' }],
  };
  const listed = { standard, standardSrv, private: peered, privateSrv, privateEndpoint: [endpoint] };
  const project = { name: 'p', regionalizedPrivateEndpoints: false, customDnsOnAws: true, ...settings };
  const inventory = [
    'facts.json',
    'services.json',
    ...(BOTH.every((one) => JSON.stringify(change).includes(one)) ? ['network.json'] : []),
  ];
  const files = {
    ...Object.fromEntries(USES(strings, record.type).map(({ file, text }) => [file, text])),
    'facts.json': JSON.stringify({ results: [clusterRecord('lagoon', { ...record, strings: listed })], totalCount: 1 }),
    'services.json': JSON.stringify(BOTH.map(endpointService)),
    'network.json': JSON.stringify(BOTH.flatMap(peeredIn)),
    'connlint.config.json': JSON.stringify({ projects: [{ ...project, inventory }], plan: [change] }),
  };
  return withFiles(files, (cwd) => {
    const opened = openProject({ cwd, rules: RULES, today: '2026-11-20' });
    const list = listFiles(opened, { paths: [] });
    const [entry] = planChanges(opened, list, opened.config.plan, {}).entries;
    const errors = check(opened, list).report.findings.filter(({ severity }) => severity === 'error');
    return { entry: entry!, errors };
  });
}

describe('whatever hands a string to a client', () => {
  it.each(Object.entries(CASES))('is judged under %s, as check does', (_, one) => {
    const { entry, errors } = judged(one);
    const inFile = (file: string) => (place: { readonly file: string }) => place.file === file;
    const isHeld = (file: string): boolean =>
      entry.blocking.some(inFile(file)) || entry.open.some(({ places }) => places.some(inFile(file)));
    const uses = USES(one.strings, one.record.type);
    const missed = uses.filter(({ field, file }) => one.breaks.includes(field) && !isHeld(file));
    expect(missed.map(({ file }) => file)).toEqual([]);
    const wrong = uses.filter(({ field, file }) => one.stays.includes(field) && isHeld(file));
    expect(wrong.map(({ file }) => file)).toEqual([]);
    const known = new Set(entry.strings.map(({ id }) => id));
    const blocking = new Set(entry.blocking.map(({ id }) => id));
    expect(errors.filter(({ id }) => known.has(id) && !blocking.has(id))).toEqual([]);
    const places = new Set(entry.strings.map(({ file, line, column }) => `${file}:${line}:${column}`));
    const replaced = entry.steps.flatMap((step) => step.places.filter(({ to }) => to !== null));
    expect(replaced.filter(({ file, line, column }) => !places.has(`${file}:${line}:${column}`))).toEqual([]);
  });
});
