import { clusterOfHost, comparable, formOf, genuine } from '../src/lint/string-hosts.ts';
import { clustersListing, knowsWholeProject, listedHosts, listedString } from '../src/facts/query.ts';
import { optimizedObstacle, projectKnowsToken } from '../src/facts/query.ts';
import { defineRule, type RuleContext } from '../src/lint/rule.ts';
import type { ClusterFacts } from '../src/facts/facts.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import { clusterLabel } from '../src/facts/cluster-record.ts';
import { nearestName } from '../src/text/edit-distance.ts';
import { legacySrvFor, listedAs, recordedFix, recordedOf } from '../src/lint/replacements.ts';

export default defineRule({
  id: 'host-not-in-record',
  basis: 'facts',
  reasons: {
    'unknown-cluster': {
      messages: {
        cluster: 'The project with token "{token}" has no cluster "{cluster}".',
        string: 'The record of "{cluster}" does not list this host.',
        endpoint: 'No record of the project with token "{token}" lists this endpoint host.',
      },
      hosts: (hosts, context) => comparable(hosts).filter((host) => isUnlisted(host, context)),
      checkHosts({ string, host, cluster }, context) {
        const token = host.class.token ?? '';
        const meant = probablyMeant(host, formOf(string), context);
        // A single record, or the state of one stack, does not list the other clusters of the project.
        const isCertain = cluster !== undefined || knowsWholeProject(context.facts, token);
        const message = cluster ? 'string' : host.class.cluster === null ? 'endpoint' : 'cluster';
        const data = { token, cluster: cluster?.name ?? host.class.cluster ?? '' };
        const suggestions = [recordedFix(string, meant?.cluster, meant?.listed)];
        if (isCertain) return [{ message, data, severity: 'error', suggestions }];
        return [{ missing: 'complete list of clusters' }, { message, data, severity: 'warning', suggestions }];
      },
    },
    private: {
      supersedes: ['host-not-in-record/unknown-cluster'],
      messages: {
        private: '"{cluster}" has no private string. It needs a peering connection, and on AWS custom DNS as well.',
      },
      kinds: ['private'],
      hosts: comparable,
      checkHosts({ string, cluster }) {
        if (!cluster || cluster.listed.length === 0) return [{ missing: 'cluster record' }];
        if (listedAs(cluster, 'private').length > 0) return [];
        const suggestions = [recordedOf(string, cluster, 'standard', ' (public addresses)')];
        return [{ message: 'private', data: { cluster: cluster.name }, suggestions }];
      },
    },
    optimized: {
      supersedes: ['host-not-in-record/unknown-cluster'],
      messages: {
        'not-dedicated': 'Cluster "{cluster}" is not a dedicated cluster and has no optimized string.',
        'not-sharded': 'Cluster "{cluster}" is a replica set. Only sharded clusters have an optimized string.',
        'not-aws': 'Cluster "{cluster}" does not run on AWS. Only AWS has optimized strings.',
        'version-below-5': 'Cluster "{cluster}" runs MongoDB {version}. Optimized strings need 5.0 or later.',
        'multi-region-without-regionalized-endpoints':
          '"{cluster}" has several regions without regionalized private endpoints, and therefore no optimized string.',
      },
      kinds: ['optimized'],
      hosts: genuine,
      checkHosts({ string, host, cluster }, context) {
        if (!cluster) return [{ missing: 'cluster record' }];
        const judged = optimizedObstacle(cluster, context.facts.project);
        const isListed = listedString(cluster, host.host) !== undefined;
        if (judged === null) return [];
        // A string that the record lists exists, whatever the criteria.
        if ('missing' in judged) return isListed ? [] : judged.missing.map((missing) => ({ missing }));
        const data = { cluster: cluster.name, version: cluster.version ?? '' };
        const suggestions = [recordedFix(string, cluster, legacySrvFor(host, cluster))];
        return [{ message: judged.reason, ...(isListed && { severity: 'warning' as const }), data, suggestions }];
      },
    },
  },
});

/** Shapes of other products, which no record lists although they exist. */
const BESIDE: ReadonlySet<string> = new Set(['federation', 'mesh', 'bi-connector']);

/** Internal node names (`atlas-ab12cd-shard-00-00`), which appear in lists of processes but not in records. */
const INTERNAL_NODE = /^atlas-[a-z0-9]{6}$/i;

/** Whether a host of a known project is missing from its records. Nodes of a known cluster may exist unlisted. */
function isUnlisted(host: FoundHost, context: RuleContext): boolean {
  const { facts } = context;
  const { token, shape, kind, family, node } = host.class;
  if (token === null || !projectKnowsToken(facts, token) || clustersListing(facts, host.host).length > 0) return false;
  const ofToken = facts.clusters.filter(({ tokens }) => tokens.includes(token));
  if (kind === 'private-endpoint' && node) return family === 'current' && !mayBeEndpointNode(ofToken);
  // A cluster's own name may end like a marker (`shop-pri`). Its node names are parsed without that end.
  const label = clusterLabel(host.host.split('.')[0]!);
  const cluster = clusterOfHost(host, context) ?? ofToken.find((one) => one.label === label);
  if (!cluster) return !INTERNAL_NODE.test(host.class.cluster ?? '');
  if (cluster.listed.length === 0 || BESIDE.has(shape ?? '')) return false;
  // Legacy and current names may both resolve. Other rules check them.
  if (family === 'legacy') return false;
  if (!node) return kind !== 'standard' || listedAs(cluster, 'standard').length > 0;
  const listed = listedAs(cluster, kind === 'private' ? 'private' : 'standard');
  if (listed.length === 0) return kind === 'private';
  return !listedHosts(cluster).some((known) => parentOf(known) === parentOf(host.host));
}

const parentOf = (host: string): string => host.toLowerCase().slice(host.indexOf('.') + 1);

/** Clusters share endpoint hosts, and records may list only SRV strings, so this cannot be decided. */
function mayBeEndpointNode(clusters: readonly ClusterFacts[]): boolean {
  const strings = clusters.flatMap((one) => [...listedAs(one, 'private-endpoint'), ...listedAs(one, 'optimized')]);
  return strings.length > 0 && !strings.some(({ form }) => form === 'direct');
}

/** The most similar listed string of the project: of the same cluster, otherwise of one with a similar name. */
function probablyMeant(host: FoundHost, form: 'srv' | 'direct', { facts }: RuleContext) {
  const name = host.class.cluster === null ? null : clusterLabel(host.class.cluster);
  if (name === null) return undefined;
  const all = facts.clusters
    .filter(({ tokens }) => tokens.includes(host.class.token ?? ''))
    .flatMap((cluster) => cluster.listed.map((listed) => ({ cluster, listed })))
    .filter(({ listed }) => listed.form === form);
  const same = all.filter(({ listed }) => listed.kind === host.class.kind);
  const labelsOf = (some: typeof all) => some.map(({ cluster }) => cluster.label);
  const near = nearestName(name, labelsOf(same), MAX_ERRORS) ?? nearestName(name, labelsOf(all), MAX_ERRORS);
  const isNear = ({ cluster }: (typeof all)[number]): boolean => cluster.label === near;
  const ofKind = same.filter(isNear);
  return ofKind.find(({ listed }) => listed.class.index === host.class.index) ?? ofKind[0] ?? all.find(isNear);
}

/** Maximum number of typing errors at which a name is still closer to its own cluster than to others. */
const MAX_ERRORS = 3;
