import { Buffer, constants, isAscii, isUtf8 } from 'node:buffer';

/** How the bytes of a file become text, and edited text becomes bytes. */
export type Encoding = 'utf8' | 'utf16le' | 'utf16be' | 'latin1';

export interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string;
  readonly encoding: Encoding;
  /** Whether the file begins with a byte order mark. */
  readonly bom: boolean;
}

export interface Undecodable {
  readonly skipped: 'binary' | 'large' | 'unreadable';
  /** For output: a few words without the file's name. */
  readonly reason: string;
}

export const TOO_LONG: Undecodable = { skipped: 'large', reason: 'longer than a text can be' };

const BOMS: Readonly<Record<Encoding, Buffer>> = {
  utf8: Buffer.from([0xef, 0xbb, 0xbf]),
  utf16le: Buffer.from([0xff, 0xfe]),
  utf16be: Buffer.from([0xfe, 0xff]),
  latin1: Buffer.alloc(0),
};

/** Binary files have a NUL among these first bytes, text files do not. Git and ripgrep use the same test. */
export const PROBE_BYTES = 8192;
/** Below this many bytes, searching all of them is faster than creating a view of the first ones. */
const SHORT = 4_096;

/**
 * The text of a file: UTF-16 by its byte order mark, otherwise UTF-8, otherwise Latin-1. In Latin-1 each byte is a
 * character, so offsets are meaningful and an edit keeps the other bytes.
 */
export function decodeBytes(bytes: Buffer): DecodedText | Undecodable {
  if (startsWith(bytes, BOMS.utf16le)) return decodeUtf16(bytes, 'utf16le');
  if (startsWith(bytes, BOMS.utf16be)) return decodeUtf16(bytes, 'utf16be');
  if (isBinary(bytes)) return { skipped: 'binary', reason: 'a binary file' };
  if (bytes.length > constants.MAX_STRING_LENGTH) return TOO_LONG;
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), encoding: 'utf8', bom: false };
  if (!isUtf8(bytes)) return { text: bytes.toString('latin1'), encoding: 'latin1', bom: false };
  const bom = startsWith(bytes, BOMS.utf8);
  return { text: bytes.toString('utf8', bom ? BOMS.utf8.length : 0), encoding: 'utf8', bom };
}

/** The type of a file by its first bytes. UTF-16 cannot be searched by bytes. */
export function mayBeText(bytes: Buffer): 'binary' | 'wide' | 'narrow' {
  // Runs for every file, so the fast comparison comes first.
  const first = bytes[0];
  if (first === 0xff || first === 0xfe) {
    if (startsWith(bytes, BOMS.utf16le) || startsWith(bytes, BOMS.utf16be)) return 'wide';
  }
  return isBinary(bytes) ? 'binary' : 'narrow';
}

/** True if one of the first bytes is NUL. Not for UTF-16, which contains many. */
export function isBinary(bytes: Buffer): boolean {
  const nul = bytes.length <= SHORT ? bytes.indexOf(0) : bytes.subarray(0, PROBE_BYTES).indexOf(0);
  return nul >= 0 && nul < PROBE_BYTES;
}

/**
 * The bytes of a text that `decode` returned. Throws a `RangeError` if an edit added a character that Latin-1 does not
 * have.
 */
export function encodeText(text: string, encoding: Encoding, bom: boolean): Buffer {
  const body = ENCODERS[encoding](text);
  return bom ? Buffer.concat([BOMS[encoding], body]) : body;
}

const ENCODERS: Readonly<Record<Encoding, (text: string) => Buffer>> = {
  utf8: (text) => Buffer.from(text, 'utf8'),
  utf16le: (text) => Buffer.from(text, 'utf16le'),
  utf16be: (text) => Buffer.from(text, 'utf16le').swap16(),
  latin1(text) {
    for (let at = 0; at < text.length; at++) {
      if (text.charCodeAt(at) > 0xff)
        throw new RangeError('the text holds a character that its encoding does not have');
    }
    return Buffer.from(text, 'latin1');
  },
};

function decodeUtf16(bytes: Buffer, encoding: 'utf16le' | 'utf16be'): DecodedText | Undecodable {
  const body = bytes.subarray(2);
  if (body.length >= 2 && body[0] === 0 && body[1] === 0) return { skipped: 'unreadable', reason: 'UTF-32 text' };
  if (body.length % 2 === 1) return { skipped: 'unreadable', reason: 'UTF-16 text that ends within a character' };
  if (body.length / 2 > constants.MAX_STRING_LENGTH) return TOO_LONG;
  const littleEndian = encoding === 'utf16le' ? body : Buffer.from(body).swap16();
  return { text: littleEndian.toString('utf16le'), encoding, bom: true };
}

function startsWith(bytes: Buffer, mark: Buffer): boolean {
  return bytes.length >= mark.length && mark.every((byte, at) => bytes[at] === byte);
}
