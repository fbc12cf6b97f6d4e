import type { ChangeName } from '../config/plan.ts';
import type { Source } from '../text/source.ts';
import { everyBlock, hclAttribute, hclBlocks, hclValue, type HclValues } from '../iac/hcl.ts';
import { isTerraformPath, projectOfBlock } from '../iac/terraform.ts';
import type { ManagedBy, PlanEntry, Step } from './entry.ts';

/** Code that owns a cluster or a setting of the project. */
export interface ManagedItem {
  readonly tool: ManagedBy['tool'];
  readonly file: string;
  /** As Terraform names the resource, without the vendor's prefix. */
  readonly resource: string;
  /** `null` if it is not plain text, and for settings. */
  readonly cluster: string | null;
  /** Id of its project, or `null` if it is not a literal. */
  readonly project: string | null;
}

/** Every file with such code contains one of these words, in lower case. */
export const MANAGED_WORDS = ['mongodbatlas', 'atlasdeployment', 'mongodb::atlas'] as const;

/** The values that the files of a folder assign to Terraform variables. */
type ValuesIn = (folder: string) => HclValues;

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The clusters and settings that a file manages (documentation of the providers and of the operator, 2026-08). */
export function managedIn({ path, text }: Source, valuesIn: ValuesIn = () => new Map()): ManagedItem[] {
  if (isTerraformPath(path)) return inTerraform(path, text, valuesIn(folderOf(path)));
  const found: ManagedItem[] = [];
  for (const [tool, pattern, resource] of FORMS) {
    for (const match of text.matchAll(pattern)) {
      const body = text.slice(match.index, match.index + MAX_ITEM);
      const name = NAME.exec(body)?.[1] ?? null;
      const project = PROJECT.exec(body)?.[1]?.toLowerCase() ?? null;
      found.push({ tool, file: path, resource, cluster: resource === 'advanced_cluster' ? name : null, project });
    }
  }
  return found;
}

const MAX_ITEM = 800;
const NAME = /(?<![\w-])["']?[nN]ame["']?[ \t]{0,9}[:=][ \t]{0,9}["']?([A-Za-z0-9][A-Za-z0-9-]{0,63})(?![\w.(])/;

const PROJECT = /(?<![\w-])["']?[pP]roject_?[iI]d["']?[ \t]{0,9}[:=][ \t]{0,9}["']?([\da-fA-F]{24})\b/;

const FORMS: readonly (readonly [tool: ManagedBy['tool'], pattern: RegExp, resource: string])[] = [
  ['pulumi', /\b(?:new[ \t]+)?mongodbatlas\.(?:Advanced)?Cluster\b/g, 'advanced_cluster'],
  ['pulumi', /\bmongodbatlas\.PrivateEndpointRegionalMode\b/g, 'private_endpoint_regional_mode'],
  ['pulumi', /\bmongodbatlas\.CustomDnsConfigurationClusterAws\b/g, 'custom_dns_configuration_cluster_aws'],
  ['operator', /^kind:[ \t]*["']?AtlasDeployment\b/gm, 'advanced_cluster'],
  ['cloudformation', /["']?Type["']?[ \t]*:[ \t]*["']?MongoDB::Atlas::Cluster\b/g, 'advanced_cluster'],
  [
    'cloudformation',
    /["']?Type["']?[ \t]*:[ \t]*["']?MongoDB::Atlas::CustomDnsConfigurationClusterAws\b/gi,
    'custom_dns_configuration_cluster_aws',
  ],
];

function inTerraform(file: string, text: string, values: HclValues): ManagedItem[] {
  return everyBlock(hclBlocks(text)).flatMap((block) => {
    const [type] = block.labels;
    if (block.type !== 'resource' || !type?.startsWith('mongodbatlas_')) return [];
    const resource = type.slice('mongodbatlas_'.length);
    const cluster = resource.endsWith('cluster') ? hclValue(hclAttribute(block, 'name'), values) : null;
    return [{ tool: 'terraform' as const, file, resource, cluster, project: projectOfBlock(block, values) }];
  });
}

/** What a change edits in the code that manages it: in place, as a resource beside the old one, or not at all. */
interface Edit {
  readonly resource: string;
  readonly attribute: string;
  /** What the provider demands instead of an edit in place (ForceNew, CustomizeDiff). */
  readonly beside?: string;
}

const EDITED: Readonly<Partial<Record<ChangeName, readonly Edit[]>>> = {
  'multi-region': [
    { resource: 'advanced_cluster', attribute: 'replication_specs.region_configs' },
    { resource: 'cluster', attribute: 'replication_specs.regions_config' },
  ],
  'cloud-provider': [
    { resource: 'advanced_cluster', attribute: 'replication_specs.region_configs' },
    { resource: 'cluster', attribute: 'provider_name' },
  ],
  shard: [
    { resource: 'advanced_cluster', attribute: 'cluster_type' },
    { resource: 'cluster', attribute: 'cluster_type' },
  ],
  'regionalized-endpoints': [{ resource: 'private_endpoint_regional_mode', attribute: 'enabled' }],
  'custom-dns': [{ resource: 'custom_dns_configuration_cluster_aws', attribute: 'enabled' }],
  'disable-peering-only': [{ resource: 'private_ip_mode', attribute: 'enabled' }],
  'port-mapped-endpoints': [
    {
      resource: 'privatelink_endpoint',
      attribute: 'port_mapping_enabled',
      beside:
        'Add a second mongodbatlas_privatelink_endpoint with port_mapping_enabled = true, with its endpoint service, address and forwarding rule: the provider refuses to change the attribute of an existing one.',
    },
  ],
};

/** A cluster or setting that code owns is changed in that code: the next run of its tool would revert a call. */
export function withManagers(entry: PlanEntry, items: readonly ManagedItem[]): PlanEntry {
  const { cluster } = entry;
  const found = items.flatMap((item) => {
    const edit = EDITED[entry.change]?.find(({ resource }) => resource === item.resource);
    const isOwn =
      !item.resource.endsWith('cluster') ||
      item.cluster === null ||
      cluster === null ||
      cluster === '*' ||
      cluster.toLowerCase() === item.cluster.toLowerCase();
    return edit && isOwn ? [{ item, edit }] : [];
  });
  // A name that is an expression may be another cluster's: one that is written out comes first.
  const [first] = found.sort((a, b) => Number(b.item.cluster !== null) - Number(a.item.cluster !== null));
  if (!first) return entry;
  const { item, edit } = first;
  const managedBy = { tool: item.tool, file: item.file, attribute: spelled(edit.attribute, item.tool) };
  const isEdited = (one: Step): boolean =>
    edit.beside === undefined ? one.kind === 'change' : one.commands.some((line) => line.includes('endpointService'));
  const steps = entry.steps.map((one): Step => {
    if (edit.beside !== undefined && one.kind === 'change') return { ...one, managedBy };
    return isEdited(one) ? inCode(one, managedBy, edit.beside) : one;
  });
  return { ...entry, steps };
}

/** Pulumi and the operator write names in camel case, CloudFormation in Pascal case. */
function spelled(attribute: string, tool: ManagedBy['tool']): string {
  if (tool === 'terraform') return attribute;
  const camel = attribute.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const own = tool === 'operator' ? `spec.deploymentSpec.${camel}` : camel;
  return tool === 'cloudformation' ? own.replace(/(?:^|\.)[a-z]/g, (start) => start.toUpperCase()) : own;
}

const REVIEW: Readonly<Record<ManagedBy['tool'], string>> = {
  terraform: 'terraform plan',
  pulumi: 'pulumi preview',
  operator: 'kubectl diff -f .',
  cloudformation: 'aws cloudformation create-change-set',
};

function inCode(one: Step, managedBy: ManagedBy, beside: string | undefined): Step {
  const { tool, attribute, file } = managedBy;
  const how = beside ?? `Change ${attribute} in ${file}; a call or the console would be reverted.`;
  return { ...one, detail: how, commands: [REVIEW[tool]], managedBy };
}
