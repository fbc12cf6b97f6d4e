import { eachProject, NO_FACTS, type FactName, type Facts } from '../src/facts/facts.ts';
import { clustersNamed, isOtherProject, projectOf, projectsOf } from '../src/facts/query.ts';
import { itemsByModule, type FiledItem, isTerraformPath } from '../src/iac/terraform.ts';
import {
  ATTRIBUTE_WORDS,
  clusterOfUse,
  declaredClusters,
  endpointItems,
  type AttributeUse,
  type ClusterInCode,
  PATH_WORDS,
  peeringItems,
  type PeeringItem,
} from '../src/iac/attributes.ts';
import type { MultiRegion } from '../src/lint/string-hosts.ts';
import {
  defineReason,
  defineRule,
  type ProjectRuleResult,
  type RuleContext,
  type RuleResult,
} from '../src/lint/rule.ts';
import { grouped, oncePer, type CollectedItem } from '../src/text/source.ts';
import { codeMatches } from '../src/read/code-matches.ts';
import type { ServiceProfile } from '../src/classify/service.ts';
import type { Fix } from '../src/text/edits.ts';
import type { FoundFile } from '../src/classify/found-string.ts';

/** The attribute with the string that every cluster has, by the spelling of this attribute. */
const PLAIN: Readonly<Record<string, string>> = {
  srv_shard_optimized_connection_string: 'srv_connection_string',
  srvShardOptimizedConnectionString: 'srvConnectionString',
  SRVShardOptimizedConnectionString: 'SRVConnectionString',
};

/** The attribute with the same kind of string for an endpoint. */
const TEMPLATE_NAMES: Readonly<Record<string, string>> = {
  Private: 'PrivateEndpoints',
  PrivateSrv: 'PrivateEndpointsSrv',
};

const TERRAFORM_NAMES: Readonly<Record<string, string>> = {
  private: 'connection_string',
  private_srv: 'srv_connection_string',
};

const POSITION =
  /\b(private_endpoint(?:\[\d{1,3}\]|\.\d{1,3}(?=\.)))|\b(?:element\([ \t]{0,4}[\w.[\]]{1,200}?)(private_endpoint[ \t]{0,4},[ \t]{0,4}\d{1,3}(?=[ \t]{0,4}\)))/g;

/** The same in Pulumi programs. */
const PROGRAM = /\b((?:privateEndpoints?|private_endpoints?)\[\d{1,3}\])(?=\??\.|\[["'])/g;

const ENDPOINT = /^[ \t]{0,32}resource[ \t]{1,16}"mongodbatlas_privatelink_endpoint_service"/gm;

/** A resource that may have several instances. */
const REPEATED = /^[ \t]{0,32}(?:count|for_each)[ \t]{0,16}=/m;

/**
 * `key: connectionString…` of a reference, or in `-o jsonpath` or `index .data`, with the operator's name of the key.
 */
const KEY =
  /(?:\b(?:key|secretKey|property|remoteKey|objectName)["']?[ \t]{0,8}:[ \t]{0,8}["']?|\.data\.|data\[["'])(connectionString(?:\\?\.(standard|standardSrv|private|privateSrv)|(PrivateShard|PrivateSrv|Private)(\d{0,2})))(?![\w.])/g;

/** A resource of the Atlas operator. Secrets of another operator have other keys. */
const atlasKind = oncePer(({ operatorGroup }: ServiceProfile): RegExp => {
  const group = operatorGroup.replaceAll('.', '\\.');
  return new RegExp(
    `\\bapiVersion:[ \\t]{0,8}["']?${group}/|\\bkind:[ \\t]{0,8}["']?Atlas(?:Project|Deployment|DatabaseUser)\\b`,
    'g',
  );
});

/** The id of a database user where a string or its format takes the name. */
const USER_ID =
  /:\/\/(?:\$\{|%s[^"\n]{0,200}",\s{0,40})(mongodbatlas_database_user\.[\w-]{1,80}(?:\[[^\]\n]{1,40}\])?\.id)(?=[\s},)])/g;

interface KeyItem extends CollectedItem {
  readonly is: 'atlas-kind' | 'dotted' | 'public' | 'numbered';
  readonly key: string;
  /** The key to read instead. */
  readonly now: string | null;
}

const CALL =
  /\batlas[ \t]{1,8}clusters?[ \t]{1,8}(?:connectionStrings|cs)[ \t]{1,8}describe[ \t]{1,8}["']?([\w-]{1,80})["']?[^\n;|]{0,200}?[ \t](--type[ =]["']?privateEndpoint["']?)(?!\w)/g;

export default defineRule({
  id: 'attribute-kind',
  basis: 'code',
  reasons: {
    optimized: defineReason({
      withoutPlan: true,
      trigger: {
        anchors: [
          ...ATTRIBUTE_WORDS,
          'private_endpoint_regional_mode',
          'mongodbatlas_advanced_cluster',
          'mongodbatlas_cluster',
        ],
      },
      messages: {
        replica: 'A replica set has no optimized string. `{name}` is empty.',
        provider: 'Only AWS has optimized strings. `{name}` is empty.',
        regions: 'A cluster of several regions has no optimized string without regionalized endpoints.',
        planned: 'The optimized string stops working with the planned regions unless regionalized endpoints are on.',
      },
      collect: endpointItems,
      checkProject(files, context) {
        return itemsByModule(files).flatMap((items) => {
          const module = {
            clusters: declaredClusters(items),
            isRegionalized: items.some(({ is }) => is === 'regionalized'),
          };
          return items.flatMap((item) => (item.is === 'use' ? judged(item, module, context) : []));
        });
      },
    }),
    peering: defineReason({
      confidence: 'medium',
      trigger: { anchors: ['mongodbatlas', 'MongoDB::Atlas', ...PATH_WORDS], besideService: true },
      messages: { peering: '`{name}` is the string for peering, but this stack only has private endpoints.' },
      collect: peeringItems,
      checkProject(files, { facts }) {
        if ((facts.project.peering?.value.length ?? 0) > 0) return [];
        return itemsByModule(files).flatMap((items) => stacksOf(items).flatMap(judgedPeering));
      },
    }),
    position: defineReason({
      trigger: { anchors: ['private_endpoint', 'privateEndpoint', 'mongodbatlas_privatelink_endpoint_service'] },
      messages: { position: '`{text}` reads an endpoint by its position. Filter by `endpoint_id` instead.' },
      collect: endpointsIn,
      checkProject(files) {
        return itemsByModule(files).flatMap((items) => {
          const services = items.flatMap((item) => (item.is === 'service' ? [item] : []));
          if (services.length === 1 && !services[0]!.repeated) return [];
          return items.flatMap((item) =>
            item.is === 'position'
              ? [{ message: 'position', data: { text: item.text }, at: item.at, file: item.file }]
              : [],
          );
        });
      },
    }),
    user: {
      trigger: { anchors: ['mongodbatlas_database_user'] },
      messages: { id: '`{text}` is an encoded id. The name of the user is `username`.' },
      checkFile: ({ source }) =>
        (isTerraformPath(source.path) ? codeMatches(source.text, USER_ID) : []).map(({ match, endOffset }) => {
          const at = { offset: endOffset - 'id'.length, endOffset };
          const suggestions = [{ title: 'Write username', edits: [{ ...at, text: 'username' }] }];
          return { message: 'id', data: { text: match[1]! }, at, suggestions };
        }),
    },
    'secret-key': defineReason({
      trigger: {
        anchors: [
          'connectionString.',
          'connectionString\\.',
          'connectionStringPrivate',
          'atlas.mongodb.com/',
          'AtlasProject',
          'AtlasDeployment',
        ],
      },
      messages: {
        dotted: 'The operator does not write `{key}`. Its keys have no dot (`{now}`).',
        public: '`{key}` is for a private network, but this workload runs in a public one.',
        numbered: '`{key}` is numbered by position. Peering or another endpoint shifts the numbers.',
      },
      collect({ source: { text } }, { network, profile }): KeyItem[] {
        const kinds = codeMatches(text, atlasKind(profile)).map(({ offset, endOffset }): KeyItem => {
          return { is: 'atlas-kind', at: { offset, endOffset }, key: '', now: null };
        });
        // The operator for self-hosted deployments writes keys with dots.
        const isCommunity = /MongoDBCommunity|mongodbcommunity/.test(text);
        const keys = codeMatches(text, KEY).flatMap(({ match, endOffset }): KeyItem[] => {
          const [, key = '', dotted, kind = '', number = ''] = match;
          const at = { offset: endOffset - key.length, endOffset };
          if (dotted !== undefined) {
            const now = `connectionString${dotted[0]!.toUpperCase()}${dotted.slice(1)}`;
            return isCommunity ? [] : [{ is: 'dotted', at, key, now }];
          }
          if (network === 'public')
            return [{ is: 'public', at, key, now: `connectionStringStandard${kind === 'Private' ? '' : 'Srv'}` }];
          return number === '' ? [] : [{ is: 'numbered', at, key, now: null }];
        });
        return [...kinds.slice(0, 1), ...keys];
      },
      checkProject(files) {
        const items = files.flatMap(({ path, items: own }) => own.map((item) => ({ ...item, file: path })));
        const hasOperator = items.some(({ is }) => is === 'atlas-kind');
        return items.flatMap(({ is, at, key, now, file }): ProjectRuleResult[] => {
          if (is === 'atlas-kind' || (is === 'dotted' && !hasOperator)) return [];
          const suggestions = now === null ? [] : [{ title: `Read ${now}`, edits: [{ ...at, text: now }] }];
          return [{ message: is, data: { key, now: now ?? '' }, at, file, suggestions }];
        });
      },
    }),
    cli: {
      trigger: { anchors: ['privateEndpoint'] },
      messages: { empty: '`--type privateEndpoint` prints nothing for the replica set "{cluster}".' },
      checkFile({ source: { text } }, { facts }) {
        return codeMatches(text, CALL).flatMap(({ match, endOffset }): RuleResult[] => {
          const [whole, name = '', option = ''] = match;
          const at = { offset: endOffset - option.length, endOffset };
          const rest = text.slice(endOffset, endOffset + 200).split('\n', 1)[0]!;
          if (/[ \t](?:-o|--output)[ =]["']?json/.test(whole + rest)) return [];
          const [cluster, other] = facts.clusters.filter((known) => known.name === name);
          if (!cluster?.sharded || other) return [{ missing: 'cluster type', at }];
          const suggestions = [{ title: 'Print the record as JSON', edits: [{ ...at, text: '-o json' }] }];
          return cluster.sharded.value ? [] : [{ message: 'empty', data: { cluster: name }, at, suggestions }];
        });
      },
    },
  },
});

interface Module {
  readonly clusters: ReturnType<typeof declaredClusters>;
  readonly isRegionalized: boolean;
}

function judged(use: FiledItem<AttributeUse>, module: Module, context: RuleContext): ProjectRuleResult[] {
  const { at, file, attribute } = use;
  const cluster = clusterOfUse(use, module.clusters);
  if (!cluster) return [];
  const plain = PLAIN[attribute];
  if (plain === undefined) return [];
  const message = reasonOf(cluster, module, context);
  if (message === null) return [];
  if (message === MODE) return [{ missing: MODE, at, file }];
  const suggestions = [{ title: `Read ${plain}`, edits: [{ ...at, text: plain }] }];
  return [{ message, data: { name: attribute }, at, file, suggestions }];
}

const MODE = 'regionalized private endpoints (regionalMode)' satisfies FactName;

/** The facts of the project with a cluster of this name. */
const named = ({ name }: ClusterInCode, all: Facts): Facts => (name === null ? all : projectOf(all, { cluster: name }));

/** Why the string does not exist, or the missing fact that decides it. `null` for neither. */
function reasonOf(
  cluster: ClusterInCode,
  { isRegionalized }: Module,
  { plan, facts: all }: RuleContext,
): 'replica' | 'provider' | 'regions' | 'planned' | typeof MODE | null {
  const own = eachProject(all).filter((one) => !isOtherProject(one, cluster.project));
  const facts = cluster.project !== null && own.length < 2 ? (own[0] ?? NO_FACTS) : named(cluster, all);
  const [record, other] = cluster.name === null ? [] : clustersNamed(facts, cluster.name);
  if (cluster.type === 'REPLICASET' || (!other && record?.sharded?.value === false)) return 'replica';
  if (cluster.providers.length > 0 && !cluster.providers.includes('AWS') && !cluster.providers.includes('TENANT'))
    return 'provider';
  const isOn = isRegionalized || facts.project.regionalizedPrivateEndpoints?.value;
  const planned = plan.filter(
    (one) =>
      one.change === 'multi-region' &&
      (one.cluster === '*' || one.cluster === cluster.name) &&
      (facts === all || projectsOf(all, one).includes(facts)),
  );
  const stays = planned.filter((one) => (one as MultiRegion).regionalizedPrivateEndpoints !== true);
  if (isOn === true) return null;
  if (cluster.regions.length > 1) return isOn === false ? 'regions' : MODE;
  if (stays.length === 0) return null;
  const isTold = isOn === false || stays.some((one) => (one as MultiRegion).regionalizedPrivateEndpoints === false);
  return isTold ? 'planned' : MODE;
}

/** The Terraform files of a folder are one stack. Each template or program is a stack. */
function stacksOf(items: readonly FiledItem<PeeringItem>[]): (readonly FiledItem<PeeringItem>[])[] {
  return [...grouped(items, ({ own, file }) => (own ? file : '')).values()];
}

function judgedPeering(items: readonly FiledItem<PeeringItem>[]): ProjectRuleResult[] {
  const services = items.filter(({ is }) => is === 'endpoint-service').length;
  const hasEndpoint = services > 0 || items.some(({ is }) => is === 'endpoint');
  if (!hasEndpoint || items.some(({ is }) => is === 'peering')) return [];
  return items.flatMap(({ is, at, file, attribute: name }): ProjectRuleResult[] => {
    if (is !== 'read') return [];
    const now = replacement(name, services);
    const suggestions: Fix[] = now === null ? [] : [{ title: `Read ${now}`, edits: [{ ...at, text: now }] }];
    return [{ message: 'peering', data: { name }, at, file, suggestions }];
  });
}

/** Only a single endpoint can be read by index. */
function replacement(name: string, services: number): string | null {
  const own = TEMPLATE_NAMES[name.replace('ConnectionStrings.', '')];
  if (name.startsWith('ConnectionStrings.')) return own ?? null;
  const field = TERRAFORM_NAMES[name];
  return field !== undefined && services === 1 ? `private_endpoint[0].${field}` : null;
}

/** A list entry that is read by index, or a resource that creates one. */
type EndpointItem = CollectedItem &
  ({ readonly is: 'position'; readonly text: string } | { readonly is: 'service'; readonly repeated: boolean });

function endpointsIn({ source: { path, text } }: FoundFile): EndpointItem[] {
  const terraform = isTerraformPath(path);
  if (!terraform && !/pulumi[/_-]mongodbatlas/.test(text)) return [];
  const positions = codeMatches(text, terraform ? POSITION : PROGRAM).map(({ match, endOffset }): EndpointItem => {
    const written = match[1] ?? match[2]!;
    return { is: 'position', at: { offset: endOffset - written.length, endOffset }, text: written };
  });
  if (!terraform) return positions;
  const endpoints = codeMatches(text, ENDPOINT).map(({ offset, endOffset }): EndpointItem => {
    const block = text.slice(endOffset, endOffset + 2000).split(/^\}/m, 1)[0]!;
    return { is: 'service', at: { offset, endOffset }, repeated: REPEATED.test(block) };
  });
  return [...positions, ...endpoints];
}
