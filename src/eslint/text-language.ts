import type { DirectiveType, FileProblem, Language, OkParseResult, RuleContext, SourceRange } from '@eslint/core';
import { CallMethodStep, ConfigCommentParser, Directive, TextSourceCodeBase } from '@eslint/plugin-kit';
import { directiveComment, pageOf } from '../read/page.ts';
import { lineIndex, type Source } from '../text/source.ts';

export const TEXT_ROOT = 'ConnlintText';

/** Emitted once per text. It differs from the root's type, because rules of other plugins listen for any `ast.type`. */
export const TEXT_EVENT = 'onConnlintText';

type TextRoot = ReturnType<typeof rootOf>;

/** For text files without a language of their own. Only comments are parsed: connlint's rules read the text. */
export const textLanguage: Language = {
  fileType: 'text',
  lineStart: 1,
  columnStart: 0,
  nodeTypeKey: 'type',
  visitorKeys: { [TEXT_ROOT]: [] },
  defaultLanguageOptions: { parserOptions: {} },
  // A config without `files` also sets options for scripts (a parser, globals), which have no effect here.
  validateLanguageOptions: () => undefined,
  // Only a language for binary files would receive bytes.
  parse: ({ body }) => ({ ok: true, ast: rootOf(body as string) }),
  createSourceCode: ({ body, path }, { ast }: OkParseResult) =>
    new TextSourceCode(body as string, ast as TextRoot, path),
};

function rootOf(text: string) {
  const { line, column } = lineIndex(text).position(text.length);
  const loc = { start: { line: 1, column: 0 }, end: { line, column: column - 1 } };
  const range: SourceRange = [0, text.length];
  return { type: TEXT_ROOT, range, loc, body: [], comments: [], tokens: [] } as const;
}

const NO_SCOPE = {
  type: 'global',
  upper: null,
  childScopes: [],
  variables: [],
  references: [],
  through: [],
  set: new Map(),
};

const NO_SCOPES = { scopes: [NO_SCOPE], globalScope: NO_SCOPE, acquire: () => null, getDeclaredVariables: () => [] };

const directiveParser = new ConfigCommentParser();

/** A text in ESLint: its lines, and comments with ESLint directives. ESLint requires a class. */
class TextSourceCode extends TextSourceCodeBase {
  constructor(text: string, ast: TextRoot, path: string) {
    super({ text, ast, lineEndingPattern: /\r\n|[\r\n]/u });
    this.path = path;
  }

  readonly path: string;

  /** True if a rule asked for something that only scripts have. */
  isTakenForScript = false;
  readonly visitorKeys: Record<string, string[]> = { [TEXT_ROOT]: [] };

  readonly #asScript = <T>(value: T): T => {
    this.isTakenForScript = true;
    return value;
  };

  /** For rules of scripts, which a config without `files` creates here too. `connlint/config` names that config. */
  readonly getAllComments = (): [] => this.#asScript([]);
  readonly getScope = (): typeof NO_SCOPE => this.#asScript(NO_SCOPE);
  get scopeManager(): typeof NO_SCOPES {
    return this.#asScript(NO_SCOPES);
  }

  /** Rules that need types refuse to start without a program. Rules for another language look for a service of it. */
  readonly parserServices = {
    program: {
      getCompilerOptions: () => this.#asScript({ strict: true }),
      getTypeChecker: () => this.#asScript({}),
      getSourceFile: () => null,
    },
    esTreeNodeToTSNodeMap: new WeakMap(),
    tsNodeToESTreeNodeMap: new WeakMap(),
  };

  /** Visits no nodes. Some rules visit `*`. On a text they would throw, or rewrite it as a script. */
  override traverse(): CallMethodStep[] {
    return [new CallMethodStep({ target: TEXT_EVENT, args: [this.ast] })];
  }

  getInlineConfigNodes(): ReturnType<typeof directiveComments> {
    return directiveComments(this);
  }

  getDisableDirectives(): { directives: Directive[]; problems: FileProblem[] } {
    const directives = this.getInlineConfigNodes().map((node) => {
      const { label, value, justification } = node;
      return new Directive({ type: label.slice('eslint-'.length) as DirectiveType, node, value, justification });
    });
    return { directives, problems: [] };
  }
}

/** Comments of any language with an ESLint directive: `eslint-disable-line`, the text behind it, and the reason. */
function directiveComments({ path, text }: Source) {
  if (!text.includes('eslint-')) return [];
  const lines = lineIndex(text);
  const page = pageOf({ path, text });
  return [...text.matchAll(/\beslint-(?:disable|enable)(?:-(?:next-)?line)?(?![\w-])/g)].flatMap(({ index }) => {
    const comment = directiveComment(page, index);
    const parsed = comment && directiveParser.parseDirective(text.slice(comment.body.offset, comment.body.endOffset));
    if (!parsed) return [];
    const { label, value, justification } = parsed;
    const end = comment.offset + text.slice(comment.offset, comment.endOffset).trimEnd().length;
    const place = (offset: number) => {
      const { line, column } = lines.position(offset);
      return { line, column: column - 1 };
    };
    const loc = { start: place(comment.offset), end: place(end) };
    // Without the space around it: an unused one is removed by this range.
    const range: SourceRange = [comment.offset, end];
    return [{ type: 'Comment' as const, label, value, justification, range, loc }];
  });
}

/** By the language options of a config that enables rules for scripts in texts: the first such file. */
const reported = new WeakMap<object, string>();

/** Whether other plugins have rules or a parser for a text, where they report nothing. Said once per config. */
export function hasMisplacedRules({ filename, languageOptions, sourceCode }: RuleContext): boolean {
  if (!(sourceCode instanceof TextSourceCode)) return false;
  const { parser } = languageOptions as { readonly parser?: { readonly name?: string } };
  // ESLint 9.7 sets its own parser for every file.
  if (!sourceCode.isTakenForScript && (!parser || parser.name === 'espree')) return false;
  const first = reported.get(languageOptions) ?? filename;
  reported.set(languageOptions, first);
  return first === filename;
}
