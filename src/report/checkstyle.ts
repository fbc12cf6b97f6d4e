import type { Finding } from '../lint/finding.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { grouped } from '../text/source.ts';
import { liveFindings, type ReportView } from './report-view.ts';
import { xmlDocument, xmlElement } from './xml.ts';

/** Checkstyle's report. The version is that of the format: what readers of ESLint's reports know. */
export function checkstyleReport({ report }: ReportView): string {
  const files = grouped(liveFindings(report), ({ file }) => file);
  const inner = [...files].flatMap(([file, findings]) => xmlElement('file', { name: file }, findings.flatMap(error)));
  return xmlDocument(xmlElement('checkstyle', { version: '4.3' }, inner));
}

function error({ line, column, severity, message, rule }: Finding): string[] {
  return xmlElement('error', {
    line,
    column,
    severity,
    message: escapeControlChars(message),
    source: `connlint.${rule}`,
  });
}
