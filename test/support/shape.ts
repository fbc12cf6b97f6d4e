/** A consumer's requirements for a JSON value. Objects are closed, because consumers refuse or drop unknown fields. */
export type Shape =
  | { readonly kind: 'string'; readonly among?: readonly string[]; readonly like?: RegExp; readonly longest?: number }
  | { readonly kind: 'integer'; readonly least: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'list'; readonly of: Shape; readonly least?: number }
  | { readonly kind: 'map'; readonly of: Shape }
  | { readonly kind: 'object'; readonly required: Fields; readonly optional?: Fields };

type Fields = Readonly<Record<string, Shape>>;

export const text = (longest?: number): Shape => ({ kind: 'string', like: /[^]/, ...(longest ? { longest } : {}) });
export const anyText: Shape = { kind: 'string' };
export const among = (...words: string[]): Shape => ({ kind: 'string', among: words });
export const like = (pattern: RegExp): Shape => ({ kind: 'string', like: pattern });
export const integer = (least: number): Shape => ({ kind: 'integer', least });
export const list = (of: Shape, least = 0): Shape => ({ kind: 'list', of, least });
export const object = (required: Fields, optional: Fields = {}): Shape => ({ kind: 'object', required, optional });

/** The violations in a value with their paths, empty if there are none. */
export function faults(value: unknown, shape: Shape, at = ''): string[] {
  if (shape.kind === 'string') return stringFaults(value, shape, at);
  if (shape.kind === 'integer')
    return Number.isInteger(value) && Number(value) >= shape.least ? [] : [`${at}: no integer from ${shape.least} up`];
  if (shape.kind === 'boolean') return typeof value === 'boolean' ? [] : [`${at}: no boolean`];
  if (shape.kind === 'list') {
    if (!Array.isArray(value)) return [`${at}: no list`];
    const short = value.length < (shape.least ?? 0) ? [`${at}: too short`] : [];
    return [...short, ...value.flatMap((item, i) => faults(item, shape.of, `${at}/${i}`))];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at}: no object`];
  const entries = Object.entries(value);
  if (shape.kind === 'map') return entries.flatMap(([key, item]) => faults(item, shape.of, `${at}/${key}`));
  return objectFaults(entries, shape, at);
}

function stringFaults(value: unknown, shape: Extract<Shape, { kind: 'string' }>, at: string): string[] {
  if (typeof value !== 'string') return [`${at}: no string`];
  if (shape.among && !shape.among.includes(value)) return [`${at}: ${value} is none of ${shape.among.join(', ')}`];
  if (shape.like && !shape.like.test(value)) return [`${at}: ${value} is not like ${String(shape.like)}`];
  return shape.longest !== undefined && value.length > shape.longest ? [`${at}: ${value.length} characters`] : [];
}

function objectFaults(
  entries: readonly (readonly [string, unknown])[],
  { required, optional = {} }: Extract<Shape, { kind: 'object' }>,
  at: string,
): string[] {
  const names = new Set(entries.map(([key]) => key));
  const missing = Object.keys(required).filter((key) => !names.has(key));
  return [
    ...missing.map((key) => `${at}: ${key} is missing`),
    ...entries.flatMap(([key, item]) => {
      const inner = required[key] ?? optional[key];
      return inner ? faults(item, inner, `${at}/${key}`) : [`${at}: ${key} is not known`];
    }),
  ];
}
