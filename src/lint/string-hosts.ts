import type { RuleContext } from './rule.ts';
import type { FoundHost, FoundString } from '../classify/found-string.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import type { Kind } from '../classify/host-shapes.ts';
import { ownerOf, createdBefore } from '../facts/query.ts';
import { clusterLabel } from '../facts/cluster-record.ts';
import type { ClusterFacts, Region } from '../facts/facts.ts';
import type { Provider } from '../classify/service.ts';
import { plannedChanges, type ChangeName, type PlannedChange } from '../config/plan.ts';
import { providersOfRegion } from '../classify/regions.ts';
import { regionOf, regionsWithout } from '../facts/regions.ts';
import { hostsAt } from '../classify/string-edits.ts';

/** True if the plan is to replace all legacy hostnames. */
export const leavesLegacyNames = ({ plan }: RuleContext): boolean =>
  plannedChanges(plan, 'leave-legacy-hostnames').length > 0;

/** Hosts that are not of examples. */
export const genuine = (hosts: readonly FoundHost[]): readonly FoundHost[] =>
  hosts.filter((host) => !host.class.placeholder);

/** The hosts that rules check: Atlas hosts written in the string itself. A name from a constant is checked there. */
export const ownHosts = (string: FoundString, ...kinds: readonly Kind[]): readonly FoundHost[] =>
  serviceHosts(string, ...kinds).filter(({ resolved }) => !resolved);

/** The Atlas hosts of a string, literal or from a constant, for checks of its scheme and options. */
export const serviceHosts = ({ hosts }: FoundString, ...kinds: readonly Kind[]): readonly FoundHost[] =>
  hosts.filter(({ class: { domain, kind } }) => domain !== null && (kinds.length === 0 || kinds.includes(kind)));

/** Own hosts of clusters, without invented names of documents and without other products. */
export const realHosts = (string: FoundString): readonly FoundHost[] => ownHosts(string).filter(isReal);

/** True for a cluster host that is neither an example nor another product. */
export const isReal = ({ host, class: seen }: FoundHost): boolean =>
  seen.kind !== 'other-service-host' && (!seen.placeholder || host.includes(PLACEHOLDER));

export const clusterOfHost = (host: FoundHost, { facts }: Pick<RuleContext, 'facts'>): ClusterFacts | undefined =>
  ownerOf(facts, host).cluster;

/** Fields of a cluster record with its strings, in answers of the API and in Terraform's state. */
const RECORD_FIELD =
  /(?:^|\.)connection_?[sS]trings(?:\.(?:\d+\.)?|_)?(?:standard|Standard|private|Private|aws_?[pP]rivate)\w*(?:\.|$)/;
/** A record lists the strings of a cluster. No program reads its string from it. */
export const isOfRecord = ({ via, literal: { key } }: FoundString): boolean =>
  key !== null && via !== 'attribute' && RECORD_FIELD.test(key);

/** What a rule asks first about the hosts that it checks. */
export type Subject = Readonly<NonNullable<ReturnType<typeof subjectOf>>>;

/** @param hosts those of the string that a rule checks */
export function subjectOf(string: FoundString, hosts: readonly FoundHost[], context: Pick<RuleContext, 'facts'>) {
  const [host] = hosts;
  if (!host) return null;
  const cluster = clusterOfHost(host, context);
  const name = cluster?.name ?? host.class.cluster;
  return {
    string,
    hosts,
    host,
    cluster,
    // Those in the record, otherwise in the name; `null` if neither shows them.
    providers: cluster?.providers ?? (host.class.provider && [host.class.provider]),
    at: hostsAt(string, hosts),
    // For a message. Empty if neither a record nor the name shows the cluster.
    ofCluster: name === null ? '' : ` of cluster "${name}"`,
  };
}

/** The planned changes of this type that concern the host: those of its cluster, of all clusters, or of the project. */
export const plannedFor = <C extends ChangeName>(
  change: C,
  host: FoundHost,
  cluster: ClusterFacts | undefined,
  { plan }: RuleContext,
) =>
  plannedChanges(plan, change).filter((planned) => !('cluster' in planned) || concerns(planned.cluster, host, cluster));

export function concerns(name: string, host: FoundHost, cluster: ClusterFacts | undefined): boolean {
  if (name === '*') return true;
  const label = clusterLabel(name);
  return cluster ? cluster.label === label : host.class.cluster?.toLowerCase() === label;
}

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud' };

/** The form of the names: a direct scheme before the name of a cluster is a mistake that another rule reports. */
export const formOf = ({ form, hosts }: FoundString): 'srv' | 'direct' =>
  form !== 'srv' && hosts.some((host) => host.class.node) ? 'direct' : 'srv';

export type MultiRegion = Extract<PlannedChange, { change: 'multi-region' }>;

/** The regions of a plan. A name that several providers share means the cluster's provider, if it has only one. */
export function plannedRegions({ regions }: MultiRegion, cluster: ClusterFacts | undefined): readonly Region[] {
  const own = cluster?.providers ?? [];
  return regions.flatMap((name) => {
    const possible = providersOfRegion(name);
    const likely = possible.length === 1 ? possible : own.filter((p) => possible.includes(p));
    return regionOf(name, likely.length === 1 ? likely[0]! : null) ?? [];
  });
}

/** The planned regions without a node of the cluster. All of them if its regions are unknown. */
export const addedRegions = (plan: MultiRegion, cluster: ClusterFacts | undefined): readonly Region[] =>
  regionsWithout(plannedRegions(plan, cluster), cluster?.regions ?? []);

export const multiRegionPlan = (host: FoundHost, cluster: ClusterFacts | undefined, context: RuleContext) =>
  plannedFor('multi-region', host, cluster, context).find((plan) => addedRegions(plan, cluster).length > 0);

/** Whether regionalized endpoints are on after the plan. One that does not mention them keeps the current setting. */
export const regionalizedAfterPlan = (plan: MultiRegion | undefined, { facts }: Pick<RuleContext, 'facts'>) =>
  plan?.regionalizedPrivateEndpoints ?? facts.project.regionalizedPrivateEndpoints?.value;

/**
 * What happens to a cluster's string when it moves to another provider. `done`: it has moved already; `keeps`: the
 * standard string stays; `two-step`: the string changes twice, with read-only nodes in between; `shared`: Free and Flex
 * clusters, whose string may change; `unknown`: the record does not show it.
 */
export type ProviderMove = 'done' | 'keeps' | 'two-step' | 'shared' | 'unknown';

/** Older clusters on Azure or GCP do not keep their string (vendor FAQ on connection changes, 2026-08). */
export const KEEPS_STRING_SINCE = '2020-11-03';

/** @param to the target provider, `null` for any */
export function moveOf(cluster: ClusterFacts, to: Provider | null): ProviderMove {
  if (cluster.tier && cluster.tier !== 'dedicated') return 'shared';
  const providers = cluster.providers;
  if (!providers) return 'unknown';
  if (to && providers.every((provider) => provider === to)) return 'done';
  if (providers.every((provider) => provider === 'aws')) return 'keeps';
  const older = createdBefore(cluster, KEEPS_STRING_SINCE);
  return older === undefined ? 'unknown' : older ? 'two-step' : 'keeps';
}

/** True for the host of a serverless instance. */
export const isServerless = (host: string): boolean => /^[^.]+-pe-\d{1,3}\./i.test(host);

/** Hosts that can be compared with records: with a token, without unknown pieces, not from an example. */
export const comparable = (hosts: readonly FoundHost[]): readonly FoundHost[] =>
  hosts.filter(
    ({ host, class: { token, placeholder } }) =>
      // `xxxxx`, `00000`: not a real token.
      token !== null && !/^(.)\1{2,}$/.test(token) && !placeholder && !host.includes(PLACEHOLDER),
  );
