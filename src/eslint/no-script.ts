import { TEXT_ROOT } from './host-code.ts';

/**
 * What rules for JavaScript and other languages ask of a file, answered for a text that has none of it. A config without
 * `files` (`js.configs.recommended` by itself) switches such rules on in every file; without these answers the first of
 * them would end the whole run (eslint/markdown#289, eslint/json#46: "scope the config").
 */
const none = (): [] => [];
const nothing = (): null => null;
const no = (): false => false;

/** Any object of a type checker: each of its methods answers with an empty object. */
const anyObject: object = new Proxy(
  {},
  { get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : () => ({})) },
);

const scope = {
  type: 'global',
  isStrict: true,
  block: { type: TEXT_ROOT, body: [], range: [0, 0] },
  upper: null,
  childScopes: [],
  variables: [],
  references: [],
  through: [],
  set: new Map<string, never>(),
  implicit: { variables: [], set: new Map<string, never>() },
  functionExpressionScope: false,
};

const scopeManager = {
  scopes: [scope],
  globalScope: scope,
  acquire: nothing,
  acquireAll: none,
  getDeclaredVariables: none,
};

/** Typed rules refuse to start without these. */
const parserServices = {
  program: {
    getCompilerOptions: () => ({ strict: true, strictNullChecks: true }),
    getTypeChecker: () => anyObject,
    getSourceFile: nothing,
  },
  esTreeNodeToTSNodeMap: new WeakMap<object, never>(),
  tsNodeToESTreeNodeMap: new WeakMap<object, never>(),
  emitDecoratorMetadata: false,
  experimentalDecorators: false,
  isolatedDeclarations: false,
  getTypeAtLocation: () => anyObject,
  getSymbolAtLocation: nothing,
};

const LISTS = [
  ...['getAllComments', 'getCommentsBefore', 'getCommentsAfter', 'getCommentsInside', 'getDeclaredVariables'],
  ...['getTokens', 'getFirstTokens', 'getLastTokens', 'getTokensBefore', 'getTokensAfter', 'getTokensBetween'],
  ...['getFirstTokensBetween', 'getLastTokensBetween'],
];
const ITEMS = [
  ...[
    'getFirstToken',
    'getLastToken',
    'getTokenBefore',
    'getTokenAfter',
    'getFirstTokenBetween',
    'getLastTokenBetween',
  ],
  ...['getTokenByRangeStart', 'getTokenOrCommentBefore', 'getTokenOrCommentAfter', 'getNodeByRangeIndex'],
  'getJSDocComment',
];
const QUESTIONS = [
  ...['commentsExistBetween', 'isSpaceBetween', 'isSpaceBetweenTokens', 'isGlobalReference', 'markVariableAsUsed'],
];

const all = <A>(names: readonly string[], answer: A): Record<string, A> =>
  Object.fromEntries(names.map((name) => [name, answer]));

export const NO_SCRIPT: Readonly<Record<string, unknown>> = {
  ...all(LISTS, none),
  ...all(ITEMS, nothing),
  ...all(QUESTIONS, no),
  isESTree: false,
  tokensAndComments: [],
  // Asked by rules for JSON and CSS.
  comments: [],
  lexer: { cssWideKeywords: [] },
  getScope: () => scope,
  scopeManager,
  parserServices,
};
