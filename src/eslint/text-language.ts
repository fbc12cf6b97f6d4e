import type {
  File,
  Language,
  OkParseResult,
  DirectiveType,
  FileProblem,
  RulesConfig,
  SourceLocation,
  SourceRange,
} from '@eslint/core';
import { lineIndex } from '../text/source.ts';
import { TEXT_ROOT, TEXT_EVENT } from './lint-code.ts';
import { CallMethodStep, ConfigCommentParser, Directive, TextSourceCodeBase } from '@eslint/plugin-kit';
import { commentAt } from '../read/comment.ts';

/** Texts are decoded. A language for binary files would receive bytes. */
const textOf = ({ body }: File): string => (typeof body === 'string' ? body : new TextDecoder().decode(body));

/**
 * `connlint/text`: for text files without a language of their own. It parses only comments, because connlint's rules
 * read the text themselves.
 */
export const textLanguage: Language<{
  LangOptions: Record<string, unknown>;
  Code: TextSourceCode;
  RootNode: TextRoot;
  Node: TextRoot;
}> = {
  fileType: 'text',
  lineStart: 1,
  columnStart: 0,
  nodeTypeKey: 'type',
  visitorKeys: { [TEXT_ROOT]: [] },
  // Read by rules for JavaScript that a config without `files` enables here.
  defaultLanguageOptions: { ecmaVersion: 2026, sourceType: 'module', globals: {}, parserOptions: {} },
  // Such a config also sets options (a parser, globals), which have no effect here.
  validateLanguageOptions: () => undefined,
  parse: (file) => ({ ok: true, ast: rootOf(textOf(file)) }),
  createSourceCode: (file, { ast }: OkParseResult<TextRoot>) => new TextSourceCode(textOf(file), ast, file.bom),
};

function rootOf(text: string): TextRoot {
  const { line, column } = lineIndex(text).position(text.length);
  return {
    type: TEXT_ROOT,
    range: [0, text.length],
    loc: { start: { line: 1, column: 0 }, end: { line, column: column - 1 } },
    body: [],
    tokens: [],
    comments: [],
  };
}

/** The root of a text. */
interface TextRoot {
  readonly type: typeof TEXT_ROOT;
  readonly range: SourceRange;
  readonly loc: SourceLocation;
  readonly body: readonly never[];
  readonly tokens: readonly never[];
  readonly comments: readonly never[];
}

const asked = new WeakMap<object, ReadonlySet<string>>();

/** The parser services that rules requested for a text. Rules for other formats check whether it is theirs. */
export function servicesAskedOf(sourceCode: object): ReadonlySet<string> {
  return asked.get(sourceCode) ?? new Set();
}

interface Located {
  readonly range: SourceRange;
  readonly loc: SourceLocation;
}

const directiveParser = new ConfigCommentParser();

/** A text in ESLint: its lines, and comments with ESLint directives. ESLint requires a class. */
class TextSourceCode extends TextSourceCodeBase<{
  LangOptions: Record<string, unknown>;
  RootNode: TextRoot;
  SyntaxElementWithLoc: Located;
  ConfigNode: DirectiveComment;
}> {
  readonly hasBOM: boolean;
  readonly visitorKeys = { [TEXT_ROOT]: [] };
  #comments: readonly DirectiveComment[] | null = null;

  constructor(text: string, ast: TextRoot, hasBOM: boolean) {
    super({ text, ast, lineEndingPattern: /\r\n|[\r\n]/u });
    this.hasBOM = hasBOM;
    // In addition to this class's members: members that rules for JavaScript expect, without content.
    for (const [name, answer] of Object.entries(NO_SCRIPT)) {
      if (!(name in this)) Object.defineProperty(this, name, { value: answer, enumerable: false });
    }
    const names = new Set<string>();
    asked.set(this, names);
    const get = (services: object, name: string | symbol): unknown => {
      if (typeof name === 'string') names.add(name);
      return Reflect.get(services, name);
    };
    Object.defineProperty(this, 'parserServices', { value: new Proxy(parserServices, { get }), enumerable: false });
  }

  override getParent(): undefined {
    return undefined;
  }

  getLines(): string[] {
    return this.lines;
  }

  get lineStartIndices(): number[] {
    return this.lines.map((_, index) => this.getIndexFromLoc({ line: index + 1, column: 0 }));
  }

  /**
   * Visits no nodes. Some rules visit `*`, others any `ast.type`. On a text they would throw, or rewrite it as
   * JavaScript.
   */
  override traverse(): CallMethodStep[] {
    return [new CallMethodStep({ target: TEXT_EVENT, args: [this.ast] })];
  }

  getInlineConfigNodes(): DirectiveComment[] {
    this.#comments ??= directiveComments(this.text);
    return [...this.#comments];
  }

  getDisableDirectives(): { directives: Directive[]; problems: FileProblem[] } {
    const directives: Directive[] = [];
    const problems: FileProblem[] = [];
    for (const node of this.getInlineConfigNodes()) {
      const { label, value, justification, loc } = node;
      if (label === 'eslint') continue;
      if (label === 'eslint-disable-line' && loc.start.line !== loc.end.line) {
        problems.push({ ruleId: null, message: `${label} comment should not span multiple lines.`, loc });
        continue;
      }
      const type = label.slice('eslint-'.length) as DirectiveType;
      directives.push(new Directive({ type, node, value, justification }));
    }
    return { directives, problems };
  }

  applyInlineConfig(): { configs: { config: { rules: RulesConfig }; loc: SourceLocation }[]; problems: FileProblem[] } {
    const configs: { config: { rules: RulesConfig }; loc: SourceLocation }[] = [];
    const problems: FileProblem[] = [];
    for (const { label, value, loc } of this.getInlineConfigNodes()) {
      if (label !== 'eslint') continue;
      const parsed = directiveParser.parseJSONLikeConfig(value);
      if (parsed.ok) configs.push({ config: { rules: parsed.config }, loc });
      else problems.push({ ruleId: null, message: parsed.error.message, loc });
    }
    return { configs, problems };
  }
}

/** A comment with an ESLint directive. */
interface DirectiveComment {
  readonly type: 'Comment';
  /** `eslint-disable-line`, `eslint`, … */
  readonly label: string;
  /** Text between the label and the reason. */
  readonly value: string;
  /** The reason, after `--`. */
  readonly justification: string;
  /** Only the comment, without the space around it. An unused one is removed by this range. */
  readonly range: SourceRange;
  readonly loc: SourceLocation;
}

/** A rule severity must contain the plugin's name, so that sentences beginning with "eslint" do not match. */
const WORD =
  /\beslint(?:-(?:disable|enable)(?:-(?:next-)?line)?(?![\w-])|(?=\s{1,20}["']?[@\w-]{1,80}\/[\w/-]{1,80}["']?\s{0,20}:))/g;

const parser = new ConfigCommentParser();

/** ESLint directives in a text, after a comment marker of any language. */
function directiveComments(text: string): DirectiveComment[] {
  if (!text.includes('eslint')) return [];
  const lines = lineIndex(text);
  return [...text.matchAll(WORD)].flatMap(({ index }): DirectiveComment[] => {
    const comment = commentAt(text, index, lines.lineStart(lines.position(index).line));
    const parsed = comment && parser.parseDirective(text.slice(comment.body.offset, comment.body.endOffset));
    if (!parsed) return [];
    const { label, value, justification } = parsed;
    const end = trimmedEnd(text, comment.offset, comment.endOffset);
    const place = (offset: number) => {
      const { line, column } = lines.position(offset);
      return { line, column: column - 1 };
    };
    const loc = { start: place(comment.offset), end: place(end) };
    return [{ type: 'Comment', label, value, justification, range: [comment.offset, end], loc }];
  });
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && text[at - 1]!.trim() === '') at--;
  return at;
}

/**
 * Everything that rules for JavaScript and other languages expect of a file, without content. A config without `files`
 * (`js.configs.recommended` by itself) enables such rules in every file, and without these members the first of them
 * would end the whole run (eslint/markdown#289, eslint/json#46: "scope the config").
 */
const none = (): [] => [];
const nothing = (): null => null;
const no = (): false => false;

/** Any object of a type checker: each of its methods returns an empty object. */
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

const NO_SCRIPT: Readonly<Record<string, unknown>> = {
  ...all(LISTS, none),
  ...all(ITEMS, nothing),
  ...all(QUESTIONS, no),
  isESTree: false,
  tokensAndComments: [],
  // Used by rules for JSON and CSS.
  comments: [],
  lexer: { cssWideKeywords: [] },
  getScope: () => scope,
  scopeManager,
};
