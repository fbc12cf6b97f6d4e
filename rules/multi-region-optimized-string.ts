import { genuine, multiRegionPlan, plannedRegions, regionalizedAfterPlan } from '../src/lint/string-hosts.ts';
import type { Subject } from '../src/lint/string-hosts.ts';
import { defineRule, type HostResult, type RuleContext } from '../src/lint/rule.ts';
import { providerOfRegion } from '../src/classify/host-shapes.ts';
import type { Region } from '../src/facts/facts.ts';
import { legacySrvFor, likelyIndexZero, listedAs, recordedFix, renameHost } from '../src/lint/replacements.ts';

export default defineRule({
  id: 'multi-region-optimized-string',
  basis: 'facts',
  supersedes: ['legacy-host'],
  messages: {
    legacy: 'The optimized string{ofCluster} fails with a second region. The Legacy SRV string keeps working.',
    numbered:
      'The optimized string{ofCluster} fails with a second region. The Legacy SRV string works with index 0 only.',
    ticket:
      'The optimized string{ofCluster} fails with a second region. It has no Legacy SRV string: open a support ticket first.',
    unlisted:
      'The optimized string{ofCluster} fails with a second region. Use the Legacy SRV string, or open a support ticket.',
    conditional:
      'The optimized string{ofCluster} fails with a second region unless regionalized private endpoints are on.',
    regions:
      'Optimized string{ofCluster} does not cover {regions}. With regionalized endpoints it works only in AWS regions.',
  },
  kinds: ['optimized'],
  hosts: genuine,
  checkHosts(subject, context) {
    const { string, host, cluster } = subject;
    const plan = multiRegionPlan(host, cluster, context);
    if (!plan) return [];
    const regionalized = regionalizedAfterPlan(plan, context);
    if (regionalized) return offAws(subject, plannedRegions(plan, cluster), context);
    const legacy = legacySrvFor(host, cluster);
    // Of the numbered strings only 0 remains. The record lists it after the conversion.
    const isNumbered = Boolean(legacy?.class.index);
    // A record lists the older string for as long as the cluster has it.
    const without = listedAs(cluster, 'optimized', 'srv').length > 0 ? 'ticket' : 'unlisted';
    const made = isNumbered
      ? likelyIndexZero(string, { ...host, host: legacy?.hosts[0]!.host ?? '' })
      : recordedFix(string, cluster, legacy);
    const problem = { message: isNumbered ? 'numbered' : legacy ? 'legacy' : without, suggestions: [made] };
    if (regionalized === false) return [problem];
    return [
      { ...problem, message: 'conditional', severity: 'warning' },
      { missing: 'regionalized private endpoints (regionalMode)' },
    ];
  },
});

/** With regionalized endpoints the string keeps working in AWS regions. Other regions have no optimized string. */
function offAws({ string, host }: Subject, planned: readonly Region[], context: RuleContext): HostResult[] {
  const elsewhere = planned.filter(({ provider }) => provider !== null && provider !== 'aws');
  const isOnAws = context.region !== null && providerOfRegion(context.region.toLowerCase()) === 'aws';
  if (elsewhere.length === 0 || isOnAws) return [];
  const suggestions = planned.map(({ provider, region, name }) => {
    const mark = provider === 'aws' ? `-${region}-lb.` : `-${region}.`;
    return renameHost(string, host, host.host.replace(/-lb\./, mark), `Use the string of ${name}`);
  });
  // Without an AWS region, there is no program for which the string keeps working.
  const severity = elsewhere.length < planned.length ? 'warning' : 'error';
  const regions = elsewhere.map(({ name }) => name).join(', ');
  return [{ message: 'regions', severity, data: { regions }, suggestions }];
}
