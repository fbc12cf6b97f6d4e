import type { Severity } from '../config/severity.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { eachOf, jsonText, LIST } from './json.ts';
import { liveFindings, type ReportView } from './report-view.ts';

const SEVERITY: Readonly<Record<Severity, string>> = { error: 'major', warning: 'minor', info: 'info' };

/** GitLab's code quality report: an array. A merge request shows the entries with new fingerprints. */
export function gitlabReport(view: ReportView): Iterable<string> {
  const degradations = eachOf(liveFindings(view.report), ({ id, rule, message, severity, file, line, endLine }) => ({
    description: escapeControlChars(message),
    check_name: rule,
    fingerprint: id,
    severity: SEVERITY[severity],
    location: { path: view.fromRoot(file).toWellFormed(), lines: { begin: line, end: endLine } },
  }));
  return jsonText(LIST, degradations);
}
