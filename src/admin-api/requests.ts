import callForms from './call-forms.json' with { type: 'json' };
import { callAround, methodOf } from './call-range.ts';
import { countBefore, matchesIn, namedForms, oncePerText, textBefore } from '../text/source.ts';
import type { Range, Source } from '../text/source.ts';
import type { FoundString, FoundFile } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { PLACEHOLDER, placeholderAt } from '../text/literal.ts';
import { valuesOf } from '../read/values.ts';
import { callSites, usedValues } from './named-values.ts';

const FORMS = namedForms(callForms.requests);

/** A call of the Admin API with the text around its address. */
export type ApiRequest = Readonly<ReturnType<typeof requestsIn>[number]>;
export type MediaType = Readonly<ReturnType<typeof mediaTypeOf>>;

/** A date, `preview`, `upcoming`, or `null`. `isComputed`: from pieces, a name of the file, or the time. */
export function mediaTypeOf(string: FoundString, { api }: ServiceProfile, source: Source) {
  const from = api.mediaType.length + 1;
  const rest = string.literal.value.slice(from);
  const [, written = null, upcoming] =
    /^(\d{4}-\d{2}-\d{2}|preview|upcoming)(\.upcoming)?(?=$|[^\w-])/.exec(rest) ?? [];
  const filled = rest.startsWith(PLACEHOLDER) ? placeholderAt(string.literal, from) : undefined;
  // A default value may be a constant.
  const values = valuesOf(source, filled?.name ?? '', string.range).flatMap((value) => {
    const constant = /=\s{0,9}(\w{1,60})$/.exec(source.text.slice(value.offset, value.endOffset))?.[1];
    const assigned = valuesOf(source, constant ?? '', value);
    return assigned.length > 0 ? assigned : [value];
  });
  const dates = values.flatMap(({ offset, endOffset }) =>
    matchesIn(source.text.slice(offset, endOffset), FORMS.date, offset),
  );
  const isWhole = !/^\uFFFC[\w-]/.test(rest);
  const given = isWhole && dates.length === 1 ? dates[0]! : null;
  const passed = /^\d{4}-\d{2}-\d{2}$/.exec(filled?.passed ?? '')?.[0];
  const date = upcoming === undefined ? (written ?? given?.name ?? passed ?? null) : 'upcoming';
  const isOpen = filled !== undefined && (values.length > 0 || !isWhole || FORMS.clock.test(filled.text));
  return { string, date, constant: given?.at ?? null, isComputed: date === null && isOpen };
}

/** Matches of a global pattern in what a call consists of, with their places in the file. */
export const matchesInParts = (parts: ApiRequest['parts'], pattern: RegExp) =>
  parts.flatMap(({ text, offset }) => matchesIn(text, pattern, offset));

/** The calls of a file, once per file, because several rules use them, some once per string. */
const callsOf = oncePerText((file: FoundFile, profile: ServiceProfile) => {
  const requests = requestsIn(file, profile);
  const strings = requests.flatMap((request) =>
    [request.address, ...request.mediaTypes.map(({ string }) => string)].map((string) => [string, request] as const),
  );
  // A string that several calls use belongs to the first.
  return { requests, byString: new Map(strings.reverse()) };
});

/** The calls of a file: one per API address outside of comments, or per use of a base address. */
export const apiRequests = (file: FoundFile, profile: ServiceProfile): readonly ApiRequest[] =>
  callsOf(file, profile).requests;

/** The first call with a string as its address or one of its media types. */
export const requestWith = (string: FoundString, file: FoundFile, profile: ServiceProfile): ApiRequest | undefined =>
  callsOf(file, profile).byString.get(string);

/** The media types outside of comments. */
export const mediaTypesIn = ({ strings }: FoundFile): readonly FoundString[] =>
  strings.filter(({ kind, literal }) => kind === 'media-type' && literal.context !== 'comment');

function requestsIn(file: FoundFile, profile: ServiceProfile) {
  const { source, strings } = file;
  const addresses = strings.filter(({ kind, literal }) => kind.startsWith('admin') && literal.context !== 'comment');
  if (addresses.length === 0) return [];
  const sites = callSites(source, addresses, profile);
  const media = mediaTypesIn(file);
  return sites.map(({ address, at, path }, index) => {
    const floor = sites[index - 1]?.at.endOffset ?? 0;
    const ceiling = sites[index + 1]?.at.offset ?? source.text.length;
    const { range, whole } = callAround(source, at, floor, ceiling);
    // A value with another address is another call, one with the base address is the client.
    const isOther = (value: Range): boolean => within(addresses, value).some((other) => other !== address);
    // What the call uses from elsewhere in the file: named headers and bodies, its client.
    const parts = [range, ...usedValues(source, range, isOther)].map((part) => {
      return { ...part, text: source.text.slice(part.offset, part.endOffset) };
    });
    const [{ text } = { text: '' }, ...used] = parts;
    const place = { offset: at.offset - range.offset, endOffset: at.endOffset - range.offset };
    const method =
      methodOf(text, place) ??
      (whole ? methodOf(used.map((part) => part.text).join('\n'), { offset: 0, endOffset: 0 }) : null);
    const own = within(media, range);
    // The header of the call replaces that of its client.
    const isAccepted = own.some(({ range: at }) => /\baccept\W{0,12}$/i.test(textBefore(source.text, at.offset, 30)));
    const types = new Set(whole && isAccepted ? own : parts.flatMap((part) => within(media, part)));
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

/** True for text that only asserts a call or defines its response. */
export const isMocked = ({ text }: Pick<ApiRequest, 'text'>): boolean => FORMS.mock.test(text);
