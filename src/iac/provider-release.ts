import { codeMatches, lineEndAfter } from '../read/page.ts';
import { hull, versionRange, type VersionRange } from '../drivers/versions.ts';
import { folderOf, joinedPath, lineStartBefore, type Range, type Source, type CollectedItem } from '../text/source.ts';
import { blocksOf, everyBlock, hclAttribute, hclText, type HclBlock } from './hcl.ts';
import { providerVersions, resourcesOf } from './terraform.ts';
import { resourceType } from '../facts/read.ts';

export interface ReleaseItem extends CollectedItem, VersionRange {
  readonly is: 'release';
  readonly locked: boolean;
}

/** The releases of the provider in `required_providers` and in a lock file. */
export const releasesIn = (source: Source): ReleaseItem[] =>
  providerVersions(source).flatMap(({ name, text, at, constraints }): ReleaseItem[] => {
    const locked = constraints !== null;
    const range = /(?:^|\/)mongodbatlas$/.test(name) ? versionRange(text) : null;
    return range ? [{ is: 'release', at, locked, ...range }] : [];
  });

/** The releases that a module allows: those of the lock file, otherwise of all constraints together. */
export function releaseOf(items: readonly (CollectedItem | ReleaseItem)[]): VersionRange | null {
  const all = items.filter((item): item is ReleaseItem => 'locked' in item);
  const locked = all.filter((item) => item.locked);
  return hull(locked.length > 0 ? locked : all);
}

/** Settings of resources, with what to do. Guides "Moving to Advanced Cluster v2.0.0" and "2.0.0: Upgrade" (read 2026-11). */
const REMOVED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  advanced_cluster: {
    disk_size_gb: 'Use `disk_size_gb` in each hardware specification.',
    num_shards: 'Use one element of `replication_specs` per shard.',
    default_read_concern: 'Remove it.',
    fail_index_key_too_long: 'Remove it.',
    use_replication_spec_per_shard: 'Remove it.',
  },
  cloud_backup_schedule: { replication_spec_id: 'Use `zone_id`.', use_zone_id_for_copy_settings: 'Remove it.' },
  global_cluster_config: { custom_zone_mapping: 'Use `custom_zone_mapping_zone_id`.' },
};

/** Blocks of 1.x that are attributes since 2.0. */
const BLOCKS = new Set([
  ...['replication_specs', 'region_configs', 'electable_specs', 'read_only_specs', 'analytics_specs', 'auto_scaling'],
  ...['analytics_auto_scaling', 'advanced_configuration', 'bi_connector_config', 'pinned_fcv', 'timeouts'],
]);
const MAPS = new Set(['tags', 'labels']);

/** Attributes of the cluster that code reads. */
const READS =
  /((?:\bdata\.)?\bmongodbatlas_advanced_cluster\.[\w-]{1,80}(?:\[[^\]\n]{1,80}\])?)\.(id|disk_size_gb|replication_specs(?:\[[^\]\n]{1,20}\]|\.\d{1,3})\.(?:id|num_shards))(?![\w.])/g;

/** What release 2.0 of the provider removed or changed, in the blocks and expressions of a file: problems of the rule. */
export function removedInTwo(source: Source) {
  const gone = (resource: string, name: string, todo: string, at: Range) => {
    return { message: 'gone', data: { resource, name, todo }, at };
  };
  const blocks = resourcesOf(source, / /).flatMap((block) => {
    const [resource = ''] = block.labels;
    const removed = Object.entries(REMOVED[resourceType(resource)?.replace(/s$/, '') ?? ''] ?? {});
    const settings = removed.flatMap(([name, todo]) =>
      settingsIn(source, block, name)
        .slice(0, 1)
        .map(({ offset }) => gone(resource, name, todo, { offset, endOffset: offset + name.length })),
    );
    return [...settings, ...(/^mongodbatlas_advanced_clusters?$/.test(resource) ? changedBlocks(block) : [])];
  });
  const reads = codeMatches(source, READS).map(({ name, at }) =>
    gone('mongodbatlas_advanced_cluster', name, name === 'id' ? 'Use `cluster_id`.' : 'Remove it.', at),
  );
  return [...blocks, ...reads];
}

/** Settings of a block, also in nested ones and in the objects that release 2 has instead of them. */
function settingsIn({ path, text }: Source, block: HclBlock, name: string): Range[] {
  // The size of the disk moved into blocks where it is right.
  if (name === 'disk_size_gb') return block.attributes.filter((one) => one.name === name);
  const body = { path, text: text.slice(block.body.offset, block.body.endOffset) };
  const setting = new RegExp(String.raw`(?<![\w."-])${name}(?=[ \t]*(?:=(?!=)|\{))`, 'g');
  return codeMatches(body, setting).map(({ offset, endOffset }) => {
    return { offset: block.body.offset + offset, endOffset: block.body.offset + endOffset };
  });
}

/** One finding for all blocks of a cluster: they are rewritten together. */
function changedBlocks(block: HclBlock) {
  const nested = everyBlock(block.blocks).map(({ type, labels: [label = ''], head: at }) => {
    return { data: { name: type === 'dynamic' ? label : type }, at };
  });
  return Object.entries({ block: BLOCKS, map: MAPS }).flatMap(([message, names]) => {
    const found = nested.find(({ data }) => names.has(data.name));
    return found ? [{ message, ...found }] : [];
  });
}

/** A value of `connection_strings`, or a name that contains one. */
const TARGET = String.raw`(?:data\.mongodbatlas_advanced_clusters\.[\w-]{1,80}\.results\[[^\]\n]{1,80}\]|values\(mongodbatlas_advanced_cluster\.[\w-]{1,80}\)\[[^\]\n]{1,80}\])\.connection_strings|(?:data\.)?mongodbatlas_advanced_cluster\.[\w-]{1,80}(?:\[[^\]\n]{1,80}\])?\.connection_strings|(?:local|var)\.[\w-]{1,80}|module\.[\w-]{1,80}\.[\w-]{1,80}`;
const FIELDS = 'standard_srv|standard|private_srv|private_endpoint|private|aws_private_link_srv|aws_private_link';
const USE = new RegExp(
  String.raw`(?<![\w.])(?:(element|lookup)\([ \t]{0,8})?(in[ \t]{1,8})?(${TARGET})(\[0\]|\.0(?=\.)|(?=\.(?:${FIELDS})(?!\w))|(?=[ \t]{0,8}[:,]))`,
  'g',
);
const WHOLE = new RegExp(`^(?:${TARGET})$`);

/** A use of a value that one of the releases refuses, with the message of the rule. */
interface ShapeUse extends CollectedItem {
  readonly is: 'use';
  /** `object`: wrong before release 2; the others since. */
  readonly message: 'list' | 'object' | 'iterated';
  readonly target: string;
  /** What to write instead; missing for a loop. */
  readonly now?: string;
}

/** A name for a value in a folder of code: a local, an output, a variable of a called module, or that module itself. */
interface NameItem extends CollectedItem {
  readonly is: 'name';
  readonly key: string;
  /** The value, or empty for a module, and the folder in which it is read. */
  readonly target: string;
  readonly folder: string;
}

export type ShapeItem = ShapeUse | NameItem | ReleaseItem;

/** Uses of values that one of the releases refuses, and what decides: names for values, releases. */
export const shapeItems = (source: Source): ShapeItem[] => [
  ...shapeUses(source),
  ...namesIn(source),
  ...releasesIn(source),
];

function shapeUses(source: Source): ShapeUse[] {
  return codeMatches(source, USE).flatMap(({ match, offset, endOffset }): ShapeUse[] => {
    const [, called, loop, target = '', index = ''] = match;
    const start = offset + match[0].indexOf(target);
    const end = start + target.length;
    // The last part of the path is what a fix rewrites.
    const from = start + target.lastIndexOf('.') + 1;
    const text = source.text.slice(from, end);
    if (isEither(source.text, start, target)) return [];
    if (called !== undefined && index === '') {
      const rest = /^[ \t]{0,8},[ \t]{0,8}(?:0|"[\w-]{1,40}")[ \t]{0,8}\)/.exec(source.text.slice(end, end + 60));
      const at = { offset, endOffset: end + (rest?.[0].length ?? 0) };
      return rest ? [{ is: 'use', message: 'list', target, now: target, at }] : [];
    }
    if (index !== '') return [{ is: 'use', message: 'list', target, now: text, at: { offset: from, endOffset } }];
    const at = { offset: from, endOffset: end };
    if (source.text[end] === '.') return [{ is: 'use', message: 'object', target, now: `${text}[0]`, at }];
    return loop === undefined ? [] : [{ is: 'use', message: 'iterated', target, at }];
  });
}

/** `try(x.standard_srv, x[0].standard_srv)` is right with both releases. */
function isEither(text: string, at: number, target: string): boolean {
  const from = lineStartBefore(text, at, 400);
  const line = text.slice(from, lineEndAfter(text, at));
  return /\btry\(/.test(line) && line.includes(`${target}[0]`) && line.includes(`${target}.`);
}

const keyOf = (folder: string, name: string): string => `${folder}\0${name}`;

/** Names for values in locals, outputs and arguments of modules. */
function namesIn(source: Source): NameItem[] {
  const folder = folderOf(source.path);
  return blocksOf(source).flatMap((block): NameItem[] => {
    const [label = ''] = block.labels;
    const named = (name: string, text: string | undefined, where = folder): NameItem[] =>
      text !== undefined && WHOLE.test(text)
        ? [{ is: 'name', key: keyOf(where, name), target: text, folder, at: block.head }]
        : [];
    if (block.type === 'locals') return block.attributes.flatMap((one) => named(`local.${one.name}`, one.text));
    if (block.type === 'output') return named(`output.${label}`, hclAttribute(block, 'value')?.text);
    const path = block.type === 'module' ? hclText(hclAttribute(block, 'source')) : null;
    if (!path?.startsWith('.')) return [];
    // Folders end with `/`, the top one is empty.
    const child = joinedPath(folder, path).replace(/.$/, '$&/');
    return [
      { is: 'name', key: keyOf(folder, `module.${label}`), target: '', folder: child, at: block.head },
      ...block.attributes.flatMap((one) => named(`var.${one.name}`, one.text, child)),
    ];
  });
}

/** The folder with the cluster of a value, or `null`. Follows locals, variables and outputs. */
export function declaringFolder(items: readonly ShapeItem[]): (target: string, folder: string) => string | null {
  const names = new Map(items.flatMap((item) => (item.is === 'name' ? [[item.key, item] as const] : [])));
  const follow = (target: string, folder: string, depth: number): string | null => {
    if (target.includes('mongodbatlas_advanced_cluster')) return folder;
    const [kind = '', name = '', output = ''] = target.split('.');
    const child = kind === 'module' ? names.get(keyOf(folder, `module.${name}`))?.folder : undefined;
    const next = names.get(child === undefined ? keyOf(folder, `${kind}.${name}`) : keyOf(child, `output.${output}`));
    return next && depth < 6 ? follow(next.target, next.folder, depth + 1) : null;
  };
  return (target, folder) => follow(target, folder, 0);
}
