import forms from './forms.json' with { type: 'json' };
import type { Hit } from '../find/hits.ts';
import type { FoundString } from '../classify/found-string.ts';
import type { Kind } from '../classify/host-shapes.ts';
import { beginningOf, PLACEHOLDER } from '../text/literal.ts';
import { escapePattern, matchAt, namedForms, NEAR, oncePer } from '../text/source.ts';
import { isBelow, providerIn } from '../classify/classify-host.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { foundIn, type ReaderInput } from './hit-reader.ts';
import { readLiteral } from './reader.ts';

const FORMS = namedForms(forms.address, forms.parts);

/** Start of the address around `at`: its scheme if it has one, otherwise the first character of its path. */
function addressStart(text: string, at: number, floor: number): number {
  const limit = Math.max(floor, at - NEAR);
  const before = text.slice(limit, at);
  const scheme = [...before.matchAll(/https?:(?:\\?\/){2}/gi)].at(-1)?.index;
  if (scheme !== undefined && !/[\s"'`]/.test(before.slice(scheme).replace(FORMS.filled, ''))) return limit + scheme;
  const length = matchAt(FORMS.before, text, at)?.[1]?.length ?? 0;
  const path = before.slice(Math.max(0, before.length - length));
  const start = path.search(/[A-Za-z0-9/{$#<%\uFFFC]/);
  return start < 0 ? at : at - path.length + start;
}

type Address = ReturnType<typeof split>;

/** The host is `null` for a relative address, otherwise the name with placeholders. */
function split(value: string) {
  const scheme = /^https?:\/\//.exec(value)?.[0] ?? '';
  const rest = value.slice(scheme.length);
  const slash = rest.search(/[/?]/);
  let end = slash < 0 ? rest.length : slash;
  // A variable before the path may end with its slash: `${BASE}api/atlas/…`.
  const glued = rest.lastIndexOf(PLACEHOLDER, end) + 1;
  if (glued > 0 && /^\w+$/.test(rest.slice(glued, end)) && rest[end] === '/') end = glued;
  const [host, path] = [rest.slice(0, end), rest.slice(end)];
  const named = host.replace(/:\d+$/, '');
  const isRelative = scheme === '' && !/\.|:/.test(named) && !named.includes(PLACEHOLDER);
  return isRelative ? { host: null, path: value } : { host: named.replace(/^[^@]*@/, ''), path };
}

/** True if the visible part of the host can belong to Atlas. */
function onService(host: string | null, profile: ServiceProfile): boolean {
  if (host === null || host === '' || host.includes(PLACEHOLDER)) return true;
  return profile.api.hosts.some((domain) => isBelow(host.toLowerCase(), domain));
}

/** The version and the first segment behind it. */
const callOf = oncePer(
  ({ api }: ServiceProfile) =>
    new RegExp(`^/?${escapePattern(api.path.slice(1))}v(1\\.\\d|2)(?![\\w.])(?:/([A-Za-z]+))?`),
);

export const readApi = (hit: Hit, reading: ReaderInput): FoundString | null =>
  readAddress(hit, reading, ({ host, path }) => {
    const { profile, text } = reading;
    const [, version, resource = ''] = callOf(profile).exec(path) ?? [];
    if (version === undefined || !onService(host, profile)) return null;
    if (host?.includes('.') !== true && !profile.api.resources.includes(resource)) {
      const around = text.slice(Math.max(0, hit.offset - 20_000), hit.offset + 20_000);
      if (FORMS.apacheResource.test(resource) || FORMS.apache.test(around)) return null;
    }
    return version === '2' ? 'admin-api-v2' : 'admin-api-v1';
  });

export function readMetrics(hit: Hit, reading: ReaderInput): FoundString | null {
  const { profile } = reading;
  return readAddress(hit, reading, (address) => {
    const base = profile.metrics.path.toLowerCase();
    const path = `/${address.path.toLowerCase().replace(/^\//, '')}`;
    // The service has no other path there. `metrics-job` reports it.
    const isOther = /^\/groups\/[^/]+\/(?!discovery)\w/.test(path.slice(base.length));
    return path.startsWith(base) && !isOther && onService(address.host, profile) ? 'metrics-discovery' : null;
  });
}

/** An address of another product of the service. */
export const readConsole = (hit: Hit, reading: ReaderInput): FoundString | null =>
  readAddress(hit, reading, () => 'other-service-host');

/** In front of a path may be what a program fills in: `%sapi/atlas/…`. Otherwise it is the end of a longer name. */
const IN_NAME = /(?<!%[sv])(?<=[\w-])/y;

function readAddress(hit: Hit, reading: ReaderInput, kindOf: (address: Address) => Kind | null): FoundString | null {
  const { text, floor } = reading;
  if (matchAt(IN_NAME, text, hit.offset) || /[A-Za-z_-]/.test(text.charAt(hit.endOffset))) return null;
  const literal = readLiteral(addressStart(text, hit.offset, floor), reading, { join: true, only: 'address' });
  // A fragment or quote never belongs to an address that a program requests.
  const [value] = /^[^\s"'`<>|,;\\^]*/.exec(literal.value)!;
  const address = split(value);
  const kind = kindOf(address);
  if (kind === null || value === '') return null;
  const provider = providerIn(address.host ?? '', reading.profile);
  return foundIn(beginningOf(literal, value.length), { kind, form: 'url' }, { provider });
}

const MEDIA_REST = new RegExp(
  String.raw`^\.?(?:\d{4}-\d{2}-\d{2}(?:\.upcoming)?|preview|upcoming|[a-z]{4}-[a-z]{2}-[a-z]{2}|v?\d[\w-]{0,15}|\w{1,40}(?![\w-])|[\w-]{0,40}${PLACEHOLDER}[\w${PLACEHOLDER}-]{0,40})(?:\+\w{1,10})?`,
  'iu',
);

/** A media type of the Admin API with its date. */
export function readMediaType(hit: Hit, reading: ReaderInput): FoundString | null {
  const literal = readLiteral(hit.offset, reading, { join: true, only: 'address' });
  const prefix = hit.endOffset - hit.offset;
  const rest = MEDIA_REST.exec(literal.value.slice(prefix))?.[0];
  if (!rest?.startsWith('.')) return null;
  return foundIn(beginningOf(literal, prefix + rest.length), { kind: 'media-type' });
}
