import { isSecretName, isStringName } from './names.ts';
import type { OutsideRead, ReadText } from './outside-reads.ts';

/**
 * Reads that are recognised by the block of a file or by a call, whatever the setting is called: references to secrets,
 * files of variables, data of secret stores.
 * @param isManifest whether the format lists a variable together with the secret it comes from
 * @param words the `BLOCK_WORDS` that the text contains
 */
export function blockReads(
  { path, text, language }: ReadText,
  isManifest: boolean,
  words: ReadonlySet<string>,
): OutsideRead[] {
  const isYaml = language === 'yaml';
  return [
    ...(isYaml && words.has('env_file:') ? envFiles(text) : []),
    ...(isYaml && words.has('generator:') ? generated(text) : []),
    ...(/\.(?:service|conf)$/.test(path) ? unitFiles(text) : []),
    ...(isManifest ? secretKeys(text) : []),
    ...(isYaml && words.has('existingsecret') ? existingSecrets(text) : []),
    ...(isManifest && words.has('sealedsecret') && SEALED.test(text) ? sealedKeys(text) : []),
    ...storedSecrets(text, words),
  ];
}

/** Maximum number of reads per form and text. */
const MAX_KEYS = 200;
/** Maximum length of an item of a list, in code units. */
export const MAX_ITEM = 400;
/** Maximum length of a block, in code units. */
export const MAX_BLOCK = 500;

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

/**
 * Where Compose takes variables from: one file, or a list of files, each with a path of its own (Compose file
 * reference, 2026-08).
 */
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
      const name = path.replace(/\$\{\w+:?-([^}]*)\}/g, '$1');
      found.push({ name, source: 'env', offset, endOffset: offset + path.length });
    }
  }
  return found;
}

const ENV_FILE = /^([ \t]{2,30})env_file:[ \t]{0,9}([^\s#][^\n#]{0,200})?/gm;
const ENV_PATH =
  /(?:^|[[,]|-[ \t]{1,9}|path:)[ \t]{0,9}["']?(?!path:|required:|format:)((?:[\w./-]|\$\{[^}\n]{1,60}\}|\$(?=\w)){1,120})/g;

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

/**
 * Data of a secret store, and secrets that an agent injects, with the product's name (documentation of the providers,
 * 2026-08).
 */
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

/** Words in lower case, without which a text has none of the forms that are searched by a word. */
export const BLOCK_WORDS: readonly string[] = [
  ...new Set(STORED.map(([, word]) => word)),
  'env_file:',
  'generator:',
  'existingsecret',
  'sealedsecret',
];

/** The key of the next line above with less indentation, or an empty text. */
export function parentOf(text: string, lineStart: number, indent: number): string {
  const above = text
    .slice(Math.max(0, lineStart - MAX_BLOCK), lineStart)
    .split('\n')
    .reverse();
  const parent = above.find((line) => /^[ \t]*[\w"']/.test(line) && line.search(/\S/) < Math.max(1, indent));
  return /^([^:]{1,100}):/.exec(parent?.trim().replace(/["']/g, '') ?? '')?.[1] ?? '';
}
