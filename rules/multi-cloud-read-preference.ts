import { endpointHosts, isStandardName } from '../src/rule-helpers/host-names.ts';
import type { ClusterFacts, FactName } from '../src/facts/facts.ts';
import { isMultiCloud, isMultiRegion } from '../src/facts/query.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import { givenBeside } from '../src/rule-helpers/given-beside.ts';
import { mayHoldMore, optionNamed, withOption } from '../src/rule-helpers/options.ts';
import { comparableHosts } from '../src/rule-helpers/recorded-hosts.ts';
import { defineRule, type Fix, type RuleContext, type RuleResult } from '../src/lint/rule.ts';
import { clusterOfHost, editOf, hostsAt, partAt, makeFix } from '../src/rule-helpers/hosts.ts';

const TITLE = 'Let reads go to secondaries: readPreference=secondaryPreferred';

export default defineRule({
  id: 'multi-cloud-read-preference',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  basis: 'facts',
  trigger: { any: ['private', 'private-endpoint'], all: ['uri', 'own-host'] },
  severity: 'warning',
  confidence: 'medium',
  needs: ['cluster record', 'cluster type', 'provider of the cluster'],
  docs: {
    what: 'A private string of a multi-cloud replica set (on Google Cloud: a multi-region one) with reads from the primary only.',
    why: 'A private path reaches only the nodes of the same provider and region. While the primary is elsewhere, every read fails.',
    todo: 'Set `readPreference=secondaryPreferred` (or another one that includes secondaries), here or in the code. Writes need a path to every region.',
    sources: [
      'MongoDB Atlas documentation, multi-cloud connection limitation (2026-08)',
      'MongoDB Atlas documentation, private endpoints (2026-08)',
    ],
  },
  messages: {
    clouds:
      '"{cluster}" spans several providers. This private path may not reach the primary, and reads do not use secondaries.',
    regions:
      '"{cluster}" spans several regions on Google Cloud. This endpoint may not reach the primary, and reads do not use secondaries.',
  },
  examples: {
    invalid: [
      {
        title: 'several providers',
        files: { '.env': 'URI=mongodb+srv://⟦atlas9-pl-0.q4w5e.mongodb.net⟧/a?retryWrites=true\n' },
        config: {
          clusters: { atlas9: { sharded: false, provider: ['aws', 'gcp'], regions: ['us-east-1', 'us-east1'] } },
        },
      },
      {
        title: 'the primary asked for',
        files: { '.env': 'URI=mongodb+srv://atlas9-pri.q4w5e.mongodb.net/a?⟦readPreference=primary⟧\n' },
        config: {
          clusters: { atlas9: { sharded: false, provider: ['aws', 'gcp'], regions: ['us-east-1', 'us-east1'] } },
        },
        suggested: 'readPreference=secondaryPreferred',
      },
      {
        title: 'several regions on Google Cloud',
        files: { '.env': 'URI=mongodb+srv://⟦atlas9-psc-0.q4w5e.mongodb.net⟧/a\n' },
        config: { clusters: { atlas9: { sharded: false, provider: 'gcp', regions: ['us-east1', 'europe-west1'] } } },
      },
    ],
    valid: [
      {
        title: 'reads may use secondaries',
        files: { '.env': 'URI=mongodb+srv://atlas9-pl-0.q4w5e.mongodb.net/a?readpreference=nearest\n' },
        config: { clusters: { atlas9: { sharded: false, provider: ['aws', 'gcp'] } } },
      },
      {
        title: 'a sharded cluster',
        files: { '.env': 'URI=mongodb+srv://atlas9-pl-0.q4w5e.mongodb.net/a\n' },
        config: { clusters: { atlas9: { sharded: true, provider: ['aws', 'gcp'] } } },
      },
      {
        title: 'the standard string reaches every node',
        files: { '.env': 'URI=mongodb+srv://atlas9.q4w5e.mongodb.net/a\n' },
        config: { clusters: { atlas9: { sharded: false, provider: ['aws', 'gcp'] } } },
      },
      {
        title: 'several regions of AWS, and one of Google Cloud',
        files: {
          'a.env': 'URI=mongodb+srv://atlas9-pl-0.q4w5e.mongodb.net/a\n',
          'b.env': 'URI=mongodb+srv://atlas8-psc-0.q4w5e.mongodb.net/a\n',
        },
        config: {
          clusters: {
            atlas9: { sharded: false, provider: 'aws', regions: ['us-east-1', 'eu-west-1'] },
            atlas8: { sharded: false, provider: 'gcp', regions: ['us-east1'] },
          },
        },
      },
      {
        title: 'options that are not visible',
        files: { 'a.js': 'const u = `mongodb+srv://atlas9-pl-0.q4w5e.mongodb.net/a?${options}`;\n' },
        config: { clusters: { atlas9: { sharded: false, provider: ['aws', 'gcp'] } } },
      },
    ],
  },
  check(string, context, { source }): readonly RuleResult[] {
    if (!string.uri || mayHoldMore(string)) return [];
    const hosts = privateHosts(string, context);
    const host = hosts[0];
    const preference = optionNamed(string, 'readPreference');
    if (!host || (preference && !isPrimary(preference.value))) return [];
    if (givenBeside('readPreference', string, source) === 'given') return [];
    const at = hostsAt(string, hosts);
    const cluster = clusterOfHost(host, context);
    if (!cluster) return [{ missing: 'cluster record', at }];
    const reach = reachOf(host, cluster);
    if (reach === null) return [];
    if (typeof reach !== 'string') return [{ missing: reach.missing, at }];
    const offer: Fix | undefined = preference?.valueRange
      ? makeFix(TITLE, editOf(string, preference.valueRange, 'secondaryPreferred'))
      : makeFix(TITLE, withOption(string, 'readPreference', 'secondaryPreferred'));
    return [
      {
        message: reach,
        data: { cluster: cluster.name },
        at: preference ? partAt(string, preference) : at,
        suggestions: offer ? [offer] : [],
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
