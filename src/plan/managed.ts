import type { ChangeName } from '../config/plan.ts';
import type { Source } from '../text/source.ts';
import { everyBlock, hclAttribute, hclBlocks, hclValue, type HclValues } from '../iac/hcl.ts';
import { isTerraformPath, projectOf } from '../iac/terraform.ts';
import type { PlanEntry } from './plan.ts';
import { clusterNameOf } from './subject.ts';
import type { ManagedBy, Step } from './subject.ts';

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

/**
 * Of a file that gives values to variables: true if Terraform loads it without being told (its documentation, 2026-08).
 */
export function isLoadedAlways(path: string): boolean {
  return /(?:^|\/)terraform\.tfvars$|\.auto\.tfvars$/.test(path);
}

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
    return [{ tool: 'terraform' as const, file, resource, cluster, project: projectOf(block, values) }];
  });
}

/** What each change edits: the resource, and the attribute as each tool names it. */
const EDITED: Readonly<
  Partial<Record<ChangeName | 'shards', readonly (readonly [resource: string, attribute: string])[]>>
> = {
  'multi-region': [
    ['advanced_cluster', 'replication_specs.region_configs'],
    ['cluster', 'replication_specs.regions_config'],
  ],
  'cloud-provider': [
    ['advanced_cluster', 'replication_specs.region_configs'],
    ['cluster', 'provider_name'],
  ],
  shard: [
    ['advanced_cluster', 'cluster_type'],
    ['cluster', 'cluster_type'],
  ],
  shards: [
    ['advanced_cluster', 'replication_specs'],
    ['cluster', 'replication_specs.num_shards'],
  ],
  'regionalized-endpoints': [['private_endpoint_regional_mode', 'enabled']],
  'custom-dns': [['custom_dns_configuration_cluster_aws', 'enabled']],
  'disable-peering-only': [['private_ip_mode', 'enabled']],
  'port-mapped-endpoints': [['privatelink_endpoint', 'port_mapping_enabled']],
};

interface Managing {
  readonly managedBy: ManagedBy;
  /** Each may manage it. */
  readonly files: readonly string[];
}

/** A cluster or setting that code owns is changed in that code: the next run of its tool would revert a call. */
export function withManagers(entry: PlanEntry, items: readonly ManagedItem[]): PlanEntry {
  const named = clusterNameOf(entry.plan);
  const names = new Set(
    (entry.clusters.length > 0 ? entry.clusters : [named ?? '*']).map((name) => name.toLowerCase()),
  );
  const managerOf = (what: keyof typeof EDITED): Managing | null => {
    const edited = EDITED[what] ?? [];
    const found = items.flatMap(({ tool, file, resource, cluster }) => {
      const attribute = edited.find(([one]) => one === resource)?.[1];
      const isOwn =
        !resource.endsWith('cluster') || cluster === null || names.has('*') || names.has(cluster.toLowerCase());
      return attribute !== undefined && isOwn
        ? [{ tool, file, attribute: spelled(attribute, tool), isSure: cluster !== null }]
        : [];
    });
    // A name that is an expression may be another cluster's: one that is written out comes first.
    const [manager, ...others] = found.sort((a, b) => Number(b.isSure) - Number(a.isSure));
    if (!manager) return null;
    // Several files of other names may be meant, or several projects.
    const files = [manager, ...(manager.isSure ? [] : others)].map(({ file: own }) => own);
    const { tool, file, attribute } = manager;
    return { managedBy: { tool, file, attribute }, files: [...new Set(files)] };
  };
  const steps = entry.steps.map((one): Step => {
    const manager = one.kind === 'change' ? managerOf(one.edits ?? entry.change) : null;
    return { ...(manager ? inCode(one, manager) : one), inCode: undefined, edits: undefined };
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

const APPLY: Readonly<Record<ManagedBy['tool'], string>> = {
  terraform: 'terraform plan',
  pulumi: 'pulumi preview',
  operator: 'kubectl diff -f',
  cloudformation: 'aws cloudformation create-change-set',
};

function inCode(step: Step, { managedBy, files }: Managing): Step {
  const { tool, attribute } = managedBy;
  const where = `${attribute ?? 'the resource'} in ${files.join(' or ')}`;
  const detail =
    `Change ${where}, review with \`${APPLY[tool]}\`, and apply. Do not call the Administration API and do not change the console: the next run of ${TOOL_NAMES[tool]} would undo it. ${step.inCode ?? ''}`.trim();
  return { ...step, detail, command: null, managedBy };
}

const TOOL_NAMES: Readonly<Record<ManagedBy['tool'], string>> = {
  terraform: 'Terraform',
  pulumi: 'Pulumi',
  operator: 'the operator',
  cloudformation: 'CloudFormation',
};
