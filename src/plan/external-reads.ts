import { environmentIn } from '../config/environments.ts';
import { isOwnMachine } from '../read/secrets.ts';
import type { FoundString, Via } from '../classify/found-string.ts';
import { clusterLabel } from '../facts/cluster-record.ts';
import { clustersMeant } from '../facts/query.ts';
import { MASK, shown } from '../classify/shown.ts';
import { decidesPlan, isUse } from './relevance.ts';
import type { PlanFile, PlanInput, StepPlace, UsedString } from './subject.ts';
import type { Placeholder } from '../text/literal.ts';
import { locationOf } from '../lint/finding.ts';

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
 * The reads that keep a change undecided: those without a known value, in the directory tree and the environment of the
 * clusters' strings; those without a string of any cluster beside them may belong to every cluster. Linear in strings,
 * and in reads and trees.
 */
export function openReads(input: ReadsInput, whoseOf: WhoseOf): readonly OpenRead[] {
  const { external, isListed } = input;
  const deciding = input.files.filter(({ role }) => decidesPlan(role, false));
  const reads = readsIn(deciding).filter(({ name }) => !Object.hasOwn(external, name));
  if (reads.length === 0) return [];
  const answersOf = answersIn(deciding, reads, input);
  const byTree = strings(deciding, whoseOf);
  return reads
    .filter((read) => answersOf(read).length === 0)
    .filter(({ name, file }) => !isListed?.(besideFile(name, file.file)))
    .filter((read) => mayBeOwn(read.file, byTree))
    .map(({ name, file, string }) => ({ name, place: placeOfString(file, string) }));
}

/** The string that no cluster has: it leads to something else. */
const NOT_SERVICE = 'not-service';

/**
 * The entries of `external` that settle what a string is: `not-service`, and clusters of a record, of the config or of a
 * string. A name that nothing knows may be misspelt.
 */
export function settledExternal({
  external,
  facts,
  files,
}: Pick<PlanInput, 'external' | 'facts' | 'files'>): PlanInput['external'] {
  const entries = Object.entries(external);
  if (entries.length === 0) return external;
  const labels = new Set(
    files.flatMap(({ strings }) => strings.flatMap(({ cluster }) => (cluster === null ? [] : clusterLabel(cluster)))),
  );
  const isKnown = (name: string): boolean =>
    name === NOT_SERVICE || clustersMeant(facts, name).length > 0 || labels.has(clusterLabel(name));
  return Object.fromEntries(entries.filter(([, name]) => isKnown(name)));
}

type ReadsInput = Pick<PlanInput, 'files' | 'external' | 'isListed'>;

/**
 * Replica-set options beside strings that come from outside and that may be of the change's clusters, whatever gives
 * the value: a sharded cluster has no such set.
 */
export function replicaSetReads(input: ReadsInput, names: ReadonlySet<string>, whoseOf: WhoseOf): readonly StepPlace[] {
  const deciding = input.files.filter(({ role }) => decidesPlan(role, false));
  const reads = readsIn(deciding).filter(({ string }) => string.replicaSet);
  if (reads.length === 0) return [];
  const byTree = strings(deciding, whoseOf);
  const answersOf = answersIn(deciding, reads, input);
  const isOther = ({ string }: NamedValue): boolean => string.kind === 'not-service' || whoseOf(string) === 'other';
  return reads
    .filter((read) => {
      const entry = input.external[read.name];
      if (entry !== undefined) return names.has(entry.split('/').at(-1)!);
      const answers = answersOf(read);
      return answers.length > 0 ? !answers.every(isOther) : mayBeOwn(read.file, byTree);
    })
    .map(({ file, string }) => placeOfString(file, string));
}

/** The strings whose host neither the string nor the rest of the tree nor the config shows. */
export function hiddenHosts(
  input: ReadsInput,
  used: readonly UsedString[],
  mayBreak: (string: FoundString) => boolean,
): readonly UsedString[] {
  // `<host>` in a manual is for people.
  const hidden = used.filter(
    ({ string }) =>
      (string.kind === 'templated-unknown' || (mayBreak(string) && hostPlaceholders(string).length > 0)) &&
      string.literal.context === 'code' &&
      !hostPlaceholders(string).some(({ isExample }) => isExample),
  );
  if (hidden.length === 0) return [];
  const byPath = new Map(input.files.map((file) => [file.file, file]));
  const readsOf = ({ string, place }: UsedString): readonly (NamedRead | null)[] =>
    hostPlaceholders(string).map(({ name }) => {
      const file = byPath.get(place.file);
      return name === null || !file ? null : { name, source: 'env', file, string, tree: treeOf(place.file) };
    });
  const deciding = input.files.filter(({ role }) => decidesPlan(role, false));
  const answersOf = answersIn(
    deciding,
    hidden.flatMap(readsOf).flatMap((read) => read ?? []),
    input,
  );
  return hidden.filter((one) => {
    const reads = readsOf(one);
    const isKnown = (read: NamedRead | null): boolean =>
      read !== null && (Object.hasOwn(input.external, read.name) || answersOf(read).length > 0);
    return reads.length === 0 || !reads.every(isKnown);
  });
}

/** The parts of the host that a program fills in. */
export function hostPlaceholders({ literal, hosts }: FoundString): readonly Placeholder[] {
  return literal.placeholders.filter(({ at }) =>
    hosts.some(({ hostRange }) => hostRange.offset <= at && at < hostRange.endOffset),
  );
}

/** A string in its file, with the folder of its program. */
interface InTree {
  readonly file: PlanFile;
  readonly string: FoundString;
  readonly tree: string;
}

type NamedRead = InTree & { readonly name: string; readonly source: Via };

function readsIn(files: readonly PlanFile[]): readonly NamedRead[] {
  return files.flatMap((file) =>
    file.strings.flatMap((string) =>
      string.name === null ? [] : [{ file, string, tree: treeOf(file.file), name: string.name, source: string.via }],
    ),
  );
}

/** A value that a file gives a name. */
interface NamedValue extends InTree {
  /** True in the manifest of a secret, and in a dump of secrets or variables. */
  readonly isStored: boolean;
}

/** What a variable has on one machine says nothing about what is stored elsewhere under the same name. */
const STORES: ReadonlySet<Via> = new Set(['secret', 'vault', 'parameter']);

/** The values that the tree gives a read: those of its program, of no program, or from a store. */
function answersIn(
  files: readonly PlanFile[],
  reads: readonly NamedRead[],
  { isListed }: ReadsInput,
): (read: NamedRead) => readonly NamedValue[] {
  const isDump = ({ file }: PlanFile): boolean => isListed !== undefined && !isListed(file);
  const values = namedValues(files, isDump);
  const readIn = new Set(reads.map(({ name, tree }) => `${plainName(name)} ${tree}`));
  const isShared = (tree: string, name: string): boolean =>
    tree === '' || !(isProgram(tree) || readIn.has(`${name} ${tree}`));
  return (read) => {
    const name = plainName(read.name);
    return (values.get(name) ?? []).filter(
      ({ file, tree, isStored }) =>
        mayServe(file, read.file) &&
        (isStored || (!STORES.has(read.source) && (tree === read.tree || isShared(tree, name)))),
    );
  };
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

/** The values with a visible host that files give a name, by that name. */
function namedValues(
  files: readonly PlanFile[],
  isDump: (file: PlanFile) => boolean,
): ReadonlyMap<string, readonly NamedValue[]> {
  const byName = new Map<string, NamedValue[]>();
  for (const file of files) {
    const tree = treeOf(file.file);
    for (const string of file.strings) {
      const { kind, literal } = string;
      if (kind === 'external' || kind === 'templated-unknown' || literal.key === null) continue;
      if (!isUse(string, file) || isLocal(string, file)) continue;
      const value = { file, string, tree, isStored: STORED_KEY.test(literal.key) || isDump(file) };
      for (const name of namesOfKey(literal.key)) {
        const known = byName.get(name);
        if (known) known.push(value);
        else byName.set(name, [value]);
      }
    }
  }
  return byName;
}

/** The name of a container. */
const CONTAINER_NAME = /^[\w-]+$/;
/** Compose and its variables. */
const OF_CONTAINERS = /(?:^|\/)(?:[\w.-]*compose[\w.-]*\.ya?ml|\.env[\w.-]*)$/i;

/** True for the value of a developer's machine. What programs have elsewhere is not known from it. */
const isLocal = (string: FoundString, { file }: PlanFile): boolean =>
  string.kind === 'not-service' &&
  (isOwnMachine(string) || (OF_CONTAINERS.test(file) && string.hosts.every(({ host }) => CONTAINER_NAME.test(host))));

/** `stringData.URI`, `secrets.URI`: the value of a secret. */
const STORED_KEY = /(?:^|[.\]])(?:data|stringData|\w{0,40}secrets?\w{0,40})[.[]/i;

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

/**
 * What a name has in one environment says nothing about the others. Programs of no named environment run in production.
 */
function mayServe(value: PlanFile, read: PlanFile): boolean {
  const [from, to] = [environmentOf(value), environmentOf(read)];
  return from === '' || from === 'default' || from === to || (to === '' && /(?:^|\+)prod/.test(from));
}

/** By the config, else by the words of the path; empty if unknown. */
function environmentOf({ file, environment }: PlanFile): string {
  return environment ?? environmentIn(file);
}

function strings(files: readonly PlanFile[], whoseOf: WhoseOf): ReadonlyMap<string, readonly NamedString[]> {
  const byTree = new Map<string, NamedString[]>();
  for (const file of files) {
    for (const string of file.strings) {
      if (!isUse(string, file) || string.hosts.every(({ class: { domain } }) => domain === null)) continue;
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

/**
 * The folder of one program: the first one of the path, or the second below a folder of programs; empty for files of
 * the root.
 */
function treeOf(path: string): string {
  const folders = path
    .split('/')
    .slice(0, -1)
    .filter((part) => part !== '..' && part !== '.');
  return folders.slice(0, CONTAINERS.has(folders[0] ?? '') ? 2 : 1).join('/');
}

/** True for the folder of one program in a folder of programs, whose variables no other program has. */
const isProgram = (tree: string): boolean => tree.includes('/');

/** The entry to paste into the config after checking the values, as code. */
export function externalEntry(names: readonly string[]): string {
  const values = [...new Set(names)].map((name) => `${JSON.stringify(name)}: "<cluster>"`);
  return `\`"external": { ${values.join(', ')} }\``;
}

/** The place of a string, as a step of the runbook shows it. */
export function placeOfString(file: PlanFile, string: FoundString): StepPlace {
  const { line, column } = locationOf(string.range, file.lines);
  return { file: file.file, line, column, from: shown(string), to: null, proven: false, recorded: false };
}
