import attributeForms from './attribute-forms.json' with { type: 'json' };
import { isTerraformPath } from '../read/families.ts';
import { assigned } from '../read/values.ts';
import { folderOf, joinedPath, matchesIn, namedForms, once, only, textBefore } from '../text/source.ts';
import type { Range, Source } from '../text/source.ts';
import { blocksOf, hclAttribute, hclBlocks, hclValue, moduleValues, valueFile } from './hcl.ts';
import { clustersIn } from './terraform.ts';

const FORMS = namedForms(attributeForms.owners);

/** Access to the files of a repository. Paths use `/`, relative to its root. */
export interface RepositoryTree {
  /** The names of the files in a folder. The root is the empty text. */
  namesIn(folder: string): readonly string[];
  /** The text of a file, empty if it cannot be read. */
  textOf(path: string): string;
}

export interface TreeFile {
  readonly path: string;
  readonly tree: RepositoryTree;
}

/** The address of an attribute's owner, and the name of the cluster, or `null` if the code does not show it. */
export type AttributeOwner = Readonly<ReturnType<ReturnType<typeof clusterResolver>>>;

export function clusterResolver(source: Source, place: TreeFile | undefined) {
  if (isTerraformPath(source.path)) return inTerraform(source, place);
  // The name of the only cluster of a program or template.
  const declared = once(() => matchesIn(source.text, FORMS.declared).map(({ offset }) => nameIn(source.text, offset)));
  return ({ offset }: Range) => {
    return { address: null, cluster: inProgram(source, offset) ?? only(new Set(declared())) ?? null };
  };
}

const lastAddress = (text: string): string | null => FORMS.address.exec(text)?.[1] ?? null;

function inTerraform(source: Source, place: TreeFile | undefined) {
  const tree = place?.tree;
  const folder = folderOf(place?.path ?? '');
  const module = once(() => moduleOf(folder, tree, source));
  const namedBy = (address: string, hops: number): string | null => {
    const { blocks, values, clusters } = module();
    const [first, second] = address.split('.');
    if (hops > MAX_HOPS) return null;
    if (first === 'local') {
      const locals = blocks.flatMap(({ type, attributes }) => (type === 'locals' ? attributes : []));
      const next = lastAddress(locals.find(({ name }) => name === second)?.text ?? '');
      return next === null || next === address ? onlyCluster(module()) : namedBy(next, hops + 1);
    }
    if (first !== 'module') return clusters.find((one) => one.address === address)?.name ?? null;
    const call = blocks.find(({ type, labels }) => type === 'module' && labels[0] === second);
    const given = (key: string): string | null => hclValue(call && hclAttribute(call, key), values);
    const path = given('source');
    const called = tree && path !== null && /^\.{1,2}\//.test(path) ? `${joinedPath(folder, path)}/` : null;
    return given('cluster_name') ?? given('name') ?? (called === null ? null : onlyCluster(moduleOf(called, tree)));
  };
  return ({ offset }: Range) => {
    const before = textBefore(source.text, offset, 400);
    const address = lastAddress(before) ?? lastAddress(iterated(before));
    return { address, cluster: address === null ? onlyCluster(module()) : namedBy(address, 0) };
  };
}

const MAX_HOPS = 4;

/** What the loop goes over whose variable is read at the end: `for name, cluster in mongodbatlas_cluster.all :`. */
function iterated(before: string): string {
  const variable = /(?<![\w.])(\w{1,60})\.$/.exec(before)?.[1];
  const head = new RegExp(String.raw`\bfor\s[^:\n]{0,80}\b${variable}[ \t]{1,8}in[ \t]{1,8}([^:\n]{1,200}):`, 'g');
  return [...before.matchAll(head)].at(-1)?.[1] ?? '';
}

/** The files of one folder are one module. The text of `own`, one of them, may differ from that in the tree. */
export function moduleOf(folder: string, tree: RepositoryTree | undefined, own?: Source) {
  const names = tree?.namesIn(folder.replace(/\/$/, '')) ?? [];
  const ownName = own?.path.slice(folderOf(own.path).length);
  const others = names.filter((name) => name !== ownName && /\.(?:tf|tofu|tfvars)$/.test(name)).slice(0, MAX_FILES);
  const textOf = (name: string): string => tree!.textOf(folder + name);
  const ofValues = others.filter((name) => name.endsWith('.tfvars'));
  const code = others.filter((name) => !ofValues.includes(name));
  const blocks = [...code.flatMap((name) => hclBlocks(textOf(name))), ...(own ? blocksOf(own) : [])];
  const given = ofValues.map((name) => valueFile(name, textOf(name)));
  const values = moduleValues(blocks, given);
  return { blocks, values, clusters: clustersIn(blocks, values) };
}

const MAX_FILES = 100;

const onlyCluster = ({ clusters }: ReturnType<typeof moduleOf>): string | null =>
  only(new Set(clusters.map(({ name }) => name))) ?? null;

/** The name in the arguments of the constructor, lookup or resource that gives the variable its value. */
function inProgram(source: Pick<Source, 'text'>, offset: number): string | null {
  const { text } = source;
  const before = textBefore(text, offset, 300);
  const expression =
    /([A-Za-z_$][\w$]{0,60})\)?(?:\.|->|\?\.)(?:connection_?strings?|get_?att)[^]{0,200}$/i.exec(before) ??
    /(?:GetAtt[":\s[]{1,8}["']?|\$\{)([A-Za-z]\w{0,60})["'., ]{1,4}[^\n]{0,60}$/.exec(before);
  const name = expression?.[1];
  if (name === undefined) return describedIn(text, offset);
  const [value] = assigned(source, name);
  return value ? nameIn(text, value.offset) : null;
}

function nameIn(text: string, from: number): string | null {
  const own = text.slice(from, from + 1_500).split(/\n(?=\S[^\n]{0,80}(?:=|:=)[ \t]|\n)/, 1)[0]!;
  return FORMS.named.exec(own)?.[1] ?? FORMS.firstArgument.exec(own)?.[1] ?? null;
}

/** `atlas clusters describe orders -o json | jq .connectionStrings.standardSrv`. */
function describedIn(text: string, offset: number): string | null {
  const line = text.slice(text.lastIndexOf('\n', offset) + 1, offset);
  return (
    /\bdescribe[ \t]{1,8}["']?([A-Za-z0-9][\w-]{0,63})(?![\w${%-])/.exec(line)?.[1] ??
    /\batlasdeployments?[ /]([\w-]{1,63})/i.exec(line)?.[1] ??
    null
  );
}
