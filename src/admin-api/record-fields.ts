import type { Edit } from '../text/edits.ts';
import { mediaTypeOf, apiRequests, type ApiRequest, type RequestPart } from './requests.ts';
import type { Range, Source } from '../text/source.ts';
import { bracketsAround } from './brackets.ts';
import type { Fix, FoundFile } from '../lint/rule.ts';
import { enclosingKeys } from '../text/enclosing-keys.ts';
import { codeMatches } from '../rule-helpers/built-hosts.ts';
import type { ServiceProfile } from '../classify/service.ts';

/** Paths whose body is a cluster record. */
const FIELDS_PATH = /\/clusters(?:\/[^/]+)?$/i;

interface FieldName {
  readonly name: string;
  /** Including its quotes, if any. */
  readonly at: Range;
  /** Key of the enclosing object, `null` at the root of the body. */
  readonly inside: string | null;
}

/** Ranges of field names in the body of a request: quoted keys, or bare ones before a colon. */
export function fieldNames({ parts }: ApiRequest, names: readonly string[]): FieldName[] {
  const pattern = new RegExp(String.raw`(\\?["'])?\b(${names.join('|')})\b(\\?["'])?(?=[ \t]{0,8}(?:=>|:))`, 'g');
  return parts.flatMap(({ text, offset: from }) =>
    [...text.matchAll(pattern)]
      .filter(([, open, , close]) => open === close)
      .map((match) => {
        const offset = from + match.index;
        const at = { offset, endOffset: offset + match[0].length };
        return { name: match[2]!, at, inside: enclosingKeys(text, match.index)[0] ?? null };
      }),
  );
}

/** True for a call whose body or answer is a cluster record. */
export const isRecordCall = ({ path }: Pick<ApiRequest, 'path'>): boolean => FIELDS_PATH.test(path);

/** Nobody lists more shards by hand. */
const MAX_SHARDS = 12;

/** One element of `replicationSpecs` per shard, replacing the element that counts them. */
export function shardPerElement({ parts }: ApiRequest, { at }: FieldName): Fix[] {
  const part = partOf(parts, at);
  const element = part && objectAround(part, at.offset);
  if (!element) return [];
  const member = memberAt(part, at);
  const count = Number(member?.value);
  if (!member || !Number.isInteger(count) || count < 1 || count > MAX_SHARDS) return [];
  // The outermost braces are the whole body, which must not be repeated.
  if (count > 1 && isOutermost(part, element)) return [];
  const own = part.text.slice(element.offset - part.offset, element.endOffset - part.offset);
  const without = own.slice(0, member.offset - element.offset) + own.slice(member.endOffset - element.offset);
  const removal: Edit = { offset: member.offset, endOffset: member.endOffset, text: '' };
  if (count === 1) return [{ title: 'Leave numShards out', edits: [removal] }];
  const copies = { offset: element.endOffset, endOffset: element.endOffset, text: `, ${without}`.repeat(count - 1) };
  return [{ title: `Write ${count} elements`, edits: [removal, copies] }];
}

/** Moves the size from the root to the hardware of every region. */
export function diskIntoHardware({ parts }: ApiRequest, { at }: FieldName): Fix[] {
  const part = partOf(parts, at);
  const member = part && memberAt(part, at);
  if (!member) return [];
  const specs = [
    ...part.text.matchAll(/["']?\b(?:electable|readOnly|analytics)Specs["']?[ \t]{0,8}(?:=>|:)[ \t]{0,8}\{/g),
  ];
  const name = part.text.slice(at.offset - part.offset, at.endOffset - part.offset);
  const inserted = specs.map((match): Edit => {
    const offset = part.offset + match.index + match[0].length;
    return { offset, endOffset: offset, text: `${name}: ${member.value}, ` };
  });
  if (inserted.length === 0) return [];
  return [
    {
      title: 'Move the size into the hardware',
      edits: [{ offset: member.offset, endOffset: member.endOffset, text: '' }, ...inserted].sort(
        (a, b) => a.offset - b.offset,
      ),
    },
  ];
}

function partOf(parts: readonly RequestPart[], at: Range): RequestPart | undefined {
  return parts.find((part) => part.offset <= at.offset && at.endOffset <= part.endOffset);
}

interface Member extends Range {
  readonly value: string;
}

/** `"name": 12, ` with its comma, for numbers only. */
function memberAt({ text, offset }: RequestPart, at: Range): Member | null {
  const from = at.offset - offset;
  const rest = /^[ \t]{0,8}(?:=>|:)[ \t]{0,8}(\d{1,9}(?:\.\d{1,9})?)(\s{0,40},[ \t]{0,8})?/.exec(
    text.slice(at.endOffset - offset, at.endOffset - offset + 120),
  );
  if (!rest) return null;
  const before =
    rest[2] === undefined ? (/,\s{0,40}$/.exec(text.slice(Math.max(0, from - 50), from))?.[0].length ?? 0) : 0;
  return { offset: at.offset - before, endOffset: at.endOffset + rest[0].length, value: rest[1]! };
}

/** The braces around an offset. */
function objectAround(part: RequestPart, place: number): Range | null {
  const at = place - part.offset;
  for (const { offset, endOffset } of bracketsAround(part, { offset: at, endOffset: at }, '{}')) {
    return { offset: part.offset + offset, endOffset: part.offset + endOffset };
  }
  return null;
}

/** True for an object that is not nested in another object or list. */
function isOutermost({ text, offset }: RequestPart, element: Range): boolean {
  const before = text.slice(0, element.offset - offset);
  return (before.match(/[{[]/g)?.length ?? 0) === (before.match(/[}\]]/g)?.length ?? 0);
}

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
export const DEEPER: ReadonlySet<string> = new Set(['autoScaling', 'numShards']);

export interface FieldUse {
  readonly field: string;
  readonly at: Range;
}

/** Fields in a `jq` filter: `.srvAddress`, `.results[].mongoURI`. */
export function filteredFields({ source: { text } }: FoundFile): FieldUse[] {
  const names = Object.keys(SUCCESSORS)
    .filter((name) => !DEEPER.has(name))
    .join('|');
  const pattern = new RegExp(`\\bjq\\b[^\\n'"]{0,60}(['"])(?:(?!\\1)[^\\n]){0,200}?\\.(${names})\\b`, 'g');
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
export function isRecordField({ source }: FoundFile, { field, at }: FieldUse, profile: ServiceProfile): boolean {
  const { text } = source;
  const before = text.slice(Math.max(0, at.offset - 300), at.offset);
  const line = text.slice(text.lastIndexOf('\n', at.offset - 1) + 1, endOfLine(text, at.endOffset));
  if (line.includes('connectionStrings') && CHOICE.test(line)) return false;
  const owner = OWNER.exec(before)?.[1];
  if (owner === undefined) return !DEEPER.has(field) && isBesideFields(source, { field, at }, profile);
  const last = owner
    .replace(/\(\)$|\[[^[\]]{0,60}\]$/g, '')
    .split(/[.[]/)
    .at(-1)!;
  if (DEEPER.has(field) && /spec|region|config|shard|zone/i.test(last)) return false;
  if (profile.fields.distinctive.includes(field)) return true;
  const [name = ''] = /^[\w$]+/.exec(owner) ?? [];
  const words = owner.split(/[^\w$]+/);
  return (
    words.some((word) => RECORD_NAME.test(word) || profile.fields.evidence.includes(word)) ||
    assigns(name).test(text.slice(Math.max(0, at.offset - MAX_BEFORE_UNITS), at.offset))
  );
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
};

/** Names that many services have. One beside another is no record yet. */
const COMMON: ReadonlySet<string> = new Set(['replicationFactor', 'numShards', 'autoScaling', 'providerSettings']);
const BODY_KEY = /body|payload|json|cluster/i;

/** True for a key of an object with other fields of a record, or of the body of a call without braces, as in YAML. */
function isBesideFields(source: Source, { field, at }: FieldUse, { fields }: ServiceProfile): boolean {
  const { text } = source;
  const [braces] = bracketsAround(source, at, '{}');
  if (!braces) return enclosingKeys(text, at.offset).some((key) => BODY_KEY.test(key));
  const object = text.slice(braces.offset, braces.endOffset);
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
  if (separator === null) return [];
  const now = path.join(separator);
  return [{ title: `Read ${path.join('.')}`, edits: [{ ...at, text: now }] }];
}

/**
 * True if every version that the file requests, or will request by plan, lacks the fields, and no other kind of cluster
 * is meant.
 */
export function asksForLater(file: FoundFile, profile: ServiceProfile, planned: string | null): boolean {
  const requests = apiRequests(file, profile);
  const dates = file.strings.flatMap((string) =>
    string.kind === 'media-type' && string.literal.context !== 'comment'
      ? (mediaTypeOf(string, profile).date ?? [])
      : [],
  );
  const others = requests.some(({ path }) => /\/(?:flexClusters|serverless)\b|tenantUpgrade/i.test(path));
  if (requests.length === 0 || others) return false;
  if (planned !== null && planned >= '2023-02-01') return true;
  const older = requests.some(({ address }) => address.kind === 'admin-api-v1');
  return dates.length > 0 && dates.every((date) => date >= '2023-02-01') && !older;
}
