import { portFault, portsOfRecord, withPorts } from '../src/rule-helpers/ports.ts';
import { comparableHosts } from '../src/rule-helpers/recorded-hosts.ts';
import { defineRule, type RuleResult } from '../src/lint/rule.ts';
import { clusterOfHost, hostsAt, partAt } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'wrong-port',
  readsText: true,
  basis: 'facts',
  messages: {
    node: 'Wrong port {port}. Replica set nodes listen on 27017, routers of a sharded cluster on 27016.',
    'replica-set': 'Wrong port {port}. The cluster is a replica set, whose nodes listen on 27017.',
    sharded: 'Wrong port {port}. The cluster is sharded, and its routers listen on 27016.',
    endpoint: 'Wrong port {port}. Endpoint hosts on AWS and Azure listen on assigned ports from 1024, one per node.',
    low: 'Wrong port {port}. Endpoint hosts listen on ports from 1024.',
    bi: 'Wrong port {port}. The BI Connector listens on 27015.',
  },
  checkString(string, context, { source }): readonly RuleResult[] {
    if (string.form === 'srv') return [];
    const judged = comparableHosts(string).map((host) => ({
      host,
      fault: portFault(host, string, clusterOfHost(host, context)?.sharded?.value, source),
    }));
    const wrong = judged.flatMap(({ host, fault }) => (fault && fault.kind !== 'unknown' ? [{ host, fault }] : []));
    const first = wrong[0];
    const hosts = wrong.map(({ host }) => host);
    if (!first) {
      const open = judged.filter(({ fault }) => fault !== null).map(({ host }) => host);
      return open.length > 0 ? [{ missing: 'cluster type', at: hostsAt(string, open) }] : [];
    }
    const at = { offset: first.host.offset, endOffset: hosts.at(-1)!.endOffset };
    const offer = first.fault.kind === 'bi' ? withPorts(string, hosts, () => 27015, 'Use port 27015') : undefined;
    return [
      {
        message: first.fault.kind,
        data: { port: first.fault.port },
        at: partAt(string, at),
        fix: first.fault.kind === 'bi' ? undefined : portsOfRecord(string, hosts, context),
        suggestions: offer ? [offer] : [],
      },
    ];
  },
});
