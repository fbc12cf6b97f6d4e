import { endpointHosts, isStandardName, comparableHosts, subjectOf } from '../src/lint/string-hosts.ts';
import type { ClusterFacts, FactName } from '../src/facts/facts.ts';
import { isMultiCloud, isMultiRegion } from '../src/facts/query.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import { defineRule, type RuleContext, type RuleResult } from '../src/lint/rule.ts';
import { mayHoldMore, optionNamed, withOption, editOf, partAt, makeFix } from '../src/classify/string-edits.ts';
import { givenBeside } from '../src/clients/given-options.ts';

export default defineRule({
  id: 'multi-cloud-read-preference',
  readsText: true,
  basis: 'facts',
  confidence: 'medium',
  messages: {
    clouds:
      '"{cluster}" spans several providers. This private path may not reach the primary, and reads do not use secondaries.',
    regions:
      '"{cluster}" spans several regions on Google Cloud. This endpoint may not reach the primary, and reads do not use secondaries.',
  },
  checkString(string, context, { source }): readonly RuleResult[] {
    if (!string.uri || mayHoldMore(string)) return [];
    const subject = subjectOf(string, privateHosts(string, context), context);
    const preference = optionNamed(string, 'readPreference');
    if (!subject || (preference && !isPrimary(preference.value))) return [];
    if (givenBeside('readPreference', string, source) === 'given') return [];
    const { host, cluster, at } = subject;
    if (!cluster) return [{ missing: 'cluster record', at }];
    const reach = reachOf(host, cluster);
    if (reach === null) return [];
    if (typeof reach !== 'string') return [{ missing: reach.missing, at }];
    const edit = preference?.valueRange
      ? editOf(string, preference.valueRange, 'secondaryPreferred')
      : withOption(string, 'readPreference', 'secondaryPreferred');
    return [
      {
        message: reach,
        data: { cluster: cluster.name },
        at: preference ? partAt(string, preference) : at,
        suggestions: [makeFix('Let reads go to secondaries: readPreference=secondaryPreferred', edit)],
      },
    ];
  },
});

function privateHosts(string: FoundString, context: RuleContext): readonly FoundHost[] {
  const peering = comparableHosts(string, 'private').filter((host) => !isStandardName(host, context));
  return peering.length > 0 ? peering : endpointHosts(string, context, ['private-endpoint']);
}

function isPrimary(value: string | null): boolean {
  return value === null || value === '' || (value.toLowerCase() === 'primary' && !value.includes(PLACEHOLDER));
}

/** Why the primary may be unreachable, or `null` if it cannot be. */
function reachOf(host: FoundHost, cluster: ClusterFacts): 'clouds' | 'regions' | { missing: FactName } | null {
  const { sharded, providers, regions } = cluster;
  if (sharded?.value === true || isMultiRegion(cluster) === false) return null;
  if (!providers) return { missing: 'provider of the cluster' };
  const onGcp = providers.value[0] === 'gcp' && host.class.kind === 'private-endpoint';
  if (!isMultiCloud(cluster) && !onGcp) return null;
  if (!sharded) return { missing: 'cluster type' };
  if (isMultiCloud(cluster)) return 'clouds';
  return regions ? 'regions' : { missing: 'regions of the cluster' };
}
