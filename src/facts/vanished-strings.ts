import { eachProject, type ClusterFacts, type Facts, type ListedString } from './facts.ts';

/** A string of the earlier records that the later ones do not contain. */
export interface VanishedString {
  readonly project: string | null;
  readonly cluster: string;
  /** Field of the record, such as `connectionStrings.standardSrv`. */
  readonly field: string;
  readonly text: string;
  readonly kind: ListedString['kind'];
  readonly form: ListedString['form'];
  readonly hosts: readonly string[];
  /** Hosts that no later record lists. Empty if the string changed and its hosts remain. */
  readonly lost: readonly LostHost[];
  /** Name of a replica set that no later record has. Applications that name it find no server. */
  readonly lostReplicaSet: string | null;
  /** New strings of the cluster, of the same kind and form. */
  readonly successors: readonly string[];
}

interface LostHost {
  readonly host: string;
  /** `null` for any port. */
  readonly port: number | null;
}

/** Compares two states of the records, whatever changed between them. Sorted by project, cluster and field. */
export function vanishedStrings(before: Facts, after: Facts): VanishedString[] {
  const later = clustersOf(after);
  const strings = later.flatMap(({ cluster }) => cluster.listed);
  const texts = new Set(strings.map(({ text }) => text));
  const hosts = new Set(strings.flatMap((string) => hostsOf(string).map(hostKey)));
  const replicaSets = new Set([...texts].map(replicaSetIn));
  return clustersOf(before).flatMap(({ project, cluster }) => {
    const known = new Set(cluster.listed.map(({ text }) => text));
    const own = later.filter((one) => one.project === project && one.cluster.name === cluster.name);
    const fresh = own.flatMap((one) => one.cluster.listed).filter(({ text }) => !known.has(text));
    return cluster.listed
      .filter(({ text }) => !texts.has(text))
      .map((string): VanishedString => {
        const { field, text, kind, form } = string;
        const name = replicaSetIn(text);
        return {
          ...{ project, cluster: cluster.name, field, text, kind, form },
          hosts: string.hosts.map(({ host }) => host),
          lost: hostsOf(string).filter((host) => !hosts.has(hostKey(host))),
          lostReplicaSet: replicaSets.has(name) ? null : name,
          successors: fresh.filter((one) => one.kind === kind && one.form === form).map((one) => one.text),
        };
      });
  });
}

function clustersOf(facts: Facts): { readonly project: string | null; readonly cluster: ClusterFacts }[] {
  const projects = eachProject(facts);
  const all = projects.flatMap(({ of, clusters }) =>
    clusters.map((cluster) => ({ project: of.name ?? of.groupId ?? null, cluster })),
  );
  const key = (one: (typeof all)[number]): string => `${one.project ?? ''}\0${one.cluster.name}`;
  return all.sort((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}

/** An SRV name has no port. The same host with another port is another node. */
const hostsOf = ({ form, hosts }: ListedString): LostHost[] =>
  hosts.map(({ host, port }) => ({ host, port: form === 'srv' ? null : (port ?? DEFAULT_PORT) }));

const DEFAULT_PORT = 27_017;

const hostKey = ({ host, port }: LostHost): string => `${host}:${port ?? ''}`;

/** The replica set in a direct string. For SRV strings it comes from DNS. */
export const replicaSetIn = (text: string): string | null => /[?&]replicaSet=([\w-]+)/i.exec(text)?.[1] ?? null;
