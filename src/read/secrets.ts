import forms from './forms.json' with { type: 'json' };
import placeholderWords from './placeholder-words.json' with { type: 'json' };
import { namedForms, matchesIn, NEAR, textBefore, withoutOverlaps, rowsForm } from '../text/source.ts';
import type { Range, Source } from '../text/source.ts';
import type { FoundHost, FoundString } from '../classify/found-string.ts';
import { decodePercent, textAt } from '../parse/part.ts';
import { PLACEHOLDER, placeholderAt } from '../text/literal.ts';
import { valuesOf } from './values.ts';

const FORMS = namedForms(forms.secrets);

/** An Atlas secret outside of connection strings. */
interface LooseSecret extends Range {
  readonly kind: 'metrics' | 'service-account' | 'private-key';
}

/** Prefix of service account secrets (vendor documentation, API authentication, 2026-08). */
const ACCOUNT_SECRET = 'mdb_sa_sk_';

/** Prefix of user names for the metrics integration. */
const METRICS_USER = 'prom_user_';

/** The beginnings of secrets and users that no other service has. */
export const SECRET_MARKS: readonly string[] = [ACCOUNT_SECRET, METRICS_USER];

/** All such secrets of a text, in order. */
export function looseSecrets(source: Source, strings: readonly FoundString[]): LooseSecret[] {
  const { path, text } = source;
  const hasMark = text.includes(ACCOUNT_SECRET) || text.includes(METRICS_USER);
  const hasMetrics = hasMark || strings.some(({ kind }) => kind === 'metrics-discovery');
  const ofKind = (kind: LooseSecret['kind'], ranges: readonly Range[]): LooseSecret[] =>
    ranges.map(({ offset, endOffset }) => ({ kind, offset, endOffset }));
  const found = [
    ...ofKind('service-account', hasMark ? accountSecrets(text) : []),
    ...ofKind('metrics', hasMetrics ? metricsPasswords(text, holdsBareValues(path)) : []),
    ...ofKind('private-key', apiKeys(source, strings)),
  ];
  // Of two at the same offset, the longer one, so that no part of it stays visible.
  return withoutOverlaps(found.sort((a, b) => a.offset - b.offset || b.endOffset - a.endOffset));
}

/** Shorter text after the prefix is incomplete or prose. */
const ACCOUNT = new RegExp(`${ACCOUNT_SECRET}([\\w-]{10,200})`, 'g');

const accountSecrets = (text: string): Range[] =>
  matchesIn(text, ACCOUNT).filter(({ name: rest }) => !isPasswordPlaceholder(rest) && !isMadeUp(rest));

/** The user name before a colon or comma, followed by its password. */
const PAIRED = new RegExp(`${METRICS_USER}\\w{1,64}(?::|["'\`],\\s{0,20}(?=["'\`]))`, 'g');

/** Passwords next to a user of the metrics integration, or in the credentials of a job that uses its discovery. */
function metricsPasswords(text: string, bareValues: boolean): Range[] {
  const named = matchesIn(text, /pass(?:word|wd)?["'`]?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}/gi).filter(({ offset }) => {
    const before = textBefore(text, offset);
    return before.includes('basic_auth') || `${before}${text.slice(offset, offset + NEAR)}`.includes(METRICS_USER);
  });
  return [
    ...named.flatMap(({ endOffset }) => literalAt(text, endOffset, bareValues)),
    ...matchesIn(text, PAIRED).flatMap(({ endOffset }) => literalAt(text, endOffset, true)),
  ];
}

/** Private API keys of the Admin API in a text. */
export function apiKeys({ path, text }: Source, strings: readonly FoundString[]): Range[] {
  const asksApi = strings.some(({ kind }) => kind === 'admin-api-v1' || kind === 'admin-api-v2');
  if (!asksApi && !(/private/i.test(text) && /atlas|mongodb|mcli/i.test(text))) return [];
  const keysBehind = (pattern: RegExp, bare: boolean, names?: ReadonlySet<string>): Range[] =>
    matchesIn(text, pattern)
      .filter(({ name }) => names?.has(name) ?? true)
      .flatMap(({ endOffset }) => literalAt(text, endOffset, bare))
      .filter((range) => FORMS.uuid.test(textAt(text, range)) && !isMadeUp(textAt(text, range)));
  const named = keysBehind(FORMS.named, holdsBareValues(path));
  if (!asksApi) return named;
  const variables = new Set(matchesIn(text, FORMS.pairVariable).map(({ name }) => name));
  return [...named, ...keysBehind(FORMS.pair, true), ...keysBehind(FORMS.assignedPair, true, variables)];
}

/** True for few different characters and for rows of them, as people type them in examples. */
function isMadeUp(value: string): boolean {
  const plain = value.toLowerCase().replace(/[^a-z\d]/g, '');
  return new Set(plain).size <= 4 || /12345678|87654321|abcdefgh|x{4}|^(?:your|my|example|sample)/.test(plain);
}

/** True for formats in which values need no quotes. */
const holdsBareValues = (path: string): boolean =>
  /(?:^|\/)\.?env(?:\.|$)|\.(?:env|ya?ml|properties|ini|cfg|conf|sh|bash|zsh)(?:\.\w{1,10})?$/i.test(path);

/** The literal secret at an offset, without quotes: no reference, no placeholder, and only in quotes unless `bare`. */
function literalAt(text: string, at: number, bare: boolean): Range[] {
  // In a shell, a command is between backticks.
  const isQuoted = (bare ? /["']/ : /["'`]/).test(text.charAt(at));
  const offset = isQuoted ? at + 1 : at;
  const ahead = text.slice(offset, offset + NEAR);
  if (!isQuoted && (!bare || FORMS.expression.test(ahead))) return [];
  const value = (isQuoted ? /^[^"'`\r\n]*/ : /^[^\s"'`,;)}\]@]*/).exec(ahead)![0];
  if (value.length < 4 || FORMS.reference.test(value) || isPasswordPlaceholder(value)) return [];
  return [{ offset, endOffset: offset + value.length }];
}

export interface StringSecret extends Range {
  readonly kind: 'password' | 'option' | 'address';
  readonly option?: string;
}

const textOf = ({ literal }: FoundString, range: Range): string => decodePercent(textAt(literal.value, range));

/** A text with `$$` inside: a dollar sign in Compose, the process in a shell. No name of a variable follows. */
const ESCAPED_DOLLAR = new RegExp(`(?<=[^$])\\$${PLACEHOLDER}`, 'g');

function isLiteral(string: FoundString, range: Range, user: string | null): boolean {
  const written = textOf(string, range);
  const value = written.includes(PLACEHOLDER) ? written.replace(ESCAPED_DOLLAR, '') : written;
  return !value.includes(PLACEHOLDER) && !isPasswordPlaceholder(value, user);
}

/** Literal passwords and secret options in a string, without placeholders and unknown pieces. */
export function literalSecrets(string: FoundString): StringSecret[] {
  if (!string.uri) return addressSecrets(string);
  const { userRange, passwordRange, options } = string.uri;
  // On a host that is certainly on Atlas, even a user name or a weak word counts as a password.
  const hasToken = string.hosts.some(({ class: { token, placeholder } }) => token !== null && !placeholder);
  const user = userRange && !hasToken ? textOf(string, userRange) : null;
  // `$u:$p@`: a template that another function fills in.
  const isTemplate = [userRange, passwordRange].every((range) => range && isVariable(textOf(string, range)));
  const isPassword = passwordRange && !isTemplate && isLiteral(string, passwordRange, user);
  const others = options.flatMap(({ name, secret, value, valueRange }): StringSecret[] =>
    secret && value === null && valueRange && !/user/i.test(name) && isLiteral(string, valueRange, null)
      ? [{ kind: 'option', option: name, ...valueRange }]
      : [],
  );
  return isPassword ? [{ kind: 'password', ...passwordRange }, ...others] : others;
}

/** A password that was written into the brackets of its placeholder, `<greenriver42>`: its range in the source. */
export function passwordInBrackets({ literal: { value, placeholders }, uri }: FoundString): Range | null {
  const range = uri?.passwordRange;
  if (!range || textAt(value, range) !== PLACEHOLDER) return null;
  const placeholder = placeholders.find(({ at }) => at === range.offset);
  const inner = /^<([^<>\s{}$%]{6,60})>$/.exec(placeholder?.text ?? '')?.[1];
  if (!placeholder || !inner || !/[a-z]/i.test(inner) || !/\d/.test(inner) || FORMS.bracketWord.test(inner))
    return null;
  return isPasswordPlaceholder(inner) ? null : { offset: placeholder.offset + 1, endOffset: placeholder.endOffset - 1 };
}

/** Passwords that a string gets from a variable of the text: `const pass = 'Kiln-9'`, `mongodb://app:${pass}@…`. */
export function assignedPasswords(string: FoundString, source: Source): Range[] {
  const range = string.uri?.passwordRange;
  const isFilled = range && textAt(string.literal.value, range) === PLACEHOLDER;
  const name = isFilled ? placeholderAt(string.literal, range.offset)?.name : null;
  if (!name) return [];
  const { path, text } = source;
  return valuesOf(source, name, string.range).flatMap(({ from, endOffset }) =>
    // The literal is the whole value.
    literalAt(text, from, holdsBareValues(path)).filter((one) =>
      /^["'\x60]?[\s;,)]*$/.test(text.slice(one.endOffset, endOffset)),
    ),
  );
}

const everyHost = ({ hosts }: FoundString, is: (host: FoundHost) => boolean) => hosts.length > 0 && hosts.every(is);

/** True for placeholder hosts: without a project token, `host`, `<host>`. */
export const isPlaceholderHost = (string: FoundString): boolean =>
  everyHost(
    string,
    ({ host, class: seen }) =>
      seen.placeholder || (seen.domain === null && /^(?:host|hostname|server)\d?$/i.test(host)),
  );

/** RFC 2606: names that are reserved for examples. */
export const isExampleHost = (string: FoundString): boolean =>
  everyHost(string, ({ host }) => /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid)\.?$/i.test(host));

const OWN_MACHINE: ReadonlySet<string> = new Set('localhost 127.0.0.1 ::1 0.0.0.0 host.docker.internal'.split(' '));

/** True for a string whose secrets are only valid on the local machine. */
export const isOwnMachine = (string: FoundString): boolean =>
  everyHost(string, ({ host }) => OWN_MACHINE.has(host.toLowerCase()));

/** User info of an address of the Admin API or of the metrics discovery. */
function addressSecrets(string: FoundString): StringSecret[] {
  const [, scheme, user, password] = /^(https?:\/\/)([^/@:]*):([^/@]*)@/i.exec(string.literal.value) ?? [];
  if (scheme === undefined || user === undefined || password === undefined) return [];
  const offset = scheme.length;
  const at = offset + user.length + 1;
  const range = { offset: at, endOffset: at + password.length };
  return isLiteral(string, range, user) ? [{ kind: 'address', offset, endOffset: range.endOffset }] : [];
}

/** `alone`: each of these words is a placeholder. `around`: words that count only together with one: `your-db-password`. */
const CORE_WORDS: ReadonlySet<string> = new Set(placeholderWords.alone);
const ANY_WORD = new RegExp(
  [...CORE_WORDS, ...placeholderWords.around].sort((a, b) => b.length - a.length).join('|'),
  'g',
);

/** Maximum length of a placeholder, in UTF-16 code units. */
const MAX_PLACEHOLDER_LENGTH = 60;

/** Characters around a placeholder in no particular syntax: `__PASSWORD__`, `{{password}}`, `:pass`, `$PASS`. */
export const EDGES = /^[\s<>{}()[\]_$%@#:*"'`.\-!‹›«»]+|[\s<>{}()[\]_$%@#:*"'`.\-!‹›«»]+$/g;

/** What contains no secret, whatever its words. */
const NO_SECRET = rowsForm('s', forms.noSecret);

/** True for a placeholder: a mask, placeholder words, one letter, or the user's own name. Both are percent-decoded. */
export function isPasswordPlaceholder(value: string, user: string | null = null): boolean {
  if (value.length <= 1 || (user !== null && value.toLowerCase() === user.toLowerCase())) return true;
  if (CORE_WORDS.has(value.toLowerCase())) return true;
  if (value.length > MAX_PLACEHOLDER_LENGTH) return /^[x*•.]+$/i.test(value);
  if (NO_SECRET().test(value)) return true;
  const inner = value.replace(EDGES, '').replace(/^x{2,}|x{2,}$/gi, '');
  const plain = inner.toLowerCase().replace(/[\s_.\-+/]/g, '');
  const letters = plain.replace(FORMS.asked, '$1');
  const words = letters.match(ANY_WORD) ?? [];
  const isMadeOfWords = words.join('') === letters && words.some((word) => CORE_WORDS.has(word));
  return isMadeOfWords || FORMS.phrases.test(letters);
}

/** `$DB_NAME` where no variable is interpolated: a template for another program. */
export const isVariable = (text: string): boolean => /^\$(?!external$)[A-Za-z_]\w{0,80}$/.test(text);
