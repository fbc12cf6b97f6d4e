import { fenceAt } from './fence.ts';
import { gapAt } from './gap.ts';
import { balancedEnd, holeText, variableName } from './holes.ts';
import { joinCallAt, listEndAt, listGlue } from './join-list.ts';
import type { Syntax } from './syntax.ts';

/** Where the characters of a string literal begin, and how it ends. */
interface StringStart {
  readonly quote: string;
  readonly start: number;
  readonly raw: boolean;
  readonly closer: string | null;
}

/** The next piece of a string that is put together from several. */
export type Piece = {
  /** Text between this piece and the one before it. */
  readonly glue: string;
  /** What a comma behind the piece writes, where it is an argument of a joining call; `null` outside of one. */
  readonly list: string | null;
} & (
  | (StringStart & { readonly kind: 'string' })
  | {
      readonly kind: 'hole';
      readonly offset: number;
      readonly endOffset: number;
      readonly text: string;
      readonly name: string | null;
    }
);

export interface JoinPlace {
  /** Offset of the delimiter that opened the first piece. */
  readonly opened: number;
  /** True inside a comment: further lines begin with its marker. */
  readonly comment: boolean;
  /** What a comma behind the piece before writes. */
  readonly list: string | null;
}

const PREFIX = /^(?:[fFrRbBuUL]{0,2}|u8R|\$+@?|@\$?|[a-z]{1,4}|[a-z]{0,2}#{1,16})(?=["'`])/;

/** The string literal that begins at `at`, or nothing. */
function stringStart(text: string, at: number, syntax: Syntax): StringStart | null {
  const prefix = PREFIX.exec(text.slice(at, at + 20))?.[0] ?? '';
  const quoteAt = at + prefix.length;
  const quote = text.charAt(quoteAt);
  if (quote === '' || !syntax.quotes.includes(quote) || (prefix.includes('#') && syntax.fenced !== 'hashes'))
    return null;
  const raw = /^[rR]$/.test(prefix);
  const fence = fenceAt(text, quoteAt, syntax);
  if (fence) return { quote, raw, ...fence };
  const triple = text.startsWith(quote.repeat(3), quoteAt) ? 3 : 1;
  return { quote, start: quoteAt + triple, raw, closer: null };
}

/** End of an operand such as `process.env.DB_USER`, `System.getenv("X")`, `$user->name`; `at` when there is none. */
function operandEnd(text: string, at: number, dotJoins: boolean): number {
  let i = at;
  if (/^(?:await|new|str|url\.)\s/.test(text.slice(i, i + 6))) i = text.indexOf(' ', i) + 1;
  while (i < text.length && i - at < 300) {
    const char = text[i]!;
    if (/[\w$@]/.test(char)) i++;
    else if (i === at && char !== '(') return at;
    else if (char === '(' || char === '[') {
      const end = balancedEnd(text, i, 400);
      if (end < 0) return i;
      i = end;
    } else if (char === '{' && /->$|^\$\w+$/.test(text.slice(Math.max(at, i - 40), i))) {
      const end = balancedEnd(text, i, 400);
      if (end < 0) return i;
      i = end;
    } else if (/^(?:->|::|\?\.|\?->)[\w$[{(]/.test(text.slice(i, i + 5)))
      i += text[i] === '?' && text[i + 2] === '>' ? 3 : 2;
    else if (char === '.' && !dotJoins && /[\w$]/.test(text.charAt(i + 1))) i++;
    else if (char === '!' && /[.[)\s+,;]/.test(text.charAt(i + 1))) i++;
    else break;
  }
  return i;
}

const CALL = /^\)?\s*(?:\?\.|\.)\s*(?:concat|append|Append|push|plus|write_str)\(/;

interface Joint {
  readonly next: number;
  readonly glue: string;
  readonly list: string | null;
}

/** The operator behind a piece, with the offset of the next one. */
function jointAt(text: string, after: number, syntax: Syntax, place: JoinPlace): Joint | null {
  const behind = (at: number): number => gapAt(text, at, syntax, place.comment).endOffset;
  const { endOffset: at, breaks } = gapAt(text, after, syntax, place.comment);
  const call = CALL.exec(text.slice(at, at + 24));
  if (call) return { next: behind(at + call[0].length), glue: '', list: '' };
  if (place.list !== null && text[at] === ',') {
    const next = behind(at + 1);
    // A comma behind the last element joins nothing.
    if (listEndAt(text, next) === 0) return { next, glue: place.list, list: place.list };
    return jointAt(text, next + listEndAt(text, next), syntax, { ...place, list: null });
  }
  const ended = place.list === null ? 0 : listEndAt(text, at);
  if (ended > 0) return jointAt(text, at + ended, syntax, { ...place, list: null });
  for (const join of syntax.joins) {
    if (NO_SIGN.has(join) || !text.startsWith(join, at)) continue;
    if (text[at + join.length] === '=' || text.startsWith('...', at)) continue;
    return { next: behind(at + join.length), glue: '', list: place.list };
  }
  if (text[at] === ',') {
    const glue = listGlue(text, at, place.opened);
    if (glue !== null) return { next: behind(at + 1), glue, list: null };
  }
  return at > after && isAdjacent(text, at, breaks, syntax, place) ? { next: at, glue: '', list: place.list } : null;
}

/** Ways to join without a sign of its own. */
const NO_SIGN = new Set(['', '()', ' ', 'operand', 'word', ',']);

/** True when the piece at `at` belongs to the one before it because nothing stands between them. */
function isAdjacent(text: string, at: number, breaks: boolean, syntax: Syntax, { opened }: JoinPlace): boolean {
  const { joins } = syntax;
  if (joins.includes(' ') && /\(str\s+$/.test(text.slice(Math.max(0, opened - 12), opened))) return true;
  if (joins.includes('operand') && !breaks && /[\w$]/.test(text[at]!)) return !/^in\b/.test(text.slice(at, at + 3));
  if (!stringStart(text, at, syntax)) return false;
  return (
    joins.includes('') ||
    (joins.includes('operand') && !breaks) ||
    (joins.includes('()') && (!breaks || isBracketed(text, opened)))
  );
}

/** How far a bracket is looked for that is still open, in code units. */
const BRACKET_WINDOW = 4_000;

/** True where a statement goes on over line ends: behind an open bracket. */
function isBracketed(text: string, at: number): boolean {
  let open = 0;
  for (let i = at - 1; i >= Math.max(0, at - BRACKET_WINDOW); i--) {
    if (/[([{]/.test(text[i]!) && ++open > 0) return true;
    if (/[)\]}]/.test(text[i]!)) open--;
  }
  return false;
}

/** The piece that is joined to the one that ended at `after`, or nothing. */
export function nextPiece(text: string, after: number, syntax: Syntax, place: JoinPlace): Piece | null {
  const joint = jointAt(text, after, syntax, place);
  if (!joint) return null;
  const { next, glue } = joint;
  const joining = joinCallAt(text, next);
  const inside = joining?.isLiteral ? gapAt(text, joining.start, syntax, place.comment).endOffset : next;
  const string = joining && inside === next ? null : stringStart(text, inside, syntax);
  if (string) return { kind: 'string', ...string, glue, list: inside > next ? joining!.separator : joint.list };
  const end = joining?.endOffset ?? operandEnd(text, next, syntax.joins.includes('.'));
  if (end <= next) return null;
  const expression = text.slice(next, end);
  const name = variableName(expression);
  return {
    kind: 'hole',
    offset: next,
    endOffset: end,
    text: `\${${holeText(expression)}}`,
    name,
    glue,
    list: joint.list,
  };
}
