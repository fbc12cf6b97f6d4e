import attributeForms from './attribute-forms.json' with { type: 'json' };
import data from './removed-in-two.json' with { type: 'json' };
import { codeMatches, lineEndAfter } from '../read/page.ts';
import { hull, versionRange, type VersionRange } from '../drivers/versions.ts';
import { folderOf, joinedPath, lineStartBefore, namedForms, rewriting } from '../text/source.ts';
import type { Range, Source, CollectedItem } from '../text/source.ts';
import { blocksOf, everyBlock, hclAttribute, hclText, type HclBlock } from './hcl.ts';
import { providerVersions, resourcesOf } from './terraform.ts';
import { resourceType } from '../facts/read.ts';

const FORMS = namedForms(attributeForms.releases, attributeForms.parts);

type ReleaseItem = ReturnType<typeof releasesIn>[number];

/** The releases of the provider in `required_providers` and in a lock file. */
export const releasesIn = (source: Source) =>
  providerVersions(source).flatMap(({ name, text, at, constraints }) => {
    const range = /(?:^|\/)mongodbatlas$/.test(name) ? versionRange(text) : null;
    return range ? [{ at, locked: constraints !== null, ...range }] : [];
  });

/** The releases that a module allows: those of the lock file, otherwise of all constraints together. */
export function releaseOf(items: readonly (CollectedItem | ReleaseItem)[]): VersionRange | null {
  const all = items.filter((item): item is ReleaseItem => 'locked' in item);
  const locked = all.filter((item) => item.locked);
  return hull(locked.length > 0 ? locked : all);
}

/** Settings of resources, with what to do. Guides "Moving to Advanced Cluster v2.0.0" and "2.0.0: Upgrade" (read 2026-11). */
const REMOVED: Readonly<Record<string, Readonly<Record<string, string>>>> = data.settings;

/** What release 2.0 of the provider removed or changed, in the blocks and expressions of a file: problems of the rule. */
export function removedInTwo(source: Source) {
  const gone = (resource: string, name: string, todo: string, at: Range) => {
    return { message: 'gone', data: { resource, name, todo }, at };
  };
  const blocks = resourcesOf(source, / /).flatMap((block) => {
    const [resource = ''] = block.labels;
    const removed = Object.entries(REMOVED[resourceType(resource)?.replace(/s$/, '') ?? ''] ?? {});
    const settings = removed.flatMap(([name, todo]) => {
      const [first] = settingsIn(source, block, name);
      return first ? gone(resource, name, todo, { offset: first.offset, endOffset: first.offset + name.length }) : [];
    });
    return [...settings, ...(/^mongodbatlas_advanced_clusters?$/.test(resource) ? changedBlocks(block) : [])];
  });
  const reads = codeMatches(source, FORMS.reads).map(({ name, at }) =>
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

/** One finding for all blocks of a cluster that are attributes since 2.0: they are rewritten together. */
function changedBlocks(block: HclBlock) {
  const nested = everyBlock(block.blocks).map(({ type, labels: [label = ''], head: at }) => {
    return { data: { name: type === 'dynamic' ? label : type }, at };
  });
  return Object.entries({ block: data.blocks, map: ['tags', 'labels'] }).flatMap(([message, names]) => {
    const found = nested.find(({ data }) => names.includes(data.name));
    return found ? [{ message, ...found }] : [];
  });
}

/** A name for a value in a folder of code: a local, an output, a variable of a called module, or that module itself. */
type NameItem = ReturnType<typeof namesIn>[number];

/** Uses of values that one of the releases refuses, as problems of the rule, and what decides: names, releases. */
export const shapeItems = (source: Source) => [...shapeUses(source), ...namesIn(source), ...releasesIn(source)];

const shapeUses = (source: Source) =>
  codeMatches(source, FORMS.use).flatMap(({ match, offset, endOffset }) => {
    const [, called, loop, target = '', index = ''] = match;
    const start = offset + match[0].indexOf(target);
    const end = start + target.length;
    // The last part of the path is what a fix rewrites.
    const from = start + target.lastIndexOf('.') + 1;
    const text = source.text.slice(from, end);
    // `object`: wrong before release 2; the others since.
    const problem = (message: 'list' | 'object' | 'iterated', at: Range, now?: string) => [
      { message, target, at, fix: now === undefined ? undefined : rewriting(`Write ${now}`, at, now) },
    ];
    // `try(x.standard_srv, x[0].standard_srv)` is right with both releases.
    const line = source.text.slice(lineStartBefore(source.text, start, 400), lineEndAfter(source.text, start));
    if (/\btry\(/.test(line) && line.includes(`${target}[0]`) && line.includes(`${target}.`)) return [];
    if (called !== undefined && index === '') {
      const [rest] =
        /^[ \t]{0,8},[ \t]{0,8}(?:0|"[\w-]{1,40}")[ \t]{0,8}\)/.exec(source.text.slice(end, end + 60)) ?? [];
      return rest ? problem('list', { offset, endOffset: end + rest.length }, target) : [];
    }
    const at = { offset: from, endOffset: end };
    if (index !== '') return problem('list', { ...at, endOffset }, text);
    if (source.text[end] === '.') return problem('object', at, `${text}[0]`);
    return loop === undefined ? [] : problem('iterated', at);
  });

const keyOf = (folder: string, name: string): string => `${folder}\0${name}`;

/** Names for values (`target`; `output` for a module) in locals, outputs and arguments of modules. */
function namesIn(source: Source) {
  const folder = folderOf(source.path);
  return blocksOf(source).flatMap((block) => {
    const { type, attributes, head: at } = block;
    const [label = ''] = block.labels;
    const named = (name: string, target: string | undefined, where = folder) =>
      target !== undefined && FORMS.whole.test(target) ? [{ key: keyOf(where, name), target, folder, at }] : [];
    if (type === 'locals') return attributes.flatMap((one) => named(`local.${one.name}`, one.text));
    if (type === 'output') return named(`output.${label}`, hclAttribute(block, 'value')?.text);
    const path = type === 'module' ? hclText(hclAttribute(block, 'source')) : null;
    if (!path?.startsWith('.')) return [];
    // Folders end with `/`, the top one is empty.
    const child = joinedPath(folder, path).replace(/.$/, '$&/');
    const own = { key: keyOf(folder, `module.${label}`), target: 'output', folder: child, at };
    return [own, ...attributes.flatMap((one) => named(`var.${one.name}`, one.text, child))];
  });
}

/** The folder with the cluster of a value, or `null`. Follows locals, variables and outputs. */
export function declaringFolder(items: readonly (CollectedItem | NameItem)[]) {
  const names = new Map(items.flatMap((item) => ('key' in item ? [[item.key, item] as const] : [])));
  return function follow(target: string, folder: string, hops = MAX_HOPS): string | null {
    if (target.includes('mongodbatlas_advanced_cluster')) return folder;
    const [kind = '', name = '', ...output] = target.split('.');
    const next = names.get(keyOf(folder, `${kind}.${name}`));
    return next && hops > 0 ? follow([next.target, ...output].join('.'), next.folder, hops - 1) : null;
  };
}

const MAX_HOPS = 12;
