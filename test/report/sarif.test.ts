import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import security from '../../src/report/security.json' with { type: 'json' };
import { connlint, withFiles } from '../support/cli.ts';
import { sarifShape } from '../support/consumer-shapes.ts';
import { reported, sarifRun } from '../support/reports.ts';
import type { SarifRegion, SarifRun } from '../support/reports.ts';
import { faults } from '../support/shape.ts';

const LEGACY = 'mongodb+srv://reader-k2j4h.mongodb.net';

function checked(report: string): SarifRun {
  expect(faults(JSON.parse(report), sarifShape())).toEqual([]);
  return sarifRun(report);
}

const uris = ({ results }: SarifRun): string[] =>
  results.map(({ locations }) => locations[0]!.physicalLocation.artifactLocation.uri);

/** The text of a region, as read from the file. Columns count UTF-16 code units. */
function textAt(text: string, { startLine, startColumn, endLine, endColumn }: SarifRegion): string {
  const lines = text.split(/(?<=\r\n|\n)/);
  expect(endLine).toBe(startLine);
  return lines[startLine - 1]!.slice(startColumn - 1, endColumn - 1);
}

describe('the SARIF report', () => {
  it('lists every rule that is on, in full, even when nothing was found', () => {
    const { report, code } = reported({ 'a.env': 'PORT=1\n' });
    const { tool, results } = checked(report.sarif);
    const always = RULES.filter(({ changes = [], withoutPlan }) => changes.length === 0 || withoutPlan);
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(always.map(({ id }) => id).sort());
    expect(results).toEqual([]);
    expect(code).toBe(0);
    for (const { id, help } of tool.driver.rules) expect(help.text).toContain(`connlint explain ${id}`);
  });

  it('leaves out rules that are off and has those of a planned change', () => {
    const config = {
      rules: { 'uri-refused': 'off' },
      plan: [{ change: 'multi-region', cluster: '*', regions: ['US_EAST_1'] }],
    };
    const files = { 'connlint.config.json': JSON.stringify(config), 'a.env': `A=${LEGACY}:27017/x\n` };
    const { tool, results } = checked(reported(files).report.sarif);
    const ids = tool.driver.rules.map(({ id }) => id);
    expect(ids).not.toContain('uri-refused');
    expect(ids).toContain('multi-region-optimized-string');
    expect(results.map(({ ruleId }) => ruleId)).toEqual(['legacy-host']);
    expect(ids[results[0]!.ruleIndex]).toBe('legacy-host');
  });

  it('names files from the root of the repository, with every segment escaped', () => {
    const names = ['a b/[id]#?%.env', 'deep/x:y.env', '-dash.env', 'ünï/😀.env', 'new\nline.env', 'deep/c.env'];
    const files = Object.fromEntries(names.map((name) => [name, `A=${LEGACY}/x\n`]));
    const whole = checked(reported(files).report.sarif);
    expect(uris(whole).map(decodeURIComponent).sort()).toEqual([...names].sort());
    expect(uris(whole)).toContain('a%20b/%5Bid%5D%23%3F%25.env');
    const inFolder = checked(reported(files, [], 'deep').report.sarif);
    expect(uris(inFolder)).toEqual(['deep/c.env', 'deep/x%3Ay.env']);
  });

  it('carries our own id, by which code scanning tracks an alert too', () => {
    const { report } = reported({ 'a.env': `A=${LEGACY}/x\n`, 'b.env': `A=${LEGACY}/x\n` });
    const findings = (JSON.parse(report.json) as { findings: { id: string }[] }).findings;
    const { results } = checked(report.sarif);
    const prints = results.map(({ partialFingerprints }) => partialFingerprints);
    expect(prints.map((one) => one['connlint/v2'])).toEqual(findings.map(({ id }) => id));
    expect(new Set(prints.map((one) => one.primaryLocationLineHash)).size).toBe(results.length);
  });

  it('has the exact place, and fixes that lead to the same text as --fix', () => {
    const text = `# é😀\r\nexport const uri = "é😀", b = "${LEGACY}:27017/x";\r\n`;
    const fixed = withFiles({ 'a.ts': text }, (folder) => {
      connlint(['check', '--fix', '--rule', 'uri-refused'], { cwd: folder });
      return connlint(['list', '--format', 'jsonl'], { cwd: folder }).stdout;
    });
    const { results } = checked(reported({ 'a.ts': text }, ['--rule', 'uri-refused']).report.sarif);
    const [result] = results;
    expect(textAt(text, result!.locations[0]!.physicalLocation.region)).toBe(':27017');
    const [replacement] = result!.fixes![0]!.artifactChanges[0]!.replacements;
    const { charOffset, charLength } = replacement!.deletedRegion;
    expect(text.slice(charOffset, charOffset + charLength) + replacement!.insertedContent.text).toBe(':27017');
    expect(fixed).toContain(`"text":"${LEGACY}/x"`);
  });

  it('keeps one result per place, each with an id of its own', () => {
    const two = `A = ["${LEGACY}/x", "mongodb+srv://other-p3q4r.mongodb.net/y"]\n`;
    const { report } = reported({ 'a.py': two });
    const { results } = checked(report.sarif);
    const { findings } = JSON.parse(report.json) as { findings: { id: string }[] };
    expect(results.map(({ partialFingerprints }) => partialFingerprints['connlint/v2'])).toEqual(
      findings.map(({ id }) => id),
    );
    expect(results.length).toBe(2);
  });

  it('leaves accepted findings out', () => {
    const files = {
      'a.env': `# connlint-disable-next-line legacy-host -- known [1]\nA=${LEGACY}/x\nB=${LEGACY}/x\n`,
      'b.json': `{"uri": "${LEGACY}/x"}\n`,
      'connlint.config.json': JSON.stringify({
        suppressions: [{ rule: 'legacy-host', files: ['b.json'], reason: 'soon' }],
      }),
    };
    expect(checked(reported(files).report.sarif).results.map(({ suppressions }) => suppressions)).toEqual([undefined]);
  });

  it('reports files that were not read, and facts that were missing', () => {
    const files = {
      'src/odd.txt': Uint8Array.from([0xff, 0xfe, 0x41]),
      'a.env': 'A=mongodb+srv://orders-pl-0-lb.k2j4h.mongodb.net/x\n',
    };
    const [invocation] = checked(reported(files).report.sarif).invocations;
    const told = invocation!.toolExecutionNotifications!;
    expect(told[0]!.descriptor.id).toBe('unreadable-file');
    expect(told[0]!.locations![0]!.physicalLocation.artifactLocation.uri).toBe('src/odd.txt');
    expect(told.map(({ message }) => message.text).join()).toMatch(/could not check 1 place: no cluster record/);
  });

  it('marks rules about credentials and encryption as those of security, and no others', () => {
    const { tool } = checked(reported({ 'a.env': '' }).report.sarif);
    for (const { properties } of tool.driver.rules) {
      expect(properties.tags.includes('security')).toBe(properties['security-severity'] !== undefined);
    }
    const secure = tool.driver.rules.filter(({ properties }) => properties.tags.includes('security'));
    expect(secure.map(({ id }) => id).sort()).toEqual(Object.keys(security).sort());
  });

  it('links other places from the message, where GitHub shows them', () => {
    const files = {
      'deploy/prod/api.env': 'URI=mongodb+srv://parcels.y6u7i.mongodb.net/p\n',
      'deploy/prod/x[jobs].env': 'URI=mongodb+srv://parcels-pri.y6u7i.mongodb.net/p\n',
    };
    const { results } = checked(reported(files, ['--rule', 'mixed-string-kinds']).report.sarif);
    expect(results.length).toBe(1);
    const [{ relatedLocations, message }] = results as [SarifRun['results'][number]];
    expect(relatedLocations?.map(({ physicalLocation }) => physicalLocation.artifactLocation.uri)).toEqual([
      'deploy/prod/x%5Bjobs%5D.env',
    ]);
    expect(message.text).toContain(`[deploy/prod/x\\[jobs\\].env:1](${relatedLocations![0]!.id})`);
  });
});
