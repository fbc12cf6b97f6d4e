import { codeMatches } from './code-matches.ts';
import { hclBlocks } from './hcl.ts';
import type { FoundFile, Note } from './rule.ts';
import { behind, stringsUses, terraformClusters } from './terraform-cluster.ts';
import type { TerraformCluster } from './terraform-cluster.ts';
import { isTerraformPath } from './terraform-text.ts';

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
