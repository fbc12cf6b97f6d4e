import callForms from './call-forms.json' with { type: 'json' };
import { isBelow } from '../classify/classify-host.ts';
import type { FoundString, FoundFile } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { isDefault, readsOf } from '../read/external/reads.ts';
import { codeMatches, pageOf } from '../read/page.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { escapePattern, namedForms, NEAR, overlaps, textBefore } from '../text/source.ts';
import type { CollectedItem, Range, Source } from '../text/source.ts';
import { unversioned } from './accept-header.ts';
import { pathFrom } from './named-values.ts';
import { callAround } from './call-range.ts';
import { apiRequests, isMocked, mediaTypeOf, type ApiRequest, type MediaType } from './requests.ts';
import { valuesOf } from '../read/values.ts';
import { readFields, REMOVED, writtenFields } from './record-fields.ts';
import { operationOf, releasesOf } from './versions.ts';
import { isApiDefinition } from '../read/families.ts';
import { importsOf } from '../read/bindings.ts';

const FORMS = namedForms(callForms.open, callForms.parts);

/** What may not follow the plan, with what its file imports; `null` for a client, whose calls all follow. */
interface OpenCall extends CollectedItem {
  readonly imports: readonly string[] | null;
}

/** The name of a module, or of the folder that it is. */
const moduleName = (path: string): string[] =>
  /([\w-]{1,100})(?:\/(?:index|__init__))?(?:\.\w{1,4})?$/.exec(path)?.slice(1) ?? [];

/** Those that go through no client that another file has. */
export function withoutClient<C extends OpenCall & { readonly file: string }>(calls: readonly C[]): C[] {
  const clients = new Set(calls.flatMap(({ imports, file }) => (imports === null ? moduleName(file) : [])));
  return calls.filter(({ imports }) => imports !== null && !imports.some((name) => clients.has(name)));
}

/** Calls whose version the text does not show, and versions before `to` of any call. A path may go to a client. */
export function openCalls(file: FoundFile, profile: ServiceProfile, to: string): OpenCall[] {
  const { source } = file;
  const { text } = source;
  if (isApiDefinition(source)) return [];
  const requests = apiRequests(file, profile).filter((request) => !isMocked(request));
  const types = file.strings
    .filter(({ kind, literal }) => kind === 'media-type' && literal.context === 'code')
    .map((string) => mediaTypeOf(string, profile, source));
  // A base address is no call of the operation that answers there.
  const judged = stringsOf(requests.filter((one) => one.path !== '' && operationOf(one)));
  const attached = stringsOf(requests);
  const isNew = ({ date }: MediaType): boolean => date !== null && (date >= to || !/^\d/.test(date));
  // A header that is set in a function of its own is that of the calls around it, as is one of a function for any path.
  const isClient = types.length > 0 && types.every(isNew);
  // `f"{BASE}{path}"`, in a function for any path.
  const isExtended = ({ literal: { key } }: FoundString): boolean =>
    key !== null &&
    new RegExp(`\\b${escapePattern(key)}\\}?(?:\\$?\\{|["'\`]?\\s{0,9}[+.]\\s{0,9})[a-z]\\w`).test(text);
  const takesPath = requests.some(
    ({ path, mediaTypes, address }) =>
      mediaTypes.length > 0 && (/^\/?\uFFFC$/.test(path) || (path === '' && isExtended(address))),
  );
  const isShared = isClient && (takesPath || types.some(({ string }) => !attached.has(string)));
  const isAnswered = (at: Range): boolean => {
    const { range } = callAround(source, at, 0, text.length);
    return isShared || types.some(({ string }) => overlaps(string.range, range));
  };
  // Of the versioned API, without a version, but no finding either.
  const open = requests.filter((request) => {
    const { address, mediaTypes } = request;
    if (address.kind !== 'admin-api-v2' || mediaTypes.length > 0 || address.literal.context !== 'code') return false;
    return unversioned(request, file, profile) === null;
  });
  const own = [
    ...types
      .filter((type) => !isNew(type) && (type.date === null || !judged.has(type.string)))
      .map(({ string }) => string.range),
    ...(isShared ? [] : open.map(({ at }) => at)),
    ...openAddresses(source, profile).filter((at) => FORMS.firstGeneration.test(text) || !isAnswered(at)),
    ...fixedVersions(file, to),
    ...(types.length > 0 ? defaultVersions(source) : []),
    ...(to >= REMOVED && requests.length === 0
      ? [...readFields(file), ...writtenFields(file, to)].map(({ at }) => at)
      : []),
  ];
  const through = builtPaths(source, profile, requests).filter((at) => !isAnswered(at));
  const imports = through.length > 0 ? importsOf(source).flatMap(({ module }) => moduleName(module)) : [];
  const start = { offset: 0, endOffset: 0 };
  return [
    ...own.map((at) => ({ at, imports: [] })),
    ...through.map((at) => ({ at, imports })),
    ...(isClient && requests.length > 0 && own.length === 0 ? [{ at: start, imports: null }] : []),
  ];
}

const stringsOf = (requests: readonly ApiRequest[]): Set<FoundString> =>
  new Set(requests.flatMap(({ mediaTypes }) => mediaTypes.map(({ string }) => string)));

/** Addresses of the API whose generation is filled in, or added elsewhere. */
function openAddresses(source: Source, { api }: ServiceProfile): Range[] {
  const { text } = source;
  const path = new RegExp(escapePattern(api.path.slice(0, -1)), 'g');
  // `["api", "atlas", version].join("/")`: a host alone, in a text with the last word of the path as a piece.
  const words = api.path.split('/').filter(Boolean).map(escapePattern);
  const [name = '', ...above] = words.toReversed();
  const domains = api.hosts.map(escapePattern).join('|');
  const alone = `(?<![\\w.@-])(?:[\\w-]{1,40}[.]){0,3}(?:${domains})(?:/${above.toReversed().join('/')})?/?(?=["'\`\\s])`;
  const joined = new RegExp(`["'\`]/?${name}/?["'\`]`).test(text) ? codeMatches(source, new RegExp(alone, 'g')) : [];
  const addresses = codeMatches(source, path).filter(({ offset, endOffset }) => {
    const after = text.slice(endOffset, endOffset + NEAR);
    const host = /(?<![%\w.-])[\w.-]{1,100}$/.exec(textBefore(text, offset))?.[0].toLowerCase();
    // Without a host, in a text that names one.
    const isOwn = api.hosts.some((domain) => (host === undefined ? text.includes(domain) : isBelow(host, domain)));
    return (isOwn && FORMS.addressEnds.test(after)) || (host === undefined && FORMS.resourceFollows.test(after));
  });
  return [...joined, ...addresses];
}

/** Paths of the API that are joined with an address from elsewhere, in code that mentions the product. */
function builtPaths(source: Source, { api }: ServiceProfile, known: readonly ApiRequest[]): Range[] {
  const { text } = source;
  const base = api.path.replace(/^\/|\/$/g, '').toLowerCase();
  if (!text.toLowerCase().includes(base.slice(base.lastIndexOf('/') + 1))) return [];
  const taken = known.flatMap(({ at, address }) => [at, address.range]);
  return codeMatches(source, FORMS.path).filter((at) => {
    const prefix = /[^\s"'`]{0,200}$/.exec(textBefore(text, at.offset))![0];
    const isOther = [prefix, ...valuesBefore(source, prefix, at)].some((one) =>
      isOtherAddress(one.toLowerCase(), base),
    );
    if (isOther || FORMS.route.test(textBefore(text, at.offset)) || taken.some((one) => overlaps(at, one)))
      return false;
    const path = pathFrom(text, at.match[0].replace(/^\/?/, '/'), at.endOffset);
    const operation = operationOf({ path, method: null });
    const isCalled = path.includes(PLACEHOLDER) || /\/[0-9a-f]{24}\//.test(path);
    return isCalled && operation !== undefined && operation.path.split('/').length > 3;
  });
}

/** The values of the name that a path is appended to: `${BASE}/groups`. */
const valuesBefore = (source: Source, prefix: string, at: Range): string[] =>
  valuesOf(source, /(\w{1,60})[ \t]?\}{0,2}$/.exec(prefix)?.[1] ?? '', at).map((value) =>
    source.text.slice(value.offset, value.endOffset).replace(/["'`;]{1,3}$/, ''),
  );

/** An address that is written out is of another product, or was read as a call. */
function isOtherAddress(prefix: string, base: string): boolean {
  const below = prefix.lastIndexOf(base);
  if (below >= 0) return /^\/v\d/.test(prefix.slice(below + base.length));
  return /:\/\/[\w.:-]{1,200}(?:\/|$)|\/v\d/.test(prefix);
}

const fixedVersions = (file: FoundFile, to: string): Range[] => [
  ...codeMatches(file.source, FORMS.fixed).filter(({ match: [, release = '', option = release] }) => {
    return option.replaceAll('-', '') < to.replaceAll('-', '');
  }),
  ...releasesOf(file).flatMap(({ isOlder, at }) => (isOlder ? [at] : [])),
];

/** What asks for a version unless a variable does: `os.environ.get("API_VERSION", "2025-03-12")`. */
const defaultVersions = (source: Source): Range[] => {
  const reads = readsOf(pageOf(source), false).filter(({ name }) => FORMS.variable.test(name));
  return codeMatches(source, FORMS.version).filter(({ offset }) =>
    reads.some(({ endOffset }) => isDefault(source.text, endOffset, offset)),
  );
};
