import type { FoundString } from '../classify/found-string.ts';
import type { FileRole } from '../config/severity.ts';
import { grouped, once, oncePerKey } from '../text/source.ts';
import { callerSearch, type SearchScope, type Visit } from './callers.ts';
import { repositoriesOf } from './project/repositories.ts';
import { setterSearch } from './setters.ts';
import { supplierSearch } from './suppliers.ts';

/** Finds the values that other files of a repository give functions, fields and variables. */
export function valueSearches(scope: SearchScope) {
  const rootOf = (file: string): string => repositoriesOf(scope.project)(file).root;
  const files = once(() => grouped(scope.list.files, ({ path }) => rootOf(path)));
  const searchesOf = oncePerKey((root: string) => {
    const own = { ...scope, list: { ...scope.list, files: files().get(root) ?? [] } };
    return [callerSearch(own), setterSearch(own), supplierSearch(own)] as const;
  });
  return {
    isGiven: (string: Pick<FoundString, 'parameter' | 'via'>, file: string): boolean =>
      searchesOf(rootOf(file))[0].isGiven(string, file),
    /** To be called for every file before the search. */
    note(file: string, strings: readonly FoundString[], role: FileRole): void {
      if (role === 'docs') return;
      const root = rootOf(file);
      // The values of the config are those of all repositories.
      for (const own of files().has(root) ? [root] : files().keys())
        for (const one of searchesOf(own)) one.note(file, strings, role);
    },
    /** Calls `visit` for each text with such values. What only the search finds must be noted there. */
    search(visit: Visit): void {
      for (const root of files().keys()) for (const one of searchesOf(root)) one.search(visit);
    },
  };
}
