import { sep } from 'node:path';
import { countBefore, countTrue } from '../core/sorted.ts';
import type { PathTable } from './path-table.ts';

export interface FileEntry {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  readonly absolute: string;
  /** True when the user named this very file. */
  readonly named: boolean;
}

/** Files in order. An array is one; of a long list it need not be made. */
export interface FileEntries extends Iterable<FileEntry> {
  readonly length: number;
  at(index: number): FileEntry | undefined;
}

/** Makes the entries of files below a folder, whose absolute path is given. */
export function entriesBelow(folder: string): (path: string, file: string) => FileEntry {
  const start = folder.endsWith(sep) ? folder : folder + sep;
  return (path, file) => ({ path, absolute: start + (sep === '/' ? file : file.replaceAll('/', sep)), named: false });
}

/**
 * The files of a table in the working directory and some more, as one list in code-unit order. An entry of the table is made
 * whenever it is asked for.
 */
export class TableEntries implements FileEntries {
  readonly table: PathTable;
  /** Those that are not in the table. */
  readonly extras: readonly FileEntry[];
  readonly length: number;
  readonly #entry: (path: string, file: string) => FileEntry;
  /** How many files of the table stand before each of the extras. */
  readonly #before: readonly number[];

  /**
   * @param folder absolute
   * @param entries in order, each once; those of the table may be among them
   */
  constructor(table: PathTable, folder: string, entries: readonly FileEntry[]) {
    const placed = entries
      .map((entry) => ({ entry, before: table.countBefore(entry.path) }))
      .filter(({ entry, before }) => before === table.length || table.at(before) !== entry.path);
    this.table = table;
    this.extras = placed.map(({ entry }) => entry);
    this.length = table.length + placed.length;
    this.#entry = entriesBelow(folder);
    this.#before = placed.map(({ before }) => before);
  }

  /** The number in the table of an entry, or its number among the extras turned round (`~`). */
  place(index: number): number {
    if (this.#before.length === 0) return index;
    // The extra number n has the number n + #before[n] in the whole list.
    const extras = countTrue(this.#before.length, (n) => n + this.#before[n]! < index);
    const next = this.#before[extras];
    return next !== undefined && extras + next === index ? ~extras : index - extras;
  }

  /** The number in the whole list of an entry of the table. */
  indexOf(place: number): number {
    return place + countBefore(this.#before, (before) => before <= place);
  }

  at(index: number): FileEntry | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const place = this.place(index);
    if (place < 0) return this.extras[~place];
    const path = this.table.at(place);
    return this.#entry(path, path);
  }

  *[Symbol.iterator](): Iterator<FileEntry> {
    for (let index = 0; index < this.length; index++) yield this.at(index)!;
  }
}
