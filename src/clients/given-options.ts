import optionForms from './option-forms.json' with { type: 'json' };
import optionSettings from './option-settings.json' with { type: 'json' };
import type { FoundFile, FoundString } from '../classify/found-string.ts';
import { mayHoldMore, optionNamed, partAt, withOption } from '../classify/string-edits.ts';
import type { Lack } from '../parse/connection-string.ts';
import { knownOption } from '../parse/options.ts';
import { CLIENT_CALL } from '../read/external/clients.ts';
import { codeOf } from '../read/find-strings.ts';
import { mayBe } from '../read/values.ts';
import { namedForms, distinct, matchesIn, oncePerText, type Source, FAR, textBefore } from '../text/source.ts';
import { TOOL } from './consumers.ts';
import { argumentsBeside, callsWith, isOptionPath, settingsBeside } from './settings-beside.ts';
import type { SettingBeside, SettingsBeside } from './settings-beside.ts';

const FORMS = namedForms(optionForms.given);

/** An option that a call, a settings block or a flag passes beside a string. */
export interface GivenOption extends Omit<SettingBeside, 'path'> {
  /** As in the specification: `directConnection`. */
  readonly name: string;
  /** The setting as written: `--mongodb.direct-connect`. */
  readonly written: string;
}

/**
 * What drivers, frameworks and command-line tools call options of the connection string, in lower case and without
 * separators. `!`: their setting means the opposite. Sources: the drivers' client options, PHP stream contexts, database
 * tools, mongodb_exporter, Spring Boot, Quarkus, Mongoid, Laravel (2026-08).
 */
const optionFor = (setting: string) => Object.entries(optionSettings).find(([, names]) => names.includes(setting))?.[0];
const mentionsOptions = oncePerText(({ text }: Source) => FORMS.mentioned.test(text));

/** The value of an option for that of a setting that means the opposite. */
const OPPOSITES = new Map(Object.entries({ false: 'true', 0: 'true', cert_none: 'true', true: 'false', 1: 'false' }));

/** True if the settings are those of a database client, not of a whole program. */
const isOfClient = ({ names, settings }: SettingsBeside): boolean =>
  names.slice(0, 2).some((name) => FORMS.client.test(name)) ||
  settings.some(({ path }) => FORMS.account.test(path.slice(path.lastIndexOf('.') + 1)));

/** The options among settings, each at its first place, and whether only clients have the setting. */
const optionsOf = oncePerText((settings: readonly SettingBeside[]) => {
  const all = settings.flatMap((setting) => {
    const option = optionOf(setting);
    const { at, valueAt, path } = setting;
    return option ? [{ written: path, isGeneral: FORMS.general.test(path), at, valueAt, ...option }] : [];
  });
  return distinct(all, ({ name, isGeneral }) => `${name} ${isGeneral}`);
});

/** The options that are passed beside a string, each at its first place. Kept, because several rules ask. */
export const givenOptions = oncePerText((string: FoundString, file: Source): readonly GivenOption[] => {
  if (string.literal.context !== 'code') return [];
  const source = codeOf(file);
  const set = [...setBefore(string, source), ...setBehind(string, source)];
  if (!mentionsOptions(source)) return set;
  const beside = settingsBeside(source, string.range);
  const calls = callsWith(source, string);
  // `Server = new MongoServerAddress("…")` beside `UseTls = false`.
  const around = beside.names[0]?.endsWith('ServerAddress') ? [beside.outer] : [];
  const options = [...[beside, ...calls].map(({ settings }) => settings), ...around].flatMap(optionsOf);
  if (options.length === 0) return set;
  const isClient = string.form === 'host' || calls.length > 0 || isOfClient(beside);
  const own = distinct([...set, ...options.filter(({ isGeneral }) => isClient || !isGeneral)], ({ name }) => name);
  const { offset, endOffset } = string.range;
  return own.filter(({ at }) => at.offset < offset || at.offset >= endOffset);
});

/** Words of the calls that `CLIENT_CALL` matches. */
export const DRIVER_WORDS =
  'mongoclient mongoose mongoengine mongo.connect mongo.newclient mongo:: mongodb\\ motor with_uri_str'.split(' ');

/** Named arguments and options of the calls that take a string, each once. */
export const callOptions = oncePerText(({ source: file, strings }: FoundFile): readonly SettingBeside[] => {
  const source = codeOf(file);
  const inCode = strings.filter(({ literal }) => literal.context === 'code');
  const calls = new Set(
    inCode.flatMap((string) => [settingsBeside(source, string.range), ...callsWith(source, string)]),
  );
  return [...calls].flatMap(({ names: [name = ''], settings }) =>
    CLIENT_CALL.test(name) && !FORMS.otherNames.test(name) ? settings.filter(({ path }) => /^\w+$/.test(path)) : [],
  );
});

/** `set/` in the form `set/host:27017,host:27017` of tools and connectors. A path or `s/` of sed may look like it. */
function setBefore({ form, hosts, range }: FoundString, { text }: Source): GivenOption[] {
  if (form !== 'host' || !hosts.some(({ port }, at) => at > 0 || port !== null)) return [];
  const before = textBefore(text, range.offset);
  return matchesIn(before, FORMS.set, range.offset - before.length).flatMap(({ name: value, at }) => {
    const lead = before.slice(0, -1 - value.length);
    const isSet =
      FORMS.seeds.test(lead) || (hosts.length > 1 && /["'`]$/.test(lead)) || (FORMS.host.test(lead) && TOOL.test(lead));
    return isSet ? [{ name: 'replicaSet', value, written: value, at, valueAt: at }] : [];
  });
}

/** Options that the statement of the string, or of its variable, sets behind it; in C# an assignment to the variable. */
function setBehind({ range, form, literal }: FoundString, source: Source): GivenOption[] {
  const { path, text } = source;
  if (form === 'host' ? !path.endsWith('.cs') : !/\.(?:cs|go|java|kts?|scala|groovy)$/.test(path)) return [];
  const uses = matchesIn(text.slice(range.endOffset, range.endOffset + FAR), FORMS.taken, range.endOffset);
  const from = uses.find(({ name }) => name === literal.key)?.offset ?? range.endOffset;
  const behind = text.slice(from, from + FAR);
  const optionsIn = (part: string, pattern: RegExp, group = ''): GivenOption[] =>
    matchesIn(part, pattern, from).flatMap(({ match: { 0: whole, groups = {} }, offset, at: valueAt }) => {
      const { name = '', value = '', owner = literal.key } = groups;
      const isOwn = owner === literal.key && (owner === null || mayBe(source, owner, range.offset, offset));
      const option = isOwn ? optionOf({ path: group + name, value }) : null;
      const start = offset + whole.indexOf(`.${name}`) + 1;
      const at = { offset: start, endOffset: start + name.length };
      return option ? [{ written: name, at, valueAt, ...option }] : [];
    });
  if (path.endsWith('.cs')) return behind.includes(`${literal.key}.`) ? optionsIn(behind, FORMS.property) : [];
  const [statement = ''] = behind.split(/;|(?<![.(])\n(?!\s{0,99}[.)])/, 1);
  return [...optionsIn(statement, FORMS.sslCall, 'ssl.'), ...optionsIn(statement, FORMS.call)];
}

/** The option that a setting means, and its value. */
export function optionOf({ path, value }: Pick<SettingBeside, 'path' | 'value'>) {
  if (!isOptionPath(path) || !FORMS.literal.test(value)) return null;
  const words = path.replace(/^(?:--?(?:no-)?)?(?:mongodb[._-])?/, '').toLowerCase();
  const known = optionFor(squeezed(words)) ?? optionFor(squeezed(words.slice(words.lastIndexOf('.') + 1)));
  // A flag without a value turns the option on.
  const given = value === '' && path.startsWith('--') ? String(!path.startsWith('--no-')) : value;
  if (known === undefined || given === '') return null;
  const name = known.replace('!', '');
  const lower = given.toLowerCase();
  if (known === name) return { name, value: knownOption(name)?.kind === 'boolean' ? lower : given };
  const opposite = OPPOSITES.get(lower.slice(lower.lastIndexOf('.') + 1));
  return opposite === undefined ? null : { name, value: opposite };
}

const squeezed = (words: string): string => words.replace(/[^a-z\d]/g, '');

/** The first string with hosts that an option applies to, otherwise the first read, by the option's offset. */
const firstGiven = oncePerText(({ source, strings }: FoundFile) => {
  const first = new Map<number, FoundString>();
  for (const string of strings.toReversed())
    for (const { at } of givenOptions(string, source))
      if (string.hosts.length > 0 || !first.has(at.offset)) first.set(at.offset, string);
  return first;
});

export const isFirstGiven = (string: FoundString, { at }: GivenOption, file: FoundFile): boolean =>
  firstGiven(file).get(at.offset) === string;

/** The value of an option in a string or beside it, and the edit that gives it another one. `null` without a value. */
export function optionSet(string: FoundString, name: string, file: FoundFile) {
  const option = optionNamed(string, name);
  if (option?.value && option.valueRange)
    return { value: option.value, at: partAt(string, option), edit: (text: string) => withOption(string, name, text) };
  const given = givenOptions(string, file.source).find((one) => one.name === name);
  if (!given || !isFirstGiven(string, given, file)) return null;
  const { value, valueAt: at } = given;
  return { value, at, edit: (text: string) => ({ ...at, text }) };
}

/** Options that code can pass to a client separately from its connection string. */
type Given = Lack | 'authSource' | 'tls' | 'readPreference';

const wordsOf = (words: string): RegExp => new RegExp(String.raw`(?<![a-z\d])(?:${words})(?![a-z\d])`);

/** Matched against the words of names in lower case: `tls_ca_file`, `UseTls` and `--tls` contain `tls`. */
const WORDS: Readonly<Record<Given, RegExp>> = {
  user: wordsOf('user|username|auth|credentials?|login|principal|u'),
  password: wordsOf('pass|password|passwd|pwd|auth|credentials?|p'),
  properties: wordsOf('properties|property|auth|credentials?|oidc|callback'),
  proxy: wordsOf(String.raw`proxy[a-z\d]{0,40}`),
  authSource: wordsOf('auth|authsource|authdb|authentication[ _.-]database|credentials?'),
  tls: wordsOf('tls|ssl'),
  readPreference: wordsOf('read[ _.-]?pref(?:erence)?|secondary|nearest'),
};

/** How much around a string is searched if no call creates a client from it. */
const MAX_LINES = 12;

/** The words of names beside a string, and whether they are all that its client gets. Kept, because several rules ask. */
const wordsBeside = oncePerText(({ range: { offset, endOffset } }: FoundString, source: Source) => {
  const passed = argumentsBeside(source, { offset, endOffset });
  const around = () => {
    const before = textBefore(source.text, offset, FAR).split('\n');
    const behind = source.text.slice(endOffset, endOffset + FAR).split('\n', MAX_LINES + 1);
    return [...before.slice(-1 - MAX_LINES), ...behind].join('\n');
  };
  const words = (passed ?? around())
    .replace(FORMS.otherStrings, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return { words: words.toLowerCase(), isAll: passed !== null };
});

/** Whether the text around a string names the option. `unknown`: objects, builders or variables may have it. */
export function givenBeside(given: Given, string: FoundString, source: Source): 'given' | 'absent' | 'unknown' {
  if (string.literal.context !== 'code' || mayHoldMore(string)) return 'unknown';
  const { words, isAll } = wordsBeside(string, source);
  if (WORDS[given].test(words)) return 'given';
  return isAll ? 'absent' : 'unknown';
}
