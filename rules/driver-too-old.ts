import { firstRelease, supports, type DriverUse } from '../src/drivers/resolve.ts';
import { endpointHosts, legacySrvFor } from '../src/rule-helpers/host-names.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { optionNamed } from '../src/rule-helpers/options.ts';
import { comparableHosts } from '../src/rule-helpers/recorded-hosts.ts';
import { defineRule, type RuleContext, type RuleResult } from '../src/lint/rule.ts';
import { clusterOfHost, hostsAt, replaceHosts } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'driver-too-old',
  reasons: {
    optimized: {
      basis: 'facts',
      messages: {
        old: 'This string needs {driver} {least} or later, but {manifest} has {version}.',
        never: 'No release of {driver} supports this load-balanced string ({manifest} has {version}).',
      },
      checkString(string, context): readonly RuleResult[] {
        const hosts = balancedHosts(string, context);
        const host = hosts[0];
        if (!host) return [];
        const at = hostsAt(string, hosts);
        const drivers = context.drivers(context.path);
        const old = drivers.find((use) => supports(use, 'optimized') === 'old');
        if (!old)
          return drivers.some((use) => supports(use, 'optimized') === 'unknown')
            ? [{ missing: 'driver version', at }]
            : [];
        const cluster = clusterOfHost(host, context);
        const legacy = cluster && host.class.kind === 'optimized' ? legacySrvFor(host, cluster, context) : undefined;
        const title = `Use the Legacy SRV string that the record of "${cluster?.name ?? ''}" lists`;
        const offer = legacy && replaceHosts(string, legacy, title);
        return [{ ...problemOf(old), at, suggestions: offer ? [offer] : [] }];
      },
    },
  },
});

function problemOf(use: DriverUse) {
  const { name, version, path } = use;
  const least = firstRelease(use, 'optimized');
  return {
    message: least === null ? 'never' : 'old',
    data: { driver: name, version: version ?? '(any version)', manifest: path, least: least ?? '' },
    related: [{ file: path, at: { offset: 0, endOffset: 0 }, message: `${name} ${version ?? ''}`.trim() }],
  };
}

/** Hosts behind a load balancer: optimized names, serverless instances, and strings with `loadBalanced`. */
function balancedHosts(string: FoundString, context: RuleContext): readonly FoundHost[] {
  const optimized = endpointHosts(string, context, ['optimized']);
  if (optimized.length > 0) return optimized;
  const isLoadBalanced = optionNamed(string, 'loadBalanced')?.value === 'true';
  return comparableHosts(string, 'standard', 'private-endpoint').filter(
    (host) =>
      isLoadBalanced || /-pe-\d{1,3}\./i.test(host.host) || clusterOfHost(host, context)?.tier?.value === 'serverless',
  );
}
