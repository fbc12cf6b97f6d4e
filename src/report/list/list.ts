import { isApiKind } from '../../classify/host-shapes.ts';
import type { StringRecord } from '../../lint/string-record.ts';
import { cut, formatCount } from '../escape.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import type { Paint } from '../terminal.ts';
import type { StringChange } from '../../lint/string-changes.ts';
import { grouped } from '../../text/source.ts';

/** Records as JSON Lines, one per line. */
export function listJsonl(records: readonly StringRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

export function listJson(records: readonly StringRecord[]): string {
  return `${JSON.stringify(records, null, 2)}\n`;
}

/** Returns the environment that the config assigns to a file, or `null`. */
export type EnvironmentOf = (file: string) => string | null;

/** What `list` found. */
export interface ListView {
  readonly records: readonly StringRecord[];
  /** How many files were read; `null` if not counted. */
  readonly files?: number | null;
  /** What the tree is called, for titles; `null` if nothing names it. */
  readonly name?: string | null;
  readonly environmentOf: EnvironmentOf;
}

/** What `list --against` found. */
export interface AgainstView {
  /** As the user named it. */
  readonly ref: string;
  /** The commit that was compared with. */
  readonly base: string;
  readonly changes: readonly StringChange[];
  /** As in `ListView`. */
  readonly name?: string | null;
  readonly environmentOf: EnvironmentOf;
}

export function recordOfChange({ before, after }: StringChange): StringRecord {
  return after ?? before;
}

export const CHANGES = ['added', 'changed', 'dropped'] as const;

/** `2 added, 1 changed, 1 dropped`, or `nothing has changed`. */
export function changeCounts(changes: readonly StringChange[]): string {
  const counts = CHANGES.map((name) => [name, changes.filter(({ change }) => change === name).length] as const);
  const parts = counts.filter(([, count]) => count > 0).map(([name, count]) => `${formatCount(count)} ${name}`);
  return parts.join(', ') || 'nothing has changed';
}

/** The group of a string that names no cluster. */
export function nameless(kind: string): string {
  if (kind === 'not-service') return 'other servers';
  if (kind === 'external') return 'taken from outside the tree';
  return isApiKind(kind) ? 'Administration API and metrics' : 'no cluster named';
}

/** Records by cluster, sorted; those that name none last. Clusters of one name in different projects are two. */
export function byCluster(records: readonly StringRecord[]): (readonly [title: string, StringRecord[]])[] {
  const groups = grouped(records, ({ cluster, token, kind }) =>
    cluster === null ? `1${nameless(kind)}` : `0${cluster.toLowerCase()}\0${token ?? ''}`,
  );
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => [key.slice(1).replace('\0', ' ').trimEnd(), own]);
}

/** One change per line, with the records before and after. */
export function againstJsonl({ changes }: AgainstView): string {
  return changes.map((change) => `${JSON.stringify(change)}\n`).join('');
}

/** The changes as one JSON document. Version 1 may gain keys; none changes its meaning. */
export function againstJson({ ref, base, changes }: AgainstView): string {
  return `${JSON.stringify({ version: 1, against: ref, base, changes }, null, 2)}\n`;
}

const MAX_CHANGE_TEXT_LENGTH = 160;

/** The changes for people, as in a patch: `+` for added, `-` for dropped, both for changed. */
export function againstText({ ref, changes }: AgainstView, paint: Paint): string {
  const blocks = changes.map((change) => block(change, paint));
  return `${[...blocks, `${changeCounts(changes)} since ${escapeControlChars(ref)}`].join('\n')}\n`;
}

function block(change: StringChange, paint: Paint): string {
  const { file, line, column, key } = recordOfChange(change);
  const head = `${change.change} ${escapeControlChars(`${file}:${line}:${column}`)}${key === null ? '' : ` ${escapeControlChars(key)}`}`;
  return [
    paint.bold(head),
    ...(change.before ? [paint.red(`  - ${recordText(change.before)}`)] : []),
    ...(change.after ? [paint.green(`  + ${recordText(change.after)}`)] : []),
    '',
  ].join('\n');
}

function recordText({ kind, cluster, text }: StringRecord): string {
  return `${kind}${cluster === null ? '' : ` ${escapeControlChars(cluster)}`}  ${escapeControlChars(cut(text, MAX_CHANGE_TEXT_LENGTH))}`;
}
