import { parse } from '@babel/parser';

/** One counter for every branch of a text; `literals`: its string constants, which are words that the text waits for. */
export interface Instrumented {
  readonly code: string;
  /** The beginning of the code of each branch, in the order of the counters. */
  readonly branches: readonly string[];
  readonly literals: readonly string[];
}

/** The variable that holds the counters in instrumented code. */
export const COUNTERS = '__branches';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

type Insert = readonly [at: number, text: string];

/**
 * JavaScript that counts how often each of its branches is taken: functions, arms of `if`, `?:` and `switch`, right sides of
 * `&&`, `||` and `??`, and loop bodies. Text is only put in, so that the code stays as it is otherwise.
 * @param first number of the first counter
 */
export function instrument(code: string, first: number): Instrumented {
  const inserts: Insert[] = [];
  const literals = new Set<string>();
  const branches: string[] = [];
  const count = ({ start }: Node): string => {
    branches.push(code.slice(start, start + 60).replace(/\s+/g, ' '));
    return `${COUNTERS}[${first + branches.length - 1}]++`;
  };
  const expression = (node: Node): void => {
    inserts.push([node.start, `(${count(node)},`], [node.end, ')']);
  };
  const statement = (node: Node): void => {
    if (node.type === 'BlockStatement') inserts.push([node.start + 1, `${count(node)};`]);
    else inserts.push([node.start, `{${count(node)};`], [node.end, '}']);
  };
  walk(parse(code, { sourceType: 'module' }).program as unknown as Node, (node) => {
    for (const word of wordsOf(node)) literals.add(word);
    for (const key of ARMS[node.type] ?? []) {
      const arm = node[key];
      if (isNode(arm)) (/Statement$|Declaration$/.test(arm.type) ? statement : expression)(arm);
    }
    if (node.type === 'SwitchCase') {
      const [body] = node['consequent'] as readonly Node[];
      if (body) inserts.push([body.start, `${count(body)};`]);
    }
  });
  return { code: withInserts(code, inserts), branches, literals: [...literals] };
}

/** What a constant, or the plain letters of a pattern, may be compared with. */
function wordsOf({ type, value, pattern }: Node): readonly string[] {
  if (type === 'StringLiteral') return [String(value)];
  if (type === 'RegExpLiteral') return String(pattern).match(/[A-Za-z_]{3,}/g) ?? [];
  if (type === 'TemplateElement') return [(value as { cooked?: string }).cooked ?? ''];
  return [];
}

/** The parts of each kind of node that may be taken or not. */
const ARMS: Readonly<Record<string, readonly string[]>> = {
  FunctionDeclaration: ['body'],
  FunctionExpression: ['body'],
  ArrowFunctionExpression: ['body'],
  ObjectMethod: ['body'],
  ClassMethod: ['body'],
  IfStatement: ['consequent', 'alternate'],
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['right'],
  WhileStatement: ['body'],
  DoWhileStatement: ['body'],
  ForStatement: ['body'],
  ForOfStatement: ['body'],
  ForInStatement: ['body'],
};

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) value.filter(isNode).forEach((child) => walk(child, visit));
    else if (isNode(value)) walk(value, visit);
  }
}

/** Outer parts come first in the list: at one place they open first and close last. */
function withInserts(code: string, inserts: readonly Insert[]): string {
  const closes = (text: string): boolean => text === ')' || text === '}';
  const sorted = inserts
    .map(([at, text], order) => ({ at, text, order }))
    .sort(
      (a, b) =>
        a.at - b.at ||
        Number(closes(b.text)) - Number(closes(a.text)) ||
        (closes(a.text) ? b.order - a.order : a.order - b.order),
    );
  let result = '';
  let from = 0;
  for (const { at, text } of sorted) {
    result += code.slice(from, at) + text;
    from = at;
  }
  return result + code.slice(from);
}
