import type { Syntax } from './syntax.ts';

/** Longest comment that is passed over, in code units. */
const LONGEST_COMMENT = 300;

const COMMENT_LEAD = /^[ \t]*(?:\/\/+|#+|\*+|--+|;+)?[ \t]*/;

/** What may stand between two pieces of a string. */
export interface Gap {
  readonly endOffset: number;
  /** True when it goes over the end of a statement's line: nothing says that the statement goes on. */
  readonly breaks: boolean;
}

/** White space, comments and continued lines from `at` on; `comment`: the text is itself commented out, line by line. */
export function gapAt(text: string, at: number, syntax: Syntax, comment: boolean): Gap {
  let breaks = false;
  for (let i = at; ;) {
    const char = text[i];
    if (char === ' ' || char === '\t') i++;
    else if (char === '\r' || char === '\n') {
      i++;
      breaks ||= char === '\n';
      if (comment && text[i] !== '\n') i += COMMENT_LEAD.exec(text.slice(i, i + 40))?.[0].length ?? 0;
    } else {
      const next = overContinuation(text, i, syntax) ?? overComment(text, i, syntax, comment);
      if (next === null) return { endOffset: i, breaks };
      i = next;
    }
  }
}

/** Behind the mark that continues a line, and the end of that line. */
function overContinuation(text: string, at: number, { continued }: Syntax): number | null {
  if (continued === '' || text[at] !== continued) return null;
  const end = /^.[ \t]{0,40}\r?\n/.exec(text.slice(at, at + 44))?.[0];
  return end === undefined ? null : at + end.length;
}

/** Behind a comment that is not too long. */
function overComment(text: string, at: number, syntax: Syntax, comment: boolean): number | null {
  const ahead = text.slice(at, at + LONGEST_COMMENT);
  for (const [open, close] of syntax.block) {
    if (!ahead.startsWith(open)) continue;
    const end = ahead.indexOf(close, open.length);
    return end < 0 ? null : at + end + close.length;
  }
  if (comment || !syntax.code || !syntax.line.some((mark) => ahead.startsWith(mark))) return null;
  const end = ahead.indexOf('\n');
  return end < 0 ? null : at + end;
}
