import { ACCESS } from '../classify/classify-host.ts';
import { HOST_SHAPES, KINDS, type HostShape, type Kind } from '../classify/host-shapes.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { code, prose, table } from './markdown.ts';

/** The meaning of each kind. */
const KIND_WORDS: Readonly<Record<Kind, string>> = {
  standard: 'The public string: a dot before the token, and none of the marks of other kinds.',
  private: 'The string of Private IP for Peering: `-pri` before the token.',
  'private-endpoint': 'A string through a private endpoint: `pl-0`, `psc-0` or `pe-0` before the token.',
  optimized: 'The load-balanced endpoint string of a sharded cluster: `-pl-0-lb`.',
  legacy: 'A name from before 31 March 2020: a hyphen instead of a dot before a five-character token.',
  'other-service-host': 'A host of the service without these marks: BI Connector, federation, no token.',
  'templated-unknown': 'A connection string or host whose visible part does not decide.',
  'not-service': 'A connection string to something else: localhost, a server of your own.',
  external: 'A place where a program takes its string from outside the tree: a variable, a secret, a vault.',
  'admin-api-v1': 'An address of the unversioned Administration API.',
  'admin-api-v2': 'An address of the versioned Administration API.',
  'media-type': 'The version of the Administration API that a client asks for.',
  'removed-field': 'A field of the Administration API that newer versions do not have.',
  'metrics-discovery': 'An address of metrics discovery for Prometheus.',
};

/** A name for each shape, without the domain. */
const SHAPE_EXAMPLES: Readonly<Record<string, string>> = {
  federation: 'archive.query',
  mesh: 'orders.mesh',
  'bi-connector': 'orders-biconnector.ab123',
  'private-node': 'orders-shard-00-00-pri.ab123',
  node: 'orders-shard-00-00.ab123',
  'legacy-node': 'orders-shard-00-00-ab123',
  'node-without-token': 'orders-shard-00-00',
  'endpoint-node': 'pl-0-us-east-1.ab123',
  'endpoint-alone': 'pl-0.ab123',
  'legacy-endpoint-node': 'pl-0-us-east-1-ab123',
  optimized: 'orders-pl-0-lb.ab123',
  'legacy-optimized': 'orders-pl-0-ab123-lb',
  'optimized-without-token': 'orders-pl-0-lb',
  endpoint: 'orders-pl-0.ab123',
  'endpoint-regional': 'orders-pl-0-us-east-1.ab123',
  'legacy-endpoint': 'orders-pl-0-ab123',
  'endpoint-without-token': 'orders-pl-0',
  private: 'orders-pri.ab123',
  'private-elided': '...-pri',
  standard: 'orders.ab123',
  legacy: 'orders-ab123',
  'legacy-private': 'orders-pri-ab123',
};

/** Each shape with a host that has it. */
function shapeExamples({ domains }: ServiceProfile): { readonly shape: HostShape; readonly host: string }[] {
  return HOST_SHAPES.flatMap(({ shapes }) => shapes).map((shape) => ({
    shape,
    host: `${SHAPE_EXAMPLES[shape.id] ?? ''}.${domains[0]}`,
  }));
}

const hostsOf = (kind: Kind, profile: ServiceProfile): string[] =>
  shapeExamples(profile).flatMap(({ shape, host }) => (shape.kind === kind ? [host] : []));

/** The same as Markdown. */
export function kindPage(kind: Kind, profile: ServiceProfile): string {
  const { access, instead } = ACCESS[kind] ?? {};
  const hosts = hostsOf(kind, profile).map((host) => `- ${code(host)}`);
  const parts = [
    `# ${kind}`,
    prose(KIND_WORDS[kind]),
    ...(access ? [`Access: ${prose(access)}`] : []),
    ...(instead ? [`Instead: ${prose(instead)}`] : []),
    ...(hosts.length > 0 ? [`## Hosts\n\n${hosts.join('\n')}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The kinds as a table of Markdown. */
export const kindTable = (): string =>
  table(
    ['Kind', 'What'],
    KINDS.map((kind) => [code(kind), prose(KIND_WORDS[kind])]),
  );
