import { isHidden, type FoundHost, type FoundString } from '../classify/found-string.ts';
import type { FileRole } from '../config/roles.ts';
import type { LineIndex } from '../text/source.ts';
import { shownText } from './finding.ts';
import { guardOf } from './guard.ts';
import { PLACEHOLDER, sourceRange } from '../text/literal.ts';

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

/** Hostnames as printed: decoded, or with their unknown pieces as in the source. */
function shownHost(string: FoundString, host: FoundHost): string {
  if (!host.host.includes(PLACEHOLDER) && !isHidden(string, host)) return host.host;
  return shownText({ ...string, inValue: host.hostRange });
}

/** The records of one text. Only hosts may contain a secret of the text. */
export function recordsOf(
  file: string,
  role: FileRole,
  strings: readonly FoundString[],
  lines: LineIndex,
): StringRecord[] {
  const guard = guardOf(strings);
  return strings.map((string) => {
    const record = stringRecord(file, string, lines, role);
    return guard ? { ...record, text: guard.mask(record.text), key: record.key && guard.maskKey(record.key) } : record;
  });
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
  return {
    file,
    role,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
    ...string.range,
    text: shownText(string),
    kind: string.kind,
    family: string.family,
    via: string.via,
    form: string.form,
    provider: string.provider,
    region: string.region,
    cluster: string.cluster,
    token: string.token,
    hosts: string.hosts.map((host) => {
      const place = sourceRange(string.literal, host.offset, host.endOffset);
      return { host: shownHost(string, host), port: host.port, kind: host.class.kind, ...place };
    }),
    key: string.literal.key,
    context: string.literal.context,
    ...(decoded === null ? {} : { decoded }),
    ...(string.name === null ? {} : { name: string.name }),
  };
}
