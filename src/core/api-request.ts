import { namedParts } from './api-parts.ts';
import { methodOf, methodOfOptions } from './api-method.ts';
import { callAround } from './api-statement.ts';
import { usesOfBases } from './api-uses.ts';
import { overlaps } from './source.ts';
import type { FoundFile } from './rule.ts';
import type { FoundString } from './found.ts';
import type { ServiceProfile } from './service.ts';
import type { Range } from './source.ts';

/** A call of the administration API with what stands beside its address. */
export interface ApiRequest {
  readonly address: FoundString;
  /** Where the call names its address: the address itself, or what it puts behind a base. */
  readonly at: Range;
  /** Below the generation (`/groups/…/clusters`), without a query; empty for a base address. */
  readonly path: string;
  /** `null` where nothing tells it. */
  readonly method: string | null;
  readonly range: Range;
  /** Text of the range. */
  readonly text: string;
  /** True when the range is one command or one call, false for the lines around the address. */
  readonly whole: boolean;
  /** True when headers come from a name that leads out of the file. */
  readonly open: boolean;
  /** The range, and what the call takes from elsewhere in the file: named headers and bodies, its client. */
  readonly parts: readonly RequestPart[];
  readonly mediaTypes: readonly MediaType[];
}

export interface RequestPart extends Range {
  readonly text: string;
}

/** A media type of the API that is written out. */
export interface MediaType {
  readonly string: FoundString;
  /** `YYYY-MM-DD`, `preview` or `upcoming`; `null` when it holds something else. */
  readonly date: string | null;
}

export function mediaTypeOf(string: FoundString, profile: ServiceProfile): MediaType {
  const rest = string.literal.value.slice(string.inValue.offset + profile.api.mediaType.length + 1);
  return { string, date: /^(?:\d{4}-\d{2}-\d{2}|preview|upcoming)(?=$|[^\w-])/.exec(rest)?.[0] ?? null };
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
  const file: Surroundings = {
    path: source.path,
    text: source.text,
    profile,
    media: strings.filter((string) => live(string) && string.kind === 'media-type'),
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
    // A base that is called elsewhere is no call by itself, unless it makes the client.
    return called.length > 0
      ? called
      : [requestAt(file, { address, at: address.range, path, from: [], floor, ceiling })];
  });
}

interface Surroundings {
  readonly path: string;
  readonly text: string;
  readonly profile: ServiceProfile;
  readonly media: readonly FoundString[];
}

interface CallSite extends Pick<ApiRequest, 'address' | 'at' | 'path'> {
  readonly from: readonly Range[];
  readonly floor: number;
  readonly ceiling: number;
}

function requestAt(file: Surroundings, site: CallSite): ApiRequest {
  const { text, profile, media } = file;
  const { address, at, path, from, floor, ceiling } = site;
  const { range, whole } = callAround(file, at, floor, ceiling);
  const named = namedParts(text, range);
  const others = [...from, ...named.ranges].filter((part) => !overlaps(part, range));
  const parts = [range, ...others].map((part) => ({ ...part, text: text.slice(part.offset, part.endOffset) }));
  const mediaTypes = media
    .filter((string) =>
      parts.some((part) => string.range.offset >= part.offset && string.range.endOffset <= part.endOffset),
    )
    .map((string) => mediaTypeOf(string, profile));
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

function pathOf({ literal, inValue }: FoundString, profile: ServiceProfile): string {
  const value = literal.value.slice(inValue.offset, inValue.endOffset);
  const name = profile.api.path.replace(/^\/|\/$/g, '').toLowerCase();
  const rest = value.slice(value.toLowerCase().indexOf(name) + name.length);
  return /^\/v\d(?:\.\d)?([^?#]*)/.exec(rest)?.[1]?.replace(/\/$/, '') ?? '';
}
