import type { FactName } from '../src/facts/facts.ts';
import { defineRule, type ProjectRuleResult, type RuleContext } from '../src/lint/rule.ts';
import { folderOf, grouped, type FiledItem } from '../src/text/source.ts';
import type { Kind } from '../src/classify/host-shapes.ts';
import { environmentOf } from '../src/lint/file-role.ts';
import { comparable, ownHosts, subjectOf } from '../src/lint/string-hosts.ts';
import { clusterLabel } from '../src/facts/cluster-record.ts';
import { contextOf } from '../src/lint/run-rules.ts';
import type { FoundFile } from '../src/classify/found-string.ts';

const ENDPOINT = 'a string of its private endpoint';

/** The network paths. Legacy names are left out: their network depends on a setting, and another rule checks them. */
const PATH_OF: Readonly<Partial<Record<Kind, string>>> = {
  standard: 'its standard string',
  private: 'its private string',
  'private-endpoint': ENDPOINT,
  optimized: ENDPOINT,
};

type ClusterUse = ReturnType<typeof clusterUsesOf>[number];

export default defineRule({
  id: 'mixed-string-kinds',
  basis: 'facts',
  confidence: 'medium',
  messages: {
    mixed:
      'Cluster "{cluster}" is reached by {here} here, and by {there} elsewhere in the same environment ({places}).',
  },
  collect: clusterUsesOf,
  checkProject: (uses: readonly FiledItem<ClusterUse>[]) => (uses[1] ? byEnvironment(uses).flatMap(resultsOf) : []),
});

/** The clusters that the strings of a file use. Documents, tests, comments and prose do not count. */
function clusterUsesOf({ strings }: FoundFile, context: RuleContext) {
  return (context.role === 'product' ? strings : []).flatMap((string) => {
    const subject = subjectOf(string, comparable(ownHosts(string)).slice(0, 1), context);
    if (!subject || string.literal.context !== 'code') return [];
    const { host, cluster, providers, at } = subject;
    const path = PATH_OF[host.class.kind];
    const name = cluster?.name ?? host.class.cluster;
    // Endpoint nodes are named by region, so their cluster is unknown without a record.
    if (!path || name === null) return [];
    const { environment, network } = context;
    const customDns = contextOf(string, context).facts.project.customDnsOnAws?.value ?? null;
    // The same for strings to the same cluster.
    const key = `${cluster?.label ?? clusterLabel(name)}.${host.class.token ?? ''}`;
    return [{ at, path, key, cluster: name, providers, customDns, environment, network }];
  });
}

/** One finding per cluster and environment, at a string with the less common network path. */
function resultsOf(group: readonly FiledItem<ClusterUse>[]): readonly ProjectRuleResult[] {
  const [rarest = [], ...rest] = [...grouped(group, ({ path }) => path).values()].sort((a, b) => a.length - b.length);
  const [odd, ...same] = rarest;
  // A single file may contain the strings of all environments, unless the config assigns it to one.
  const isOneFile = odd?.environment === null && new Set(group.map(({ file }) => file)).size === 1;
  if (!odd || rest.length === 0 || isOneFile) return [];
  const { at, file, cluster, path: here } = odd;
  const open = onAws(group);
  if (open !== null) return open === 'silent' ? [] : [{ missing: open, at, file }];
  const others = group.filter(({ path }) => path !== here);
  const there = [...new Set(others.map(({ path }) => path))].join(' and ');
  const related = [...others, ...same].map((use) => {
    return { file: use.file, at: use.at, message: `reached by ${use.path}` };
  });
  const files = [...new Set(others.map((use) => use.file))];
  const more = files.length > SHOWN ? ` and ${files.length - SHOWN} more` : '';
  const data = { cluster, here, there, places: files.slice(0, SHOWN).join(', ') + more };
  return [{ message: 'mixed', file, at, data, related }];
}

/** On AWS both names lead into the peered network, so only custom DNS makes one of them wrong. */
function onAws(uses: readonly ClusterUse[]): FactName | 'silent' | null {
  const providers = uses.map((one) => one.providers).find((known) => known !== null);
  if (uses.some(({ path }) => path === ENDPOINT) || !providers?.every((provider) => provider === 'aws')) return null;
  const customDns = uses[0]?.customDns ?? null;
  if (customDns === null) return 'custom DNS on AWS (awsCustomDNS)';
  return customDns ? null : 'silent';
}

/** How many files a message names. */
const SHOWN = 3;

/** The uses of one cluster by environment, or by folder tree: files in different networks need different strings. */
function byEnvironment(uses: readonly FiledItem<ClusterUse>[]): readonly (readonly FiledItem<ClusterUse>[])[] {
  const folders = new Set(uses.map(({ file }) => folderOf(file)));
  const treeOf = (folder: string): string =>
    [...folder.matchAll(/\//g)].map(({ index }) => folder.slice(0, index + 1)).find((above) => folders.has(above)) ??
    folder;
  const placeOf = ({ file, key, environment, network }: FiledItem<ClusterUse>): string =>
    JSON.stringify([key, environment ?? [treeOf(folderOf(file)), environmentOf(file)], network]);
  return [...grouped(uses, placeOf).values()];
}
