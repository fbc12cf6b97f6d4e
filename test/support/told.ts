import { lintText } from './lint-text.ts';

/** What every rule tells of one text without facts: a line a finding, with what it marks, and one for each repair. */
export function told(path: string, text: string): string[] {
  return lintText(path, text).flatMap(({ rule, severity, line, offset, endOffset, message, fix, suggestions }) => [
    `${severity} ${rule} ${line}: ${cut(text.slice(offset, endOffset))} | ${message}`,
    ...(fix ? [`  fix: ${fix.title}${edited(fix.edits, text)}`] : []),
    ...suggestions.map(({ title, edits }) => `  or: ${title}${edited(edits, text)}`),
  ]);
}

const cut = (text: string): string => text.replaceAll('\n', '⏎');

function edited(edits: readonly { offset: number; endOffset: number; text: string }[], text: string): string {
  return edits.map((edit) => ` [${cut(text.slice(edit.offset, edit.endOffset))} > ${cut(edit.text)}]`).join('');
}
