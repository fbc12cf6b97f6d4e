import { lineStartBefore, once } from '../../text/source.ts';
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
  if (language === 'yaml' && words.has('env_file:')) for (const read of envFiles(text)) push(read);
  if (language === 'yaml' && words.has('generator:')) for (const read of generated(text)) push(read);
  if (/\.(?:service|conf)$/.test(path)) for (const read of unitFiles(text)) push(read);
  if (isManifest) {
    for (const read of secretKeys(text)) push(read);
    if (language === 'yaml' && words.has('existingsecret')) for (const read of existingSecrets(text)) push(read);
    if (words.has('sealedsecret') && SEALED.test(text)) for (const read of sealedKeys(text)) push(read);
  }
  for (const read of storedSecrets(text, words)) push(read);
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

/** `NAME: /prod/uri` below `parameter-store:`: the path in a store (documentation of CodeBuild and Copilot, 2026-08). */
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

/** `existingSecret: shop-mongodb`: the secret that a chart reads the string of an external database from. */
function existingSecrets(text: string): OutsideRead[] {
  const found: OutsideRead[] = [];
  for (const { index, 0: whole, 1: indent = '', 2: name = '' } of text.matchAll(EXISTING_SECRET)) {
    const parent = parentOf(text, index, indent.length);
    const isOfType = /^[ \t]+type:[ \t]*["']?mongo/im.test(text.slice(Math.max(0, index - 200), index));
    // Charts that run a server take its passwords from such a secret, below `auth`.
    if (!/mongo/i.test(parent) && !isOfType && !(isStringName(name) && parent !== 'auth')) continue;
    const endOffset = index + whole.lastIndexOf(name) + name.length;
    if (found.length < MAX_KEYS) found.push({ name, source: 'secret', offset: endOffset - name.length, endOffset });
  }
  return found;
}

const EXISTING_SECRET = /^([ \t]{1,30})existingSecret(?:Name)?:[ \t]{1,9}["']?([\w.-]{1,100})["']?[ \t]*\r?$/gm;

/** The value is encrypted where it is (documentation of SOPS, Hiera, Jasypt, Spring Cloud Config, App Platform, Ansible, Vault, EJSON, dotenvx, Pulumi and AppVeyor, 2026-08). */
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

const ENCRYPTED =
  /["']?(ENC\[\w{3,20}|ENC\(|E[JV]\[\d|\{cipher\}|!vault\b|vault:v\d{1,3}:|encrypted:|secure:(?=[ \t]))/y;

/** A secret or parameter with the product's name, whatever the setting is called that takes it: `DB: ${{ secrets.MONGO_URL }}`. */
function storedName(text: string, { name, offset, endOffset }: Token): OutsideRead | null {
  if (!isSecretName(name)) return null;
  const start = lineStartBefore(text, offset, 160);
  const read = outsideRead(text, start, endOffset + 2, true);
  if (!read || read.source === 'unknown' || !isStringName(read.name)) return null;
  // A plain `${X}` may be part of anything; a variable of a pipeline is the value.
  return read.source !== 'env' || text.startsWith('${{', read.offset) ? read : null;
}

/** The files of variables of a systemd unit. */
function unitFiles(text: string): OutsideRead[] {
  return [
    ...text.matchAll(/^(?:EnvironmentFile=-?|LoadCredential(?:Encrypted)?=(?=[^\n]{0,60}mongo))([\w./%@-]{1,200})/gim),
  ]
    .slice(0, MAX_KEYS)
    .map(({ index, 0: whole, 1: name = '' }) => {
      const endOffset = index + whole.length;
      return { name, source: 'env', offset: endOffset - name.length, endOffset };
    });
}

/** The files of a secret or a map that Kustomize generates. A file of the tree is judged there. */
function generated(text: string): OutsideRead[] {
  const found: OutsideRead[] = [];
  for (const { index, 0: block, 1: kind } of text.matchAll(GENERATOR)) {
    let list = '';
    for (const line of block.matchAll(GENERATED_LINE)) {
      const [whole, key, path = ''] = line;
      if (key !== undefined) list = key;
      const isNamed = kind === 'secret' && list === 'files' && /mongo/i.test(path);
      if (path === '' || found.length >= MAX_KEYS || !(list.startsWith('env') || isNamed)) continue;
      const endOffset = index + line.index + whole.length;
      const source = kind === 'secret' ? 'secret' : 'env';
      found.push({ name: path, source, offset: endOffset - path.length, endOffset });
    }
  }
  return found;
}

const GENERATOR = /^(secret|configMap)Generator:[ \t]*(?:\r?\n(?:[ \t-][^\n]{0,300})?){1,200}/gm;
const GENERATED_LINE =
  /^[ \t]{0,30}(?:-[ \t]{1,9})?(?:(envs?|files|literals|name|type|options|namespace|behavior):[ \t]{0,9}|["']?[\w.-]{1,100}=)?["']?([\w./-]{1,200})?/gm;

/** Where Compose takes variables from: one file, or a list of files, each with a path of its own (Compose file reference, 2026-08). */
function envFiles(text: string): OutsideRead[] {
  const found: OutsideRead[] = [];
  for (const { index, 0: whole, 1: indent = '', 2: value = '' } of text.matchAll(ENV_FILE)) {
    if (found.length >= MAX_KEYS) break;
    const rest = text.slice(index + whole.length, index + whole.length + MAX_ITEM);
    const items =
      value === ''
        ? (new RegExp(`^(?:\\r?\\n${indent}[ \\t]{0,30}(?:-|required:|path:|format:)[^\\n]{0,200})+`).exec(rest)?.[0] ??
          '')
        : value;
    const from = value === '' ? index + whole.length : index + whole.length - value.length;
    for (const { index: at, 0: item, 1: path = '' } of items.matchAll(ENV_PATH)) {
      const offset = from + at + item.length - path.length;
      found.push({ name: path, source: 'env', offset, endOffset: offset + path.length });
    }
  }
  return found;
}

const ENV_FILE = /^([ \t]{2,30})env_file:[ \t]{0,9}([^\s#][^\n#]{0,200})?/gm;
const ENV_PATH = /(?:^|[[,]|-[ \t]{1,9}|path:)[ \t]{0,9}["']?(?!path:|required:|format:)([\w./-]{1,120})/g;

/** A read at a place, with wrappers such as `str(` and quotes in front of it. */
function readAt(text: string, from: number, inSettings: boolean): OutsideRead | null {
  const newline = text.indexOf('\n', from);
  const read = outsideRead(text, from, newline < 0 ? text.length : newline, inSettings);
  if (!read) return null;
  const before = text.slice(from, read.offset);
  return /^(?:[\w.]{0,40}[("'`<%=&!*$[ ]{0,4}){0,3}$/.test(before) && before.length < 60 ? read : null;
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

const MAX_ITEM = 400;
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

/** The key of the next line above with less indentation, or an empty text. */
function parentOf(text: string, lineStart: number, indent: number): string {
  const above = text
    .slice(Math.max(0, lineStart - MAX_BLOCK), lineStart)
    .split('\n')
    .reverse();
  const parent = above.find((line) => /^[ \t]*[\w"']/.test(line) && line.search(/\S/) < Math.max(1, indent));
  return /^([^:]{1,100}):/.exec(parent?.trim().replace(/["']/g, '') ?? '')?.[1] ?? '';
}

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
    !/^(?:[\w.-]{0,40}[._-])?mongo(?:_?db|id|ose|engine)?(?:_driver|_backend|_settings)?$/i.test(
      name.replace(/^spring\.data\./, ''),
    )
  )
    return null;
  const before = text.slice(Math.max(0, offset - 60), offset);
  const isValue =
    /\b(?:provider|type|driver|adapter|dialect|connector|client|kind|name|default|engine)["']?[ \t]*(?::|=>|=)[ \t]*["'`]$/i.test(
      before,
    ) ||
    (language === 'elixir' && /(?:\{|(?:,|\bconfig)[ \t]*:)$/.test(before));
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

const MAX_BLOCK = 500;
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

/** Keys of a secret with the product's name: `secretKeyRef: { name: orders-mongodb, key: uri }`, `envFrom`. */
function secretKeys(text: string): OutsideRead[] {
  const found: OutsideRead[] = [];
  for (const match of text.matchAll(SECRET_REF)) {
    if (found.length >= MAX_KEYS) break;
    const start = match.index + match[0].length;
    const body = text.slice(start, start + 160);
    const name =
      /^[\s{,"-]*(?:[\w"]{1,20}[ \t]*[:=][ \t]*["']?[\w./-]{1,120}["',]?\s{1,80}?){0,2}?"?(?:name|key)"?[ \t]*[:=][ \t]*["']?([\w./-]{0,60}mongo[\w./-]{0,60})/i.exec(
        body,
      );
    if (!name || !isSecretName(name[1]!)) continue;
    const keys = /\bkey"?[ \t]*[:=][ \t]*["']?([\w.-]{1,80})|\bproperty"?[ \t]*[:=][ \t]*["']?([\w.-]{1,80})/.exec(
      body,
    );
    const key = keys?.[1] ?? keys?.[2] ?? '';
    const isWhole = /^(?:secret|config_?map)_?ref$/i.test(match[1]!);
    if (!isWhole && !isStringName(name[1]!) && !/ur[il]|conn|dsn|srv|mongo/i.test(key)) continue;
    if (!isWhole && /user|pass|pwd|tls|cert/i.test(key)) continue;
    const offset = start + name.index + name[0].length - name[1]!.length;
    const variable =
      /"?(?:name|secretKey)"?[ \t]*[:=][ \t]*["']?([A-Za-z_][\w.-]{0,80})["']?,?\s{1,80}(?:"?(?:valueFrom|value_from)"?[ \t]*[:=]?[\s{]{1,80})?"?$/.exec(
        text.slice(Math.max(0, match.index - 260), match.index),
      );
    // The variable's own name says the same.
    if (variable && isStringName(variable[1]!)) continue;
    const source = match[1]!.startsWith('config') ? 'env' : 'secret';
    found.push({ name: variable?.[1] ?? name[1]!, source, offset, endOffset: offset + name[1]!.length });
  }
  return found;
}

const MAX_KEYS = 200;
const SECRET_REF =
  /\b(secretKeyRef|secret_key_ref|secretRef|secret_ref|remoteRef|configMapRef|config_map_ref|secretTargetRef)"?[ \t]*[:=]?[ \t]*/g;

const SEALED = /^kind:[ \t]*["']?SealedSecret\b/m;

/** Keys of a sealed secret, whose values are encrypted. */
function sealedKeys(text: string): OutsideRead[] {
  const found: OutsideRead[] = [];
  for (const match of text.matchAll(/^([ \t]{2,40})([\w.-]{1,80}):[ \t]*A[\w+/=]{20}/gm)) {
    const name = match[2]!;
    if (
      !isStringName(name) &&
      !(/ur[il]|conn|dsn/i.test(name) && /^[ \t]*name:[ \t]*["']?[\w.-]{0,60}mongo/im.test(text))
    )
      continue;
    const offset = match.index + match[1]!.length;
    found.push({ name, source: 'secret', offset, endOffset: offset + name.length });
  }
  return found;
}

/** Data of a secret store, and secrets that an agent injects, with the product's name (documentation of the providers, 2026-08). */
function storedSecrets(text: string, words: ReadonlySet<string>): OutsideRead[] {
  return STORED.flatMap(([source, word, pattern]) =>
    (words.has(word) ? [...text.matchAll(pattern)] : [])
      .slice(0, MAX_KEYS)
      .flatMap(({ index, 0: whole, 1: name = '' }): OutsideRead[] => {
        if (!isSecretName(/mongo/i.test(name) ? name : whole)) return [];
        const endOffset = index + whole.length;
        return [{ name, source, offset: endOffset - name.length, endOffset }];
      }),
  );
}

/** A text without the word, in lower case, has no match. */
const STORED: readonly (readonly [source: OutsideRead['source'], word: string, pattern: RegExp])[] = [
  ['parameter', 'aws_ssm_parameter', /^(?:data|ephemeral)[ \t]{1,4}"aws_ssm_parameter"[ \t]{1,4}"([\w-]{1,100})/gm],
  [
    'secret',
    '_secret',
    /^(?:data|ephemeral)[ \t]{1,4}"(?:aws_secretsmanager_secret_version|azurerm_key_vault_secret|google_secret_manager_secret_version)"[ \t]{1,4}"([\w-]{1,100})/gm,
  ],
  ['vault', '"vault_', /^(?:data|ephemeral)[ \t]{1,4}"vault_\w{1,40}"[ \t]{1,4}"([\w-]{1,100})/gm],
  ['secret', 'extract:', /^[ \t-]{0,30}extract:\s{1,40}key:[ \t]{0,9}["']?([\w./-]{1,150})/gm],
  [
    'vault',
    'kind: vault',
    /^kind:[ \t]*Vault(?:Static|Dynamic)?Secret\b[^]{0,600}?^[ \t]+path:[ \t]*["']?([\w./-]{1,150})/gm,
  ],
  ['env', '.addconnectionstring(', /\.AddConnectionString\([ \t]*"([\w.-]{1,100})/g],
  ['env', '.addmongodbclient(', /\.AddMongoDBClient\([ \t]*"([\w.-]{1,100})/g],
  ['env', 'mongohook(', /\bMongoHook\([^()"'\n]{0,60}["']([\w.-]{1,100})/g],
  [
    'vault',
    'vault.hashicorp.com/',
    /\bvault\.hashicorp\.com\/agent-inject-secret-[\w.-]{1,60}["']?:[ \t]{0,9}["']?([\w./-]{1,150})/g,
  ],
];

/** Words of formats and functions, in lower case, without which a text is not searched for them. */
export const SETTING_WORDS: readonly string[] = [
  ...new Set(STORED.map(([, word]) => word)),
  'env_file:',
  'generator:',
  'existingsecret',
  'sealedsecret',
  'com.mongodb.kafka',
];

/** In a configuration file of the product: `uri: <%= ENV['X'] %>`. */
function uriKeys(text: string, inSettings: boolean): OutsideRead[] {
  const found: OutsideRead[] = [];
  for (const match of text.matchAll(URI_KEY)) {
    const read = readAt(text, match.index + match[0].length, inSettings);
    if (read) found.push(read);
  }
  return found;
}
