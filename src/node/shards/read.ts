import { FILE_ROLES } from '../../config/roles.ts';
import { isObject, parsedJson } from '../../text/json.ts';
import { parseShard } from '../../lint/shard-result.ts';
import { BLOB_VERSION, isSealed, type ShardBlob, type BlobSettings } from './write.ts';
import { statSync } from 'node:fs';
import { BLOB_MARK } from '../../find/own-files.ts';
import { UserError } from '../errors.ts';
import { displayArgument } from '../fs/paths.ts';
import { readBytes, unreadable } from '../fs/read-file.ts';
import { filesBelow } from '../fs/walk.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import { VERSION } from '../version.ts';

type Test = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Test>>;

export const text: Test = (value) => typeof value === 'string';
export const bool: Test = (value) => typeof value === 'boolean';
export const count: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const anything: Test = (value) => value !== undefined;
export const nullable =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);
export const list =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const pair =
  (first: Test, second: Test): Test =>
  (value) =>
    Array.isArray(value) && value.length === 2 && first(value[0]) && second(value[1]);
const triples: Test = (value) => Array.isArray(value) && value.length % 3 === 0 && value.every(count);
export const map =
  (test: Test): Test =>
  (value) =>
    isObject(value) && Object.values(value).every(test);
const word =
  (...words: readonly unknown[]): Test =>
  (value) =>
    words.includes(value);
const either =
  (...tests: readonly Test[]): Test =>
  (value) =>
    tests.some((test) => test(value));
export const object =
  (fields: Fields, also: Test = () => true): Test =>
  (value) =>
    isObject(value) && Object.entries(fields).every(([name, test]) => test(value[name])) && also(value);

const RANGE: Fields = { offset: count, endOffset: count };
const inOrder: Test = (value) => (value as { offset: number }).offset <= (value as { endOffset: number }).endOffset;
const range = object(RANGE, inOrder);
const placed = (fields: Fields): Test => object({ ...RANGE, ...fields }, inOrder);

const SEVERITY = word('error', 'warning', 'info');
const family = word('current', 'legacy');
const provider = nullable(word('aws', 'azure', 'gcp'));
const name = nullable(text);

const host = placed({
  host: text,
  hostRange: range,
  port: nullable(count),
  portRange: nullable(range),
});
const hostClass = object({
  kind: text,
  family,
  provider,
  region: name,
  cluster: name,
  token: name,
  index: nullable(count),
  shape: name,
  node: bool,
  domain: name,
  placeholder: bool,
});
const option = placed({ name: text, nameRange: range, value: name, valueRange: nullable(range), secret: bool });
const uri = placed({
  scheme: nullable(word('direct', 'srv')),
  schemeRange: range,
  userRange: nullable(range),
  passwordRange: nullable(range),
  hosts: list(host),
  hostsRange: range,
  database: name,
  databaseRange: nullable(range),
  options: list(option),
  issues: list(placed({ code: text, severity: SEVERITY, message: text })),
});
const literal = object({
  value: text,
  segments: list(placed({ at: count, length: count, exact: bool })),
  placeholders: list(placed({ at: count, text, name, isExample: bool })),
  key: name,
  context: word('code', 'comment', 'prose'),
  decoded: nullable(word('base64', 'json', 'html', 'percent')),
  quote: name,
});
export const isMasked = object({
  range,
  literal,
  inValue: range,
  kind: text,
  family,
  form: nullable(word('srv', 'direct', 'host', 'url')),
  via: text,
  name,
  provider,
  region: name,
  cluster: name,
  token: name,
  hosts: list((value) => host(value) && object({ class: hostClass, resolved: bool })(value)),
  uri: nullable(uri),
  secrets: list(range),
  around: pair(count, count),
});

const spot = { file: text, line: count, column: count };
const fix = object({ title: text, edits: list(placed({ text })) });
/** True for a finding whose fields all have the right type. */
export const isFinding: Test = placed({
  ...spot,
  endLine: count,
  endColumn: count,
  id: text,
  rule: text,
  severity: SEVERITY,
  lowered: nullable(SEVERITY),
  off: bool,
  confidence: word('high', 'medium', 'low'),
  role: word(...FILE_ROLES),
  message: text,
  kind: name,
  cluster: name,
  text,
  why: text,
  todo: text,
  related: list(object({ ...spot, message: text })),
  fix: nullable(fix),
  suggestions: list(fix),
  suppressed: nullable(object({ by: word('comment', 'config', 'baseline'), reason: name, until: name })),
  frame: nullable(object({ before: text, after: text, pieces: triples })),
});
const directive = placed({
  kind: word('disable-next-line', 'disable-line', 'disable', 'enable', 'misspelt'),
  line: count,
  firstLine: count,
  lastLine: count,
  rules: list(placed({ id: text })),
  reason: name,
  until: name,
  untilRange: nullable(range),
  removal: range,
  alone: bool,
});
const lines = object({
  lines: list(object({ line: count, start: count, hash: name, wide: list(pair(count, Number.isSafeInteger)) })),
  alike: bool,
  mark: bool,
});
/** Only the rule that collected an item knows its other fields. */
const collected: Test = (value) => isObject(value) && placed({ line: count, column: count })(value.at);
const OUTCOME: Fields = {
  path: text,
  findings: list(isFinding),
  unknown: list(object({ rule: text, missing: text, places: list(object(spot)) })),
  collected: list(pair(text, list(collected))),
};
const shownString = object({ range, kind: text, cluster: name, token: name, recorded: bool, text });
/** True for the result of a file. */
export const isFileResult = object({
  ...OUTCOME,
  role: word(...FILE_ROLES),
  digest: name,
  strings: list(shownString),
  masked: list(isMasked),
  directives: list(directive),
  lines,
});
const changed: Test = (value) => (isObject(value) && 'strings' in value ? isFileResult(value) : object(OUTCOME)(value));
const notices = list(object({ code: text, file: text, message: text }));

/** An item of code that manages a cluster or a setting. */
export const isManaged = object({ tool: text, file: text, resource: text, cluster: nullable(text) });

const blob = object({
  'connlint-blob': count,
  shard: (value) => isObject(value) && parseShard(`${String(value.index)}/${String(value.count)}`) !== null,
  identity: object({ repository: name, revision: name, ref: name, uri: name }),
  settings: object({
    tool: text,
    config: name,
    facts: text,
    rules: map(anything),
    suppressions: bool,
    today: (value) => text(value) && /^\d{4}-\d{2}-\d{2}$/.test(value as string),
    baseline: nullable(either(word(false), text)),
    prefix: text,
    folders: list(text),
  }),
  files: count,
  skipped: object({
    binary: count,
    large: count,
    unreadable: count,
    generated: count,
    vendored: count,
    ignored: count,
  }),
  notices: object({ list: notices, files: notices }),
  named: list(text),
  unread: list(text),
  results: list(isFileResult),
  undecided: list(object({ file: text, reason: text })),
  managed: list(isManaged),
  changes: list(list(changed)),
  end: optional(text),
});

/** The contents of a blob's text, or `null`. The hash detects a truncated blob, but not a forged one. */
function blobIn(json: string): ShardBlob | null {
  const value = parsedJson(json);
  return blob(value) ? (value as ShardBlob) : null;
}

interface ReadBlob {
  readonly path: string;
  readonly blob: ShardBlob;
}

/**
 * The blobs of all shards of a run, in the order of the shards. Throws a `UserError` for a file that is not a blob, for
 * blobs of different runs, and for a missing or duplicate shard.
 * @param paths files, or folders whose files are all blobs
 */
export function readBlobFiles(paths: readonly string[]): ShardBlob[] {
  const read = paths.flatMap(filesOf).map((path) => ({ path, blob: parsed(path) }));
  const [first] = read;
  if (!first) throw new UserError('no file to merge', WRITE_FILES);
  for (const one of read) refuseOther(first, one);
  return everyShard(read, first.blob.shard.count);
}

function filesOf(path: string): string[] {
  try {
    return statSync(path).isDirectory() ? filesBelow(path).sort() : [path];
  } catch (error) {
    throw notRead(path, error);
  }
}

const notRead = (path: string, error: unknown): UserError =>
  new UserError(`${displayArgument(path)}: ${unreadable(error).reason}`, NAME_FILES);

const NAME_FILES = 'Name the files that --format blob=FILE wrote.';
const WRITE_FILES = 'Each shard writes one: connlint --shard 1/4 --format blob=shards/1.json';
/** Maximum length of a text in Node. */
const MAX_BYTES = 500_000_000;

function parsed(path: string): ShardBlob {
  const read = readBytes(path, { named: true, special: true, maxBytes: MAX_BYTES });
  if ('skipped' in read) throw new UserError(`${displayArgument(path)} cannot be read: ${read.reason}`, NAME_FILES);
  const text = read.bytes.toString('utf8');
  if (!text.startsWith(BLOB_MARK)) {
    throw new UserError(`${displayArgument(path)} is not the result of a shard`, WRITE_FILES);
  }
  const version = /^\d+/.exec(text.slice(BLOB_MARK.length))?.[0];
  const blob = version === String(BLOB_VERSION) && isSealed(text) ? blobIn(text) : null;
  if (blob) return blob;
  if (version !== undefined && version !== String(BLOB_VERSION)) {
    throw new UserError(`${displayArgument(path)} is of another release of connlint`, SAME_RELEASE);
  }
  throw new UserError(`${displayArgument(path)} is cut short or damaged`, 'Run the shard again.');
}

const SAME_RELEASE = 'Run the shards and the merge with the same release.';

/** Fields that must be equal in all blobs, with the message if they are not. */
const EQUAL: readonly (readonly [key: keyof BlobSettings, what: string, hint: string])[] = [
  ['tool', 'another release of connlint', SAME_RELEASE],
  ['config', 'another config', 'Run all shards in the same folder, with the same --config.'],
  ['facts', 'another state of the config or its fact files', 'Run all shards on the same commit.'],
  ['rules', 'other rules', 'Give all shards the same --rule.'],
  ['suppressions', 'other suppressions', 'Give --no-suppressions to all shards or to none.'],
  ['baseline', 'another baseline', 'Give all shards the same --baseline.'],
  ['today', 'another day', 'Give all shards the same --today.'],
  ['prefix', 'another folder', 'Run all shards in the same folder of the repository.'],
  ['folders', 'other folders', 'Give all shards the same paths.'],
];

function refuseOther(first: ReadBlob, { path, blob }: ReadBlob): void {
  const { settings } = blob;
  if (settings.tool !== VERSION) {
    throw new UserError(
      `${displayArgument(path)} was written by connlint ${settings.tool}, this is ${VERSION}`,
      SAME_RELEASE,
    );
  }
  refuseOtherTree(first, { path, blob });
  for (const [key, what, hint] of EQUAL) {
    if (JSON.stringify(settings[key]) === JSON.stringify(first.blob.settings[key])) continue;
    throw new UserError(`${displayArgument(path)} was made with ${what} than ${displayArgument(first.path)}`, hint);
  }
  const [own, all] = [blob.shard.count, first.blob.shard.count];
  if (own === all) return;
  throw new UserError(
    `${displayArgument(path)} is one of ${own} shards, ${displayArgument(first.path)} is one of ${all}`,
    'Merge the shards of one run.',
  );
}

/** Paths do not tell two repositories apart. */
function refuseOtherTree(first: ReadBlob, { path, blob }: ReadBlob): void {
  const [own, other] = [blob.identity, first.blob.identity];
  for (const key of ['repository', 'revision'] as const) {
    if (own[key] === other[key]) continue;
    const named = (value: string | null): string =>
      value === null ? `no ${key}` : `${key} ${escapeControlChars(value)}`;
    throw new UserError(
      `${displayArgument(path)} is of ${named(own[key])}, ${displayArgument(first.path)} of ${named(other[key])}`,
      key === 'repository' ? ONE_REPOSITORY : 'Run all shards on the same commit.',
    );
  }
}

const ONE_REPOSITORY = 'Merge the shards of one run over one repository. `connlint fleet` answers for many.';

function everyShard(read: readonly ReadBlob[], count: number): ShardBlob[] {
  const byIndex = new Map<number, ReadBlob>();
  for (const one of read) {
    const { index } = one.blob.shard;
    const other = byIndex.get(index);
    if (other) {
      const paths = `${displayArgument(other.path)} and ${displayArgument(one.path)}`;
      throw new UserError(`shard ${index}/${count} was given twice: ${paths}`, 'Name every shard once.');
    }
    byIndex.set(index, one);
  }
  const indexes = Array.from({ length: count }, (_, i) => i + 1);
  const missing = indexes.filter((index) => !byIndex.has(index));
  if (missing.length === 0) return indexes.map((index) => byIndex.get(index)!.blob);
  const list = missing.slice(0, 10).join(', ') + (missing.length > 10 ? ', …' : '');
  throw new UserError(
    `${missing.length === 1 ? `shard ${list} of ${count} is` : `shards ${list} of ${count} are`} missing`,
    'Name the results of all shards; a shard without files writes one too.',
  );
}
