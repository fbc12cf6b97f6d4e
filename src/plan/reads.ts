import { joinedPath } from '../text/joined-path.ts';
import { environmentIn } from '../config/environments.ts';
import { isOwnMachine } from '../read/secrets.ts';
import type { FoundString, Via } from '../classify/found-string.ts';
import { MASK } from '../classify/shown.ts';
import type { Placeholder } from '../text/literal.ts';
import { grouped } from '../text/source.ts';
import type { OpenPoint } from './entry.ts';
import { procedureOf } from './procedure-of.ts';
import { clusterNameOf, isOfApi } from './subject.ts';
import type { PlanFile, PlanSubject, UsedString } from './subject.ts';

/** A string whose kind or cluster nothing shows, by the name that would answer it. */
interface OpenString extends UsedString {
  readonly name: string;
}

/**
 * The strings that keep a change undecided: those that come from outside and have no known value, those whose host is
 * not visible, and those of an unknown cluster that may break. One point per name, with the line that settles it.
 */
export function openStrings(subject: PlanSubject): readonly OpenPoint[] {
  if (subject.change.change === 'admin-api') return [];
  const open = subject.used.flatMap((used) => {
    const name = questionOf(used, subject);
    return name === null ? [] : [{ ...used, name }];
  });
  if (open.length === 0) return [];
  const answered = answers(subject, open);
  const left = open.filter((one) => !answered(one));
  return [...grouped(left, ({ name }) => name).values()].map((same) => pointOf(same, subject));
}

/** What the config would have to name, or `null` for a string that is judged. */
function questionOf({ string, own, file }: UsedString, subject: PlanSubject): string | null {
  const { kind, name, via, literal } = string;
  const place = `${file.file}#${literal.key ?? ''}`;
  if (kind === 'external') return name ?? place;
  if (string.givenBy !== undefined || string.hosts.some(({ resolved }) => resolved)) return null;
  if (kind === 'templated-unknown') {
    if (hostPlaceholders(string).some(({ isExample }) => isExample)) return null;
    return hostPlaceholders(string).find((one) => one.name !== null)?.name ?? place;
  }
  if (own || isOfApi(string) || !procedureOf(subject.change).mayBreak?.(string, subject)) return null;
  if (via === 'attribute') return name;
  return string.hosts.length > 0 && hostPlaceholders(string).length === 0
    ? null
    : (hostPlaceholders(string)[0]?.name ?? place);
}

/** The parts of the host that a program fills in. */
function hostPlaceholders({ literal, hosts }: FoundString): readonly Placeholder[] {
  return literal.placeholders.filter(({ at }) =>
    hosts.some(({ hostRange }) => hostRange.offset <= at && at < hostRange.endOffset),
  );
}

function pointOf(same: readonly OpenString[], { change }: PlanSubject): OpenPoint {
  const [{ name, string }] = same as readonly [OpenString];
  const places = same.map(({ place }) => place);
  const own = clusterNameOf(change);
  const cluster = own === null || own === '*' ? (string.cluster ?? '<cluster>') : own;
  const kind = string.kind === 'external' || string.kind === 'templated-unknown' ? '<kind>' : string.kind;
  const settle = isFile(name)
    ? `Name the file under "inventory": [${JSON.stringify(name)}].`
    : `"external": { ${JSON.stringify(name)}: { "cluster": ${JSON.stringify(cluster)}, "kind": ${JSON.stringify(kind)} } }`;
  return { message: messageOf(string, name), places, settle, blocks: false };
}

const isFile = (name: string): boolean => /(?:^|\/)\.env[\w.-]*$|\.env$/.test(name);

function messageOf({ via, kind }: FoundString, name: string): string {
  if (via === 'attribute')
    return kind === 'external' ? `${name} hands on all strings of a cluster.` : `The cluster of ${name} is not known.`;
  if (via === 'literal' || via === 'field') return `The host comes from ${name}, whose value is not in this tree.`;
  return `The value of ${name} is not in this tree.`;
}

/** A value that a file gives a name. */
interface NamedValue {
  readonly file: PlanFile;
  readonly string: FoundString;
  readonly tree: string;
  /** True in the manifest of a secret, and in a dump of secrets or variables. */
  readonly isStored: boolean;
}

/** What a variable has on one machine says nothing about what is stored elsewhere under the same name. */
const STORES: ReadonlySet<Via> = new Set<Via>(['secret', 'vault', 'parameter']);

/** Whether the tree gives a string its value: that of its program, of no program, or from the same store. */
function answers(subject: PlanSubject, open: readonly OpenString[]): (one: OpenString) => boolean {
  const { files, isListed } = subject.input;
  const names = new Set(open.flatMap(({ name }) => [plainName(name), plainName(memberOf(name)?.member ?? name)]));
  const values = valuesOf(
    files.filter(({ role }) => role === 'product'),
    names,
    isListed,
  );
  const readIn = new Set(open.map(({ name, file }) => `${plainName(name)} ${treeOf(file.file)}`));
  const isShared = (tree: string, name: string): boolean =>
    tree === '' || !(tree.includes('/') || readIn.has(`${name} ${tree}`));
  const near = clustersNear(subject);
  const mapped = grouped(mappedReads(files), ({ word }) => word);
  return ({ name, string, file, own }) => {
    if (isListed(besideFile(name, file.file))) return true;
    const tree = treeOf(file.file);
    if (!STORES.has(string.via) && (mapped.get(wordOf(name)) ?? []).some((one) => one.tree === tree)) return true;
    // `@Value("${db.uri}")`, where the setting `db.uri` reads a variable: asked there.
    const isPassedOn = (one: UsedString): boolean =>
      one.string.name !== null &&
      plainName(one.string.name) !== plainName(name) &&
      isSetting(one.string.literal.key ?? '', name) &&
      mayServe(one.file, file) &&
      treeOf(one.file.file) === tree;
    if (string.via === 'env' && subject.used.some(isPassedOn)) return true;
    const { store, via } = string;
    const constant = via === 'unknown' ? memberOf(name) : null;
    if (constant && (values.get(plainName(constant.member)) ?? []).some((value) => isIn(value, constant.owner, file)))
      return true;
    const plain = plainName(name);
    const found = (values.get(plain) ?? []).filter((value) => {
      if (value.string === string || !mayServe(value.file, file)) return false;
      if (store) return value.string.store !== undefined && isSameStore(store, value.string.store);
      return value.isStored || (!STORES.has(via) && (value.tree === tree || isShared(value.tree, plain)));
    });
    const isStored = (value: NamedValue): boolean =>
      store !== undefined && value.string.store !== undefined && isSameStore(store, value.string.store);
    return found.length > 0 || (values.get(STORED) ?? []).some(isStored) || (!own && !near(file));
  };
}

/** The reads that the config answers, by their words: `settings.db_url` is `DB_URL` of the same program. */
const mappedReads = (files: readonly PlanFile[]): { readonly word: string; readonly tree: string }[] =>
  files.flatMap(({ file, strings }) =>
    strings.flatMap(({ name, kind, via }) =>
      name === null || kind === 'external' || via !== 'env' || memberOf(name) || GENERAL.test(name)
        ? []
        : [{ word: wordOf(name), tree: treeOf(file) }],
    ),
  );

/** Words for any address: members of different objects are different strings. */
const GENERAL = /^(?:ur[il]|dsn|host|connection_?string|mongo(?:_?db)?)$/i;

/** The whole key, or a variable in a list of variables. */
const isSetting = (key: string, name: string): boolean =>
  plainName(key) === plainName(name) || (/^[A-Z][A-Z\d_]+$/.test(name) && key.endsWith(`.${name}`));

const wordOf = (name: string): string => plainName(memberOf(name)?.member ?? name);

/** `settings.DB_URL`: a constant of another module. */
function memberOf(name: string): { readonly owner: string; readonly member: string } | null {
  const [, owner, member] = /(\w{1,100})\.(\w{1,100})$/.exec(name) ?? [];
  return owner === undefined || member === undefined ? null : { owner, member };
}

/** Whether a value is in the module of this name, `settings.py` or `settings/base.py`, of the same program. */
function isIn({ file, tree }: NamedValue, owner: string, read: PlanFile): boolean {
  const parts = file.file.split('/').slice(-2);
  return (
    tree === treeOf(read.file) &&
    mayServe(file, read) &&
    parts.some((part) => plainName(part.replace(/\.\w+$/, '')) === plainName(owner))
  );
}

/** Key of all values in stores. */
const STORED = '\0';

/** By name and key of the secret, and by namespace where both show one. */
function isSameStore(a: NonNullable<FoundString['store']>, b: NonNullable<FoundString['store']>): boolean {
  return (
    a.name === b.name &&
    a.key === b.key &&
    (a.namespace === null || b.namespace === null || a.namespace === b.namespace)
  );
}

function valuesOf(
  files: readonly PlanFile[],
  names: ReadonlySet<string>,
  isListed: (path: string) => boolean,
): ReadonlyMap<string, readonly NamedValue[]> {
  const byName = new Map<string, NamedValue[]>();
  const add = (name: string, value: NamedValue): void => void byName.set(name, [...(byName.get(name) ?? []), value]);
  for (const file of files) {
    for (const string of file.strings) {
      const { kind, literal, name } = string;
      if (kind === 'external' || (kind === 'templated-unknown' && string.givenBy === undefined) || literal.key === null)
        continue;
      if (
        (name !== null && string.via !== 'attribute') ||
        literal.context !== 'code' ||
        isFallback(string) ||
        isLocal(string, file)
      )
        continue;
      const isStored = string.store !== undefined || STORED_KEY.test(literal.key) || !isListed(file.file);
      const value = { file, string, tree: treeOf(file.file), isStored };
      if (string.store) add(STORED, value);
      for (const key of namesOfKey(literal.key)) if (names.has(key)) add(key, value);
    }
  }
  return byName;
}

/** The default of a variable in code says nothing about the deployed value. */
const isFallback = ({ isDefault }: FoundString): boolean => isDefault === true;

/** The file that a Compose file names, as a path like its own: what is in the tree is judged there. */
const besideFile = (name: string, path: string): string => joinedPath(path.slice(0, path.lastIndexOf('/') + 1), name);

/** Compose and its variables, where the name of a container is a host. */
const OF_CONTAINERS = /(?:^|\/)(?:[\w.-]*compose[\w.-]*\.ya?ml|\.env[\w.-]*)$/i;

/** True for the value of a developer's machine. What programs have elsewhere is not known from it. */
const isLocal = (string: FoundString, { file }: PlanFile): boolean =>
  string.kind === 'not-service' &&
  (isOwnMachine(string) || (OF_CONTAINERS.test(file) && string.hosts.every(({ host }) => /^[\w-]+$/.test(host))));

/** `stringData.URI`, `secrets.URI`: the value of a secret. */
const STORED_KEY = /(?:^|[.\]])(?:data|stringData|\w{0,40}secrets?\w{0,40})[.[]/i;

/** The names by which a read may mean the value of a key. None if a part of it was hidden. */
function namesOfKey(key: string): readonly string[] {
  if (key.includes(MASK)) return [];
  const name = plainName(/[^.[\]"']{1,200}["'\]]{0,2}$/.exec(key)?.[0] ?? key);
  // A name with dots may be a path of keys as a whole.
  return name === plainName(key) ? [name] : [name, plainName(key)];
}

/** `MONGODB_URI`, `mongodb-uri` and `mongodb.uri` are one name. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Of one environment, nothing is known of the others. Programs of no named environment run in production. */
function mayServe(value: PlanFile, read: PlanFile): boolean {
  const [from, to] = [environmentOf(value), environmentOf(read)];
  return from === '' || from === 'default' || from === to || (to === '' && /(?:^|\+)prod/.test(from));
}

/** By the config, else by the words of the path; empty if unknown. */
const environmentOf = ({ file, environment }: PlanFile): string => environment ?? environmentIn(file);

/** Whether strings of the change's clusters are near a file, or of none: then its reads may be theirs. */
function clustersNear({ input: { files }, whoseOf }: PlanSubject): (file: PlanFile) => boolean {
  const byTree = new Map<string, { readonly file: PlanFile; readonly own: boolean }[]>();
  for (const file of files) {
    if (file.role !== 'product') continue;
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
  return (read) => {
    const tree = treeOf(read.file);
    const environment = environmentOf(read);
    const near = (tree === '' ? [...byTree.keys()] : [tree, ''])
      .flatMap((one) => byTree.get(one) ?? [])
      .filter(({ file }) => environment === '' || ['', environment].includes(environmentOf(file)));
    return near.length === 0 || near.some(({ own }) => own);
  };
}

/** Folders with one program each. */
const CONTAINERS: ReadonlySet<string> = new Set(
  'apps services packages modules projects components libs cmd crates'.split(' '),
);

/** The folder of one program: the first of the path, or the second below a folder of programs; empty for the root. */
function treeOf(path: string): string {
  const folders = path
    .split('/')
    .slice(0, -1)
    .filter((part) => part !== '..' && part !== '.');
  return folders.slice(0, CONTAINERS.has(folders[0] ?? '') ? 2 : 1).join('/');
}
