import { tried } from './source.ts';

/** The value of a JSON text, `undefined` if it is not JSON. The parser's own message quotes the text, so it is dropped. */
export const parsedJson = (text: string): unknown => tried((): unknown => JSON.parse(text));

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same data, read-only at every depth. */
export type Frozen<T> = T extends readonly (infer I)[]
  ? number extends T['length']
    ? readonly Frozen<I>[]
    : { readonly [K in keyof T]: Frozen<T[K]> }
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;
