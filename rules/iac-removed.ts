import { codeMatches } from '../src/read/page.ts';
import { defineReason, defineRule, offer, type RuleProblem, type ProjectRuleResult } from '../src/lint/rule.ts';
import { folderOf, grouped, type Source, type CollectedItem, type FiledItem } from '../src/text/source.ts';
import {
  declaringFolder,
  namesIn,
  releaseOf,
  releasesIn,
  removedInTwo,
  shapeUses,
  type ReleaseItem,
  type RemovedItem,
  type ShapeItem,
  type ShapeUse,
} from '../src/iac/provider-release.ts';
import { infrastructureMatches, isTerraformPath, terraformClusters, itemsByModule } from '../src/iac/terraform.ts';
import { supportSince } from '../src/drivers/drivers.ts';
import { createdBefore } from '../src/facts/eligibility.ts';
import { clustersNamed, projectOf } from '../src/facts/query.ts';
import type { Facts } from '../src/facts/facts.ts';

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

const ATTRIBUTE_AWS_MAP = /\.(aws_private_link(?:_srv)?)(?!\w)/g;

/** The resource whose strings a map is read from. A list has no map in the newer resource. */
const BEFORE_MAP =
  /(mongodbatlas_(?:advanced_)?cluster)\.([\w-]{1,80})(?:\[[^\]\n]{1,80}\])?\.connection_strings(\[[^\]\n]{1,20}\]|\.0)?$/;

const TERRAFORM_FILES = /\.(?:tf|tofu)(?:\.json)?$|\.terraform\.lock\.hcl$/i;

/** The same in Pulumi programs. */
const PROGRAM = /\.(awsPrivateLink(?:Srv)?|aws_private_link(?:_srv)?)(?!\w)/g;

export default defineRule({
  id: 'iac-removed',
  basis: 'code',
  reasons: {
    attribute: {
      trigger: { anchors: ['mongo_uri', 'srv_address', 'mongoUri', 'MongoUri', 'srvAddress', 'SrvAddress'] },
      messages: {
        absent: '`{resource}` has no attribute `{name}`. Read `connection_strings`.',
        old: '`{name}` comes from an old version of the API. Read `{now}`.',
      },
      checkFile({ source }, { facts }) {
        if (!isTerraformPath(source.path)) return pulumi(source);
        const clusters = terraformClusters(source);
        return readsIn(source).map(({ address, resource, name, endOffset }): RuleProblem => {
          const at = { offset: endOffset - name.length, endOffset };
          if (resource === 'mongodbatlas_advanced_cluster') return { message: 'absent', data: { resource, name }, at };
          const { field, same } = NOW[name]!;
          const proven = same && isSamePath(clusters.find((one) => one.address === address)?.name ?? null, facts);
          const now = `connection_strings[0].${field}`;
          const change = { title: `Read ${now}`, edits: [{ ...at, text: now }] };
          return { message: 'old', data: { name, now }, severity: 'warning', at, ...offer(change, proven) };
        });
      },
    },
    'aws-map': defineReason<MapItem | ReleaseItem>({
      trigger: { anchors: ['aws_private_link', 'awsPrivateLink', 'mongodbatlas'] },
      messages: {
        map: '`{name}` is deprecated. Filter `private_endpoint` by the id of your endpoint.',
        absent: '`{resource}` has no `{name}`. Filter `private_endpoint` by the id of your endpoint.',
        empty: '`{name}` is empty since provider 1.12.0. Filter `private_endpoint` by the id of your endpoint.',
      },
      collect: ({ source }) => [...mapsIn(source), ...(isTerraform(source) ? releasesIn(source) : [])],
      checkProject: (items) =>
        itemsByModule(items).flatMap((own) => {
          const isEmpty = supportSince(EMPTY_SINCE, releaseOf(own)) === 'fine';
          return own.flatMap((item): ProjectRuleResult[] => {
            if (item.is !== 'map') return [];
            const { file, at, name, resource } = item;
            const message = resource === ADVANCED ? 'absent' : isEmpty && resource !== null ? 'empty' : 'map';
            const severity = message === 'map' ? 'warning' : 'error';
            return [{ message, severity, data: { name, resource: resource ?? '' }, at, file }];
          });
        }),
    }),
    shape: defineReason<ShapeItem>({
      trigger: { anchors: ['connection_strings', 'mongodbatlas', 'module'], path: TERRAFORM_FILES },
      messages: {
        list: '`connection_strings` is an object since release 2 of the provider. Remove the index.',
        object: '`connection_strings` is a list before release 2 of the provider. Write `connection_strings[0]`.',
        iterated: '`connection_strings` is an object since release 2 of the provider. This iterates over its fields.',
      },
      collect: ({ source }) => [...shapeUses(source), ...namesIn(source), ...releasesIn(source)],
      checkProject: shapeProblems,
    }),
    'release-2': defineReason<RemovedItem | ReleaseItem>({
      trigger: { anchors: ['mongodbatlas'], path: TERRAFORM_FILES },
      messages: {
        gone: '`{resource}` has no `{name}` since release 2 of the provider. Remove it.',
        goneNow: '`{resource}` has no `{name}` since release 2 of the provider. Use {now}.',
        block:
          '`{name}` is an attribute since release 2 of the provider. Write `{name} =` for it and the blocks inside.',
        map: '`{name}` is a map since release 2 of the provider. Write `{name} = { key = "value" }`.',
      },
      collect: ({ source }) => [...removedInTwo(source), ...releasesIn(source)],
      checkProject: (items) =>
        itemsByModule(items)
          .filter((own) => supportSince(TWO, releaseOf(own)) === 'fine')
          .flat()
          .flatMap((item): ProjectRuleResult[] => {
            if (item.is !== 'removed') return [];
            const { message, resource, name, now, at, file } = item;
            return [{ message, data: { resource, name, now }, at, file }];
          }),
    }),
  },
});

/** Legacy names on Azure and Google Cloud may lead to private addresses. All others lead where the current ones do. */
function isSamePath(name: string | null, all: Facts): boolean {
  if (name === null) return false;
  const facts = projectOf(all, { cluster: name });
  const [cluster, other] = clustersNamed(facts, name);
  if (!cluster || other) return false;
  const onAws = cluster.providers?.value.every((provider) => provider === 'aws') ?? false;
  return onAws || createdBefore(cluster, '2020-03-31') === false || facts.project.peeringOnly?.value === false;
}

interface AttributeUse {
  /** Of the resource or the data source, `null` for the variable of a loop. */
  readonly address: string | null;
  readonly resource: string;
  readonly name: string;
  readonly endOffset: number;
}

function readsIn(source: Source): AttributeUse[] {
  const plain = codeMatches(source, ATTRIBUTE).map(
    ({ match: [, address = '', resource = '', name = ''], endOffset }) => {
      return { address, resource, name, endOffset };
    },
  );
  const each = codeMatches(source, EACH).flatMap(({ match: [, variable = '', resource = ''], endOffset }) => {
    const [body = ''] = source.text.slice(endOffset, endOffset + BODY).split(/\bfor\b|\n\}/, 1);
    const reads = body.matchAll(new RegExp(`(?<![\\w.])${variable}\\.(${NAMES})(?!\\w)`, 'g'));
    return [...reads].map(({ index, 0: read, 1: name = '' }): AttributeUse => {
      return { address: null, resource, name, endOffset: endOffset + index + read.length };
    });
  });
  return [...plain, ...each];
}

/** Variables that contain Pulumi's `Cluster`, whose outputs may be read, in any of its languages. */
const MADE =
  /\b([A-Za-z_]\w{0,60})(?:[ \t]{0,4},[ \t]{0,4}err)?(?:[ \t]{0,4}:[ \t]{0,4}[\w.]{1,60})?[ \t]{0,4}:?=[ \t]{0,4}(?:new[ \t]{1,4})?(?:[\w.]{1,40}\.)?(?:New)?(Cluster|AdvancedCluster)\(/g;

const READ =
  /\b([A-Za-z_]\w{0,60})\.([sS]rvAddress|srv_address|[mM]ongoUri(?:WithOptions|Updated)?|mongo_uri(?:_with_options|_updated)?)\b/g;

function pulumi(source: Source): RuleProblem[] {
  if (!/pulumi[/_.-]mongodbatlas/i.test(source.text)) return [];
  // A name may be assigned several times. A read from it is reported once, for the last cluster assigned.
  const made = new Map(codeMatches(source, MADE).map(({ match: [, name = '', resource = ''] }) => [name, resource]));
  return codeMatches(source, READ).flatMap(({ match: [, name = '', written = ''], endOffset }): RuleProblem[] => {
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

/** A read of a map of endpoints. */
interface MapItem extends CollectedItem {
  readonly is: 'map';
  readonly name: string;
  /** Type of the resource, `null` in a program and where the text does not show it. */
  readonly resource: string | null;
}

const TWO = [2, 0, 0];
/** Upgrade guide 1.12.0; terraform-provider-mongodbatlas 1658. */
const EMPTY_SINCE = [1, 12, 0];
const ADVANCED = 'mongodbatlas_advanced_cluster';

const isTerraform = ({ path }: Source): boolean => isTerraformPath(path) || path.endsWith('.terraform.lock.hcl');

function mapsIn(source: Source): MapItem[] {
  return infrastructureMatches(source, ATTRIBUTE_AWS_MAP, PROGRAM).map(({ match, offset, endOffset }) => {
    const before = source.text.slice(Math.max(0, offset - 200), offset);
    const [, resource = null, , index] = BEFORE_MAP.exec(before) ?? [];
    const known = resource === ADVANCED && index !== undefined ? null : resource;
    return { is: 'map', name: match[1]!, resource: known, at: { offset: offset + 1, endOffset } };
  });
}

function shapeProblems(items: readonly FiledItem<ShapeItem>[]): ProjectRuleResult[] {
  const modules = grouped(items, ({ file }) => folderOf(file));
  const declaring = declaringFolder(items);
  return items.flatMap((item): ProjectRuleResult[] => {
    const folder = folderOf(item.file);
    const declared = item.is === 'use' ? declaring(item.target, folder) : null;
    if (item.is !== 'use' || declared === null) return [];
    const own = releaseOf(modules.get(declared) ?? []) ?? releaseOf(modules.get(folder) ?? []);
    const support = supportSince(TWO, own);
    return support === 'unknown' ? [] : problemsOf(item, support === 'fine');
  });
}

function problemsOf({ file, at, as, text }: FiledItem<ShapeUse>, isObject: boolean): ProjectRuleResult[] {
  if (isObject && as === 'loop') return [{ message: 'iterated', at, file }];
  const isWrong = isObject ? as === 'index' || as === 'element' : as === 'field';
  if (!isWrong) return [];
  const now = isObject ? text : `${text}[0]`;
  const title = `Write ${now}`;
  return [{ message: isObject ? 'list' : 'object', at, file, fix: { title, edits: [{ ...at, text: now }] } }];
}
