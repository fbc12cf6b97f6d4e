import type { ListedString } from './facts.ts';
import type { FoundHost, FoundString } from './found.ts';
import type { Kind } from './host-shapes.ts';
import { HOLE } from './literal.ts';
import { optionNamed, removal, withoutOption } from './option-edits.ts';
import type { Edit, Repair } from './rule.ts';
import type { ServiceProfile } from './service.ts';
import { editOf } from './subject.ts';

/**
 * The SRV name that a node's own name suggests: `c-shard-00-01.t.…` → `c.t.…`. `null` where the node does not show the
 * cluster's name: endpoint nodes, nodes named by an id (`ac-…`, `atlas-…`), legacy names, whose label only a record tells.
 */
export function suggestedSrvName({ host, class: seen }: FoundHost): string | null {
  if (!seen.node || seen.family === 'legacy' || seen.placeholder || host.includes(HOLE)) return null;
  if (seen.cluster === null || /^(?:ac-[a-z\d]{7}|atlas-[a-z\d]{6})$/i.test(seen.cluster)) return null;
  const match = /^([a-z\d-]+?)-(?:shard|config)-\d\d-\d\d(-pri)?(\..+)$/i.exec(host.slice(0, 253));
  return match && `${match[1]}${match[2] ?? ''}${match[3]}`;
}

/** Shapes of names that stand for a cluster in DNS. */
const SRV_SHAPES: ReadonlySet<string> = new Set([
  ...['standard', 'legacy', 'private', 'optimized', 'legacy-optimized'],
  ...['endpoint', 'endpoint-regional', 'legacy-endpoint'],
]);

/** True for a name that has an SRV record and no address: what `name.t.…` names is a cluster, not a node. */
export function isSrvOnly({ host, class: seen }: FoundHost): boolean {
  // An unknown piece in the first label may make it a node.
  return !seen.placeholder && SRV_SHAPES.has(seen.shape ?? '') && !host.split('.')[0]?.includes(HOLE);
}

/** The node's cluster by SRV: the string of the same kind in a record, in the record's order. */
export function listedSrv(strings: readonly ListedString[], kind: Kind): ListedString | undefined {
  return strings.find((listed) => listed.form === 'srv' && listed.kind === kind && listed.hosts.length === 1);
}

/** Turns a direct string into the SRV string of the name: scheme and hosts change, a `directConnection=true` goes. */
export function toSrv(string: FoundString, name: string, profile: ServiceProfile, title: string): Repair | undefined {
  const { uri } = string;
  if (uri?.scheme !== 'direct') return undefined;
  const direct = optionNamed(string, 'directConnection');
  const edits: (Edit | undefined)[] = [
    editOf(string, uri.schemeRange, profile.schemes[1]),
    ...hostEdits(string, name),
    ...(direct?.value === 'true' ? [withoutOption(string, direct)] : []),
  ];
  if (edits.some((edit) => edit === undefined)) return undefined;
  return { title, edits: edits.filter((edit) => edit !== undefined) };
}

/** A name that stands there already keeps its place: then only the port goes. */
function hostEdits(string: FoundString, name: string): (Edit | undefined)[] {
  const [host] = string.hosts;
  const range = string.uri!.hostsRange;
  if (!host || string.hosts.length > 1 || host.host.toLowerCase() !== name.toLowerCase()) {
    return [editOf(string, range, name)];
  }
  const { endOffset } = host.hostRange;
  return host.portRange ? [removal(string, { offset: endOffset, endOffset: host.portRange.endOffset })] : [];
}
