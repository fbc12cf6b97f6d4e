import { stringsWith } from '../src/facts/query.ts';
import type { ClusterFacts } from '../src/facts/facts.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import {
  leavesLegacyNames,
  clusterOfHost,
  formOf,
  ofCluster,
  ownHosts,
  providersOf,
} from '../src/lint/string-hosts.ts';
import { defineRule, type RuleContext } from '../src/lint/rule.ts';
import { listsCurrentNames, toCurrentNames, replaceHosts } from '../src/lint/replacements.ts';
import { hostsAt } from '../src/classify/string-edits.ts';
import type { Fix } from '../src/text/edits.ts';

export default defineRule({
  id: 'legacy-host',
  basis: 'facts',
  confidence: 'medium',
  withoutPlan: true,
  messages: {
    legacy: 'Legacy hostname{ofCluster}. Current names have a dot before the token "{token}".',
  },
  readsText: true,
  checkString(string, context, { strings }) {
    const hosts = ownHosts(string).filter((host) => host.class.family === 'legacy');
    const first = hosts[0];
    if (!first) return [];
    const cluster = clusterOfHost(first, context);
    const listed = cluster && fixFor(string, hosts, cluster);
    // With peering-only mode on, only the private string still leads through the peered network.
    const isOpen = cluster !== undefined && mayBePeeringOnly(cluster, first, context);
    const fix = isOpen ? undefined : listed;
    const likely =
      listed ??
      toCurrentNames(string, hosts, '', 'Replace the hyphen before the token by a dot (the cluster record decides)');
    const inside = isOpen ? privateFor(string, cluster) : undefined;
    const beside = isPrivateBeside(first, strings, context)
      ? toCurrentNames(string, hosts, '-pri', 'Use the private name, as beside it (the cluster record decides)')
      : undefined;
    const at = hostsAt(string, hosts);
    const missing = { missing: 'peering-only mode (privateIpMode)', at } as const;
    return [
      {
        message: 'legacy',
        data: { token: first.class.token ?? '', ofCluster: ofCluster(first, cluster) },
        at,
        severity: leavesLegacyNames(context) ? 'error' : 'warning',
        confidence: cluster || /\d/.test(first.class.token ?? '') ? 'high' : 'medium',
        fix: beside ? undefined : fix,
        suggestions: offered(fix, likely, inside ?? beside, beside !== undefined),
      },
      ...(isOpen ? [missing] : []),
    ];
  },
});

/** What the network of the file does not decide, the reader does: the more likely string first. */
function offered(fix: Fix | undefined, likely: Fix | undefined, inside: Fix | undefined, isPrivate: boolean): Fix[] {
  if (fix && !isPrivate) return [];
  const all = isPrivate ? [inside] : [likely, inside];
  return all.filter((one) => one !== undefined);
}

/** True if the file runs in the peered network, or reads a private string of the same project. */
function isPrivateBeside(host: FoundHost, strings: readonly FoundString[], context: RuleContext): boolean {
  const { network, facts } = context;
  const onAws = providersOf(host, clusterOfHost(host, context))?.includes('aws') ?? false;
  if (facts.project.peeringOnly || onAws || host.class.kind !== 'legacy') return false;
  if (network !== null) return network === 'peered';
  return strings.some(({ hosts }) =>
    hosts.some(({ class: own }) => own.kind === 'private' && own.token !== null && own.token === host.class.token),
  );
}

/** Peering-only mode exists on Azure and GCP, and matters only for clusters with a private string. */
function mayBePeeringOnly(cluster: ClusterFacts, host: FoundHost, { facts }: RuleContext): boolean {
  if (facts.project.peeringOnly || host.class.kind !== 'legacy') return false;
  const onAws = providersOf(host, cluster)?.every((provider) => provider === 'aws') ?? false;
  return !onAws && stringsWith(cluster, 'private').length > 0;
}

function privateFor(string: FoundString, cluster: ClusterFacts): Fix | undefined {
  const listed = stringsWith(cluster, 'private').find(({ form }) => form === formOf(string));
  const title = `Use the private string that the record of "${cluster.name}" lists (inside the peered network, with peering-only mode on)`;
  return listed && replaceHosts(string, listed, title);
}

/** The record's current string, if there is one. Records of the first generation may still list the legacy string. */
function fixFor(string: FoundString, hosts: readonly FoundHost[], cluster: ClusterFacts): Fix | undefined {
  const title = `Use the string that the record of "${cluster.name}" lists`;
  const isStandard = hosts.every(({ class: { kind, shape } }) => kind === 'legacy' && shape !== 'legacy-private');
  const form = formOf(string);
  const current = stringsWith(cluster, 'standard').find((entry) => entry.form === form && entry.family === 'current');
  // A single node is not replaced by a list.
  if (isStandard && current && (form === 'srv' || hosts.length > 1)) return replaceHosts(string, current, title);
  return listsCurrentNames(cluster, hosts) ? toCurrentNames(string, hosts, '', title) : undefined;
}
