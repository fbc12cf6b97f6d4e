import type { FoundString, FoundFile } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { pageOf } from '../read/page.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import type { Range } from '../text/source.ts';
import { unversioned } from './accept-header.ts';
import { FILLED, pathFrom } from './named-values.ts';
import { callAround } from './call-range.ts';
import { apiRequests, isMocked, mediaTypeOf, type ApiRequest, type MediaType } from './requests.ts';
import { operationOf } from './versions.ts';
import { isApiDefinition } from '../read/families.ts';

const inside = (part: Range, { offset, endOffset }: Range): boolean =>
  offset <= part.offset && part.endOffset <= endOffset;

/**
 * Calls of the Administration API whose version the text does not show, and versions before `to` that may be of any
 * call: nothing tells whether they follow a planned change.
 */
export function openCalls(file: FoundFile, profile: ServiceProfile, to: string): Range[] {
  const { source } = file;
  const { path, text } = source;
  if (isApiDefinition(path, text)) return [];
  const requests = apiRequests(file, profile).filter((request) => !isMocked(request));
  const types = file.strings
    .filter(({ kind, literal }) => kind === 'media-type' && literal.context === 'code')
    .map((string) => mediaTypeOf(string, profile, source));
  // A base address is no call of the operation that answers there.
  const judged = stringsOf(requests.filter((one) => one.path !== '' && operationOf(one)));
  const attached = stringsOf(requests);
  const isNew = ({ date }: MediaType): boolean => date !== null && (date >= to || !/^\d/.test(date));
  // A header that is set in a function of its own is that of the calls around it.
  const isShared = types.some(({ string }) => !attached.has(string)) && types.every(isNew);
  const isAnswered = (at: Range): boolean => {
    const { range } = callAround(source, at, 0, text.length);
    return isShared || types.some(({ string }) => inside(string.range, range));
  };
  const page = pageOf(source);
  const code = (places: readonly Range[]): Range[] =>
    places.filter(({ offset }) => page.contextAt(offset) !== 'comment');
  return [
    ...types
      .filter((type) => !isNew(type) && (type.date === null || !judged.has(type.string)))
      .map(({ string }) => string.range),
    ...(isShared ? [] : requests.filter((request) => isOpen(request, file, profile)).map(({ at }) => at)),
    ...code(builtPaths(text, profile, requests)).filter((at) => !isAnswered(at)),
    ...code(openAddresses(text, profile)).filter((at) => FIRST_GENERATION.test(text) || !isAnswered(at)),
    ...code(fixedVersions(text, to)),
  ];
}

/** The first generation of the API as a value or path of its own. */
const FIRST_GENERATION = /(?:["'`=:][ \t]{0,9}|(?<!atlas)\/)v1\.\d(?![\w.])/i;

const stringsOf = (requests: readonly ApiRequest[]): Set<FoundString> =>
  new Set(requests.flatMap(({ mediaTypes }) => mediaTypes.map(({ string }) => string)));

/** A call of the versioned API without a version that is no finding either. */
function isOpen(request: ApiRequest, file: FoundFile, profile: ServiceProfile): boolean {
  const { address, mediaTypes } = request;
  if (address.kind !== 'admin-api-v2' || mediaTypes.length > 0 || address.literal.context !== 'code') return false;
  return unversioned(request, file, profile) === null;
}

/** What follows the path where the generation is not written out: a placeholder, or nothing. */
const ADDRESS_ENDS = new RegExp(String.raw`^(?:\/${FILLED}|\/?(?:["'\x60\s]|$))`);
/** The same in an address without its host, which other products have too. */
const RESOURCE_FOLLOWS = new RegExp(
  String.raw`^\/(?:${FILLED}|["'\x60][ \t]{0,9}[+.][ \t]{0,9}[\w.]{1,80}[ \t]{0,9}[+.][ \t]{0,9}["'\x60])\/(?:groups|orgs)\b`,
);
/** What may be before a path: an address, a placeholder, the end of another piece. */
const MAX_PREFIX = 200;

/** Addresses of the API whose generation is filled in, or added elsewhere. */
function openAddresses(text: string, { api }: ServiceProfile): Range[] {
  const found: Range[] = [];
  const path = api.path.slice(0, -1);
  for (let offset = text.indexOf(path); offset >= 0; offset = text.indexOf(path, offset + 1)) {
    const endOffset = offset + path.length;
    const after = text.slice(endOffset, endOffset + MAX_PREFIX);
    const host = /[\w.-]{1,100}$/.exec(text.slice(Math.max(0, offset - MAX_PREFIX), offset))?.[0].toLowerCase();
    const isOwn = api.hosts.some((domain) => host === domain || host?.endsWith(`.${domain}`));
    if (isOwn ? ADDRESS_ENDS.test(after) : host === undefined && RESOURCE_FOLLOWS.test(after))
      found.push({ offset, endOffset });
  }
  return found;
}

/** A path of an operation, or the base path without its generation. */
const PATH = /\/(?:groups|orgs)\/[^\s"'`?<>\\]{0,300}/gi;

/** Paths of the API that are joined with an address from elsewhere, in code that mentions the product. */
function builtPaths(text: string, { api }: ServiceProfile, known: readonly ApiRequest[]): Range[] {
  const base = api.path.replace(/^\/|\/$/g, '').toLowerCase();
  if (!text.toLowerCase().includes(base.slice(base.lastIndexOf('/') + 1))) return [];
  const taken = known.flatMap(({ at, address }) => [at, address.range]);
  return [...text.matchAll(PATH)].flatMap(({ index, 0: path }) => {
    const at = { offset: index, endOffset: index + path.length };
    const prefix = /[^\s"'`]{0,200}$/.exec(text.slice(Math.max(0, index - MAX_PREFIX), index))![0];
    if (isOtherAddress(prefix.toLowerCase(), base) || taken.some((one) => inside(at, one))) return [];
    const whole = pathFrom(text, path, at.endOffset);
    const isCalled = whole.includes(PLACEHOLDER) || /\/[0-9a-f]{24}\//.test(whole);
    const operation = operationOf({ path: whole, method: null });
    return isCalled && operation && operation.path.split('/').length > 3 ? [at] : [];
  });
}

/** An address that is written out is of another product, or was read as a call. */
function isOtherAddress(prefix: string, base: string): boolean {
  const below = prefix.lastIndexOf(base);
  if (below >= 0) return /^\/v\d/.test(prefix.slice(below + base.length));
  return /:\/\/[\w.:-]{1,200}(?:\/|$)|\/v\d/.test(prefix);
}

/** Clients whose release or option chooses the version: the vendor's SDK for Go and its command line. */
const FIXED =
  /\bgo\.mongodb\.org\/atlas(?:-sdk\/v(\d{8})\d{0,6})?(?=\/(?:admin|mongodbatlas)\b)|\batlas[ \t]{1,4}api[ \t][^\n]{0,300}?--version[ =]{1,4}["']?(\d{4}-\d{2}-\d{2})/g;

function fixedVersions(text: string, to: string): Range[] {
  return [...text.matchAll(FIXED)]
    .filter(([, release = '', option = release]) => option.replaceAll('-', '') < to.replaceAll('-', ''))
    .map(({ index, 0: whole }) => ({ offset: index, endOffset: index + whole.length }));
}
