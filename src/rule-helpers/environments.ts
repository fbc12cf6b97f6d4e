import { clusterLabel } from '../facts/cluster-record.ts';
import { isStandardName } from './host-names.ts';
import type { Kind } from '../classify/host-shapes.ts';
import { isDeployed } from '../config/roles.ts';
import { comparableHosts } from './recorded-hosts.ts';
import type { CollectedFile, CollectedItem, FoundFile, LocatedItem, RuleContext } from '../lint/rule.ts';
import { grouped } from '../text/source.ts';
import { contextOf } from '../lint/run-rules.ts';
import type { Provider } from '../classify/service.ts';
import { clusterOfHost, hostsAt, providersOf } from './hosts.ts';

/** Environments, and the words for them in paths. */
const ENVIRONMENTS: Readonly<Record<string, string>> = {
  test: 'ci test',
  default: 'default',
  demo: 'demo',
  development: 'dev develop development local localhost',
  production: 'live prd prod production',
  staging: 'preprod qa stage staging stg uat',
  preview: 'preview',
  sandbox: 'sandbox',
};
const ENVIRONMENT_OF = new Map(
  Object.entries(ENVIRONMENTS).flatMap(([name, words]) => words.split(' ').map((word) => [word, name] as const)),
);

/** The environments in a path, sorted: `deploy/prod/a.env`, `.env.production`. */
export function environmentIn(path: string): string {
  const words = path.toLowerCase().split(/[/._-]/);
  const named = words.flatMap((word) => ENVIRONMENT_OF.get(word) ?? []);
  return [...new Set(named)].sort().join('+');
}

/**
 * Groups the uses of one cluster in files of one environment: as configured, otherwise by folder tree and the
 * environments in their paths. Files at the root form a group of their own, because everything is below them.
 */
export function byEnvironment(uses: readonly FiledClusterUse[]): readonly (readonly FiledClusterUse[])[] {
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
export function isOneFile(group: readonly FiledClusterUse[]): boolean {
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

/** Formats in which a value can refer to an environment variable, by extension or file name. */
const FORMATS: readonly {
  readonly path: RegExp;
  readonly quotes: readonly (string | null)[];
  readonly text: string;
}[] = [
  { path: /(?:^|\/)\.?env(?:\.[\w.-]+)?$|\.env$/i, quotes: [null, '"'], text: '${DB_PASSWORD}' },
  { path: /\.(?:ya?ml|properties)$/i, quotes: [null, '"', "'"], text: '${DB_PASSWORD}' },
  {
    path: /\.(?:sh|bash|zsh)$|(?:^|\/)(?:Dockerfile|Containerfile)(?:\.\w+)?$/i,
    quotes: [null, '"'],
    text: '${DB_PASSWORD}',
  },
  { path: /\.[cm]?[jt]sx?$/i, quotes: ['`'], text: '${process.env.DB_PASSWORD}' },
  { path: /\.tf$/i, quotes: ['"'], text: '${var.db_password}' },
];

/** How a string in this file, with this delimiter, refers to a variable instead of a password. `null` if it cannot. */
export function environmentReference(path: string, quote: string | null): string | null {
  return FORMATS.find((format) => format.path.test(path) && format.quotes.includes(quote))?.text ?? null;
}

export type NetworkPath = 'public' | 'peering' | 'endpoint';

/** Legacy names are left out: their network depends on a setting of the project, and another rule checks them. */
const PATH_OF: Readonly<Partial<Record<Kind, NetworkPath>>> = {
  standard: 'public',
  private: 'peering',
  'private-endpoint': 'endpoint',
  optimized: 'endpoint',
};

/** A string of a program, with its cluster and network path. */
export interface ClusterUse extends CollectedItem {
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
export function clusterUsesOf({ strings }: FoundFile, context: RuleContext): readonly ClusterUse[] {
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
