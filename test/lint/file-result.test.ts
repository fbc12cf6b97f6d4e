import { describe, expect, it } from 'vitest';
import { settingsOf, lintedProject } from '../support/lint-text.ts';
import { isEmptyResult } from '../../src/lint/file-result.ts';
import type { FileResult } from '../../src/lint/file-result.ts';
import { lintSource } from '../../src/lint/lint-text.ts';

const TEXTS: readonly (readonly [path: string, text: string])[] = [
  [
    'a/.env',
    'A=mongodb+srv://app:s3cret@gable-pri.k4j5h.mongodb.net:27017/shop\nB=mongodb+srv://gable.k4j5h.mongodb.net/\n',
  ],
  [
    'a/b.env',
    '# é 😀\r\nC=mongodb://gable-shard-00-00.k4j5h.mongodb.net,gable-shard-00-01.k4j5h.mongodb.net/?tls=false\r\n',
  ],
  [
    'c.js',
    '// connlint-disable-next-line uri-refused -- for nothing\nfetch("https://cloud.mongodb.com/api/atlas/v1.0/groups");\n',
  ],
  ['d.txt', 'mongodb+srv://gable-pl-0-lb.k4j5h.mongodb.net:27017/?w=2&w=1&ssl=true&tls=false'],
];

const ALL = { masked: true, bytes: true, hashes: true };
const resultOf = ([path, text]: (typeof TEXTS)[number], wants = {}): FileResult =>
  lintSource({ path, text }, settingsOf(path), { suppressions: true, wants });

describe('lintSource', () => {
  it('gives plain data, of which the same report is made elsewhere', () => {
    const results = TEXTS.map((one) => resultOf(one, ALL));
    const sent = JSON.parse(JSON.stringify(results)) as FileResult[];
    expect(sent).toEqual(results);
    const report = lintedProject(sent);
    expect(report.findings).toHaveLength(8);
    expect(report).toEqual(lintedProject(results));
  });

  it('contains no credential', () => {
    expect(JSON.stringify(TEXTS.map((one) => resultOf(one, ALL)))).not.toContain('s3cret');
  });

  it('works out what formats ask for, and nothing else', () => {
    const plain = resultOf(TEXTS[1]!);
    expect(plain).toMatchObject({ digest: null, masked: null, lines: { alike: false } });
    expect(plain.lines.lines).toEqual([{ line: 2, start: 8, hash: null, wide: [] }]);
    const full = resultOf(TEXTS[1]!, ALL);
    expect(full.lines).toMatchObject({
      alike: true,
      lines: [{ line: 2, hash: expect.stringMatching(/:1$/) as string }],
    });
    expect(full.findings).toEqual(plain.findings);
  });

  it('is empty where there is nothing to say', () => {
    expect(isEmptyResult(resultOf(['e.txt', 'nothing']))).toBe(true);
    expect(TEXTS.map((one) => isEmptyResult(resultOf(one)))).not.toContain(true);
  });
});
