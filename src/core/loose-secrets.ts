import type { FoundString } from './found.ts';
import { isPasswordPlaceholder } from './placeholder-words.ts';
import type { Range, Source } from './source.ts';

export type SecretKind = 'metrics' | 'service-account' | 'private-key';

/** A secret of the service that stands in a text outside of any connection string. */
export interface LooseSecret extends Range {
  readonly kind: SecretKind;
}

/** Beginning of the secrets of service accounts (vendor documentation, API authentication, 2026-08). */
const ACCOUNT_SECRET = 'mdb_sa_sk_';
/** Beginning of the user names that the metrics integration hands out. */
const METRICS_USER = 'prom_user_';

/** Every such secret of a text, in order. Texts without a trace of the service cost a few searches for a word. */
export function looseSecrets({ path, text }: Source, strings: readonly FoundString[]): LooseSecret[] {
  const hasMetrics = text.includes(METRICS_USER) || strings.some(({ kind }) => kind === 'metrics-discovery');
  const found = [
    ...(text.includes(ACCOUNT_SECRET) ? accountSecrets(text) : []),
    ...(hasMetrics ? metricsPasswords(text, holdsBareValues(path)) : []),
    ...(EVIDENCE.some((word) => text.includes(word)) ? privateKeys(text) : []),
  ];
  const sorted = found.sort((a, b) => a.offset - b.offset);
  return sorted.filter((one, i) => one.offset >= (sorted[i - 1]?.endOffset ?? 0));
}

/** How far a text is searched for API keys: a longer one is data. */
const LONGEST_TEXT = 2_000_000;
/** Words of which one stands in every text that handles API keys of the service; searched one by one, which is cheapest. */
const EVIDENCE = ['atlas', 'Atlas', 'ATLAS', 'mongodb', 'MongoDB', 'MONGODB', 'mcli', 'MCLI'];

function accountSecrets(text: string): LooseSecret[] {
  const found: LooseSecret[] = [];
  for (let at = text.indexOf(ACCOUNT_SECRET); at >= 0; at = text.indexOf(ACCOUNT_SECRET, at + 1)) {
    const from = at + ACCOUNT_SECRET.length;
    const rest = /^[\w-]{0,200}/.exec(text.slice(from, from + 200))?.[0] ?? '';
    if (rest.length < 16 || isSample(rest)) continue;
    found.push({ kind: 'service-account', offset: at, endOffset: from + rest.length });
  }
  return found;
}

/** One character over and over, or the words of a form. */
function isSample(value: string): boolean {
  return (
    new Set(value.toLowerCase().replace(/[-_]/g, '')).size <= 2 || /xxxx|your|example|secret|placeholder/i.test(value)
  );
}

const UUID = String.raw`[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\w-])`;
/** `private_key = "…"`, `MCLI_PRIVATE_API_KEY=…`: private keys are UUIDs. */
const NAMED_KEY = new RegExp(
  String.raw`private[_.\- ]?(?:api[_.\- ]?)?key["'\`]?\s{0,8}(?:[:=]|=>|,)\s{0,8}["'\`]?(${UUID})`,
  'gi',
);
/** `publickey:private-key` of command lines, `"publickey", "private-key"` of programs; public keys are eight letters. */
const KEY_PAIR = new RegExp(String.raw`(?<![\w-])[a-z]{8}(?::|["'\`],\s{0,8}["'\`])(${UUID})`, 'g');

function privateKeys(text: string): LooseSecret[] {
  return [NAMED_KEY, KEY_PAIR].flatMap((pattern) =>
    [...text.slice(0, LONGEST_TEXT).matchAll(pattern)].flatMap((match): LooseSecret[] => {
      const key = match[1] ?? '';
      if (isSample(key) || key.startsWith('12345678-1234')) return [];
      const endOffset = match.index + match[0].length;
      return [{ kind: 'private-key', offset: endOffset - key.length, endOffset }];
    }),
  );
}

/** True for formats in which a value needs no quotes. */
function holdsBareValues(path: string): boolean {
  return /(?:^|\/)\.?env(?:\.|$)|\.(?:env|ya?ml|properties|ini|cfg|conf)(?:\.\w+)?$/i.test(path);
}

const PASSWORD = /pass(?:word|wd)?["'`]?[ \t]{0,8}(?:[:=]|=>)[ \t]{0,8}/gi;
const PAIRED = new RegExp(`${METRICS_USER}\\w{1,64}(?::|["'\`],\\s{0,20}(?=["'\`]))`, 'g');
/** How far a user name or the word for the block may be from its password, in code units. */
const NEAR = 300;

/** Passwords beside a user of the metrics integration, or in the credentials of a job that asks its discovery. */
function metricsPasswords(text: string, bareValues: boolean): LooseSecret[] {
  const named = [...text.matchAll(PASSWORD)].filter(({ index }) => {
    const around = text.slice(Math.max(0, index - NEAR), index + NEAR);
    return around.includes(METRICS_USER) || text.slice(Math.max(0, index - NEAR), index).includes('basic_auth');
  });
  const places = [
    ...named.map((match) => ({ at: match.index + match[0].length, bare: bareValues })),
    ...[...text.matchAll(PAIRED)].map((match) => ({ at: match.index + match[0].length, bare: true })),
  ];
  return places.flatMap(({ at, bare }) => valueAt(text, at, bare));
}

/** The literal that begins at a place, quoted or bare; none for placeholders and references. */
function valueAt(text: string, at: number, bare: boolean): LooseSecret[] {
  const quote = /["'`]/.exec(text[at] ?? '')?.[0];
  if (quote === undefined && !bare) return [];
  const from = quote === undefined ? at : at + 1;
  const ahead = text.slice(from, from + NEAR);
  const value = (quote === undefined ? /^[^\s"'`,;)}\]@]*/ : /^[^"'`\r\n]*/).exec(ahead)?.[0] ?? '';
  if (value.length < 4 || /^[$<{%*[!&]|\$\{|\{\{/.test(value) || isPasswordPlaceholder(value)) return [];
  return [{ kind: 'metrics', offset: from, endOffset: from + value.length }];
}
