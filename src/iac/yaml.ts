import type { Range } from '../text/source.ts';

/**
 * YAML by its lines: keys and list items with what is indented below them. It reads what templates, config maps and broken
 * texts still show, and costs no parser; what it cannot tell (aliases, template lines) makes a node `open`.
 */
export interface YamlNode {
  /** `null` for an item of a list. */
  readonly key: string | null;
  readonly column: number;
  /** What stands on the line itself, without quotes and comment; empty for what goes on below. */
  readonly value: string;
  readonly valueAt: Range;
  /** From the key, or the dash, to the end of the value. */
  readonly at: Range;
  /** End of the last line that belongs to the node. */
  lastEnd: number;
  /** True when something below it is merged in or made by a template. */
  open: boolean;
  readonly parent: YamlNode | null;
  readonly children: YamlNode[];
}

/** Longer lines are no settings. */
const MAX_LINE_LENGTH = 4000;
const KEY = /^(["']?)([\w.<$-][\w.<$ /-]{0,100}?)\1[ \t]{0,40}:(?=[ \t]|$)/;

const NOWHERE: Range = { offset: 0, endOffset: 0 };

/** The nodes of a text without a parent of their own. Linear in the length of the text. */
export function yamlLines(text: string): readonly YamlNode[] {
  const root: YamlNode = made(null, -1, '', NOWHERE, NOWHERE, null);
  const stack = [root];
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (end - start <= MAX_LINE_LENGTH) readLine(text.slice(start, end).replace(/\r$/, ''), start, stack);
    start = end + 1;
  }
  return root.children;
}

/** All nodes below these, in the order of the text, themselves included. */
export function* everyNode(nodes: readonly YamlNode[]): Generator<YamlNode> {
  const open = [...nodes].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    yield node;
    for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at]!);
  }
}

export function childOf(node: YamlNode, key: string): YamlNode | undefined {
  return node.children.find((child) => child.key === key);
}

function readLine(line: string, start: number, stack: YamlNode[]): void {
  let column = line.length - line.trimStart().length;
  if (column === line.length || line[column] === '#') return;
  if (/^(?:---|\.\.\.)[ \t]*$/.test(line)) stack.length = 1;
  if (/^(?:\{[{%]|<<|\*|\.\.\.)/.test(line.slice(column))) markOpen(stack, column);
  while (/^-(?:[ \t]|$)/.test(line.slice(column, column + 2))) {
    push(stack, null, column, line, start);
    column = column + 1 + /^[ \t]*/.exec(line.slice(column + 1))![0].length;
  }
  const key = KEY.exec(line.slice(column))?.[2];
  if (key !== undefined) push(stack, key, column, line, start);
  const end = start + line.trimEnd().length;
  for (const node of stack) if (node.column < column || key !== undefined) node.lastEnd = end;
}

function markOpen(stack: readonly YamlNode[], column: number): void {
  // A template line stands where its author likes: it counts for all that is open there.
  for (const node of stack) if (node.column <= column || column === 0) node.open = true;
}

function push(stack: YamlNode[], key: string | null, column: number, line: string, start: number): void {
  for (let top = stack.at(-1)!; top.column >= column; top = stack.at(-1)!) {
    // The items of a list may stand in the column of its key.
    if (key === null && top.key !== null && top.column === column && top.value === '') break;
    stack.pop();
  }
  const parent = stack.at(-1)!;
  const head = key === null ? 1 : (KEY.exec(line.slice(column))?.[0].length ?? 0);
  const from = column + head;
  const rest = line.slice(from);
  const lead = rest.length - rest.trimStart().length;
  const raw = uncommented(rest.slice(lead));
  const valueAt = { offset: start + from + lead, endOffset: start + from + lead + raw.length };
  const endOffset = raw === '' ? start + from : valueAt.endOffset;
  const node = made(key, column, raw, valueAt, { offset: start + column, endOffset }, parent);
  parent.children.push(node);
  stack.push(node);
}

function made(
  key: string | null,
  column: number,
  raw: string,
  valueAt: Range,
  at: Range,
  parent: YamlNode | null,
): YamlNode {
  const quoted = /^(["']).*\1$/.test(raw) && raw.length > 1;
  const inner = quoted ? { offset: valueAt.offset + 1, endOffset: valueAt.endOffset - 1 } : valueAt;
  const value = quoted ? raw.slice(1, -1) : raw;
  return {
    key,
    column,
    value,
    valueAt: inner,
    at,
    lastEnd: at.endOffset,
    open: false,
    parent,
    children: [],
  };
}

function uncommented(rest: string): string {
  const quote = rest[0];
  const closed = quote === '"' || quote === "'" ? rest.indexOf(quote, 1) : -1;
  if (closed > 0 && /^[ \t]*(?:#|$)/.test(rest.slice(closed + 1))) return rest.slice(0, closed + 1);
  if (rest.startsWith('#')) return '';
  const comment = rest.search(/[ \t]#/);
  return (comment < 0 ? rest : rest.slice(0, comment)).trimEnd();
}

/** Deeper texts are no settings. */
const MAX_DEPTH = 100;
const TOKEN = /\s*(?:"((?:[^"\\\n]|\\.)*)"|([[\]{},:])|([^\s"[\]{},:]+))/y;

interface Token extends Range {
  readonly mark: string;
  readonly text: string;
  /** With the quotes. */
  readonly whole: Range;
}

/**
 * The members and elements of a JSON text in the shape of YAML by its lines: settings that programs take in both. Of a broken text what
 * stands in front of the fault. Linear in the length of the text.
 */
export function jsonNodes(text: string): readonly YamlNode[] {
  const root = node(null, null, null);
  let at = 0;
  const next = (): Token | null => {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) return null;
    at = TOKEN.lastIndex;
    const mark = match[2] ?? '';
    const shown = match[1] ?? match[2] ?? match[3]!;
    const quote = match[1] === undefined ? 0 : 1;
    const offset = at - shown.length - 2 * quote;
    const whole = { offset, endOffset: at };
    return { mark, text: shown, offset: offset + quote, endOffset: at - quote, whole };
  };
  const open: Open[] = [];
  let key: Token | null = null;
  let holder = root;
  for (let token = next(); token && open.length < MAX_DEPTH; token = next()) {
    const inList = open.at(-1)?.isList ?? true;
    if (token.mark === ',' || token.mark === ':') continue;
    if (token.mark === '}' || token.mark === ']') {
      const closed = open.pop();
      if (!closed) break;
      closed.node.lastEnd = token.endOffset;
      holder = closed.node.parent ?? root;
      continue;
    }
    if (!inList && key === null) {
      key = token;
      continue;
    }
    const made = node(key, token, holder);
    holder.children.push(made);
    key = null;
    if (token.mark === '') continue;
    open.push({ node: made, isList: token.mark === '[' });
    holder = made;
  }
  return root.children;
}

interface Open {
  readonly node: YamlNode;
  readonly isList: boolean;
}

function node(key: Token | null, value: Token | null, parent: YamlNode | null): YamlNode {
  const { offset, endOffset, whole } = value ?? NOWHERE_JSON;
  return {
    key: key?.text ?? null,
    column: 0,
    value: value?.mark === '' ? value.text.replaceAll('\\/', '/') : '',
    valueAt: { offset, endOffset },
    at: { offset: (key ?? value ?? NOWHERE_JSON).whole.offset, endOffset: whole.endOffset },
    lastEnd: whole.endOffset,
    open: false,
    parent,
    children: [],
  };
}

const NOWHERE_JSON = { offset: 0, endOffset: 0, whole: { offset: 0, endOffset: 0 } };
