import type { ClusterFacts } from '../src/facts/facts.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { doubledHost, missingIndex, mixture } from '../src/rule-helpers/host-lists.ts';
import { removal } from '../src/rule-helpers/options.ts';
import { defineRule, type RuleProblem, type Fix } from '../src/lint/rule.ts';
import type { Severity } from '../src/config/severity.ts';
import { clusterOfHost, hostsAt, realHosts, makeFix, replaceHosts } from '../src/rule-helpers/hosts.ts';
import { isWholeString } from '../src/rule-helpers/whole-string.ts';

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
