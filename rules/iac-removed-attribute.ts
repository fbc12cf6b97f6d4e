import { codeMatches } from '../src/rule-helpers/built-hosts.ts';
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';
import type { Range, Source } from '../src/text/source.ts';
import { behind, clusterIndex, isTerraformPath, terraformClusters } from '../src/iac/terraform.ts';
import { createdBefore } from '../src/facts/eligibility.ts';
import { clustersNamed, projectNaming } from '../src/facts/query.ts';
import type { Facts } from '../src/facts/facts.ts';
import { exampleRecord } from '../src/rule-helpers/example-record.ts';

const NAMES = 'mongo_uri_with_options|mongo_uri_updated|mongo_uri|srv_address';
const CLUSTERS = '(?:data\\.)?(mongodbatlas_(?:advanced_)?cluster)\\.[\\w-]{1,80}';
const INDEX = '(?:\\[(?:[^\\[\\]\\n]|\\[[^\\[\\]\\n]{0,40}\\]){1,80}\\])?';
/** The last part matches `values(…)[*]` and `one(…)`. */
const ATTRIBUTE = new RegExp(`\\b(${CLUSTERS})${INDEX}(?:\\)${INDEX})?\\.(${NAMES})(?!\\w)`, 'g');
/** `for name, cluster in mongodbatlas_cluster.all :`, whose variable is read later. */
const EACH = new RegExp(
  `\\bfor[ \\t]{1,8}(?:\\w{1,60}[ \\t]{0,8},[ \\t]{0,8})?(\\w{1,60})[ \\t]{1,8}in[ \\t]{1,8}(?:values\\()?${CLUSTERS}${INDEX}\\)?[ \\t]{0,8}:`,
  'g',
);
/** How far after the head of a `for` its variable is searched, in code units. */
const BODY = 400;

/** The attribute with the same string. `same` if it also has the same options, which `mongo_uri` had not. */
const NOW: Readonly<Record<string, { readonly field: string; readonly same: boolean }>> = {
  srv_address: { field: 'standard_srv', same: true },
  mongo_uri_with_options: { field: 'standard', same: true },
  mongo_uri: { field: 'standard', same: false },
  mongo_uri_updated: { field: 'standard', same: false },
};

const TILL = 'resource "mongodbatlas_cluster" "till" {\n  name = "till"\n}\n';
const onAzure = (createDate: string): object => ({
  ...(exampleRecord('till', 'h6j2m', { regions: [['AZURE', 'EUROPE_WEST']] }) as object),
  createDate,
});
const output = (value: string): string => `output "uri" {\n  value = ${value}\n}\n`;

export default defineRule({
  id: 'iac-removed-attribute',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: ['mongo_uri', 'srv_address', 'mongoUri', 'MongoUri', 'srvAddress', 'SrvAddress'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'An attribute of the first cluster record (`srv_address`, `mongo_uri`, …) in Terraform code.',
    why: '`mongodbatlas_advanced_cluster` never had these attributes, and plans with them fail. On `mongodbatlas_cluster` they come from an old version of the API.',
    todo: 'Read `connection_strings`.',
    severities: { warning: 'if the older provider still has the attribute' },
    sources: ['Terraform provider for MongoDB Atlas, documentation of both cluster resources (2026-08)'],
  },
  messages: {
    absent: '`{resource}` has no attribute `{name}`. Read `connection_strings`.',
    old: '`{name}` comes from an old version of the API. Read `{now}`.',
  },
  examples: {
    invalid: [
      {
        title: 'the SRV string of the older resource',
        files: { 'main.tf': output('mongodbatlas_cluster.till.⟦srv_address⟧') },
        severity: 'warning',
        suggested: 'connection_strings[0].standard_srv',
      },
      {
        title: 'with options, in a text',
        files: { 'main.tf': output('"${data.mongodbatlas_cluster.till[0].⟦mongo_uri_with_options⟧}&w=1"') },
        suggested: 'connection_strings[0].standard',
      },
      {
        title: 'the record shows that the cluster never had a legacy name',
        files: { 'main.tf': TILL + output('mongodbatlas_cluster.till.⟦srv_address⟧') },
        facts: { 'till.json': onAzure('2022-05-04T09:12:33Z') },
        fixed: 'connection_strings[0].standard_srv',
      },
      {
        title: 'legacy names on Azure may be private ones',
        files: { 'main.tf': TILL + output('mongodbatlas_cluster.till.⟦srv_address⟧') },
        facts: { 'till.json': onAzure('2019-05-04T09:12:33Z') },
        suggested: 'connection_strings[0].standard_srv',
      },
      {
        title: 'without options',
        files: { 'main.tf': output('mongodbatlas_cluster.till.⟦mongo_uri⟧') },
        suggested: 'connection_strings[0].standard',
      },
      {
        title: 'the newer resource',
        files: { 'main.tf': output('mongodbatlas_advanced_cluster.till.⟦srv_address⟧') },
        severity: 'error',
      },
      {
        title: 'Pulumi',
        files: {
          'index.ts':
            "import * as atlas from '@pulumi/mongodbatlas';\nconst cluster = new atlas.Cluster('c', {});\nexport const uri = cluster.⟦srvAddress⟧;\n",
        },
        severity: 'warning',
      },
    ],
    valid: [
      { title: 'another provider', files: { 'main.tf': output('consul_service.till.srv_address') } },
      {
        title: 'the current field',
        files: { 'main.tf': output('mongodbatlas_cluster.till.connection_strings[0].standard') },
      },
      { title: 'a comment', files: { 'main.tf': '# mongodbatlas_cluster.till.srv_address\n' } },
      { title: 'a longer name', files: { 'main.tf': output('mongodbatlas_cluster.till.mongo_uri_note') } },
    ],
  },
  check({ source }, { facts }) {
    if (!isTerraformPath(source.path)) return pulumi(source);
    const clusters = clusterIndex(terraformClusters(source));
    return readAttributes(source.text).map(({ resource, address, name, at }): RuleProblem => {
      if (resource === 'mongodbatlas_advanced_cluster') return { message: 'absent', data: { resource, name }, at };
      const { field, same } = NOW[name]!;
      const proven = same && address !== null && isSamePath(behind(address, clusters)?.named ?? null, facts);
      const now = `connection_strings[0].${field}`;
      const change = { title: `Read ${now}`, edits: [{ ...at, text: now }] };
      const problem = { message: 'old', data: { name, now }, severity: 'warning', at } as const;
      return proven ? { ...problem, fix: change } : { ...problem, suggestions: [change] };
    });
  },
});

/** Legacy names on Azure and Google Cloud may lead to private addresses. All others lead where the current ones do. */
function isSamePath(name: string | null, all: Facts): boolean {
  if (name === null) return false;
  const facts = projectNaming(all, name);
  const [cluster, other] = clustersNamed(facts, name);
  if (!cluster || other) return false;
  const onAws = cluster.providers?.value.every((provider) => provider === 'aws') ?? false;
  return onAws || createdBefore(cluster, '2020-03-31') === false || facts.project.peeringOnly?.value === false;
}

interface Read {
  readonly resource: string;
  /** Of the resource or the data source, `null` for the variable of a loop. */
  readonly address: string | null;
  readonly name: string;
  readonly at: Range;
}

function readAttributes(text: string): Read[] {
  const plain = codeMatches(text, ATTRIBUTE).map(({ match: [, address = '', resource = '', name = ''], endOffset }) => {
    return { resource, address, name, at: { offset: endOffset - name.length, endOffset } };
  });
  const each = codeMatches(text, EACH).flatMap(({ match: [, variable = '', resource = ''], endOffset: from }) => {
    const [body = ''] = text.slice(from, from + BODY).split(/\bfor\b|\n\}/, 1);
    return [...body.matchAll(new RegExp(`(?<![\\w.])${variable}\\.(${NAMES})(?!\\w)`, 'g'))].map((read): Read => {
      const endOffset = from + read.index + read[0].length;
      return { resource, address: null, name: read[1]!, at: { offset: endOffset - read[1]!.length, endOffset } };
    });
  });
  return [...plain, ...each];
}

/** Variables that contain Pulumi's `Cluster`, whose outputs may be read, in any of its languages. */
const MADE =
  /\b([A-Za-z_]\w{0,60})(?:[ \t]{0,4},[ \t]{0,4}err)?(?:[ \t]{0,4}:[ \t]{0,4}[\w.]{1,60})?[ \t]{0,4}:?=[ \t]{0,4}(?:new[ \t]{1,4})?(?:[\w.]{1,40}\.)?(?:New)?(Cluster|AdvancedCluster)\(/g;
const READ =
  /\b([A-Za-z_]\w{0,60})\.([sS]rvAddress|srv_address|[mM]ongoUri(?:WithOptions|Updated)?|mongo_uri(?:_with_options|_updated)?)\b/g;

function pulumi({ text }: Source): RuleProblem[] {
  if (!/pulumi[/_.-]mongodbatlas/i.test(text)) return [];
  // A name may be assigned several times. A read from it is reported once, for the last cluster assigned.
  const made = new Map(codeMatches(text, MADE).map(({ match: [, name = '', resource = ''] }) => [name, resource]));
  return codeMatches(text, READ).flatMap(({ match: [, name = '', written = ''], endOffset }): RuleProblem[] => {
    const resource = made.get(name);
    if (resource === undefined) return [];
    const at = { offset: endOffset - written.length, endOffset };
    if (resource === 'AdvancedCluster') return [{ message: 'absent', data: { resource, name: written }, at }];
    const snake = written.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();
    const now = spelledLike(written, `connection_strings[0].${NOW[snake]!.field}`);
    return [{ message: 'old', data: { name: written, now }, severity: 'warning', at }];
  });
}

/** Python keeps Terraform's spelling, the other languages use camel case. */
function spelledLike(written: string, words: string): string {
  if (written.includes('_')) return words;
  const camel = words.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return /^[A-Z]/.test(written) ? camel.replace(/(?<![a-zA-Z])[a-z]/g, (letter) => letter.toUpperCase()) : camel;
}
