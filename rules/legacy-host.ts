import type { FoundFile } from '../src/classify/found-string.ts';
import { formOf, leavesLegacyNames, type Subject } from '../src/lint/string-hosts.ts';
import { defineRule, type RuleContext } from '../src/lint/rule.ts';
import { oncePer } from '../src/text/source.ts';
import { listedAs, listsCurrentNames, recordedOf, toCurrentNames } from '../src/lint/replacements.ts';

export default defineRule({
  id: 'legacy-host',
  basis: 'facts',
  confidence: 'medium',
  withoutPlan: true,
  messages: { legacy: 'Legacy hostname{ofCluster}. Current names have a dot before the token "{token}".' },
  hosts: (hosts) => hosts.filter((host) => host.class.family === 'legacy'),
  checkHosts(subject, context, file) {
    const { string, hosts, host, cluster } = subject;
    const token = host.class.token ?? '';
    const renamed = (mark: '' | '-pri') =>
      toCurrentNames(string, hosts, mark, `Use the current${mark && ' private'} name (the cluster record decides)`);
    const recorded = fixFor(subject);
    // With peering-only mode on, only the private string still leads through the peered network.
    const isOpen = mayBePeeringOnly(subject, context);
    const inside = isOpen ? recordedOf(string, cluster, 'private', ' (inside the peered network)') : undefined;
    const offers = isPrivateBeside(subject, file, context)
      ? { suggestions: [inside ?? renamed('-pri')] }
      : recorded && !isOpen
        ? { fix: recorded }
        : { suggestions: [recorded ?? renamed(''), inside] };
    const severity = leavesLegacyNames(context) ? 'error' : 'warning';
    const confidence = cluster || /\d/.test(token) ? 'high' : 'medium';
    const problem = { message: 'legacy', data: { token }, severity, confidence, ...offers } as const;
    return isOpen ? [problem, { missing: 'peering-only mode (privateIpMode)' }] : [problem];
  },
});

/** True if the file runs in the peered network, or reads a private string of the same project. */
function isPrivateBeside({ host, providers }: Subject, { strings }: FoundFile, { network, facts }: RuleContext) {
  if (facts.project.peeringOnly || providers?.includes('aws') || host.class.kind !== 'legacy') return false;
  if (network !== null) return network === 'peered';
  return host.class.token !== null && privateTokens(strings).has(host.class.token);
}

const privateTokens = oncePer((strings: FoundFile['strings']) => {
  const hosts = strings.flatMap((string) => string.hosts.filter(({ class: own }) => own.kind === 'private'));
  return new Set(hosts.map(({ class: { token } }) => token));
});

/** Peering-only mode exists on Azure and GCP, and matters only for clusters with a private string. */
function mayBePeeringOnly({ host, cluster, providers }: Subject, { facts }: RuleContext): boolean {
  if (!cluster || facts.project.peeringOnly || host.class.kind !== 'legacy') return false;
  return !providers?.every((provider) => provider === 'aws') && listedAs(cluster, 'private').length > 0;
}

/** The record's current string, if there is one. Records of the first generation may still list the legacy string. */
function fixFor({ string, hosts, cluster }: Subject) {
  if (!cluster) return undefined;
  const isStandard = hosts.every(({ class: { kind, shape } }) => kind === 'legacy' && shape !== 'legacy-private');
  // A single node is not replaced by a list.
  const current = isStandard && (formOf(string) === 'srv' || hosts.length > 1);
  const recorded = current ? recordedOf(string, cluster, 'standard') : undefined;
  if (recorded || !listsCurrentNames(cluster, hosts)) return recorded;
  return toCurrentNames(string, hosts, '', `Use the string that the record of "${cluster.name}" lists`);
}
