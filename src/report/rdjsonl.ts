import { utf8Length, type FilePlaces } from '../text/file-lines.ts';
import type { Finding } from '../lint/finding.ts';
import type { Fix } from '../lint/rule.ts';
import type { Severity } from '../config/severity.ts';
import { cut } from './escape.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { grouped } from '../text/source.ts';
import { liveFindings, type ReportView } from './report-view.ts';

const SEVERITY: Readonly<Record<Severity, string>> = { error: 'ERROR', warning: 'WARNING', info: 'INFO' };
const MAX_LENGTH = 2_000;
/** Reviewdog stops at a longer line and says nothing (`bufio.Scanner`, 64 KiB). */
const MAX_LINE_LENGTH = 60_000;

/**
 * Reviewdog's diagnostics, one per line. It refuses a report for one field that it does not know, so there are no
 * others.
 */
export function rdjsonlReport(view: ReportView): string {
  const files = grouped(liveFindings(view.report), ({ file }) => file);
  return [...files]
    .flatMap(([file, findings]) => {
      const places = view.placesOf(file);
      return findings.map((finding) => diagnostic(finding, places));
    })
    .join('');
}

function diagnostic(finding: Finding, file: FilePlaces | null): string {
  // Of a text in another encoding the bytes in the file are others: a line is right, a column would not be.
  const places = file?.bytes ?? null;
  const head = {
    message: message(finding),
    location: { path: finding.file.toWellFormed(), range: places ? byteRange(finding, places) : lineRange(finding) },
    severity: SEVERITY[finding.severity],
    source: { name: 'connlint' },
    code: { value: finding.rule },
  };
  const suggestions = places ? suggestionsOf(finding, places) : [];
  const full = JSON.stringify(suggestions.length > 0 ? { ...head, suggestions } : head);
  return `${utf8Length(full) <= MAX_LINE_LENGTH ? full : JSON.stringify(head)}\n`;
}

function message({ message: first, related, todo }: Finding): string {
  const places = related.map((place) => `${place.file}:${place.line}:${place.column}: ${place.message}`);
  return cut([first, ...places, todo].map(escapeControlChars).join('\n'), MAX_LENGTH);
}

type InBytes = NonNullable<FilePlaces['bytes']>;

interface ByteRange {
  readonly start: { readonly line: number; readonly column?: number };
  readonly end: { readonly line: number; readonly column?: number };
}

function byteRange({ offset, endOffset }: { offset: number; endOffset: number }, bytes: InBytes): ByteRange {
  return { start: bytes(offset), end: bytes(endOffset) };
}

const lineRange = ({ line, endLine }: Finding): ByteRange => ({ start: { line }, end: { line: endLine } });

/** A suggestion replaces one place: a fix with several edits would be offered in halves. */
function suggestionsOf({ fix, suggestions }: Finding, bytes: InBytes): { range: ByteRange; text: string }[] {
  const fixes: readonly Fix[] = fix ? [fix] : suggestions;
  return fixes.flatMap(({ edits: [edit, ...more] }) =>
    edit && more.length === 0 ? [{ range: byteRange(edit, bytes), text: edit.text.toWellFormed() }] : [],
  );
}
