import { isObject } from '../text/json.ts';
import { isPlainName } from '../classify/shown.ts';
import { nearestName } from '../text/edit-distance.ts';
import { COSTLY_HINT, whyTooCostly, withSlashes } from './glob-limits.ts';
import { formatOf, hasFormat } from './values.ts';
import type {
  ChoiceSchema,
  ConfigPath,
  CountSchema,
  ListSchema,
  MapSchema,
  RecordSchema,
  Schema,
  TaggedSchema,
  TextSchema,
  TupleSchema,
  WordSchema,
} from './values.ts';

interface SchemaProblem {
  readonly keys: ConfigPath;
  readonly message: string;
  readonly hint?: string;
}

type Report = (keys: ConfigPath, message: string, hint?: string) => void;
type Check<S> = (value: unknown, schema: S, keys: ConfigPath, report: Report) => unknown;

/**
 * The normalized value (lists for single items, defaults, words as listed). It is meaningless if there are problems.
 */
export function checkSchema(value: unknown, schema: Schema): { value: unknown; problems: readonly SchemaProblem[] } {
  const problems: SchemaProblem[] = [];
  const report: Report = (keys, message, hint) => problems.push({ keys, message, ...(hint !== undefined && { hint }) });
  return { value: check(value, schema, [], report), problems };
}

const CHECKS: { readonly [K in Schema['kind']]: Check<Extract<Schema, { kind: K }>> } = {
  text: checkText,
  word: checkWord,
  flag: (value, _schema, keys, report) => expect(typeof value === 'boolean', value, 'true or false', keys, report),
  count: checkCount,
  list: checkList,
  tuple: checkTuple,
  map: checkMap,
  record: checkRecord,
  tagged: checkTagged,
  choice: checkChoice,
  open: (value, _schema, keys, report) => expect(isObject(value), value, 'an object', keys, report),
};

function check(value: unknown, schema: Schema, keys: ConfigPath, report: Report): unknown {
  const run = CHECKS[schema.kind] as Check<Schema>;
  return run(value, schema, keys, report);
}

function expect(right: boolean, value: unknown, expected: string, keys: ConfigPath, report: Report): unknown {
  if (!right) report(keys, `expected ${expected}, found ${typeName(value)}`);
  return value;
}

function checkText(value: unknown, schema: TextSchema, keys: ConfigPath, report: Report): unknown {
  const format = formatOf(schema.format ?? 'sentence');
  if (typeof value === 'number' && schema.orNumber) return String(value);
  if (typeof value !== 'string') {
    const hint = typeof value === 'number' || typeof value === 'boolean' ? 'Put it in quotes.' : undefined;
    report(keys, `expected ${format.expected}, found ${typeName(value)}`, hint);
  } else if (!hasFormat(schema.format ?? 'sentence', value)) {
    const actual = value === '' ? typeName(value) : found(value);
    report(keys, `expected ${format.expected}, found ${actual}`, format.hint?.(value));
  } else if (schema.format === 'glob' || schema.format === 'path') {
    const why = whyTooCostly(value);
    if (why !== null) report(keys, `the pattern ${why}`, COSTLY_HINT);
    // As in globs: a config is the same on every system.
    if (schema.format === 'path') return withSlashes(value);
  }
  return value;
}

function checkWord(value: unknown, schema: WordSchema, keys: ConfigPath, report: Report): unknown {
  const sameWord = (word: string) => word === value || (schema.anyCase && word === String(value).toLowerCase());
  const known = typeof value === 'string' ? schema.words.find(sameWord) : undefined;
  if (known !== undefined) return known;
  const near = typeof value === 'string' ? nearestName(value, schema.words) : null;
  const choices = oneOf(schema.words);
  if (typeof value !== 'string' || !isPlainName(value)) {
    report(keys, `expected ${choices || `a ${schema.noun}`}, found ${typeName(value)}`);
  } else {
    report(
      keys,
      `unknown ${schema.noun} "${value}"${meant(near)}`,
      choices && near === null ? `Valid: ${choices}.` : undefined,
    );
  }
  return value;
}

function meant(near: string | null): string {
  return near === null ? '' : `. Did you mean "${near}"?`;
}

function checkCount(value: unknown, schema: CountSchema, keys: ConfigPath, report: Report): unknown {
  const { min, max } = schema;
  if (!Number.isInteger(value)) {
    report(keys, `expected a whole number, found ${typeof value === 'number' ? 'a fraction' : typeName(value)}`);
  } else if ((value as number) < min || (value as number) > max) {
    report(keys, `expected a whole number from ${min} to ${max}, found ${String(value)}`);
  }
  return value;
}

function checkList(value: unknown, schema: ListSchema, keys: ConfigPath, report: Report): unknown {
  if (Array.isArray(value)) {
    if (value.length < (schema.min ?? 0))
      report(keys, `expected at least ${schema.min} in the list, found ${value.length}`);
    return value.map((item, at) => check(item, schema.items, [...keys, at], report));
  }
  const single = schema.orOne && !isObject(value) && value !== null;
  if (single) return [check(value, schema.items, keys, report)];
  report(keys, `expected a list, found ${typeName(value)}`, isObject(value) ? 'Put it in brackets: [ … ].' : undefined);
  return value;
}

function checkTuple(value: unknown, schema: TupleSchema, keys: ConfigPath, report: Report): unknown {
  if (!Array.isArray(value)) return [check(value, schema.items[0], keys, report)];
  if (value.length === 0 || value.length > schema.items.length) {
    report(keys, `expected a list of 1 to ${schema.items.length}, found ${value.length}`);
    return value;
  }
  return value.map((item, at) => check(item, schema.items[at]!, [...keys, at], report));
}

function checkMap(value: unknown, schema: MapSchema, keys: ConfigPath, report: Report): unknown {
  if (!isObject(value)) return expect(false, value, 'an object', keys, report);
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const place = [...keys, key];
    if (!hasFormat(schema.keys, key)) {
      report(
        place,
        `expected ${formatOf(schema.keys).expected} as the key, found ${key === '' ? typeName(key) : found(key)}`,
      );
    }
    return [key, check(item, schema.values, place, report)];
  });
  return Object.fromEntries(entries);
}

function checkRecord(value: unknown, schema: RecordSchema, keys: ConfigPath, report: Report): unknown {
  if (!isObject(value)) return expect(false, value, 'an object', keys, report);
  const entries: [string, unknown][] = [];
  const intended = new Set<string | null>();
  for (const [key, item] of Object.entries(value)) {
    const known = Object.hasOwn(schema.keys, key) ? schema.keys[key] : undefined;
    if (known && isMissing(item, known)) continue;
    if (known) entries.push([key, check(item, known, [...keys, key], report)]);
    else intended.add(reportUnknownKey(key, schema, keys, report));
  }
  for (const [key, known] of Object.entries(schema.keys)) {
    if (known.default !== undefined && isMissing(value[key], known)) entries.push([key, known.default]);
  }
  for (const key of schema.required ?? []) {
    if (value[key] === undefined && !intended.has(key))
      report(keys, `the key "${key}" is missing`, schema.keys[key]?.docs);
  }
  return Object.fromEntries(entries);
}

/** A list or object of which YAML contains only the key, because the rest is commented out, counts as missing. */
function isMissing(value: unknown, schema: Schema): boolean {
  return value === undefined || (value === null && typeof schema.default === 'object');
}

/** Returns the key that was probably meant. */
function reportUnknownKey(
  key: string,
  schema: Pick<RecordSchema, 'keys' | 'noun'>,
  keys: ConfigPath,
  report: Report,
): string | null {
  const known = Object.keys(schema.keys);
  const named = isPlainName(key) ? ` "${key}"` : '';
  const near = isPlainName(key) ? nearestName(key, known) : null;
  const valid = schema.noun === 'rule' ? 'Rules: connlint explain' : `Valid: ${oneOf(known)}.`;
  const hint = near === null && known.length > 0 ? valid : undefined;
  report([...keys, key], `unknown ${schema.noun}${named}${meant(near)}`, hint);
  return near;
}

function checkTagged(value: unknown, schema: TaggedSchema, keys: ConfigPath, report: Report): unknown {
  if (!isObject(value)) return expect(false, value, 'an object', keys, report);
  const words = Object.keys(schema.variants);
  if (!Object.hasOwn(value, schema.tag)) {
    const misspelt = Object.keys(value).find((key) => isPlainName(key) && nearestName(key, [schema.tag]) !== null);
    const tagOnly = { keys: { [schema.tag]: { kind: 'word', noun: schema.tag, words } as const }, noun: 'key' };
    if (misspelt !== undefined) reportUnknownKey(misspelt, tagOnly, keys, report);
    else report(keys, `the key "${schema.tag}" is missing`, `Valid: ${oneOf(words)}.`);
    return value;
  }
  const tag = value[schema.tag];
  const variant = typeof tag === 'string' && Object.hasOwn(schema.variants, tag) ? schema.variants[tag] : undefined;
  if (!variant) return checkWord(tag, { kind: 'word', noun: schema.tag, words }, [...keys, schema.tag], report);
  const keysOf = { [schema.tag]: { kind: 'word', noun: schema.tag, words } as const, ...variant.keys };
  return checkRecord(value, { ...variant, keys: keysOf }, keys, report);
}

function checkChoice(value: unknown, schema: ChoiceSchema, keys: ConfigPath, report: Report): unknown {
  return check(value, isObject(value) ? schema.object : schema.list, keys, report);
}

/** `"fatal"` for a harmless word, otherwise the type of the value: a value that may be a credential is never repeated. */
function found(value: unknown): string {
  return typeof value === 'string' && isPlainName(value) ? `"${value}"` : typeName(value);
}

function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (value === '') return 'an empty text';
  return TYPE_NAMES[typeof value] ?? 'something else';
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
};

/** `plan[0].cluster`. A key that may not be printed is `…`. */
export function keyPathText(keys: ConfigPath): string {
  let shown = '';
  for (const key of keys) {
    if (typeof key === 'number') shown += `[${key}]`;
    else if (/^[\w$-]{1,40}$/u.test(key)) shown += shown === '' ? key : `.${key}`;
    else shown += isPlainName(key) ? `["${key}"]` : '[…]';
  }
  return shown;
}

/** `off, info, warning or error` */
function oneOf(words: readonly string[]): string {
  const shown = words.slice(0, 16);
  if (words.length > shown.length) return `${shown.join(', ')}, …`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}
