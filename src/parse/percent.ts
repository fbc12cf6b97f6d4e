const ESCAPE = /^%[\da-f]{2}/i;

/** True if `%` at this offset is followed by two hexadecimal digits. */
export function isEscape(text: string, at: number): boolean {
  return ESCAPE.test(text.slice(at, at + 3));
}

/** Offset of the first `%` that does not start a valid escape, -1 if there is none. */
export function badPercent(text: string): number {
  return text.search(/%(?![\da-f]{2})/i);
}

/** Percent-decodes UTF-8. Invalid escapes stay unchanged, and `+` is a plus sign. */
export function decodePercent(text: string): string {
  return text.includes('%') ? text.replaceAll(/(?:%[\da-f]{2})+/gi, decodeWhole) : text;
}

/** Percent-decodes a whole text. Bytes that are not UTF-8 stay encoded, as in drivers that do not fail. */
function decodeWhole(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
