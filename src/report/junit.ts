import type { Finding } from '../lint/finding.ts';
import type { Report } from '../lint/report.ts';
import { grouped } from '../text/source.ts';
import { bySeverity, liveFindings, type ReportView } from './report-view.ts';
import { plural } from './escape.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { xmlDocument, xmlElement, xmlText } from './xml.ts';

/** No clock in a report; readers take a missing time for a broken one. */
const TIME = '0';

/**
 * JUnit's report: one suite per file, and one case per rule with all its findings in the file, because readers show one
 * failure per case.
 */
export function junitReport({ report }: ReportView): string {
  const suites = [...grouped(liveFindings(report), ({ file }) => file)].map(([file, findings]) => {
    return { file, cases: [...grouped(findings, ({ rule }) => rule)].sort(byId) };
  });
  const failures = suites.reduce((sum, { cases }) => sum + cases.length, 0);
  const inner = failures === 0 ? passed(report) : suites.flatMap(({ file, cases }) => suite(file, cases));
  const attributes = { name: 'connlint', tests: Math.max(1, failures), failures, errors: 0, time: TIME };
  return xmlDocument(xmlElement('testsuites', attributes, inner));
}

type Case = readonly [rule: string, findings: readonly Finding[]];

const byId = ([a]: Case, [b]: Case): number => (a < b ? -1 : 1);

/** Readers take a report without a case for a mistake. */
function passed({ summary }: Report): string[] {
  const inner = xmlElement('testcase', {
    name: `no findings in ${plural(summary.files, 'file')}`,
    classname: 'connlint',
    time: TIME,
  });
  return xmlElement('testsuite', { name: 'connlint', tests: 1, failures: 0, errors: 0, time: TIME }, inner);
}

function suite(file: string, cases: readonly Case[]): string[] {
  const inner = cases.flatMap(([rule, findings]) =>
    xmlElement('testcase', { name: rule, classname: file, time: TIME }, failure(file, findings)),
  );
  const counts = { tests: cases.length, failures: cases.length, errors: 0, time: TIME };
  return xmlElement('testsuite', { name: file, ...counts }, inner);
}

function failure(file: string, findings: readonly Finding[]): string[] {
  const [worst] = bySeverity(findings);
  if (!worst) return [];
  const more = findings.length > 1 ? ` (${findings.length} findings)` : '';
  const lines = findings.map(
    // The severity first: a line that starts with `::` is a command to GitHub's runner, and files may be called so.
    ({ line, column, severity, message }) =>
      `${severity}: ${escapeControlChars(file)}:${line}:${column}: ${escapeControlChars(message)}`,
  );
  const text = xmlText([...lines, escapeControlChars(worst.todo)].join('\n'));
  return xmlElement('failure', { type: worst.severity, message: `${escapeControlChars(worst.message)}${more}` }, text);
}
