import { escapeControlChars } from '../../text/escape-control-chars.ts';
import { plural } from '../escape.ts';
import type { BaselineEntry, BaselineUpdate } from '../../lint/baseline.ts';

export type BaselineAction = 'create' | 'update' | 'check';

/** What was or would be done to a baseline: one line per change, then a summary. */
export function baselineText(
  action: BaselineAction,
  file: string,
  { entries, added, pruned }: BaselineUpdate,
  isCurrent: boolean,
): string {
  const total = plural(entries.length, 'finding');
  if (action === 'create') return `${file}: ${total} accepted\n`;
  if (isCurrent) return `${file}: up to date, ${total} accepted\n`;
  const counts = [
    ...(added.length > 0 ? [`${added.length} new`] : []),
    ...(pruned.length > 0 ? [`${pruned.length} gone`] : []),
  ];
  const what = counts.length > 0 ? counts.join(', ') : 'not in the form that update writes';
  const last =
    action === 'check'
      ? `${file}: not up to date: ${what}; \`connlint baseline update\` brings it up to date`
      : `${file}: ${what}; ${total} accepted`;
  const lines = [...added.map((entry) => changeLine('+', entry)), ...pruned.map((entry) => changeLine('-', entry))];
  return [...lines, last, ''].join('\n');
}

function changeLine(sign: '+' | '-', { rule, file, text }: BaselineEntry): string {
  // Names and texts come from a repository: no control character reaches the terminal.
  return escapeControlChars(`${sign} ${rule} ${file} ${text}`.trimEnd());
}

/** The same for programs. */
export function baselineJson(action: BaselineAction, file: string, { entries, added, pruned }: BaselineUpdate): string {
  const plain = ({ id, rule, file: path, text }: BaselineEntry) => ({ id, rule, file: path, text });
  const value = {
    version: 1,
    action,
    file,
    accepted: entries.length,
    added: added.map(plain),
    pruned: pruned.map(plain),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
