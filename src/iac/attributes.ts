import { codeMatches } from '../rule-helpers/built-hosts.ts';
import { hclBlocks } from './hcl.ts';
import type { FoundFile, Note, ProjectFile } from '../lint/rule.ts';
import { behind, stringsUses, terraformClusters, isTerraformPath, terraformSettings } from './terraform.ts';
import type { TerraformCluster } from './terraform.ts';
import type { Range } from '../text/source.ts';

const ATTRIBUTE =
  /\b(srv_shard_optimized_connection_string|srvShardOptimizedConnectionString|SRVShardOptimizedConnectionString)\b/g;
const CODE_TYPE =
  /\bcluster_?type["']?[ \t]{0,8}[:=][ \t]{0,8}(?:\w{1,30}\.){0,2}(?:\w{1,30}\()?["']?(REPLICASET|SHARDED|GEOSHARDED)\b/gi;
/** What a note tells of a cluster: its address in front, so that the use finds it. */
export interface ToldCluster {
  readonly name: string | null;
  readonly type: string | null;
  readonly providers: readonly string[];
  readonly regions: readonly string[];
}

export interface AttributeUse {
  readonly attribute: string;
  readonly address: string | null;
  readonly code?: ToldCluster;
}

/** The cluster of a use; the only one of the module where the use does not say which. */
export function tellerOf(address: string | null, notes: readonly Note[]): ToldCluster | undefined {
  const clusters = notes.flatMap(({ about }) =>
    about.startsWith('cluster ')
      ? [JSON.parse(about.slice(8)) as ToldCluster & { address: string; named: string | null }]
      : [],
  );
  const own =
    address === null
      ? clusters.length === 1
        ? clusters[0]
        : undefined
      : clusters.find((one) => one.address === address);
  const real = clusters.find(
    (one) =>
      !one.address.startsWith('data.') &&
      own?.named !== undefined &&
      own.named !== null &&
      (one.address === own.named || one.named === own.named),
  );
  return address?.startsWith('data.') || address === null ? (real ?? own) : own;
}

/** Uses of endpoint attributes and what the text tells of the clusters, as notes of a project rule. */
export function endpointNotes(file: FoundFile): Note[] {
  return isTerraformPath(file.source.path) ? terraformNotes(file) : codeNotes(file);
}

const toldOf = ({ named, type, providers, regions }: TerraformCluster): ToldCluster => ({
  name: named,
  type,
  providers,
  regions,
});

function terraformNotes({ source: { text } }: FoundFile): Note[] {
  const blocks = hclBlocks(text);
  const clusters = terraformClusters(blocks, text);
  const uses = stringsUses(blocks, text);
  const found = codeMatches(text, /\b(srv_shard_optimized_connection_string|srv_connection_string)\b/g).flatMap(
    ({ match, offset, endOffset }): Note[] => {
      const line = uses.filter((use) => use.offset < offset && offset <= use.endOffset + use.rest.length).at(-1);
      const block = uses.filter((use) => use.block && use.block.offset < offset && offset < use.block.endOffset);
      const address = line?.address ?? (block.length === 1 ? block[0]!.address : null);
      return [
        {
          at: { offset, endOffset },
          about: `use ${JSON.stringify({ attribute: match[1]!, address } satisfies AttributeUse)}`,
        },
      ];
    },
  );
  const regional = blocks.flatMap(({ labels, head, attributes }): Note[] =>
    labels[0] === 'mongodbatlas_private_endpoint_regional_mode' &&
    !attributes.some(({ name, text: value }) => name === 'enabled' && value === 'false')
      ? [{ at: head, about: 'regionalized' }]
      : [],
  );
  return [
    ...clusters.map((one): Note => ({
      at: one.block.head,
      about: `cluster ${JSON.stringify({ ...toldOf(behind(one.address, clusters) ?? one), address: one.address, named: one.named })}`,
    })),
    ...regional,
    ...found,
  ];
}

/** A program or template tells the type of its clusters in itself. */
function codeNotes({ source: { text } }: FoundFile): Note[] {
  const types = new Set(codeMatches(text, CODE_TYPE).map(({ match }) => match[1]!.toUpperCase()));
  if (types.size !== 1 || !/mongodbatlas|MongoDB::Atlas/i.test(text)) return [];
  const code: ToldCluster = { name: null, type: [...types][0]!, providers: [], regions: [] };
  return codeMatches(text, ATTRIBUTE).map(({ match, offset, endOffset }) => ({
    at: { offset, endOffset },
    about: `use ${JSON.stringify({ attribute: match[1]!, address: null, code } satisfies AttributeUse)}`,
  }));
}

/** What makes a private path, by the names of Terraform, CloudFormation, the CDK and Pulumi. */
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

/**
 * Notes about one module: `endpoint`, `peering`, and `read <attribute>` for each peering string that is read. A template or
 * a program is a stack of its own: its notes begin with `own `.
 */
export function peeringNotes(file: FoundFile): Note[] {
  return isTerraformPath(file.source.path) ? peeringTerraformNotes(file) : peeringCodeNotes(file);
}

function peeringTerraformNotes({ source: { text } }: FoundFile): Note[] {
  const blocks = hclBlocks(text);
  const resources = blocks.flatMap(({ type, labels, head }): Note[] => {
    const name = type === 'resource' || type === 'data' ? (labels[0] ?? '') : '';
    if (TERRAFORM_PEERING.test(name)) return [{ at: head, about: 'peering' }];
    return TERRAFORM_ENDPOINT.test(name)
      ? [{ at: head, about: name.endsWith('_service') ? 'endpoint service' : 'endpoint' }]
      : [];
  });
  const reads = stringsUses(blocks, text).flatMap(({ endOffset, rest }): Note[] => {
    const match = PRIVATE.exec(rest);
    if (!match) return [];
    const end = endOffset + match[0].length;
    return [{ at: { offset: end - match[1]!.length, endOffset: end }, about: `read ${match[1]!}` }];
  });
  return [...resources, ...reads];
}

function peeringCodeNotes({ source: { text } }: FoundFile): Note[] {
  if (!/mongodbatlas|MongoDB::Atlas/i.test(text)) return [];
  const places = (pattern: RegExp, about: string): Note[] =>
    codeMatches(text, pattern).map(({ offset, endOffset }) => ({ at: { offset, endOffset }, about: `own ${about}` }));
  const reads = codeMatches(text, CODE).map(({ match, endOffset }): Note => {
    const name = match[1] ?? match[2]!;
    return {
      at: { offset: endOffset - name.length, endOffset },
      about: `own read ${match[1] === undefined ? '' : 'ConnectionStrings.'}${name}`,
    };
  });
  return [...places(ENDPOINT, 'endpoint'), ...places(PEERING, 'peering'), ...reads];
}

const CLUSTERS: ReadonlySet<string> = new Set(['mongodbatlas_advanced_cluster', 'mongodbatlas_cluster']);
const MODE = 'mongodbatlas_private_endpoint_regional_mode';

/** What Terraform code says of clusters and of the setting. */
export function replicaSetNotes({ source }: FoundFile): Note[] {
  if (!isTerraformPath(source.path)) return [];
  return terraformSettings(source.text).flatMap(({ resource, name, value, offset, endOffset }): Note[] => {
    const at = { offset, endOffset };
    if (CLUSTERS.has(resource) && name === 'cluster_type' && value === 'REPLICASET')
      return [{ at, about: 'replica set' }];
    return resource === MODE && name === 'enabled' && value === 'true' ? [{ at, about: 'mode' }] : [];
  });
}

/**
 * Replica sets in code: all of them when the setting is to be turned on, else those in a folder (a module) that does so.
 * @param rule id of the rule that took the notes
 */
export function createdIn(
  files: readonly ProjectFile[],
  rule: string,
  planned: boolean,
): { file: string; at: Range }[] {
  const notes = files.flatMap((file) => file.notes(rule).map((note) => ({ ...note, file: file.path })));
  const modes = new Set(notes.filter(({ about }) => about === 'mode').map(({ file }) => folderOf(file)));
  return notes
    .filter(({ about, file }) => about === 'replica set' && (planned || modes.has(folderOf(file))))
    .map(({ file, at }) => ({ file, at }));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
