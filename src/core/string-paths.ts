import { clusterLabel } from './fact-cluster.ts';
import type { ClusterFacts } from './facts.ts';
import type { FoundHost, FoundString } from './found.ts';
import type { Kind } from './host-shapes.ts';
import { isDocsPath, isTestPath } from './path-kinds.ts';
import { isStandardName } from './endpoint-strings.ts';
import { realHosts } from './real-hosts.ts';
import type { ProjectFile } from './rule.ts';
import { clusterOfHost, isHidden } from './subject.ts';

/** The way on which a string reaches its cluster. */
export type NetworkPath = 'public' | 'peering' | 'endpoint';

/** Legacy names are left out: what they lead to depends on a mode of the project, and a rule of their own judges them. */
const PATH_OF: Readonly<Partial<Record<Kind, NetworkPath>>> = {
  standard: 'public',
  private: 'peering',
  'private-endpoint': 'endpoint',
  optimized: 'endpoint',
};

/** One string of a program, with the cluster that it reaches and the way it takes. */
export interface Reach {
  readonly file: ProjectFile;
  readonly string: FoundString;
  readonly host: FoundHost;
  readonly cluster: ClusterFacts | undefined;
  /** Equal for strings to the same cluster. */
  readonly key: string;
  readonly path: NetworkPath;
}

/** What the strings of a file reach; documentation, tests, comments and prose use none. */
export function reachesOf(file: ProjectFile): readonly Reach[] {
  if (isDocsPath(file.path) || isTestPath(file.path)) return [];
  return file.strings.flatMap((string): Reach[] => {
    const host =
      string.literal.context === 'code' ? realHosts(string).find((own) => !isHidden(string, own)) : undefined;
    const path = host && PATH_OF[isStandardName(host, file.context) ? 'standard' : host.class.kind];
    if (!host || !path) return [];
    const cluster = clusterOfHost(host, file.context);
    const label = cluster?.label ?? (host.class.cluster === null ? null : clusterLabel(host.class.cluster));
    // Endpoint nodes are named by region: without a record nothing tells whose they are.
    if (label === null) return [];
    return [{ file, string, host, cluster, path, key: `${label}.${host.class.token ?? ''}` }];
  });
}
