import callForms from './call-forms.json' with { type: 'json' };
import successors from './successors.json' with { type: 'json' };
import type { ServiceProfile } from '../classify/service.ts';
import { matchesIn, namedForms, overlaps, rewriting, textBefore } from '../text/source.ts';
import type { Fix, Range, Source } from '../text/source.ts';
import { apiRequests, mediaTypeOf, mediaTypesIn, type ApiRequest } from './requests.ts';
import type { FoundFile } from '../classify/found-string.ts';
import { enclosingKeys } from '../read/keys.ts';
import { isFiltered } from '../read/record-field.ts';

const FORMS = namedForms(callForms.fields);

interface FieldUse {
  readonly field: string;
  readonly at: Range;
}

export const REMOVED = '2023-02-01';
const RESHAPED = '2024-08-05';

/** What replaced a field in 2023-02-01 in words, and the path of the same value, `null` in another structure. */
type Successor = Readonly<{ words: string; path: readonly string[] | null }>;

/** Fields that the record no longer has at its root. Some names still exist in nested objects. */
export const SUCCESSORS: Readonly<Record<string, Successor>> = successors;

/** Names that later records have in nested objects. */
const DEEPER: ReadonlySet<string> = new Set(['autoScaling', 'numShards']);

const recordCalls = (file: FoundFile, profile: ServiceProfile): ApiRequest[] =>
  // Their body or answer is a cluster record.
  apiRequests(file, profile).filter(({ path }) => /\/clusters(?:\/[^/]+)?$/i.test(path));

/** Fields that the API version of a call, or the planned one, moved or repeats, with the date of that version. */
export const reshapedFields = (file: FoundFile, profile: ServiceProfile, planned: string | null) =>
  recordCalls(file, profile).flatMap((request) => {
    const asked = request.mediaTypes.find((one) => /^\d/.test(one.date ?? ''))?.date ?? '';
    const date = asked < (planned ?? '') ? planned! : asked;
    if (date < RESHAPED) return [];
    return keysIn(request, ['numShards', 'diskSizeGB'])
      .filter(({ field, inside }) => field === 'numShards' || !inside?.endsWith('Specs'))
      .map(({ field, at }) => ({ field, at, date }));
  });

/** Fields of cluster records in a file that all of its API versions, or the planned one, do not have. */
export function removedFields(file: FoundFile, profile: ServiceProfile, planned: string | null): FieldUse[] {
  if (!asksForLater(file, profile, planned)) return [];
  const written = recordCalls(file, profile).flatMap((request) =>
    keysIn(request, Object.keys(SUCCESSORS)).filter(({ field, isRoot }) => isRoot || !DEEPER.has(field)),
  );
  const others = reshapedFields(file, profile, planned);
  const found = [...written, ...readFields(file)];
  return found.filter(({ at }, index) =>
    [...others, ...found.slice(0, index)].every((other) => !overlaps(other.at, at)),
  );
}

const oldFields = ({ strings }: FoundFile): FieldUse[] =>
  strings
    .filter(({ kind, literal }) => kind === 'removed-field' && literal.context === 'code')
    .map(({ literal, range }) => ({ field: literal.value, at: range }));

/** Fields of old records, also in the class of a record that another file asks for. */
export const readFields = (file: FoundFile): FieldUse[] =>
  oldFields(file).filter((use) => SUCCESSORS[use.field] && isGone(file.source, use));

/** Fields of a body that another file sends: two of an old record together, or those that later ones lack in a list. */
export function writtenFields(file: FoundFile, to: string): FieldUse[] {
  const { text } = file.source;
  const written = oldFields(file).filter(({ at }) => /^["'`]?\s{0,9}(?::(?!:)|=>)/.test(text.slice(at.endOffset)));
  if (new Set(written.map(({ field }) => field)).size > 1) return written;
  const isInList = ({ field, at }: FieldUse): boolean =>
    field === 'numShards' && enclosingKeys(file.source, at.offset).includes('replicationSpecs');
  // Infrastructure code has the same names, and its providers send others.
  return to < RESHAPED || FORMS.ofProvider.test(text) ? [] : written.filter(isInList);
}

/** Names that a body writes: `numShards: 2`, `body["numShards"] = 2`, with the key around it. `isRoot`: no other key. */
function keysIn({ parts }: ApiRequest, names: readonly string[]) {
  const pattern = new RegExp(String.raw`(\\?["'])?\b(${names.join('|')})\b(\\?["'])?`, 'g');
  return parts.flatMap(({ text, offset: from }) => {
    const source = { path: '', text };
    const name = /^[\w.]{1,80}?(?=[^\w.]|$)/.exec(text)?.[0] ?? '';
    return matchesIn(text, pattern, from).flatMap(({ match, offset, endOffset }) => {
      const { index, 1: open, 2: field = '', 3: close } = match;
      const before = text.slice(0, index);
      const after = text.slice(endOffset - from, endOffset - from + 12);
      const at = { offset, endOffset };
      if (open !== close) return [];
      if (/^[ \t]{0,8}(?:=>|:(?!=))/.test(after)) {
        const inside = enclosingKeys(source, index)[0] ?? null;
        return [{ field, at, inside, isRoot: inside === null || inside === name || FORMS.body.test(inside) }];
      }
      const isAssigned = /^\]?[ \t]{0,8}=(?![=>])/.test(after) && /^[\w.]{1,80}[.[]$/.test(before);
      return isAssigned ? [{ field, at, inside: null, isRoot: true }] : [];
    });
  });
}

/** Names that many services have. They are fields only of something that is named like a record or an answer. */
const COMMON: ReadonlySet<string> = new Set(['replicationFactor', 'numShards', 'autoScaling', 'providerSettings']);

/** True for a field that newer records lack, nested objects included, and that no other field replaces. */
function isGone({ text }: Source, { field, at }: FieldUse): boolean {
  const [line = ''] = text.slice(text.lastIndexOf('\n', at.offset - 1) + 1, at.endOffset + 300).split('\n', 1);
  if (line.includes('connectionStrings') && FORMS.choice.test(line)) return false;
  if (!COMMON.has(field) || (isFiltered(text, at.offset) && !DEEPER.has(field))) return true;
  const before = textBefore(text, at.offset, 300);
  const owner = (FORMS.owner.exec(before) ?? FORMS.ofEach.exec(before))?.[0];
  return owner !== undefined && !(DEEPER.has(field) && /spec|region|config|shard|zone/i.test(owner));
}

/** Reads the successor in the same syntax as the field. Empty if the text shows no such syntax. */
export function successorEdit({ source: { text } }: FoundFile, { field, at }: FieldUse): Fix[] {
  const path = SUCCESSORS[field]?.path;
  if (!path) return [];
  const quote = /["'`]/.exec(text.charAt(at.offset - 1))?.[0];
  const inBrackets = quote !== undefined && text[at.offset - 2] === '[' && text.startsWith(`${quote}]`, at.endOffset);
  const separator = path.length === 1 ? '' : inBrackets ? `${quote}][${quote}` : quote === undefined ? '.' : null;
  if (separator === null || /["'`]/.test(text.charAt(at.offset))) return [];
  return [rewriting(`Read ${path.join('.')}`, at, path.join(separator))];
}

/** True if every requested or planned version lacks the fields, and no other kind of cluster is meant. */
function asksForLater(file: FoundFile, profile: ServiceProfile, planned: string | null): boolean {
  const requests = apiRequests(file, profile);
  if (requests.length === 0) return false;
  if (requests.some(({ path }) => /\/(?:flexClusters|serverless)\b|tenantUpgrade/i.test(path))) return false;
  if (planned !== null && planned >= REMOVED) return true;
  const dates = mediaTypesIn(file).flatMap((string) => mediaTypeOf(string, profile, file.source).date ?? []);
  const isOlder = requests.some(({ address }) => address.kind === 'admin-api-v1');
  return dates.length > 0 && dates.every((date) => date >= REMOVED) && !isOlder;
}
