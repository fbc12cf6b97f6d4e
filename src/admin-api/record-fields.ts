import type { ServiceProfile } from '../classify/service.ts';
import { codeMatches } from '../read/code-matches.ts';
import { overlaps, type Range, type Source } from '../text/source.ts';
import { bracketsAround } from '../read/page.ts';
import { apiRequests, mediaTypeOf, type ApiRequest } from './requests.ts';
import type { Fix } from '../text/edits.ts';
import type { FoundFile } from '../classify/found-string.ts';
import { enclosingKeys } from '../read/keys.ts';

/** A field of cluster records that a version of the API does not have. */
export interface FieldUse {
  readonly field: string;
  readonly at: Range;
  /** `removed` since 2023-02-01, or `root-shape`: moved or repeated since 2024-08-05. */
  readonly reason: 'removed' | 'root-shape';
  /** The version that does not have it, `YYYY-MM-DD`. */
  readonly date: string;
}

const REMOVED = '2023-02-01';
const RESHAPED = '2024-08-05';

/** The replacement of a field since version 2023-02-01. */
interface Successor {
  /** In words, for messages. */
  readonly words: string;
  /** Path of the same value, or `null` if the record has a different structure. */
  readonly path: readonly string[] | null;
}

const HARDWARE: Successor = { words: '`replicationSpecs[].regionConfigs[]`', path: null };

/** Fields that the record no longer has at its root. Some names still exist in nested objects. */
export const SUCCESSORS: Readonly<Record<string, Successor>> = {
  mongoURI: { words: '`connectionStrings.standard`', path: ['connectionStrings', 'standard'] },
  mongoURIWithOptions: { words: '`connectionStrings.standard`', path: ['connectionStrings', 'standard'] },
  mongoURIUpdated: { words: 'nothing', path: null },
  srvAddress: { words: '`connectionStrings.standardSrv`', path: ['connectionStrings', 'standardSrv'] },
  providerBackupEnabled: { words: '`backupEnabled`', path: ['backupEnabled'] },
  providerSettings: HARDWARE,
  replicationFactor: { words: '`electableSpecs.nodeCount`', path: null },
  replicationSpec: HARDWARE,
  regionsConfig: { words: '`regionConfigs`', path: ['regionConfigs'] },
  autoScaling: { words: '`replicationSpecs[].regionConfigs[].autoScaling`', path: null },
  numShards: { words: '`replicationSpecs`, one element for each zone or shard', path: null },
};

/** Names that later records have in nested objects. */
const DEEPER: ReadonlySet<string> = new Set(['autoScaling', 'numShards']);

/** Fields of cluster records in a file that its API versions, or the planned one, do not have. */
export function missingFields(file: FoundFile, profile: ServiceProfile, planned: string | null): FieldUse[] {
  const requests = apiRequests(file, profile).filter(isRecordCall);
  const reshaped = requests.flatMap((request) => reshapedFields(request, planned ?? ''));
  if (!asksForLater(file, profile, planned)) return reshaped;
  const written = requests.flatMap((request) =>
    keysIn(request, Object.keys(SUCCESSORS)).filter(({ field, isRoot }) => isRoot || !DEEPER.has(field)),
  );
  const read = file.strings
    .filter(({ kind, literal }) => kind === 'removed-field' && literal.context === 'code')
    .map(({ literal, inValue, range }) => ({
      field: literal.value.slice(inValue.offset, inValue.endOffset),
      at: range,
    }))
    .filter((use) => SUCCESSORS[use.field] && isRecordField(file.source, use, profile));
  const found = [...written, ...read, ...filteredFields(file.source)].map(({ field, at }): FieldUse => {
    return { field, at, reason: 'removed', date: REMOVED };
  });
  return [...reshaped, ...found].filter(
    ({ at }, index, all) => all.findIndex((other) => overlaps(other.at, at)) === index,
  );
}

/** True for a call whose body or answer is a cluster record. */
const isRecordCall = ({ path }: ApiRequest): boolean => /\/clusters(?:\/[^/]+)?$/i.test(path);

function reshapedFields(request: ApiRequest, planned: string): FieldUse[] {
  const asked = request.mediaTypes.find((one) => /^\d/.test(one.date ?? ''))?.date ?? '';
  const date = asked < planned ? planned : asked;
  if (date < RESHAPED) return [];
  return keysIn(request, ['numShards', 'diskSizeGB'])
    .filter(({ field, inside }) => field === 'numShards' || !inside?.endsWith('Specs'))
    .map(({ field, at }) => ({ field, at, reason: 'root-shape', date }));
}

interface RecordKey extends Pick<FieldUse, 'field' | 'at'> {
  /** Key of the enclosing object, `null` without one. */
  readonly inside: string | null;
  /** True for a key of the body itself. */
  readonly isRoot: boolean;
}

/** What holds the body of a call: an option, or the variable in which it is built. */
const BODY = /body|payload|^(?:json|data|content|req(?:uest)?)$/i;

/** Field names that the body of a request writes: `numShards: 2`, `body["numShards"] = 2`, `body.put("numShards", 2)`. */
function keysIn({ parts }: ApiRequest, names: readonly string[]): RecordKey[] {
  const pattern = new RegExp(String.raw`(\\?["'])?\b(${names.join('|')})\b(\\?["'])?`, 'g');
  return parts.flatMap(({ text, offset: from }) => {
    const name = /^[\w.]{1,80}?(?=[^\w.]|\.(?:put|set|add)|$)/i.exec(text)?.[0] ?? '';
    return [...text.matchAll(pattern)].flatMap(({ index, 0: whole, 1: open, 2: field = '', 3: close }): RecordKey[] => {
      const before = text.slice(0, index);
      const after = text.slice(index + whole.length, index + whole.length + 12);
      const at = { offset: from + index, endOffset: from + index + whole.length };
      if (open !== close) return [];
      if (/^[ \t]{0,8}(?:=>|:(?!=))/.test(after)) {
        const inside = enclosingKeys(text, index)[0] ?? null;
        return [{ field, at, inside, isRoot: inside === null || inside === name || BODY.test(inside) }];
      }
      // Also `new { numShards = 2 }`.
      const isAssigned = /^\]?[ \t]{0,8}=(?![=>])/.test(after) && /^[\w.]{1,80}[.[]$|[{,]\s{0,80}$/.test(before);
      const isPut = /^[ \t]{0,8},/.test(after) && /^[\w.]{1,80}\.(?:put|set|add)\w{0,10}\($/i.test(before);
      return isAssigned || isPut ? [{ field, at, inside: null, isRoot: true }] : [];
    });
  });
}

/** Fields in a `jq` filter: `.srvAddress`, `.results[].mongoURI`. */
function filteredFields({ text }: Source): Pick<FieldUse, 'field' | 'at'>[] {
  const names = Object.keys(SUCCESSORS).filter((name) => !DEEPER.has(name));
  const pattern = new RegExp(`\\bjq\\b[^\\n'"]{0,60}(['"])(?:(?!\\1)[^\\n]){0,200}?\\.(${names.join('|')})\\b`, 'g');
  return codeMatches(text, pattern).map(({ match, endOffset }) => ({
    field: match[2]!,
    at: { offset: endOffset - match[2]!.length, endOffset },
  }));
}

/** What a field is read from: `cluster`, `r["replicationSpecs"][0]`, `resp.json()`. */
const OWNER =
  /([A-Za-z_$][\w$]{0,60}(?:\(\)|\??\.?\[[^[\]\n]{1,60}\]|[?!]{0,2}\.[A-Za-z_$][\w$]{0,60}){0,8})(?:[?!]{0,2}\.|\??\.?\[["'`:]|\??\.(?:get|fetch|dig|at|path)\w{0,10}\(["'`:])$/;
const RECORD_NAME = /cluster|resp|reply|answer|record|results?\b|data|body|json|details|^(?:res|r|doc)$/i;
/**
 * Assigns a decoded answer: `c = r.json()`, `for c in r["results"]`, `json.Unmarshal(body, &c)`, `var c map[string]any`,
 * `results.map((c) => …)`.
 */
function assigns(name: string): RegExp {
  const word = String.raw`(?<![\w$.])${name.replaceAll('$', String.raw`\$`)}(?![\w$])`;
  return new RegExp(
    [
      String.raw`${word}[^\n]{0,40}?(?::?=(?![=>])|\bin\b|\bof\b)[^\n]{0,120}?(?:json|request|fetch|resp|results|clusters|decode)`,
      String.raw`${word}[^\n]{0,40}?\bmap\[string\]`,
      String.raw`(?:Unmarshal|Decode|decode)\w{0,10}\([^\n)]{0,80}&?${word}`,
      String.raw`(?:results|clusters)\b(?:[^;=]|=>){0,120}?\(\(?${word}[^\n=]{0,40}=>`,
    ].join('|'),
    'i',
  );
}
/** How far before a field its variable is searched, in UTF-16 code units. */
const MAX_BEFORE_UNITS = 20_000;
/** Between the fields of two generations: `c.get("mongoURI") or c["connectionStrings"]`. */
const CHOICE = /\b(?:if|or|else)\b|\?(?!\.)|\|\|/;

/**
 * True if a field is read from a cluster record, or written into one. Programs have settings with the same names, and
 * some of the names are still in nested objects of a record.
 */
function isRecordField(source: Source, use: Pick<FieldUse, 'field' | 'at'>, profile: ServiceProfile): boolean {
  const { text } = source;
  const { field, at } = use;
  const before = text.slice(Math.max(0, at.offset - 300), at.offset);
  const line = /^[^\n]*/.exec(text.slice(text.lastIndexOf('\n', at.offset - 1) + 1, at.endOffset + 300))![0];
  if (line.includes('connectionStrings') && CHOICE.test(line)) return false;
  // The tag of a field of a Go type.
  if (/\bjson:"$/.test(before)) return !COMMON.has(field);
  const owner = OWNER.exec(before)?.[1];
  if (owner === undefined) return !DEEPER.has(field) && isBesideFields(source, use, profile);
  const last = owner
    .replace(/\(\)$|\[[^[\]]{0,60}\]$/g, '')
    .split(/[.[]/)
    .at(-1)!;
  if (DEEPER.has(field) && /spec|region|config|shard|zone/i.test(last)) return false;
  if (profile.fields.distinctive.includes(field)) return true;
  const words = owner.split(/[^\w$]+/);
  const isNamed = words.some((word) => RECORD_NAME.test(word) || profile.fields.evidence.includes(word));
  return isNamed || assigns(words[0]!).test(text.slice(Math.max(0, at.offset - MAX_BEFORE_UNITS), at.offset));
}

/** Names that many services have. One beside another is no record yet. */
const COMMON: ReadonlySet<string> = new Set(['replicationFactor', 'numShards', 'autoScaling', 'providerSettings']);

/** True for a key of an object with other fields of a record, or of the body of a call without braces, as in YAML. */
function isBesideFields(
  source: Source,
  { field, at }: Pick<FieldUse, 'field' | 'at'>,
  { fields }: ServiceProfile,
): boolean {
  const [braces] = bracketsAround(source.text, at, '{');
  if (!braces) return enclosingKeys(source.text, at.offset).some((key) => /body|payload|json|cluster/i.test(key));
  const object = source.text.slice(braces.offset, braces.endOffset);
  const others = [...fields.removed.filter((name) => !COMMON.has(name)), ...fields.evidence];
  return others.some((word) => word !== field && object.includes(word));
}

/** Reads the successor in the same syntax as the field. Empty if the text shows no such syntax. */
export function successorEdit({ source: { text } }: FoundFile, { field, at }: FieldUse): Fix[] {
  const path = SUCCESSORS[field]?.path;
  if (!path) return [];
  const quote = /["'`]/.exec(text.charAt(at.offset - 1))?.[0];
  const inBrackets = quote !== undefined && text[at.offset - 2] === '[' && text.startsWith(`${quote}]`, at.endOffset);
  const separator = path.length === 1 ? '' : inBrackets ? `${quote}][${quote}` : quote === undefined ? '.' : null;
  if (separator === null || /["'`]/.test(text.charAt(at.offset))) return [];
  return [{ title: `Read ${path.join('.')}`, edits: [{ ...at, text: path.join(separator) }] }];
}

/**
 * True if every version that the file requests, or will request by plan, lacks the fields, and no other kind of cluster
 * is meant.
 */
function asksForLater(file: FoundFile, profile: ServiceProfile, planned: string | null): boolean {
  const requests = apiRequests(file, profile);
  if (requests.length === 0) return false;
  if (requests.some(({ path }) => /\/(?:flexClusters|serverless)\b|tenantUpgrade/i.test(path))) return false;
  if (planned !== null && planned >= REMOVED) return true;
  const dates = file.strings
    .filter(({ kind, literal }) => kind === 'media-type' && literal.context !== 'comment')
    .flatMap((string) => mediaTypeOf(string, profile, file.source).date ?? []);
  const isOlder = requests.some(({ address }) => address.kind === 'admin-api-v1');
  return dates.length > 0 && dates.every((date) => date >= REMOVED) && !isOlder;
}
