import type { FoundString } from './found.ts';
import { apiKeys } from './api-key-secrets.ts';
import { isPasswordPlaceholder } from './placeholder-words.ts';
import { holdsBareValues, literalAt } from './secret-literal.ts';
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

/** Every such secret of a text, in order. A text without a trace of the service costs two searches for a word. */
export function looseSecrets(source: Source, strings: readonly FoundString[]): LooseSecret[] {
  const { path, text } = source;
  const hasMark = text.includes(ACCOUNT_SECRET) || text.includes(METRICS_USER);
  const hasMetrics = hasMark || strings.some(({ kind }) => kind === 'metrics-discovery');
  const found = [
    ...(hasMark ? accountSecrets(text) : []),
    ...(hasMetrics ? metricsPasswords(text, holdsBareValues(path)) : []),
    ...apiKeys(source, strings).map((range): LooseSecret => ({ kind: 'private-key', ...range })),
  ];
  // Of two that begin at one place the longer one is told, so that no rest of it stays in sight.
  const sorted = found.sort((a, b) => a.offset - b.offset || b.endOffset - a.endOffset);
  let end = 0;
  return sorted.filter((secret) => {
    if (secret.offset < end) return false;
    end = secret.endOffset;
    return true;
  });
}

/** Shorter rests are the beginning of one, or a word about them. */
const SHORTEST_REST = 10;

function accountSecrets(text: string): LooseSecret[] {
  const found: LooseSecret[] = [];
  for (let at = text.indexOf(ACCOUNT_SECRET); at >= 0; at = text.indexOf(ACCOUNT_SECRET, at + 1)) {
    const from = at + ACCOUNT_SECRET.length;
    const rest = /^[\w-]{0,200}/.exec(text.slice(from, from + 200))![0];
    const isSample = isPasswordPlaceholder(rest) || /x{4}|^(?:your|my|example|sample)/i.test(rest);
    if (rest.length < SHORTEST_REST || isSample || new Set(rest).size <= 2) continue;
    found.push({ kind: 'service-account', offset: at, endOffset: from + rest.length });
  }
  return found;
}

const PASSWORD = /pass(?:word|wd)?["'`]?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}/gi;
/** The user name in front of a colon or a comma, with its password behind it. */
const PAIRED = new RegExp(`${METRICS_USER}\\w{1,64}(?::|["'\`],\\s{0,20}(?=["'\`]))`, 'g');
/** How far a user name or the word for the block may be from its password, in UTF-16 code units. */
const NEAR = 300;

/** Passwords beside a user of the metrics integration, or in the credentials of a job that asks its discovery. */
function metricsPasswords(text: string, bareValues: boolean): LooseSecret[] {
  const named = [...text.matchAll(PASSWORD)].filter(({ index }) => {
    const before = text.slice(Math.max(0, index - NEAR), index);
    return before.includes('basic_auth') || `${before}${text.slice(index, index + NEAR)}`.includes(METRICS_USER);
  });
  const places = [
    ...named.map((match) => ({ at: match.index + match[0].length, bare: bareValues })),
    ...[...text.matchAll(PAIRED)].map((match) => ({ at: match.index + match[0].length, bare: true })),
  ];
  return places.flatMap(({ at, bare }) => {
    const range = literalAt(text, at, bare);
    return range ? [{ kind: 'metrics' as const, ...range }] : [];
  });
}
