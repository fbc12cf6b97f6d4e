import { codeMatches } from '../read/page.ts';
import { blocksOf, hclAttribute, hclValues } from './hcl.ts';
import { projectOfBlock, resourcesOf, terraformClusters, isTerraformPath, type ClusterInCode } from './terraform.ts';
import { folderOf } from '../text/source.ts';
import type { Range, CollectedItem, FiledItem, NamedItem, Source } from '../text/source.ts';
import type { FoundFile, FoundString } from '../classify/found-string.ts';

const CODE_TYPE =
  /\bcluster_?type["']?[ \t]{0,8}[:=][ \t]{0,8}(?:\w{1,30}\.){0,2}(?:\w{1,30}\()?["']?(REPLICASET|SHARDED|GEOSHARDED)\b(?!["'][ \t]*\|)/gi;

/** A read of the optimized string with its cluster, or a cluster or a setting that Terraform code declares. */
export interface EndpointItem extends CollectedItem, ClusterInCode {
  readonly is: 'use' | 'cluster' | 'regionalized';
  /** The attribute that is read, as written. Empty for a declaration. */
  readonly attribute: string;
}

const NOT_SHOWN: ClusterInCode = { name: null, project: null, type: null, providers: [], regions: [] };

/** What code declares about the cluster of a use. If the use does not show it, that of the only cluster of the module. */
export function clusterOfUse(use: FiledItem<EndpointItem>, module: readonly EndpointItem[]): ClusterInCode | undefined {
  if (!isTerraformPath(use.file)) return use;
  const declared = module.filter(({ is }) => is === 'cluster');
  if (use.name === null) return declared.length === 1 ? declared[0] : undefined;
  return declared.find(({ name }) => name === use.name) ?? use;
}

/** Reads of the optimized string, and the clusters that the text declares. */
export function endpointItems({ source, strings }: FoundFile): EndpointItem[] {
  const isTerraform = isTerraformPath(source.path);
  const shown = isTerraform ? NOT_SHOWN : declaredIn(source);
  if (!shown) return [];
  const modes = resourcesOf(source, MODE).filter((block) => hclAttribute(block, 'enabled')?.text !== 'false');
  const declared = isTerraform ? terraformClusters(source).filter(({ block }) => block.type === 'resource') : [];
  return [
    ...declared.map(({ block, ...cluster }) => ({ ...cluster, is: 'cluster' as const, at: block.head, attribute: '' })),
    ...modes.map(({ head: at }) => ({ ...NOT_SHOWN, is: 'regionalized' as const, at, attribute: '' })),
    ...readsOf(strings, ['srvShardOptimizedConnectionString']).map(({ range: at, cluster: name }) => {
      const attribute = source.text.slice(at.offset, at.endOffset);
      return { ...shown, is: 'use' as const, at, attribute, name };
    }),
  ];
}

const readsOf = (strings: FoundFile['strings'], fields: readonly string[]): readonly FoundString[] =>
  strings.filter(
    ({ via, attribute, literal }) =>
      via === 'attribute' && literal.context === 'code' && fields.includes(attribute?.field ?? ''),
  );

/** A program or template declares the type of its clusters itself. */
function declaredIn(source: Source): ClusterInCode | null {
  if (!/mongodbatlas|MongoDB::Atlas/i.test(source.text)) return null;
  const [type, other] = new Set(codeMatches(source, CODE_TYPE).map(({ name }) => name.toUpperCase()));
  return type === undefined || other !== undefined ? null : { ...NOT_SHOWN, type };
}

/** Resources of private paths in Terraform, CloudFormation, the CDK and Pulumi. */
const ENDPOINT =
  /\bMongoDB::Atlas::PrivateEndpoint(?!RegionalMode)\w{0,20}\b|\b(?:new[ \t]{1,4})?(?:[\w.]{1,40}\.)?(?:New)?(?:PrivateLinkEndpoint(?:Service)?|CfnPrivateEndpoint\w{0,12}|AtlasBasicPrivateEndpoint)\(/g;
const PEERING =
  /\bMongoDB::Atlas::NetworkPeering\b|\b(?:New)?(?:NetworkPeering|CfnNetworkPeering|CustomDnsConfigurationClusterAws)\(/g;

/** Resources of private paths, and the attributes for peering that are read. */
export function peeringItems({ source, strings }: FoundFile): NamedItem[] {
  const own = !isTerraformPath(source.path);
  const reads = readsOf(strings, ['private', 'privateSrv']).map(({ range: at }) => {
    const name = source.text.slice(at.offset, at.endOffset);
    const isOfTemplate = own && source.text.endsWith('ConnectionStrings.', at.offset);
    return { is: 'read', at, name: isOfTemplate ? `ConnectionStrings.${name}` : name };
  });
  // A stack without a read shows nothing.
  if (own && reads.length === 0) return [];
  const made = (is: string, terraform: RegExp, program: RegExp): NamedItem[] => {
    const resources = resourcesOf(source, terraform).map(({ head }) => head);
    const places = own ? codeMatches(source, program).map(({ at }) => at) : resources;
    return places.map((at) => ({ is, at, name: '' }));
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
  const turnsOn = ({ file }: FiledItem<ReplicaSetItem>): boolean =>
    modes.some((mode) => folderOf(mode.file) === folderOf(file));
  return items.filter((item) => item.is === 'replica-set' && (isPlanned(item.project) || turnsOn(item)));
}
