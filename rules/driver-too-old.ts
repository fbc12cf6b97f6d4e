import type { Feature } from '../src/drivers/drivers.ts';
import { manifestOf, supports, type DriverUse } from '../src/drivers/resolve.ts';
import { comparable, genuine, ownHosts, clusterOfHost, isServerless, subjectOf } from '../src/lint/string-hosts.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { defineRule, type RuleContext, type RuleResult } from '../src/lint/rule.ts';
import { legacySrvFor, listedAs, recordedFix, toDirect } from '../src/lint/replacements.ts';
import { optionNamed, partAt } from '../src/classify/string-edits.ts';
import { hasOwnDriver, hasOwnForm } from '../src/clients/consumers.ts';

export default defineRule({
  id: 'driver-too-old',
  reasons: {
    optimized: {
      basis: 'facts',
      messages: {
        old: 'This string needs {driver} {least} or later, but {manifest} has {version}.',
        never: 'No release of {driver} supports this load-balanced string ({manifest} has {version}).',
      },
      kinds: ['standard', 'private-endpoint', 'optimized'],
      hosts: (hosts, context, string) => genuine(hosts).filter((host) => isBalanced(host, string, context)),
      checkHosts({ string, host, cluster }, context, { source }) {
        if (hasOwnDriver(string, source)) return [];
        const drivers = context.drivers(context.path);
        const old = unsupported(drivers, 'optimized');
        if (!old)
          return drivers.some((use) => supports(use, 'optimized') === 'unknown') ? [{ missing: 'driver version' }] : [];
        const legacy = host.class.kind === 'optimized' ? legacySrvFor(host, cluster) : undefined;
        return [{ ...problemOf(old, 'optimized'), suggestions: [recordedFix(string, cluster, legacy)] }];
      },
    },
    srv: {
      messages: {
        old: '`mongodb+srv://` needs {driver} {least} or later, but {manifest} has {version}.',
        never: '{driver} does not know `mongodb+srv://` ({manifest} has {version}).',
        lacks: '{driver} {version} needs {package} for `mongodb+srv://`, and {manifest} does not install it.',
      },
      checkString(string, context, { source }): readonly RuleResult[] {
        if (string.form !== 'srv' || !string.uri || string.literal.context !== 'code') return [];
        const drivers = context.drivers(context.path);
        // A package that parses the setting itself may refuse the string before the driver sees it.
        const readers = context.drivers(context.path, string.literal.key ?? '');
        const old = unsupported(readers, 'srv') ?? unsupported(drivers, 'srv');
        const lacking = drivers.find(({ lacks }) => lacks !== null);
        if (!(old ?? lacking) || hasOwnForm(string) || hasOwnDriver(string, source)) return [];
        const at = partAt(string, string.uri.schemeRange);
        const suggestions = [directString(string, context)];
        if (old) return [{ ...problemOf(old, 'srv'), at, suggestions }];
        return lacking ? [{ ...problemOf(lacking, 'srv'), message: 'lacks', at, suggestions }] : [];
      },
    },
  },
});

/** The driver without the feature, unless the module has another driver that may read the string. */
function unsupported(drivers: readonly DriverUse[], feature: Feature): DriverUse | undefined {
  if (drivers.some((use) => supports(use, feature) === 'fine')) return undefined;
  return drivers.find((use) => supports(use, feature) === 'old');
}

function problemOf(use: DriverUse, feature: Feature) {
  const { name: driver, version, path: manifest, lacks } = use;
  const least = use.known.since[feature] ?? null;
  const data = { driver, version: version ?? '(any version)', manifest, least: least ?? '', package: lacks ?? '' };
  return { message: least === null ? 'never' : 'old', data, related: [manifestOf(use)] };
}

function directString(string: FoundString, context: RuleContext) {
  const subject = subjectOf(string, comparable(ownHosts(string)), context);
  const [listed] = subject ? listedAs(subject.cluster, subject.host.class.kind, 'direct') : [];
  const title = `Use the direct string that the record of "${subject?.cluster?.name ?? ''}" lists`;
  return listed && toDirect(string, listed, context.profile, title);
}

/** Hosts behind a load balancer: optimized names, serverless instances, and strings with `loadBalanced`. */
const isBalanced = (host: FoundHost, string: FoundString, context: RuleContext): boolean =>
  host.class.kind === 'optimized' ||
  optionNamed(string, 'loadBalanced')?.value === 'true' ||
  isServerless(host.host) ||
  clusterOfHost(host, context)?.tier === 'serverless';
