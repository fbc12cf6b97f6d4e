import { wellFormed } from './shown.ts';

/** A relative path as a URI: what has a meaning in addresses (`#`, `?`, `:`, `%`) is escaped in every segment. */
export function pathUri(path: string): string {
  return wellFormed(path).split('/').map(encodeURIComponent).join('/');
}
