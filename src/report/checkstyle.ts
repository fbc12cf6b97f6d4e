import type { Finding } from '../core/finding.ts';
import { shown } from './shown.ts';
import { grouped } from '../core/grouped.ts';
import { liveFindings } from './view.ts';
import type { ReportView } from './view.ts';
import { xmlDocument, xmlElement } from './xml.ts';

/** Checkstyle's report. The version is that of the format: what readers of ESLint's reports know. */
export function checkstyleReport({ report }: ReportView): string {
  const files = grouped(liveFindings(report), ({ file }) => file);
  const inner = [...files].flatMap(([file, findings]) => xmlElement('file', { name: file }, findings.flatMap(error)));
  return xmlDocument(xmlElement('checkstyle', { version: '4.3' }, inner));
}

function error({ line, column, severity, message, rule }: Finding): string[] {
  return xmlElement('error', { line, column, severity, message: shown(message), source: `connlint.${rule}` });
}
