import type { FoundString } from '../classify/found-string.ts';
import { shown, shownHosts } from '../classify/shown.ts';
import type { FileRole } from '../config/roles.ts';
import type { LineIndex } from '../text/source.ts';
import { sourceRange } from '../text/literal.ts';

/** The output of `list` for one string. The keys are in the order of the contract. */
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
  readonly kind: string;
  readonly family: string;
  readonly via: string;
  readonly form: string | null;
  readonly provider: string | null;
  readonly region: string | null;
  readonly cluster: string | null;
  readonly token: string | null;
  readonly hosts: readonly {
    readonly host: string;
    readonly port: number | null;
    readonly kind: string;
    readonly offset: number;
    readonly endOffset: number;
  }[];
  readonly key: string | null;
  readonly context: string;
  readonly decoded?: string;
  /** Of a read or an attribute. */
  readonly name?: string;
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
    ...string.range,
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
    ...(decoded === null ? {} : { decoded }),
    ...(string.name === null ? {} : { name: string.name }),
  };
}
