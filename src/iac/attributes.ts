import { codeMatches } from '../read/page.ts';
import { blocksOf, hclAttribute, hclValues } from './hcl.ts';
import { projectOfBlock, resourcesOf, terraformClusters, isTerraformPath, type ClusterInCode } from './terraform.ts';
import { folderOf, type Range, type CollectedItem, type FiledItem, type Source } from '../text/source.ts';
import type { FoundFile, FoundString } from '../classify/found-string.ts';

const CODE_TYPE =
  /\bcluster_?type["']?[ \t]{0,8}[:=][ \t]{0,8}(?:\w{1,30}\.){0,2}(?:\w{1,30}\()?["']?(REPLICASET|SHARDED|GEOSHARDED)\b(?!["'][ \t]*\|)/gi;

interface AttributeUse extends CollectedItem {
  readonly is: 'use';
  readonly attribute: string;
  /** The name of its cluster, or `null` if the code does not show it. */
  readonly name: string | null;
  /** What a program or template declares about its cluster, `null` in Terraform. */
  readonly cluster: ClusterInCode | null;
}

export type EndpointItem =
  | AttributeUse
  | (CollectedItem & ClusterInCode & { readonly is: 'cluster' })
  | (CollectedItem & { readonly is: 'regionalized' });

/** What code declares about the cluster of a use. If the use does not show it, that of the only cluster of the module. */
export function clusterOfUse(
  { name, cluster }: AttributeUse,
  module: readonly EndpointItem[],
): ClusterInCode | undefined {
  if (cluster) return cluster;
  const declared = module.filter((item) => item.is === 'cluster');
  if (name === null) return declared.length === 1 ? declared[0] : undefined;
  return declared.find((one) => one.name === name) ?? { name, project: null, type: null, providers: [], regions: [] };
}

/** Reads of the optimized string, and the clusters that the text declares. */
export function endpointItems({ source, strings }: FoundFile): EndpointItem[] {
  const isTerraform = isTerraformPath(source.path);
  const declared = isTerraform ? null : declaredIn(source);
  if (!isTerraform && !declared) return [];
  const uses = readsOf(strings, ['srvShardOptimizedConnectionString']).map(({ range, cluster }): AttributeUse => ({
    is: 'use',
    at: range,
    attribute: source.text.slice(range.offset, range.endOffset),
    name: cluster,
    cluster: declared && { ...declared, name: cluster },
  }));
  return [...(isTerraform ? terraformItems(source) : []), ...uses];
}

const readsOf = (strings: FoundFile['strings'], fields: readonly string[]): readonly FoundString[] =>
  strings.filter(
    ({ via, attribute, literal }) =>
      via === 'attribute' && literal.context === 'code' && fields.includes(attribute?.field ?? ''),
  );

function terraformItems(source: Source): EndpointItem[] {
  const regional = resourcesOf(source, MODE).flatMap((block): EndpointItem[] =>
    hclAttribute(block, 'enabled')?.text === 'false' ? [] : [{ is: 'regionalized', at: block.head }],
  );
  const declared = terraformClusters(source).flatMap(({ block, ...cluster }) =>
    block.type === 'resource' ? [{ ...cluster, is: 'cluster', at: block.head } as const] : [],
  );
  return [...declared, ...regional];
}

/** A program or template declares the type of its clusters itself. */
function declaredIn(source: Source): ClusterInCode | null {
  if (!/mongodbatlas|MongoDB::Atlas/i.test(source.text)) return null;
  const only = (pattern: RegExp): string | undefined => {
    const found = new Set(codeMatches(source, pattern).map(({ name }) => name.toLowerCase()));
    return found.size === 1 ? [...found][0] : undefined;
  };
  const type = only(CODE_TYPE)?.toUpperCase();
  return type === undefined
    ? null
    : { name: null, project: only(CODE_PROJECT) ?? null, type, providers: [], regions: [] };
}

const CODE_PROJECT = /\b[pP]roject_?[iI]d["']?[ \t]{0,8}[:=][ \t]{0,8}["']?([\da-fA-F]{24})\b/g;

/** Resources of private paths in Terraform, CloudFormation, the CDK and Pulumi. */
const ENDPOINT =
  /\bMongoDB::Atlas::PrivateEndpoint(?!RegionalMode)\w{0,20}\b|\b(?:new[ \t]{1,4})?(?:[\w.]{1,40}\.)?(?:New)?(?:PrivateLinkEndpoint(?:Service)?|CfnPrivateEndpoint\w{0,12}|AtlasBasicPrivateEndpoint)\(/g;
const PEERING =
  /\bMongoDB::Atlas::NetworkPeering\b|\b(?:New)?(?:NetworkPeering|CfnNetworkPeering|CustomDnsConfigurationClusterAws)\(/g;
export interface PeeringItem extends CollectedItem {
  readonly is: 'endpoint' | 'endpoint-service' | 'peering' | 'read';
  /** The attribute that is read, as written. Empty for a resource. */
  readonly attribute: string;
}

export function peeringItems(file: FoundFile): PeeringItem[] {
  const { path, text } = file.source;
  const own = !isTerraformPath(path);
  const reads = readsOf(file.strings, ['private', 'privateSrv']).map(({ range }): PeeringItem => {
    const name = text.slice(range.offset, range.endOffset);
    const isOfTemplate = own && text.endsWith('ConnectionStrings.', range.offset);
    return { is: 'read', at: range, attribute: isOfTemplate ? `ConnectionStrings.${name}` : name };
  });
  // A stack without a read shows nothing.
  if (own && reads.length === 0) return [];
  const made = (is: PeeringItem['is'], terraform: RegExp, program: RegExp): PeeringItem[] => {
    const resources = resourcesOf(file.source, terraform).map(({ head }) => head);
    const places = own ? codeMatches(file.source, program).map(({ at }) => at) : resources;
    return places.map((at) => ({ is, at, attribute: '' }));
  };
  return [
    ...made('endpoint', /^privatelink_endpoint$/, ENDPOINT),
    ...(own ? [] : made('endpoint-service', /^privatelink_endpoint_service$/, ENDPOINT)),
    ...made('peering', /^(?:network_peering|custom_dns_configuration_cluster_aws)s?$/, PEERING),
    ...reads,
  ];
}

const MODE = /^private_endpoint_regional_mode$/;

/** A replica set in Terraform code, or the project setting that conflicts with replica sets. */
interface ReplicaSetItem extends CollectedItem {
  readonly is: 'replica-set' | 'mode';
  /** Id of its project, or `null` if it is not a literal. */
  readonly project: string | null;
}

export function replicaSetItems({ source }: FoundFile): ReplicaSetItem[] {
  if (!isTerraformPath(source.path)) return programReplicaSets(source);
  const values = hclValues(blocksOf(source));
  const modes = resourcesOf(source, MODE).flatMap((block): ReplicaSetItem[] => {
    const enabled = hclAttribute(block, 'enabled');
    if (block.type !== 'resource' || enabled?.text !== 'true') return [];
    return [{ is: 'mode', at: rangeOf(enabled), project: projectOfBlock(block, values) }];
  });
  const replicaSets = terraformClusters(source).flatMap(({ block, type, project }): ReplicaSetItem[] =>
    block.type === 'resource' && type === 'REPLICASET'
      ? [{ is: 'replica-set', at: rangeOf(hclAttribute(block, 'cluster_type')!), project }]
      : [],
  );
  return [...modes, ...replicaSets];
}

/** A cluster that the Atlas CLI creates is a replica set without another type (its documentation, 2026-08). */
const CREATED =
  /\batlas[ \t]{1,8}clusters?[ \t]{1,8}create\b(?!(?:[^\n;|\\]|\\\r?\n){0,300}(?:--type[ =]["']?(?:GEO)?SHARDED|--file|-f[ =]))(?:(?:[^\n;|\\]|\\\r?\n){0,300}?(--type[ =]["']?REPLICASET\b))?/gi;

const CREATES = /mongodbatlas|MongoDB::Atlas|AtlasDeployment|\batlas[ \t]+clusters?|atlas-sdk|\/api\/atlas\//i;
/** Fields of a recorded answer of the Administration API, which no request has. */
const ANSWER = /"(?:stateName|connectionStrings)"/;

/** Replica sets that a program, a template, the operator, a call of the API or the Atlas CLI creates. */
function programReplicaSets(source: Source): ReplicaSetItem[] {
  if (!CREATES.test(source.text) || (source.path.endsWith('.json') && ANSWER.test(source.text))) return [];
  const declared = codeMatches(source, CODE_TYPE).filter(({ match }) => match[1]!.toUpperCase() === 'REPLICASET');
  return [...declared, ...codeMatches(source, CREATED)].map(({ match, offset, endOffset }): ReplicaSetItem => {
    const from = match[1]?.startsWith('--') ? endOffset - match[1].length : offset;
    return { is: 'replica-set', at: { offset: from, endOffset }, project: null };
  });
}

const rangeOf = ({ offset, endOffset }: Range): Range => ({ offset, endOffset });

/** Replica sets in code of a project in which the setting will be on, or in a folder (module) that turns it on. */
export function createdIn(
  items: readonly FiledItem<ReplicaSetItem>[],
  isPlanned: (project: string | null) => boolean,
): readonly FiledItem<ReplicaSetItem>[] {
  const modes = items.filter(({ is }) => is === 'mode');
  const turnsOn = ({ file, project }: FiledItem<ReplicaSetItem>): boolean =>
    modes.some(
      (mode) => folderOf(mode.file) === folderOf(file) && (mode.project ?? project) === (project ?? mode.project),
    );
  return items.filter((item) => item.is === 'replica-set' && (isPlanned(item.project) || turnsOn(item)));
}
