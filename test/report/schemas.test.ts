import { readdirSync } from 'node:fs';
import { memoryPages, validateXML } from 'xmllint-wasm';
import { describe, expect, it } from 'vitest';
import { fixtureFolder, FIXTURES } from '../support/cli.ts';
import { GITLAB } from '../support/consumer-shapes.ts';
import { reported, reportsOf, sarifRun } from '../support/reports.ts';
import type { Reported } from '../support/reports.ts';
import { faults } from '../support/shape.ts';

// Reports of all fixtures, validated against the formats of their readers: libxml2 for XML, shapes for JSON.

const attribute = (name: string, type: string, use = 'required'): string =>
  `<xs:attribute name="${name}" type="xs:${type}" use="${use}"/>`;
const element = (name: string, children: string, attributes: string, mixed = false): string =>
  `<xs:element name="${name}"><xs:complexType mixed="${mixed}">${children}${attributes}</xs:complexType></xs:element>`;
const many = (name: string, least: number): string =>
  `<xs:sequence><xs:element ref="${name}" minOccurs="${least}" maxOccurs="unbounded"/></xs:sequence>`;
const schema = (elements: readonly string[]): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${elements.join('')}</xs:schema>`;

const COUNTS = ['tests', 'failures', 'errors'].map((name) => attribute(name, 'nonNegativeInteger')).join('');
const TIME = attribute('time', 'decimal');

/** The part of the schema of Jenkins' xunit plugin (junit-10.xsd, 2024) that our reports use, with stricter numbers. */
const JUNIT = schema([
  element('testsuites', many('testsuite', 1), attribute('name', 'string') + COUNTS + TIME),
  element('testsuite', many('testcase', 1), attribute('name', 'string') + COUNTS + TIME),
  element(
    'testcase',
    '<xs:sequence><xs:element ref="failure" minOccurs="0"/></xs:sequence>',
    attribute('name', 'string') + attribute('classname', 'string') + TIME,
  ),
  element('failure', '', attribute('type', 'string') + attribute('message', 'string'), true),
]);

async function xmlFaults(contents: string, rules: string): Promise<readonly unknown[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'report.xml', contents },
    schema: { fileName: 'rules.xsd', contents: rules },
    maxMemoryPages: memoryPages.GiB,
  });
  return errors;
}

async function expectValid({ report }: Reported): Promise<void> {
  expect(await xmlFaults(report.junit, JUNIT)).toEqual([]);
  expect(faults(JSON.parse(report.gitlab), GITLAB)).toEqual([]);
}

/** Readers can distinguish all findings: by id, in GitLab's widget, and in GitHub's alerts. */
function expectApart({ report }: Reported): void {
  const findings = (JSON.parse(report.json) as { findings: { id: string; suppressed: unknown }[] }).findings;
  const ids = findings.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const live = findings.filter(({ suppressed }) => suppressed === null).map(({ id }) => id);
  const gitlab = (JSON.parse(report.gitlab) as { fingerprint: string }[]).map(({ fingerprint }) => fingerprint);
  expect([...gitlab].sort()).toEqual([...live].sort());
  const alerts = sarifRun(report.sarif).results.map(({ ruleId, locations, partialFingerprints }) => {
    const uri = locations[0]?.physicalLocation.artifactLocation.uri;
    return JSON.stringify([ruleId, uri, partialFingerprints['primaryLocationLineHash']]);
  });
  expect(new Set(alerts).size).toBe(alerts.length);
}

// The demo has no facts before they are pulled, and prints this instead of a report.
const repositories = readdirSync(FIXTURES, { withFileTypes: true }).filter(
  (one) => one.isDirectory() && one.name !== 'demo',
);

describe('every report is one that its readers take, and keeps findings apart', () => {
  it.each(repositories.map(({ name }) => [name]))('of the fixture %s', async (name) => {
    const reports = reportsOf(fixtureFolder(name), ['--today', '2026-11-20']);
    await expectValid(reports);
    expectApart(reports);
  });

  it('of an empty tree', async () => {
    await expectValid(reported({}));
  });

  it('of hostile names and contents', async () => {
    const uri = 'mongodb+srv://warehouse.p5d8f2.mongodb.net:27017';
    const names = [
      'a&<b>"\'\u0001\n]]>::.env',
      '--help',
      '[id].env',
      '100%.env',
      'a:b.env',
      '\u202efile.env',
      ' x ',
      'é',
    ];
    const content = `A=${uri}/<!--&x;-->\nB="${uri}/]]>\u0007"\nC=${uri}/\ufffe\ud83d\ude00\n::error::${uri}/x\n`;
    const reports = reported(Object.fromEntries(names.map((name) => [name, content])));
    expect((JSON.parse(reports.report.json) as { findings: object[] }).findings.length).toBeGreaterThan(names.length);
    await expectValid(reports);
    expectApart(reports);
  });

  it('of thousands of findings, many of them alike', async () => {
    const line =
      'A=mongodb+srv://warehouse.p5d8f2.mongodb.net:27017/x B=mongodb+srv://warehouse.p5d8f2.mongodb.net:27017/x\n';
    const files = Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.env`, line.repeat(500)]));
    const reports = reported(files);
    await expectValid(reports);
    expectApart(reports);
  });

  it('would notice a report that is none', async () => {
    const { report } = reported({ 'a.env': 'A=mongodb+srv://warehouse.p5d8f2.mongodb.net:27017/x\n' });
    expect(await xmlFaults(report.junit.replace('classname', 'class'), JUNIT)).not.toEqual([]);
    expect(await xmlFaults(report.junit.replace('</testsuites>', ''), JUNIT)).not.toEqual([]);
  });
});
