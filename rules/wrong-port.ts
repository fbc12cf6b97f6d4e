import { clusterOfHost, comparable, ownHosts } from '../src/lint/string-hosts.ts';
import { defineRule, offer, type RuleResult, type RuleContext } from '../src/lint/rule.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { rangeOver, type Source } from '../src/text/source.ts';
import { hostsAt, partAt, editOf, makeFix } from '../src/classify/string-edits.ts';
import { recordedFix } from '../src/lint/replacements.ts';
import { stringsWith } from '../src/facts/query.ts';

export default defineRule({
  id: 'wrong-port',
  basis: 'facts',
  messages: {
    node: 'Wrong port {port}. Replica set nodes listen on 27017, routers of a sharded cluster on 27016.',
    'replica-set': 'Wrong port {port}. The cluster is a replica set, whose nodes listen on 27017.',
    sharded: 'Wrong port {port}. The cluster is sharded, and its routers listen on 27016.',
    endpoint: 'Wrong port {port}. Endpoint hosts listen on assigned ports from 1024, one per node.',
    bi: 'Wrong port {port}. The BI Connector listens on 27015.',
  },
  checkString(string, context, { source }): readonly RuleResult[] {
    if (string.form === 'srv') return [];
    const judged = comparable(ownHosts(string)).flatMap((host) => {
      // The default port applies only if a scheme makes the list a connection.
      const isDefault = host.portRange === null && string.form === 'direct';
      const port = host.port ?? (isDefault ? REPLICA_SET : null);
      if (port === null || isSpan(host, string, source)) return [];
      const message = faultOf(host, port, string, clusterOfHost(host, context)?.sharded);
      return message === null ? [] : [{ host, port, message }];
    });
    const wrong = judged.filter(({ message }) => message !== 'unknown');
    const [first] = wrong;
    const hosts = (first ? wrong : judged).map(({ host }) => host);
    if (!first) return hosts.length > 0 ? [{ missing: 'cluster type', at: hostsAt(string, hosts) }] : [];
    const { message, port } = first;
    const at = partAt(string, rangeOver(hosts));
    const ofBi = hosts.map(() => BI_CONNECTOR);
    const made =
      message === 'bi'
        ? withPorts(string, hosts, ofBi, `Use port ${BI_CONNECTOR}`)
        : portsOfRecord(string, hosts, context);
    return [{ message, data: { port }, at, ...offer(made, message !== 'bi') }];
  },
});

/** Ports from the vendor's documentation on connection issues and private endpoints, 2026-08. */
const REPLICA_SET = 27017;
const SHARDED = 27016;
const BI_CONNECTOR = 27015;
/** Port for scraping metrics from the nodes (vendor documentation on the Prometheus integration, 2026-08). */
const METRICS = 27018;
const LOWEST_ENDPOINT = 1024;

/** Why a host does not listen on a port. `unknown`: it depends on the cluster type. */
function faultOf({ class: own, port: written }: FoundHost, port: number, { form }: FoundString, sharded?: boolean) {
  if (own.shape === 'bi-connector') return written !== null && port !== BI_CONNECTOR ? 'bi' : null;
  if (!own.node) return null;
  if (own.kind === 'private-endpoint') {
    // Older endpoints of Google Cloud use the ports of the database. Those of legacy names are not documented.
    if (own.family === 'legacy' || own.shape === 'google-endpoint-node') return null;
    const isAssigned = own.provider === 'aws' || own.provider === 'azure';
    const isOfNodes = port >= BI_CONNECTOR && port <= REPLICA_SET;
    return port < LOWEST_ENDPOINT || (isAssigned && isOfNodes) ? 'endpoint' : null;
  }
  if (form === 'host' && port === METRICS) return null;
  if (port !== REPLICA_SET && port !== SHARDED) return 'node';
  if (sharded === undefined) return 'unknown';
  if (sharded === (port === SHARDED)) return null;
  return sharded ? 'sharded' : 'replica-set';
}

/** `27015-27017`: the port range of a firewall rule. */
function isSpan(host: FoundHost, { range, literal }: FoundString, { text }: Source): boolean {
  if (host.portRange?.endOffset !== literal.value.length) return false;
  return /^\s?(?:-|–|\.\.|to\s)\s?\d/.test(text.slice(range.endOffset, range.endOffset + 6));
}

/** The ports of these hosts in the record. If a host has several, the record's whole list. */
function portsOfRecord(string: FoundString, hosts: readonly FoundHost[], context: RuleContext) {
  const cluster = clusterOfHost(hosts[0]!, context);
  const entries = (one: FoundHost) => (cluster ? stringsWith(cluster, one.host) : []);
  const listedPort = (one: FoundHost): number | null => {
    const known = entries(one).flatMap((entry) => entry.hosts.filter(({ host }) => host === one.host.toLowerCase()));
    const [port = null, other] = new Set(known.flatMap((listed) => listed.port ?? []));
    return other === undefined ? port : null;
  };
  const title = `Use the ports that the record of "${cluster?.name ?? ''}" lists`;
  const list = entries(hosts[0]!).find(({ form }) => form === 'direct');
  return withPorts(string, hosts, hosts.map(listedPort), title) ?? recordedFix(string, cluster, list);
}

/** The string with other ports at these hosts. `undefined` if a port is unknown or cannot be edited. */
function withPorts(string: FoundString, hosts: readonly FoundHost[], ports: readonly (number | null)[], title: string) {
  const edits = hosts.map(({ hostRange: { endOffset }, portRange }, index) => {
    const port = ports[index] ?? null;
    if (port === null) return undefined;
    const place = portRange ?? { offset: endOffset, endOffset };
    return editOf(string, place, portRange ? String(port) : `:${port}`);
  });
  return makeFix(title, ...edits);
}
