/** The text of a file, decoded in two ways. */
export interface FileText {
  /** As it was linted: decoded, without a byte order mark. */
  readonly text: string;
  /** The bytes decoded as UTF-8, with the byte order mark: the text that a program sees which expects UTF-8. */
  readonly utf8: string;
}

/** True when a program that expects UTF-8 counts the same lines and columns, the byte order mark aside. */
export function isReadAlike({ text, utf8 }: FileText): boolean {
  if (text.length === utf8.length) return text === utf8;
  return utf8.length === text.length + 1 && utf8.startsWith('\ufeff') && utf8.endsWith(text);
}

/**
 * The length of a part of a text in UTF-8 bytes. Lengths of parts add up, even if a part ends between two surrogates.
 */
export function utf8Length(text: string, from = 0, to = text.length): number {
  let bytes = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    // A surrogate pair counts at its first unit. A lone surrogate is written as U+FFFD.
    else if (isHigh(unit) && isLow(text.charCodeAt(at + 1))) bytes += 4;
    else if (!isLow(unit) || !isHigh(text.charCodeAt(at - 1))) bytes += 3;
  }
  return bytes;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
