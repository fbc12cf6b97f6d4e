import patterns from './value-patterns.json' with { type: 'json' };
import { environmentOf } from './file-role.ts';
import { isOwnMachine } from '../read/secrets.ts';
import { hostAt, type FoundString, type StorePlace, type Via } from '../classify/found-string.ts';
import { MASK } from '../text/shown-name.ts';
import type { Literal } from '../text/literal.ts';
import { namedForms, FAR, folderOf, grouped, lineBefore, matchesIn, NEAR } from '../text/source.ts';
import { once, oncePer, oncePerKey, overlaps, textBefore, type Source } from '../text/source.ts';
import { hasOwnVariables, isProgram, isTerraformPath, languageOf } from '../read/families.ts';
import { classesIn } from '../read/bindings.ts';
import { nestAt } from '../read/brackets.ts';
import { enclosingKeys } from '../read/keys.ts';
import { nodesUpFrom, yamlNodeAt } from '../read/yaml.ts';
import { GENERAL } from '../read/external/settings.ts';
import { importOf, isDefinedIn, isIn, overridesSettings, passesOn, sourceIn } from './value-file.ts';
import { hasMaps, importsClass, isCode, readSource, treeOf, type Definition, type ValueFile } from './value-file.ts';
import { variableIn } from './variables.ts';

const FORMS = namedForms(patterns.reads);

/** What is kept of a string, because a whole one keeps its text in memory. */
type KeptString = Pick<
  FoundString,
  'kind' | 'family' | 'cluster' | 'via' | 'name' | 'store' | 'isConstant' | 'origin' | 'parameter' | 'range'
> & { readonly literal: Pick<Literal, 'key'> };

/** A read, or a text with a placeholder, and the name under which the tree may have its value; or such a value. */
export interface NamedRead {
  readonly name: string;
  readonly string: KeptString;
  readonly file: ValueFile;
  /** True for a value that another one replaces. */
  readonly isLocal?: boolean;
}

/** What a file gives names: the texts of strings, and other reads. */
export function valuesIn(
  file: ValueFile,
  strings: readonly FoundString[],
  source = once(() => readSource(file)),
): readonly NamedRead[] {
  return (file.role === 'product' ? strings : []).flatMap((whole) => {
    const { kind, family, cluster, via, name: read, store, isConstant, origin, range } = whole;
    const literal = { key: whole.literal.key };
    const string = { kind, family, cluster, via, name: read, store, isConstant, origin, range, literal };
    return namesOf(whole, file, source).map((name) => ({ name, string, file, isLocal: isLocal(whole) }));
  });
}

/** Returns the values that the tree has for a string: those of its program, of no program, or from the same store. */
function valuesInTree(all: readonly NamedRead[], reads: readonly NamedRead[]) {
  // A reference to a secret, or a setting that becomes a variable, does not show its program.
  const own = reads.filter(
    ({ name, file, string: { store, literal } }) =>
      !store && !isTerraformPath(file.file) && (variableIn(literal.key) ?? name) === name,
  );
  const readIn = new Set(own.map(({ name, file }) => programOf(plainName(name), file)));
  const hasProgram = oncePerKey((folder: string) =>
    reads.some(({ file }) => file.file.startsWith(folder) && (isCode(file) || isCompiledIn(file.file))),
  );
  const hasTemplate = oncePerKey((folder: string) =>
    reads.some(({ file: { file } }) => file.startsWith(`${folder}templates/`)),
  );
  // `orders/.env` beside a program is not for `reports/main.py`, wherever both folders are, nor a chart's for another.
  const isApart = ({ file: from }: NamedRead, { file }: ValueFile): boolean => {
    const own = settingsFolder(from.file);
    if (own === '' || isCode(from) || file.startsWith(own)) return false;
    return hasProgram(own) || (file.includes('/templates/') && hasTemplate(own));
  };
  // An output of Terraform is read by other modules, and its code gives other programs what they read.
  const isShared = ({ name, file, string: { store, literal } }: NamedRead): boolean =>
    file.isGiven === true ||
    FORMS.common.test(treeOf(file)) ||
    FORMS.module.test(file.file) ||
    literal.key?.startsWith('output.') === true ||
    !(treeOf(file).includes('/') || (!store && GENERAL.test(name)) || readIn.has(programOf(name, file)));
  // By plain name or place in a store, and by plain name and program.
  const values = grouped(all, ({ name }) => name);
  const near = grouped(all, (value) => (isShared(value) ? sharedAs(value.name) : programOf(value.name, value.file)));
  return function* (one: NamedRead): Generator<NamedRead> {
    const { name, string, file } = one;
    const isOverridden = once(() => ownerOf(one)?.isOverridden ?? overridesSettings(sourceIn(file).text));
    const mayServe = (value: NamedRead): boolean => {
      const { string: own, file: from } = value;
      // What a text lacks is asked for there, and not again for those who read it.
      const isKnown = string.name !== null || own.kind !== 'templated-unknown';
      const isNear = from.isGiven === true || from.root === file.root;
      // Whether the code around it has the value is known already.
      const isOpen =
        string.origin === 'text' ||
        string.via !== 'unknown' ||
        from.file !== file.file ||
        own.name !== null ||
        file.file.endsWith('.json');
      // A file of settings replaces the value of another one for the same key, and `Mongo__Uri` that of `Mongo.Uri`.
      const isReplaced =
        (FORMS.settings.test(file.file) && own.literal.key === string.literal.key && from.file !== file.file) ||
        (name.includes('__') && own.literal.key?.replaceAll('.', '__') === name);
      const loaded = fileOf(one);
      if (loaded && !isCode(from) && !isDefinedIn(from.file, loaded)) return false;
      if (own.range === string.range || !isNear || !isKnown || !isOpen || isReplaced) return false;
      // What the code puts over its files of settings, and what a platform passes on from elsewhere.
      if (!isCode(from) && from.isGiven !== true && isOverridden()) return false;
      if (isOfRepository(one) && from.isGiven !== true) return false;
      if (from.isGiven !== true && passesOn(file, string.range, from)) return false;
      if (FORMS.beside.test(from.file) && !own.store && hasOwnVariables(sourceIn(file))) return false;
      return isOfEnvironment(value, file) && (from.isGiven === true || !isApart(value, file));
    };
    // `process.env.DATABASE.replace('<PASSWORD>', …)`
    const isFilled = once(() =>
      FORMS.fills.test(sourceIn(file).text.slice(string.range.endOffset, string.range.endOffset + 40)),
    );
    const found = new Set<NamedRead>();
    for (const [key, isMeant] of waysOf(one))
      for (const name of isFilled() ? [key, `<${key}`] : [key])
        for (const value of values.get(name) ?? near.get(name) ?? [])
          if (mayServe(value) && isMeant(value)) found.add(value);
    const others = [...found].filter((value) => !value.isLocal);
    yield* others.length > 0 ? others : found;
  };
}

/** Returns what reads lead to in the end: over those that are values of others, to texts and to reads without a value. */
export function endsOf(all: readonly NamedRead[], reads: readonly NamedRead[]) {
  const valuesOf = valuesInTree(all, reads);
  const readAt = new Map(reads.map((read) => [read.string.range, read]));
  return function* (read: NamedRead): Generator<KeptString> {
    // A set visits what is added meanwhile, too, and reads that only answer each other lead to nothing.
    const asked = new Set([read]);
    for (const one of asked) {
      let isAnswered = one === read;
      for (const { string } of valuesOf(one)) {
        isAnswered = true;
        const next = readAt.get(string.range);
        if (next) asked.add(next);
        else yield string;
      }
      if (!isAnswered) yield one.string;
    }
  };
}

/** The end that all are alike, in kind and cluster: `null` for none, or for one that is open. */
export function agreed(ends: Iterable<KeptString>): KeptString | null {
  let found: KeptString | null = null;
  for (const end of ends) {
    if (end.kind === 'external' || (found && (found.kind !== end.kind || found.cluster !== end.cluster))) return null;
    found = end;
  }
  return found;
}

/** `vars.DB_URL` of a workflow: in the settings of the repository. */
const isOfRepository = oncePer(
  ({ string: { range }, file }: NamedRead): boolean =>
    /(?:^|\/)\.github\//.test(file.file) &&
    /\b(?:vars|secrets)\./.test(sourceIn(file).text.slice(Math.max(0, range.offset - 9), range.endOffset)),
);

/** A name under which a program may get its value, and which values with this name count. */
type Way = readonly [key: string, isMeant: (value: NamedRead) => boolean];

/** All ways in which the tree may give an open string its value. */
function waysOf(one: NamedRead): readonly Way[] {
  const { name, string, file } = one;
  const { store } = string;
  const via = viaOf(one);
  // A text is put into the store; what it lacks comes from elsewhere.
  if (string.via !== 'literal' && store?.isRead) return [[placeOf(store), (value) => isKept(value, store, file)]];
  if (name.includes(MASK)) return [];
  if (string.origin === 'text') {
    const isHere = ({ file: from }: NamedRead): boolean => from.file === file.file;
    return [plainName(name), `.${plainName(name)}`].map((key): Way => [key, isHere]);
  }
  // The value of a variable on one machine does not show the one that is stored elsewhere under the same name.
  const isOfStore = /^(?:secret|vault|parameter)$/.test(via);
  const tree = treeOf(file);
  const [, owner = '', member = ''] = FORMS.member.exec(name) ?? [];
  // `config.mongo.uri`: of a module or a file of settings, below these keys.
  const [module = '', ...keys] = name.split('.').slice(0, -1);
  const definition = importedAs(one);
  const isPlain = !name.includes('.');
  const imported = definition && (isPlain ? GENERAL.test(name) : definition.name !== owner) ? definition.module : null;
  const plain = plainName(isPlain ? (definition?.name ?? name) : name);
  // A name that is imported is that of the module.
  const isDefined = ({ file: from }: NamedRead): boolean =>
    !isPlain || !definition || !isCode(from) || isIn(from.file, definition);
  const isBelowKeys = (value: NamedRead): boolean => keys.every((key) => keysAround(value).includes(plainName(key)));
  const isDefinedAt = ({ file: { file: from } }: NamedRead): boolean =>
    definition !== null && isDefinedIn(from, definition);
  // An object or a class of the module that is imported.
  const isExported = (value: NamedRead): boolean =>
    isDefinedAt(value) &&
    (keysAround(value).length < 2 || keysAround(value).some((key) => key.endsWith(plainName(owner))));
  const isOfModule = (value: NamedRead): boolean =>
    imported === null
      ? (definition?.isPackage !== true && (isModule(value.file, owner) || isInClass(value, owner, one))) ||
        isExported(value)
      : isDefinedAt(value) && isBelowKeys(value);
  const isHeldIn = (value: NamedRead): boolean =>
    isOfModule(value) || isBound(value, one) || (keys.length > 0 && isModule(value.file, module) && isBelowKeys(value));
  const isConstant = (value: NamedRead): boolean =>
    (isDefinedAt(value) ||
      isBelow(treeOf(value.file), tree) ||
      FORMS.common.test(treeOf(value.file)) ||
      isInClass(value, owner, one)) &&
    (value.string.name === null ? via === 'unknown' && isHeldIn(value) : !isOfStore);
  // `config.DB_URL`: a module has the variable of that name, which is asked for there.
  const isVariable = (value: NamedRead): boolean =>
    via === 'unknown' &&
    !/secret|vault|cred/i.test(owner) &&
    isConstant(value) &&
    (isOfModule(value) || ((tree === '' || treeOf(value.file) !== '') && isHeld(value.string)));
  // `uri` in code, `--uri` and `mongodb_uri` in a config do not set the environment variables `URI` and `MONGODB_URI`.
  const isExact = via === 'env' && FORMS.variable.test(name);
  const isParameter = via === 'env' && /\.(?:ya?ml|json|j2|tf)$/.test(file.file) && /^\w+$/.test(name);
  // No variable of a program is one of another.
  const isElsewhere = (value: NamedRead): boolean =>
    via !== 'unknown' ||
    isDefinedAt(value) ||
    treeOf(value.file) === tree ||
    FORMS.common.test(treeOf(value.file)) ||
    !isCode(value.file);
  const isOfSettings = ({ file: from }: NamedRead): boolean =>
    string.origin === 'settings' && isCode(from) && isModule(from, 'config');
  // A package of Go has all names of its folder.
  const isOfPackage = ({ file: { file: from }, string: own }: NamedRead): boolean =>
    own.name === null && from.endsWith('.go') && file.file.endsWith('.go') && folderOf(from) === folderOf(file.file);
  const isNamed = (value: NamedRead): boolean => {
    const { string: own } = value;
    if (
      (via === 'env' && own.isConstant && !isOfSettings(value)) ||
      (own.via === 'env' && GENERAL.test(name) && !isTerraformPath(value.file.file))
    )
      return false;
    if (isExact) return settingOf(own).endsWith(name);
    // `{{ db_url }}` of a playbook and `!Ref DbUrl` of a template are no variables of the environment.
    if (isParameter && FORMS.variable.test(settingOf(own))) return false;
    // What Terraform code gives a chart is none of its values.
    if (isTerraformPath(file.file) && /(?:^|\/)values[^/]*\.ya?ml$/.test(value.file.file)) return false;
    const loaded = fileOf(one);
    if (loaded && isDefinedIn(value.file.file, loaded)) return true;
    if (!GENERAL.test(name) || isBound(value, one) || isOfPackage(value)) return true;
    if (via === 'unknown' || isCode(value.file)) return false;
    return settingOf(own).replace(/^(?:local|output|ConnectionStrings)\./, '') === name;
  };
  return [
    ...(via === 'unknown' || hasMaps(file) ? wholeOf(one, definition) : []),
    // Every key of a secret in the tree (`envFrom`), or the only value of a parameter. `mongo.uri` is a key in a file.
    [placeOf({ name: plain, key: '' }), () => isOfStore && !/^[\w-]+\./.test(name)],
    [imported === null || member !== '' ? plainName(member) : plain, isConstant],
    ...[member, owner + member].map((held): Way => [`.${plainName(held)}`, isVariable]),
    [plain, (value) => isPlain && via === 'unknown' && value.string.name === null && isDefinedAt(value)],
    [programOf(plain, file), (value) => isDefined(value) && isNamed(value) && !isOfStore],
    [
      sharedAs(plain),
      (value) =>
        isDefined(value) && isNamed(value) && isElsewhere(value) && (value.file.isGiven === true || !isOfStore),
    ],
  ];
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
const ownerOf = oncePer(({ string: { range }, file }: NamedRead): Definition | null => {
  const [owner] = /(?<=^\$?)\w+(?=[[.])/.exec(sourceIn(file).text.slice(range.offset, range.endOffset)) ?? [];
  return owner === undefined ? null : importOf(file)(owner);
});

/** The settings file that it is. */
const fileOf = (one: NamedRead): Definition | null => (ownerOf(one)?.isLoaded === true ? ownerOf(one) : null);

/** The names of what a module exports. */
const WHOLE = ['moduleexports', 'default'];

/** What is read as a whole: an object of another file, any of whose members may be meant, or what a module exports. */
function wholeOf({ name, file, string }: NamedRead, definition: Definition | null): readonly Way[] {
  const [member, owner = ''] = name.split('.').reverse();
  const isBeside = ({ file: from }: NamedRead): boolean =>
    hasMaps(from) ? folderOf(from.file) === folderOf(file.file) : isModule(from, owner);
  const isImported = ({ file: from }: NamedRead): boolean => definition !== null && isIn(from.file, definition);
  if (string.origin !== 'members') return definition?.name === null ? WHOLE.map((one): Way => [one, isImported]) : [];
  const imported = definition && `*${plainName(definition.name ?? 'module.exports')}`;
  return [[`*${plainName(member!)}`, isBeside], ...(imported === null ? [] : [[imported, isImported] as const])];
}

/** Whether a value is of this place in a store. Each folder of Terraform code has resources of its own. */
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

/** Whether a class of this name has the value. Those of one folder have different names, as have those of one program. */
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
  return keysAround(value).some((key) => isOf(key.replace(TYPE, '')));
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

const sectionsIn = (words: string): ReadonlySet<string> =>
  new Set(Array.from(words.matchAll(SECTION), ([, ...names]) => plainName(names.find(Boolean)!.replace(TYPE, ''))));

const SUFFIX = '(?:Settings|Options|Config(?:uration)?|Prop(?:ertie)?s)';
const TYPE = new RegExp(`${SUFFIX}$`, 'i');
const SECTION = new RegExp(
  String.raw`GetSection\("(\w{1,80})"|\b(?:I(?=[A-Z]))?(\w{1,80}${SUFFIX})\b|(?<!\btype )\b(\w{1,60})[ \t]{1,20}struct\b`,
  'g',
);

/** Kept, because each read of the name asks. */
const keysAround = oncePer(({ string: { range, literal }, file }: NamedRead): readonly string[] =>
  [...namesAround(sourceIn(file), range.offset), ...(literal.key?.split('.') ?? [])].map((key) =>
    plainName(key.replace(/^(?:(?:module\.)?exports|this|self)\./, '')),
  ),
);

/** The keys around a place, and the names of what is made there: `settings = Settings(mongo=Mongo(uri="…"))`. */
function namesAround(source: Source, at: number): readonly string[] {
  const names = enclosingKeys(source, at);
  for (let nest = isProgram(languageOf(source.path, source.text)) ? nestAt(source, at) : null; nest; nest = nest.parent)
    names.push(
      ...(/(\w{1,60})\s{0,9}[=:]\s{0,9}[A-Z]\w{0,60}$/.exec(textBefore(source.text, nest.offset, 150))?.slice(1) ?? []),
    );
  return names;
}

/** By name and key of the secret. */
const placeOf = ({ name, key }: Pick<StorePlace, 'name' | 'key'>): string => `${name}\0${key}`;

/** The names under which a program may find what a string has. */
function namesOf(string: FoundString, file: ValueFile, source: () => Source): readonly string[] {
  const { kind, literal, name, via, store } = string;
  if (name !== null && via !== 'attribute') {
    // `@Value("${db.uri}")`, where the setting `db.uri` reads a variable or a secret: asked there, or answered there.
    const setting = settingOf(string);
    // A field may have the name of its variable without a prefix.
    const members = via === 'env' && !name.includes(MASK) ? new Set([name, literal.value]) : [];
    const own = [...members].flatMap((one) => (name.endsWith(one) ? `.${plainName(one)}` : []));
    const isMapped = own.length > 0 && kind !== 'external' && !FORMS.member.test(name) && !GENERAL.test(name);
    const held = [
      ...(store && !store.isRead ? [placeOf(store)] : []),
      ...pathsOf('', string, source, file).slice(0, 1),
    ];
    const isOther = setting !== name && setting !== '' && !setting.includes(MASK);
    const isSet =
      store?.isRead === true ||
      (isOther &&
        (via === 'env' || isTerraformPath(file.file) || (via === 'unknown' && variableIn(literal.key) !== undefined)));
    const returned = string.returnedBy === undefined ? [] : namesOfKey(string.returnedBy);
    const others = [...(isSet ? [setting] : []), ...(isMapped ? [name] : [])].map(plainName);
    return [...held, ...own, ...returned, ...others];
  }
  const examples = literal.placeholders.filter(({ isExample }) => isExample);
  if (kind === 'external' || string.isDefault === true || FORMS.form.test(file.file)) return [];
  if (isLocal(string) && !isCode(file)) return [];
  if (examples.some(({ at }) => hostAt(string, at))) return [];
  // Chef: `default['app']['uri']` is the attribute `node['app']['uri']`.
  const level = /(?:^|\/)attributes\/\w+\.rb$/.test(file.file) ? /^(?:default|normal|override)\./ : '';
  const own = literal.context === 'code' ? [string.returnedBy, literal.key] : [];
  const held = own.flatMap((key) => key?.replace(level, '') ?? []);
  const all = held.flatMap((key) => [...namesOfKey(key), ...pathsOf(key, string, source, file)]);
  // Only for a program that fills it in.
  const keys = examples.length > 0 ? all.map((one) => `<${one}`) : all;
  if (!store || keys.length === 0) return keys;
  const places = [store.name, ...(store.addresses ?? [])].map((own) => placeOf({ name: own, key: store.key }));
  return [...keys, ...places, placeOf({ name: plainName(store.name), key: '' })];
}

/** The variable or setting that gets what a string has. A reference to a secret has the name of its variable. */
const settingOf = ({ name, store, literal: { key } }: KeptString): string =>
  variableIn(key) ?? (store && store.key !== '' ? name : null) ?? key ?? '';

/** Used on a developer's machine or in containers: programs elsewhere may have another, unless it is in their code. */
const isLocal = (string: FoundString): boolean =>
  string.kind === 'not-service' && (isOwnMachine(string) || string.hosts.every(({ host }) => /^[\w-]+$/.test(host)));

/** Of `store: { url: "…" }` in code: `store.url`, and `*store` for any member of it. */
function pathsOf(key: string, { range }: FoundString, source: () => Source, file: ValueFile): readonly string[] {
  if (!hasMaps(file) && !isCode(file)) return [];
  const [holder, ...above] = enclosingKeys(source(), range.offset);
  if (holder === undefined) return [];
  const paths = [`${holder}.${key}`, ...above.slice(0, 1).map((one) => `${one}.${holder}.${key}`)];
  return [`*${plainName(holder)}`, ...paths.map(plainName)];
}

/** The names by which a read may mean the value of a key. None if a part of it was hidden. */
function namesOfKey(key: string): readonly string[] {
  if (key.includes(MASK)) return [];
  // .NET has `ConnectionStrings__Orders` for the name `Orders`.
  const last = /[^.:[\]"']{1,200}["'\]]{0,2}$/.exec(key.replace('ConnectionStrings__', ''))?.[0] ?? key;
  const name = plainName(last.replace(/^get(?=[A-Z])/, ''));
  // A name with dots may be a path of keys as a whole. Argo CD and Flux have the values of a chart below others.
  const path = plainName(key.replace(/^spec\.(?:.*\.)?values(?:Object)?\./, ''));
  return name === path ? [name] : [name, path];
}

/** `MONGODB_URI`, `mongodb-uri` and `mongodb.uri` are one name. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const environmentIn = oncePer(({ file, environment }: ValueFile) => environmentOf(file, environment));

/** The environment of a place in a file for several: by the keys around it, its profile, or that of its program. */
function environmentAt(source: Source, at: number): string | null {
  const before = textBefore(source.text, at, FAR)
    .split(/^#?---|<\/profile>/m)
    .at(-1)!;
  const [, ...profile] = FORMS.profile.exec(before) ?? [];
  const beside = `${before.slice(-NEAR).split(/[{}]/).at(-1)!}\n${source.text.slice(at, at + NEAR).split(/[{}]|^---/m, 1)[0]!}`;
  const modes = matchesIn(beside, FORMS.mode).map(({ name }) => name);
  const jobs: string[] = [];
  for (const { parent } of nodesUpFrom(yamlNodeAt(source, at)?.parent ?? null))
    for (const { key, value, children } of parent.children)
      if (/^(?:environment|profiles)$/.test(key ?? ''))
        jobs.push(value, ...children.filter(({ key }) => key === null || key === 'name').map(({ value }) => value));
  return environmentOf([...enclosingKeys(source, at), ...profile, ...jobs, ...modes].join('.'));
}

/** Of one environment, nothing is known of the others. Programs of no named environment run in production. */
function isOfEnvironment(value: NamedRead, read: ValueFile): boolean {
  const [from, to] = [environmentFor(value), environmentIn(read)];
  return !from || from === 'default' || from === to || (to === null && /(?:^|\+)prod/.test(from));
}

const environmentFor = oncePer(({ string: { literal, range }, file }: NamedRead): string | null => {
  // A section of a file for several: `staging.variables.DB_URL`, but no local value of Terraform.
  const path = literal.key?.replace(/^local\./, '') ?? '';
  // `[Stage.Live]: "…"` names a member of an enum.
  const section = isCode(file) ? '' : path.slice(0, path.lastIndexOf('.') + 1);
  return environmentIn(file) ?? environmentOf(section) ?? environmentAt(sourceIn(file), range.offset);
});

/** True for the same program: one in the root has modules in folders. */
const isBelow = (tree: string, program: string): boolean => tree === program || (program === '' && !tree.includes('/'));

const isCompiledIn = (file: string): boolean => file.includes('src/main/resources/');
/** The folder for whose program a file has settings. */
const settingsFolder = (file: string): string => folderOf(file).replace(FORMS.inner, '');

/** A name in one program, and in all. */
const programOf = (name: string, file: ValueFile): string => `${name} ${treeOf(file)} ${file.root}`;
const sharedAs = (name: string): string => `${name} *`;
