import { describe, expect, it } from 'vitest';
import { ATLAS } from '../../../src/classify/service.ts';
import { lineIndex } from '../../../src/text/source.ts';
import { findStrings } from '../../../src/read/find-strings.ts';
import { recordsOf } from '../../../src/lint/string-record.ts';
import { folded, listText } from '../../../src/report/list/text.ts';
import { terminalOf } from '../../../src/report/terminal.ts';

const plain = (text: string): string => text;
const PLAIN = { red: plain, yellow: plain, blue: plain, cyan: plain, green: plain, dim: plain, bold: plain };
const TEXT = [
  'services:',
  '  worker:',
  '    environment:',
  '      MONGO_URL: mongodb+srv://app:s3cretPass@orders.ab123.mongodb.net/jobs?retryWrites=true&w=majority',
  '',
].join('\n');
const RECORDS = recordsOf(
  'deploy/docker-compose.yml',
  'product',
  findStrings({ path: 'deploy/docker-compose.yml', text: TEXT }, ATLAS),
  lineIndex(TEXT),
);
const list = (columns: number | null): string => listText(RECORDS, terminalOf(PLAIN, columns), 12);

describe('listText', () => {
  it('shows all of every column without a terminal', () => {
    expect(list(null)).toMatchInlineSnapshot(`
      "PLACE                           KIND      CLUSTER  KEY                                    STRING
      deploy/docker-compose.yml:4:18  standard  orders   services.worker.environment.MONGO_URL  mongodb+srv://***@orders.ab123.mongodb.net/jobs?retryWrites=true&w=majority
      1 string in 1 file: 1 standard
      "
    `);
  });

  it('fits a terminal of 120 columns: the last part of the key, a folded string', () => {
    const [, row = ''] = list(120).split('\n');
    expect(row.length).toBeLessThanOrEqual(120);
    expect(row).toMatch(/ MONGO_URL {2}mongodb\+srv:\/\/…?.*@orders\.ab123\.mongodb\.net\/jobs\?…$/);
  });

  it('leaves the key out at 100 columns, and uses three lines each at 80', () => {
    expect(list(100).split('\n')[0]).not.toContain('KEY');
    expect(list(80)).toMatch(
      /^deploy\/docker-compose\.yml:4:18\n {2}standard · orders · services\.worker\.environment\.MONGO_URL\n {2}mongodb/,
    );
  });

  it('says so where there is none', () => {
    expect(listText([], terminalOf(PLAIN, 80), 12)).toBe('No connection strings found in 12 files.\n');
  });
});

describe('folded', () => {
  const LIST = 'mongodb://a-00.x.mongodb.net:27016,a-01.x.mongodb.net:27016,a-02.x.mongodb.net:27016/db?tls=true';
  it.each([
    [200, LIST],
    [92, LIST.replace('tls=true', '…')],
    [50, 'mongodb://a-00.x.mongodb.net:27016 +2/db?…'],
    [32, '…a-00.x.mongodb.net:27016 +2…'],
    [20, '…a-00.x.mongodb.net:27016 +2…'],
  ])('takes %i characters', (room, shown) => {
    expect(folded(LIST, room)).toBe(shown);
  });
});
