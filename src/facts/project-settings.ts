import { piecesOf, type FactPiece, type PieceOf, type Setting } from './pieces.ts';
import type { EndpointService, FactNotice, Known, ProjectFacts, Region } from './facts.ts';
import { PROVIDERS, type Provider } from '../classify/service.ts';
import { distinctRegions } from './regions.ts';

function knownOf<T>(value: T, from: readonly { readonly source: string }[]): Known<T> {
  return { value, source: [...new Set(from.map(({ source }) => source))].join(', ') };
}

/**
 * Different answers may come from two projects. Then the setting is unknown, in whatever order the files are listed. The
 * config adds what no file contains.
 */
function settingOf(all: readonly FactPiece[], setting: Setting, notices: FactNotice[]): Known<boolean> {
  const answers = piecesOf(all, 'setting').filter((piece) => piece.setting === setting);
  const [declared] = answers.filter(({ isDeclared }) => isDeclared);
  const [first, ...others] = answers.filter(({ isDeclared }) => !isDeclared);
  const other = others.find(({ enabled }) => enabled !== first?.enabled);
  const conflict = (text: string): number =>
    notices.push({ code: 'fact-conflict', file: (other ?? first)!.source, message: `${setting} is ${text}` });
  if (first && other) {
    const { source, enabled } = other;
    conflict(
      `${first.enabled} in ${first.source} but ${enabled} in ${source}; it counts as unknown. Are these two projects?`,
    );
  } else if (first && declared && declared.enabled !== first.enabled)
    conflict(`${first.enabled} in ${first.source} but ${declared.enabled} in the config; the file's value is used.`);
  const used = first && !other ? first : declared;
  return used && { value: used.enabled, source: used.source };
}

/** The answers about a part of the project that would contain more if there were any. */
const asked = (all: readonly FactPiece[], about: PieceOf<'asked'>['about']): readonly PieceOf<'asked'>[] =>
  piecesOf(all, 'asked').filter((piece) => piece.about === about);

/**
 * Providers with a peering connection. A peer with status `AVAILABLE` proves one. An answer about peers covers one
 * provider (`providerName`, AWS by default: API reference, 2026-08), so for other providers a provisioned container
 * counts. This is weaker evidence, because clusters alone provision one.
 */
function peeringOf(all: readonly FactPiece[]): Known<readonly Provider[]> {
  const answers = asked(all, 'peers');
  const covered = new Set(answers.map(({ provider }) => provider));
  const containers = piecesOf(all, 'container').filter(({ provider }) => !covered.has(provider));
  const proofs = [
    ...piecesOf(all, 'peer').filter(({ available }) => available),
    ...containers.filter(({ provisioned }) => provisioned),
  ];
  const sources = [...answers, ...containers, ...asked(all, 'containers')];
  return sources.length === 0 ? undefined : knownOf(inOrder(proofs), proofs.length > 0 ? proofs : sources);
}

/** A peering connection belongs to the region of its container. The config does not name it. */
function peeringRegionsOf(all: readonly FactPiece[]): Known<readonly Region[]> {
  const answers = asked(all, 'peers').filter(({ isDeclared }) => !isDeclared);
  const containers = piecesOf(all, 'container');
  const regions = piecesOf(all, 'peer')
    .filter(({ available, provider, isDeclared }) => available && provider !== 'gcp' && !isDeclared)
    .map(({ containerId }) => containers.find(({ id }) => id !== undefined && id === containerId)?.region);
  const known = regions.filter((region) => region !== undefined);
  const isKnown = answers.length > 0 && known.length === regions.length;
  return isKnown ? knownOf(distinctRegions(known), [...answers, ...containers]) : undefined;
}

function containersOf(all: readonly FactPiece[]): Known<readonly Provider[]> {
  const containers = piecesOf(all, 'container');
  const sources = [...containers, ...asked(all, 'containers')];
  const provisioned = inOrder(containers.filter((one) => one.provisioned));
  return sources.length === 0 ? undefined : knownOf(provisioned, sources);
}

function inOrder(list: readonly { readonly provider: Provider }[]): readonly Provider[] {
  return PROVIDERS.filter((known) => list.some(({ provider }) => provider === known));
}

/**
 * Endpoint services, each once (answers for all providers and for single ones may both exist), with linked endpoints.
 */
export function endpointsOf(all: readonly FactPiece[]): Known<readonly EndpointService[]> {
  const about = [...piecesOf(all, 'endpoint'), ...asked(all, 'endpoints')];
  const files = about.filter(({ isDeclared }) => !isDeclared);
  const sources = files.length > 0 ? files : about;
  if (sources.length === 0) return undefined;
  const links = piecesOf(all, 'endpoint-link');
  const services = new Map<string, EndpointService>();
  for (const [at, { endpoint }] of piecesOf(sources, 'endpoint').entries()) {
    const linked = links.filter(({ serviceId }) => serviceId === endpoint.id).map(({ endpointId }) => endpointId);
    const endpointIds =
      linked.length === 0 ? endpoint.endpointIds : [...new Set([...(endpoint.endpointIds ?? []), ...linked])];
    services.set(endpoint.id ?? `#${at}`, { ...endpoint, endpointIds });
  }
  return knownOf([...services.values()], sources);
}

function portMappingOf(endpoints: Known<readonly EndpointService[]>): Known<boolean> {
  const gcp = (endpoints?.value ?? []).filter(({ portMapping }) => portMapping !== undefined);
  const isMapped = gcp.some(({ portMapping }) => portMapping);
  return gcp.length === 0 ? undefined : knownOf(isMapped, gcp);
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
