/** The same data, read-only at every depth. */
export type Frozen<T> = T extends readonly (infer I)[]
  ? number extends T['length']
    ? readonly Frozen<I>[]
    : { readonly [K in keyof T]: Frozen<T[K]> }
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;
