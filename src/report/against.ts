import type { StringRecord } from '../core/record.ts';
import type { StringChange } from '../core/string-changes.ts';
import type { AgainstView } from './list-view.ts';
import { changeCounts, recordOfChange } from './list-view.ts';
import { cut, shown } from './shown.ts';
import type { Paint } from './text.ts';

/** One change a line, with the records before and after. */
export function againstJsonl({ changes }: AgainstView): string {
  return changes.map((change) => `${JSON.stringify(change)}\n`).join('');
}

/** The changes as one JSON document. Version 1 may gain keys; none changes its meaning. */
export function againstJson({ ref, base, changes }: AgainstView): string {
  return `${JSON.stringify({ version: 1, against: ref, base, changes }, null, 2)}\n`;
}

const LONGEST_TEXT = 160;

/** The changes for people, as in a patch: `+` for added, `-` for dropped, both for changed. */
export function againstText({ ref, changes }: AgainstView, paint: Paint): string {
  const blocks = changes.map((change) => block(change, paint));
  return `${[...blocks, `${changeCounts(changes)} since ${shown(ref)}`].join('\n')}\n`;
}

function block(change: StringChange, paint: Paint): string {
  const { file, line, column, key } = recordOfChange(change);
  const head = `${change.change} ${shown(`${file}:${line}:${column}`)}${key === null ? '' : ` ${shown(key)}`}`;
  return [
    paint.bold(head),
    ...(change.before ? [paint.red(`  - ${told(change.before)}`)] : []),
    ...(change.after ? [paint.green(`  + ${told(change.after)}`)] : []),
    '',
  ].join('\n');
}

function told({ kind, cluster, text }: StringRecord): string {
  return `${kind}${cluster === null ? '' : ` ${shown(cluster)}`}  ${shown(cut(text, LONGEST_TEXT))}`;
}
