import type { ConfigPath } from './schema.ts';

/** How values and places of a configuration are spoken of. A value that could hold a credential is never repeated. */

/** A word that may be shown: short, and no part of an address. */
export function isShowable(word: string): boolean {
  return word.length <= 40 && /^[\p{L}\p{N}_$*.+-]+$/u.test(word);
}

/** `"fatal"` for a harmless word, else what sort of value it is. */
export function found(value: unknown): string {
  return typeof value === 'string' && isShowable(value) ? `"${value}"` : sortOf(value);
}

export function sortOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (value === '') return 'an empty text';
  return SORTS[typeof value] ?? 'something else';
}

const SORTS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
};

/** `plan[0].cluster`; a key that may not be shown is `…`. */
export function pathText(keys: ConfigPath): string {
  let shown = '';
  for (const key of keys) {
    if (typeof key === 'number') shown += `[${key}]`;
    else if (/^[\w$-]{1,40}$/u.test(key)) shown += shown === '' ? key : `.${key}`;
    else shown += isShowable(key) ? `["${key}"]` : '[…]';
  }
  return shown;
}

/** `off, info, warning or error` */
export function oneOf(words: readonly string[]): string {
  const shown = words.slice(0, 16);
  if (words.length > shown.length) return `${shown.join(', ')}, …`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}
