import type { ClusterFacts } from '../src/facts/facts.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import { optionNamed } from '../src/rule-helpers/options.ts';
import { comparableHosts, listedCluster } from '../src/rule-helpers/recorded-hosts.ts';
import { defineRule, type RuleResult } from '../src/lint/rule.ts';
import { editOf, hostsAt, partAt, makeFix } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'replica-set-name',
  basis: 'facts',
  messages: {
    other: 'The replica set of cluster "{cluster}" is "{name}", not "{written}".',
  },
  checkString(string, context): readonly RuleResult[] {
    const option = optionNamed(string, 'replicaSet');
    const written = option?.value;
    if (!option?.valueRange || !written || written.includes(PLACEHOLDER)) return [];
    const hosts = comparableHosts(string, 'standard', 'private', 'private-endpoint', 'legacy');
    const host = hosts[0];
    if (!host) return [];
    const cluster = listedCluster(host, context);
    if (!cluster) return [{ missing: 'cluster record', at: hostsAt(string, hosts) }];
    if (cluster.sharded?.value === true) return [];
    const names = namesIn(cluster, host);
    const [name] = names;
    if (name === undefined) return [{ missing: 'cluster record', at: hostsAt(string, hosts) }];
    if (names.includes(written)) return [];
    return [
      {
        message: 'other',
        data: { cluster: cluster.name, name, written },
        at: partAt(string, option),
        // Of two names, the records do not show which one is right.
        fix:
          names.length > 1
            ? undefined
            : makeFix(
                `Use the name that the record of "${cluster.name}" lists`,
                editOf(string, option.valueRange, name),
              ),
      },
    ];
  },
});

/** Replica set names in the record's strings, those of the host's kind first. */
function namesIn(cluster: ClusterFacts, host: FoundHost): readonly string[] {
  const sorted = [...cluster.listed].sort(
    (a, b) => Number(b.kind === host.class.kind) - Number(a.kind === host.class.kind),
  );
  const names = sorted.flatMap(({ text }) => /[?&]replicaSet=([^&#]{1,120})/i.exec(text)?.[1] ?? []);
  return [...new Set(names)];
}
