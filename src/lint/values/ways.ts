import patterns from '../value-patterns.json' with { type: 'json' };
import type { StorePlace, Via } from '../../classify/found-string.ts';
import { MASK } from '../../text/shown-name.ts';
import { namedForms, folderOf, lineBefore, oncePer, oncePerKey, overlaps } from '../../text/source.ts';
import { classesIn } from '../../read/bindings.ts';
import { isTerraformPath } from '../../read/families.ts';
import { GENERAL } from '../../read/external/settings.ts';
import { keysAround, namesOfKey, placeOf, plainName, programOf, settingOf, sharedAs } from './named-reads.ts';
import type { KeptString, NamedRead } from './named-reads.ts';
import { hasMaps, importOf, importsClass, isCode, isDefinedIn, sourceIn, treeOf } from './value-file.ts';
import type { Definition, ValueFile } from './value-file.ts';

const FORMS = namedForms(patterns.reads);

/** A name under which a program may get its value, and which values with this name count. */
export type Way = readonly [key: string, isMeant: (value: NamedRead) => boolean];

/** All ways in which the tree may give an open string its value. */
export function waysOf(one: NamedRead): readonly Way[] {
  const { name, string, file } = one;
  const { store } = string;
  // A text is put into the store; what it lacks comes from elsewhere.
  if (string.via !== 'literal' && store?.isRead) return [[placeOf(store), (value) => isKept(value, store, file)]];
  if (name.includes(MASK)) return [];
  if (string.origin === 'text') {
    const isHere = ({ file: from }: NamedRead): boolean => from.file === file.file;
    return [plainName(name), `.${plainName(name)}`].map((key): Way => [key, isHere]);
  }
  const asked = askedBy(one);
  const { via, isOfStore, owner, member, definition, imported, isPlain, plain } = asked;
  const isVariableHere = (value: NamedRead): boolean => isVariable(asked, value);
  return [
    ...(via === 'unknown' || hasMaps(file) ? wholeOf(one, definition) : []),
    // Every key of a secret in the tree (`envFrom`), or the only value of a parameter. `mongo.uri` is a key in a file.
    [placeOf({ name: plain, key: '' }), () => isOfStore && !/^[\w-]+\./.test(name)],
    [imported === null || member !== '' ? plainName(member) : plain, (value) => isConstant(asked, value)],
    ...[member, owner + member].map((held): Way => [`.${plainName(held)}`, isVariableHere]),
    [plain, (value) => isPlain && via === 'unknown' && value.string.name === null && isDefinedAt(asked, value)],
    [programOf(plain, file), (value) => isNamed(asked, value) && !isOfStore],
    [
      sharedAs(plain),
      (value) => isNamed(asked, value) && isShared(asked, value) && (value.file.isGiven === true || !isOfStore),
    ],
  ];
}

/** What a read asks for: the parts of its name, and what its file imports. */
type Asked = Readonly<ReturnType<typeof askedBy>>;

function askedBy(one: NamedRead) {
  const { name } = one;
  const via = viaOf(one);
  const [, owner = '', member = ''] = FORMS.member.exec(name) ?? [];
  // `config` of `config.mongo.uri`: a module or a file of settings, in which the value is below the keys.
  const [module = '', ...keys] = name.split('.').slice(0, -1);
  // Where the name, or its owner, is imported from.
  const definition = importedAs(one);
  const isPlain = !name.includes('.');
  // The module that is imported as a whole, or by a name that says little.
  const imported = definition && (isPlain ? GENERAL.test(name) : definition.name !== owner) ? definition.module : null;
  const plain = plainName(isPlain ? (definition?.name ?? name) : name);
  // The value of a variable on one machine does not show the one that is stored elsewhere under the same name.
  const isOfStore = /^(?:secret|vault|parameter)$/.test(via);
  return { one, via, isOfStore, owner, member, module, keys, definition, imported, isPlain, plain };
}

const isDefinedAt = ({ definition }: Asked, { file: { file: from } }: NamedRead): boolean =>
  definition !== null && isDefinedIn(from, definition);

const isBelowKeys = ({ keys }: Asked, value: NamedRead): boolean =>
  keys.every((key) => keysAround(value).includes(plainName(key)));

/** True for a value in the module, the object or the class of the member. */
function isOfOwner(asked: Asked, value: NamedRead): boolean {
  const { one, owner, definition, imported } = asked;
  if (imported !== null) return isDefinedAt(asked, value) && isBelowKeys(asked, value);
  // A package hands on what the modules in its folder have.
  const isInside = definition !== null && `/${value.file.file}`.includes(`/${definition.module}/`);
  if (definition !== null && !isInside && !isDefinedAt(asked, value)) return false;
  if (isModule(value.file, owner) || isInClass(value, owner, one)) return true;
  // An object or a class of the module that is imported.
  const keys = keysAround(value);
  return isDefinedAt(asked, value) && (keys.length < 2 || keys.some((key) => key.endsWith(plainName(owner))));
}

/** True for a constant, a member or a setting of the same program. */
function isConstant(asked: Asked, value: NamedRead): boolean {
  const { one, via, isOfStore, owner, module, keys } = asked;
  const tree = treeOf(value.file);
  const isNear =
    isDefinedAt(asked, value) ||
    isBelow(tree, treeOf(one.file)) ||
    FORMS.common.test(tree) ||
    isInClass(value, owner, one);
  if (!isNear) return false;
  if (value.string.name !== null) return !isOfStore;
  if (via !== 'unknown') return false;
  if (isOfOwner(asked, value) || isBound(value, one)) return true;
  return keys.length > 0 && isModule(value.file, module) && isBelowKeys(asked, value);
}

/** `config.DB_URL`: a module has the variable of that name, which is asked for there. */
function isVariable(asked: Asked, value: NamedRead): boolean {
  const { one, via, owner } = asked;
  if (via !== 'unknown' || /secret|vault|cred/i.test(owner) || !isConstant(asked, value)) return false;
  return isOfOwner(asked, value) || ((treeOf(one.file) === '' || treeOf(value.file) !== '') && isHeld(value.string));
}

/** A variable of one program is not that of another. */
const isShared = (asked: Asked, value: NamedRead): boolean =>
  asked.via !== 'unknown' || isDefinedAt(asked, value) || FORMS.common.test(treeOf(value.file)) || !isCode(value.file);

/** Whether a value of the same name is meant. */
function isNamed({ one, via, definition, isPlain }: Asked, value: NamedRead): boolean {
  const { name, file, string } = one;
  const { string: own, file: from } = value;
  // An imported name means the one in its module.
  if (isPlain && definition && isCode(from) && !isDefinedIn(from.file, definition)) return false;
  const isOfSettings = string.origin === 'settings' && isCode(from) && isModule(from, 'config');
  if (via === 'env' && own.isConstant && !isOfSettings) return false;
  if (own.via === 'env' && GENERAL.test(name) && !isTerraformPath(from.file)) return false;
  // `uri` in code, `--uri` and `mongodb_uri` in a config do not set the environment variables `URI` and `MONGODB_URI`.
  if (via === 'env' && FORMS.variable.test(name)) return settingOf(own).endsWith(name);
  // `{{ db_url }}` of a playbook and `!Ref DbUrl` of a template are no variables of the environment.
  const isParameter = via === 'env' && /\.(?:ya?ml|json|j2|tf)$/.test(file.file) && /^\w+$/.test(name);
  if (isParameter && FORMS.variable.test(settingOf(own))) return false;
  // What Terraform passes to a chart is not among the chart's own values.
  if (isTerraformPath(file.file) && /(?:^|\/)values[^/]*\.ya?ml$/.test(from.file)) return false;
  const loaded = fileOf(one);
  if (loaded && isDefinedIn(from.file, loaded)) return true;
  // In Go, all files of a folder share their names.
  const isGo = from.file.endsWith('.go') && file.file.endsWith('.go');
  const isOfPackage = isGo && own.name === null && folderOf(from.file) === folderOf(file.file);
  if (!GENERAL.test(name) || isBound(value, one) || isOfPackage) return true;
  if (via === 'unknown' || isCode(from)) return false;
  return settingOf(own).replace(/^(?:local|output|ConnectionStrings)\./, '') === name;
}

/** What a program puts into a text is a variable of its own, unless it has the name of one of the environment. */
const viaOf = ({ name, string: { via }, file }: NamedRead): Via =>
  via === 'literal' && isCode(file) && !FORMS.variable.test(name) ? 'unknown' : via;

/** The definition of a plain name, or of the owner of a member, that a file imports. */
function importedAs(one: NamedRead): Definition | null {
  if (viaOf(one) !== 'unknown') return null;
  const [, owner] = /^(\w{1,60})\.\w/.exec(one.name) ?? [];
  const found = importOf(one.file)(owner ?? one.name);
  if (!found || owner === undefined) return found;
  // An object that a module exports mostly has the name of its module.
  return found.name === null || found.name === owner ? found : { ...found, module: `${found.module}/${found.name}` };
}

/** The definition of what the text of a read begins with: `config["uri"]`. */
export const holderOf = oncePer(({ string: { range }, file }: NamedRead): Definition | null => {
  const [owner] = /(?<=^\$?)\w+(?=[[.])/.exec(sourceIn(file).text.slice(range.offset, range.endOffset)) ?? [];
  return owner === undefined ? null : importOf(file)(owner);
});

/** The settings file from which a read takes its value. */
export const fileOf = (one: NamedRead): Definition | null => (holderOf(one)?.isLoaded === true ? holderOf(one) : null);

/** For an object of another file any of whose members may be meant, and for what a module exports as a whole. */
function wholeOf({ name, file, string }: NamedRead, definition: Definition | null): readonly Way[] {
  const [member, owner = ''] = name.split('.').reverse();
  const isBeside = ({ file: from }: NamedRead): boolean =>
    hasMaps(from) ? folderOf(from.file) === folderOf(file.file) : isModule(from, owner);
  const isImported = ({ file: from }: NamedRead): boolean => definition !== null && isDefinedIn(from.file, definition);
  if (string.origin !== 'members')
    return definition?.name === null ? ['moduleexports', 'default'].map((one): Way => [one, isImported]) : [];
  const imported = definition && `*${plainName(definition.name ?? 'module.exports')}`;
  return [[`*${plainName(member!)}`, isBeside], ...(imported === null ? [] : [[imported, isImported] as const])];
}

/** Whether a value is at this place in a store. Each folder of Terraform code has its own resources. */
function isKept({ string: { store: kept }, file: from }: NamedRead, store: StorePlace, { file }: ValueFile): boolean {
  if (kept?.addresses?.includes(store.name) && folderOf(from.file) !== folderOf(file)) return false;
  const [own, wanted] = [kept?.namespace ?? null, store.namespace];
  return own === null || wanted === null || own === wanted;
}

/** Whether a member has the name of the variable that it reads: `DB_URL: process.env.DB_URL`, a field of `BaseSettings`. */
const isHeld = ({ literal: { key }, range, name }: KeptString): boolean =>
  key === null
    ? range.endOffset - range.offset <= (name ?? '').length
    : namesOfKey(key).includes(plainName(name ?? ''));

/** Whether a class of this name has the value. Within a folder or a program, each class has its own name. */
const isInClass = (value: NamedRead, owner: string, { file, name }: NamedRead): boolean =>
  isCode(value.file) &&
  (importsClass(file, owner, value.file) ||
    (treeOf(value.file) === treeOf(file) && !GENERAL.test(name.split('.').at(-1)!)) ||
    folderOf(value.file.file) === folderOf(file.file)) &&
  classesIn(sourceIn(value.file)).some((one) => one.name === owner && overlaps(one, value.string.range));

/** Whether a file is the module of this name: `settings.py`, `settings/base.py`. Settings have several names. */
const isModule = (file: ValueFile, owner: string): boolean => modulesIn(file).has(moduleName(owner));

const modulesIn = oncePer((file: ValueFile): ReadonlySet<string> => {
  const parts = file.file.replace(/(?:\.prod\w{0,6})?\.\w+$/, '').split('/');
  const names = parts.slice(-2).map(moduleName);
  // A framework reads `application.conf` as the settings of the program.
  const isSettings = !isCode(file) && /^app(?:lication|settings)$/.test(names.at(-1)!);
  return new Set(isSettings ? [...names, 'config'] : names);
});

const moduleName = (name: string): string => plainName(name).replace(/^(?:c|cfg|conf|settings)$/, 'config');

/** A member of what a framework fills with a section of its settings: `ShopOptions options`, `x = GetSection("Shop")`. */
function isBound(value: NamedRead, { name, string: read, file: from }: NamedRead): boolean {
  if (!FORMS.settings.test(value.file.file)) return false;
  const [owner] = /^\w+(?=\.)/.exec(name.replace(/^(?:this|self)\./, '')) ?? [];
  const { text } = sourceIn(from);
  // The field of a structure: the name of its type.
  const type = owner === undefined ? lineBefore(text, text.lastIndexOf('{', read.range.offset)) : '';
  const own = owner === undefined ? sectionsIn(type) : sectionsOf(from)(owner);
  // `ShopMongoProperties` has the section `mongo`.
  const isOf = (key: string): boolean =>
    own.has(key) || (/\.(?:java|kt)$/.test(from.file) && key.length > 3 && [...own].some((one) => one.endsWith(key)));
  return keysAround(value).some((key) => isOf(key.replace(FORMS.suffix, '')));
}

/** The sections of settings that a variable of a file may have, by its type and by what it is given. */
const sectionsOf = oncePer((file: ValueFile) =>
  oncePerKey((owner: string): ReadonlySet<string> => {
    const { text } = sourceIn(file);
    const value = new RegExp(String.raw`\b${owner}\s{0,9}=\s{0,9}(\w{1,60})\.(?:Current)?Value\b`).exec(text)?.[1];
    const name = value ?? owner;
    const types = new RegExp(String.raw`(?:\w{1,80}[>?]{0,2}\s{1,9})?\b${name}\b(?:\s{0,9}[:=][^\n;,]{0,200})?`, 'g');
    return sectionsIn([...text.matchAll(types)].join('\n'));
  }),
);

const sectionsIn = (words: string): ReadonlySet<string> => {
  const names = Array.from(words.matchAll(FORMS.section), ([, ...found]) => found.find(Boolean)!);
  return new Set(names.map((name) => plainName(name.replace(FORMS.suffix, ''))));
};

/** True for the same program. One in the root has its modules in folders. */
const isBelow = (tree: string, program: string): boolean => tree === program || (program === '' && !tree.includes('/'));
