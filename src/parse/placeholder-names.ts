/**
 * Words in names of variables and placeholders for parts of a connection string. A placeholder is shown only if its
 * name consists of words and contains one of these, because a real password may be written between brackets.
 */
const LISTED = `
user users username usr uname login account acct pass passwd passwort password passphrase pwd pswd psw pword pw secret secrets
credential credentials creds cred token auth key db dbs database dbname mongo mongodb atlas cluster clustername host hosts hostname
server servers port ports uri url urls dsn srv connection conn string cs env environ environment config configuration conf settings var
vars variable value values param params project group id app application service admin root replica node nodes instance
address domain endpoint region tenant namespace name ip stage subdomain prefix suffix option options properties query
userinfo file path proj org organization collection arg args process local module data each self ssm kube provider
senha contrasena contraseña kennwort wachtwoord usuario nutzer benutzer utilisateur senhas redacted masked hidden removed omitted
placeholder changeme example sample dummy foo bar baz default random base if else elif elseif unless end endif for with range region seed deployment release image
`;

/** These count only together with one of the words above. */
const BESIDE = `
my your yours the a an our their his her this that here new old some strong super very top real actual own put enter insert replace
replaceme fill type set change with by in it is to be from of for at and or if then else end urlencoded encoded escaped percent plain raw public
private client api cloud primary secondary shard srv direct standard read write readonly only test dev prod production staging development demo
first second main master live main common shared internal external full base other another same url hash xxx xx de du dein deine ihr ihre votre
mon ma sua seu su tu mi code number num no n ro rw sa prom pl lb aws azure gcp os sys get fetch lookup require required
quote plus escape encode component uri data string str text field todo tbd fixme
`;

const words = (list: string): string[] => list.trim().split(/\s+/);
const LISTED_WORDS: ReadonlySet<string> = new Set(words(LISTED));
const ALL_WORDS: ReadonlySet<string> = new Set([...LISTED_WORDS, ...words(BESIDE)]);
const MAX_WORD = Math.max(...[...ALL_WORDS].map((word) => word.length));

/** Maximum length of a name, in UTF-16 code units. */
const MAX_NAME = 80;

/** Four letters in a row, not all of them `x`: no form of a few letters matches, and these are slow. */
const LONG = /[A-WYZa-wyz0-9][A-Za-z0-9]{3}|[A-Za-z0-9]{3}[A-WYZa-wyz0-9]/;
/** Prose between brackets, for people to replace. All its words are known. */
const FOR_PEOPLE = /^(?:<(?!%)|&lt;|\[)/;
/** Characters of names, property chains and calls. */
const EXPRESSION = /^[\w$.:()[\]{}"'“” ,>|?+/@\\#<%&;=*!-…-]*$/u;

/**
 * True for a placeholder or expression that consists of words, at least one of them for a part of a connection string.
 */
export function looksLikeName(text: string): boolean {
  if (text.length > MAX_NAME) return false;
  const isLong = LONG.test(text);
  const { byPlace, masked, short, noProse } = formsOf(text);
  if (!isLong && (byPlace.test(text) || masked.test(text))) return true;
  const isForPeople = FOR_PEOPLE.test(text);
  if (!isForPeople && !EXPRESSION.test(text)) return false;
  const inner = text.replace(/&lt;|&gt;/g, ' ');
  if (!isLong && short.test(inner)) return true;
  if (isForPeople && noProse.test(inner)) return false;
  const parts = wordsOf(inner);
  return (
    parts !== null && parts.some(isListed) && parts.every((part) => isMade(part) || (!isForPeople && isNatural(part)))
  );
}

/** The forms of names and placeholders. */
interface Forms {
  /** Positional placeholders: `%s`, `{}`, `{0}`, `$1`, `?`, `<>`. */
  readonly byPlace: RegExp;
  /** `****`, `xxxx`, `<XXXX>`. */
  readonly masked: RegExp;
  /** Two letters are not a secret. */
  readonly short: RegExp;
  /** Characters that prose for people does not contain. */
  readonly noProse: RegExp;
  readonly piece: RegExp;
  readonly part: RegExp;
  /** Names have no digit between letters of one case. */
  readonly noName: RegExp;
}

/** The classes of Unicode take several times as long, and a millisecond each at their first use. */
const ASCII: Forms = {
  byPlace: /^(?:%(?:\d{1,2}\$|\[\d\])?[lL]{0,2}[a-zA-Z@]|[^A-Za-z\d]*\d{0,2}[^A-Za-z\d]*)$/,
  masked: /^[^A-Za-z\d]*(?:[xX]+|\*+)?[^A-Za-z\d]*$/,
  short: /^[^A-Za-z\d]*(?:[A-Za-z]{1,2}|[A-Za-z]\d)[^A-Za-z\d]*$/,
  noProse: /[^A-Za-z\d\s<>[\]_.:/'-]/,
  piece: /[A-Za-z0-9]+/g,
  part: /[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|[A-Za-z]+\d*|\d+/g,
  noName: /[A-Za-z]\d+[a-z]/,
};
const UNICODE: Forms = {
  byPlace: /^(?:%(?:\d{1,2}\$|\[\d\])?[lL]{0,2}[a-zA-Z@]|[^\p{L}\p{N}]*\d{0,2}[^\p{L}\p{N}]*)$/u,
  masked: /^[^\p{L}\p{N}]*(?:[xX]+|\*+|•+)?[^\p{L}\p{N}]*$/u,
  short: /^[^\p{L}\p{N}]*(?:\p{L}{1,2}|\p{L}\d)[^\p{L}\p{N}]*$/u,
  noProse: /[^\p{L}\p{N}\s<>[\]_.:/'-]/u,
  piece: /[\p{L}\p{N}]+/gu,
  part: /\p{Lu}+(?!\p{Ll})\d*|\p{Lu}?\p{Ll}+\d*|\p{L}+\d*|\d+/gu,
  noName: /\p{L}\d+\p{Ll}/u,
};

const formsOf = (text: string): Forms => (/[^\0-\x7f]/.test(text) ? UNICODE : ASCII);

/** Splits a name into lower-case words at separators and capitals, or `null` if it has digits where names have none. */
function wordsOf(text: string): string[] | null {
  const words: string[] = [];
  const { piece: pieces, part: parts, noName } = formsOf(text);
  let runs = 0;
  for (const piece of text.match(pieces) ?? []) {
    for (const part of piece.match(parts) ?? []) {
      const digits = /\d+$/.exec(part)?.[0] ?? '';
      if (digits !== '' && (++runs > 1 || digits.length > 2)) return null;
      const letters = part.slice(0, part.length - digits.length).toLowerCase();
      if (letters !== '') words.push(letters);
    }
    if (noName.test(piece)) return null;
  }
  // `getDBName` splits into a few single letters, a random text into many.
  return words.filter((word) => word.length === 1 && !ALL_WORDS.has(word)).length > 1 ? null : words;
}

const isListed = (word: string): boolean => isMadeOf(word, LISTED_WORDS);
const isMade = (word: string): boolean => word.length === 1 || isMadeOf(word, null);

/** True if the letters could be a word: with vowels, and without long runs of consonants. */
function isNatural(word: string): boolean {
  return word.length <= 20 && /[aeiouyäöüáéíóú]/.test(word) && !/[^aeiouyäöüáéíóú]{5}/.test(word);
}

/**
 * True if the letters can be split into known words, one of them from the list.
 * @param needed the list, or `null` for any known words
 */
function isMadeOf(letters: string, needed: ReadonlySet<string> | null): boolean {
  // `any[i]`: the first `i` letters are words. `found[i]`: one of them is from the list.
  const any = [true];
  const found: boolean[] = [needed === null];
  for (let end = 1; end <= letters.length; end++) {
    for (let start = Math.max(0, end - MAX_WORD); start < end; start++) {
      if (!any[start]) continue;
      const word = letters.slice(start, end);
      if (!ALL_WORDS.has(word)) continue;
      any[end] = true;
      if (found[start] || needed?.has(word)) found[end] = true;
    }
  }
  return found[letters.length] === true;
}

/**
 * Answers for the last text. Each name is searched once, and all searches together are bounded by a multiple of the
 * text's length.
 */
let last = { text: '', answers: new Map<string, boolean>(), steps: 0 };

/**
 * Maximum steps for all names of a text, in addition to some per code unit. One occurrence of a name takes many steps.
 */
const MAX_STEPS = 20_000_000;
const STEPS_PER_UNIT = 8;
const STEPS_PER_OCCURRENCE = 500;

/** True if the text assigns the name, takes it as a parameter or reads it from the environment. */
export function definesOrReads(text: string, name: string): boolean {
  if (!/^[A-Za-z_$][\w$]{0,79}$/.test(name)) return false;
  if (last.text !== text) last = { text, answers: new Map(), steps: MAX_STEPS + STEPS_PER_UNIT * text.length };
  let answer = last.answers.get(name);
  if (answer === undefined) last.answers.set(name, (answer = isDefinedOrRead(text, name)));
  return answer;
}

function isDefinedOrRead(text: string, name: string): boolean {
  let from = 0;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    last.steps -= at - from + STEPS_PER_OCCURRENCE;
    if (last.steps < 0) return false;
    from = at;
    const before = text.slice(Math.max(0, at - 40), at);
    const behind = text.slice(at + name.length, at + name.length + 20);
    if (/[\w$]$/.test(before.replace(/\$(?:env:|this->)?$/i, '')) || /^[\w$]/.test(behind)) continue;
    const isOwn = /[{<[%]\s{0,3}$/.test(before) || /[$#%][({]?\s{0,3}$/.test(before);
    if (/^["']?\s{0,4}(?::=|=(?![=~])|=>|<-)/.test(behind)) return true;
    if (isOwn && !/[;{,(]\s{0,3}\$$/.test(before)) continue;
    if (/[(,]\s{0,4}(?:[\w.&*]{1,20}\s{1,3})?\$?$/.test(before) && /^\s{0,4}[,)=:]/.test(behind)) return true;
    if (/\b(?:const|let|var|val|def|my|our|local|final|static|String|string|auto)\s{1,3}[$@]?$/.test(before))
      return true;
    if (/env\w{0,24}['"]?\s{0,3}[.[(:]{1,2}\s{0,3}["']?$/i.test(before)) return true;
  }
  last.steps -= text.length - from;
  return false;
}
