import { firstRelease, supports, type DriverUse } from '../src/drivers/resolve.ts';
import { endpointHosts, legacySrvFor } from '../src/rule-helpers/host-names.ts';
import { exampleRecord } from '../src/rule-helpers/example-record.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { optionNamed } from '../src/rule-helpers/options.ts';
import { comparableHosts } from '../src/rule-helpers/recorded-hosts.ts';
import { defineRule, type RuleContext, type RuleResult } from '../src/lint/rule.ts';
import { clusterOfHost, hostsAt, replaceHosts } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'optimized-driver-too-old',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { any: ['optimized', 'standard', 'private-endpoint'], all: ['own-host'] },
  severity: 'error',
  confidence: 'high',
  needs: ['driver version'],
  docs: {
    what: 'A load-balanced string (optimized `-lb`, or of a serverless instance) in a module whose driver is too old for it.',
    why: 'Older drivers do not know the DNS option for a load balancer and refuse the string: "A TXT record is only permitted to contain the keys authsource, replicaset".',
    todo: 'Upgrade the driver first, or use the Legacy SRV string of the private endpoint until then.',
    sources: [
      "MongoDB Atlas documentation, minimum drivers for optimized strings (2024; still the page that today's one links to)",
      'liquibase/liquibase-mongodb issue 226',
    ],
  },
  messages: {
    old: 'This string needs {driver} {least} or later, but {manifest} has {version}.',
    never: 'No release of {driver} supports this load-balanced string ({manifest} has {version}).',
  },
  examples: {
    invalid: [
      {
        title: 'a pinned version',
        files: {
          'requirements.txt': 'flask==2.0\npymongo[srv]==3.11.4\n',
          'app/db.py': 'URI = "mongodb+srv://⟦gauges-pl-0-lb.c3v4b.mongodb.net⟧/g"\n',
        },
      },
      {
        title: 'the lock file decides, and the record lists an alternative',
        files: {
          'package.json': '{"dependencies":{"mongodb":"^4.0.0"}}',
          'package-lock.json': '{"packages":{"node_modules/mongodb":{"version":"4.0.1"}}}',
          '.env': 'URI=mongodb+srv://⟦gauges-pl-0-lb.c3v4b.mongodb.net⟧/g\n',
        },
        facts: {
          'gauges.json': exampleRecord('gauges', 'c3v4b', { sharded: true, endpoints: ['pl-0'], optimized: true }),
        },
        suggested: 'gauges-pl-0.c3v4b.mongodb.net',
      },
      {
        title: 'a package that bundles an old driver; a serverless instance',
        files: {
          'package.json': '{"dependencies":{"mongoose":"^5.13.0"}}',
          'src/db.ts': "export const uri = 'mongodb+srv://⟦gauges-pe-0.c3v4b.mongodb.net⟧/g';\n",
        },
      },
    ],
    valid: [
      {
        title: 'a recent driver',
        files: {
          'requirements.txt': 'pymongo>=3.12\n',
          'app/db.py': 'URI = "mongodb+srv://gauges-pl-0-lb.c3v4b.mongodb.net/g"\n',
        },
      },
      {
        title: 'no driver in the module that reads the string',
        files: {
          'requirements.txt': 'pymongo==3.11.4\n',
          'web/package.json': '{"dependencies":{"express":"4.19.0"}}',
          'web/.env': 'URI=mongodb+srv://gauges-pl-0-lb.c3v4b.mongodb.net/g\n',
        },
      },
      {
        title: 'a range that new versions satisfy too',
        files: {
          'package.json': '{"dependencies":{"mongodb":"^4.0.0"}}',
          '.env': 'URI=mongodb+srv://gauges-pl-0-lb.c3v4b.mongodb.net/g\n',
        },
      },
      {
        title: 'an old driver and a string that is not load-balanced',
        files: {
          'go.mod': 'module m\nrequire go.mongodb.org/mongo-driver v1.5.0\n',
          'a.go':
            'const a = "mongodb+srv://gauges-pl-0.c3v4b.mongodb.net/g"\nconst b = "mongodb+srv://gauges-lb.c3v4b.mongodb.net/g"\n',
        },
      },
    ],
  },
  check(string, context): readonly RuleResult[] {
    const hosts = balancedHosts(string, context);
    const host = hosts[0];
    if (!host) return [];
    const at = hostsAt(string, hosts);
    const drivers = context.drivers(context.path);
    const old = drivers.find((use) => supports(use, 'optimized') === 'old');
    if (!old) {
      return drivers.some((use) => supports(use, 'optimized') === 'unknown') ? [{ missing: 'driver version', at }] : [];
    }
    const cluster = clusterOfHost(host, context);
    const legacy = cluster && host.class.kind === 'optimized' ? legacySrvFor(host, cluster, context) : undefined;
    const title = `Use the Legacy SRV string that the record of "${cluster?.name ?? ''}" lists`;
    const offer = legacy && replaceHosts(string, legacy, title);
    return [{ ...problemOf(old), at, suggestions: offer ? [offer] : [] }];
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
