import { HOLE } from '../core/literal.ts';
import type { ServiceProfile } from '../core/service.ts';
import { builder } from './builder.ts';
import type { Builder } from './builder.ts';
import { backslashAt, entityAt } from './escapes.ts';
import type { Decoded } from './escapes.ts';
import { holeAt } from './holes.ts';
import type { HoleRules } from './holes.ts';
import { nextPiece } from './join.ts';
import { endsOnly, plainEnd } from './plain-run.ts';
import type { Only } from './plain-run.ts';
import { closesBracket, endsParameter, overSpace, spaceInPassword } from './scan-end.ts';
import { isSpace, QUOTES, STOP } from './stop.ts';
import type { Syntax } from './syntax.ts';
import { inUserInfo } from './user-info.ts';

/** Where a string begins and how its surroundings write it. */
export interface Opening {
  /** Delimiter in front of the string, `null` for bare text. */
  readonly quote: string | null;
  /** Offset of the delimiter. */
  readonly opened: number;
  /** Number of backslashes before the delimiter: a string inside a string ends at one that is escaped alike. */
  readonly escapes: number;
  /** True where `$name` is text whatever the language. */
  readonly raw: boolean;
  /**
   * What ends the string where that is no quote alone: the other half of a bracket or a separator of a pattern for bare text, all of
   * `)x"` for a quoted one.
   */
  readonly closer: string | null;
  readonly comment: boolean;
}

export interface ScanRules {
  readonly syntax: Syntax;
  readonly holes: HoleRules;
  readonly profile: ServiceProfile;
  /** True when the text is percent-encoded as a whole. */
  readonly percent: boolean;
  /** True when pieces may be joined. */
  readonly join: boolean;
  /** What is looked for, where that is no whole string: it is read no further than it can go. */
  readonly only: Only | undefined;
}

export interface Scanned {
  readonly pieces: Builder;
  /** True when the string ended at its own delimiter, so that nothing of it is punctuation of the text around. */
  readonly closed: boolean;
  readonly decoded: 'json' | 'html' | 'percent' | null;
}

interface State {
  /** Where the string begins. */
  readonly from: number;
  quote: string | null;
  escapes: number;
  raw: boolean;
  closer: string | null;
  /** What a comma writes inside the arguments of `.concat(…)`, `",".join([…])` and the like; `null` elsewhere. */
  list: string | null;
  decoded: Scanned['decoded'];
}

/** Longest string that is read: far above any real one, far below what would hurt. */
const LONGEST = 8_192;
const PERCENT = /%(?:25)?(2f|3a|3f|26|3d|2b|40|2c)/iy;

/** True behind a character after which a part of a connection string can begin. */
function partStart(pieces: Builder): boolean {
  const last = pieces.last();
  return last === '' || '/:@.,=&?-'.includes(last);
}

/** Reads one string from `start` on. Linear: every character is looked at a bounded number of times. */
export function scan(text: string, start: number, opening: Opening, rules: ScanRules): Scanned {
  const pieces = builder(text);
  const { quote, escapes, raw, closer: ends } = opening;
  const state: State = { from: start, quote, escapes, raw, closer: ends, list: null, decoded: null };
  let at = start;
  let closed = false;
  while (at < text.length && pieces.length() < LONGEST) {
    const closer = state.closer === null ? -1 : state.closer.charCodeAt(0);
    const end = plainEnd(text, at, closer, rules.only, at + LONGEST - pieces.length());
    if (end > at) {
      pieces.run(at, end);
      at = end;
      continue;
    }
    const char = text[at]!;
    if (endsAt(text, at, char, state, rules) && !inUserInfo(text, at, rules.syntax, state, pieces)) {
      const next = state.escapes === 0 ? joined(text, at, opening, rules, state, pieces) : -1;
      if (next < 0) {
        closed = isDelimiter(text, at, state);
        break;
      }
      at = next;
      continue;
    }
    const next = step(text, at, char, opening, rules, state, pieces);
    if (next < 0) break;
    at = next;
  }
  return { pieces, closed: closed || (at >= text.length && state.quote === null), decoded: state.decoded };
}

/** True at what ends a quoted string. */
function isDelimiter(text: string, at: number, { quote, closer }: State): boolean {
  return quote !== null && (closer === null ? text[at] === quote : text.startsWith(closer, at));
}

/** A quote ends the string unless it is another kind of quote inside a quoted one (an apostrophe in a password). */
function endsAt(text: string, at: number, char: string, state: State, rules: ScanRules): boolean {
  if (!QUOTES.has(char)) return isDelimiter(text, at, state);
  if (state.quote === null)
    return !(rules.syntax.joins.includes('word') && rules.join && text[at - 1] !== ' ') || char === '`';
  return char === state.quote || char !== "'";
}

/** Offset at which reading goes on behind the delimiter at `at`, or -1 when the string ends there. */
function joined(text: string, at: number, opening: Opening, rules: ScanRules, state: State, pieces: Builder): number {
  if (!rules.join || !isDelimiter(text, at, state)) return -1;
  if (rules.syntax.joins.includes('word')) {
    if (!/[\w$"'@:/.,?{-]/.test(text.charAt(at + 1))) return -1;
    state.quote = null;
    return at + 1;
  }
  const delimiter =
    text.startsWith(state.quote!.repeat(3), at) && text.startsWith(state.quote!.repeat(3), opening.opened) ? 3 : 1;
  let after = at + (state.closer?.length ?? delimiter);
  for (;;) {
    const piece = nextPiece(text, after, rules.syntax, {
      opened: opening.opened,
      comment: opening.comment,
      list: state.list,
    });
    if (!piece) return -1;
    state.list = piece.list;
    if (piece.glue !== '') pieces.decoded(piece.glue, after, after + 1);
    if (piece.kind === 'string') {
      state.quote = piece.quote;
      state.raw = piece.raw;
      state.closer = piece.closer;
      return piece.start;
    }
    pieces.hole({
      offset: piece.offset,
      endOffset: piece.endOffset,
      text: piece.text,
      name: piece.name,
      placeholder: false,
    });
    after = piece.endOffset;
  }
}

/** Reads what stands at `at`; returns the next offset, or -1 when the string ends. */
function step(
  text: string,
  at: number,
  char: string,
  opening: Opening,
  rules: ScanRules,
  state: State,
  pieces: Builder,
): number {
  if (state.closer !== null && state.quote === null && text.startsWith(state.closer, at)) return -1;
  if (QUOTES.has(char) && state.quote === null && char !== '`' && rules.syntax.joins.includes('word')) {
    state.quote = char;
    return at + 1;
  }
  if (char === state.quote && state.closer === null) {
    pieces.decoded(char, at, at + 2);
    return at + 2;
  }
  if (isSpace(char) && !spaceInPassword(text, at, state.quote, rules.profile, pieces))
    return overSpace(text, at, rules.profile, pieces);
  if (char === HOLE) {
    // The text is itself a value that was put together: its unknown pieces stay unknown.
    pieces.hole({ offset: at, endOffset: at + 1, text: HOLE, name: null, placeholder: false });
    return at + 1;
  }
  const dollar = !state.raw && rules.syntax.dollar.includes(state.quote ?? 'bare');
  const hole = holeAt(text, at, partStart(pieces), dollar, rules.holes);
  if (hole) {
    // `,...` and a mask behind a finished part are how people leave the rest out.
    if (hole.text.startsWith('...') && pieces.last() === ',') return -1;
    pieces.hole(hole);
    return hole.endOffset;
  }
  if (char === '\\') return backslash(text, at, rules, state, pieces);
  if (rules.percent && endsParameter(text, state.from, at)) return -1;
  if (char === '&') {
    const entity = entityAt(text, at);
    if (entity) return decode(entity, text, at, 'html', rules, state, pieces);
  }
  if (char === '%' && rules.percent) {
    PERCENT.lastIndex = at;
    const match = PERCENT.exec(text);
    const decoded = match && { text: decodeURIComponent(`%${match[1]!}`), endOffset: at + match[0].length };
    if (decoded) return decode(decoded, text, at, 'percent', rules, state, pieces);
  }
  if (STOP.has(char) && !inUserInfo(text, at, rules.syntax, state, pieces) && !closesBracket(char, pieces)) return -1;
  if (rules.only && endsOnly(char, rules.only)) return -1;
  pieces.exact(at);
  return at + 1;
}

/** What ends most strings, however it is written. */
const ENDS: ReadonlySet<string> = new Set(['"', '<']);

function decode(
  decoded: Decoded,
  text: string,
  at: number,
  how: NonNullable<Scanned['decoded']>,
  rules: ScanRules,
  state: State,
  pieces: Builder,
): number {
  if (decoded.text === null) return -1;
  const isEnd = isSpace(decoded.text) || ENDS.has(decoded.text);
  if (isEnd && !inUserInfo(text, at, rules.syntax, state, pieces)) return -1;
  pieces.decoded(decoded.text, at, decoded.endOffset);
  state.decoded ??= how;
  return decoded.endOffset;
}

function backslash(text: string, at: number, rules: ScanRules, state: State, pieces: Builder): number {
  const decoded = backslashAt(text, at, rules.syntax.folds);
  const { endOffset } = decoded;
  if (decoded.text === '') return endOffset;
  if (decoded.text !== null) return decode(decoded, text, at, 'json', rules, state, pieces);
  if (!inUserInfo(text, at, rules.syntax, state, pieces)) return -1;
  if (!QUOTES.has(text.charAt(endOffset))) {
    pieces.run(at, endOffset);
    return endOffset;
  }
  pieces.decoded(text[endOffset]!, at, endOffset + 1);
  return endOffset + 1;
}
