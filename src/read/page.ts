import type { Context } from '../text/literal.ts';
import { FAR, lineStartBefore, matchAt, matchesIn, NEAR, once, oncePerText, rangeAt } from '../text/source.ts';
import { textBefore, type Match, type Range, type Source } from '../text/source.ts';
import { CLOSERS } from './brackets.ts';
import { languageNamed, languageOf, type BlockComment, type Language } from './families.ts';

/**
 * How a string begins and ends. `quote`: the one before it, `null` for bare text; `opened`: its offset, or that of the
 * string without one; `escapes`: the number of backslashes before the quote, because a string inside a string ends at a
 * quote with the same escapes; `closer`: the bracket or mark at which bare text ends.
 */
export type Delimiter = Readonly<ReturnType<typeof delimiterAt>>;

/** A comment from its mark to its end. */
export interface Comment extends Range {
  /** Where the mark at its end begins. */
  readonly closesAt: number;
}

export type Page = Readonly<ReturnType<typeof pageOf>>;

/** One view of a text, made once per file: what is around an offset. */
export const pageOf = oncePerText((source: Source) => {
  const { path, text } = source;
  const named = languageOf(path, text);
  const language = named.name === 'text' && named.prose && hasOnlyValues(text) ? languageNamed('env')! : named;
  const fences = once(() => (language.prose && language.name !== 'text' ? fencesOf(text) : []));
  const lines = lineReader(text);
  const stateAt = (at: number): LineState => lines(at, language);
  const blocks = once(() => {
    const isTemplate = /\.(?:j2|jinja2?|twig|njk)$/.test(path) || /\{\{|\{%|<%#/.test(text);
    const forms = isTemplate ? [...language.blocks, ...TEMPLATE_FORMS] : language.blocks;
    const docstrings = ['python', 'elixir'].includes(language.name) ? docstringsOf(text) : [];
    const found = forms.flatMap((form) => blocksOf(text, form, stateAt));
    return [...found, ...docstrings].sort((a, b) => a.offset - b.offset);
  });
  const fenceAt = (offset: number) => rangeAt(fences(), offset);
  /** The language at an offset: in a document, that of the fenced block around it. */
  const languageAt = (offset: number): Language => fenceAt(offset)?.language ?? language;
  return {
    language,
    languageAt,
    contextAt(offset: number): Context {
      const fence = fenceAt(offset);
      if (language.prose && !fence)
        return language.name === 'text' && matchAt(BARE, text, lineStartBefore(text, offset)) ? 'code' : 'prose';
      const isComment = lines(offset, fence?.language ?? language).comment || (!fence && rangeAt(blocks(), offset));
      return isComment ? 'comment' : 'code';
    },
    /** The comment around an offset. A fenced block of a document is in none. */
    commentAt(offset: number): Comment | null {
      if (fenceAt(offset)) return null;
      const block = rangeAt(blocks(), offset);
      if (block) return 'closesAt' in block ? (block as Comment) : null;
      // Markup may have scripts, and a text may be anything.
      const isMarked = language.line !== null || (language.prose && language.name !== 'text');
      const { comment, opened } = lines(offset, isMarked ? language : languageNamed('unmarked')!);
      const endOffset = lineEndAfter(text, offset);
      return comment ? { offset: opened, endOffset, closesAt: endOffset } : null;
    },
    /** The delimiter of the string that begins at an offset. */
    delimiterAt: (offset: number): Delimiter => delimiterAt(text, offset, languageAt(offset), lines),
    ...source,
  };
});

/** True for a text of values only: the contents of a secret, a list of addresses, settings as in `.env`. */
const hasOnlyValues = (text: string): boolean => text.split('\n').every((line) => VALUE_LINE.test(line.trim()));
const VALUE_LINE = /^(?:(?:#|(?:export )?[\w.-]{1,80} ?=).*|["']?[a-z+]{3,20}:\/\/\S*)?$/i;

/** A line of a plain text that is no sentence: a setting, an address, a host. */
const BARE = /[ \t]*(?:(?:export )?[\w.-]{1,80} ?=|["']?[a-z+]{3,20}:\/\/\S*\s*$|(?:[\w-]{1,63}\.){3,9}\S*\s*$)/imy;

/** Matches of a pattern outside of comments. */
export function codeMatches(source: Source, pattern: RegExp): Match[] {
  const page = pageOf(source);
  return matchesIn(source.text, pattern).filter(({ offset }) => page.contextAt(offset) !== 'comment');
}

/** Comments of Jinja, ERB and Go templates, which any file may be. */
const TEMPLATE_FORMS: readonly BlockComment[] = [
  ['{#', '#}'],
  ['{{/*', '*/'],
  ['{{- /*', '*/'],
  ['<%#', '%>'],
];

const FENCE = /^[ \t>]*(`{3,}|~{3,})[ \t]*\{?\.?([\w+#-]*)/;
const DIRECTIVE =
  /^([ \t]*)\.\. (?:code(?:-block)?|sourcecode|literalinclude|io-code-block|input|output)::[ \t]*([\w+#-]*)/;

/** Fenced code of Markdown and code directives of reStructuredText, in order. */
function fencesOf(text: string) {
  const found: (Range & { readonly language: Language })[] = [];
  let open: { offset: number; language: Language; isEnd: (line: string) => boolean } | null = null;
  for (let at = 0; at <= text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, Math.min(end, at + NEAR));
    if (open) {
      if (open.isEnd(line)) {
        found.push({ offset: open.offset, endOffset: at - 1, language: open.language });
        open = null;
      }
    } else {
      const [, mark, word = ''] = FENCE.exec(line) ?? DIRECTIVE.exec(line) ?? [];
      if (mark !== undefined)
        open = { offset: end, language: languageNamed(word) ?? languageNamed('text')!, isEnd: endOf(mark) };
    }
    at = end + 1;
  }
  if (open) found.push({ offset: open.offset, endOffset: text.length, language: open.language });
  return found;
}

/** A fence ends with its mark, a directive at a line that is not indented more. */
const endOf = (mark: string): ((line: string) => boolean) =>
  mark.trim() === ''
    ? (line) => line.trim() !== '' && line.search(/\S/) <= mark.length
    : (line) => FENCE.exec(line)?.[1]?.startsWith(mark) ?? false;

/** Comments of several lines, in order. `src/**` is none, and neither is a route `/*` in a string or a line's comment. */
function blocksOf(text: string, [open, close]: BlockComment, stateAt: (at: number) => LineState): Comment[] {
  const found: Comment[] = [];
  for (let at = text.startsWith(open.trimStart()) ? 0 : text.indexOf(open); at >= 0;) {
    // `(*)` is an operator.
    const isOperator = open === '(*' && text[at + open.length] === ')';
    const isApart = at === 0 || /[\s;{}(),>]/.test(text[at - 1]!);
    const { quote, comment } = isApart && open !== '<!--' ? stateAt(at) : { quote: null, comment: false };
    if (!open.startsWith('\n') && (isOperator || !isApart || quote !== null || comment)) {
      at = text.indexOf(open, at + 1);
      continue;
    }
    const closesAt = text.indexOf(close, at + open.length);
    // Without an end, it is something else.
    if (closesAt < 0) break;
    const end = closesAt + close.length;
    // The braces of a Go template belong to its comment.
    const [braces = ''] = open.startsWith('{{') ? (/^\s{0,3}-?\}\}/.exec(text.slice(end, end + 6)) ?? []) : [];
    found.push({ offset: at, endOffset: end + braces.length, closesAt });
    at = text.indexOf(open, end);
  }
  return found;
}

/** Texts of three quotes that are a statement of their own, which describe the code. */
const docstringsOf = (text: string): Range[] =>
  matchesIn(text, /("""|''')[^]*?(?:\1|(?![^]))/g).filter(({ offset }) => {
    const line = lineStartBefore(text, offset);
    return LEAD.test(text.slice(line, offset)) && !GOES_ON.test(textBefore(text, line));
  });

/** At the start of a line, but no argument, item or value of the key on the line before. */
const LEAD = /^[ \t]*(?:@\w*doc[ \t]+(?:~[sS])?)?[rRuUbB]?$/;
const GOES_ON = /(?:[([{,=+%\\]|["'][ \t]{0,9}:)[ \t]{0,80}(?:#[^\n]{0,99})?\s{0,80}$/;

/** What is open at an offset `at` of a line. */
type LineState = Readonly<ReturnType<typeof lineState>>;
const lineState = (at: number) => ({ at, quote: null as string | null, opened: -1, comment: false });

type LineReader = (at: number, language: Language) => LineState;

/** Reads lines up to an offset, and goes on from the last one, so that a long line with many hits is read once. */
function lineReader(text: string): LineReader {
  let last: LineState = lineState(-1);
  let lastLanguage: Language | null = null;
  return (to, language) => {
    const start = lineStartBefore(text, to, FAR);
    const isKnown = lastLanguage === language && last.at <= to && last.at > start;
    let { at, quote, opened, comment } = isKnown ? last : lineState(start);
    for (; at < to; at++) {
      const char = text[at]!;
      if (quote !== null) {
        if (char === '\\') at++;
        else if (char === quote) quote = null;
      } else if (!comment && beginsComment(text, at, start, language)) [comment, opened] = [true, at];
      else if (isQuote(text, at, language)) [quote, opened] = [char, at];
    }
    lastLanguage = language;
    return (last = { at, quote, opened, comment });
  };
}

/** A comment begins at the start of a line or after white space. `//` also after code, but never in `://`. */
function beginsComment(text: string, at: number, lineStart: number, { line, prose }: Language): boolean {
  const before = at === lineStart ? ' ' : text[at - 1]!;
  if (before > ' ' && (prose || text[at] !== '/' || !/[;,)}\]"'`]/.test(before))) return false;
  return line !== null && matchAt(line, text, at) !== null;
}

/** An apostrophe in a word is no quote, and none is in a document. */
function isQuote(text: string, at: number, { prose }: Language): boolean {
  const char = text[at];
  if (char === '"' || char === '`') return true;
  return char === "'" && !prose && !(isWord(text, at - 1) && isWord(text, at + 1));
}

const isWord = (text: string, at: number): boolean => /\w/.test(text.charAt(at));

/** Brackets and quotes of bare text. */
const MARKS: Readonly<Partial<Record<string, string>>> = {
  ...CLOSERS,
  '<': '>',
  '\u201c': '\u201d',
  '\u2018': '\u2019',
  '«': '»',
};
/** `$$…$$` of SQL, and the separator of `s/…/…/`. */
const MARK = /\$\w{0,16}\$$|(?<=(?:^|[\s'";(])[smy])[/|#,!~]$/;

function delimiterAt(text: string, start: number, language: Language, lines: LineReader) {
  const before = text.charAt(start - 1);
  if (before === '"' || before === "'" || before === '`') {
    let escapes = 0;
    while (text[start - 2 - escapes] === '\\') escapes++;
    // `sed 's/x/"mongodb://…"/'`: quotes inside the quotes of a shell are text, which joins nothing.
    const isInner = language.adjacent === 'words' && escapes === 0 && lines(start - 1, language).quote !== null;
    if (isInner && lines(start - 1, language).quote !== before)
      return { quote: null, opened: start, escapes, closer: before };
    const opened = text.startsWith(before.repeat(3), start - 3) ? start - 3 : start - 1;
    return { quote: before, opened, escapes, closer: null };
  }
  const mark = '$/|#,!~'.includes(before) ? MARK.exec(textBefore(text, start, 20))?.[0] : undefined;
  if (mark !== undefined) return { quote: null, opened: start, escapes: 0, closer: mark };
  const { quote, opened } = lines(start, language);
  if (quote !== null && text[opened + 1] !== quote) return { quote, opened, escapes: 0, closer: null };
  const isColumn = language.name === 'csv' && /[,;]/.test(before);
  return { quote: null, opened: start, escapes: 0, closer: isColumn ? before : (MARKS[before] ?? null) };
}

export type DirectiveComment = NonNullable<ReturnType<typeof directiveComment>>;

/** The comment, or line of one (` * word …`), with this first word. `body`: its words; `closedAt`: the end of all of it. */
export function directiveComment(page: Page, word: number) {
  const { text } = page;
  const comment = page.commentAt(word);
  if (!comment) return null;
  const { offset, endOffset, closesAt } = comment;
  if (/^(?:rem\s)?\W*$/i.test(text.slice(offset, word)))
    return { offset, endOffset, body: { offset: word, endOffset: closesAt }, closedAt: endOffset };
  if (!/^[ \t]*\*[ \t]*$/.test(text.slice(lineStartBefore(text, word), word))) return null;
  const body = { offset: word, endOffset: Math.min(closesAt, lineEndAfter(text, word)) };
  return { ...body, body, closedAt: closesAt };
}

/** End of the line with an offset, but not further behind it than a command reaches: a line can be as long as the file. */
export function lineEndAfter(text: string, at: number): number {
  const part = text.slice(at, at + FAR);
  const end = part.indexOf('\n');
  return at + (end < 0 ? part.length : end);
}

/** The line of a command with all its continuation lines, or `null` for a text that is too long for a command. */
export function commandLine(text: string, at: number): Range | null {
  // A line that the next one continues: shell, PowerShell, batch.
  const isContinued = (end: number): boolean => /(?:[\\^]|[ \t]\x60)[ \t]{0,8}\r?$/.test(textBefore(text, end, 12));
  let offset = lineStartBefore(text, at, FAR);
  while (offset > 0 && at - offset < FAR && isContinued(offset - 1)) offset = lineStartBefore(text, offset - 1, FAR);
  let endOffset = lineEndAfter(text, at);
  while (text[endOffset] === '\n' && endOffset - at < FAR && isContinued(endOffset))
    endOffset = lineEndAfter(text, endOffset + 1);
  const isWhole = (offset === 0 || text[offset - 1] === '\n') && (text[endOffset] ?? '\n') === '\n';
  return isWhole ? { offset, endOffset } : null;
}
