import type { FoundString } from '../classify/found-string.ts';
import { isNotation } from '../parse/split.ts';
import type { Source, Range } from '../text/source.ts';

/** A file in a store that uses the same scheme: folders, and a name with an extension. */
const ASSET = /^[^/]{1,20}:\/\/[^/?]{1,260}\/[^/?]{1,260}\/(?:[^/?]{1,260}\/){0,20}[^/?]{1,260}\.[A-Za-z]\w{1,5}$/;

/** Most strings have too few slashes for a path with folders. */
const isAsset = (value: string): boolean =>
  value.split('/', MIN_ASSET_PARTS).length === MIN_ASSET_PARTS && ASSET.test(value);
const MIN_ASSET_PARTS = 5;

const ELISION = /^(?:\.{2,}|…+)$/;

/**
 * True for a complete string, so that its syntax can be checked. Descriptions of the syntax, patterns, elided strings
 * and beginnings of strings do not count.
 */
export function isWholeString(string: FoundString, source: Source): boolean {
  if (!string.uri || isNotation(string.literal.value) || isAsset(string.literal.value)) return false;
  if (hasOwnForm(string)) return false;
  return !isPattern(string, source) && !isElided(string) && !isBeginning(string, source);
}

/** Airflow's connections look like strings of a driver but follow other rules, which `consumer-dialect` checks. */
export const hasOwnForm = ({ literal, uri }: FoundString): boolean =>
  uri !== null && /(?:^|\.)AIRFLOW_CONN_\w+$/.test(literal.key ?? '');

/** Slashes with a backslash belong to a pattern, except in JSON. */
function isPattern({ range, literal }: FoundString, { path, text }: Source): boolean {
  if (literal.decoded !== 'json' || /\.(?:json\w?|ipynb|har|ndjson)$/i.test(path)) return false;
  return /^[^/]{0,40}\\\//.test(text.slice(range.offset, range.offset + 60));
}

/** An ellipsis in the user info does not matter, because user info is unknown anyway. */
function isElided({ literal, uri }: FoundString): boolean {
  const from = uri?.hostsRange.offset ?? 0;
  return literal.placeholders.some(({ at, text }) => at >= from && ELISION.test(text));
}

/** In UTF-16 code units. */
const MAX_USER_LENGTH = 300;
const OPENERS = '<{[(|$\\';
/** A quote or white space with backslashes, in text inside another string. */
const ESCAPED_END = /\\{1,8}(?:["'`nrt])/y;

/**
 * True for a text that continues elsewhere: something must follow (`…:pw@`), or the value continues with a piece that
 * could not be read.
 */
function isBeginning({ literal, range, inValue }: FoundString, { text }: Source): boolean {
  // A space in a user name, such as the subject of a certificate, ends the reading before the hosts.
  const rest =
    literal.quote !== null && text[range.endOffset] === ' '
      ? text.slice(range.endOffset, range.endOffset + MAX_USER_LENGTH)
      : '';
  if (!literal.value.includes('@') && rest.split(literal.quote ?? ' ', 1)[0]!.includes('@')) return true;
  const last = literal.value.slice(Math.max(0, inValue.endOffset - 2), inValue.endOffset);
  if (last.endsWith('@') || (last.endsWith(':') && last !== '::')) return true;
  const next = text[range.endOffset] ?? ' ';
  if (isEnclosed(text, range)) return false;
  ESCAPED_END.lastIndex = range.endOffset;
  if (ESCAPED_END.test(text)) return false;
  return literal.quote !== next && (OPENERS.includes(next) || text.startsWith('...', range.endOffset));
}

/** `$$` and `$tag$` of SQL. */
const DOLLAR_QUOTE = /\$\w{0,40}\$/y;

/** True for the whole content of an XML element, or of a text in dollar quotes. */
function isEnclosed(text: string, { offset, endOffset }: Range): boolean {
  if (text.startsWith('</', endOffset)) return true;
  DOLLAR_QUOTE.lastIndex = endOffset;
  const quote = DOLLAR_QUOTE.exec(text)?.[0];
  return quote !== undefined && text.endsWith(quote, offset);
}

/**
 * Placeholder words for a password, port or option. A value that consists only of these words is a placeholder:
 * `<password>`, `your-db-password`, `CHANGE_ME`.
 */

/** Each of these alone is a placeholder. */
const CORE =
  'password passwd passwort passphrase pass pwd psw pswd pword pw secret secrets credential credentials token apikey changeme changeit ' +
  'changethis placeholder redacted masked hidden removed omitted elided sanitized scrubbed todo tbd fixme dummy example ' +
  'censored null none undefined foo bar baz qux senha contrasena contraseña motdepasse kennwort wachtwoord parola heslo ' +
  'clave parol пароль şifre sifre hasło haslo lösenord losenord salasana jelszó matkhau sandi 密码 密碼 パスワード 비밀번호';

/** These count only together with one of the words above. */
const AROUND =
  'my your the a an our their this that here db database mongo mongodb atlas cluster user users username usr app ' +
  'application client server service api account login name new old some strong super very top real actual own put enter ' +
  'insert replace replaceme fill type set change me with by in it is to be from of process env variable var value text string field ' +
  'demo sample fake default urlencoded url encoded escaped percent plain raw public private key sua ' +
  'seu su tu mi votre mon ihr dein ваш свой isi ganti kata anda twoje';

const CORE_WORDS: ReadonlySet<string> = new Set(CORE.split(' '));
const ALL_WORDS: ReadonlySet<string> = new Set([...CORE.split(' '), ...AROUND.split(' ')]);
const MAX_WORD_LENGTH = Math.max(...[...ALL_WORDS].map((word) => word.length));

/** Maximum length of a placeholder, in UTF-16 code units. */
const MAX_LENGTH = 60;

/** Phrases whose single words are not conclusive: `change me`, `replace this`. */
const PHRASES =
  /^(?:changeme|changethis|changeit|replaceme|replacethis|fillin|fillme|insertme|puthere|enterhere)\p{L}*$|goes(?:in)?here$/u;

/** True if the letters can be split into known words, one of them a word for a secret. */
function isMadeOfWords(letters: string): boolean {
  // `plain[i]`, `core[i]`: the first `i` letters are words, without and with a word for a secret among them.
  const plain = [true];
  const core: boolean[] = [];
  for (let end = 1; end <= letters.length; end++) {
    for (let start = Math.max(0, end - MAX_WORD_LENGTH); start < end; start++) {
      if (!plain[start] && !core[start]) continue;
      const word = letters.slice(start, end);
      if (!ALL_WORDS.has(word)) continue;
      if (core[start] || CORE_WORDS.has(word)) core[end] = true;
      else plain[end] = true;
    }
  }
  return core[letters.length] === true;
}

/** Characters around a placeholder in no particular syntax: `__PASSWORD__`, `{{password}}`, `:pass`, `$PASS`. */
const EDGES = /^[\s<>{}()[\]_$%@#:*"'`.\-!‹›«»]+|[\s<>{}()[\]_$%@#:*"'`.\-!‹›«»]+$/g;

/** `xxxx`, `****`, `----`, `....`, `xxxx-xxxx`. */
const MASK = /^[x*•#?_.\-…]+$/iu;

/** `<p>`, `{password}`, `[pw]`, and `[^@]*` of a pattern. */
const BRACKETS = /^(?:<.*>|&lt;.*&gt;|\{.*\}|\[.*\][*+]?|\(.*\))$/s;

/** `DB_ROOT_PW`, `$APP_SECRET_2`: the name of a variable. */
const VARIABLE =
  /^[$%_@]{0,4}(?=\w*(?:PASS|PWD|PW_|_PW|SECRET|TOKEN|KEY|CRED))[A-Z][A-Z\d]{0,40}(?:_[A-Z\d]{1,40})+[%_@]{0,4}$/;

/** Digits after a placeholder: `yourPassword123`. */
const ASKED = /^((?:your|my|enter|insert|change|replace|example|sample|dummy).{1,40}?)[\d!]{1,4}$/;

/**
 * True for a placeholder of a password: a mask, placeholder words, one letter, or the user's own name.
 * @param value percent-decoded
 * @param user the user name before it, percent-decoded
 */
export function isPasswordPlaceholder(value: string, user: string | null = null): boolean {
  if (value.length <= 1 || (user !== null && value.toLowerCase() === user.toLowerCase())) return true;
  if (value.length > MAX_LENGTH) return /^[x*•.]+$/i.test(value);
  if (MASK.test(value) || BRACKETS.test(value) || VARIABLE.test(value) || /\*{3}|\.{3}|…/.test(value)) return true;
  const inner = value.replace(EDGES, '').replace(/^x{2,}|x{2,}$/gi, '');
  const letters = inner
    .toLowerCase()
    .replace(/[\s_.\-+/]/g, '')
    .replace(ASKED, '$1');
  return isMadeOfWords(letters) || PHRASES.test(letters);
}

/** Placeholders for a port: `mongodb://host:port/`, `…:$PORT/`, `…:27xxx/`. */
export function isPortPlaceholder(port: string): boolean {
  const inner = port.replace(EDGES, '');
  const isWord = /^(?:[a-z]{0,12}[_-]?port[_-]?(?:number|num|no|n)?\d{0,3}|\d{0,4}[nx]{1,5}|p\d?)$/i.test(inner);
  return isWord || /^[*#?]+$/.test(port);
}

/** `$DB_NAME` where no variable is interpolated: a template for another program. */
export function isVariable(text: string): boolean {
  return /^\$(?!external$)[A-Za-z_]\w{0,80}$/.test(text);
}

/** `…/?options`, `?param1&param2`: words instead of `name=value`. */
export function isOptionPlaceholder(option: string): boolean {
  return /^[a-z_-]{0,20}(?:options?|opts?|params?|parameters?|args?|arguments?|query|settings?)[_-]?[\dn]{0,2}(?:=.{0,20})?$/i.test(
    option,
  );
}

/** `option1=value1`, `key=value`: placeholder words for both name and value. */
const PAIR =
  /^(?:[a-z]{0,20}(?:option|opt|param|parameter|arg|setting)s?|key|name)[_-]?[\dn]{0,2}(?:name)?=(?:[a-z]{0,20}(?:value|val)[_-]?[\dn]{0,2}|x)$/i;
/** `queryoptions=1`. */
const COUNTED = /^[a-z]{1,20}options=\d$/i;
/** `collection=mycollection`: the name again, as the value chosen for it. */
const NAME_AGAIN = /^([a-z]{3,20})=(?:my|your|some|the)[_-]?\1$/i;

/** True for words in place of an option. */
export function isPairPlaceholder(name: string, value: string): boolean {
  const pair = `${name}=${value}`;
  return PAIR.test(pair) || COUNTED.test(pair) || NAME_AGAIN.test(pair);
}
