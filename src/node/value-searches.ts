import type { FoundString } from '../classify/found-string.ts';
import type { FileRole } from '../config/severity.ts';
import { callerSearch, type SearchScope, type Visit } from './callers.ts';
import { setterSearch } from './setters.ts';
import { supplierSearch } from './suppliers.ts';

/** Finds the values that other files give functions, fields and variables. */
export function valueSearches(scope: SearchScope) {
  const callers = callerSearch(scope);
  const all = [callers, setterSearch(scope), supplierSearch(scope)];
  return {
    isGiven: callers.isGiven,
    /** To be called for every file before the search. */
    note(file: string, strings: readonly FoundString[], role: FileRole): void {
      if (role !== 'docs') for (const one of all) one.note(file, strings, role);
    },
    /** Calls `visit` for each text with such values. What only the search finds must be noted there. */
    search(visit: Visit): void {
      for (const one of all) one.search(visit);
    },
  };
}
