import { describe, expect, it } from 'vitest';
import { ATLAS } from '../../src/classify/service.ts';
import { allCommands, COMMANDS } from '../../src/cli/commands.ts';
import { commandHelp, groupHelp, overview } from '../../src/cli/help.ts';
import { lintText } from '../../src/index.ts';
import { textResult } from '../../src/lint/classify-text.ts';
import type { Finding } from '../../src/lint/finding.ts';
import { countFindings } from '../../src/lint/report.ts';
import { recordsOf } from '../../src/lint/string-record.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { classifyText } from '../../src/report/command/classify.ts';
import { conciseReport, textReport } from '../../src/report/text.ts';
import { listText } from '../../src/report/list/text.ts';
import { planSummaryText, planText } from '../../src/report/plan/text.ts';
import { terminalOf, type Terminal } from '../../src/report/terminal.ts';
import { lineIndex } from '../../src/text/source.ts';
import { reportWith } from '../support/reports.ts';
import { clusterRecord, entriesOf } from '../support/run-plan.ts';

const same = (text: string): string => text;
const PLAIN = { red: same, yellow: same, blue: same, cyan: same, green: same, dim: same, bold: same };
const PATH = 'charts/ingest/values.yaml';
const TEXT = [
  'databaseUrl: "mongodb+srv://app:s3cretPass@pulse-pl-0-lb.r4t8v.mongodb.net:27017/pulse?retryWries=true&w=majority"',
  'analyticsUrl: mongodb+srv://app:s3cretPass@lake.r4t8v.mongodb.net/events?readPreference=secondary&appName=ingest',
  'legacyUrl: mongodb://${MONGO_USER}:${MONGO_PASS}@quayside-shard-00-00-w7d2k.azure.mongodb.net:27017,quayside-shard-00-01-w7d2k.azure.mongodb.net:27017/tides',
  '',
].join('\n');
const FOUND = lintText(TEXT, { path: PATH }).findings;

/** So many findings, of the rules of one file in turn. */
const findings = (count: number): Finding[] =>
  Array.from({ length: count }, (_, at) => ({
    ...FOUND[at % FOUND.length]!,
    id: `connlint/v1:${String(at).padStart(16, '0')}`,
    file: count === 1 ? PATH : `services/team-${at}/values.yaml`,
  }));

const PLANS = entriesOf({
  files: {
    'prod.env': 'URI=mongodb+srv://app:s3cretPass@depot-k8d3f.azure.mongodb.net/stock\n',
    'other.env': 'URI=mongodb+srv://${STOCK_HOST}/stock\n',
  },
  clusters: [
    clusterRecord('depot', {
      provider: 'AZURE',
      created: '2019-05-01T00:00:00Z',
      strings: {
        standardSrv: 'mongodb+srv://depot-k8d3f.azure.mongodb.net',
        privateSrv: 'mongodb+srv://depot-pri.k8d3f.azure.mongodb.net',
      },
    }),
  ],
  config: { plan: [{ change: 'disable-peering-only' }, { change: 'custom-dns', enabled: true }] },
});

const check = (count: number, terminal: Terminal, full = false): string =>
  [...textReport(reportWith(findings(count)), { terminal, full })].join('');
const RECORDS = recordsOf(PATH, 'docs', findStrings({ path: PATH, text: TEXT }, ATLAS), lineIndex(TEXT));

const OUTPUTS: Readonly<Record<string, (terminal: Terminal) => string>> = {
  'check-0': (terminal) => check(0, terminal),
  'check-1': (terminal) => check(1, terminal),
  'check-5': (terminal) => check(5, terminal),
  'full-1': (terminal) => check(1, terminal, true),
  'concise-5': (terminal) => [...conciseReport(reportWith(findings(5)), terminal)].join(''),
  list: (terminal) => listText(RECORDS, terminal, 1),
  plan: (terminal) => planText(PLANS, { terminal }),
  'plan-summary': (terminal) => planSummaryText(PLANS, terminal),
  classify: (terminal) =>
    classifyText(
      [
        'mongodb+srv://app:x@pulse-pl-0-lb.r4t8v.mongodb.net:27017/pulse?retryWries=true',
        'https://cloud.mongodb.com/api/atlas/v2/groups/x/clusters',
      ].map((text) => textResult(text, ATLAS)),
      terminal,
    ),
};

// eslint-disable-next-line no-control-regex -- links are written so
const LINK = /\u001b\]8;;([^\u001b]*)\u001b\\([^\u001b]*)\u001b\]8;;\u001b\\/g;
const linked = (text: string, address: string): string => `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`;
const LINKS: Terminal['links'] = {
  file: (text, path) => linked(text, `file:${path}`),
  rule: (text, id) => linked(text, `rule:${id}`),
};

/** What must stay whole, however long: places, new strings, hosts, commands and lines for programs. */
const UNCUT = /^\s*(?:[-+$] |= (?:fix|suggestion): |-->|mongodb|https?:|--|More: |Reported|Use |\S+:\d+:\d+)/;

describe.each([80, 120])('in a terminal of %i columns', (columns) => {
  const terminal = terminalOf(PLAIN, columns);

  it.each(Object.entries(OUTPUTS))('%s looks like this', async (name, output) => {
    const text = output(terminal);
    await expect(text).toMatchFileSnapshot(`mock-ups/${name}-${columns}.txt`);
    expect(text).not.toContain('s3cretPass');
    const long = text.split('\n').filter((line) => line.length > columns && !UNCUT.test(line));
    expect(long).toEqual([]);
  });

  it.each(Object.entries(OUTPUTS))('%s links every place to its file, in the same layout', (_, output) => {
    const text = output(terminalOf(PLAIN, columns, LINKS));
    expect(text.replace(LINK, '$2')).toBe(output(terminal));
    expect(text.replace(LINK, '').match(/\S+:\d+:\d+/g)).toBeNull();
    for (const [, address = '', shown = ''] of text.matchAll(LINK))
      if (address.startsWith('file:')) expect(`file:${shown.replace(/:\d+:\d+$/, '')}`).toBe(address);
      else expect(shown).toContain(address.slice('rule:'.length));
  });

  it.each([70, 5_000])('check ends with all counts after %i findings', (count) => {
    const lines = check(count, terminal).trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('services/'))).toHaveLength(Math.min(count, 1_000));
    expect(lines.includes('4,000 more: --limit 0, or --format html=report.html')).toBe(count === 5_000);
    const { error, warning } = countFindings(findings(count));
    const counts = lines.slice(lines.findIndex((line) => / in .* strings, /.test(line)));
    expect(counts[0]).toContain(`${error.toLocaleString('en')} errors, ${warning.toLocaleString('en')} warnings`);
    expect(lines.at(-1)).toBe(`Failed: ${error.toLocaleString('en')} errors (--fail-on error).`);
    expect([...conciseReport(reportWith(findings(count)), terminal)]).toHaveLength(count);
  });
});

describe('on one screen of 100 columns', () => {
  it.each([60, 80, 100])('help has no line of more than %i columns', async (columns) => {
    const all = await Promise.all(
      allCommands().map(async ([, command]) => commandHelp(command, await command.load(), columns)),
    );
    const groups = Object.entries(COMMANDS).flatMap(([name, command]) =>
      'actions' in command ? [groupHelp(name, command, columns)] : [],
    );
    const lines = [overview(columns), ...groups, ...all].join('\n').split('\n');
    expect(lines.filter((line) => line.length > columns && !/^ {2}connlint /.test(line))).toEqual([]);
  });
});
