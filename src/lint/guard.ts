import { maskUserInfo } from '../parse/mask-user-info.ts';
import type { FoundString } from '../classify/found-string.ts';
import { isNaturalName, MASK } from '../parse/natural-words.ts';
import { knownOption } from '../parse/options.ts';
import { decodePercent } from '../parse/percent.ts';
import { looksLikeName } from '../parse/placeholder-names.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { countBefore, once } from '../text/source.ts';
import { spellingsOf } from '../text/spellings.ts';
import type { Finding } from './finding.ts';
import type { Frame } from './frame.ts';
import type { FileResult } from './file-result.ts';
import type { Fix } from './rule.ts';
import type { RuleSetup } from './run-rules.ts';
import { HIDDEN, type MaskedString } from './shard-result.ts';

/** Shorter secrets are hidden only in the string itself, because elsewhere the same letters are words. */
const MIN_SECRET = 6;
/**
 * Maximum number of secrets with the same first letters that are compared. Beyond it, these letters and the rest of the
 * word are hidden.
 */
const MAX_ALIKE = 50;

/**
 * Checks a result again while the text is available: no value may contain a secret of the file in any spelling. Hosts,
 * paths and the texts of rules are exempt.
 */
export function guardResult(
  result: FileResult,
  found: readonly FoundString[],
  setups: readonly RuleSetup[],
): FileResult {
  const guard = guardOf(found);
  const known = new Map<string, string>();
  const ownWords = (id: string): string => {
    const rule = known.has(id) ? undefined : setups.find((setup) => setup.rule.id === id)?.rule;
    if (rule) {
      const { what, why, todo } = rule.docs;
      known.set(id, [what, why, todo, ...Object.values(rule.messages)].join('\n').toLowerCase());
    }
    return known.get(id) ?? '';
  };
  const findings = result.findings.map((finding) => guardFinding(finding, guard, ownWords));
  if (!guard) return { ...result, findings };
  return {
    ...result,
    findings,
    strings: result.strings.map((string) => {
      const text = guard.mask(string.text);
      return text === string.text ? string : { ...string, text };
    }),
    masked: result.masked?.map((string) => guardMasked(string, guard)) ?? null,
    directives: result.directives.map((directive) => ({
      ...directive,
      rules: directive.rules.map((rule) => ({ ...rule, id: guard.mask(rule.id) })),
      reason: directive.reason && guard.mask(directive.reason),
      until: directive.until && guard.mask(directive.until),
    })),
    collected: result.collected.map(([rule, items]) => [rule, deepMask(items, guard)] as const),
  };
}

/** Offsets in the value stay valid, so what is hidden there keeps its length. */
function guardMasked(string: MaskedString, guard: Guard): MaskedString {
  const { value, key } = string.literal;
  return {
    ...deepMask(string, guard),
    literal: {
      ...deepMask(string.literal, guard),
      value: guard.mask(value, undefined, HIDDEN),
      key: key && guard.maskKey(key),
    },
  };
}

function guardFinding(finding: Finding, guard: Guard | null, ownWords: (rule: string) => string): Finding {
  const { related, fix, suggestions } = finding;
  if (!guard && !finding.message.includes('://') && !finding.todo.includes('://')) return finding;
  const clean = (text: string): string => maskUserInfo(guard ? guard.mask(text, () => ownWords(finding.rule)) : text);
  const isClean = ({ title, edits }: Fix): boolean =>
    [title, ...edits.map(({ text }) => text)].every(
      (text) => !guard || guard.mask(text, () => ownWords(finding.rule)) === text,
    );
  const text = guard ? guard.mask(finding.text) : finding.text;
  const message = clean(finding.message);
  const why = clean(finding.why);
  const todo = clean(finding.todo);
  // Its pieces are offsets of the text.
  const frame = finding.frame && text === finding.text ? cleanFrame(finding.frame, guard) : null;
  const isSame =
    text === finding.text &&
    message === finding.message &&
    why === finding.why &&
    todo === finding.todo &&
    frame === finding.frame &&
    related.length === 0 &&
    (fix === null || isClean(fix)) &&
    suggestions.every(isClean);
  if (isSame) return finding;
  return {
    ...finding,
    ...{ message, why, todo, text, frame },
    related: related.map((one) => ({ ...one, message: clean(one.message) })),
    fix: fix && isClean(fix) ? fix : null,
    suggestions: suggestions.filter(isClean),
  };
}

function cleanFrame(frame: Frame, guard: Guard | null): Frame {
  const before = guard ? guard.maskKey(frame.before) : frame.before;
  return before === frame.before ? frame : { ...frame, before };
}

/** Hides the secrets of a file. */
export interface Guard {
  /**
   * A value without them.
   * @param ownWords text that may contain them, in lower case: the words of a rule
   * @param sign replaces each of their characters, where the length must not change
   */
  mask(value: string, ownWords?: () => string, sign?: string): string;
  /** A key without them; no part of one is a host. */
  maskKey(key: string): string;
}

/** A text to hide in values. */
interface Wanted {
  /** In lower case. */
  readonly lower: string;
  /** As written, for a secret that is also a common word. Only the whole word in this case is hidden. */
  readonly word: string | null;
}

type WantedByStart = ReadonlyMap<string, readonly Wanted[]>;

/** `null` for a file without secrets, which is the usual case. */
export function guardOf(strings: readonly FoundString[]): Guard | null {
  const byStart = wantedOf(strings);
  if (byStart.size === 0) return null;
  const names = once(() => namesOf(strings));
  return {
    mask: (value, ownWords, sign) => {
      const isHost = hostRanges(value, names);
      const isShown = (from: number, to: number): boolean => isHost(from, to) || isOwn(value.slice(from, to), ownWords);
      return masked(value, byStart, isShown, sign);
    },
    maskKey: (key) => masked(key, byStart, () => false),
  };
}

/** In lower case. */
function namesOf(strings: readonly FoundString[]): ReadonlySet<string | undefined> {
  const names = strings.flatMap(({ hosts, cluster, token }) => [
    ...hosts.flatMap(({ host }) => [host, ...host.split('.')]),
    cluster,
    token,
  ]);
  return new Set(names.map((name) => name?.toLowerCase()));
}

function wantedOf(strings: readonly FoundString[]): WantedByStart {
  const byStart = new Map<string, Wanted[]>();
  const add = (spelling: string, isWord: boolean): void => {
    const lower = spelling.toLowerCase();
    if (lower.length < MIN_SECRET) return;
    const start = lower.slice(0, MIN_SECRET);
    const known = byStart.get(start) ?? [];
    byStart.set(start, known);
    if (known.length < MAX_ALIKE) known.push({ lower, word: isWord ? spelling : null });
    else if (known.length === MAX_ALIKE) known.push({ lower: start, word: null });
  };
  const seen = new Set<string>();
  for (const { text, isUser } of strings.flatMap(secretsOf)) {
    const isWord = isNaturalName(text);
    // A user often has the same name as the database, variables and jobs created for it.
    if (seen.has(text) || knownOption(text) || (isUser && isWord)) continue;
    seen.add(text);
    add(text, isWord);
    for (const spelling of new Set(spellingsOf(decodePercent(text)))) if (spelling !== text) add(spelling, false);
  }
  return byStart;
}

/** Hostnames and schemes, which contain no secrets. */
const HOST_OR_SCHEME =
  /\b(?:mongodb(?:\+srv)?|https?):\/\/|(?:[\w-]{1,63}\.){2,10}[a-z]{2,24}(?::\d{1,5})?|\blocalhost(?::\d{1,5})?/gi;

function masked(
  value: string,
  byStart: WantedByStart,
  isShown: (from: number, to: number) => boolean,
  sign?: string,
): string {
  if (value.length < MIN_SECRET) return value;
  const lower = value.toLowerCase();
  // Nearly every value contains no secret. With many secrets, one pass over the value is faster.
  if (byStart.size <= MAX_QUICK_SECRETS && !holdsAny(lower, byStart.keys())) return value;
  let shown = '';
  let from = 0;
  for (let at = 0; at + MIN_SECRET <= lower.length; at++) {
    const end = secretEnd(value, lower, at, byStart);
    if (end === null || isShown(at, end)) continue;
    shown += value.slice(from, at) + (sign === undefined ? MASK : sign.repeat(end - at));
    from = end;
    at = end - 1;
  }
  return from === 0 ? value : shown + value.slice(from);
}

/** Up to this number, secrets are searched one by one. */
const MAX_QUICK_SECRETS = 16;

function holdsAny(text: string, words: Iterable<string>): boolean {
  for (const word of words) if (text.includes(word)) return true;
  return false;
}

const LETTER = /[A-Za-z0-9_]/;
const REST_OF_WORD = /[^\s"'`<>,;/:@?&=]*/y;

/** End of the longest secret that begins at an offset, or `null`. */
function secretEnd(value: string, lower: string, at: number, byStart: WantedByStart): number | null {
  const known = byStart.get(lower.slice(at, at + MIN_SECRET));
  if (!known) return null;
  let end: number | null = null;
  for (const { lower: secret, word } of known) {
    if (!lower.startsWith(secret, at)) continue;
    const last = at + secret.length;
    if (word !== null) {
      const isWhole = !LETTER.test(value.charAt(at - 1)) && !LETTER.test(value.charAt(last));
      if (!isWhole || !value.startsWith(word, at)) continue;
    }
    end = Math.max(end ?? 0, last);
  }
  if (end === null || known.length <= MAX_ALIKE) return end;
  REST_OF_WORD.lastIndex = end;
  return end + REST_OF_WORD.exec(value)![0].length;
}

const isOwn = (text: string, ownWords?: () => string): boolean => ownWords?.().includes(text.toLowerCase()) ?? false;

/** The ranges of hosts and schemes in a value, computed once. */
function hostRanges(
  value: string,
  names: () => ReadonlySet<string | undefined>,
): (from: number, to: number) => boolean {
  const ranges = once(() =>
    [...value.matchAll(HOST_OR_SCHEME)].map(({ index, 0: word }) => ({
      offset: index,
      endOffset: index + word.length,
    })),
  );
  return (from, to) => {
    if (names().has(value.toLowerCase())) return true;
    const range = ranges()[countBefore(ranges(), ({ offset }) => offset <= from) - 1];
    return range !== undefined && to <= range.endOffset;
  };
}

interface SecretText {
  readonly text: string;
  readonly isUser: boolean;
}

const SEPARATOR = /[\s:;,=&?@/"'<>|]+/;

/** The hidden texts of a string and their parts, except placeholder words. */
function secretsOf({ literal, secrets, uri }: FoundString): SecretText[] {
  const user = uri?.userRange;
  return secrets.flatMap(({ offset, endOffset }) => {
    const isUser = user ? offset >= user.offset && endOffset <= user.endOffset : false;
    return literal.value
      .slice(offset, endOffset)
      .split(PLACEHOLDER)
      .flatMap((text) => (SEPARATOR.test(text) ? [text, ...text.split(SEPARATOR)] : text))
      .filter((text) => text.length >= MIN_SECRET && !looksLikeName(text))
      .map((text) => ({ text, isUser }));
  });
}

function deepMask<T>(value: T, guard: Guard): T {
  if (typeof value === 'string') return guard.mask(value) as T;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => deepMask(item as unknown, guard));
    return items.every((item, at) => item === value[at]) ? value : (items as T);
  }
  let clean: T = value;
  for (const key of Object.keys(value) as (keyof T)[]) {
    const member = deepMask(value[key], guard);
    if (member !== value[key]) clean = { ...clean, [key]: member };
  }
  return clean;
}
