import type { FactPiece, Setting } from './pieces.ts';
import type { EndpointService, FactNotice, Known, ProjectFacts, Region } from './facts.ts';
import { PROVIDERS, type Provider } from '../classify/service.ts';
import { distinctRegions } from './regions.ts';

type PieceOf<K extends FactPiece['kind']> = Extract<FactPiece, { readonly kind: K }>;

export function piecesOf<K extends FactPiece['kind']>(all: readonly FactPiece[], kind: K): readonly PieceOf<K>[] {
  return all.filter((piece): piece is PieceOf<K> => piece.kind === kind);
}

function sources(list: readonly { readonly source: string }[]): string {
  return [...new Set(list.map(({ source }) => source))].join(', ');
}

/**
 * Different answers may come from two projects. Then the setting is unknown, in whatever order the files are listed.
 */
function settingOf(all: readonly FactPiece[], setting: Setting, notices: FactNotice[]): Known<boolean> {
  const answers = piecesOf(all, 'setting').filter((piece) => piece.setting === setting);
  const [first] = answers;
  if (!first) return undefined;
  const other = answers.find(({ enabled }) => enabled !== first.enabled);
  if (other) {
    notices.push({
      code: 'fact-conflict',
      file: other.source,
      message: `${setting} is ${first.enabled} in ${first.source} but ${other.enabled} in ${other.source}; it counts as unknown. Are these two projects?`,
    });
    return undefined;
  }
  return { value: first.enabled, source: first.source };
}

/**
 * Providers with a peering connection. A peer with status `AVAILABLE` proves one. An answer about peers covers one
 * provider (`providerName`, AWS by default: API reference, 2026-08), so for other providers a provisioned container
 * counts. This is weaker evidence, because clusters alone provision one.
 */
function peeringOf(all: readonly FactPiece[]): Known<readonly Provider[]> {
  const peers = piecesOf(all, 'peer');
  const answers = piecesOf(all, 'peers-of');
  const covered = new Set(answers.map(({ provider }) => provider));
  const containers = piecesOf(all, 'container').filter(({ provider }) => !covered.has(provider));
  const proofs = [
    ...peers.filter(({ available }) => available),
    ...containers.filter(({ provisioned }) => provisioned),
  ];
  const asked = [...answers, ...containers, ...piecesOf(all, 'containers')];
  return asked.length === 0
    ? undefined
    : { value: inOrder(proofs), source: sources(proofs.length > 0 ? proofs : asked) };
}

/** A peering connection belongs to the region of its container. */
function peeringRegionsOf(all: readonly FactPiece[]): Known<readonly Region[]> {
  const answers = piecesOf(all, 'peers-of');
  if (answers.length === 0) return undefined;
  const containers = piecesOf(all, 'container');
  const peers = piecesOf(all, 'peer').filter(({ available, provider }) => available && provider !== 'gcp');
  const regions = peers.map(
    ({ containerId }) => containers.find(({ id }) => id !== undefined && id === containerId)?.region,
  );
  const known = regions.filter((region) => region !== undefined);
  return known.length < regions.length
    ? undefined
    : { value: distinctRegions(known), source: sources([...answers, ...containers]) };
}

function containersOf(all: readonly FactPiece[]): Known<readonly Provider[]> {
  const containers = piecesOf(all, 'container');
  const asked = [...containers, ...piecesOf(all, 'containers')];
  const value = inOrder(containers.filter(({ provisioned }) => provisioned));
  return asked.length === 0 ? undefined : { value, source: sources(asked) };
}

function inOrder(list: readonly { readonly provider: Provider }[]): readonly Provider[] {
  return PROVIDERS.filter((known) => list.some(({ provider }) => provider === known));
}

/**
 * Endpoint services, each once (answers for all providers and for single ones may both exist), with linked endpoints.
 */
export function endpointsOf(all: readonly FactPiece[]): Known<readonly EndpointService[]> {
  const found = piecesOf(all, 'endpoint');
  const asked = [...found, ...piecesOf(all, 'endpoints')];
  if (asked.length === 0) return undefined;
  const links = piecesOf(all, 'endpoint-link');
  const services = new Map<string, EndpointService>();
  found.forEach(({ endpoint }, at) => {
    const key = endpoint.id ?? `#${at}`;
    const linked = links.filter(({ serviceId }) => serviceId === endpoint.id).map(({ endpointId }) => endpointId);
    const endpointIds =
      linked.length === 0 ? endpoint.endpointIds : [...new Set([...(endpoint.endpointIds ?? []), ...linked])];
    services.set(key, { ...endpoint, endpointIds });
  });
  return { value: [...services.values()], source: sources(asked) };
}

function portMappingOf(endpoints: Known<readonly EndpointService[]>): Known<boolean> {
  const gcp = endpoints?.value.filter(({ provider }) => provider === 'gcp') ?? [];
  return gcp.length === 0 ? undefined : { value: gcp.some(({ portMapping }) => portMapping), source: sources(gcp) };
}

export function projectFacts(
  all: readonly FactPiece[],
  endpoints: Known<readonly EndpointService[]>,
  notices: FactNotice[],
): ProjectFacts {
  return {
    peeringOnly: settingOf(all, 'peeringOnly', notices),
    customDnsOnAws: settingOf(all, 'customDnsOnAws', notices),
    regionalizedPrivateEndpoints: settingOf(all, 'regionalizedPrivateEndpoints', notices),
    peering: peeringOf(all),
    peeringRegions: peeringRegionsOf(all),
    containers: containersOf(all),
    portMapping: portMappingOf(endpoints),
  };
}
