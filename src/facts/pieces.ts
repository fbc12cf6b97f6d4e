import type { FactKind } from '../config/config.ts';
import type { ClusterRecord } from './cluster-record.ts';
import type { AskedList, DiscoveryTarget, EndpointService, Known, Region } from './facts.ts';
import type { Provider } from '../classify/service.ts';

/** Settings that are on or off: the kind of file and the resource with each (`private_ip_mode`: before 1.10.0). */
export const SETTINGS = [
  { setting: 'peeringOnly', as: 'privateIpMode', resource: 'private_ip_mode' },
  { setting: 'customDnsOnAws', as: 'awsCustomDNS', resource: 'custom_dns_configuration_cluster_aws' },
  { setting: 'regionalizedPrivateEndpoints', as: 'regionalMode', resource: 'private_endpoint_regional_mode' },
] as const satisfies readonly { readonly as: FactKind; readonly [key: string]: string }[];
export type Setting = (typeof SETTINGS)[number]['setting'];
export type About = AskedList | Setting;

/** What a record, an answer or the config says. */
export type Fact = {
  /** Id of its project in lower case. Missing if the record has none. */
  readonly group?: string | undefined;
  /** True for what the config says. Files come first. */
  readonly isDeclared?: boolean;
  /** For one page of a list: the number of entries in the whole list, and the ids on the page. */
  readonly page?: { readonly total: number; readonly ids: readonly string[] } | undefined;
  /** When it was read from the service. Only files of `pull` say it. */
  readonly readAt?: Known<string>;
} & (
  | Of<'cluster', { cluster: ClusterRecord }>
  | Of<'setting', { setting: Setting; enabled: boolean }>
  | Of<'peer', { provider: Provider; available: boolean; containerId: string | undefined }>
  | Of<'container', { provider: Provider; provisioned: boolean; id: string | undefined; region: Region | undefined }>
  | Of<'endpoint', { endpoint: EndpointService }>
  /** The list was requested: what it does not contain does not exist. */
  | Of<'asked', { about: AskedList }>
  /** Terraform links endpoints to their service in a separate resource. */
  | Of<'endpoint-link', { serviceId: string; endpointId: string }>
  | Of<'discovery', { target: DiscoveryTarget }>
);
type Of<K extends string, Says = object> = { readonly kind: K } & Readonly<Says>;

/** The API's list that a fact comes from. The cluster list does not contain all flex clusters (API reference, 2026-08). */
export function askedListOf(fact: Fact): AskedList | undefined {
  if (fact.kind === 'peer') return `peers ${fact.provider}`;
  if (fact.kind === 'endpoint') return `endpointServices ${fact.endpoint.provider}`;
  if (fact.kind === 'container') return 'containers';
  if (fact.kind !== 'cluster') return undefined;
  return /^(?:flex|serverless)$/.test(fact.cluster.tier ?? '') ? 'flexClusters' : 'clusters';
}

export const aboutOf = (fact: Fact): About | undefined =>
  fact.kind === 'asked' ? fact.about : fact.kind === 'setting' ? fact.setting : askedListOf(fact);

/** A fact with the file or the key of the config that says it. All are one list, which is split by project. */
export type FactPiece = Fact & { readonly source: string };

/** A setting that is on or off; nothing for another value. */
export const settingFacts = (setting: Setting, enabled: unknown): readonly Fact[] =>
  typeof enabled === 'boolean' ? [{ kind: 'setting', setting, enabled }] : [];

export type PieceOf<K extends Fact['kind']> = Extract<FactPiece, { readonly kind: K }>;

export const piecesOf = <K extends Fact['kind']>(all: readonly FactPiece[], kind: K): readonly PieceOf<K>[] =>
  all.filter((piece): piece is PieceOf<K> => piece.kind === kind);
