import { MASK } from './natural-words.ts';
import { looksLikeName } from './placeholder-names.ts';

/** With one slash where an address was taken for a path. The scheme is only read behind `:/`, which is rare. */
const USER_INFO = /(:\/{1,2})(?<=\b[a-z][a-z0-9+.-]{1,30}:\/{1,2})([^\s/?#@"'<>`]{0,200}):([^\s@"'<>`]{0,200})@/gi;
/** Pieces that programs fill in. JSON doubles the backslash of Swift's. */
const FILLED_IN = /[$#]?\{{1,2}[^{}]*\}{1,2}|\$\([^()]*\)|\\{1,2}\([^()]*\)|\*+|%\(?\w*\)?s|…/g;

/** The text without user info of addresses, unless it is masked or consists of placeholders. */
export function maskUserInfo(text: string): string {
  if (!text.includes(':/')) return text;
  return text.replace(USER_INFO, (whole, slashes: string, user: string, password: string) => {
    // A host with its port, and an `@` far after it.
    if (/^\d{1,5}[/?]/.test(password)) return whole;
    const isHidden = [user, password].every((part) => {
      const rest = part.replace(FILLED_IN, '');
      return rest === '' || (rest.length > 2 && looksLikeName(rest));
    });
    return isHidden ? whole : `${slashes}${MASK}:${MASK}@`;
  });
}
