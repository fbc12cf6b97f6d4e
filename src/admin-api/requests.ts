import { methodOf, methodOfOptions } from './method.ts';
import { namedParts } from './named-parts.ts';
import { callAround } from './call-range.ts';
import { usesOfBases, type BaseUse } from './base-urls.ts';
import { countBefore, overlaps, type Range, type Source } from '../text/source.ts';
import type { FoundString, FoundFile } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { PLACEHOLDER, placeholderAt } from '../text/literal.ts';
import { valuesOf } from './assignments.ts';

/** A call of the Admin API with the text around its address. */
export interface ApiRequest {
  readonly address: FoundString;
  /** The address in the call: a whole address, or the part after a base. */
  readonly at: Range;
  /** Below the generation (`/groups/…/clusters`), without a query. Empty for a base address. */
  readonly path: string;
  /** `null` if unknown. */
  readonly method: string | null;
  readonly range: Range;
  readonly text: string;
  /** True if the range is one command or call, false if it is the lines around the address. */
  readonly whole: boolean;
  /** True if headers come from a name that is defined outside of the file. */
  readonly open: boolean;
  /** The range, and what the call uses from elsewhere in the file: named headers and bodies, its client. */
  readonly parts: readonly RequestPart[];
  readonly mediaTypes: readonly MediaType[];
}

export interface RequestPart extends Range {
  readonly text: string;
}

/** A media type of the API. */
export interface MediaType {
  readonly string: FoundString;
  /** `YYYY-MM-DD`, `preview` or `upcoming`, or `null` for anything else. A date may be in a constant of the file. */
  readonly date: string | null;
  /** Where a constant contains the date. */
  readonly constant: Range | null;
  /** True for a date that the program computes: from pieces, or from a name that the file defines. */
  readonly isComputed: boolean;
}

/** Reads the date of a media type. */
export function mediaTypeOf(string: FoundString, { api }: ServiceProfile, source?: Source): MediaType {
  const from = string.inValue.offset + api.mediaType.length + 1;
  const rest = string.literal.value.slice(from);
  const [, written = null, upcoming] =
    /^(\d{4}-\d{2}-\d{2}|preview|upcoming)(\.upcoming)?(?=$|[^\w-])/.exec(rest) ?? [];
  const name = rest.startsWith(PLACEHOLDER) ? placeholderAt(string.literal, from)?.name : undefined;
  const { values, known } =
    name != null && source ? valuesOf(source, name, string.range) : { values: [], known: false };
  const dates = values.flatMap(({ offset, endOffset }) =>
    [...source!.text.slice(offset, endOffset).matchAll(DATE)].map(({ index, 0: date }): [string, Range] => {
      return [date, { offset: offset + index, endOffset: offset + index + date.length }];
    }),
  );
  const isWhole = !/^\uFFFC[\w-]/.test(rest);
  const [given = null, constant = null] = isWhole && dates.length === 1 ? dates[0]! : [];
  const date = upcoming === undefined ? (written ?? given) : 'upcoming';
  return { string, date, constant, isComputed: date === null && name !== undefined && (known || !isWhole) };
}

const DATE = /(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])/g;

/** Cached, because several rules use the calls of a file, some once per string. */
const known = new WeakMap<FoundFile, readonly ApiRequest[]>();
const byString = new WeakMap<FoundFile, ReadonlyMap<FoundString, ApiRequest>>();

/** The first call with the string as its address or one of its media types. */
export function requestWith(string: FoundString, file: FoundFile, profile: ServiceProfile): ApiRequest | undefined {
  let requests = byString.get(file);
  if (!requests) {
    const first = new Map<FoundString, ApiRequest>();
    for (const request of apiRequests(file, profile))
      for (const one of [request.address, ...request.mediaTypes.map((type) => type.string)])
        if (!first.has(one)) first.set(one, request);
    byString.set(file, (requests = first));
  }
  return requests.get(string);
}

/** The calls of a file, in order: one per API address outside of comments. */
export function apiRequests(file: FoundFile, profile: ServiceProfile): readonly ApiRequest[] {
  let requests = known.get(file);
  if (!requests) known.set(file, (requests = requestsIn(file, profile)));
  return requests;
}

function requestsIn({ source, strings }: FoundFile, profile: ServiceProfile): ApiRequest[] {
  const written = strings.filter(({ literal }) => literal.context !== 'comment');
  const addresses = written.filter(({ kind }) => kind === 'admin-api-v2' || kind === 'admin-api-v1');
  if (addresses.length === 0) return [];
  const media = written.filter(({ kind }) => kind === 'media-type');
  const file: SourceContext = { source, profile, media };
  const bases = addresses.map(({ range, literal }) => {
    return { ...range, name: /(?:^|[.[$@])(\w{1,60})\]?$/.exec(literal.key ?? '')?.[1] ?? null };
  });
  const usesOf = usesOfBases(source, bases);
  return addresses.flatMap((address, index) => {
    const uses = usesOf[index];
    if (!uses) return [];
    const path = pathOf(address, profile);
    // A base that is used elsewhere is not a call, unless it creates the client.
    const sites: readonly BaseUse[] = uses.length > 0 ? uses : [{ at: address.range, path: '', from: [] }];
    const neighbours = uses.length > 0 ? uses.map(({ at }) => at) : addresses.map(({ range }) => range);
    const first = uses.length > 0 ? 0 : index;
    return sites.map((site, at) =>
      requestAt(file, {
        ...site,
        address,
        path: path + site.path,
        floor: neighbours[first + at - 1]?.endOffset ?? 0,
        ceiling: neighbours[first + at + 1]?.offset ?? source.text.length,
      }),
    );
  });
}

interface SourceContext {
  readonly source: Source;
  readonly profile: ServiceProfile;
  /** In order of occurrence. */
  readonly media: readonly FoundString[];
}

interface CallSite extends BaseUse {
  readonly address: FoundString;
  readonly floor: number;
  readonly ceiling: number;
}

function requestAt(file: SourceContext, site: CallSite): ApiRequest {
  const { source, profile } = file;
  const { address, at, path, from, floor, ceiling } = site;
  const { range, whole } = callAround(source, at, floor, ceiling);
  const named = namedParts(source, range);
  const others = [...from, ...named.ranges].filter((part) => !overlaps(part, range));
  const parts = [range, ...others].map((part) => ({ ...part, text: source.text.slice(part.offset, part.endOffset) }));
  const mediaTypes = mediaWithin(file, parts).map((string) => mediaTypeOf(string, profile, source));
  const [{ text }, ...options] = parts as [RequestPart, ...RequestPart[]];
  const place = { offset: at.offset - range.offset, endOffset: at.endOffset - range.offset };
  const methods = whole ? options.map((part) => methodOfOptions(part.text)) : [];
  const method = methodOf(text, place, { whole }) ?? methods.find((word) => word !== null) ?? null;
  return { address, at, path, method, range, text, whole, open: named.open, parts, mediaTypes };
}

/** In the order of the text. */
function mediaWithin({ media }: SourceContext, parts: readonly Range[]): FoundString[] {
  const found = new Set<number>();
  for (const part of parts)
    for (
      let at = countBefore(media, ({ range }) => range.offset < part.offset);
      at < media.length && media[at]!.range.endOffset <= part.endOffset;
      at++
    )
      found.add(at);
  return [...found].sort((a, b) => a - b).map((at) => media[at]!);
}

/** Words of mock libraries and of assertions about calls. */
const MOCK =
  /(?:[mM]ock|MOCK|\b(?:nock|httpretty|httptest|responses|vcr|respx|wiremock|sinon|msw|stub|intercept|requests_mock)\b|\b(?:expect|assert\w{0,30}|verify|given|when)\s{0,4}[(!]|\bassert\b|\.(?:reply|respond|andRespond|toHaveBeenCalled\w{0,20}|calledWith|called_with|assert_\w{1,40})\()/;

/** True for text that only asserts a call or defines its response. */
export function isMocked({ text }: Pick<ApiRequest, 'text'>): boolean {
  return MOCK.test(text);
}

function pathOf({ literal, inValue }: FoundString, profile: ServiceProfile): string {
  const value = literal.value.slice(inValue.offset, inValue.endOffset);
  const name = profile.api.path.replace(/^\/|\/$/g, '').toLowerCase();
  const rest = value.slice(value.toLowerCase().indexOf(name) + name.length);
  return /^\/v\d(?:\.\d)?([^?#]*)/.exec(rest)?.[1]?.replace(/\/$/, '') ?? '';
}
