import type { ClusterFacts } from '../src/facts/facts.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';
import type { Severity } from '../src/config/severity.ts';
import { clusterOfHost, realHosts } from '../src/lint/string-hosts.ts';
import { isWholeString } from '../src/lint/grammar.ts';
import { removal, hostsAt, makeFix } from '../src/classify/string-edits.ts';
import { replaceHosts } from '../src/lint/replacements.ts';
import type { Fix } from '../src/text/edits.ts';

export default defineRule({
  id: 'host-list-mixed',
  readsText: true,
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
    const cluster = clusterOfHost(hosts[0]!, context);
    const problem = (message: string, severity: Severity, further: readonly Fix[] = []): RuleProblem[] => {
      const suggestions = [...fromRecord(string, hosts[0]!, cluster), ...further];
      return [{ message, severity, at: hostsAt(string, hosts), suggestions }];
    };
    const mixed = mixture(hosts);
    if (mixed) return problem(mixed, mixed === 'networks' ? 'warning' : 'error');
    const doubled = doubledHost(hosts);
    if (doubled) return problem('doubled', 'warning', without(string, doubled));
    // If a record lists the nodes, another rule reports the missing ones.
    return !cluster?.listed.length && missingIndex(hosts) ? problem('gap', 'warning') : [];
  },
});

/** The record's list for the cluster of the first host. */
function fromRecord(string: FoundString, first: FoundHost, cluster: ClusterFacts | undefined): Fix[] {
  const direct = cluster?.listed.filter((one) => one.form === 'direct' && one.family === 'current') ?? [];
  const listed = direct.find(({ kind }) => kind === first.class.kind) ?? direct.find(({ kind }) => kind === 'standard');
  const title = `Use the list that the record of "${cluster?.name ?? ''}" gives`;
  const made = listed && replaceHosts(string, listed, title);
  return made ? [made] : [];
}

function without(string: FoundString, host: FoundHost): Fix[] {
  const made = makeFix(
    'Remove the second one',
    removal(string, { offset: host.offset - 1, endOffset: host.endOffset }),
  );
  return made ? [made] : [];
}

/** The fault of a node list, by its names alone. */
type Mixture = 'clusters' | 'tokens' | 'families' | 'networks';

function differ(values: readonly (string | null)[]): boolean {
  const known = values.find((value) => value !== null);
  return values.some((value) => value !== null && value !== known);
}

/** The property in which hosts of a list differ although it must be equal, or `null` if they belong together. */
function mixture(hosts: readonly FoundHost[]): Mixture | null {
  const classes = hosts.map((host) => host.class);
  if (differ(classes.map(({ token, domain }) => token && `${token}.${domain}`))) return 'tokens';
  // Endpoint nodes are named by region, so those of one project may belong to any of its clusters.
  const named = classes.filter(({ kind }) => kind !== 'private-endpoint');
  if (differ(named.map(({ cluster }) => cluster?.toLowerCase() ?? null))) return 'clusters';
  if (differ(classes.map(({ family }) => family))) return 'families';
  return differ(classes.map(({ kind }) => kind)) ? 'networks' : null;
}

/** The first host that is listed a second time with the same port. */
function doubledHost(hosts: readonly FoundHost[]): FoundHost | undefined {
  const seen = new Set<string>();
  return hosts.find(({ host, port, portRange }) => {
    if (portRange && port === null) return false;
    const key = `${host.toLowerCase()}:${port ?? ''}`;
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}

const INDEX = /-(shard|config)-(\d\d)-(\d\d)/i;

/** True if a node between two others of its shard is missing. */
function missingIndex(hosts: readonly FoundHost[]): boolean {
  const byShard = new Map<string, number[]>();
  for (const { host } of hosts) {
    const match = INDEX.exec(host);
    if (!match) return false;
    const shard = `${match[1]!.toLowerCase()}-${match[2]}`;
    byShard.set(shard, [...(byShard.get(shard) ?? []), Number(match[3])]);
  }
  return [...byShard.values()].some((nodes) => Math.max(...nodes) - Math.min(...nodes) >= new Set(nodes).size);
}
