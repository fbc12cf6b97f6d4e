import { describe, expect, it } from 'vitest';
import { reported } from '../support/reports.ts';
import { all, parseXml } from '../support/xml.ts';
import type { Element } from '../support/xml.ts';

const HOST = 'reader-k2j4h.mongodb.net';
const ODD = 'a&<b>"\'\u0001\n]]>::.env';

/** Attributes and children that each element may have. */
type Elements = Readonly<
  Record<
    string,
    {
      readonly required: readonly string[];
      readonly optional?: readonly string[];
      readonly children: readonly string[];
    }
  >
>;

// The part of junit-10.xsd of Jenkins' xunit plugin (2024) that our reports may use.
const JUNIT: Elements = {
  testsuites: { required: [], optional: ['name', 'time', 'tests', 'failures', 'errors'], children: ['testsuite'] },
  testsuite: { required: ['name', 'tests', 'failures', 'errors'], optional: ['time'], children: ['testcase'] },
  testcase: { required: ['name'], optional: ['classname', 'time'], children: ['failure'] },
  failure: { required: ['type', 'message'], children: [] },
};

// The part of Checkstyle's own reports (XMLLogger, version 10), which all readers accept.
const CHECKSTYLE: Elements = {
  checkstyle: { required: ['version'], children: ['file'] },
  file: { required: ['name'], children: ['error'] },
  error: { required: ['line', 'severity', 'message', 'source'], optional: ['column'], children: [] },
};

function faults(element: Element, elements: Elements): string[] {
  const known = elements[element.name];
  if (!known) return [`${element.name} is not known`];
  const { required, optional = [], children } = known;
  const names = Object.keys(element.attributes);
  return [
    ...required.filter((name) => !names.includes(name)).map((name) => `${element.name}: ${name} is missing`),
    ...names.filter((name) => ![...required, ...optional].includes(name)).map((name) => `${element.name}: ${name}?`),
    ...element.children.filter(({ name }) => !children.includes(name)).map(({ name }) => `${element.name}: ${name}?`),
    ...element.children.flatMap((child) => faults(child, elements)),
  ];
}

function checked(report: string, elements: Elements): Element {
  const root = parseXml(report);
  expect(faults(root, elements)).toEqual([]);
  return root;
}

const FILES = {
  [ODD]: `A=mongodb+srv://${HOST}:27017/x\nB=mongodb+srv://${HOST}/x\n`,
  'b.env': `A=mongodb+srv://${HOST}/x\n`,
};

describe('the JUnit report', () => {
  it('has a case for each rule of each file, which fails once with all that the rule says', () => {
    const root = checked(reported(FILES).report.junit, JUNIT);
    const cases = all(root, 'testcase').map(({ attributes }) => [attributes.classname, attributes.name]);
    const odd = ODD.replace('\u0001', '\ufffd');
    expect(cases).toEqual([
      [odd, 'legacy-host'],
      [odd, 'uri-refused'],
      ['b.env', 'legacy-host'],
    ]);
    const [both] = all(root, 'failure');
    const escaped = 'a&<b>"\'\\u{1}\\u{a}]]>::.env';
    expect(both!.attributes.message).toMatch(/\(2 findings\)$/);
    expect(both!.text).toContain(`warning: ${escaped}:1:17: Legacy hostname`);
    expect(both!.text).toContain(`warning: ${escaped}:2:17: Legacy hostname`);
  });

  it('counts what it contains', () => {
    const root = checked(reported(FILES).report.junit, JUNIT);
    for (const element of [root, ...all(root, 'testsuite')]) {
      expect(element.attributes.tests).toBe(String(all(element, 'testcase').length));
      expect(element.attributes.failures).toBe(String(all(element, 'failure').length));
    }
  });

  it('has one case that passes where nothing was found', () => {
    const root = checked(reported({ 'a.txt': 'x' }).report.junit, JUNIT);
    expect(all(root, 'testcase').length).toBe(1);
    expect(all(root, 'failure')).toEqual([]);
  });

  it('has no line that a runner of GitHub takes for a command', () => {
    const report = reported({ '::error::x.env': `A=mongodb+srv://${HOST}/x\n` }).report.junit;
    for (const line of report.split('\n')) expect(line.trimStart().startsWith('::')).toBe(false);
  });
});

describe('the Checkstyle report', () => {
  it('has the findings by file', () => {
    const root = checked(reported(FILES).report.checkstyle, CHECKSTYLE);
    // XML cannot represent the control character.
    expect(root.children.map(({ attributes }) => attributes.name)).toEqual([ODD.replace('\u0001', '\ufffd'), 'b.env']);
    expect(all(root, 'error').map(({ attributes }) => attributes)).toEqual([
      expect.objectContaining({ line: '1', column: '17', severity: 'warning', source: 'connlint.legacy-host' }),
      expect.objectContaining({ line: '1', column: '41', severity: 'error', source: 'connlint.uri-refused' }),
      expect.objectContaining({ line: '2', column: '17', severity: 'warning' }),
      expect.objectContaining({ line: '1', column: '17', severity: 'warning' }),
    ]);
  });

  it('is well-formed where nothing was found', () => {
    expect(checked(reported({ 'a.txt': 'x' }).report.checkstyle, CHECKSTYLE).children).toEqual([]);
  });
});
