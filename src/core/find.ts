import type { Range } from './source.ts';
import type { ServiceProfile } from './service.ts';

export type HitKind = 'scheme' | 'host' | 'api' | 'media-type' | 'metrics' | 'field' | 'console' | 'base64';

/** A place in the text at which something of the service may stand. Reading around it decides. */
export interface Hit extends Range {
  readonly kind: HitKind;
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The two slashes after a scheme, plain or in one of the escapes that texts put them in. */
const SLASH = String.raw`(?:\\{0,3}\/|%2f|%252f|\\{1,2}u002f|\\{1,2}x2f|&#(?:47|x2f);)`;
const COLON = String.raw`(?:\\{0,2}:|%3a|%253a|\\{1,2}u003a|\\{1,2}x3a|&#(?:58|x3a);)`;
const PLUS = String.raw`(?:\+|%2b|%252b|\\{1,3}\+|\\{1,2}u002b|\\{1,2}x2b|&#(?:43|x2b);)`;
/** A dot of a host name, plain or escaped for a pattern. */
const DOT = String.raw`(?:\\{0,3}\.|%2e|\\{1,2}u002e|\[\.\])`;
const HYPHEN = String.raw`(?:-|\\{1,2}u002d|\\{1,2}x2d)`;

function hostPattern(domain: string): string {
  return [...domain].map((c) => (c === '.' ? DOT : c === '-' ? HYPHEN : escape(c))).join('');
}

function schemePattern(scheme: string): string {
  return [...scheme].map((c) => (c === '+' ? PLUS : escape(c))).join('');
}

/** The beginnings that base64 gives a word, one for each position of the word in a group of three bytes. */
export function base64Forms(word: string): string[] {
  const bytes = new TextEncoder().encode(word);
  return [0, 1, 2].map((shift) => {
    const padded = [...new Array<number>(shift).fill(0), ...bytes];
    const text = btoa(String.fromCharCode(...padded));
    // Characters that also depend on neighbouring bytes are left out at both ends.
    const first = shift === 0 ? 0 : shift + 1;
    const last = Math.floor((padded.length * 8) / 6);
    return text.slice(first, last);
  });
}

const longestFirst = (words: readonly string[]): string[] => [...words].sort((a, b) => b.length - a.length);

interface Finder {
  readonly pattern: RegExp;
  readonly kinds: readonly HitKind[];
  /** Base64 tells capitals from small letters, so it has a pattern of its own. */
  readonly base64: RegExp;
  readonly fields: ReadonlySet<string>;
}

const finders = new WeakMap<ServiceProfile, Finder>();

/** One pattern for all anchors, built once per profile; a capture group per kind says which one matched. */
function finderOf(profile: ServiceProfile): Finder {
  const known = finders.get(profile);
  if (known) return known;
  const direct = profile.schemes[0];
  const schemes = longestFirst(profile.schemes).map(schemePattern);
  // The vendor's short name as a scheme is a common slip; it only counts in front of a service host.
  const slips = direct.length > 5 && direct.endsWith('db') ? [escape(direct.slice(0, -2))] : [];
  const parts: [HitKind, string][] = [
    ['scheme', `(?:${[...schemes, ...slips].join('|')})${COLON}(?:${SLASH}{2}|(?=[^\\s"']{3,200}@))`],
    ['host', profile.domains.map((domain) => DOT + hostPattern(domain)).join('|')],
    ['console', profile.consoles.map((name) => hostPattern(name.replace(/^\./, ''))).join('|') || '(?!)'],
    ['api', `${escape(profile.api.path.replace(/^\/|\/$/g, ''))}/v\\d`],
    ['media-type', escape(profile.api.mediaType)],
    ['metrics', escape(profile.metrics.path.replace(/^\//, ''))],
    ['field', longestFirst(profile.fields.removed).map(escape).join('|') || '(?!)'],
  ];
  const finder: Finder = {
    pattern: new RegExp(parts.map(([, source]) => `(${source})`).join('|'), 'gi'),
    kinds: parts.map(([kind]) => kind),
    base64: new RegExp(base64Forms(direct).join('|'), 'g'),
    fields: new Set(profile.fields.removed),
  };
  finders.set(profile, finder);
  return finder;
}

/** Every anchor of the text, in order. Linear in the length of the text. */
export function findHits(text: string, profile: ServiceProfile): Hit[] {
  const { pattern, kinds, base64, fields } = finderOf(profile);
  const hits: Hit[] = [];
  for (const match of text.matchAll(pattern)) {
    const kind = kinds[kinds.findIndex((_, i) => match[i + 1] !== undefined)] ?? 'host';
    if (kind === 'field' && !fields.has(match[0])) continue;
    hits.push({ kind, offset: match.index, endOffset: match.index + match[0].length });
  }
  const plain = hits.length;
  for (const match of text.matchAll(base64)) {
    hits.push({ kind: 'base64', offset: match.index, endOffset: match.index + match[0].length });
  }
  return hits.length > plain ? hits.sort((a, b) => a.offset - b.offset) : hits;
}
