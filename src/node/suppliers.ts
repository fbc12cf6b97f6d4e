import { basename, extname } from 'node:path';
import patterns from './suppliers.json' with { type: 'json' };
import { hostAt, type FoundString } from '../classify/found-string.ts';
import { stringsIn, suppliersIn } from '../lint/recorded.ts';
import { GENERAL, isStringName, platformFile, unnamedWords } from '../read/external/settings.ts';
import { variableIn } from '../lint/variables.ts';
import { isProgram, languageOf } from '../read/families.ts';
import { addTo, namedForms, folderOf } from '../text/source.ts';
import { MAX_ROUNDS, type SearchScope, type Visit } from './callers.ts';
import { scanFiles } from './scan/scan-files.ts';

const FORMS = namedForms(patterns.forms);

/** How .NET and Spring spell a key elsewhere: `Store:Url` as `Store__Url`, `store.db-url` as `STORE_DBURL`. */
function otherSpellings(name: string): readonly string[] {
  const path = name.replaceAll(':', '.');
  const variable = path.replaceAll('.', '_').replaceAll('-', '').toUpperCase();
  const levels = path.replaceAll('.', '__');
  // Viper, koanf and .NET may have a prefix in front: `SHOP_STORE_DBURL`.
  if (path.includes('.')) return [path, levels, `_${levels}`, variable, `_${variable}`];
  // A field of Pydantic's settings.
  return /^[a-z\d]+(?:_[a-z\d]+)+$/.test(name) ? [name.toUpperCase()] : [];
}

/** Whether code belongs to the same program as a file. A repository may have several programs with shared modules. */
function haveOneProgram(code: string, file: string): boolean {
  const [own, other] = [code, file].map((path) => /^(?:[^/]{1,200}\/){0,2}/.exec(path)![0]);
  return own!.startsWith(other!) || other!.startsWith(own!) || [own!, other!].some((one) => FORMS.shared.test(one));
}

/** Members and variables by which frameworks replace the string of a file, by its path and key. */
const REPLACED = patterns.replaced.map(({ pattern, flags, names }) => ({ place: new RegExp(pattern, flags), names }));

/** Finds what gives variables their values under other names, or without a name where another file has a value. */
export function supplierSearch(scope: SearchScope) {
  const noted = nothingNoted();
  /** Strings that were passed on. */
  const visited = new Set<string>();
  return {
    note(file: string, strings: readonly FoundString[]): void {
      for (const string of strings) {
        noteReads(noted, file, string);
        noteValue(noted, file, string);
      }
    },
    /** Goes on with the names that the new strings read. */
    search(visit: Visit): void {
      const known = new Set<string>();
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const asked = askedOf(noted, (name) => !known.has(name));
        const before = known.size;
        for (const name of [...noted.readers.keys(), ...noted.targets]) known.add(name);
        if (known.size === before) return;
        searchFor(scope, asked, (source, added) => {
          const fresh = added.filter(
            ({ range, name }) => visited.size < visited.add(`${source.path} ${range.offset} ${name}`).size,
          );
          if (fresh.length > 0) visit(source, fresh);
        });
      }
    },
  };
}

/** The names that strings read, and those that have a value. */
type Noted = ReturnType<typeof nothingNoted>;

const nothingNoted = () => ({
  /** The files that read each variable, or member of another module: `.db.url` for `config.db.url`, `any urls` for any. */
  readers: new Map<string, Set<string>>(),
  /** Those that a framework reads from its settings: `app.config["URI"]`. */
  ofSettings: new Set<string>(),
  /** The files that have a value for each. */
  values: new Map<string, Set<string>>(),
  /** The values of charts, of Terraform variables and of Go that a deployment or a build may replace: `set db.host`. */
  targets: new Set<string>(),
});

function noteReads({ readers, ofSettings }: Noted, file: string, string: FoundString): void {
  const { via, name, kind, uri, literal, origin, parameter } = string;
  const { key, value, placeholders } = literal;
  // `mongodb+srv://${DB_HOST}/x`
  for (const one of kind === 'templated-unknown' ? placeholders : [])
    if (one.name && hostAt(string, one.at)) addTo(readers, one.name, file);
  // `config.getOrThrow('DATABASE_URI')`, `app.get('storedb')`.
  const isSetting = via === 'unknown' && value.includes('(') && !GENERAL.test(name ?? '');
  // What has a variable under the name of the setting is asked for there: `config["URI"]`, `URI = os.environ["URI"]`.
  const setting = origin === 'settings' ? `.${name ?? ''}` : (name ?? '');
  if (via === 'env' || isSetting) addTo(readers, setting, file);
  if (origin === 'settings') ofSettings.add(setting);
  // A framework reads it without its name.
  if (uri && key?.includes('.') && FORMS.ofFramework.test(file))
    addTo(readers, file.endsWith('.json') ? key.replaceAll('.', ':') : key, file);
  for (const { place, names } of uri ? REPLACED : [])
    if (place.test(`${file}#${key ?? ''}`)) for (const one of names) addTo(readers, one, file);
  if (origin === 'members' && !parameter) addTo(readers, `any ${name!.split('.').at(-1)!}`, file);
  // Also what a file imports by a name of several words, but no class of Python, which is no value.
  const isClass = file.endsWith('.py') && /^[A-Z][a-z]\w*$/.test(name ?? '');
  const isOther = via === 'unknown' && !parameter && !isClass;
  const member = isOther ? /^(?:(?!Object\.)\w+\.|(?=\w*[A-Z_]))([A-Za-z][\w.]*)$/.exec(name ?? '')?.[1] : undefined;
  if (member === undefined) return;
  // `Object.assign(config, load())` in another file.
  if (/^(?!(?:self|cls|this)\.)\w+\./.test(name!)) addTo(readers, `into ${/^\w+/.exec(name!)![0]}`, file);
  const isGeneral = GENERAL.test(member) && !/^dsn$/i.test(member);
  addTo(readers, `.${isGeneral ? name! : member}`, file);
}

function noteValue({ values, targets }: Noted, file: string, { name, hosts, uri, literal, store }: FoundString): void {
  const { key } = literal;
  if (key === null) return;
  // Also the name of the chart: a deployment may replace all of its values.
  if (name === null && FORMS.targets.test(file))
    for (const one of [key, folderOf(file).split('/').at(-2) ?? '']) targets.add(`set ${one}`);
  // `go build -ldflags "-X main.store=$STORE"`
  if (name === null && uri && file.endsWith('.go')) targets.add(`go ${key}`);
  if (hosts.length === 0) return;
  // A value in a store does not replace one that another store has.
  addTo(values, variableIn(key) ?? key, store ? '' : file);
  // `config.uri`: general words are only those of the file's own name.
  if (GENERAL.test(key)) addTo(values, `${basename(file, extname(file))}.${key}`, file);
}

/** What is searched for. */
type Asked = Readonly<ReturnType<typeof askedOf>>;

function askedOf({ readers, ofSettings, values, targets }: Noted, isNew: (name: string) => boolean) {
  const asked = [...readers.keys()].filter(isNew);
  const members = asked.filter((name) => name.startsWith('.'));
  const names = asked.filter((name) => FORMS.read.test(name) && !isStringName(name));
  const others = [...names.flatMap(otherSpellings), ...members.map((member) => member.slice(1))];
  const variables = new Map(others.map((name): [string, boolean] => [name, false]));
  for (const name of names) variables.set(name, true);
  for (const name of asked) if (/^(?:any|into) /.test(name)) variables.set(name, false);
  const named = [...variables].map((entry) => {
    // Azure has lists of connection strings.
    const keys = entry[0].replace(/^ConnectionStrings\.|^any |^into /, '').split('.');
    return { entry, words: keys.sort((a, b) => b.length - a.length) };
  });
  /** Names with a value, which another file without the name may replace. */
  const given = asked.flatMap((name) => {
    const key = name.replace(/^\./, '');
    const variable = key.toUpperCase();
    const spellings = [key, key.toLowerCase(), variable, ...otherSpellings(key)];
    const all = [...spellings, key.replace(/^.*\./, '')].flatMap((one) => [...(values.get(one) ?? [])]);
    // A member in code has its value for certain, unless a framework holds it.
    const isOfSettings = ofSettings.has(name);
    const having = all.filter((file) => key === name || isOfSettings || !isProgram(languageOf(file)));
    const isVariable = variableIn(name) === key || values.has(variable);
    if (having.length === 0) return [];
    const marks = [...(isVariable ? ['*'] : []), ...(isOfSettings || !isVariable ? ['**'] : [])];
    return marks.map((mark) => ({ mark, having, files: [...readers.get(name)!, ...having] }));
  });
  const newTargets = [...targets].filter(isNew);
  const mayBeVariables = members.length + newTargets.length > 0 || asked.some((name) => FORMS.read.test(name));
  return { named, given, targets: newTargets, mayBeVariables };
}

function searchFor({ project: { settingsOf }, list, options }: SearchScope, asked: Asked, visit: Visit): void {
  const { named, given, targets, mayBeVariables } = asked;
  if (named.length + given.length + targets.length === 0) return;
  /** Keys that need not be in the text: `set <target>`, `go <target>`, `configmap/<name>`. */
  const unnamed = new Map(targets.map((name): [string, boolean] => [name, false]));
  if (targets.some((name) => name.startsWith('set '))) unnamed.set('set *', false);
  if (given.length > 0)
    scanFiles(list, ['configmap', 'config_map'], options, ({ text }) => {
      for (const [, name = ''] of text.matchAll(FORMS.map)) unnamed.set(`configmap/${name}`, false);
    });
  const words = [...named.map(({ words: [longest] }) => longest!), ...unnamedWords(mayBeVariables)];
  scanFiles(list, words, { ...options, also: platformFile() }, ({ path, text }) => {
    // A platform keeps the variables of the programs in its folder.
    const folder = platformFile().test(path) ? folderOf(path).replace(/(?:^|(?<=\/))\.\w+\/$/, '') : '';
    const isCode = isProgram(languageOf(path, text));
    const marks = given.flatMap(({ mark, having, files }) => {
      // Code adds settings to its own program.
      const isOfCode = isCode && mark === '**';
      const isNear = files.some((file) => (isOfCode ? haveOneProgram(path, file) : file.startsWith(folder)));
      return isNear && !(mark === '*' && having.includes(path)) ? [[mark, false] as const] : [];
    });
    const own = named.flatMap((one) => (one.words.every((word) => text.includes(word)) ? [one.entry] : []));
    if (marks.length + targets.length + own.length === 0) return;
    const { strings: settings } = settingsOf(path);
    const source = { path, text, variables: new Map([...own, ...unnamed, ...marks]) };
    visit(source, suppliersIn(source, settings, stringsIn({ path, text }, settings)));
  });
}
