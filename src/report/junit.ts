import { nameOf, type Finding } from '../lint/finding.ts';
import { grouped } from '../text/source.ts';
import { adviceOf } from './causes.ts';
import { liveFindings, type ReportView } from './report-view.ts';
import { plural } from './escape.ts';
import { escapeControlChars, spelled } from '../text/escape-control-chars.ts';

/** No clock in a report; readers take a missing time for a broken one. */
const TIME = '0';

/** JUnit's report: one suite per file, and one case per finding. */
export function junitReport({ report }: ReportView): string {
  const live = liveFindings(report);
  const suites = [...grouped(live, ({ file }) => file)].flatMap(([file, findings]) =>
    suite(file, findings.length, findings.flatMap(failedCase)),
  );
  // Readers of the format reject a report without a test case.
  const passed = { name: `no findings in ${plural(report.summary.files, 'file')}`, classname: 'connlint', time: TIME };
  const inner = live.length > 0 ? suites : suite('connlint', 0, xmlElement('testcase', passed));
  const counts = { tests: Math.max(1, live.length), failures: live.length, errors: 0, time: TIME };
  const all = xmlElement('testsuites', { name: 'connlint', ...counts }, inner);
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...all, ''].join('\n');
}

const suite = (name: string, failures: number, cases: readonly string[]): string[] =>
  xmlElement('testsuite', { name, tests: Math.max(1, failures), failures, errors: 0, time: TIME }, cases);

/** Readers of the format merge test cases with equal names. */
function failedCase(finding: Finding): string[] {
  const { file, line, column, severity, message } = finding;
  // The severity first: a line that starts with `::` is a command to GitHub's runner, and files may be called so.
  const text = `${severity}: ${file}:${line}:${column}: ${message}`;
  const inner = xmlText(`${escapeControlChars(text)}\n${escapeControlChars(adviceOf(finding))}`);
  const failure = xmlElement('failure', { type: severity, message: escapeControlChars(message) }, inner);
  return xmlElement('testcase', { name: `${nameOf(finding)} ${line}:${column}`, classname: file, time: TIME }, failure);
}

/** Characters that XML 1.0 cannot contain, not even escaped (W3C, 5th edition, section 2.2). */
// eslint-disable-next-line no-control-regex -- they are what this is about
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const allowed = (text: string): string => text.toWellFormed().replace(FORBIDDEN, '\ufffd');

// Readers turn line ends and tabs into spaces in attributes, and one line end into another in texts.
const xmlText = (text: string): string => allowed(text).replace(/[&<>\r]/g, (char) => spelled(char, 'xml'));
const xmlAttribute = (text: string): string => allowed(text).replace(/[&<>"\t\n\r]/g, (char) => spelled(char, 'xml'));

/** An element on lines of its own. `inner` is XML already: lines of other elements, or text. */
function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  inner: readonly string[] | string = [],
): string[] {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlAttribute(String(value))}"`);
  const start = `<${name}${pairs.join('')}`;
  if (typeof inner === 'string') return [`${start}>${inner}</${name}>`];
  return inner.length === 0 ? [`${start}/>`] : [`${start}>`, ...inner.map((line) => `  ${line}`), `</${name}>`];
}
