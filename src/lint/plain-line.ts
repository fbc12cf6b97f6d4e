import { hasRandomWord, isNaturalName } from '../parse/natural-words.ts';
import { looksLikeName } from '../parse/placeholder-names.ts';
import { maskUserInfo } from '../parse/mask-user-info.ts';

/** The name of a credential or user, followed by a value. */
const NAMED =
  /(?:pass(?!ive|port)|pwd|\bpw\b|secret|token|credential|creds\b|user|login|(?:api|private|access|account|shared|signing|encryption)[_.\- ]?key|\bkey\b|\bauth\w{0,12}\b|bearer|\bsig\b|signature)[\w.-]{0,40}["'`\]]{0,2}\s{0,4}(?:=>|:=|[:=,(|]|\s)\s{0,4}["'`]?([^\s"'`,;)}\]]{3,200})/gi;
/** Command-line flags for user and password, with their values. */
const FLAG = /(?:^|[\s"'])-[up](?:[= ]?|["'],\s?)["']?([^\s"'=-][^\s"']{2,200})/g;
/** Unlike a name or a sentence: long, with digits, upper and lower case. */
const RANDOM = /(?<![\w+/.-])(?=[\w+/-]*\d)(?=[\w+/-]*[a-z])(?=[\w+/-]*[A-Z])[\w+/-]{20,512}={0,2}(?![\w.])/;
const KEY_BLOCK = /-----BEGIN|\bAKIA[A-Z\d]{12}|\beyJ[\w-]{10}/;
/** A reference to a value elsewhere. */
const REFERENCE =
  /^(?:[$<{%*[!&]|(?:process|os|env|import|var|local|data|module|secrets?|config|settings|this|self|await|new)\b|(?:true|false|null|none|nil|undefined|string|\d{1,6})$)|\(/i;

/** Dates, versions and ids of the service: letters with digits that are not credentials. */
const WITH_DIGITS =
  /\b\d{4}-\d{2}-\d{2}\b|\bv?\d{1,4}(?:\.\d{1,4}){1,3}\b|\b[\da-f]{24}\b|\b(?:us|eu|ap|ca|sa|me|af|il|mx)-?[a-z]{4,12}-?\d\b/g;
const HOSTNAME = /\b(?:[\w-]{1,63}\.){2,10}[a-z]{2,24}\b/g;
/** A value: text between quotes, punctuation and white space. */
const VALUE = /[^\s"'`=:,;(){}<>[\]@|&?/\\#]{8,512}(?!\s{0,2}["'`]?\s{0,2}[=:(])/g;
const QUOTED = /(["'`])([^"'`\s]{3,200})\1/g;

/** True if nothing in this part of a file, without its connection strings, looks like a credential. */
export function isPlainText(text: string): boolean {
  if (KEY_BLOCK.test(text) || RANDOM.test(text) || maskUserInfo(text) !== text) return false;
  const named = [...text.matchAll(NAMED), ...text.matchAll(FLAG)];
  if (named.some(([, value = '']) => !REFERENCE.test(value) && !looksLikeName(value))) return false;
  // `process.env.x` and `app.x.uri` have the form of a hostname.
  const rest = text.replace(WITH_DIGITS, ' ').replace(HOSTNAME, (whole) => (hasRandomWord(whole) ? whole : ' '));
  if (hasRandomWord(rest)) return false;
  return [...rest.matchAll(VALUE)].every(([value]) => isPlainValue(value));
}

/** Words with at most one digit. Letters with more digits look random. */
function isPlainValue(value: string): boolean {
  if (/\d{7}/.test(value) || (/\d.*\d/.test(value) && /[A-Za-z]/.test(value))) return false;
  return (value.match(/[a-z]{8,}|[A-Z]{8,}/g) ?? []).every(isNaturalName);
}

/** True if all literals in the code are names. Any other may be a password that the code inserts. */
export function writesNamesOnly(code: string): boolean {
  return [...code.matchAll(QUOTED)].every(([, , value = '']) => looksLikeName(value));
}
