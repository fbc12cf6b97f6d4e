import type { FoundString, Via } from '../classify/found-string.ts';
import type { Family, Kind } from '../classify/host-shapes.ts';
import type { Provider } from '../classify/service.ts';
import { shown, shownHosts, shownName } from '../classify/shown.ts';
import type { FileRole } from '../config/roles.ts';
import type { LineIndex } from '../text/source.ts';
import { sourceRange, type Context, type Decoding } from '../text/literal.ts';

/** What lists, reports and plans know of a string: plain data. The keys are in the order of the output of `list`. */
export interface StringRecord {
  readonly file: string;
  readonly role: FileRole;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly offset: number;
  readonly endOffset: number;
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

/** The records of one text. */
export function recordsOf(
  file: string,
  role: FileRole,
  strings: readonly FoundString[],
  lines: LineIndex,
): StringRecord[] {
  return strings.map((string) => stringRecord(file, string, lines, role));
}

/** The record of a found string. Lines and columns are 1-based, columns and offsets are UTF-16 code units. */
export function stringRecord(
  file: string,
  string: FoundString,
  lines: LineIndex,
  role: FileRole = 'product',
): StringRecord {
  const from = lines.position(string.range.offset);
  const to = lines.position(string.range.endOffset);
  const { decoded } = string.literal;
  const names = shownHosts(string);
  return {
    file,
    role,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
    offset: string.range.offset,
    endOffset: string.range.endOffset,
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
      const { offset, endOffset } = place;
      return { host: names[at]!, port: host.port, kind: host.class.kind, offset, endOffset };
    }),
    key: string.literal.key,
    context: string.literal.context,
    decoded: decoded ?? undefined,
    name: string.name === null ? undefined : shownName(string.name),
  };
}
