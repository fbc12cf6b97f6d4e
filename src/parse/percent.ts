/** Value of a hexadecimal digit's code unit, -1 for anything else. */
function hexDigit(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48;
  const letter = unit | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** True if `%` at this offset is followed by two hexadecimal digits. */
export function isEscape(text: string, at: number): boolean {
  return hexDigit(text.charCodeAt(at + 1)) >= 0 && hexDigit(text.charCodeAt(at + 2)) >= 0;
}

/** Offset of the first `%` that does not start a valid escape, -1 if there is none. */
export function badPercent(text: string): number {
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 1)) {
    if (!isEscape(text, at)) return at;
  }
  return -1;
}

/** Percent-decodes UTF-8. Invalid escapes stay unchanged, and `+` is a plus sign. */
export function decodePercent(text: string): string {
  let at = text.indexOf('%');
  if (at < 0) return text;
  const pieces: string[] = [];
  let shown = 0;
  while (at >= 0) {
    let end = at;
    while (text[end] === '%' && isEscape(text, end)) end += 3;
    if (end > at) {
      pieces.push(text.slice(shown, at), decodeRun(text.slice(at, end)));
      shown = end;
    }
    at = text.indexOf('%', Math.max(end, at + 1));
  }
  return pieces.join('') + text.slice(shown);
}

/** A run of escapes. Bytes that are not UTF-8 stay encoded, as in drivers that do not fail. */
function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}
