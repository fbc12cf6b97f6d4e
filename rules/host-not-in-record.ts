import { comparableHosts, clusterOfHost, formOf, endpointHosts } from '../src/lint/string-hosts.ts';
import {
  knowsWholeProject,
  listedString,
  projectKnowsToken,
  clustersListing,
  listedHosts,
  optimizedObstacle,
} from '../src/facts/query.ts';
import { defineRule, type RuleContext } from '../src/lint/rule.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import { clusterLabel } from '../src/facts/cluster-record.ts';
import { closestName } from '../src/text/edit-distance.ts';
import { legacySrvFor, listedAs, recordedFix, recordedOf } from '../src/lint/replacements.ts';

export default defineRule({
  id: 'host-not-in-record',
  basis: 'facts',
  reasons: {
    'unknown-cluster': {
      messages: {
        cluster: 'The project with token "{token}" has no cluster "{cluster}".',
        string: 'The record of "{cluster}" does not list this host.',
      },
      hosts: (string, context) =>
        context.facts.clusters.some(({ isDeclared }) => !isDeclared)
          ? comparableHosts(string).filter((host) => isUnlisted(host, context))
          : [],
      checkHosts({ string, host, cluster }, context) {
        const token = host.class.token ?? '';
        const meant = probablyMeant(host, formOf(string), context);
        // A single record, or the state of one stack, does not list the other clusters of the project.
        const isCertain = cluster !== undefined || knowsWholeProject(context.facts, token);
        const message = cluster ? 'string' : 'cluster';
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
      hosts: (string) => comparableHosts(string, 'private'),
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
      hosts: (string) => endpointHosts(string, 'optimized'),
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

/**
 * Whether a host of a known project is missing from its records. Nodes of a known cluster may exist without being
 * listed, so they are not reported.
 */
function isUnlisted(host: FoundHost, context: RuleContext): boolean {
  const { facts } = context;
  const { token, shape, kind, family, node } = host.class;
  if (token === null || !projectKnowsToken(facts, token) || clustersListing(facts, host.host).length > 0) return false;
  // Clusters share the nodes of endpoints, and most records list only SRV strings.
  if (kind === 'private-endpoint' && node) return false;
  const cluster = clusterOfHost(host, context);
  if (!cluster) return !INTERNAL_NODE.test(host.class.cluster ?? '');
  if (cluster.listed.length === 0 || BESIDE.has(shape ?? '')) return false;
  // Legacy and current names may both resolve. Other rules check them.
  if (family === 'legacy') return false;
  if (!node) return kind !== 'standard';
  const listed = listedAs(cluster, kind === 'private' ? 'private' : 'standard');
  if (listed.length === 0) return kind === 'private';
  return !listedHosts(cluster).some((known) => parentOf(known) === parentOf(host.host));
}

const parentOf = (host: string): string => host.toLowerCase().slice(host.indexOf('.') + 1);

/** The listed string of the same kind and project, of the cluster with the most similar name. */
function probablyMeant(host: FoundHost, form: 'srv' | 'direct', { facts }: RuleContext) {
  const { cluster: name, token, kind, index } = host.class;
  const clusters = facts.clusters.filter(({ tokens }) => tokens.includes(token ?? ''));
  const same = clusters.flatMap((cluster) => listedAs(cluster, kind, form).map((listed) => ({ cluster, listed })));
  const label = clusterLabel(name ?? '');
  const labels = same.map(({ cluster }) => cluster.label);
  // One that only begins alike is another cluster.
  const near = closestName(label, labels, Math.min(2, label.length - 1))?.name;
  const candidates = same.filter(({ cluster }) => cluster.label === near);
  return candidates.find(({ listed }) => listed.class.index === index) ?? candidates[0];
}
