import type { ClusterFacts } from './facts.ts';
import type { FoundHost, FoundString } from './found.ts';
import { recordOf } from './real-hosts.ts';
import type { Repair, RuleContext } from './rule.ts';
import { editOf, replaceHosts } from './subject.ts';

/** The ports that the record lists for these hosts; where a host has several, the record's whole list. */
export function portsOfRecord(
  string: FoundString,
  hosts: readonly FoundHost[],
  context: RuleContext,
): Repair | undefined {
  const [host] = hosts;
  const cluster = host && recordOf(host, context);
  if (!cluster) return undefined;
  const title = `Use the ports that the record of "${cluster.name}" lists`;
  const ports = withPorts(string, hosts, (one) => listedPort(cluster, one), title);
  if (ports) return ports;
  const listed = cluster.listed.find(
    (entry) => entry.form === 'direct' && entry.hosts.some((known) => known.host === host.host.toLowerCase()),
  );
  return listed && replaceHosts(string, listed, `Use the list that the record of "${cluster.name}" shows`);
}

/** The string with other ports at these hosts; nothing when one of them is not known or cannot be edited. */
export function withPorts(
  string: FoundString,
  hosts: readonly FoundHost[],
  portOf: (host: FoundHost) => number | null,
  title: string,
): Repair | undefined {
  const edits = hosts.map((host) => {
    const port = portOf(host);
    if (port === null) return undefined;
    const { endOffset } = host.hostRange;
    return host.portRange
      ? editOf(string, host.portRange, String(port))
      : editOf(string, { offset: endOffset, endOffset }, `:${port}`);
  });
  const made = edits.filter((edit) => edit !== undefined);
  return made.length === edits.length ? { title, edits: made } : undefined;
}

function listedPort(cluster: ClusterFacts, { host }: FoundHost): number | null {
  const ports = cluster.listed
    .flatMap(({ hosts }) => hosts)
    .filter((known) => known.host === host.toLowerCase() && known.port !== null)
    .map(({ port }) => port);
  return new Set(ports).size === 1 ? (ports[0] ?? null) : null;
}
