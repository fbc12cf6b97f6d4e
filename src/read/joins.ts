import forms from './forms.json' with { type: 'json' };
import type { Placeholder } from '../text/literal.ts';
import { namedForms, FAR, lineBefore, matchAt, NEAR, textBefore } from '../text/source.ts';
import type { Language } from './families.ts';
import { variableName } from './filled.ts';
import { closeOf, openBefore } from './brackets.ts';
import type { Joined } from './reader.ts';

const FORMS = namedForms(forms.joins);

/**
 * A list of pieces that the code joins: `[…].join(",")`, `",".join([…])`, `concat(…)`. `end`: the offset of the bracket
 * that ends the pieces; `after`: that behind the whole call.
 */
export type List = Readonly<NonNullable<ReturnType<typeof listAt>>>;

/** The next piece of a joined string: a literal, or an expression. */
export type Piece = {
  /** Text between this piece and the one before it. */
  readonly separator: string;
  /** The list that is being read. */
  readonly list: List | null;
} & ({ readonly quote: string; readonly start: number } | { readonly operand: Omit<Placeholder, 'at'> });

/** The piece that is joined to the one that ended at `after`, or `null`. */
export function nextPiece(joined: Joined, after: number, list: List | null): Piece | null {
  const { text, language } = joined;
  const { opened } = joined.delimiter;
  const { end: at, breaks } = gapAt(joined, after);
  const behind = (offset: number): number => gapAt(joined, offset).end;
  if (list && at >= list.end) return nextPiece(joined, list.after, null);
  const appended = matchAt(FORMS.appended, text, after);
  if (appended && appended[1] === FORMS.assigned.exec(textBefore(text, opened, 80))?.[1])
    return pieceAt(joined, after + appended[0].length, null);
  const call = matchAt(FORMS.call, text, at);
  if (call) return pieceAt(joined, behind(at + call[0].length), listAt(text, at + call[0].length - 1));
  // The mark of an added line, in a diff that removes or adds the line of the string as well.
  const isDiff = text[at - 1] === '\n' && /[+-]/.test(text.charAt(text.lastIndexOf('\n', opened - 1) + 1));
  const operator = isDiff ? undefined : language.joins.find((join) => text.startsWith(join, at));
  if (operator !== undefined) return pieceAt(joined, behind(at + operator.length), list);
  const block = breaks && text.startsWith('- ', at) ? (list ?? blockJoinedAt(text, opened)) : null;
  if (block && at < block.end) return pieceAt(joined, behind(at + 1), block, block.separator);
  if (text[at] === ',') {
    const known = list ?? joinedAt(text, openBefore(text, opened));
    const next = behind(at + 1);
    // Behind the whole list, a comma is that of another call.
    if (known && at < known.end)
      return next < known.end ? pieceAt(joined, next, known, known.separator) : nextPiece(joined, known.end, known);
  }
  return at > after && isAdjacent(joined, at, breaks) ? pieceAt(joined, at, list) : null;
}

/** True if the piece at `at` belongs to the previous one because only white space is between them. */
function isAdjacent({ text, language, delimiter: { opened } }: Joined, at: number, breaks: boolean): boolean {
  const { adjacent } = language;
  if (adjacent === 'items') return /\(str\s+$/.test(textBefore(text, opened, 12));
  if (adjacent === 'operands' && !breaks && /[\w$]/.test(text.charAt(at))) return true;
  if (adjacent === null || adjacent === 'substitutions' || !matchAt(FORMS.string, text, at)) return false;
  return adjacent !== 'brackets' || !breaks || openBefore(text, opened) >= 0;
}

function pieceAt(joined: Joined, at: number, list: List | null, separator = ''): Piece | null {
  const { text, language } = joined;
  const inner = innerList(text, at);
  const start = inner ? gapAt(joined, inner.start).end : at;
  const call = inner ? null : matchAt(FORMS.joinCall, text, at);
  const string = call ? null : matchAt(FORMS.string, text, start);
  if (string) {
    const quote = string[1]!;
    const open = start + string[0].length;
    const isTriple = text.startsWith(quote.repeat(3), open - 1);
    return { separator, list: inner ?? list, quote, start: isTriple ? open + 2 : open };
  }
  const end = call ? closeOf(text, at + call[0].length - 1) : operandEnd(text, at, language.joins.includes('.'));
  if (end <= at) return null;
  const expression = text.slice(at, end);
  const shown = /^[\w$@.]{1,60}$/.test(expression) ? `\${${expression}}` : '…';
  const operand = { offset: at, endOffset: end, text: shown, name: variableName(expression), isExample: false };
  return { separator, list, operand };
}

/** End of an expression such as `process.env.DB_USER`, `System.getenv("X")`, `$user->name`. `at` if there is none. */
function operandEnd(text: string, at: number, dotJoins: boolean): number {
  let end = at + (/^(?:await|new|str|![A-Z]\w{2,11}|Ref:)\s/.exec(text.slice(at, at + 14))?.[0].length ?? 0);
  if (matchAt(FORMS.intrinsic, text, at)) return Math.max(at, closeOf(text, at, NEAR));
  while (end - at < NEAR) {
    const char = text.charAt(end);
    const isOpen = char === '(' || (end > at && (char === '[' || char === '{'));
    if (isOpen) {
      const close = closeOf(text, end, NEAR);
      if (close < 0) break;
      end = close;
      continue;
    }
    const part = matchAt(FORMS.name, text, end) ?? (dotJoins || end === at ? null : matchAt(FORMS.property, text, end));
    if (!part || (end === at && !/[\w$@?]/.test(char))) break;
    end += part[0].length;
  }
  return end;
}

const SEPARATOR = String.raw`(["'\x60])([^"'\x60\\\n]{0,40})\1`;
/** What precedes the bracket of a list of pieces: `",".join(`, `String.join(",", `, `implode(",", `, `!Join ['', `. */
const GIVEN_BEFORE = new RegExp(
  String.raw`(?:${SEPARATOR}\s{0,20}\.\s{0,20}join\(\s{0,20}|(?:(?:[jJ]oin|implode)\(|Join["']?:?\s{0,20}\[)\s{0,20}${SEPARATOR.replace('\\1', '\\3')}\s{0,20},\s{0,20})(?:new )?[\w.<>[\]]{0,30}$`,
);
const AS_ARGUMENT = new RegExp(String.raw`\(\s{0,20}${SEPARATOR}\s{0,20},\s{0,20}`, 'y');
/** What follows it: `].join(",")`, `).mkString`, and the last argument of `strings.Join([]string{…}, ",")`. */
const GIVEN_BEHIND = new RegExp(
  String.raw`\s{0,20}\.\s{0,20}(?:join(?:ed)?|mkString|joinToString)(?:\(\s{0,20}(?:(?:separator\s?[:=]\s?)?${SEPARATOR}\s{0,20})?\))?(?!\w)`,
  'y',
);
const LAST_ARGUMENT = new RegExp(String.raw`\s{0,20},\s{0,20}${SEPARATOR}\s{0,20}\)`, 'y');

/** A list between a bracket and the one that closes it. */
function listAt(text: string, bracket: number) {
  const close = closeOf(text, bracket);
  return close < 0 ? null : { separator: '', start: bracket + 1, end: close - 1, after: close };
}

/** The list whose pieces are behind this bracket, if the code joins them. */
function joinedAt(text: string, bracket: number): List | null {
  const list = bracket < 0 ? null : listAt(text, bracket);
  if (!list) return null;
  const close = list.after;
  const before = textBefore(text, bracket, 80);
  const found = (separator: string, after: number, start = list.start): List => ({ ...list, separator, start, after });
  const given = GIVEN_BEFORE.exec(before);
  if (given)
    return found(given[2] ?? given[4]!, close + (/^\s{0,40}\)/.exec(text.slice(close, close + 42))?.[0].length ?? 0));
  const listed = FORMS.listBefore.exec(before)?.[0];
  const behind = matchAt(GIVEN_BEHIND, text, close);
  if (text[bracket] === '(' && !behind && listed === undefined) {
    if (FORMS.concatenating.test(before)) return found('', close);
    const argument = /(?:[jJ]oin|implode)$/.test(before) ? matchAt(AS_ARGUMENT, text, bracket) : null;
    return argument && found(argument[2]!, close, bracket + argument[0].length);
  }
  if (behind)
    return found(behind[2] ?? (/(?:join|joinToString)\(\)$/.test(behind[0]) ? ',' : ''), close + behind[0].length);
  const last = listed?.includes('(') ? matchAt(LAST_ARGUMENT, text, close) : null;
  if (last) return found(last[2]!, close + last[0].length);
  // Without one, the pieces follow each other, unless the separator is before the call.
  return listed !== undefined && !/(?<!Enum\.)[jJ]oin\(/.test(before.slice(-20)) ? found('', close) : null;
}

/** `Fn::Join:` of CloudFormation with its list in block style, up to the first piece. */
const BLOCK_BEFORE = new RegExp(String.raw`Join:?\s{1,80}-[ \t]{1,4}${SEPARATOR}\s{1,80}-\s{1,80}-[ \t]{1,4}$`);

/** The list in block style whose first piece is behind this offset. It ends at a line that is indented less. */
function blockJoinedAt(text: string, opened: number): List | null {
  const [, , separator] = BLOCK_BEFORE.exec(textBefore(text, opened, 300)) ?? [];
  if (separator === undefined) return null;
  const indent = lineBefore(text, opened).lastIndexOf('-');
  const length = text.slice(opened, opened + FAR).search(new RegExp(String.raw`\n(?! {${indent}}[ -])`));
  const end = length < 0 ? text.length : opened + length;
  return { separator, start: opened, end, after: end };
}

/** The list that begins at `at`, if the code joins it and all its elements are literals. */
function innerList(text: string, at: number): List | null {
  const start = matchAt(FORMS.listStart, text, at)?.[0];
  const list = start === undefined ? null : joinedAt(text, at + start.length - 1);
  if (!list) return null;
  const elements = text.slice(list.start, list.end);
  const rest = elements.replace(/[fFrRbBuU]{0,2}(["'])[^"'\\\n]{0,300}\1/g, '').replace(/(?:#|\/\/)[^\n]{0,300}/g, '');
  return rest.length < elements.length && /^[\s,]*$/.test(rest) ? list : null;
}

/** White space, comments and continued lines from `at` on. `breaks`: a line ends, and nothing says that it continues. */
function gapAt({ text, language, context }: Joined, at: number): { readonly end: number; readonly breaks: boolean } {
  const isComment = context === 'comment';
  let breaks = false;
  for (let end = at; ;) {
    const blank = matchAt(FORMS.blank, text, end)?.[0].length ?? 0;
    if (blank > 0) end += blank;
    else if (text[end] === '\n') {
      const lead = isComment ? (matchAt(FORMS.commentLead, text, end)?.[0].length ?? 0) : 1;
      if (lead === 0) return { end, breaks };
      breaks = true;
      end += lead;
    } else {
      const next = isComment ? -1 : commentEnd(text, end, language);
      if (next < 0) return { end, breaks };
      end = next;
    }
  }
}

/** End of the comment that begins at `at`, or -1. */
function commentEnd(text: string, at: number, { line, blocks }: Language): number {
  const ahead = text.slice(at, at + NEAR);
  const block = blocks.find(([open]) => ahead.startsWith(open));
  if (block) {
    const end = ahead.indexOf(block[1], block[0].length);
    return end < 0 ? -1 : at + end + block[1].length;
  }
  if (!line || !matchAt(line, text, at)) return -1;
  const end = ahead.indexOf('\n');
  return end < 0 ? -1 : at + end;
}
