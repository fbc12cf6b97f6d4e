import type { Range } from './source.ts';
import type { YamlNode } from './yaml-lines.ts';

/** Deeper texts are no settings. */
const DEEPEST = 100;
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
  for (let token = next(); token && open.length < DEEPEST; token = next()) {
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
  const { offset, endOffset, whole } = value ?? NOWHERE;
  return {
    key: key?.text ?? null,
    column: 0,
    value: value?.mark === '' ? value.text.replaceAll('\\/', '/') : '',
    valueAt: { offset, endOffset },
    at: { offset: (key ?? value ?? NOWHERE).whole.offset, endOffset: whole.endOffset },
    lastEnd: whole.endOffset,
    open: false,
    parent,
    children: [],
  };
}

const NOWHERE = { offset: 0, endOffset: 0, whole: { offset: 0, endOffset: 0 } };
