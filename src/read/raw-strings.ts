import type { Language, Syntax } from './languages.ts';

/** The delimiter of a string that ends with more than a quote. */
export interface Fence {
  /** Offset of its first character. */
  readonly start: number;
  readonly closer: string;
}

const CLOSE: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const BRACKETS = /[Rrq]"([^\s()[\]{}<>"\\]{0,16})([([{<])/y;
/** More than anyone writes. Rust allows up to 255. */
const MAX_HASHES = 16;

/** `R"x(…)x"`, `r#"…"#`, `#"""…"""#` with the quote at `quoteAt`, or `null` for a plain string. */
export function fenceAt(text: string, quoteAt: number, { fenced }: Syntax): Fence | null {
  if (fenced === 'brackets') return bracketFence(text, quoteAt);
  return fenced === 'hashes' ? hashFence(text, quoteAt) : null;
}

function bracketFence(text: string, quoteAt: number): Fence | null {
  if (quoteAt === 0) return null;
  BRACKETS.lastIndex = quoteAt - 1;
  const match = BRACKETS.exec(text);
  return match && { start: quoteAt - 1 + match[0].length, closer: `${CLOSE[match[2]!]!}${match[1]!}"` };
}

function hashFence(text: string, quoteAt: number): Fence | null {
  let hashes = 0;
  while (hashes < MAX_HASHES && text[quoteAt - 1 - hashes] === '#') hashes++;
  if (hashes === 0) return null;
  const quotes = text.startsWith('"""', quoteAt) ? '"""' : '"';
  return { start: quoteAt + quotes.length, closer: quotes + '#'.repeat(hashes) };
}

/** Offset of the quote of the fence that opens right before `start`, or -1. */
export function fenceBefore(text: string, start: number, syntax: Syntax): number {
  const before = text.slice(Math.max(0, start - MAX_HASHES - 2), start);
  const quoteAt = start - before.length + before.lastIndexOf('"');
  return before.includes('"') && fenceAt(text, quoteAt, syntax)?.start === start ? quoteAt : -1;
}

/** The end of a text without quotes whose delimiter is right before `start`: `$$…$$`, `$/…/$`, `s/…/…/`, `(…)`. */
export function bareCloser(text: string, start: number, language: Language): string | null {
  const before = text.slice(Math.max(0, start - 20), start);
  const dollars = language === 'sql' ? /\$\w{0,16}\$$/.exec(before) : null;
  if (dollars) return dollars[0];
  if (language === 'groovy' && before.endsWith('$/')) return '/$';
  return /(?:^|[\s'";(])(?:s|y|m)([/|#,!~])$/.exec(before.slice(-3))?.[1] ?? null;
}
