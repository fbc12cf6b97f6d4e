import { isTerraformPath } from '../read/families.ts';
import code from './managing-code.json' with { type: 'json' };
import type { ChangeName } from '../config/plan.ts';
import { camelCase } from '../text/json.ts';
import { resourceType } from '../facts/read.ts';
import { folderOf, type Source } from '../text/source.ts';
import { everyBlock, hclAttribute, hclBlocks, hclValue, type HclValues } from '../iac/hcl.ts';
import { projectOfBlock } from '../iac/terraform.ts';
import { filled } from '../text/shown-name.ts';
import type { ManagedBy } from './steps.ts';
import type { PlanEntry } from './plan.ts';

/** Code that owns a cluster or a setting of the project. */
export type ManagedItem = Readonly<ReturnType<typeof managedIn>[number]>;

/** Every file with such code contains one of these words, in lower case. */
export const MANAGED_WORDS = ['mongodbatlas', 'atlasdeployment', 'mongodb::atlas'] as const;

/** The clusters and settings that a file manages (documentation of the providers and of the operator, 2026-08). */
export function managedIn({ path, text }: Source, valuesIn: (folder: string) => HclValues) {
  if (isTerraformPath(path)) return inTerraform(path, text, valuesIn(folderOf(path)));
  return FORMS.flatMap(({ tool, pattern, resource }) =>
    [...text.matchAll(pattern)].map(({ index }) => {
      const named = resource === 'advanced_cluster' ? NAME.exec(text.slice(index, index + MAX_ITEM)) : null;
      return { tool: tool as ManagedBy['tool'], file: path, resource, cluster: named?.[1] ?? null, project: null };
    }),
  );
}

const MAX_ITEM = 800;
const NAME = /(?<![\w-])["']?[nN]ame["']?[ \t]{0,9}[:=][ \t]{0,9}["']?([A-Za-z0-9][A-Za-z0-9-]{0,63})(?![\w.(])/;

const FORMS = code.resources.map((form) => ({ ...form, pattern: new RegExp(form.pattern, 'gm') }));

/** Names and ids that are not literal are `null`. */
const inTerraform = (file: string, text: string, values: HclValues) =>
  everyBlock(hclBlocks(text)).flatMap((block) => {
    const resource = block.type === 'resource' ? resourceType(block.labels[0]) : undefined;
    if (resource === undefined) return [];
    const cluster = hclValue(hclAttribute(block, 'name'), values);
    return [{ tool: 'terraform' as const, file, resource, cluster, project: projectOfBlock(block, values) }];
  });

/** What a change edits in the code that manages it, by resource. */
const EDITED: Readonly<Partial<Record<ChangeName, Readonly<Record<string, string>>>>> = code.edited;

/** A cluster or setting that code owns is changed in that code: the next run of its tool would revert a call. */
export function withManagers(entry: PlanEntry, items: readonly ManagedItem[]): PlanEntry {
  const edited = new Map(Object.entries(EDITED[entry.change] ?? {}));
  const name = entry.cluster?.toLowerCase() ?? '*';
  const own = items.filter(
    ({ resource, cluster }) =>
      edited.has(resource) && (cluster === null || name === '*' || name === cluster.toLowerCase()),
  );
  // A name that is an expression may be another cluster's: one that is written out comes first.
  const item = own.find(({ cluster }) => cluster !== null) ?? own[0];
  if (!item) return entry;
  const { tool, file } = item;
  const managed = { tool, file, attribute: spelled(edited.get(item.resource)!, tool) };
  const edit = `Change ${managed.attribute} in ${file}; a call or the console would be reverted.`;
  const steps = entry.steps.map((one) => {
    const isChange = one.kind === 'change';
    const detail = one.inCode === undefined ? (isChange ? edit : null) : filled(one.inCode, managed);
    if (detail === null) return one;
    return { ...one, detail, commands: [code.review[tool]], managedBy: isChange ? managed : null };
  });
  return { ...entry, steps };
}

/** Pulumi and the operator write names in camel case, CloudFormation in Pascal case. */
function spelled(attribute: string, tool: ManagedBy['tool']): string {
  if (tool === 'terraform') return attribute;
  const camel = camelCase(attribute);
  const own = tool === 'operator' ? `spec.deploymentSpec.${camel}` : camel;
  return tool === 'cloudformation' ? own.replace(/(?:^|\.)[a-z]/g, (start) => start.toUpperCase()) : own;
}
