import type { Hit } from '../find/hits.ts';
import type { FoundString } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { beginningOf } from '../text/literal.ts';
import { lineBefore, matchAt, FAR, textBefore } from '../text/source.ts';
import { foundIn, type ReaderInput } from './hit-reader.ts';
import { readLiteral } from './reader.ts';
import { enclosingKeys } from './keys.ts';
import type { Page } from './page.ts';

/** Names that other products also use count less. Several of them, or one beside words of the service, are enough. */
const WEIGHT: Readonly<Record<string, number>> = { replicationSpec: 1.5, regionsConfig: 1, autoScaling: 0.25 };
/** Products with fields of the same names. */
const FOREIGN = /\b(?:solr|kafka|zookeeper|cassandra|elasticsearch|opensearch)\b/i;

type Evidence = ReturnType<typeof evidenceAround>;

function evidenceAround(text: string, at: number, profile: ServiceProfile) {
  const from = Math.max(0, at - FAR);
  const to = Math.min(text.length, at + FAR);
  const part = text.slice(from, to);
  const { removed, distinctive, evidence } = profile.fields;
  // Removed fields and words of the record in this part of the text.
  const words = new Set<string>();
  let score = 0;
  for (const word of [...removed, ...evidence]) {
    if (!holdsWord(part, word)) continue;
    words.add(word);
    score += distinctive.includes(word) ? 3 : removed.includes(word) ? (WEIGHT[word] ?? 0.5) : 1;
  }
  if ((part.includes(profile.api.path) && /\/clusters(?![\w-])/.test(part)) || RECORD_CALL.test(part)) {
    words.add(CALL);
    score += 1;
  }
  const vendor = profile.api.path.split('/').filter(Boolean).at(-1) ?? '';
  if (part.toLowerCase().includes(vendor)) score += 0.5;
  if (/cluster/i.test(part)) score += 0.5;
  if (FOREIGN.test(part)) score -= 2;
  // The record of flex clusters still has provider settings.
  return { from, to, words, score, flex: /flex[_ ]?cluster/i.test(part) };
}

/** A call whose answer is a cluster record counts like a word of the record. */
const CALL = '/clusters';
/** The same behind a base in a variable, and commands that print a record. */
const RECORD_CALL =
  /\bgroups\/[^\s"'`]{1,120}\/clusters(?![\w-])|\b(?:atlas|mongocli)\b[^\n|;]{0,40}\bclusters?[ \t]+(?:describe|list)\b/;

const LETTER_OR_DIGIT = /[A-Za-z0-9]/;

/** True if the text contains the word on its own. Text search is several times faster than a pattern. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!LETTER_OR_DIGIT.test(text.charAt(at - 1)) && !LETTER_OR_DIGIT.test(text.charAt(at + word.length))) return true;
  return false;
}

/** Minimum score for a cluster record of the service. */
const ENOUGH = 2;

/** Caches the evidence for neighbouring hits, so that many fields need one search. */
export function fieldReader(): (hit: Hit, reading: ReaderInput) => FoundString | null {
  let last: Evidence | null = null;
  return (hit, reading) => {
    const { text, profile } = reading;
    const name = text.slice(hit.offset, hit.endOffset);
    if (!isName(text, hit) || isCurrent(reading.page, hit)) return null;
    if (!last || hit.offset < last.from + FAR / 2 || hit.offset > last.to - FAR / 2)
      last = evidenceAround(text, hit.offset, profile);
    if (last.score < ENOUGH || !supported(hit, last, reading)) return null;
    const literal = readLiteral(hit.offset, reading, { join: false });
    // Sentences about a field do not read it, but an example record in a document counts.
    if (literal.context !== 'code' && !/^["']\s{0,4}:/.test(text.slice(hit.endOffset, hit.endOffset + 6))) return null;
    return foundIn(beginningOf(literal, name.length), { kind: 'removed-field' });
  };
}

/** A quoted field name, or a property. Declarations and words of other programs look the same otherwise. */
function isName(text: string, hit: Hit): boolean {
  const before = text.charAt(hit.offset - 1);
  const after = text.charAt(hit.endOffset);
  if (/\w|\$|-/.test(before) || /\w|\$|-/.test(after)) return false;
  const quoted = /["'`]/.test(before) && /["'`,]|\\/.test(after);
  const property = before === '.' && /[\w)\]]/.test(text.charAt(hit.offset - 2)) && !/[("'`]/.test(after);
  return quoted || property || (before === '.' && isFiltered(text, hit.offset));
}

/** True in a filter of `jq`: `.srvAddress`, `.results[].mongoURI`. */
export const isFiltered = (text: string, at: number): boolean => /(?<![\w-])jq[ \t][^\n]*$/.test(lineBefore(text, at));

/** True for the field that moved from the root of the record into its regions, inside of one. */
function isCurrent(page: Page, { offset, endOffset }: Hit): boolean {
  const { text } = page;
  if (text.slice(offset, endOffset) !== 'autoScaling') return false;
  const owner = ownerOf(text, offset);
  if (owner !== undefined && comesFromRegions(text, offset, owner)) return true;
  const chain = matchAt(CHAIN, text, offset)?.[1] ?? '';
  return REGION_LIST.test(chain) || enclosingKeys(page, offset).some((key) => REGION_LIST.test(key));
}

/** `spec.regionConfigs[0].` before a field. */
const CHAIN = /(?<=([\w$?.[\]]{1,300}))/y;

/** The variable in `region["autoScaling"]`, `region.autoScaling` and `region.get("autoScaling")`. */
const ownerOf = (text: string, offset: number): string | undefined =>
  /([A-Za-z_$][\w$]{0,60})\??(?:\.|\[["'`:]|\.(?:get|fetch|dig|at)\(["'`:])$/.exec(textBefore(text, offset, 80))?.[1];

/** `for region in spec["regionConfigs"]`, `regionConfigs.map((region) =>`: a line names both. */
function comesFromRegions(text: string, offset: number, owner: string): boolean {
  const name = new RegExp(`(?<![\\w$])${owner.replaceAll('$', '\\$')}(?![\\w$])`);
  const lines = textBefore(text, offset, 2_000).split('\n');
  return lines.some((line) => REGION_LIST.test(line) && name.test(line));
}

const REGION_LIST = /region_?configs/i;

/** Where programs have strings in settings of their own under the same name. */
const SETTINGS =
  /(?:cfg|conf|config|configuration|settings?|opts?|options?|env|args|argv|params|props|secrets?|flags|defaults|credentials)$/i;
/** A string that a program gives to such a key. */
const GIVEN = /^["'`]?\s{0,9}(?::|=>|=(?!=))\s{0,9}(?!["'`]|mongodb)\S/;

function isSetting(text: string, { offset, endOffset }: Hit): boolean {
  if (!/^(?:mongoURI|srvAddress)$/.test(text.slice(offset, endOffset))) return false;
  const owner = ownerOf(text, offset);
  return owner === undefined ? GIVEN.test(text.slice(endOffset, endOffset + 30)) : SETTINGS.test(owner);
}

/** Common names such as `mongoURI` need another word of the record nearby; beside a call alone, a key in quotes or a filter. */
function supported(hit: Hit, evidence: Evidence, { text, profile }: ReaderInput): boolean {
  const { offset, endOffset } = hit;
  const name = text.slice(offset, endOffset);
  if (profile.fields.distinctive.includes(name)) return true;
  if (isSetting(text, hit)) return false;
  const others = [...evidence.words].filter((word) => word !== name && (WEIGHT[word] ?? 1) >= 0.5);
  if (evidence.flex && name === 'providerSettings') return others.some((word) => profile.fields.removed.includes(word));
  const isRead = text.charAt(offset - 1) !== '.' || isFiltered(text, offset);
  return others.some((word) => word !== CALL) || (others.length > 0 && isRead);
}
