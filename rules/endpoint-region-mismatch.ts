import { comparable } from '../src/lint/string-hosts.ts';
import { sameRegion } from '../src/classify/regions.ts';
import { defineRule } from '../src/lint/rule.ts';
import { listedAs, recordedFix } from '../src/lint/replacements.ts';

export default defineRule({
  id: 'endpoint-region-mismatch',
  basis: 'facts',
  messages: { other: 'Endpoint string{ofCluster} leads to {there}, but the code of this file runs in {here}.' },
  kinds: ['private-endpoint', 'optimized'],
  hosts: (hosts) => comparable(hosts).filter((host) => !host.class.node && host.class.region !== null),
  checkHosts({ string, host, cluster }, { region: here }) {
    if (here === null) return [{ missing: 'where the code of this file runs (overrides: network)' }];
    const there = host.class.region ?? '';
    if (sameRegion(there, here, host.class.provider)) return [];
    const [listed, other] = listedAs(cluster, host.class.kind, 'srv').filter(
      ({ class: { region, provider } }) => region !== null && sameRegion(region, here, provider),
    );
    const fix = other ? undefined : recordedFix(string, cluster, listed, ` for ${here}`);
    return [{ message: 'other', data: { there, here }, fix }];
  },
});
