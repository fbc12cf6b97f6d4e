import type { DirectiveType, FileProblem, RulesConfig, SourceLocation, SourceRange } from '@eslint/core';
import { CallMethodStep, ConfigCommentParser, Directive, TextSourceCodeBase } from '@eslint/plugin-kit';
import { TEXT_EVENT, TEXT_ROOT } from './host-code.ts';
import { NO_SCRIPT } from './no-script.ts';
import { directiveComments } from './text-directives.ts';
import type { DirectiveComment } from './text-directives.ts';

/** The whole of a text. */
export interface TextRoot {
  readonly type: typeof TEXT_ROOT;
  readonly range: SourceRange;
  readonly loc: SourceLocation;
  readonly body: readonly never[];
  readonly tokens: readonly never[];
  readonly comments: readonly never[];
}

interface Located {
  readonly range: SourceRange;
  readonly loc: SourceLocation;
}

const parser = new ConfigCommentParser();

/** A text as ESLint sees it: lines, and the comments that speak to ESLint. A class because ESLint demands one. */
export class TextSourceCode extends TextSourceCodeBase<{
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
    // Beside this class's own members: what rules for JavaScript ask of every file, with empty answers.
    for (const [name, answer] of Object.entries(NO_SCRIPT)) {
      if (!(name in this)) Object.defineProperty(this, name, { value: answer, enumerable: false });
    }
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
   * Shows no node at all. Some rules visit `*`, others whatever type `ast` has: on a text they would end the run, or
   * rewrite it as JavaScript.
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
      const parsed = parser.parseJSONLikeConfig(value);
      if (parsed.ok) configs.push({ config: { rules: parsed.config }, loc });
      else problems.push({ ruleId: null, message: parsed.error.message, loc });
    }
    return { configs, problems };
  }
}
