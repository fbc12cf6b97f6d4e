import type { FoundString } from '../classify/found-string.ts';
import { guardOf, maskUserInfo } from '../lint/guard.ts';
import { looksLikeName } from '../parse/placeholder-names.ts';
import { looseSecrets } from '../rule-helpers/secrets.ts';
import { secretPlaces } from '../rule-helpers/string-secrets.ts';
import type { Range, Source } from '../text/source.ts';

/** What a patch must not show: what reports hide, the same texts in any spelling elsewhere, and lines with a literal credential. */
export function hiddenInPatch(source: Source, strings: readonly FoundString[]): Range[] {
  const guard = guardOf(strings);
  const lines: Range[] = [];
  for (const { index, 0: line } of source.text.matchAll(/[^\r\n]+/g)) {
    const holdsSecret = guard !== null && guard.maskKey(line) !== line;
    if (holdsSecret || holdsCredential(line)) lines.push({ offset: index, endOffset: index + line.length });
  }
  return [...secretPlaces(strings), ...looseSecrets(source, strings), ...lines];
}

/** A name for a credential with a value behind it. */
const NAMED =
  /(?:pass(?!ive|port)|pwd|secret|token|credential|creds\b|(?:api|private|access|account|shared|signing|encryption)[_.\- ]?key|\bkey\b|\bauth\w{0,12}\b|bearer|\bsig\b|signature)[\w.-]{0,40}["'`\]]{0,2}\s{0,4}(?:=>|:=|[:=,(]|\s)\s{0,4}["'`]?([^\s"'`,;)}\]]{3,200})/gi;
/** What no name or sentence looks like: long, with digits, capitals and small letters. */
const RANDOM = /(?<![\w+/.-])(?=[\w+/-]*\d)(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])[\w+/-]{20,512}={0,2}(?![\w.])/;
const KEY_BLOCK = /-----BEGIN|\bAKIA[A-Z\d]{12}|\beyJ[\w-]{10}/;
/** A reference to a value that stands elsewhere. */
const REFERENCE =
  /^(?:[$<{%*[!&]|(?:process|os|env|import|var|local|data|module|secrets?|config|settings|this|self|await|new)\b|(?:true|false|null|none|nil|undefined|string|\d{1,6})$)|\(/i;

function holdsCredential(line: string): boolean {
  if (KEY_BLOCK.test(line) || RANDOM.test(line) || maskUserInfo(line) !== line) return true;
  return [...line.matchAll(NAMED)].some(([, value = '']) => !REFERENCE.test(value) && !looksLikeName(value));
}
