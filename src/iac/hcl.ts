import { grouped, matchAt, oncePer, only, type Range, type Source } from '../text/source.ts';

/** A setting `name = value`, from the name to the end of the value, with the value without white space around it. */
type HclAttribute = Readonly<ReturnType<typeof readAttribute>>;

/** `type "label" "label" { … }`, from the type to the closing brace. */
export interface HclBlock extends Range {
  readonly type: string;
  readonly labels: readonly string[];
  /** From the type to the last label. */
  readonly head: Range;
  /** Between the braces. */
  readonly body: Range;
  readonly attributes: readonly HclAttribute[];
  readonly blocks: readonly HclBlock[];
}

/** Types in Alloy have dots. */
const WORD = /[A-Za-z_][\w.-]{0,200}/y;
const SPACE = /[ \t\r]*/y;
const LABEL = /"([^"\n]{0,200})"|([A-Za-z_][\w-]{0,200})/y;
const MAX_DEPTH = 40;

/** The blocks of HCL: heads and settings with ranges, no expressions. Skips what is broken. Linear. */
export const hclBlocks = (text: string, at = 0): readonly HclBlock[] => readBody({ text, at }, 0).blocks;

/** The blocks of a file of Terraform, none in other files. Cached because several rules use them. */
export const blocksOf = oncePer(({ path, text }: Source) => (/\.(?:tf|tofu|hcl)$/i.test(path) ? hclBlocks(text) : []));

/** The value of a setting if it is a plain quoted text, otherwise `null`. */
export const hclText = (attribute: HclAttribute | undefined): string | null =>
  /^"([^"\\$%]*)"$/.exec(attribute?.text ?? '')?.[1] ?? null;

/** A value by the expression that reads it: `var.name`, `local.name`. */
export type HclValues = ReadonlyMap<string, string>;

/** A file of values. `isLoaded`: Terraform loads it without `-var-file` (its documentation, 2026-08). */
export const valueFile = (path: string, text: string) => ({
  attributes: readBody({ text, at: 0 }, 0).attributes,
  isLoaded: /(?:^|\/)terraform\.tfvars$|\.auto\.tfvars$/.test(path),
});

/** The values of variables and locals in the files of a folder, if they have only one. */
export function moduleValues(blocks: readonly HclBlock[], files: readonly ReturnType<typeof valueFile>[]): HclValues {
  // Loaded values override the default.
  const loaded = new Set(files.flatMap((file) => (file.isLoaded ? file.attributes.map(({ name }) => name) : [])));
  const defaults = blocks.filter(({ type, labels: [name = ''] }) => type === 'variable' && !loaded.has(name));
  const variables = single([
    ...files.flatMap(({ attributes }) => attributes.map((one) => [`var.${one.name}`, hclText(one)] as const)),
    ...defaults.map((block) => [`var.${block.labels[0]}`, hclText(hclAttribute(block, 'default'))] as const),
  ]);
  const locals = blocks.flatMap(({ type, attributes }) => (type === 'locals' ? attributes : []));
  return new Map([
    ...variables,
    ...single(locals.map((one) => [`local.${one.name}`, hclValue(one, variables)] as const)),
  ]);
}

/** The names with only one value. */
const single = (given: readonly (readonly [name: string, value: string | null])[]): HclValues =>
  new Map(
    [...grouped(given, ([name]) => name)].flatMap(([name, pairs]) => {
      const value = only(new Set(pairs.flatMap((pair) => pair[1] ?? [])));
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The value of a setting if it is a plain quoted text, or a variable with one. */
export function hclValue(attribute: HclAttribute | undefined, values: HclValues): string | null {
  const name = /^(?:"\$\{[ \t]{0,9})?((?:var|local)\.[\w-]{1,200})(?:[ \t]{0,9}\}")?$/.exec(attribute?.text ?? '')?.[1];
  return name === undefined ? hclText(attribute) : (values.get(name) ?? null);
}

export const hclAttribute = (block: Pick<HclBlock, 'attributes'>, name: string): HclAttribute | undefined =>
  block.attributes.find((attribute) => attribute.name === name);

/** These blocks and all nested ones, in the order of the text. */
export const everyBlock = (blocks: readonly HclBlock[]): HclBlock[] =>
  blocks.flatMap((block) => [block, ...everyBlock(block.blocks)]);

interface Cursor {
  readonly text: string;
  at: number;
}

function readBody(cursor: Cursor, depth: number) {
  const body = { attributes: [] as HclAttribute[], blocks: [] as HclBlock[] };
  const { text } = cursor;
  while (cursor.at < text.length && (depth === 0 || text[cursor.at] !== '}')) {
    const start = cursor.at;
    const word = match(WORD, cursor);
    if (word === null) {
      skipOne(cursor);
      continue;
    }
    match(SPACE, cursor);
    if (text[cursor.at] === '=' && text[cursor.at + 1] !== '=')
      body.attributes.push(readAttribute(cursor, word, start));
    else body.blocks.push(...readBlock(cursor, word, start, depth));
  }
  return body;
}

function readAttribute(cursor: Cursor, name: string, offset: number) {
  cursor.at++;
  match(SPACE, cursor);
  const from = cursor.at;
  skipValue(cursor);
  const text = cursor.text.slice(from, cursor.at).trimEnd();
  const valueAt = { offset: from, endOffset: from + text.length };
  return { name, offset, endOffset: valueAt.endOffset, valueAt, text };
}

function readBlock(cursor: Cursor, type: string, offset: number, depth: number): HclBlock[] {
  const { text } = cursor;
  const labels: string[] = [];
  const head = { offset, endOffset: offset + type.length };
  for (let label = match(LABEL, cursor); label !== null; label = match(LABEL, cursor)) {
    labels.push(label.replaceAll('"', ''));
    head.endOffset = cursor.at;
    match(SPACE, cursor);
  }
  if (text[cursor.at] !== '{' || depth > MAX_DEPTH) return [];
  const from = ++cursor.at;
  const { attributes, blocks } = readBody(cursor, depth + 1);
  const body = { offset: from, endOffset: cursor.at };
  if (cursor.at < text.length) cursor.at++;
  return [{ type, labels, head, body, offset, endOffset: cursor.at, attributes, blocks }];
}

function match(pattern: RegExp, cursor: Cursor): string | null {
  const found = matchAt(pattern, cursor.text, cursor.at)?.[0] ?? null;
  if (found !== null) cursor.at += found.length;
  return found;
}

/** Skips to the end of the line, or to the end of the brackets that are open there. */
function skipValue(cursor: Cursor): void {
  const { text } = cursor;
  let depth = 0;
  while (cursor.at < text.length) {
    const char = text[cursor.at]!;
    if (depth === 0 && (char === '\n' || char === '}' || char === '#' || text.startsWith('//', cursor.at))) return;
    if ('([{'.includes(char)) depth++;
    else if (depth > 0 && ')]}'.includes(char)) depth--;
    skipOne(cursor);
  }
}

/** A comment, or a text up to the line with its mark. */
const SKIPPED =
  /#[^\n]*|\/\/[^\n]*|\/\*[^]*?(?:\*\/|(?![^]))|<<-?([A-Za-z_]\w{0,60})[ \t\r]*\n[^]*?(?:^[ \t]*\1[ \t\r]*$|(?![^]))/my;

function skipOne(cursor: Cursor): void {
  const { text, at } = cursor;
  if (text[at] === '"') cursor.at = stringEnd(text, at + 1);
  else if (match(SKIPPED, cursor) === null) cursor.at++;
}

/** Interpolations may contain strings. Beyond the maximum nesting, a string ends with its line. */
function stringEnd(text: string, from: number, nesting = 0): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at]!;
    if (char === '\\') at++;
    else if ((char === '$' || char === '%') && text[at + 1] === '{' && text[at - 1] !== char) depth++;
    else if (char === '}' && depth > 0) depth--;
    else if (char === '"' && depth === 0) return at + 1;
    else if (char === '"' && nesting < MAX_DEPTH) at = stringEnd(text, at + 1, nesting + 1) - 1;
    // A string does not span lines outside of interpolations, so this one was not closed.
    else if (char === '\n' && (depth === 0 || nesting === MAX_DEPTH)) return at;
  }
  return text.length;
}
