import { clusterLabel } from './fact-cluster.ts';
import { isStandardName } from './endpoint-strings.ts';
import type { Kind } from './host-shapes.ts';
import { isDocsPath, isTestPath } from './path-kinds.ts';
import { realHosts } from './real-hosts.ts';
import type { FoundFile, Note, PlacedRange, ProjectFile, RuleContext } from './rule.ts';
import type { Provider } from './service.ts';
import { clusterOfHost, hostsAt, isHidden, providersOf } from './subject.ts';

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
  /** Where its host stands. */
  readonly at: PlacedRange;
  readonly path: NetworkPath;
  /** Equal for strings to the same cluster. */
  readonly key: string;
  readonly cluster: string;
  /** `null` where neither a record nor the name tells them. */
  readonly providers: readonly Provider[] | null;
}

/** What the strings of a file reach; documentation, tests, comments and prose use none. */
export function reachNotes({ source, strings }: FoundFile, context: RuleContext): readonly Note[] {
  if (isDocsPath(source.path) || isTestPath(source.path)) return [];
  return strings.flatMap((string): Note[] => {
    const host =
      string.literal.context === 'code' ? realHosts(string).find((own) => !isHidden(string, own)) : undefined;
    const path = host && PATH_OF[isStandardName(host, context) ? 'standard' : host.class.kind];
    if (!host || !path) return [];
    const cluster = clusterOfHost(host, context);
    const label = cluster?.label ?? (host.class.cluster === null ? null : clusterLabel(host.class.cluster));
    // Endpoint nodes are named by region: without a record nothing tells whose they are.
    if (label === null) return [];
    const providers = providersOf(host, cluster)?.join('+') ?? '?';
    const name = cluster?.name ?? host.class.cluster ?? '';
    const about = [path, `${label}.${host.class.token ?? ''}`, providers, name].join('\t');
    return [{ at: hostsAt(string, [host]), about }];
  });
}

/**
 * What the files' strings reach.
 * @param rule id of the rule that took the notes
 */
export function reachesIn(files: readonly ProjectFile[], rule: string): Reach[] {
  return files.flatMap((file) =>
    file.notes(rule).map(({ at, about }): Reach => {
      const [path, key = '', providers = '?', cluster = ''] = about.split('\t');
      return {
        file,
        at,
        path: path as NetworkPath,
        key,
        cluster,
        providers: providers === '?' ? null : ((providers === '' ? [] : providers.split('+')) as Provider[]),
      };
    }),
  );
}
