import type { FoundString, Via } from '../classify/found-string.ts';
import type { Family, Kind } from '../classify/host-shapes.ts';
import type { Provider } from '../classify/service.ts';
import { shown, shownHosts, shownName } from '../classify/shown.ts';
import type { FileRole } from '../config/roles.ts';
import { locationOf, type LineIndex, type Location } from '../text/source.ts';
import { sourceRange, type Context, type Decoding } from '../text/literal.ts';

/** What lists, reports and plans know of a string: plain data. The keys are in the order of the output of `list`. */
export interface StringRecord extends Location {
  readonly file: string;
  readonly role: FileRole;
  readonly text: string;
  readonly kind: Kind;
  readonly family: Family;
  readonly via: Via;
  readonly form: FoundString['form'];
  readonly provider: Provider | null;
  readonly region: string | null;
  readonly cluster: string | null;
  readonly token: string | null;
  readonly hosts: readonly {
    readonly host: string;
    readonly port: number | null;
    readonly kind: Kind;
    readonly offset: number;
    readonly endOffset: number;
  }[];
  readonly key: string | null;
  readonly context: Context;
  readonly decoded?: Decoding | undefined;
  /** Of a read or an attribute. */
  readonly name?: string | undefined;
}

/** The record of a found string. Lines and columns are 1-based, columns and offsets are UTF-16 code units. */
export function stringRecord(file: string, role: FileRole, string: FoundString, lines: LineIndex): StringRecord {
  const { line, column, endLine, endColumn, offset, endOffset } = locationOf(string.range, lines);
  const names = shownHosts(string);
  return {
    file,
    role,
    line,
    column,
    endLine,
    endColumn,
    offset,
    endOffset,
    text: shown(string),
    kind: string.kind,
    family: string.family,
    via: string.via,
    form: string.form,
    provider: string.provider,
    region: string.region,
    cluster: string.cluster,
    token: string.token,
    hosts: string.hosts.map((host, at) => {
      const place = sourceRange(string.literal, host.offset, host.endOffset);
      return { host: names[at]!, port: host.port, kind: host.class.kind, ...place };
    }),
    key: string.literal.key,
    context: string.literal.context,
    decoded: string.literal.decoded ?? undefined,
    name: string.name === null ? undefined : shownName(string.name),
  };
}
