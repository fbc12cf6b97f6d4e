import { codeMatches, lineEndAfter } from '../read/page.ts';
import { hull, versionRange, type VersionRange } from '../drivers/versions.ts';
import { folderOf, joinedPath, lineStartBefore, type Range, type Source, type CollectedItem } from '../text/source.ts';
import { blocksOf, everyBlock, hclAttribute, hclText, type HclBlock } from './hcl.ts';
import { providerVersions } from './terraform.ts';

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
export function releaseOf(items: readonly { readonly is: string }[]): VersionRange | null {
  const all = items.filter((item): item is ReleaseItem => item.is === 'release');
  const locked = all.filter((item) => item.locked);
  return hull(locked.length > 0 ? locked : all);
}

export interface RemovedItem extends CollectedItem {
  readonly is: 'removed';
  readonly message: 'gone' | 'block' | 'map';
  readonly resource: string;
  readonly name: string;
  /** What to write instead, `null` if it is only removed. */
  readonly now: string | null;
}

interface Removal {
  readonly resource: RegExp;
  /** A setting anywhere in the block, or only in the block itself. */
  readonly name: string;
  readonly now: string | null;
  readonly outside?: true;
}

const ADVANCED = /^mongodbatlas_advanced_clusters?$/;

/** Guides "Moving to Advanced Cluster v2.0.0" and "2.0.0: Upgrade" of the provider (read 2026-11). */
const REMOVALS: readonly Removal[] = [
  { resource: ADVANCED, name: 'disk_size_gb', now: '`disk_size_gb` in each hardware specification', outside: true },
  { resource: ADVANCED, name: 'num_shards', now: 'one element of `replication_specs` per shard' },
  { resource: ADVANCED, name: 'default_read_concern', now: null },
  { resource: ADVANCED, name: 'fail_index_key_too_long', now: null },
  { resource: ADVANCED, name: 'use_replication_spec_per_shard', now: null },
  { resource: /^mongodbatlas_cloud_backup_schedule$/, name: 'replication_spec_id', now: '`zone_id`' },
  { resource: /^mongodbatlas_cloud_backup_schedule$/, name: 'use_zone_id_for_copy_settings', now: null },
  {
    resource: /^mongodbatlas_global_cluster_config$/,
    name: 'custom_zone_mapping',
    now: '`custom_zone_mapping_zone_id`',
  },
];

/** Blocks of 1.x that are attributes since 2.0. */
const BLOCKS = new Set([
  ...['replication_specs', 'region_configs', 'electable_specs', 'read_only_specs', 'analytics_specs', 'auto_scaling'],
  ...['analytics_auto_scaling', 'advanced_configuration', 'bi_connector_config', 'pinned_fcv', 'timeouts'],
]);
const MAPS = new Set(['tags', 'labels']);

/** Attributes of the cluster that code reads. */
const READS =
  /((?:\bdata\.)?\bmongodbatlas_advanced_cluster\.[\w-]{1,80}(?:\[[^\]\n]{1,80}\])?)\.(id|disk_size_gb|replication_specs(?:\[[^\]\n]{1,20}\]|\.\d{1,3})\.(?:id|num_shards))(?![\w.])/g;

/** What release 2.0 of the provider removed or changed, in the blocks and expressions of a file. */
export function removedInTwo(source: Source): RemovedItem[] {
  const blocks = blocksOf(source).flatMap((block): RemovedItem[] => {
    const [resource = ''] = block.labels;
    if (block.type !== 'resource' && block.type !== 'data') return [];
    return [...removedSettings(block, resource), ...(ADVANCED.test(resource) ? changedBlocks(block, resource) : [])];
  });
  const reads = codeMatches(source, READS).map(({ name, at }): RemovedItem => {
    const now = name === 'id' ? '`cluster_id`' : null;
    return { is: 'removed', message: 'gone', resource: 'mongodbatlas_advanced_cluster', name, now, at };
  });
  return [...blocks, ...reads];
}

function removedSettings(block: HclBlock, resource: string): RemovedItem[] {
  const removals = REMOVALS.filter((one) => one.resource.test(resource));
  return removals.flatMap(({ name, now, outside }): RemovedItem[] => {
    const setting = (outside ? [block] : everyBlock([block]))
      .map(
        (one) =>
          hclAttribute(one, name) ??
          one.blocks.find(({ type }) => type === name)?.head ??
          (outside ? undefined : inObjects(one, name)),
      )
      .find((one) => one !== undefined);
    const at = setting && { offset: setting.offset, endOffset: setting.offset + name.length };
    return at ? [{ is: 'removed', message: 'gone', resource, name, now, at }] : [];
  });
}

/** `replication_specs = [{ num_shards = 2 }]`: a setting in the objects that release 2 has instead of blocks. */
function inObjects({ attributes }: HclBlock, name: string): Range | undefined {
  const setting = new RegExp(String.raw`(?<![\w."-])${name}(?=[ \t]*=(?!=))`);
  const own = attributes.find(({ text }) => setting.test(text));
  const offset = own && own.endOffset - own.text.length + own.text.search(setting);
  return offset === undefined ? undefined : { offset, endOffset: offset + name.length };
}

/** One finding for all blocks of a cluster: they are rewritten together. */
function changedBlocks(block: HclBlock, resource: string): RemovedItem[] {
  const nested = everyBlock(block.blocks).map((one) => ({
    name: one.type === 'dynamic' ? (one.labels[0] ?? '') : one.type,
    at: one.head,
  }));
  const first = nested.find(({ name }) => BLOCKS.has(name));
  const map = nested.find(({ name }) => MAPS.has(name));
  const item = (message: 'block' | 'map', one: typeof first): RemovedItem[] =>
    one ? [{ is: 'removed', message, resource, name: one.name, now: null, at: one.at }] : [];
  return [...item('block', first), ...item('map', map)];
}

/** A value of `connection_strings`, or a name that contains one. */
const TARGET = String.raw`(?:data\.mongodbatlas_advanced_clusters\.[\w-]{1,80}\.results\[[^\]\n]{1,80}\]|values\(mongodbatlas_advanced_cluster\.[\w-]{1,80}\)\[[^\]\n]{1,80}\])\.connection_strings|(?:data\.)?mongodbatlas_advanced_cluster\.[\w-]{1,80}(?:\[[^\]\n]{1,80}\])?\.connection_strings|(?:local|var)\.[\w-]{1,80}|module\.[\w-]{1,80}\.[\w-]{1,80}`;
const FIELDS = 'standard_srv|standard|private_srv|private_endpoint|private|aws_private_link_srv|aws_private_link';
const USE = new RegExp(
  String.raw`(?<![\w.])(?:(element|lookup)\([ \t]{0,8})?(in[ \t]{1,8})?(${TARGET})(\[0\]|\.0(?=\.)|(?=\.(?:${FIELDS})(?!\w))|(?=[ \t]{0,8}[:,]))`,
  'g',
);
const WHOLE = new RegExp(`^(?:${TARGET})$`);

/** How code uses a value: by index, by field, as a list of a function, or in a loop. */
export interface ShapeUse extends CollectedItem {
  readonly is: 'use';
  readonly as: 'index' | 'field' | 'element' | 'loop';
  readonly target: string;
  /** Source text of the whole expression that is replaced. */
  readonly text: string;
}

/** A name for a value in a folder of code: a local, an output, a variable of a called module, or that module itself. */
interface NameItem extends CollectedItem {
  readonly is: 'name';
  readonly key: string;
  /** The value, or empty for a module, and the folder in which it is read. */
  readonly target: string;
  readonly folder: string;
}

export type ShapeItem = ShapeUse | NameItem | ReleaseItem | RemovedItem;

export function shapeUses(source: Source): ShapeUse[] {
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
      return rest ? [{ is: 'use', as: 'element', target, text: target, at }] : [];
    }
    if (index !== '') return [{ is: 'use', as: 'index', target, text, at: { offset: from, endOffset } }];
    const at = { offset: from, endOffset: end };
    if (source.text[end] === '.') return [{ is: 'use', as: 'field', target, text, at }];
    return loop === undefined ? [] : [{ is: 'use', as: 'loop', target, text, at }];
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
export function namesIn(source: Source): NameItem[] {
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
