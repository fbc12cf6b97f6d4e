import { callAround } from './api-statement.ts';
import type { FoundFile } from './rule.ts';
import type { FoundString } from './found.ts';
import type { ServiceProfile } from './service.ts';
import type { Range } from './source.ts';

/** A call of the administration API with what stands beside its address. */
export interface ApiRequest {
  readonly address: FoundString;
  /** Below the generation (`/groups/…/clusters`), without a query; empty for a base address. */
  readonly path: string;
  /** `null` where nothing tells it. */
  readonly method: string | null;
  readonly range: Range;
  /** Text of the range. */
  readonly text: string;
  /** True when the range is one command or one call, false for the lines around the address. */
  readonly whole: boolean;
  readonly mediaTypes: readonly MediaType[];
}

/** A media type of the API that is written out. */
export interface MediaType {
  readonly string: FoundString;
  /** `YYYY-MM-DD`, `preview` or `upcoming`; `null` when it holds something else. */
  readonly date: string | null;
}

export function mediaTypeOf(string: FoundString, profile: ServiceProfile): MediaType {
  const rest = string.literal.value.slice(string.inValue.offset + profile.api.mediaType.length + 1);
  return { string, date: /^(?:\d{4}-\d{2}-\d{2}|preview|upcoming)(?=\+|$|[^\w-])/.exec(rest)?.[0] ?? null };
}

const live = (string: FoundString): boolean => string.literal.context !== 'comment';

/** Several rules ask for the calls of a file, one of them once per string. */
const known = new WeakMap<FoundFile, readonly ApiRequest[]>();

/** The calls of a file, in order: one for each address of the API outside comments. */
export function apiRequests(file: FoundFile, profile: ServiceProfile): readonly ApiRequest[] {
  let requests = known.get(file);
  if (!requests) known.set(file, (requests = requestsIn(file, profile)));
  return requests;
}

function requestsIn({ source, strings }: FoundFile, profile: ServiceProfile): ApiRequest[] {
  const isAddress = ({ kind }: FoundString): boolean => kind === 'admin-api-v2' || kind === 'admin-api-v1';
  const addresses = strings.filter((string) => live(string) && isAddress(string));
  if (addresses.length === 0) return [];
  const media = strings.filter((string) => live(string) && string.kind === 'media-type');
  return addresses.map((address, index) => {
    const floor = addresses[index - 1]?.range.endOffset ?? 0;
    const ceiling = addresses[index + 1]?.range.offset ?? source.text.length;
    const { range, whole } = callAround(source.text, address.range, floor, ceiling);
    const text = source.text.slice(range.offset, range.endOffset);
    const mediaTypes = media
      .filter((string) => string.range.offset >= range.offset && string.range.endOffset <= range.endOffset)
      .map((string) => mediaTypeOf(string, profile));
    return { address, path: pathOf(address, profile), method: methodOf(text), range, text, whole, mediaTypes };
  });
}

function pathOf({ literal, inValue }: FoundString, profile: ServiceProfile): string {
  const value = literal.value.slice(inValue.offset, inValue.endOffset);
  const name = profile.api.path.replace(/^\/|\/$/g, '').toLowerCase();
  const rest = value.slice(value.toLowerCase().indexOf(name) + name.length);
  return /^\/v\d(?:\.\d)?([^?#]*)/.exec(rest)?.[1]?.replace(/\/$/, '') ?? '';
}

const VERB = 'GET|POST|PUT|PATCH|DELETE';
const METHODS: readonly RegExp[] = [
  new RegExp(String.raw`(?:-X|--request)[ =]{0,4}["']?(${VERB})\b`, 'i'),
  new RegExp(String.raw`\bmethod["']?[ \t]{0,8}[:=][ \t]{0,8}["'\`](${VERB})\b`, 'i'),
  new RegExp(String.raw`\bMethod(${VERB})\b`, 'i'),
  new RegExp(String.raw`[(,][ \t]{0,8}["'\`](${VERB})["'\`]`),
  new RegExp(String.raw`\.(${VERB})\(`, 'i'),
];

function methodOf(text: string): string | null {
  for (const pattern of METHODS) {
    const method = pattern.exec(text)?.[1];
    if (method) return method.toUpperCase();
  }
  if (!/\bcurl\b/.test(text)) return null;
  return /\s(?:-d|--data(?:-\w{1,12})?|--json)[ =]/.test(text) ? 'POST' : 'GET';
}
