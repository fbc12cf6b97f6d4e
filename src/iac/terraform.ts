import { isTerraformPath } from '../read/families.ts';
import { resourceType } from '../facts/read.ts';
import { codeMatches } from '../read/page.ts';
import { matchesIn, oncePer, type Match, type Source } from '../text/source.ts';
import { blocksOf, everyBlock, hclAttribute, hclText, hclValue, moduleValues } from './hcl.ts';
import type { HclBlock, HclValues } from './hcl.ts';

/** What code declares about a cluster. */
export type ClusterInCode = Readonly<Omit<ReturnType<typeof clustersIn>[number], 'address' | 'block'>>;

/** Matches of a pattern in Terraform code, or of another one in a program. */
export function infrastructureMatches(source: Source, terraform: RegExp, program: RegExp): Match[] {
  if (isTerraformPath(source.path)) return codeMatches(source, terraform);
  // A program of Pulumi or of Terraform's CDK that uses the provider.
  const isProgram = /pulumi[/_.-]mongodbatlas|providers?[/-]mongodbatlas|\bcdktf\b/i.test(source.text);
  return isProgram ? codeMatches(source, program) : [];
}

/** The provider's resources and data sources in a Terraform file: `resource cluster`, `data cluster` for the pattern. */
export const resourcesOf = (source: Source, wanted: RegExp): HclBlock[] =>
  blocksOf(source).filter(({ type, labels: [name] }) => {
    const own = /^(?:resource|data)$/.test(type) ? resourceType(name) : undefined;
    return own !== undefined && wanted.test(`${type} ${own}`);
  });

const CLUSTER = /^mongodbatlas_(?:advanced_cluster|cluster|flex_cluster|serverless_instance)$/;
const NAME_OF = /(?<!\w)(mongodbatlas_\w{1,40}\.[\w-]{1,80})\b[^\n]*\.(?:cluster_)?name\b/;

/** The clusters of a module, made or read. The name may be that of another: `name = mongodbatlas_cluster.main.name`. */
export function clustersIn(blocks: readonly HclBlock[], values: HclValues) {
  const declared = blocks.filter(
    ({ type, labels }) => (type === 'resource' || type === 'data') && CLUSTER.test(labels[0] ?? ''),
  );
  const byAddress = new Map(declared.map((block) => [addressOf(block), block]));
  return declared.map((block) => {
    const from = NAME_OF.exec(hclAttribute(block, 'name')?.text ?? '')?.[1];
    const named = from === undefined ? block : byAddress.get(from);
    const settings = everyBlock([block]).flatMap(({ attributes }) => attributes);
    const text = settings.map((one) => `${one.name} = ${one.text}`).join('\n');
    return {
      // `data.mongodbatlas_cluster.main`, as other code refers to it.
      address: addressOf(block),
      block,
      // `null` if it is not a literal, like its project and its type (`REPLICASET`, …).
      name: named ? hclValue(hclAttribute(named, 'name'), values) : null,
      project: projectOfBlock(block, values),
      type: hclText(hclAttribute(block, 'cluster_type')),
      providers: written(text, 'provider_name'),
      regions: written(text, 'region_name'),
    };
  });
}

const addressOf = ({ type, labels: [resource = '', label = ''] }: HclBlock): string =>
  `${type === 'data' ? 'data.' : ''}${resource}.${label}`;

/** The clusters of a file, cached because several rules use them. */
export const terraformClusters = oncePer((source: Source) => {
  const blocks = blocksOf(source);
  return clustersIn(blocks, moduleValues(blocks, []));
});

/** The id of the project that a block belongs to, if it is known. */
export function projectOfBlock(block: HclBlock, values: HclValues): string | null {
  const id = hclValue(hclAttribute(block, 'project_id'), values)?.toLowerCase() ?? '';
  return /^[\da-f]{24}$/.test(id) ? id : null;
}

function written(body: string, name: string): string[] {
  const pattern = new RegExp(`\\b${name}[ \\t]{0,32}[=:][ \\t]{0,8}"([\\w-]{1,40})"`, 'g');
  return [...new Set(Array.from(body.matchAll(pattern), ([, value = '']) => value.toUpperCase()))];
}

/** The versions of providers that a module requires, or that its lock file contains. */
export const providerVersions = (source: Source) =>
  everyBlock(blocksOf(source)).flatMap((block) => {
    if (block.type === 'provider') {
      const version = hclAttribute(block, 'version');
      const text = hclText(version);
      if (!version || text === null) return [];
      const name = (block.labels[0] ?? '').replace(/^[\w.-]{1,80}\.\w{2,20}\//, '');
      const { offset, endOffset } = version.valueAt;
      const at = { offset: offset + 1, endOffset: endOffset - 1 };
      // What the configuration allows, empty if the file does not say it.
      return [{ name, text, at, constraints: hclText(hclAttribute(block, 'constraints')) ?? '' }];
    }
    return block.type === 'required_providers' ? block.attributes.flatMap(requirement) : [];
  });

function requirement({ name, text, valueAt }: HclBlock['attributes'][number]) {
  const from = /\bsource[ \t]{0,32}=[ \t]{0,8}"(?:[\w.-]{1,80}\.\w{2,20}\/)?([\w/-]{1,80})"/.exec(text)?.[1];
  const [version] = matchesIn(text, /\bversion[ \t]{0,32}=[ \t]{0,8}"([^"\n]{1,80})"/g, valueAt.offset);
  // `mongodb/mongodbatlas`. Without its source, the name in the module.
  return version
    ? [{ name: from?.toLowerCase() ?? name, text: version.name, at: version.at, constraints: null as string | null }]
    : [];
}
