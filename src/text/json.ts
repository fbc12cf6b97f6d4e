import { MASK, shownName } from './shown-name.ts';
import { tried } from './source.ts';

/** The value of a JSON text, `undefined` if it is not JSON. The parser's own message quotes the text, so it is dropped. */
export const parsedJson = (text: string): unknown => tried((): unknown => JSON.parse(text));

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same data, read-only at every depth. */
export type Frozen<T> = T extends readonly (infer I)[]
  ? number extends T['length']
    ? readonly Frozen<I>[]
    : { readonly [K in keyof T]: Frozen<T[K]> }
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

// Values that other programs write: those of the wrong type are `undefined` or empty.

export const objectOf = (value: unknown): JsonObject | undefined => (isObject(value) ? value : undefined);

/** More than any answer or state file has. */
const MAX_LEVELS = 200;

/** True for a value that would exceed the stack of what reads it. */
export function isNestedTooDeep(value: unknown, levels = MAX_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isNestedTooDeep(member, levels - 1));
}

/** The objects of a list. A single object counts as a list (older Terraform providers wrap objects in lists). */
export const objectsOf = (value: unknown): readonly JsonObject[] => [value].flat().filter(isObject);

/** A text that is not empty. Terraform writes `""` for a missing value. */
export const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);

/** A name as the service gives it. */
const NAME = /^[\w.-]{1,100}$/;
const LOGIN = /[^\s@:=]{0,512}[:=][^\s@]{0,512}@/g;

/** The name of a cluster, a project or a region, or a version, without what may be a credential in its place. */
export function recordName(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined || NAME.test(text) ? text : shownName(text.replace(LOGIN, `${MASK}@`));
}

export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(textOf).filter((item) => item !== undefined) : [];

export const flagOf = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

/** The text under the first of several names that has one. */
export const firstText = (object: JsonObject, names: readonly string[]): string | undefined =>
  names.map((name) => textOf(object[name])).find((text) => text !== undefined);

export const hasAny = (object: JsonObject, names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(object, name) && object[name] !== null);

const SNAKE_KEY = /^[a-z0-9]+(?:_[a-z0-9]+)+$/;

/** `replication_specs` → `replicationSpecs`. */
export const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Renames Terraform's keys (`replication_specs`) to the API's (`replicationSpecs`), at every depth. */
export function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys);
  const object = objectOf(value);
  if (!object) return value;
  return Object.fromEntries(
    Object.entries(object).map(([key, member]) => [SNAKE_KEY.test(key) ? camelCase(key) : key, camelKeys(member)]),
  );
}

/** The object with the API's names, if it was written with Terraform's. */
export const camelObject = (object: JsonObject): JsonObject =>
  Object.keys(object).some((key) => SNAKE_KEY.test(key)) ? (camelKeys(object) as JsonObject) : object;

/** ISO 8601 in UTC. A date without a zone is read as UTC. `undefined` for anything else. */
export function utcDate(value: unknown): string | undefined {
  const [, day, time = 'T00:00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d)?)?$/.exec(textOf(value) ?? '') ?? [];
  const date = new Date(`${day}${time}${zone}`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
