import { environmentOf } from '../lint/file-role.ts';
import { clusterNameOf } from '../config/plan.ts';
import { isOwnMachine } from '../read/secrets.ts';
import type { FoundHost, FoundString, StorePlace, Via } from '../classify/found-string.ts';
import { MASK } from '../text/shown-name.ts';
import { PLACEHOLDER, type Placeholder } from '../text/literal.ts';
import { folderOf, grouped, joinedPath } from '../text/source.ts';
import { open, type OpenPoint } from './steps.ts';
import { clusterNamed } from '../facts/query.ts';
import { variableIn } from '../lint/variables.ts';
import { isOfApi, PRIVATE_KINDS, type PlanFile, type PlanSubject, type UsedString } from './subject.ts';

/** What can be unknown about a string, and the message for it. */
const QUESTIONS = {
  value: (name: string) => `The value of ${name} is not in this tree.`,
  list: (name: string) => `${name} hands on all strings of a cluster.`,
  host: (name: string) => `The host comes from ${name}, whose value is not in this tree.`,
  end: (name: string) =>
    `${name} fills in the end of a cluster's name, which may have the mark of another kind (-pri, -pl-0, -lb).`,
  cluster: (name: string) => `The cluster of ${name} is not known.`,
} as const;

/** A string with something unknown about it, and the name under which a value would answer the question. */
type OpenString = UsedString & { readonly asked: keyof typeof QUESTIONS; readonly name: string };

type MayBreak = (string: FoundString) => boolean;

/** Strings from outside without a value, without a visible host, or of an unknown cluster. One point per name. */
export function openStrings(subject: PlanSubject, mayBreak: MayBreak, isSpared = false): readonly OpenPoint[] {
  const open = subject.used.flatMap((used) => {
    if (isSpared && OPEN_KINDS.test(used.string.kind)) return [];
    const question = questionOf(used, mayBreak);
    return question ? [{ ...used, ...question }] : [];
  });
  if (open.length === 0) return [];
  const answered = answers(subject, open);
  const circle = new Set(circular(open, answered));
  const left = open.filter((one) => circle.has(one) || !answered(one));
  return [...grouped(left, ({ name }) => name).values()].map((same) => pointOf(same, subject));
}

/** Kinds that say nothing about the string itself. */
const OPEN_KINDS = /^(?:external|templated-unknown)$/;

/** All strings of the endpoints of a cluster, whose kinds differ. */
const isList = ({ attribute, givenBy }: FoundString): boolean => attribute?.field === null && givenBy === undefined;

const isResolved = ({ resolved, host }: FoundHost): boolean => resolved && !host.includes(PLACEHOLDER);

/** What the config would have to say, under which name; `null` for a string that is judged. */
function questionOf({ string, own, file }: UsedString, mayBreak: MayBreak): Pick<OpenString, 'asked' | 'name'> | null {
  const { kind, name, literal, attribute } = string;
  const ask = (asked: OpenString['asked'], by: string | null | undefined = name) => {
    return { asked, name: by ?? `${file.file}#${literal.key ?? ''}` };
  };
  if (kind === 'external') return ask(attribute ? 'list' : 'value');
  if (isList(string) && mayBreak({ ...string, kind: 'optimized' })) return ask('list');
  if (string.givenBy !== undefined || string.hosts.some(isResolved)) return null;
  const pieces = hostPlaceholders(string);
  if (kind === 'templated-unknown') {
    if (pieces.some(({ isExample }) => isExample)) return null;
    return ask(name === null ? 'host' : 'cluster', pieces.find((one) => one.name !== null)?.name ?? null);
  }
  const end = nameEnd(string, mayBreak);
  if (end) return end.isExample ? null : ask('end', end.name);
  // A read of a cluster without a record shows no host that a rule could judge.
  const isJudged = own && (name === null || string.via === 'attribute' || string.hosts.length > 0);
  if (isJudged || isOfApi(string) || !mayBreak(string)) return null;
  const isFilled = name === null && literal.value.includes(PLACEHOLDER);
  return ask(isFilled ? 'host' : 'cluster', name ?? pieces[0]?.name);
}

/** What a program fills in at the end of a cluster's name, if a string with the mark of another kind may break. */
function nameEnd(string: FoundString, mayBreak: MayBreak): Placeholder | undefined {
  if (string.cluster !== null || !PRIVATE_KINDS.some((kind) => mayBreak({ ...string, kind }))) return undefined;
  const ends = string.hosts
    .filter(({ class: { shape }, host }) => shape === 'standard' && host.split('.', 1)[0]!.endsWith(PLACEHOLDER))
    .map(({ host, hostRange }) => hostRange.offset + host.indexOf('.') - 1);
  return string.literal.placeholders.find(({ at }) => ends.includes(at));
}

const hostPlaceholders = ({ literal, hosts }: FoundString): readonly Placeholder[] =>
  literal.placeholders.filter(({ at }) =>
    hosts.some(({ hostRange }) => hostRange.offset <= at && at < hostRange.endOffset),
  );

function pointOf(same: readonly OpenString[], { change, facts, allFacts }: PlanSubject): OpenPoint {
  const [{ name, asked, string, file, cluster: record }] = same as readonly [OpenString];
  const own = clusterNameOf(change);
  const known = string.via === 'attribute' ? string.cluster : record?.name;
  const plain = own === null || own === '*' ? (known ?? '<cluster>') : own;
  const isAmbiguous =
    facts.clusters.some(({ name: one }) => one === plain) && clusterNamed(allFacts, plain) === undefined;
  const cluster = isAmbiguous ? `${facts.of.key ?? ''}/${plain}` : plain;
  const isOpen = asked === 'list' || asked === 'end' || OPEN_KINDS.test(string.kind);
  const kind = isOpen ? '<kind>' : string.kind;
  // Not `process.env[key]`, no file of a server, and not one of several.
  const isFile = string.via !== 'unknown' && /(?:^|\/)\.env[\w.-]*$|\.env$/.test(name) && !/^\/|[$%{]/.test(name);
  const settle = isFile
    ? `Name the file under "inventory": [${JSON.stringify(joinedPath(folderOf(file.file), name))}].`
    : `"external": { ${JSON.stringify(name)}: { "cluster": ${JSON.stringify(cluster)}, "kind": ${JSON.stringify(kind)} } }`;
  const places = same.map(({ place }) => place);
  return open(QUESTIONS[asked](name), settle, places);
}

/** The value of a variable on one machine does not show the value that is stored elsewhere under the same name. */
const STORES: ReadonlySet<Via> = new Set<Via>(['secret', 'vault', 'parameter']);

type Answered = (one: OpenString, without?: ReadonlySet<FoundString>) => boolean;

/** Reads that only answer each other, `A=${B}` and `B=${A}`: none leads to a value, or to one that is asked for. */
function circular(open: readonly OpenString[], answered: Answered): readonly OpenString[] {
  const strings = new Set(open.map(({ string }) => string));
  const left = open.filter((one) => answered(one) && !answered(one, strings));
  return left.length === open.length ? left : circular(left, answered);
}

/** Whether the tree gives a string its value: that of its program, of no program, or from the same store. */
function answers(subject: PlanSubject, open: readonly OpenString[]): Answered {
  // By plain name, and by place in a store.
  const all = subject.files.flatMap((file) => valuesIn(file, subject));
  const values = grouped(all, ({ name }) => name);
  // A reference to a secret, or a setting that becomes a variable, does not show its program.
  const own = open.filter(
    ({ name, string: { store, literal } }) => !store && (variableIn(literal.key) ?? name) === name,
  );
  const readIn = new Set(own.map(({ name, file }) => `${plainName(name)} ${treeOf(file.file)}`));
  // An output of Terraform is read by other modules.
  const isShared = ({ tree, string: { store, literal } }: NamedValue, name: string): boolean =>
    COMMON.test(tree) ||
    literal.key?.startsWith('output.') === true ||
    !(tree.includes('/') || (!store && GENERAL.test(name)) || readIn.has(`${name} ${tree}`));
  return (one, without) => {
    const { name, string, file } = one;
    const mayServe = ({ string: own, file: from }: NamedValue): boolean => {
      // What a text lacks is asked for there, and not again for those who read it.
      const isKnown = string.name !== null || own.kind !== 'templated-unknown';
      return own !== string && isKnown && !without?.has(own) && isOfEnvironment(from, file);
    };
    const isAnswered = ([key, isMeant]: Way): boolean =>
      (values.get(key) ?? []).some((value) => mayServe(value) && isMeant(value));
    return subject.isListed(joinedPath(folderOf(file.file), name)) || waysOf(one, isShared).some(isAnswered);
  };
}

/** A name under which a program may get its value, and which values with this name count. */
type Way = readonly [key: string, isMeant: (value: NamedValue) => boolean];

/** All ways in which the tree may give an open string its value. */
function waysOf(
  { name, string, file }: OpenString,
  isShared: (value: NamedValue, of: string) => boolean,
): readonly Way[] {
  const { via, store } = string;
  // A text is put into the store; what it lacks comes from elsewhere.
  if (via !== 'literal' && store?.isRead) return [[placeOf(store), (value) => isKept(value, store, file)]];
  const isOfStore = STORES.has(via);
  const tree = treeOf(file.file);
  const plain = plainName(name);
  const [, owner = '', member = ''] = MEMBER.exec(name) ?? [];
  const isConstant = (value: NamedValue): boolean =>
    (isBelow(value.tree, tree) || COMMON.test(value.tree)) &&
    (value.string.name === null ? via === 'unknown' && isModule(value.file.file, owner) : !isOfStore);
  // `config.DB_URL`: a module has the variable of that name, which is asked for there.
  const isVariable = (value: NamedValue): boolean =>
    via === 'unknown' &&
    !/secret|vault|cred/i.test(owner) &&
    isConstant(value) &&
    (isModule(value.file.file, owner) || ((tree === '' || value.tree !== '') && isHeld(value.string)));
  // `uri` in code, `--uri` and `mongodb_uri` in a config do not set the environment variables `URI` and `MONGODB_URI`.
  const isExact = via === 'env' && /^[A-Z][A-Z\d_]*$/.test(name);
  const isNamed = ({ string: own }: NamedValue): boolean =>
    !(via === 'env' && own.isConstant) &&
    !(own.via === 'env' && GENERAL.test(name)) &&
    (!(isExact || GENERAL.test(name)) || (via !== 'unknown' && settingOf(own).endsWith(name)));
  return [
    // Every key of a secret in the tree (`envFrom`), or the only value of a parameter.
    [placeOf({ name: plain, key: '' }), () => isOfStore],
    [plainName(member), isConstant],
    ...[member, owner + member].map((one): Way => [`.${plainName(one)}`, isVariable]),
    [plain, (one) => isNamed(one) && (one.isGiven || (!isOfStore && (one.tree === tree || isShared(one, plain))))],
  ];
}

/** Whether a value is of this place in a store. Each folder of Terraform code has resources of its own. */
function isKept({ string: { store: kept }, file: from }: NamedValue, store: StorePlace, { file }: PlanFile): boolean {
  if (kept?.addresses?.includes(store.name) && folderOf(from.file) !== folderOf(file)) return false;
  const [own, wanted] = [kept?.namespace ?? null, store.namespace];
  return own === null || wanted === null || own === wanted;
}

/** Whether a member has the name of the variable that it reads: `DB_URL: process.env.DB_URL`, a field of `BaseSettings`. */
const isHeld = ({ literal: { key }, range, name }: FoundString): boolean =>
  key === null ? range.endOffset - range.offset === name?.length : namesOfKey(key).includes(plainName(name ?? ''));

/** `settings.DB_URL`: a constant of another module. */
const MEMBER = /(\w{1,100})\.(\w{1,100})$/;

/** Whether a file is the module of this name: `settings.py`, `settings/base.py`. */
function isModule(path: string, owner: string): boolean {
  const parts = path.replace(/\.\w+$/, '').split('/');
  return parts.slice(-2).map(plainName).includes(plainName(owner));
}

/** Words for any address: members of different objects are different strings. */
const GENERAL = /^(?:ur[il]|dsn|host|connection_?string|mongo(?:_?db)?)$/i;

/** By name and key of the secret. */
const placeOf = ({ name, key }: Pick<StorePlace, 'name' | 'key'>): string => `${name}\0${key}`;

/** What a file gives a name: the text of a string, or another read. */
type NamedValue = ReturnType<typeof valuesIn>[number];

function valuesIn(file: PlanFile, { isListed }: PlanSubject) {
  // `isGiven` by a dump of secrets or variables that the config names.
  const own = { file, tree: treeOf(file.file), isGiven: !isListed(file.file) };
  const strings = file.role === 'product' ? file.strings : [];
  return strings.flatMap((string) => namesOf(string, file).map((name) => ({ ...own, name, string })));
}

/** The names under which a program may find what a string has. */
function namesOf(string: FoundString, file: PlanFile): readonly string[] {
  const { kind, literal, name, via, store } = string;
  const keys = literal.key === null || literal.context !== 'code' ? [] : namesOfKey(literal.key);
  if (name !== null && via !== 'attribute') {
    // `@Value("${db.uri}")`, where the setting `db.uri` reads a variable or a secret: asked there, or answered there.
    const setting = settingOf(string);
    const isMapped = via === 'env' && kind !== 'external' && !MEMBER.test(name) && !GENERAL.test(name);
    const held = store && !store.isRead ? [placeOf(store)] : [];
    const own = via === 'env' ? [`.${plainName(name)}`] : [];
    const isSet = store?.isRead === true || (via === 'env' && setting !== name && setting !== '');
    return [...held, ...own, ...(isSet ? [plainName(setting)] : []), ...(isMapped ? [plainName(name)] : [])];
  }
  if (kind === 'external' || string.isDefault === true || isLocal(string, file)) return [];
  if (!store || keys.length === 0) return keys;
  const places = [store.name, ...(store.addresses ?? [])].map((own) => placeOf({ name: own, key: store.key }));
  return [...keys, ...places, placeOf({ name: plainName(store.name), key: '' })];
}

/** The variable or setting that gets what a string has. A reference to a secret has the name of its variable. */
const settingOf = ({ name, store, literal: { key } }: FoundString): string =>
  variableIn(key) ?? (store && name) ?? key ?? '';

/** A file that people copy and fill in. */
const FORM = /(?:^|[/.])env\.(?:dist|default|template|tmpl|tpl)$/i;

/** Used on a developer's machine or in containers, or filled in by people. Programs elsewhere may have another. */
const isLocal = (string: FoundString, { file }: PlanFile): boolean =>
  FORM.test(file) ||
  string.literal.placeholders.some(({ isExample }) => isExample) ||
  (string.kind === 'not-service' && (isOwnMachine(string) || string.hosts.every(({ host }) => /^[\w-]+$/.test(host))));

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
function isOfEnvironment(value: PlanFile, read: PlanFile): boolean {
  const [from, to] = [value, read].map(({ file, environment }) => environmentOf(file, environment));
  return !from || from === 'default' || from === to || (to === null && /(?:^|\+)prod/.test(from));
}

/** True for the same program: one in the root has modules in folders. */
const isBelow = (tree: string, program: string): boolean => tree === program || (program === '' && !tree.includes('/'));

/** The root, and folders with settings for all programs. */
const COMMON = /^(?:config|settings)?$/;

/** Folders with one program each. */
const CONTAINERS = new Set('apps services packages modules projects components libs cmd crates'.split(' '));

/** The folder of one program: the first of the path, or the second below a folder of programs; empty for the root. */
function treeOf(path: string): string {
  const parts = folderOf(path).split('/');
  const folders = parts.filter((part) => !/^\.{0,2}$/.test(part));
  return folders.slice(0, CONTAINERS.has(folders[0] ?? '') ? 2 : 1).join('/');
}
