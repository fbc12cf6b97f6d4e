import type { Range } from './source.ts';
import { decodePercent } from './uri-percent.ts';
import { isAllHole, range, type UriText } from './uri-text.ts';

const TOKEN = 'AWS_SESSION_TOKEN';
const SECRET_NAMES = new Set(['proxyusername', 'username', 'user']);
/** Passwords of key files and proxies under the names of all drivers, and what people put into options by mistake. */
const SECRET_WORDS = /pass|pwd|secret|token|credential|api_?key/;

export interface Secret {
  readonly secret: boolean;
  readonly secretRange?: Range;
}

/** Whether an option's value is secret, and which of its characters must be hidden. Placeholders stay readable. */
export function secretOf(uri: UriText, key: string, value: Range | null): Secret {
  if (!value) return { secret: false };
  if (key === 'authmechanismproperties') return tokenSecret(uri, value);
  if (!SECRET_NAMES.has(key) && !SECRET_WORDS.test(key)) return { secret: false };
  const isLiteral = value.endOffset > value.offset && !isAllHole(uri, value.offset, value.endOffset);
  return isLiteral ? { secret: true, secretRange: value } : { secret: true };
}

function tokenSecret(uri: UriText, value: Range): Secret {
  const written = uri.text.slice(value.offset, value.endOffset);
  if (!decodePercent(written).toUpperCase().includes(TOKEN)) return { secret: false };
  const token = tokenRange(written);
  const at = token ? range(value.offset + token.offset, value.offset + token.endOffset) : value;
  const isLiteral = at.endOffset > at.offset && !isAllHole(uri, at.offset, at.endOffset);
  return isLiteral ? { secret: true, secretRange: at } : { secret: false };
}

/**
 * The token's characters in the raw value, from the first token to the end of the last. A comma ends a token only when
 * another property follows it. `null` when the name itself is encoded, so that the whole value has to be hidden.
 */
function tokenRange(raw: string): Range | null {
  const upper = raw.toUpperCase();
  let first = -1;
  let last = -1;
  for (let at = upper.indexOf(TOKEN); at >= 0; at = upper.indexOf(TOKEN, at + 1)) {
    const behind = at + TOKEN.length;
    const separator = upper[behind] === ':' ? 1 : upper.startsWith('%3A', behind) ? 3 : 0;
    if (separator === 0) return null;
    if (first < 0) first = behind + separator;
    last = behind;
  }
  return first < 0 || upper.length !== raw.length ? null : range(first, propertyEnd(upper, last));
}

/** Offset of the comma, raw or encoded, that the next `NAME:` follows, else the end. */
function propertyEnd(upper: string, from: number): number {
  const next = /(?:,|%2C)[A-Z_]{1,32}(?::|%3A)/g;
  next.lastIndex = from;
  return next.exec(upper)?.index ?? upper.length;
}
