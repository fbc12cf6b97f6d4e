import type { FactName } from '../src/facts/facts.ts';
import { defineRule, type ProjectRuleResult, type CollectedFile, type RuleContext } from '../src/lint/rule.ts';
import { environmentIn } from '../src/config/environments.ts';
import { grouped, type CollectedItem, type LocatedItem } from '../src/text/source.ts';
import type { Kind } from '../src/classify/host-shapes.ts';
import type { Provider } from '../src/classify/service.ts';
import { isDeployed } from '../src/config/roles.ts';
import { comparableHosts, isStandardName, clusterOfHost, providersOf } from '../src/lint/string-hosts.ts';
import { clusterLabel } from '../src/facts/cluster-record.ts';
import { contextOf } from '../src/lint/run-rules.ts';
import type { FoundFile } from '../src/classify/found-string.ts';
import { hostsAt } from '../src/classify/string-edits.ts';

const WORDS: Readonly<Record<NetworkPath, string>> = {
  public: 'its standard string',
  peering: 'its private string',
  endpoint: 'a string of its private endpoint',
};

export default defineRule({
  id: 'mixed-string-kinds',
  basis: 'facts',
  confidence: 'medium',
  messages: {
    mixed: 'Cluster "{cluster}" is reached by {here}, but by {there} elsewhere in the same environment ({places}).',
  },
  collect: clusterUsesOf,
  checkProject(files) {
    return byEnvironment(files.flatMap((file) => file.items.map((use) => ({ use, file })))).flatMap(resultsOf);
  },
});

/** One finding per cluster and environment, at a string with the less common network path. */
function resultsOf(group: readonly FiledClusterUse[]): readonly ProjectRuleResult[] {
  const paths = [...new Set(group.map(({ use }) => use.path))];
  if (paths.length < 2 || isOneFile(group)) return [];
  const count = (path: NetworkPath): number => group.filter(({ use }) => use.path === path).length;
  const here = [...paths].sort((a, b) => count(a) - count(b))[0]!;
  const odd = group.find(({ use }) => use.path === here)!;
  const others = group.filter(({ use }) => use.path !== here);
  const { at, cluster } = odd.use;
  const open = onAws(
    group.map(({ use }) => use),
    paths,
  );
  if (open !== null) return open === 'silent' ? [] : [{ missing: open, at, file: odd.file.path }];
  return [
    {
      message: 'mixed',
      file: odd.file.path,
      at,
      data: {
        cluster,
        here: WORDS[here],
        there: [...new Set(others.map(({ use }) => WORDS[use.path]))].join(' and '),
        places: placesOf(others.map(({ file }) => file)),
      },
      related: [...others, ...group.filter((one) => one.use.path === here && one !== odd)].map(({ use, file }) => ({
        file: file.path,
        at: use.at,
        message: `reached by ${WORDS[use.path]}`,
      })),
    },
  ];
}

/** On AWS both names lead into the peered network, so only custom DNS makes one of them wrong. */
function onAws(uses: readonly ClusterUse[], paths: readonly NetworkPath[]): FactName | 'silent' | null {
  const [use] = uses;
  if (!use || paths.includes('endpoint')) return null;
  const providers = uses.map((one) => one.providers).find((known) => known !== null);
  if (!providers || providers.some((provider) => provider !== 'aws')) return null;
  const { customDns } = use;
  if (customDns === null) return 'custom DNS on AWS (awsCustomDNS)';
  return customDns ? null : 'silent';
}

const SHOWN = 3;

function placesOf(files: readonly { readonly path: string }[]): string {
  const paths = [...new Set(files.map(({ path }) => path))];
  const more = paths.length - SHOWN;
  return paths.slice(0, SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/**
 * Groups the uses of one cluster in files of one environment: as configured, otherwise by folder tree and the
 * environments in their paths. Files at the root form a group of their own, because everything is below them.
 */
function byEnvironment(uses: readonly FiledClusterUse[]): readonly (readonly FiledClusterUse[])[] {
  const folders = new Set(uses.map(({ file }) => folderOf(file.path)));
  const placeOf = ({ file: { path, context } }: FiledClusterUse): string => {
    const place =
      context.environment === null
        ? `folder ${treeOf(folderOf(path), folders)} ${environmentIn(path)}`
        : `environment ${context.environment}`;
    // Files that run in different networks need different strings.
    return `${place}\0${context.network ?? ''}`;
  };
  const byCluster = grouped(uses, ({ use }) => use.key);
  return [...byCluster.values()].flatMap((own) => [...grouped(own, placeOf).values()]);
}

/** A single file may contain the strings of all environments, unless the config assigns it to one. */
function isOneFile(group: readonly FiledClusterUse[]): boolean {
  return group[0]?.file.context.environment === null && new Set(group.map(({ file }) => file.path)).size === 1;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The topmost folder below the root that contains this one. */
function treeOf(folder: string, folders: ReadonlySet<string>): string {
  let top = folder;
  for (let above = folderOf(folder); above !== ''; above = folderOf(above)) if (folders.has(above)) top = above;
  return top;
}

type NetworkPath = 'public' | 'peering' | 'endpoint';

/** Legacy names are left out: their network depends on a setting of the project, and another rule checks them. */
const PATH_OF: Readonly<Partial<Record<Kind, NetworkPath>>> = {
  standard: 'public',
  private: 'peering',
  'private-endpoint': 'endpoint',
  optimized: 'endpoint',
};

/** A string of a program, with its cluster and network path. */
interface ClusterUse extends CollectedItem {
  readonly path: NetworkPath;
  /** The same for strings to the same cluster. */
  readonly key: string;
  readonly cluster: string;
  /** `null` if neither a record nor the name shows them. */
  readonly providers: readonly Provider[] | null;
  /** Custom DNS on AWS in its project, `null` if unknown. */
  readonly customDns: boolean | null;
}

/** A pair, because a copy of each use with its file would take several times the memory. */
export interface FiledClusterUse {
  readonly use: LocatedItem<ClusterUse>;
  readonly file: CollectedFile<ClusterUse>;
}

/** The clusters that the strings of a file use. Documents, tests, comments and prose do not count. */
function clusterUsesOf({ strings }: FoundFile, context: RuleContext): readonly ClusterUse[] {
  if (!isDeployed(context.role)) return [];
  return strings.flatMap((string): ClusterUse[] => {
    const host = string.literal.context === 'code' ? comparableHosts(string)[0] : undefined;
    const path = host && PATH_OF[isStandardName(host, context) ? 'standard' : host.class.kind];
    if (!host || !path) return [];
    const cluster = clusterOfHost(host, context);
    const label = cluster?.label ?? (host.class.cluster === null ? null : clusterLabel(host.class.cluster));
    // Endpoint nodes are named by region, so their cluster is unknown without a record.
    if (label === null) return [];
    return [
      {
        at: hostsAt(string, [host]),
        path,
        key: `${label}.${host.class.token ?? ''}`,
        cluster: cluster?.name ?? host.class.cluster ?? '',
        providers: providersOf(host, cluster) ?? null,
        customDns: contextOf(string, context).facts.project.customDnsOnAws?.value ?? null,
      },
    ];
  });
}
