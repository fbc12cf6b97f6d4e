import nameForms from './name-forms.json' with { type: 'json' };
import access from './access.json' with { type: 'json' };
import { shapesFor, isWord, providerOfRegion, type Family, type HostShape, type Kind } from './host-shapes.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import type { Provider, ServiceProfile } from './service.ts';
import type { FoundHost } from './found-string.ts';
import { namedForms } from '../text/source.ts';

const FORMS = namedForms(nameForms.hosts);

export type HostForm = 'srv' | 'direct' | 'host';

/** What a hostname alone shows. Names are as written, regions and tokens in lower case. */
export interface HostClass {
  readonly kind: Kind;
  readonly family: Family;
  readonly provider: Provider | null;
  readonly region: string | null;
  readonly cluster: string | null;
  readonly token: string | null;
  readonly index: number | null;
  /** Id of the shape in the table, `null` for hosts outside of Atlas. */
  readonly shape: string | null;
  /** True for one node of a cluster. */
  readonly node: boolean;
  readonly domain: string | null;
  /** True if the name is a documented example or lacks the token of real names. */
  readonly placeholder: boolean;
}

const shapeless = (kind: Kind, provider: Provider | null, domain: string | null): HostClass => ({
  kind,
  family: 'current',
  provider,
  region: null,
  cluster: null,
  token: null,
  index: null,
  shape: null,
  node: false,
  domain,
  placeholder: domain !== null,
});

const FOREIGN = shapeless('not-service', null, null);
const UNKNOWN = shapeless('templated-unknown', null, null);

/** Longest hostname in DNS. Longer names are not matched: the patterns are polynomial in the length. */
const MAX_NAME_LENGTH = 253;
const MAX_LABEL_LENGTH = 63;

export function serviceDomain(host: string, profile: ServiceProfile): string | null {
  const lower = host.toLowerCase();
  return profile.domains.find((domain) => isBelow(lower, domain)) ?? null;
}

export const isBelow = (host: string, domain: string): boolean =>
  host.endsWith(domain) && (host.length === domain.length || host[host.length - domain.length - 1] === '.');

/** Classifies one hostname (without port). `PLACEHOLDER` marks unknown characters. */
export function classifyHost(host: string, form: HostForm, profile: ServiceProfile): HostClass {
  // Behind the domain only a path can follow, as in `cluster0.ab12c.mongodb.net${path}`.
  const end =
    host.endsWith(PLACEHOLDER) && serviceDomain(host.slice(0, -PLACEHOLDER.length), profile) ? PLACEHOLDER : '.';
  const name = host.endsWith(end) ? host.slice(0, -end.length) : host;
  if (name.length > MAX_NAME_LENGTH) return FOREIGN;
  const domain = serviceDomain(name, profile);
  if (domain) return classifyService(name, domain, form, profile);
  const isConsole = profile.consoles.some((console) => isBelow(name.toLowerCase(), console.replace(/^\./, '')));
  if (isConsole) return shapeless('other-service-host', providerIn(name, profile), null);
  const decided = form === 'host' ? null : decidedByLabels(name, form, profile);
  if (decided) return decided;
  return isUnknownName(name, form) ? UNKNOWN : FOREIGN;
}

/** A host whose domain is filled in, but with the labels of an endpoint: `pl-0-us-east-1.\uFFFC`. */
function decidedByLabels(name: string, form: HostForm, profile: ServiceProfile): HostClass | null {
  const [domain = ''] = profile.domains;
  if (!name.endsWith(`.${PLACEHOLDER}`)) return null;
  const beginning = name.slice(0, -PLACEHOLDER.length);
  for (const rest of [`${PLACEHOLDER}.${domain}`, domain]) {
    const decided = classifyService(`${beginning}${rest}`, domain, form, profile);
    if (/^(?:private-endpoint|optimized)$/.test(decided.kind)) return { ...decided, domain: PLACEHOLDER };
  }
  return null;
}

export function providerIn(host: string, profile: ServiceProfile): Provider | null {
  for (const label of host.toLowerCase().split('.')) {
    const provider = profile.providerLabels[label];
    if (provider) return provider;
  }
  return null;
}

/** A name whose end is unknown. One label is no SRV name, so one that says what to write is a placeholder. */
function isUnknownName(name: string, form: HostForm): boolean {
  // An elided name, or `$HOST` where nothing is filled in: another program does it.
  if (name === '' || /^[.…*]|(?:[.*]{2}|…)$|^\$\w+$/.test(name)) return true;
  if (form === 'srv' && !name.includes('.')) return FORMS.toReplace.test(name) || /^[A-Z][A-Z0-9_-]+$/.test(name);
  // In an elided name (`...cluster.net`) that ends with a whole foreign domain, a dot follows the placeholder.
  if (name.startsWith(PLACEHOLDER) && name[1] !== '.' && name.split('.').length < 3) return true;
  const end = name.slice(name.lastIndexOf('.') + 1);
  return end.includes(PLACEHOLDER) || /^[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+$/.test(name);
}

function classifyService(host: string, domain: string, form: HostForm, profile: ServiceProfile): HostClass {
  const labels = host
    .slice(0, Math.max(0, host.length - domain.length - 1))
    .replace(/^[.…]+/, PLACEHOLDER)
    .split('.');
  const provider = labels.length > 1 ? (profile.providerLabels[labels.at(-1)!.toLowerCase()] ?? null) : null;
  if (provider) labels.pop();
  while (provider && labels.length > 2 && FORMS.region.test(labels.at(-1)!)) labels.pop();
  const name = labels.join('.');
  if (name === '' || labels.some(({ length }) => length > MAX_LABEL_LENGTH))
    return shapeless('other-service-host', provider, domain);
  const lower = name.toLowerCase();
  for (const shape of shapesFor(lower)) {
    const match = shape.pattern.exec(lower);
    if (match && fits(shape, match.groups)) return fromShape(shape, match.groups, name, provider, domain, form);
  }
  const isTemplated = name.includes(PLACEHOLDER) || /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(name);
  return shapeless(isTemplated ? 'templated-unknown' : 'other-service-host', provider, domain);
}

/** What the pattern of a shape captures. Some shapes capture nothing. */
type Captured = Readonly<Record<string, string | undefined>> | undefined;

/** What follows the number of an endpoint may be the mark of another kind, and a legacy name ends with no word. */
function fits({ id }: HostShape, { region = '', token = '' }: Captured = {}): boolean {
  if (id === 'endpoint-regional') return region !== 'lb' && region !== 'pri';
  return (id !== 'legacy' && id !== 'legacy-private') || !isWord(token);
}

function fromShape(
  shape: HostShape,
  captured: Captured,
  name: string,
  provider: Provider | null,
  domain: string,
  form: HostForm,
): HostClass {
  const { cluster: lower, token = null, region: written, index } = captured ?? {};
  const cluster = lower === undefined ? null : name.slice(0, lower.length);
  const region = written && written !== PLACEHOLDER ? written : null;
  return {
    kind: shape.kind,
    family: shape.family,
    provider: provider ?? (region ? providerOfRegion(region) : null),
    region: region?.replace(/-(?:azure|gcp)$/, '') ?? null,
    cluster: cluster === null || cluster.includes(PLACEHOLDER) ? null : cluster,
    token: token === null || token.includes(PLACEHOLDER) ? null : token,
    index: index && index !== PLACEHOLDER ? Number(index) : null,
    shape: shape.id === 'standard' && form !== 'srv' && /^[^.]*-lb(?:\.|$)/i.test(name) ? 'load-balancer' : shape.id,
    node: shape.node,
    domain,
    placeholder: token === null,
  };
}

/** Who can reach a host of this kind and what to use otherwise: one sentence each. */
export const ACCESS: Readonly<Partial<Record<Kind, { readonly access: string; readonly instead: string | null }>>> =
  access;

/** True for a name with an SRV record but no address: `name.t.…` is a cluster, not a node. */
export function isSrvOnly({ host, class: seen, resolved }: FoundHost): boolean {
  // Of a name in a constant only the class is known here.
  const label = resolved ? (seen.cluster ?? '') : host.split('.', 1)[0]!;
  if (seen.node || seen.placeholder || seen.shape === null || seen.kind === 'other-service-host') return false;
  // These names have an address but are no nodes.
  if (seen.shape === 'endpoint-alone' || seen.shape === 'load-balancer') return false;
  // An unknown piece in the first label may make it a node.
  return !label.includes(PLACEHOLDER) && !FORMS.numbered.test(label);
}
