import { namedPartsIn } from './named-arguments.ts';
import { callAround } from './call-range.ts';
import { usesOfBases } from './base-urls.ts';
import { countBefore, overlaps, type Range } from '../text/source.ts';
import type { FoundFile } from '../lint/rule.ts';
import type { FoundString } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';

/** A file with a call contains a string of one of these kinds. */
export const API_CALLS = ['admin-api-v1', 'admin-api-v2'] as const;

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

/** A literal media type of the API. */
export interface MediaType {
  readonly string: FoundString;
  /** `YYYY-MM-DD`, `preview` or `upcoming`, or `null` for anything else. */
  readonly date: string | null;
}

export function mediaTypeOf(string: FoundString, profile: ServiceProfile): MediaType {
  const rest = string.literal.value.slice(string.inValue.offset + profile.api.mediaType.length + 1);
  const [, date = null, upcoming] = /^(\d{4}-\d{2}-\d{2}|preview|upcoming)(\.upcoming)?(?=$|[^\w-])/.exec(rest) ?? [];
  return { string, date: upcoming === undefined ? date : 'upcoming' };
}

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
  const addresses: FoundString[] = [];
  const media: FoundString[] = [];
  for (const string of strings) {
    if (string.literal.context === 'comment') continue;
    if (string.kind === 'admin-api-v2' || string.kind === 'admin-api-v1') addresses.push(string);
    else if (string.kind === 'media-type') media.push(string);
  }
  if (addresses.length === 0) return [];
  const file: SourceContext = {
    path: source.path,
    text: source.text,
    profile,
    media,
    namedParts: namedPartsIn(source.text),
  };
  const named = addresses.map(({ range, literal }) => ({
    ...range,
    name: /(?:^|[.[$@])(\w{1,60})\]?$/.exec(literal.key ?? '')?.[1] ?? null,
  }));
  const usesOf = usesOfBases(source.text, named);
  return addresses.flatMap((address, index) => {
    const floor = addresses[index - 1]?.range.endOffset ?? 0;
    const ceiling = addresses[index + 1]?.range.offset ?? source.text.length;
    const path = pathOf(address, profile);
    const uses = usesOf[index];
    if (!uses) return [];
    const called = uses.map((use, at) => {
      const before = uses[at - 1]?.at.endOffset ?? 0;
      const after = uses[at + 1]?.at.offset ?? source.text.length;
      return requestAt(file, {
        address,
        at: use.at,
        path: path + use.path,
        from: use.from,
        floor: before,
        ceiling: after,
      });
    });
    // A base that is used elsewhere is not a call, unless it creates the client.
    return called.length > 0
      ? called
      : [requestAt(file, { address, at: address.range, path, from: [], floor, ceiling })];
  });
}

interface SourceContext {
  readonly path: string;
  readonly text: string;
  readonly profile: ServiceProfile;
  /** In order of occurrence. */
  readonly media: readonly FoundString[];
  readonly namedParts: ReturnType<typeof namedPartsIn>;
}

interface CallSite extends Pick<ApiRequest, 'address' | 'at' | 'path'> {
  readonly from: readonly Range[];
  readonly floor: number;
  readonly ceiling: number;
}

function requestAt(file: SourceContext, site: CallSite): ApiRequest {
  const { text, profile } = file;
  const { address, at, path, from, floor, ceiling } = site;
  const { range, whole } = callAround(file, at, floor, ceiling);
  const named = file.namedParts(range);
  const others = [...from, ...named.ranges].filter((part) => !overlaps(part, range));
  const parts = [range, ...others].map((part) => ({ ...part, text: text.slice(part.offset, part.endOffset) }));
  const mediaTypes = mediaWithin(file, parts).map((string) => mediaTypeOf(string, profile));
  const own = parts[0]!.text;
  const method =
    methodOf(own, { offset: at.offset - range.offset, endOffset: at.endOffset - range.offset }, { whole }) ??
    (whole
      ? (parts
          .slice(1)
          .map((part) => methodOfOptions(part.text))
          .find((word) => word !== null) ?? null)
      : null);
  return { address, at, path, method, range, text: own, whole, open: named.open, parts, mediaTypes };
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

const VERB = 'GET|POST|PUT|PATCH|DELETE';
/** Placeholders for the base of an address before its path. */
const BASE = String.raw`(?:[$#]?\{{1,2}[^{}\n]{1,60}\}{1,2}|\$\w{1,60})?`;

/** Right before the address: `PATCH https://…`, `client.patch("https://…`, `PATCH("https://…`. */
const DIRECT: readonly RegExp[] = [
  new RegExp(String.raw`(?:^|[\s"'\x60(])(${VERB})[ \t]{1,8}["'\x60]?${BASE}$`),
  new RegExp(
    String.raw`(?:\.|->|::)(${VERB})(?:AsJson|FromJson|String)?(?:Async)?!?(?:<[^<>()\n]{0,80}>)?\([ \t\n]{0,40}(?:[\w.:]{0,30}\()?[$@a-z]{0,2}["'\x60]?${BASE}$`,
    'i',
  ),
  new RegExp(String.raw`(?:^|[^\w.])(${VERB})\([ \t]{0,8}["'\x60]${BASE}$`),
];

/** Anywhere in the call, the most reliable first. */
const ANYWHERE: readonly RegExp[] = [
  new RegExp(String.raw`(?:[ \t]-[a-zA-Z]{0,8}X|--request|--method|-(?:Custom)?Method)[ =]{0,4}["']?(${VERB})\b`, 'gi'),
  new RegExp(String.raw`(?:\b|http)method["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}(?:@?["'\x60]|\.)?(${VERB})\b`, 'gi'),
  new RegExp(String.raw`\b(?:Http)?Method(?:\.|::)?(${VERB})\b`, 'gi'),
  new RegExp(String.raw`[(,][ \t]{0,8}["'\x60](${VERB})["'\x60]|[(,][ \t]{0,8}(${VERB})[ \t]{0,8}(?:=>|,)`, 'g'),
  new RegExp(String.raw`\bCURLOPT_CUSTOMREQUEST["']?[ \t]{0,8}=>[ \t]{0,8}["'](${VERB})\b`, 'gi'),
  /\bCURLOPT_(POST|PUT)\b/g,
  new RegExp(String.raw`\bHTTP::(${VERB})\b`, 'gi'),
  new RegExp(String.raw`(?:\.|->|::)(${VERB})(?:Async|For\w{4,9})?!?\(`, 'gi'),
];

/**
 * The method of a call in capitals, or `null` if unknown.
 * @param text of the call and around it
 * @param address its range in the text
 */
function methodOf(text: string, address: Range, range: { readonly whole: boolean }): string | null {
  const at = address.offset;
  const before = text.slice(Math.max(0, at - 200), at);
  for (const pattern of DIRECT) {
    const method = pattern.exec(before)?.[1];
    if (method !== undefined) return method.toUpperCase();
  }
  const command = /\b(?:curl|wget)\b/.exec(text)?.[0] ?? HTTPIE.exec(before)?.[0];
  if (command !== undefined && command !== 'curl' && command !== 'wget') return ofHttpie(text, at, before);
  for (const pattern of ANYWHERE) {
    const method = nearest([...text.matchAll(pattern)], address);
    if (method !== null) return method.toUpperCase();
  }
  if (command === 'curl') return ofCurl(text);
  if (command === 'wget') return /--(?:post|body)-(?:data|file)\b/.test(text) ? 'POST' : 'GET';
  return range.whole && (POWERSHELL.test(text) || BARE.test(text.slice(0, at))) ? 'GET' : null;
}

/** The method in options that are defined elsewhere: `const options = { method: 'PUT' }`. */
function methodOfOptions(text: string): string | null {
  return (
    /\bmethod["']?[ \t]{0,8}[:=][ \t]{0,8}["'`](GET|POST|PUT|PATCH|DELETE)\b/i.exec(text)?.[1]?.toUpperCase() ?? null
  );
}

/** Lines around an address may contain other calls. */
function nearest(matches: readonly RegExpMatchArray[], { offset, endOffset }: Range): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const match of matches) {
    const distance = match.index! < offset ? offset - match.index! - match[0].length : match.index! - endOffset;
    if (distance >= least) continue;
    least = distance;
    best = match[1] ?? match[2] ?? null;
  }
  return best;
}

/** A request that consists only of its address. */
const BARE = new RegExp(String.raw`^[ \t]{0,8}${BASE}$`);
const POWERSHELL = /\b(?:Invoke-(?:RestMethod|WebRequest)|irm|iwr)\b/i;

/** The default of curl. */
function ofCurl(text: string): string {
  if (/\s(?:-[a-zA-Z]{0,8}[GI]|--get|--head)(?=\s)/.test(text)) return 'GET';
  if (/\s(?:-[a-zA-Z]{0,8}T|--upload-file)[ =]/.test(text)) return 'PUT';
  return /\s(?:-[a-zA-Z]{0,8}[dF]|--data(?:-\w{1,12})?|--json|--form(?:-\w{1,12})?)[ =]/.test(text) ? 'POST' : 'GET';
}

/** HTTPie and xh: the method is a word, or depends on whether there is a body. */
const HTTPIE = /(?:^|[|;&(\x60]|\bsudo|\btime)[ \t]{0,8}(?:https?|xhs?)(?=[ \t])/m;

function ofHttpie(text: string, at: number, before: string): string {
  const word = new RegExp(String.raw`[ \t](${VERB})[ \t]{1,8}["']?${BASE}$`, 'i').exec(before)?.[1];
  if (word !== undefined) return word.toUpperCase();
  const isSent =
    /\|[ \t]{0,8}(?:https?|xhs?)[ \t]/.test(before) ||
    / (?:["']?[\w.[\]-]{1,60}(?::?=@?(?!=)|@)|@\w|<(?!<?\())/.test(text.slice(at));
  return isSent ? 'POST' : 'GET';
}
