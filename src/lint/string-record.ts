import type { FoundString } from '../classify/found-string.ts';
import { shown, shownHosts } from '../classify/shown.ts';
import { shownName } from '../text/shown-name.ts';
import type { FileRole } from '../config/severity.ts';
import { locationOf, type LineIndex } from '../text/source.ts';
import { sourceRange } from '../text/literal.ts';

/** What lists know of a string: plain data. */
export type StringRecord = Readonly<ReturnType<typeof stringRecord>>;

/** Keys in the order of `list`. Lines and columns are 1-based; columns and offsets are UTF-16 code units. */
export function stringRecord(file: string, role: FileRole, string: FoundString, lines: LineIndex) {
  const names = shownHosts(string);
  return {
    file,
    role,
    ...locationOf(string.range, lines),
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
