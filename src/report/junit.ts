import type { Finding } from '../lint/finding.ts';
import type { Report } from '../lint/report.ts';
import { grouped } from '../text/source.ts';
import { bySeverity, liveFindings, type ReportView } from './report-view.ts';
import { plural } from './escape.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';

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

/** Characters that XML 1.0 cannot contain, not even escaped (W3C, 5th edition, section 2.2). */
// eslint-disable-next-line no-control-regex -- they are what this is about
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Readers turn these into spaces in attributes, and one line end into another in texts.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const allowed = (text: string): string => text.toWellFormed().replace(FORBIDDEN, '\ufffd');

function xmlText(text: string): string {
  return allowed(text).replace(/[&<>\r]/g, (c) => ENTITIES[c]!);
}

function xmlAttribute(text: string): string {
  return allowed(text).replace(/[&<>"\t\n\r]/g, (c) => ENTITIES[c]!);
}

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

function xmlDocument(root: readonly string[]): string {
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...root, ''].join('\n');
}
