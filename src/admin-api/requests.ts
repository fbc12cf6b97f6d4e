import { methodOf } from './method.ts';
import { callAround } from './call-range.ts';
import { usesOfBases, type BaseUse } from './base-urls.ts';
import { countBefore, type Range, type Source } from '../text/source.ts';
import type { FoundString, FoundFile } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { PLACEHOLDER, placeholderAt } from '../text/literal.ts';
import { usedValues, valuesOf } from './named-values.ts';

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
  const values = name != null && source ? valuesOf(source, name, string.range) : [];
  const dates = values.flatMap(({ offset, endOffset }) =>
    [...source!.text.slice(offset, endOffset).matchAll(DATE)].map(({ index, 0: date }): [string, Range] => {
      return [date, { offset: offset + index, endOffset: offset + index + date.length }];
    }),
  );
  const isWhole = !/^\uFFFC[\w-]/.test(rest);
  const [given = null, constant = null] = isWhole && dates.length === 1 ? dates[0]! : [];
  const date = upcoming === undefined ? (written ?? given) : 'upcoming';
  return { string, date, constant, isComputed: date === null && name !== undefined && (values.length > 0 || !isWhole) };
}

const DATE = /(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])/g;

interface FileCalls {
  readonly requests: readonly ApiRequest[];
  /** The first call with each string as its address or one of its media types. */
  readonly byString: ReadonlyMap<FoundString, ApiRequest>;
}

/** Cached, because several rules use the calls of a file, some once per string. */
const known = new WeakMap<FoundFile, FileCalls>();

function callsOf(file: FoundFile, profile: ServiceProfile): FileCalls {
  let calls = known.get(file);
  if (!calls) {
    const requests = requestsIn(file, profile);
    const byString = new Map<FoundString, ApiRequest>();
    for (const request of requests)
      for (const one of [request.address, ...request.mediaTypes.map(({ string }) => string)])
        if (!byString.has(one)) byString.set(one, request);
    known.set(file, (calls = { requests, byString }));
  }
  return calls;
}

/** The calls of a file: one per API address outside of comments, or per use of a base address. */
export const apiRequests = (file: FoundFile, profile: ServiceProfile): readonly ApiRequest[] =>
  callsOf(file, profile).requests;

export const requestWith = (string: FoundString, file: FoundFile, profile: ServiceProfile): ApiRequest | undefined =>
  callsOf(file, profile).byString.get(string);

interface CallSite extends BaseUse {
  readonly address: FoundString;
}

function requestsIn({ source, strings }: FoundFile, profile: ServiceProfile): ApiRequest[] {
  const written = strings.filter(({ literal }) => literal.context !== 'comment');
  const addresses = written.filter(({ kind }) => kind === 'admin-api-v2' || kind === 'admin-api-v1');
  if (addresses.length === 0) return [];
  const bases = addresses.map(({ range, literal }) => {
    return { ...range, name: /(?:^|[.[$@])(\w{1,60})\]?$/.exec(literal.key ?? '')?.[1] ?? null };
  });
  const usesOf = usesOfBases(source, bases);
  const sites = addresses
    .flatMap((address, index): CallSite[] => {
      const path = pathOf(address, profile);
      const uses = usesOf[index];
      if (uses?.length === 0) return [{ address, at: address.range, path }];
      return (uses ?? []).map((use) => ({ address, at: use.at, path: path + use.path }));
    })
    .sort((a, b) => a.at.offset - b.at.offset);
  const media = written.filter(({ kind }) => kind === 'media-type');
  return sites.map(({ address, at, path }, index): ApiRequest => {
    const floor = sites[index - 1]?.at.endOffset ?? 0;
    const ceiling = sites[index + 1]?.at.offset ?? source.text.length;
    const { range, whole } = callAround(source, at, floor, ceiling);
    // A value with another address is another call, one with the base address is the client.
    const isOther = (value: Range): boolean => within(addresses, value).some((other) => other !== address);
    const parts = [range, ...usedValues(source, range, isOther)].map((part) => {
      return { ...part, text: source.text.slice(part.offset, part.endOffset) };
    });
    const [{ text }, ...used] = parts as [RequestPart, ...RequestPart[]];
    const place = { offset: at.offset - range.offset, endOffset: at.endOffset - range.offset };
    const method =
      methodOf(text, place) ?? (whole ? methodOf(used.map((part) => part.text).join('\n'), NOWHERE) : null);
    const types = new Set(parts.flatMap((part) => within(media, part)));
    const mediaTypes = [...types]
      .sort((a, b) => a.range.offset - b.range.offset)
      .map((string) => mediaTypeOf(string, profile, source));
    return { address, at, path, method, range, text, whole, parts, mediaTypes };
  });
}

/** The strings in a part of the text. Both are in order. */
const within = (strings: readonly FoundString[], { offset, endOffset }: Range): readonly FoundString[] =>
  strings.slice(
    countBefore(strings, ({ range }) => range.offset < offset),
    countBefore(strings, ({ range }) => range.endOffset <= endOffset),
  );

const NOWHERE: Range = { offset: 0, endOffset: 0 };

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
