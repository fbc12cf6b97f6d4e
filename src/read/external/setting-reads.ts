import { lineStartBefore, once } from '../../text/source.ts';
import { BLOCK_WORDS, blockReads, MAX_BLOCK, MAX_ITEM, parentOf } from './block-reads.ts';
import { isHostName, isSecretName, isStringName } from './names.ts';
import { outsideRead, type OutsideRead, type ReadText } from './outside-reads.ts';

/** Formats in which `${NAME}` is an expression. */
const SETTING_LANGUAGES: ReadonlySet<string> = new Set(
  'yaml json toml properties ini xml hcl env docker make shell batch powershell groovy jsonnet'.split(' '),
);
/** Formats that list a variable together with the secret it comes from. */
const MANIFEST_LANGUAGES: ReadonlySet<string> = new Set('yaml json hcl jsonnet'.split(' '));

/**
 * Settings for a connection string with a value from outside, recognised by their name, the name of their block, or the
 * name of the secret.
 * @param names offsets of the product's name
 * @param words the `SETTING_WORDS` that the text contains
 */
export function settingReads(reader: ReadText, names: readonly number[], words: ReadonlySet<string>): OutsideRead[] {
  const { path, text, language } = reader;
  const found: OutsideRead[] = [];
  const given = once(() => assignments(text));
  /** `local.uri` with a value in this file, which is found where it is. */
  const isKnownLocal = ({ name, offset }: OutsideRead): boolean => {
    const value = text.startsWith('local.', offset) ? given().get(name) : undefined;
    return value !== undefined && (isStringName(name) || readAt(text, value, true) === null);
  };
  const push = (read: OutsideRead | null): void => {
    if (read && !(language === 'hcl' && isKnownLocal(read))) found.push(read);
  };
  const isBicep = /\.bicep(?:param)?$/i.test(path);
  const inSettings = isBicep || SETTING_LANGUAGES.has(language);
  const isManifest = isBicep || MANIFEST_LANGUAGES.has(language);
  let end = 0;
  for (const at of names) {
    if (at < end) continue;
    const token = tokenAt(text, at);
    end = token.endOffset;
    if (isStringName(token.name)) {
      push(valueOf(text, token, inSettings) ?? (inSettings ? encryptedValue(text, token) : null));
      if (isManifest) push(besideName(text, token) ?? (isBicep ? parameterOf(text, token) : null));
      if (language === 'yaml') push(withoutValue(path, text, token) ?? storedBelow(text, token));
      if (language === 'python' && text.includes('BaseSettings')) push(settingOf(text, token));
      if (/(?:^|\/)app\.json$/i.test(path)) push(declaredIn(text, token));
      if (NAMES_VARIABLES.test(path)) push(variableIn(text, token));
    } else {
      if (isManifest && isHostName(token.name)) push(besideName(text, token));
      push(insideBlock(text, token, inSettings, language) ?? storedValue(text, token, inSettings));
    }
    if (inSettings) push(storedName(text, token));
  }
  for (const read of blockReads(reader, isManifest, words)) push(read);
  if (/mongo/i.test(path) || words.has('com.mongodb.kafka')) for (const read of uriKeys(text, inSettings)) push(read);
  return found;
}

/** Where the file gives values to Terraform's locals, and to everything else with an equals sign. */
const assignments = (text: string): ReadonlyMap<string, number> =>
  new Map([...text.matchAll(ASSIGNMENT)].map(({ index, 0: whole, 1: name = '' }) => [name, index + whole.length]));

const ASSIGNMENT = /^[ \t]{0,40}([\w-]{1,100})[ \t]{0,40}=(?!=)[ \t]{0,9}/gm;

interface Token {
  readonly name: string;
  readonly offset: number;
  readonly endOffset: number;
}

function tokenAt(text: string, at: number): Token {
  let offset = at;
  while (offset > 0 && at - offset < 120 && /[\w.-]/.test(text[offset - 1]!)) offset--;
  let endOffset = at;
  while (endOffset < text.length && endOffset - at < 120 && /[\w.-]/.test(text[endOffset]!)) endOffset++;
  return { name: text.slice(offset, endOffset), offset, endOffset };
}

/** `MONGODB_URI: ${MONGODB_URI}`, `mongo_uri = os.environ["X"]`: the value is a read, possibly within one call. */
function valueOf(text: string, { endOffset }: Token, inSettings: boolean): OutsideRead | null {
  ASSIGNS.lastIndex = endOffset;
  return ASSIGNS.test(text) ? readAt(text, ASSIGNS.lastIndex, inSettings) : null;
}

const ASSIGNS =
  /["'`]?\]?\)?[ \t]*(?:=>|:=|=(?!=)|:(?!:)|,(?=[ \t]*(?:process|os|System|Environment)\b))[ \t]*(?:\r?\n[ \t]{1,40})?/y;

/** `MongoDb: '@Microsoft.KeyVault(…)'`: a setting of the product's name alone, with a secret for its value. */
function storedValue(text: string, token: Token, inSettings: boolean): OutsideRead | null {
  if (!/(?:^|[._-])mongo(?:_?db)?$/i.test(token.name)) return null;
  const read = valueOf(text, token, inSettings);
  return read && (read.source !== 'env' || isStringName(read.name)) ? read : null;
}

/**
 * `NAME: /prod/uri` below `parameter-store:`: the path in a store (documentation of CodeBuild and Copilot, 2026-08).
 */
function storedBelow(text: string, { endOffset, offset }: Token): OutsideRead | null {
  STORE_PATH.lastIndex = endOffset;
  const name = STORE_PATH.exec(text)?.[1];
  if (name === undefined) return null;
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const store = parentOf(text, lineStart, offset - lineStart);
  if (!STORES.has(store) || (store === 'secrets' && !name.includes('/'))) return null;
  const at = text.indexOf(name, endOffset);
  return {
    name,
    source: store === 'parameter-store' ? 'parameter' : 'secret',
    offset: at,
    endOffset: at + name.length,
  };
}

const STORE_PATH = /["']?:[ \t]{1,9}["']?([\w./:@-]{1,200})["']?[ \t]{0,9}(?:\r?\n|$)/y;
const STORES: ReadonlySet<string> = new Set(['parameter-store', 'secrets-manager', 'secrets']);

/** A field of pydantic settings without a default: a variable of that name. */
function settingOf(text: string, token: Token): OutsideRead | null {
  const lineStart = text.lastIndexOf('\n', token.offset - 1) + 1;
  FIELD.lastIndex = token.endOffset;
  const isField = /^[ \t]{1,12}$/.test(text.slice(lineStart, token.offset)) && FIELD.test(text);
  return isField ? { ...token, source: 'env' } : null;
}

const FIELD =
  /[ \t]*:[ \t]*[\w.[\]| ]{1,60}?(?:=[ \t]*(?:None|\.\.\.|Field\((?:\.\.\.)?[^"'\n]{0,80}\))[ \t]*)?(?:#[^\n]{0,200})?\r?(?:\n|$)/y;

/** Files of node-config whose values are names of variables. */
const NAMES_VARIABLES = /(?:^|\/)custom-environment-variables\.(?:json5?|ya?ml)$/;

function variableIn(text: string, token: Token): OutsideRead | null {
  const before = text.slice(Math.max(0, token.offset - 12), token.offset);
  return /:[ \t]{0,9}["']?$/.test(before) ? { ...token, source: 'env' } : null;
}

/**
 * The value is encrypted where it is (documentation of SOPS, Hiera, Jasypt, Spring Cloud Config, App Platform, Ansible,
 * Vault, EJSON, dotenvx, Pulumi and AppVeyor, 2026-08).
 */
function encryptedValue(text: string, { name, endOffset }: Token): OutsideRead | null {
  ASSIGNS.lastIndex = endOffset;
  return ASSIGNS.test(text) ? encrypted(text, ASSIGNS.lastIndex, name) : null;
}

function encrypted(text: string, at: number, name: string): OutsideRead | null {
  ENCRYPTED.lastIndex = at;
  const [, mark] = ENCRYPTED.exec(text) ?? [];
  return mark === undefined
    ? null
    : { name, source: 'secret', offset: ENCRYPTED.lastIndex - mark.length, endOffset: ENCRYPTED.lastIndex };
}

/** Also as a block below the key. */
const ENCRYPTED =
  /(?:[>|][-+]?[ \t]{0,9}\r?\n[ \t]{1,40})?["']?(ENC\[\w{3,20}|ENC\(|E[JV]\[\d|\{cipher\}|!vault\b|vault:v\d{1,3}:|encrypted:|secure:(?=[ \t]))/y;

/**
 * A secret or parameter with the product's name, whatever the setting is called that takes it: `DB: ${{
 * secrets.MONGO_URL }}`.
 */
function storedName(text: string, { name, offset, endOffset }: Token): OutsideRead | null {
  if (!isSecretName(name)) return null;
  const start = lineStartBefore(text, offset, 160);
  const read = outsideRead(text, start, endOffset + 2, true);
  if (!read || read.source === 'unknown' || !isStringName(read.name)) return null;
  // A plain `${X}` may be part of anything; a variable of a pipeline is the value.
  return read.source !== 'env' || text.startsWith('${{', read.offset) ? read : null;
}

/** A read at a place, with wrappers such as `str(` and quotes in front of it. */
function readAt(text: string, from: number, inSettings: boolean): OutsideRead | null {
  const newline = text.indexOf('\n', from);
  const read = outsideRead(text, from, newline < 0 ? text.length : newline, inSettings);
  if (!read) return null;
  const before = text.slice(from, read.offset);
  return /^(?:[\w.]{0,40}[("'`<%=&!*$[{ ]{0,4}){0,3}$/.test(before) && before.length < 60 ? read : null;
}

/** The source of a variable's value, listed in the same item as its name. */
function besideName(text: string, token: Token): OutsideRead | null {
  const before = text.slice(Math.max(0, token.offset - 40), token.offset);
  const key = /(?:^|[\s{,-])"?(\w{1,20})"?[ \t]{0,9}[:=][ \t]{0,9}["']?$/.exec(before)?.[1];
  if (key === undefined || !NAME_KEYS.has(key.toLowerCase())) return null;
  const rest = text.slice(token.endOffset, token.endOffset + MAX_ITEM);
  const next =
    /\n[ \t]{0,30}(?:-[ \t]|\}[ \t]{0,30},?\s{0,60}\{|"?(?:name|secretKey)"?[ \t]{0,30}[:=][ \t]{0,30}"?[A-Z][A-Z_]{3})/.exec(
      rest,
    );
  const item = rest.slice(0, next?.index ?? rest.length);
  const value = VALUE.exec(item);
  const at = token.endOffset + (value?.index ?? 0) + (value?.[0].length ?? 0);
  const read = value && (readAt(text, at, true) ?? encrypted(text, at, token.name));
  if (read) return read;
  const match = COMES_FROM.exec(item) ?? KEY_OF_SECRET.exec(item);
  if (!match) return null;
  const source = sourceOf(match[0], item);
  return { ...token, source };
}

/** `value: mongoUri`: a parameter of a Bicep file. */
function parameterOf(text: string, { endOffset }: Token): OutsideRead | null {
  const [whole, name] =
    /^'[ \t]*(?:,|\r?\n)[ \t]{0,60}value:[ \t]{1,9}([A-Za-z_]\w{0,60})[ \t]*(?:\}|\r?\n)/.exec(
      text.slice(endOffset, endOffset + MAX_ITEM),
    ) ?? [];
  if (whole === undefined || name === undefined) return null;
  const offset = endOffset + whole.lastIndexOf(name);
  return { name, source: 'env', offset, endOffset: offset + name.length };
}

const VALUE =
  /\bvalue["']?[ \t]{0,9}[:=][ \t]{0,9}(?=["']?(?:[^\s"'\w]|EV\[|ENC\[|(?:var|local|data|module|ephemeral)\.))/;
const NAME_KEYS: ReadonlySet<string> = new Set(['name', 'key', 'secretkey']);
const COMES_FROM =
  /\b(?:secretKeyRef|secret_key_ref|configMapKeyRef|config_map_key_ref|remoteRef|fromSecret|secretRef|valueFrom|value_from|value-from|value_source|sync["']?[ \t]*:[ \t]*false|fromDatabase|from_secret)\b/;
/** Directly after the name, in the words of a chart of one's own. */
const KEY_OF_SECRET =
  /^["']?,?\s{1,40}["']?(?:key|path|secret|secretName|secretKey|remoteKey)["']?[ \t]{0,9}[:=][ \t]{0,9}["']?[\w/]/;

function sourceOf(word: string, item: string): OutsideRead['source'] {
  if (/arn:aws[\w-]{0,10}:ssm:|:parameter\//.test(item)) return 'parameter';
  if (/configMapKeyRef|config_map_key_ref|sync|fromDatabase/.test(word + item.slice(0, 200))) {
    return /secretKeyRef|secret_key_ref/.test(item) ? 'secret' : 'env';
  }
  return 'secret';
}

/** A variable in an environment list that is passed on, or declared without a value. */
function withoutValue(path: string, text: string, token: Token): OutsideRead | null {
  if (!/compose|docker|serverless|app\.ya?ml|stack/i.test(path)) return null;
  const lineStart = text.lastIndexOf('\n', token.offset - 1) + 1;
  const newline = text.indexOf('\n', token.endOffset);
  const end = newline < 0 ? text.length : newline;
  const [, indent, item] =
    /^([ \t]{0,40})(-[ \t]+)?["']?[\w.-]{1,120}["']?[ \t]{0,9}(?::[ \t]{0,9})?(?:#.{0,200})?\r?$/.exec(
      text.slice(lineStart, end),
    ) ?? [];
  if (indent === undefined || (item === undefined) !== text.slice(token.endOffset, end).includes(':')) return null;
  if (!isBelow(text, lineStart, indent.length, 'secrets')) return { ...token, source: 'env' };
  // A service lists the secrets that the file declares.
  if (item !== undefined) return null;
  const [, file] = /^\s{1,60}file:[ \t]{1,9}["']?([\w./-]{1,150})/.exec(text.slice(end, end + MAX_ITEM)) ?? [];
  return { ...token, source: 'secret', ...(file === undefined ? {} : { name: file }) };
}

/** True if the next line above with less indentation is this key. */
const isBelow = (text: string, lineStart: number, indent: number, key: string): boolean =>
  parentOf(text, lineStart, indent) === key;

/** `"MONGODB_URI": { "required": true }` in the manifest of an app. */
function declaredIn(text: string, token: Token): OutsideRead | null {
  const rest = text.slice(token.endOffset, token.endOffset + MAX_ITEM);
  const [, inside] = /^"[ \t]*:[ \t]*\{([^{}]{0,380})\}/.exec(rest) ?? [];
  return inside !== undefined && !inside.includes('"value"') ? { ...token, source: 'env' } : null;
}

/** `mongodb:` with `uri: ${X}` nested in it, `provider = "mongodb"` with `url = env("X")` next to it. */
function insideBlock(
  text: string,
  { name, endOffset, offset }: Token,
  inSettings: boolean,
  language: ReadText['language'],
): OutsideRead | null {
  if (
    !/^(?:[\w.-]{0,40}[._-])?mongo(?:_?db|id|ose|engine)?(?:_driver|_backend|_settings|_shell)?$/i.test(
      name.replace(/^spring\.data\./, ''),
    )
  )
    return null;
  const before = text.slice(Math.max(0, offset - 60), offset);
  const isValue =
    /\b(?:provider|type|driver|adapter|dialect|connector|client|kind|name|default|engine)["']?[ \t]*(?::|=>|=)[ \t]*["'`]$/i.test(
      before,
    ) ||
    (language === 'elixir' && /(?:\{|(?:,|\bconfig)[ \t]*:|\bconfig[ \t]+:\w{1,50},[ \t]*)$/.test(before));
  if (!isValue && !/^(?:["'\]]{0,2}[ \t]*[:={]|\]{1,2}[ \t]*\r?\n)/.test(text.slice(endOffset, endOffset + 12)))
    return null;
  OPENS_BLOCK.lastIndex = endOffset;
  if (!isValue && !OPENS_BLOCK.test(text)) return null;
  const block = text.slice(endOffset, endOffset + MAX_BLOCK);
  const key = /engine["']?[ \t]*[:=]/i.test(before) || /_settings$/i.test(name) ? HOST_KEY : URI_KEY;
  const own = isValue ? block.split(/\n[ \t]*\}|\n\s*\n/)[0]! : children(block, text, offset);
  for (const { index, 0: match } of own.matchAll(key)) {
    const at = endOffset + index + match.length;
    const read = readAt(text, at, inSettings) ?? (inSettings ? encrypted(text, at, `${name}.uri`) : null);
    if (read) return read;
  }
  return null;
}

const OPENS_BLOCK = /["'\]]{0,2}[ \t]*(?::|=>|=)?[ \t]*(?:[{[][^\n]{0,80})?\r?\n?/y;
const HOST_KEY = /(?<![\w-])["']?host["']?[ \t]*[:=][ \t]*/gi;
const URI_KEY =
  /(?<![\w-])["']?(?:uri|url|dsn|connection[-_]?(?:string|url|uri)|database_url|connectionName|servers?)["']?[ \t]*(?:=>|:|=)[ \t]*/gi;

/** The lines nested in a key by indentation, or the rest of a bracket. */
function children(block: string, text: string, offset: number): string {
  if (block.startsWith(']')) return block.split(/\n[ \t]*\[/)[0]!;
  const indent = offset - lineStartBefore(text, offset, 100);
  const lines = block.split('\n');
  const end = lines.findIndex(
    (line, at) =>
      at > 0 && line.trim() !== '' && !/^\s*[#}\])]/.test(line) && line.search(/\S/) <= Math.min(indent, 30),
  );
  return lines.slice(0, end < 0 ? lines.length : end).join('\n');
}

/** Words in lower case that `settingReads` needs to know of a text. */
export const SETTING_WORDS: readonly string[] = [...BLOCK_WORDS, 'com.mongodb.kafka'];

/** In a configuration file of the product: `uri: <%= ENV['X'] %>`. */
function uriKeys(text: string, inSettings: boolean): OutsideRead[] {
  const found: OutsideRead[] = [];
  for (const match of text.matchAll(URI_KEY)) {
    const read = readAt(text, match.index + match[0].length, inSettings);
    if (read) found.push(read);
  }
  return found;
}
