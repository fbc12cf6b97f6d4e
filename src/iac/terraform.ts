import {
  countBefore,
  folderOf,
  grouped,
  oncePer,
  type Range,
  type Source,
  type CollectedItem,
  type FiledItem,
} from '../text/source.ts';
import { codeMatches } from '../read/code-matches.ts';
import { blocksOf, hclAttribute, hclText, hclValue, hclValues, type HclBlock, type HclValues } from './hcl.ts';

/** A file in Terraform's own language, or in its JSON form, where expressions are inside strings. */
export const TERRAFORM_FILE = /\.(?:tf|tofu)(?:\.json)?$/i;

export const isTerraformPath = (path: string): boolean => TERRAFORM_FILE.test(path);

/** An Atlas cluster in Terraform code: a resource, or a data source that reads it. */
interface TerraformCluster {
  /** `data.mongodbatlas_cluster.main`, as other code refers to it. */
  readonly address: string;
  readonly block: HclBlock;
  /** The cluster's name as text, the address of the resource it is taken from, or `null` for anything else. */
  readonly named: string | null;
  /** Id of its project, or `null` if it is not a literal. */
  readonly project: string | null;
  /** `REPLICASET`, …, or `null` if it is not set to a literal. */
  readonly type: string | null;
  /** Literal values of `provider_name` and `region_name`. */
  readonly providers: readonly string[];
  readonly regions: readonly string[];
}

/** A use of a cluster's connection strings. */
export interface StringsUse extends Range {
  readonly address: string;
  /** The text after `connection_strings`, up to the end of the expression's line. */
  readonly rest: string;
  /** The enclosing block, or `undefined` for a text that could not be read as blocks. */
  readonly block: HclBlock | undefined;
}

const CLUSTER = /^mongodbatlas_(?:advanced_)?cluster$/;
const USE =
  /((?:\bdata\.)?\bmongodbatlas_(?:advanced_)?cluster\.[\w-]{1,80})(?:\[[^\]\n]{1,80}\])?\.connection_strings\b([^\n]{0,300})/g;

/** The clusters of a file, cached because several rules use them. */
export const terraformClusters = oncePer((source: Source): readonly TerraformCluster[] => {
  const { text } = source;
  const blocks = blocksOf(source);
  return blocks.flatMap((block) => {
    const [type = '', label = ''] = block.labels;
    const data = block.type === 'data';
    if ((!data && block.type !== 'resource') || !CLUSTER.test(type)) return [];
    const name = hclAttribute(block, 'name');
    const from = /\b(mongodbatlas_(?:advanced_)?cluster\.[\w-]{1,80})(?:\[[^\]\n]{1,80}\])?\.(?:cluster_)?name\b/.exec(
      name?.text ?? '',
    );
    const body = text.slice(block.body.offset, block.body.endOffset);
    return [
      {
        address: `${data ? 'data.' : ''}${type}.${label}`,
        block,
        named: hclValue(name, hclValues(blocks)) ?? from?.[1] ?? null,
        project: projectOfBlock(block, hclValues(blocks)),
        type: hclText(hclAttribute(block, 'cluster_type')),
        providers: written(body, 'provider_name'),
        regions: written(body, 'region_name'),
      },
    ];
  });
});

/** The id of the project that a block belongs to, if it is known. */
export function projectOfBlock(block: HclBlock, values: HclValues): string | null {
  const id = hclValue(hclAttribute(block, 'project_id'), values)?.toLowerCase() ?? '';
  return /^[\da-f]{24}$/.test(id) ? id : null;
}

function written(body: string, name: string): string[] {
  const pattern = new RegExp(`\\b${name}[ \\t]{0,32}[=:][ \\t]{0,8}"([\\w-]{1,40})"`, 'g');
  return [...new Set(codeMatches(body, pattern).map(({ match }) => match[1]!.toUpperCase()))];
}

/** The uses in a file, cached because several rules use them. */
export const stringsUses = oncePer((source: Source): readonly StringsUse[] => {
  const blocks = blocksOf(source);
  return codeMatches(source.text, USE).map(({ match, offset }) => {
    const [whole, address = '', rest = ''] = match;
    return {
      address,
      rest,
      offset,
      endOffset: offset + whole.length - rest.length,
      block: blockAt(blocks, offset),
    };
  });
});

/** The block that contains an offset, by binary search. */
function blockAt(blocks: readonly HclBlock[], offset: number): HclBlock | undefined {
  const block = blocks[countBefore(blocks, (one) => one.offset <= offset) - 1];
  return block && offset < block.endOffset ? block : undefined;
}

/** The address of a cluster, and its name or the address the name is taken from. */
interface NamedCluster {
  readonly address: string;
  readonly named: string | null;
}

/** The clusters of a text or a module, by address and by name. */
export interface ClusterIndex<Cluster extends NamedCluster> {
  readonly all: readonly Cluster[];
  readonly byAddress: ReadonlyMap<string, Cluster>;
  /** The first resource with each address and with each name. */
  readonly resources: ReadonlyMap<string, Cluster>;
}

export function clusterIndex<Cluster extends NamedCluster>(clusters: readonly Cluster[]): ClusterIndex<Cluster> {
  const byAddress = new Map<string, Cluster>();
  const resources = new Map<string, Cluster>();
  const add = (to: Map<string, Cluster>, key: string | null, cluster: Cluster): void => {
    if (key !== null && !to.has(key)) to.set(key, cluster);
  };
  for (const cluster of clusters) {
    add(byAddress, cluster.address, cluster);
    if (cluster.address.startsWith('data.')) continue;
    add(resources, cluster.address, cluster);
    add(resources, cluster.named, cluster);
  }
  return { all: clusters, byAddress, resources };
}

/** The resource behind an address. A data source leads to the resource whose name it takes or shares. */
export function behind<Cluster extends NamedCluster>(
  address: string,
  { byAddress, resources }: ClusterIndex<Cluster>,
): Cluster | undefined {
  const own = byAddress.get(address);
  if (!own || !address.startsWith('data.')) return own;
  return (own.named !== null ? resources.get(own.named) : undefined) ?? own;
}

/** Collected items by folder: the files of one folder are one Terraform module. */
export const itemsByModule = <Item extends CollectedItem>(
  items: readonly FiledItem<Item>[],
): readonly (readonly FiledItem<Item>[])[] => [...grouped(items, ({ file }) => folderOf(file)).values()];
