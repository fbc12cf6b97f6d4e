import { nameOf, type Finding } from '../../src/lint/finding.ts';
import type { Example } from './rule-pages.ts';
import { lintText } from './lint-text.ts';
import { runExample } from './run-example.ts';

/** All findings in one text without facts: one line per finding with its source, and one per fix. */
export function told(path: string, text: string): string[] {
  return shown(lintText(path, text), text);
}

/** The same with records, settings and plans. */
export function toldWith(setup: Pick<Example, 'config' | 'facts'>, path: string, text: string): string[] {
  return shown(
    runExample({ title: '', files: { [path]: text }, ...setup }).findings.filter(({ file }) => file === path),
    text,
  );
}

function shown(findings: readonly Finding[], text: string): string[] {
  return findings.flatMap(({ rule, reason, severity, line, offset, endOffset, message, fix, suggestions }) => [
    `${severity} ${nameOf({ rule, reason })} ${line}: ${cut(text.slice(offset, endOffset))} | ${message}`,
    ...(fix ? [`  fix: ${fix.title}${edited(fix.edits, text)}`] : []),
    ...suggestions.map(({ title, edits }) => `  or: ${title}${edited(edits, text)}`),
  ]);
}

const cut = (text: string): string => text.replaceAll('\n', '⏎');

function edited(edits: readonly { offset: number; endOffset: number; text: string }[], text: string): string {
  return edits.map((edit) => ` [${cut(text.slice(edit.offset, edit.endOffset))} > ${cut(edit.text)}]`).join('');
}
