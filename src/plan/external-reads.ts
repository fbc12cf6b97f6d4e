import { environmentIn } from '../rule-helpers/environments.ts';
import type { FoundString } from '../classify/found-string.ts';
import { MASK } from '../parse/natural-words.ts';
import { decidesPlan } from './decides.ts';
import { placeOfString } from './place-of-string.ts';
import type { PlanFile, PlanInput, StepPlace } from './subject.ts';

/** A place that takes a string from outside, which may or may not belong to the change's clusters. */
export interface OpenRead {
  readonly name: string;
  readonly place: StepPlace;
}

/** A string of a cluster, and which programs may use it. */
interface NamedString {
  readonly file: PlanFile;
  readonly own: boolean;
}

/** The owner of a string: `unclear` if neither its names nor the records decide. */
type WhoseOf = (string: FoundString) => 'own' | 'other' | 'unclear';

/**
 * The reads that keep a change undecided: those without a known value, in the directory tree and the environment of the clusters'
 * strings; those without a string of any cluster beside them may belong to every cluster. Linear in strings, and in reads and trees.
 */
export function openReads(
  { files, external, isListed }: Pick<PlanInput, 'files' | 'external' | 'isListed'>,
  whoseOf: WhoseOf,
): readonly OpenRead[] {
  const deciding = files.filter(({ role }) => decidesPlan(role, false));
  const reads = deciding.flatMap((file) =>
    file.strings.flatMap((string) =>
      string.external && external[string.external.name] === undefined
        ? [{ file, name: string.external.name, place: placeOfString(file, string) }]
        : [],
    ),
  );
  if (reads.length === 0) return [];
  const values = valueFiles(deciding);
  const byTree = strings(deciding, whoseOf);
  return reads
    .filter((read) => !(values.get(plainName(read.name)) ?? []).some((file) => mayServe(file, read.file)))
    .filter(({ name, file }) => !isListed?.(besideFile(name, file.file)))
    .filter((read) => mayBeOwn(read.file, byTree))
    .map(({ name: variable, place }) => ({ name: variable, place }));
}

/**
 * Replica-set options beside strings that come from outside and that may be of the change's clusters, whatever gives the value: a
 * sharded cluster has no such set.
 */
export function replicaSetReads(
  { files, external }: Pick<PlanInput, 'files' | 'external'>,
  names: ReadonlySet<string>,
  whoseOf: WhoseOf,
): readonly StepPlace[] {
  const deciding = files.filter(({ role }) => decidesPlan(role, false));
  const reads = deciding.flatMap((file) =>
    file.strings.flatMap((string) => (string.external && string.replicaSet ? [{ file, string }] : [])),
  );
  if (reads.length === 0) return [];
  const byTree = strings(deciding, whoseOf);
  const whose = ownersOfNames(deciding, whoseOf);
  return reads
    .filter(({ file, string: { external: read } }) => {
      const said = external[read!.name];
      if (said !== undefined) return names.has(said);
      return whose.get(plainName(read!.name))?.some((one) => one !== 'other') ?? mayBeOwn(file, byTree);
    })
    .map(({ file, string }) => placeOfString(file, string));
}

/** Whose the strings are that the tree gives to a name. */
function ownersOfNames(files: readonly PlanFile[], whoseOf: WhoseOf): ReadonlyMap<string, ReturnType<WhoseOf>[]> {
  const byName = new Map<string, ReturnType<WhoseOf>[]>();
  for (const string of files.flatMap((file) => file.strings)) {
    if (string.kind === 'external' || string.literal.key === null) continue;
    for (const name of namesOfKey(string.literal.key)) {
      const whose = string.kind === 'not-service' ? 'other' : whoseOf(string);
      byName.set(name, [...(byName.get(name) ?? []), whose]);
    }
  }
  return byName;
}

/** The file that a Compose file names, as a path like its own: what is in the tree is judged there. */
function besideFile(name: string, path: string): string {
  const parts: string[] = [];
  for (const part of [...path.split('/').slice(0, -1), ...name.split('/')]) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The files that give a name a string whose host is visible, by that name. */
function valueFiles(files: readonly PlanFile[]): ReadonlyMap<string, readonly PlanFile[]> {
  const byName = new Map<string, PlanFile[]>();
  for (const file of files) {
    for (const { kind, literal } of file.strings) {
      if (kind === 'external' || kind === 'templated-unknown' || literal.key === null) continue;
      const [name, ...whole] = namesOfKey(literal.key);
      if (name === undefined) continue;
      const known = byName.get(name);
      if (known) known.push(file);
      else byName.set(name, [file]);
      for (const one of whole) byName.set(one, [file]);
    }
  }
  return byName;
}

/**
 * The names by which a read may mean the value of a key: its last part, and the whole where that is longer. None if a
 * part of it was hidden, because several keys may look like this.
 */
export function namesOfKey(key: string): readonly string[] {
  if (key.includes(MASK)) return [];
  const name = plainName(/[^.[\]"']{1,200}["'\]]{0,2}$/.exec(key)?.[0] ?? key);
  // A name with dots may be a path of keys as a whole.
  return name === plainName(key) ? [name] : [name, plainName(key)];
}

/** `MONGODB_URI`, `mongodb-uri` and `mongodb.uri` are one name. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** What a developer's machine gives a name says nothing about the other environments. */
const LOCAL: ReadonlySet<string> = new Set(['development', 'test', 'demo', 'sandbox']);

function mayServe(value: PlanFile, read: PlanFile): boolean {
  const environment = environmentOf(value);
  return environment === environmentOf(read) || !environment.split('+').some((one) => LOCAL.has(one));
}

/** By the config, else by the words of the path; empty if unknown. */
function environmentOf({ file, environment }: PlanFile): string {
  return environment ?? environmentIn(file);
}

function strings(files: readonly PlanFile[], whoseOf: WhoseOf): ReadonlyMap<string, readonly NamedString[]> {
  const byTree = new Map<string, NamedString[]>();
  for (const file of files) {
    for (const string of file.strings) {
      if (string.literal.context !== 'code' || string.hosts.every(({ class: { domain } }) => domain === null)) continue;
      const whose = whoseOf(string);
      if (whose === 'unclear') continue;
      const tree = treeOf(file.file);
      const known = byTree.get(tree) ?? [];
      if (!known.some((one) => one.file === file && one.own === (whose === 'own')))
        known.push({ file, own: whose === 'own' });
      byTree.set(tree, known);
    }
  }
  return byTree;
}

function mayBeOwn(read: PlanFile, byTree: ReadonlyMap<string, readonly NamedString[]>): boolean {
  const tree = treeOf(read.file);
  const trees = tree === '' ? [...byTree.keys()] : [tree, ''];
  const environment = environmentOf(read);
  const near = trees
    .flatMap((one) => byTree.get(one) ?? [])
    .filter(({ file }) => environment === '' || ['', environment].includes(environmentOf(file)));
  return near.length === 0 || near.some(({ own }) => own);
}

/** Folders with one program each. */
const CONTAINERS: ReadonlySet<string> = new Set(
  'apps services packages modules projects components libs cmd crates'.split(' '),
);

/** The folder of one program: the first one of the path, or the second below a folder of programs; empty for files of the root. */
function treeOf(path: string): string {
  const folders = path
    .split('/')
    .slice(0, -1)
    .filter((part) => part !== '..' && part !== '.');
  return folders.slice(0, CONTAINERS.has(folders[0] ?? '') ? 2 : 1).join('/');
}

/** The entry to paste into the config after checking the values. */
export function externalEntry(names: readonly string[]): string {
  return `"external": { ${[...new Set(names)].map((name) => `${JSON.stringify(name)}: "<cluster>"`).join(', ')} }`;
}
