/** A half-open range of UTF-16 code units: `offset` is inside, `endOffset` is the first unit after it. */
export interface Range {
  readonly offset: number;
  readonly endOffset: number;
}

/** One text to scan. A byte order mark is not part of `text`. */
export interface Source {
  /** Path as reported, with `/`. Its name decides the format. */
  readonly path: string;
  readonly text: string;
  /**
   * Variables and keys that give clients of the project a string; false for another spelling of one. Of what has many,
   * `*` stands for variables, `**` for settings of a file, `set db.host` for a replaced value, `any urls` for the members
   * of an object; the tree has `configmap/api`.
   */
  readonly variables?: ReadonlyMap<string, boolean>;
  /** The arguments of functions of other files that reach a client. */
  readonly wrappers?: readonly Parameter[];
}

/** An argument of a function, as other files call it, or a field that subclasses in them may set. */
export interface Parameter {
  readonly called: string;
  readonly position: number;
  /** Its name in the function, by which some languages give it. */
  readonly name?: string;
  readonly field?: string;
  /** True for a field that any text may set: `store.url = load()`. */
  readonly isSet?: true;
  /** True for a method, which any text may call that has the object. */
  readonly isMember?: true;
  /** By which a container of dependencies gives it: `@inject(STORE) uri`. */
  readonly token?: string;
  /** The member of the argument that the function passes on: `uri`, `mongo.uri`. */
  readonly member?: string;
  readonly hasDefault?: boolean;
  /** The class of the method, which callers name. */
  readonly within?: string | undefined;
  /** True if this text gives it a value. Others are only asked for another one. */
  readonly isServed?: true;
}

/** A position for people: lines and columns start at 1, columns count UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Turns offsets into lines and columns; a line ends with `\n`, `\r\n` or a lone `\r`. */
export type LineIndex = Readonly<ReturnType<typeof lineIndex>>;

/** Line ends are searched only when a position is needed. */
export function lineIndex(text: string) {
  const starts = once(() => lineStarts(text));
  return {
    /** Offset of the start of a 1-based line, or the length of the text past the last line. */
    lineStart: (line: number): number => starts()[line - 1] ?? text.length,
    position(offset: number): Position {
      const at = Math.max(0, countBefore(starts(), (start) => start <= offset) - 1);
      return { line: at + 1, column: offset - starts()[at]! + 1 };
    },
  };
}

/** Offsets of the starts of lines. The first is 0. */
function lineStarts(text: string): number[] {
  const starts = [0];
  if (text.includes('\r')) {
    for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  } else {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  }
  return starts;
}

/** True for a text with a line that no person wrote. */
export const isMinified = (text: string): boolean => text.split('\n').some(({ length }) => length > 10_000);

/** A range with its lines and columns (1-based, columns in UTF-16 code units). */
export interface Location extends Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export function locationOf({ offset, endOffset }: Range, lines: LineIndex): Location {
  const { line, column } = lines.position(offset);
  const { line: endLine, column: endColumn } = lines.position(endOffset);
  // In the order of the output of `list`.
  return { line, column, endLine, endColumn, offset, endOffset };
}

/** What a project rule collects from a file: plain data, because the text is released before the rule runs. */
export interface CollectedItem {
  readonly at: Range;
}

/** An item that is known by its sort and a name. */
export interface NamedItem extends CollectedItem {
  readonly is: string;
  readonly name: string;
}

/** A collected item after its text was released. */
export type FiledItem<Item extends CollectedItem = CollectedItem> = Item & {
  readonly file: string;
  readonly at: Location;
};

/** The folder of a file, with `/` at its end; empty at the root. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The same without the `/`. */
export const parentOf = (path: string): string => folderOf(path).slice(0, -1);

/** The path of a module as imports write it: without its ending, and without the name of a folder's own file. */
export const modulePath = (path: string): string =>
  path.replace(/\.(?:[cm]?[jt]sx?|json|py|vue|svelte|java|kts?|scala)$/, '').replace(/\/(?:index|__init__)$/, '');

/** The path of the module that a file imports as `./db`, or the end of it: `@/config`, `@shop/config`. */
export const importedModule = (name: string, file: string): string =>
  modulePath(/^\.{1,2}\//.test(name) ? joinedPath(folderOf(file), name) : name.replace(/^(?:@[\w-]*|~)\/+/, ''));

/** Whether a file is the module at the end of a path, or the source of the package of this name. */
export const isModuleAt = (file: string, module: string): boolean =>
  [modulePath(file), modulePath(file).replace(/\/(?:src|lib)$/, '')].some((one) => `/${one}`.endsWith(`/${module}`));

/** A relative path from a folder, without `.` and `..`, except above the top. */
export function joinedPath(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of [...folder.split('/'), ...path.split('/')]) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

export const rangeOver = (ranges: readonly Range[]): Range => ({
  offset: Math.min(...ranges.map(({ offset }) => offset)),
  endOffset: Math.max(...ranges.map(({ endOffset }) => endOffset)),
});

export const overlaps = (a: Range, b: Range): boolean => a.offset < b.endOffset && b.offset < a.endOffset;

/** Of sorted ranges that overlap, the first. Those that are free overlap nothing. */
export function withoutOverlaps<R extends Range>(sorted: readonly R[], isFree?: (one: R) => boolean): R[] {
  let end = 0;
  return sorted.filter((one) => {
    if (isFree?.(one)) return true;
    if (one.offset < end) return false;
    end = one.endOffset;
    return true;
  });
}

/** Number of leading items of a sorted list for which the condition is true, by binary search. */
export function countBefore<T>(sorted: ArrayLike<T>, isBefore: (item: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(sorted[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last of some ranges, sorted by offset, that begins at or before an offset, if it contains the offset. */
export function rangeAt<R extends Range>(sorted: readonly R[], offset: number): R | undefined {
  const range = sorted[countBefore(sorted, (one) => one.offset <= offset) - 1];
  return range && offset < range.endOffset ? range : undefined;
}

/** Groups items by a key, in order of first occurrence. */
export function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export const distinct = <T>(items: readonly T[], keyOf: (item: T) => unknown): T[] =>
  [...grouped(items, keyOf).values()].map(([first]) => first!);

/** The only item, `undefined` for none and for several. */
export function only<T>(items: Iterable<T> = []): T | undefined {
  const [one, other] = items;
  return other === undefined ? one : undefined;
}

/** Adds a value to those of a key. */
export const addTo = <K, V>(sets: Map<K, Set<V>>, key: K, value: V): void =>
  void sets.set(key, (sets.get(key) ?? new Set<V>()).add(value));

/** Computes a value once per object and keeps it as long as the object exists. `more` is the same for the object. */
export const oncePer = <K extends object, M extends unknown[], V>(make: (of: K, ...more: M) => V) =>
  oncePerKey(make, new WeakMap<K, { readonly value: V }>());

let texts = 0;
/** Begins another text, for `oncePerText`. */
export const nextText = (): number => ++texts;

/** The same for objects of a text, until the next begins: only a full garbage collection would empty a longer table. */
export function oncePerText<K extends object, M extends unknown[], V>(make: (of: K, ...more: M) => V) {
  let [text, cached] = [texts, oncePer(make)];
  return (of: K, ...more: M): V => {
    if (text !== texts) [text, cached] = [texts, oncePer(make)];
    return cached(of, ...more);
  };
}

/** The same for keys that are no objects. It keeps every value. */
export function oncePerKey<K, M extends unknown[], V>(make: (key: K, ...more: M) => V, made: Made<K, V> = new Map()) {
  return (key: K, ...more: M): V => {
    let known = made.get(key);
    if (!known) made.set(key, (known = { value: make(key, ...more) }));
    return known.value;
  };
}
type Made<K, V> = Pick<Map<K, { readonly value: V }>, 'get'> & { set(key: K, known: { readonly value: V }): unknown };

/** A value that is computed at its first use, because most runs need few of the tables. */
export function once<V>(make: () => V): () => V {
  let made: { readonly value: V } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** `undefined` for what throws: where the system refuses, or a text is not in the form. */
export function tried<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

/** The match of a sticky pattern at an offset, or of a global one from there on. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

export interface Match extends Range {
  readonly match: RegExpExecArray;
  /** The last group that took part, otherwise the whole match, with its range. */
  readonly name: string;
  readonly at: Range;
}

/** All matches of a global, bounded pattern that takes no empty text. `start`: the offset of the text in its whole. */
export function matchesIn(text: string, pattern: RegExp, start = 0): Match[] {
  const found: Match[] = [];
  // `matchAll` would copy the pattern for each text.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const offset = start + match.index;
    const name = match.findLast((group: string | undefined) => group !== undefined) ?? '';
    const from = offset + match[0].lastIndexOf(name);
    const at = { offset: from, endOffset: from + name.length };
    found.push({ match, offset, endOffset: start + pattern.lastIndex, name, at });
  }
  return found;
}

/** A text for `RegExp` that matches only itself. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A pattern with several forms, one in each row. */
export const anyForm = (flags: string, forms: readonly string[]): RegExp => new RegExp(forms.join('|'), flags);

/** The patterns of the rows of a table as one, compiled when it is first needed. */
export const rowsForm = (flags: string, rows: readonly { readonly pattern: string }[]): (() => RegExp) =>
  once(() => new RegExp(rows.map(({ pattern }) => pattern).join('|'), flags));

/** The pattern of each row of a table whose rows have names. `parts`: what `{NAME}` in a pattern is short for. */
export const namedForms = <K extends string>(
  rows: Readonly<Record<K, { pattern: string; flags: string }>>,
  parts: Readonly<Record<string, string>> = {},
) =>
  Object.fromEntries(
    Object.keys(rows).map((name) => {
      const { pattern, flags } = rows[name as K];
      const whole = pattern.replace(/\{([A-Z_]+)\}/g, (own, part: string) => parts[part] ?? own);
      return [name, new RegExp(whole, flags)];
    }),
  ) as Readonly<Record<K, RegExp>>;

/** The same text in memory of its own: what is kept of a file must not keep all of its text. */
export const ownCopy = (part: string): string => ` ${part}`.slice(1);

/** How far to search from an offset, in code units: an expression, a block. Without a limit, time would be quadratic. */
export const NEAR = 600;
export const FAR = 6_000;

/** The text before an offset. */
export const textBefore = (text: string, at: number, most = NEAR): string => text.slice(Math.max(0, at - most), at);

/** Start of the line that contains an offset, or the limit of the search. */
export function lineStartBefore(text: string, at: number, most = NEAR): number {
  const from = Math.max(0, at - most);
  return from + text.slice(from, at).lastIndexOf('\n') + 1;
}

/** The part of a line before an offset. */
export const lineBefore = (text: string, at: number, most = NEAR): string =>
  text.slice(lineStartBefore(text, at, most), at);

export interface Edit extends Range {
  readonly text: string;
}

/** Edits that mend something. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** A fix with one edit. */
export const rewriting = (title: string, { offset, endOffset }: Range, text: string): Fix => ({
  title,
  edits: [{ offset, endOffset, text }],
});

/** The text after edits that do not overlap, in any order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.offset - b.offset || a.endOffset - b.endOffset)) {
    parts.push(text.slice(at, edit.offset), edit.text);
    at = edit.endOffset;
  }
  return parts.join('') + text.slice(at);
}
