import { codeMatches, lineMatches } from '../read/code-matches.ts';
import { blocksOf, hclAttribute, hclText, hclValues } from './hcl.ts';
import {
  behind,
  clusterIndex,
  projectOfBlock,
  stringsUses,
  terraformClusters,
  isTerraformPath,
  type ClusterIndex,
  type StringsUse,
} from './terraform.ts';
import { countBefore, type Range, type CollectedItem, type FileItems } from '../text/source.ts';
import type { FoundFile } from '../classify/found-string.ts';

/** Every text that reads an endpoint attribute contains one of these. */
export const ATTRIBUTE_WORDS = ['connection_string', 'ShardOptimized'] as const;
const TERRAFORM_ATTRIBUTE = /(?<=[.\]][ \t]{0,8}|\[")(srv_shard_optimized_connection_string|srv_connection_string)\b/g;
/** An attribute that is read as a property, as a key, or as the argument of a template function. */
const ATTRIBUTE =
  /(?<=\.|->|[\w)\]]\[["'`]|\bget\(["'])(srv_shard_optimized_connection_string|srvShardOptimizedConnectionString|SRVShardOptimizedConnectionString)\b/g;
const CODE_TYPE =
  /\bcluster_?type["']?[ \t]{0,8}[:=][ \t]{0,8}(?:\w{1,30}\.){0,2}(?:\w{1,30}\()?["']?(REPLICASET|SHARDED|GEOSHARDED)\b/gi;
/** What code declares about a cluster. */
export interface ClusterInCode {
  readonly name: string | null;
  /** Id of its project, or `null` if it is not a literal. */
  readonly project: string | null;
  readonly type: string | null;
  readonly providers: readonly string[];
  readonly regions: readonly string[];
}

export interface AttributeUse extends CollectedItem {
  readonly is: 'use';
  readonly attribute: string;
  /** Address of its cluster, or `null` if the code does not show it. */
  readonly address: string | null;
  /** What a program or template declares about its cluster, `null` in Terraform. */
  readonly cluster: ClusterInCode | null;
}

/** A cluster in Terraform code, from its resource or data source. */
export interface ClusterItem extends CollectedItem, ClusterInCode {
  readonly is: 'cluster';
  readonly address: string;
  readonly named: string | null;
}

export type EndpointItem = AttributeUse | ClusterItem | (CollectedItem & { readonly is: 'regionalized' });

export function declaredClusters(items: readonly EndpointItem[]): ClusterIndex<ClusterItem> {
  return clusterIndex(items.flatMap((item) => (item.is === 'cluster' ? [item] : [])));
}

/** The cluster of a use. If the use does not show it, the only cluster of the module. */
export function clusterOfUse(
  { address, cluster }: AttributeUse,
  clusters: ClusterIndex<ClusterItem>,
): ClusterInCode | undefined {
  if (cluster) return cluster;
  const { all } = clusters;
  if (address !== null) return behind(address, clusters);
  return all.length === 1 ? behind(all[0]!.address, clusters) : undefined;
}

/** Uses of endpoint attributes and the clusters that the text declares. */
export function endpointItems(file: FoundFile): EndpointItem[] {
  return isTerraformPath(file.source.path) ? terraformItems(file) : codeItems(file);
}

function terraformItems(file: FoundFile): EndpointItem[] {
  const blocks = blocksOf(file.source);
  const clusters = terraformClusters(file.source);
  const uses = stringsUses(file.source);
  const found = lineMatches(file, ATTRIBUTE_WORDS, TERRAFORM_ATTRIBUTE).map(
    ({ match, offset, endOffset }): AttributeUse => {
      const last = uses[countBefore(uses, (use) => use.offset < offset) - 1];
      const line = last && offset <= last.endOffset + last.rest.length ? last : undefined;
      const address = line?.address ?? aloneInBlock(uses, offset)?.address ?? null;
      return { is: 'use', at: { offset, endOffset }, attribute: match[1]!, address, cluster: null };
    },
  );
  const regional = blocks.flatMap(({ labels, head, attributes }): EndpointItem[] =>
    labels[0] === 'mongodbatlas_private_endpoint_regional_mode' &&
    !attributes.some(({ name, text: value }) => name === 'enabled' && value === 'false')
      ? [{ is: 'regionalized', at: head }]
      : [],
  );
  const index = clusterIndex(clusters);
  const declared = clusters.map((one): ClusterItem => {
    const shown = behind(one.address, index) ?? one;
    const { named: name, type, providers, regions } = shown;
    const { address, named, project } = one;
    return {
      is: 'cluster',
      at: one.block.head,
      address,
      named,
      name,
      project: project ?? shown.project,
      type,
      providers,
      regions,
    };
  });
  return [...declared, ...regional, ...found];
}

/** The only use in the block around an offset. */
function aloneInBlock(uses: readonly StringsUse[], offset: number): StringsUse | undefined {
  const next = countBefore(uses, (use) => use.offset < offset);
  const { block } = [uses[next - 1], uses[next]].find((use) => isAround(use, offset)) ?? {};
  if (!block) return undefined;
  const first = countBefore(uses, (use) => use.offset < block.offset);
  return uses[first + 1]?.block === block ? undefined : uses[first];
}

const isAround = (use: StringsUse | undefined, offset: number): boolean =>
  use?.block !== undefined && use.block.offset < offset && offset < use.block.endOffset;

/** A program or template declares the type of its clusters itself. */
function codeItems(file: FoundFile): EndpointItem[] {
  const { text } = file.source;
  const found = lineMatches(file, ATTRIBUTE_WORDS, ATTRIBUTE);
  if (found.length === 0 || !/mongodbatlas|MongoDB::Atlas/i.test(text)) return [];
  const types = new Set(codeMatches(text, CODE_TYPE).map(({ match }) => match[1]!.toUpperCase()));
  if (types.size !== 1) return [];
  const cluster: ClusterInCode = { ...declaredIn(text), type: [...types][0]!, providers: [], regions: [] };
  return found.map(({ match, offset, endOffset }): AttributeUse => {
    return { is: 'use', at: { offset, endOffset }, attribute: match[1]!, address: null, cluster };
  });
}

/** The name and the project of the only cluster of a program or template. */
function declaredIn(text: string): Pick<ClusterInCode, 'name' | 'project'> {
  const only = (pattern: RegExp): string | null => {
    const found = new Set(codeMatches(text, pattern).map(({ match }) => match[1]!));
    return found.size === 1 ? [...found][0]! : null;
  };
  const isOne = codeMatches(text, CODE_CLUSTER).length === 1;
  return { name: isOne ? only(CODE_NAME) : null, project: isOne ? (only(CODE_PROJECT)?.toLowerCase() ?? null) : null };
}

const CODE_CLUSTER =
  /\b(?:AdvancedCluster|CfnCluster|Cluster)\(|\bMongoDB::Atlas::Cluster\b|\bkind:[ \t]{0,8}AtlasDeployment\b/g;
const CODE_NAME = /(?<![\w-])["']?[nN]ame["']?[ \t]{0,8}[:=][ \t]{0,8}["']([A-Za-z0-9][A-Za-z0-9-]{0,63})["']/g;
const CODE_PROJECT = /\b[pP]roject_?[iI]d["']?[ \t]{0,8}[:=][ \t]{0,8}["']?([\da-fA-F]{24})\b/g;

/** Terraform and other code that creates a private path, or reads a string of one, contains one of these words. */
export const PATH_WORDS = [
  ...['privatelink_endpoint', 'network_peering', 'custom_dns_configuration', 'connection_strings'],
  ...['PrivateEndpoint', 'PrivateLinkEndpoint', 'NetworkPeering', 'CustomDnsConfiguration', 'ConnectionStrings'],
] as const;
/** Resources of private paths in Terraform, CloudFormation, the CDK and Pulumi. */
const ENDPOINT =
  /\bMongoDB::Atlas::PrivateEndpoint(?!RegionalMode)\w{0,20}\b|\b(?:new[ \t]{1,4})?(?:[\w.]{1,40}\.)?(?:New)?(?:PrivateLinkEndpoint(?:Service)?|CfnPrivateEndpoint\w{0,12}|AtlasBasicPrivateEndpoint)\(/g;
const PEERING =
  /\bMongoDB::Atlas::NetworkPeering\b|\b(?:New)?(?:NetworkPeering|CfnNetworkPeering|CustomDnsConfigurationClusterAws)\(/g;
const TERRAFORM_ENDPOINT = /^mongodbatlas_privatelink_endpoint(?:_service)?$/;
const TERRAFORM_PEERING = /^mongodbatlas_(?:network_peering|custom_dns_configuration_cluster_aws)s?$/;

const PRIVATE = /^(?:\[0\]|\.0|\[\*\])?\.(private_srv|private)(?!\w)/;
/** `ConnectionStrings.Private` of a template, `connectionStrings[0].privateSrv` of a program. */
const CODE =
  /\b(?:ConnectionStrings\.(PrivateSrv|Private)|(?:connectionStrings|connection_strings|ConnectionStrings)\b[^\n;]{1,120}?(?:\.|\[["'])(privateSrv|private_srv|private|PrivateSrv|Private))(?!\w)/g;

/** A resource of a private path, or a read of a peering string. */
export interface PeeringItem extends CollectedItem {
  readonly is: 'endpoint' | 'endpoint-service' | 'peering' | 'read';
  /** The attribute that is read, as written. Empty for a resource. */
  readonly attribute: string;
  /** True in a template or program, which is a stack of its own. */
  readonly own: boolean;
}

export function peeringItems(file: FoundFile): PeeringItem[] {
  return isTerraformPath(file.source.path) ? peeringTerraformItems(file) : peeringCodeItems(file);
}

function peeringTerraformItems({ source }: FoundFile): PeeringItem[] {
  const resources = blocksOf(source).flatMap(({ type, labels, head }): PeeringItem[] => {
    const name = type === 'resource' || type === 'data' ? (labels[0] ?? '') : '';
    const made = { at: head, attribute: '', own: false };
    if (TERRAFORM_PEERING.test(name)) return [{ ...made, is: 'peering' }];
    if (!TERRAFORM_ENDPOINT.test(name)) return [];
    return [{ ...made, is: name.endsWith('_service') ? 'endpoint-service' : 'endpoint' }];
  });
  const reads = stringsUses(source).flatMap(({ endOffset, rest }): PeeringItem[] => {
    const match = PRIVATE.exec(rest);
    if (!match) return [];
    const attribute = match[1]!;
    const end = endOffset + match[0].length;
    return [{ is: 'read', at: { offset: end - attribute.length, endOffset: end }, attribute, own: false }];
  });
  return [...resources, ...reads];
}

function peeringCodeItems(file: FoundFile): PeeringItem[] {
  const made = (pattern: RegExp, is: PeeringItem['is']): PeeringItem[] =>
    lineMatches(file, PATH_WORDS, pattern).map(({ offset, endOffset }) => {
      return { is, at: { offset, endOffset }, attribute: '', own: true };
    });
  const reads = lineMatches(file, PATH_WORDS, CODE).map(({ match, endOffset }): PeeringItem => {
    const name = match[1] ?? match[2]!;
    const attribute = `${match[1] === undefined ? '' : 'ConnectionStrings.'}${name}`;
    return { is: 'read', at: { offset: endOffset - name.length, endOffset }, attribute, own: true };
  });
  return [...made(ENDPOINT, 'endpoint'), ...made(PEERING, 'peering'), ...reads];
}

const CLUSTERS: ReadonlySet<string> = new Set(['mongodbatlas_advanced_cluster', 'mongodbatlas_cluster']);
const MODE = 'mongodbatlas_private_endpoint_regional_mode';

/** A replica set in Terraform code, or the project setting that conflicts with replica sets. */
export interface ReplicaSetItem extends CollectedItem {
  readonly is: 'replica-set' | 'mode';
  /** Id of its project, or `null` if it is not a literal. */
  readonly project: string | null;
}

export function replicaSetItems({ source }: FoundFile): ReplicaSetItem[] {
  if (!isTerraformPath(source.path)) return programReplicaSets(source.text);
  const blocks = blocksOf(source);
  return blocks.flatMap((block): ReplicaSetItem[] => {
    const [type = ''] = block.labels;
    if (block.type !== 'resource') return [];
    const project = projectOfBlock(block, hclValues(blocks));
    const [mode, clusterType] = [hclAttribute(block, 'enabled'), hclAttribute(block, 'cluster_type')];
    if (type === MODE) return mode?.text === 'true' ? [{ is: 'mode', at: rangeOf(mode), project }] : [];
    const isReplicaSet = CLUSTERS.has(type) && hclText(clusterType) === 'REPLICASET';
    return isReplicaSet ? [{ is: 'replica-set', at: rangeOf(clusterType!), project }] : [];
  });
}

/** A replica set that a program, a template, the operator or the Atlas CLI creates. */
const PROGRAM_REPLICA_SET =
  /\b(?:AdvancedCluster|CfnCluster|Cluster)\(|\bMongoDB::Atlas::Cluster\b|\bkind:[ \t]{0,8}AtlasDeployment\b|\batlas[ \t]{1,8}clusters?[ \t]{1,8}create\b/g;
const REPLICA_SET =
  /(?:cluster_?type["']?[ \t]{0,8}[:=][ \t]{0,8}(?:[\w.]{1,40}\(?)?["']?|--type[ =]["']?)REPLICASET\b/i;

function programReplicaSets(text: string): ReplicaSetItem[] {
  if (!/mongodbatlas|MongoDB::Atlas|AtlasDeployment|\batlas[ \t]+clusters?/i.test(text)) return [];
  return codeMatches(text, PROGRAM_REPLICA_SET).flatMap(({ endOffset }): ReplicaSetItem[] => {
    const found = REPLICA_SET.exec(text.slice(endOffset, endOffset + 800));
    if (!found) return [];
    const at = endOffset + found.index;
    return [{ is: 'replica-set', at: { offset: at, endOffset: at + found[0].length }, project: null }];
  });
}

const rangeOf = ({ offset, endOffset }: Range): Range => ({ offset, endOffset });

/**
 * Replica sets in code: those of a project in which the setting will be turned on, otherwise those in a folder (a
 * module) that turns it on.
 */
export function createdIn(
  files: readonly FileItems<ReplicaSetItem>[],
  isPlanned: (project: string | null) => boolean,
): { file: string; at: Range }[] {
  const modes = files.flatMap(({ path, items }) =>
    items.flatMap(({ is, project }) => (is === 'mode' ? [{ folder: folderOf(path), project }] : [])),
  );
  const turnsOn = (folder: string, project: string | null): boolean =>
    modes.some((mode) => mode.folder === folder && (mode.project ?? project) === (project ?? mode.project));
  return files.flatMap(({ path, items }) =>
    items.flatMap(({ is, at, project }) =>
      is === 'replica-set' && (isPlanned(project) || turnsOn(folderOf(path), project)) ? [{ file: path, at }] : [],
    ),
  );
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
