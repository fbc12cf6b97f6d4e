import { comparable } from '../src/lint/string-hosts.ts';
import type { ClusterFacts, FactName } from '../src/facts/facts.ts';
import { isMultiCloud, isMultiRegion } from '../src/facts/query.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import { defineRule } from '../src/lint/rule.ts';
import { mayHoldMore, optionNamed, withOption, partAt, makeFix } from '../src/classify/string-edits.ts';
import { givenBeside } from '../src/clients/given-options.ts';

export default defineRule({
  id: 'multi-cloud-read-preference',
  basis: 'facts',
  confidence: 'medium',
  messages: {
    clouds:
      '"{cluster}" spans several providers. This private path may not reach the primary, and reads do not use secondaries.',
    regions:
      '"{cluster}" spans several regions on Google Cloud. This endpoint may not reach the primary, and reads do not use secondaries.',
  },
  kinds: ['private', 'private-endpoint'],
  hosts: (hosts, _context, string) => (!string.uri || mayHoldMore(string) ? [] : comparable(hosts)),
  checkHosts({ string, host, cluster, at }, _context, { source }) {
    const preference = optionNamed(string, 'readPreference');
    if (preference && !/^(?:primary)?$/i.test(preference.value ?? '')) return [];
    if (givenBeside('readPreference', string, source) === 'given') return [];
    if (!cluster) return [{ missing: 'cluster record' }];
    const reach = reachOf(host, cluster);
    if (typeof reach !== 'string') return reach;
    const edit = withOption(string, 'readPreference', 'secondaryPreferred');
    const suggestions = [makeFix('Let reads go to secondaries: readPreference=secondaryPreferred', edit)];
    const place = preference ? partAt(string, preference) : at;
    return [{ message: reach, data: { cluster: cluster.name }, at: place, suggestions }];
  },
});

/** Why the primary may be unreachable, or the missing fact. Empty if it is reachable. */
function reachOf(host: FoundHost, cluster: ClusterFacts): 'clouds' | 'regions' | readonly { missing: FactName }[] {
  const { sharded, providers, regions } = cluster;
  if (sharded === true || isMultiRegion(cluster) === false) return [];
  if (!providers) return [{ missing: 'provider of the cluster' }];
  const onGcp = providers[0] === 'gcp' && host.class.kind === 'private-endpoint';
  if (!isMultiCloud(cluster) && !onGcp) return [];
  if (sharded === undefined) return [{ missing: 'cluster type' }];
  if (isMultiCloud(cluster)) return 'clouds';
  return regions ? 'regions' : [{ missing: 'regions of the cluster' }];
}
