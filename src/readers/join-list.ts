import { balancedEnd } from './holes.ts';

/** A call that joins a list: `",".join(…)`, `String.join(",", …)`. */
export interface JoinCall {
  readonly separator: string;
  /** Behind the bracket of the list. */
  readonly start: number;
  /** Behind the call. */
  readonly endOffset: number;
  /** True when the list holds strings and nothing else, so that each of them is a piece. */
  readonly isLiteral: boolean;
}

const SEPARATOR = String.raw`(["'])(?<separator>[^"'\\\n]{0,40})\1`;
const BEFORE_LIST = String.raw`(?:(?:new ?)?[\w.<>[\]]{0,30}[[({]\s{0,200})?`;
/** Calls whose elements come last: `",".join([…])`, `String.join(",", …)`, `implode(",", […])`. */
const ELEMENTS_LAST = [
  new RegExp(String.raw`^[fFrRbBuU]{0,2}${SEPARATOR}\s{0,20}\.\s{0,20}join\(\s{0,20}${BEFORE_LIST}`),
  new RegExp(String.raw`^(?:[\w.:]{0,40}[jJ]oin|implode)\(\s{0,20}${SEPARATOR}\s{0,20},\s{0,20}${BEFORE_LIST}`),
];
/** Calls whose elements come first: `[…].join(",")`, `strings.Join([]string{…}, ",")`. */
const ELEMENTS_FIRST = /^(?:\w{1,20}\.Join\(\[\]string\{|\[)/;
const BEHIND_ELEMENTS = new RegExp(
  String.raw`^[\]}](?:\s{0,20}\.\s{0,20}join\(\s{0,20}${SEPARATOR}\s{0,20}\)|\s{0,20},\s{0,20}${SEPARATOR.replace('\\1', '\\3').replace('separator', 'second')}\s{0,20}\))`,
);
/** Longest call that is looked at, in code units. */
const LONGEST_CALL = 4_000;

/** The call that begins at `at`, or nothing. */
export function joinCallAt(text: string, at: number): JoinCall | null {
  const ahead = text.slice(at, at + 400);
  for (const form of ELEMENTS_LAST) {
    const match = form.exec(ahead);
    const endOffset = match ? balancedEnd(text, at + match[0].indexOf('(', match[0].indexOf('oin')), LONGEST_CALL) : -1;
    if (!match || endOffset < 0) continue;
    const start = at + match[0].length;
    return {
      separator: match.groups!.separator!,
      start,
      endOffset,
      isLiteral: isLiteral(text.slice(start, endOffset)),
    };
  }
  return elementsFirst(text, at, ELEMENTS_FIRST.exec(ahead)?.[0].length ?? 0);
}

function elementsFirst(text: string, at: number, opening: number): JoinCall | null {
  const start = at + opening;
  const closed = opening > 0 ? balancedEnd(text, start - 1, LONGEST_CALL) : -1;
  const behind = closed < 0 ? null : BEHIND_ELEMENTS.exec(text.slice(closed - 1, closed + 200));
  if (!behind) return null;
  const separator = behind.groups!.separator ?? behind.groups!.second!;
  const endOffset = closed - 1 + behind[0].length;
  return { separator, start, endOffset, isLiteral: isLiteral(text.slice(start, closed - 1)) };
}

/** True for strings with commas between them, and brackets behind. */
function isLiteral(list: string): boolean {
  const rest = list.replace(/[fFrRbBuU]{0,2}(["'])[^"'\\\n]{0,300}\1/g, '').replace(/(?:#|\/\/)[^\n]{0,300}/g, '');
  return rest.length < list.length && /^[\s,\])}]*$/.test(rest);
}

/** Length of what ends a list of pieces at `at`, 0 when none ends there. */
export function listEndAt(text: string, at: number): number {
  const ahead = text.slice(at, at + 200);
  return (BEHIND_ELEMENTS.exec(ahead) ?? /^[\]})]?\)/.exec(ahead))?.[0].length ?? 0;
}

/** `",".join([…`, with the separator in front. */
const JOIN_CALL = /(["'])([^"'\n]{0,3})\1\s*\.\s*join\(\s*[[(][^\]]{0,300}$/;
/** `join(",", […`, `String.join(",", …`, `implode(',', […`, with the separator as an argument. */
const ELEMENTS_OF_JOIN = /(?:\b[jJ]oin|implode)(?:\(|[ \t])\s*(["'])([^"'\n]{0,3})\1\s*,[^)\]]{0,300}$/;

/** Text that a list of pieces is joined with (`[…].join(',')`), or nothing when the list is just a list. */
export function listGlue(text: string, at: number, opened: number): string | null {
  const before = text.slice(Math.max(0, opened - 400), opened);
  if (
    /(?:\bpaste0|\bconcat|\bCONCAT|\bstrcat|\bStrCat|\(str|\bstr\.join|\bString\.Concat|\bconcat!|\bpath\.join)\s*\(?\s*[fFrRbBuU]{0,2}$/.test(
      before,
    )
  )
    return '';
  const called = JOIN_CALL.exec(before) ?? ELEMENTS_OF_JOIN.exec(before);
  if (called) return called[2]!;
  if (!/[[,]\s*$/.test(before)) return null;
  const end = listEnd(text, at);
  if (end < 0) return null;
  const join = /^\]?\s*\.\s*join(?:\(\s*(?:(["'`])([^"'`\n]{0,3})\1\s*)?\))?(?![\w])/.exec(text.slice(end, end + 40));
  return join ? (join[2] ?? (join[0].endsWith('()') ? ',' : '')) : null;
}

/** Offset of the `]` that closes the list around `at`, looked for over a few thousand characters. */
function listEnd(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < Math.min(text.length, at + 4000); i++) {
    if (text[i] === '[') depth++;
    else if (text[i] === ']' && depth-- === 0) return i;
  }
  return -1;
}
