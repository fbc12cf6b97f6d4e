import { comparableHosts, clusterOfHost, listedCluster } from '../src/lint/string-hosts.ts';
import { defineRule, type RuleResult, type RuleContext } from '../src/lint/rule.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import type { Source } from '../src/text/source.ts';
import type { ClusterFacts } from '../src/facts/facts.ts';
import type { Fix } from '../src/text/edits.ts';
import { hostsAt, partAt, editOf } from '../src/classify/string-edits.ts';
import { replaceHosts } from '../src/lint/replacements.ts';

export default defineRule({
  id: 'wrong-port',
  readsText: true,
  basis: 'facts',
  messages: {
    node: 'Wrong port {port}. Replica set nodes listen on 27017, routers of a sharded cluster on 27016.',
    'replica-set': 'Wrong port {port}. The cluster is a replica set, whose nodes listen on 27017.',
    sharded: 'Wrong port {port}. The cluster is sharded, and its routers listen on 27016.',
    endpoint: 'Wrong port {port}. Endpoint hosts on AWS and Azure listen on assigned ports from 1024, one per node.',
    low: 'Wrong port {port}. Endpoint hosts listen on ports from 1024.',
    bi: 'Wrong port {port}. The BI Connector listens on 27015.',
  },
  checkString(string, context, { source }): readonly RuleResult[] {
    if (string.form === 'srv') return [];
    const judged = comparableHosts(string).map((host) => ({
      host,
      fault: portFault(host, string, clusterOfHost(host, context)?.sharded?.value, source),
    }));
    const wrong = judged.flatMap(({ host, fault }) => (fault && fault.kind !== 'unknown' ? [{ host, fault }] : []));
    const first = wrong[0];
    const hosts = wrong.map(({ host }) => host);
    if (!first) {
      const open = judged.filter(({ fault }) => fault !== null).map(({ host }) => host);
      return open.length > 0 ? [{ missing: 'cluster type', at: hostsAt(string, open) }] : [];
    }
    const at = { offset: first.host.offset, endOffset: hosts.at(-1)!.endOffset };
    const offer = first.fault.kind === 'bi' ? withPorts(string, hosts, () => 27015, 'Use port 27015') : undefined;
    return [
      {
        message: first.fault.kind,
        data: { port: first.fault.port },
        at: partAt(string, at),
        fix: first.fault.kind === 'bi' ? undefined : portsOfRecord(string, hosts, context),
        suggestions: offer ? [offer] : [],
      },
    ];
  },
});

/** Why hosts of a kind do not listen on a port. `unknown`: it depends on the cluster type. */
interface PortFault {
  readonly kind: 'node' | 'replica-set' | 'sharded' | 'endpoint' | 'low' | 'bi' | 'unknown';
  readonly port: number;
}

/** Ports from the vendor's documentation on connection issues and private endpoints, 2026-08. */
const REPLICA_SET = 27017;

const SHARDED = 27016;

const BI_CONNECTOR = 27015;

/** Port for scraping metrics from the nodes (vendor documentation on the Prometheus integration, 2026-08). */
const METRICS = 27018;

const LOWEST_ENDPOINT = 1024;

/** The fault of a host's port, literal or by default. `null` if there is none or if it is unknown. */
function portFault(
  host: FoundHost,
  string: FoundString,
  sharded: boolean | undefined,
  source: Source,
): PortFault | null {
  const port = portOf(host, string);
  if (port === null || isSpan(host, string, source)) return null;
  const { kind, shape, node, provider } = host.class;
  if (shape === 'bi-connector') return host.port !== null && port !== BI_CONNECTOR ? { kind: 'bi', port } : null;
  if (!node) return null;
  if (kind === 'private-endpoint') return endpointFault(port, provider === 'aws' || provider === 'azure');
  return nodeFault(port, string, sharded);
}

/** The default port applies only if a scheme makes the list a connection. */
function portOf({ port, portRange }: FoundHost, { form }: FoundString): number | null {
  if (port !== null) return port;
  return portRange === null && form === 'direct' ? REPLICA_SET : null;
}

/** Older endpoints of Google Cloud use the database's ports, so the name must show another provider. */
function endpointFault(port: number, isKnown: boolean): PortFault | null {
  if (port < LOWEST_ENDPOINT) return { kind: 'low', port };
  return isKnown && port >= BI_CONNECTOR && port <= REPLICA_SET ? { kind: 'endpoint', port } : null;
}

function nodeFault(port: number, { form }: FoundString, sharded: boolean | undefined): PortFault | null {
  if (form === 'host' && port === METRICS) return null;
  if (port !== REPLICA_SET && port !== SHARDED) return { kind: 'node', port };
  if (sharded === undefined) return { kind: 'unknown', port };
  if (sharded === (port === SHARDED)) return null;
  return { kind: sharded ? 'sharded' : 'replica-set', port };
}

/** `27015-27017`: the port range of a firewall rule. */
function isSpan(host: FoundHost, { range, inValue }: FoundString, { text }: Source): boolean {
  if (host.portRange?.endOffset !== inValue.endOffset) return false;
  return /^\s?(?:-|–|\.\.|to\s)\s?\d/.test(text.slice(range.endOffset, range.endOffset + 6));
}

/** The ports of these hosts in the record. If a host has several, the record's whole list. */
function portsOfRecord(string: FoundString, hosts: readonly FoundHost[], context: RuleContext): Fix | undefined {
  const [host] = hosts;
  const cluster = host && listedCluster(host, context);
  if (!cluster) return undefined;
  const title = `Use the ports that the record of "${cluster.name}" lists`;
  const ports = withPorts(string, hosts, (one) => listedPort(cluster, one), title);
  if (ports) return ports;
  const listed = cluster.listed.find(
    (entry) => entry.form === 'direct' && entry.hosts.some((known) => known.host === host.host.toLowerCase()),
  );
  return listed && replaceHosts(string, listed, `Use the list that the record of "${cluster.name}" shows`);
}

/** The string with other ports at these hosts. `undefined` if a port is unknown or cannot be edited. */
function withPorts(
  string: FoundString,
  hosts: readonly FoundHost[],
  portOf: (host: FoundHost) => number | null,
  title: string,
): Fix | undefined {
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
