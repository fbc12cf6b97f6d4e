import type { FactKind } from '../config/config.ts';
import type { ClusterFacts, DiscoveryTarget, EndpointService, FactNotice, FactProblem, Region } from './facts.ts';
import type { Provider, ServiceProfile } from '../classify/service.ts';

/** Settings of the project that are on or off, by the names of the config. */
export type Setting = 'peeringOnly' | 'customDnsOnAws' | 'regionalizedPrivateEndpoints';

/** One thing learnt from a file. All files become one flat list of these, which is then put together. */
export type FactPiece = {
  readonly source: string;
  /** Id of the project that it is about, in lower case; missing where the record does not name it. */
  readonly group?: string | undefined;
} & (
  | { readonly kind: 'cluster'; readonly cluster: ClusterFacts }
  | { readonly kind: 'setting'; readonly setting: Setting; readonly enabled: boolean }
  | {
      readonly kind: 'peer';
      readonly provider: Provider;
      readonly available: boolean;
      readonly containerId: string | undefined;
    }
  /** An answer about peers that covers a provider, whether or not it lists one. */
  | { readonly kind: 'peers-of'; readonly provider: Provider }
  | {
      readonly kind: 'container';
      readonly provider: Provider;
      readonly provisioned: boolean;
      readonly id: string | undefined;
      readonly region: Region | undefined;
    }
  /** An answer that would have listed containers. */
  | { readonly kind: 'containers' }
  | { readonly kind: 'endpoint'; readonly endpoint: EndpointService }
  /** An answer that would have listed endpoint services. */
  | { readonly kind: 'endpoints' }
  /** Terraform links endpoints to their service in a resource of its own. */
  | { readonly kind: 'endpoint-link'; readonly serviceId: string; readonly endpointId: string }
  | { readonly kind: 'discovery'; readonly target: DiscoveryTarget }
  /** A list that is one page of several. */
  | { readonly kind: 'page'; readonly total: number; readonly count: number }
  /** A list of clusters with all its entries. */
  | { readonly kind: 'whole-list' }
  | { readonly kind: 'pulled'; readonly at: string }
  /** What people call the project. */
  | { readonly kind: 'project'; readonly name: string }
);

export interface ReadContext {
  readonly file: string;
  /** What the config calls the file, if it does. */
  readonly as: FactKind | null;
  readonly profile: ServiceProfile;
}

export interface ReadResult {
  readonly pieces: readonly FactPiece[];
  readonly problems: readonly FactProblem[];
  readonly notices: readonly FactNotice[];
}

export function pieces(...list: readonly FactPiece[]): ReadResult {
  return { pieces: list, problems: [], notices: [] };
}

/** Pieces of the project with this id. */
export function ofGroup(list: readonly FactPiece[], id: string | undefined): readonly FactPiece[] {
  return id === undefined ? list : list.map((piece) => ({ ...piece, group: piece.group ?? id.toLowerCase() }));
}

export function problem(file: string, message: string, hint: string): ReadResult {
  return { pieces: [], problems: [{ file, message, hint }], notices: [] };
}

export function notice(file: string, message: string): ReadResult {
  return { pieces: [], problems: [], notices: [{ code: 'fact-empty', file, message }] };
}

export function joined(results: readonly ReadResult[]): ReadResult {
  return {
    pieces: results.flatMap((result) => result.pieces),
    problems: results.flatMap((result) => result.problems),
    notices: results.flatMap((result) => result.notices),
  };
}
