import type { ClusterFacts } from '../src/facts/facts.ts';
import { optionSet } from '../src/clients/given-options.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import { comparable } from '../src/lint/string-hosts.ts';
import { defineRule } from '../src/lint/rule.ts';
import { makeFix } from '../src/classify/string-edits.ts';

export default defineRule({
  id: 'replica-set-name',
  basis: 'facts',
  messages: { other: 'The replica set of cluster "{cluster}" is {names}, not the one written here.' },
  kinds: ['standard', 'private', 'private-endpoint', 'legacy'],
  hosts: comparable,
  checkHosts({ string, host, cluster }, _context, file) {
    const named = optionSet(string, 'replicaSet', file);
    if (!named || named.value.includes(PLACEHOLDER) || cluster?.sharded === true) return [];
    const names = cluster ? namesIn(cluster, host) : [];
    const [name, other] = names;
    if (!cluster || name === undefined) return [{ missing: 'cluster record' }];
    if (names.includes(named.value)) return [];
    const fix = makeFix(`Use the name that the record of "${cluster.name}" lists`, named.edit(name));
    const data = { cluster: cluster.name, names: names.map((one) => `"${one}"`).join(' or ') };
    // Of two names, the records do not show which one is right.
    return [{ message: 'other', data, at: named.at, fix: other === undefined ? fix : undefined }];
  },
});

/** Replica set names in the record's strings, those of the host's kind first. */
function namesIn(cluster: ClusterFacts, host: FoundHost): readonly string[] {
  const { kind } = host.class;
  const sorted = cluster.listed.toSorted((a, b) => Number(b.kind === kind) - Number(a.kind === kind));
  return [...new Set(sorted.flatMap(({ text }) => /[?&]replicaSet=([^&#]{1,120})/i.exec(text)?.[1] ?? []))];
}
