import { child, eachChild, nodes, rangeOf, unwrap, pathOf, type Node } from './ast.ts';

/** The names of a file. Scopes are ignored, so a name that is declared twice is not a constant. */
export interface Bindings {
  /** Initialisers of variables that are declared once and never reassigned. */
  readonly constants: ReadonlyMap<string, Node>;
  /** Offsets of references to a name, unsorted. */
  references(name: string): readonly number[];
  /** True if any prefix of a property path is assigned anywhere (`cfg`, `cfg.db` or `cfg.db.host`). */
  isWritten(path: readonly string[]): boolean;
}

interface Census {
  readonly declared: Map<string, { count: number; init: Node | null }>;
  readonly written: Set<string>;
  readonly references: Map<string, number[]>;
}

const pathKey = (names: readonly string[]): string => names.join('\0');

/** Field of a pattern that contains the names it binds. */
const PATTERN_FIELD: Readonly<Record<string, string>> = {
  ObjectPattern: 'properties',
  ArrayPattern: 'elements',
  Property: 'value',
  AssignmentPattern: 'left',
  RestElement: 'argument',
  TSParameterProperty: 'parameter',
};

/** The names and properties that a pattern binds or assigns. */
function targetsOf(pattern: Node | null): Node[] {
  const targets: Node[] = [];
  const open = [pattern];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!node) continue;
    const field = PATTERN_FIELD[node.type];
    if (field) open.push(child(node, field), ...nodes(node, field));
    else targets.push(unwrap(node));
  }
  return targets;
}

function declare(census: Census, pattern: Node | null, init: Node | null = null): void {
  for (const target of targetsOf(pattern)) {
    if (typeof target.name !== 'string') continue;
    const known = census.declared.get(target.name);
    if (known) known.count++;
    else census.declared.set(target.name, { count: 1, init: target === pattern ? init : null });
  }
}

function write(census: Census, pattern: Node | null): void {
  for (const target of targetsOf(pattern)) {
    const path = pathOf(target);
    if (path) census.written.add(pathKey(path.names));
  }
}

type Counter = (node: Node, census: Census) => void;

const declaresId: Counter = (node, census) => {
  declare(census, child(node, 'id'));
};
const declaresLocal: Counter = (node, census) => {
  declare(census, child(node, 'local'));
};
const declaresFunction: Counter = (node, census) => {
  declare(census, child(node, 'id'));
  for (const param of nodes(node, 'params')) declare(census, param);
};
const writesLeft: Counter = (node, census) => {
  const left = child(node, 'left');
  if (left?.type !== 'VariableDeclaration') write(census, left);
};

/** Functions that modify their first argument. */
const WRITING_CALLS = new Set(['Object\0assign', 'Object\0defineProperty', 'Object\0defineProperties']);

const COUNTERS: Readonly<Record<string, Counter>> = {
  VariableDeclarator: (node, census) => {
    declare(census, child(node, 'id'), child(node, 'init'));
  },
  FunctionDeclaration: declaresFunction,
  FunctionExpression: declaresFunction,
  ArrowFunctionExpression: declaresFunction,
  ClassDeclaration: declaresId,
  ClassExpression: declaresId,
  TSEnumDeclaration: declaresId,
  TSModuleDeclaration: declaresId,
  TSImportEqualsDeclaration: declaresId,
  CatchClause: (node, census) => {
    declare(census, child(node, 'param'));
  },
  ImportSpecifier: declaresLocal,
  ImportDefaultSpecifier: declaresLocal,
  ImportNamespaceSpecifier: declaresLocal,
  AssignmentExpression: writesLeft,
  ForInStatement: writesLeft,
  ForOfStatement: writesLeft,
  UpdateExpression: (node, census) => {
    write(census, child(node, 'argument'));
  },
  UnaryExpression: (node, census) => {
    if (node.operator === 'delete') write(census, child(node, 'argument'));
  },
  CallExpression: (node, census) => {
    const callee = child(node, 'callee');
    const path = callee?.type === 'MemberExpression' ? pathOf(callee) : null;
    if (path && WRITING_CALLS.has(pathKey(path.names))) write(census, nodes(node, 'arguments')[0] ?? null);
  },
  Identifier: (node, census) => {
    if (typeof node.name !== 'string') return;
    const known = census.references.get(node.name);
    if (known) known.push(rangeOf(node).offset);
    else census.references.set(node.name, [rangeOf(node).offset]);
  },
};

/** Walks the whole tree once. */
export function bindingsOf(root: Node): Bindings {
  const census: Census = { declared: new Map(), written: new Set(), references: new Map() };
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    COUNTERS[node.type]?.(node, census);
    eachChild(node, (below) => open.push(below));
  }
  const constants = new Map<string, Node>();
  for (const [name, { count, init }] of census.declared) {
    if (count === 1 && init && !census.written.has(pathKey([name]))) constants.set(name, init);
  }
  return {
    constants,
    references: (name) => census.references.get(name) ?? [],
    isWritten: (path) => path.some((_, index) => census.written.has(pathKey(path.slice(0, index + 1)))),
  };
}
