import type { FoundHost } from '../src/classify/found-string.ts';
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';
import type { Severity } from '../src/config/severity.ts';
import { clusterOfHost, realHosts } from '../src/lint/string-hosts.ts';
import { isWholeString } from '../src/lint/grammar.ts';
import { removal, hostsAt, makeFix } from '../src/classify/string-edits.ts';
import { recordedOf } from '../src/lint/replacements.ts';
import { grouped } from '../src/text/source.ts';

export default defineRule({
  id: 'host-list-mixed',
  messages: {
    clusters: 'This list contains nodes of different clusters.',
    tokens: 'This list contains nodes of different projects.',
    families: 'This list mixes legacy and current node names.',
    networks: 'This list mixes public and private node names, which resolve in different networks.',
    doubled: 'This list contains a node twice.',
    gap: 'This list skips a node between two others.',
  },
  checkString(string, context, { source }) {
    const hosts = string.uri?.scheme === 'direct' ? realHosts(string).filter((host) => host.class.node) : [];
    if (hosts.length < 2 || !isWholeString(string, source)) return [];
    const first = hosts[0]!;
    const cluster = clusterOfHost(first, context);
    const problem = (message: string, severity: Severity, ...further: RuleProblem['suggestions'] & {}) => {
      const recorded = recordedOf(string, cluster, first.class.kind);
      return [{ message, severity, at: hostsAt(string, hosts), suggestions: [recorded, ...further] }];
    };
    const mixed = mixture(hosts);
    if (mixed) return problem(mixed, mixed === 'networks' ? 'warning' : 'error');
    const seen = new Set<string>();
    const doubled = hosts.find(({ host, port }) => seen.size === seen.add(`${host.toLowerCase()}:${port ?? ''}`).size);
    if (doubled) {
      const edit = removal(string, { offset: doubled.offset - 1, endOffset: doubled.endOffset });
      return problem('doubled', 'warning', makeFix('Remove the second one', edit));
    }
    // If a record lists the nodes, another rule reports the missing ones.
    return !cluster?.listed.length && missesIndex(hosts) ? problem('gap', 'warning') : [];
  },
});

const differ = (values: readonly (string | null)[]) => new Set(values.filter((value) => value !== null)).size > 1;

/** The property in which hosts of a list differ although it must be equal, or `null` if they belong together. */
function mixture(hosts: readonly FoundHost[]): 'clusters' | 'tokens' | 'families' | 'networks' | null {
  const classes = hosts.map((host) => host.class);
  if (differ(classes.map(({ token, domain }) => token && `${token}.${domain}`))) return 'tokens';
  // Endpoint nodes are named by region, so those of one project may belong to any of its clusters.
  const named = classes.filter(({ kind }) => kind !== 'private-endpoint');
  if (differ(named.map(({ cluster }) => cluster?.toLowerCase() ?? null))) return 'clusters';
  if (differ(classes.map(({ family }) => family))) return 'families';
  return differ(classes.map(({ kind }) => kind)) ? 'networks' : null;
}

/** True if a node between two others of its shard is missing. */
function missesIndex(hosts: readonly FoundHost[]): boolean {
  const named = hosts.map(({ host }) => /-((?:shard|config)-\d\d)-(\d\d)/i.exec(host));
  if (named.includes(null)) return false;
  return [...grouped(named, (match) => match![1]!.toLowerCase()).values()].some((shard) => {
    const nodes = shard.map((match) => Number(match![2]));
    return Math.max(...nodes) - Math.min(...nodes) >= new Set(nodes).size;
  });
}
