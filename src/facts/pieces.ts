import { recordName } from './json.ts';
import type { FactKind } from '../config/config.ts';
import type { ClusterFacts, DiscoveryTarget, EndpointService, FactNotice, FactProblem, Region } from './facts.ts';
import type { Provider, ServiceProfile } from '../classify/service.ts';

/**
 * Settings of the project that are on or off, named as in the config: the kind of file with each, a word in the name of
 * such a file (without separators and case), and its Terraform resource, without the prefix. `private_ip_mode` is only
 * in old states: the provider removed it in 1.10.0.
 */
export const SETTINGS = [
  { setting: 'peeringOnly', as: 'privateIpMode', word: 'privateipmode', resource: 'private_ip_mode' },
  {
    setting: 'customDnsOnAws',
    as: 'awsCustomDNS',
    word: 'customdns',
    resource: 'custom_dns_configuration_cluster_aws',
  },
  {
    setting: 'regionalizedPrivateEndpoints',
    as: 'regionalMode',
    word: 'regionalmode',
    resource: 'private_endpoint_regional_mode',
  },
] as const satisfies readonly { readonly as: FactKind; readonly [key: string]: string }[];
export type Setting = (typeof SETTINGS)[number]['setting'];

/** A fact from a file or from the config. All of them are one flat list, which is split by project and then combined. */
export type FactPiece = {
  readonly source: string;
  /** Id of its project in lower case. Missing if the record has none. */
  readonly group?: string | undefined;
  /** True for what the config says. Files come first. */
  readonly isDeclared?: boolean;
} & (
  | { readonly kind: 'cluster'; readonly cluster: ClusterFacts }
  | { readonly kind: 'setting'; readonly setting: Setting; readonly enabled: boolean }
  | {
      readonly kind: 'peer';
      readonly provider: Provider;
      readonly available: boolean;
      readonly containerId: string | undefined;
    }
  | {
      readonly kind: 'container';
      readonly provider: Provider;
      readonly provisioned: boolean;
      readonly id: string | undefined;
      readonly region: Region | undefined;
    }
  | { readonly kind: 'endpoint'; readonly endpoint: EndpointService }
  /** An answer that would contain them if there were any. `provider`: the only one that it covers. */
  | {
      readonly kind: 'asked';
      readonly about: 'peers' | 'containers' | 'endpoints';
      readonly provider?: Provider;
    }
  /** Terraform links endpoints to their service in a separate resource. */
  | { readonly kind: 'endpoint-link'; readonly serviceId: string; readonly endpointId: string }
  | { readonly kind: 'discovery'; readonly target: DiscoveryTarget }
  /** One page of a list. */
  | { readonly kind: 'page'; readonly total: number; readonly count: number }
  /** A complete list of clusters. */
  | { readonly kind: 'whole-list' }
  /** Name of the project. */
  | { readonly kind: 'project'; readonly name: string }
);

export type PieceOf<K extends FactPiece['kind']> = Extract<FactPiece, { readonly kind: K }>;

export const piecesOf = <K extends FactPiece['kind']>(all: readonly FactPiece[], kind: K): readonly PieceOf<K>[] =>
  all.filter((piece): piece is PieceOf<K> => piece.kind === kind);

export interface ReadContext {
  readonly file: string;
  /** The kind of the file, if the config states it. */
  readonly as: FactKind | null;
  readonly profile: ServiceProfile;
}

/** A reader finds facts, a reason why the file cannot be used, or that it says nothing. */
export type Read = FactPiece | FactProblem | FactNotice;

export function ofGroup<T extends Read>(list: readonly T[], written: string | undefined): readonly T[] {
  const id = recordName(written);
  return id === undefined
    ? list
    : list.map((one) => ('kind' in one ? { ...one, group: one.group ?? id.toLowerCase() } : one));
}

export const problem = (file: string, message: string, hint: string): FactProblem[] => [{ file, message, hint }];

export const notice = (file: string, message: string): FactNotice[] => [{ code: 'fact-empty', file, message }];
