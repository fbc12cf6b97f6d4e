import { Buffer } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { wholeLines, wholeOffsets } from '../../src/text/excerpts.ts';
import type { Finding } from '../../src/lint/finding.ts';
import { lineIndex, lineIndexOf } from '../../src/text/source.ts';
import type { LineTable } from '../../src/text/source.ts';
import { readExcerpts } from '../../src/node/excerpts.ts';
import type { ExcerptSizes, ExcerptText } from '../../src/node/excerpts.ts';
import { decode } from '../../src/node/fs/encoding.ts';
import { wordScan } from '../../src/node/scan/word-scan.ts';
import { excerptGap } from '../../src/read/excerpt-gap.ts';
import { PROGRAM } from '../support/run-program.ts';
import { lintExcerpts, lintText, lintWhole, WORDS } from '../support/lint-text.ts';

const GAP = '\n~\n';

/** Excerpts of bytes that are read through so much memory. */
function excerptsOf(
  bytes: Buffer,
  words: readonly string[],
  sizes: ExcerptSizes,
  room: number,
  gap = GAP,
): ExcerptText {
  const { buffer, next } = wordScan(words);
  if (!next) throw new Error('nothing tells where words stand');
  const read = (target: Buffer, from: number, position: number): number => from + bytes.copy(target, from, position);
  const result = readExcerpts(read, { buffer: buffer.subarray(0, room), next }, sizes, gap);
  if ('skipped' in result) throw new Error(result.reason);
  return result;
}

function textOf(bytes: Buffer): string {
  const decoded = decode(bytes);
  if ('skipped' in decoded) throw new Error(decoded.reason);
  return decoded.text;
}

/** Every place of the excerpts as it is told, beside the character that stands in the whole text at that place. */
function expectTrue({ text, excerpts }: ExcerptText, whole: string): void {
  const offsetOf = wholeOffsets(excerpts);
  // As it goes from one thread to another.
  const told = lineIndexOf(JSON.parse(JSON.stringify(wholeLines(text, excerpts))) as LineTable);
  const real = lineIndex(whole);
  expect(excerpts.length).toBe(whole.length);
  for (const { at, length, offset } of excerpts.parts) {
    expect(whole.slice(offset, offset + length)).toBe(text.slice(at, at + length));
    const places = Array.from({ length }, (_, index) => offset + index);
    expect(places.map((_, index) => offsetOf(at + index))).toEqual(places);
    expect(places.map((place) => told.position(place))).toEqual(places.map((place) => real.position(place)));
  }
}

const SMALL: ExcerptSizes = { from: 0, beginning: 40, margin: 60, line: 20 };
/** The least memory for them: what is held back and some more. */
const ROOM = 512;

describe('excerpts of a file', () => {
  const unit = fc.constantFrom('a', ' ', '\n', '\r\n', '\r', 'é', '日', '😀', 'word', 'x'.repeat(90), '\n'.repeat(40));
  const text = fc
    .array(fc.tuple(unit, fc.integer({ min: 1, max: 30 })), { maxLength: 120 })
    .map((runs) => runs.map(([one, times]) => one.repeat(times)).join(''));

  it('hold the beginning and what is around words, at places that are those of the file', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: ROOM, max: 900 }), fc.boolean(), (content, room, marked) => {
        const bytes = Buffer.from((marked ? '\ufeff' : '') + content);
        const found = excerptsOf(bytes, ['word'], SMALL, room);
        expectTrue(found, content);
        const held = (offset: number): boolean =>
          found.excerpts.parts.some((part) => part.offset <= offset && offset < part.offset + part.length);
        for (const { index } of content.matchAll(/word/g)) {
          // A character has up to four bytes, and a border may be moved to the end of a line.
          const [from, to] = [Math.max(0, index - 10), Math.min(content.length, index + 14)];
          for (let at = from; at < to; at++) expect(held(at)).toBe(true);
        }
        for (let at = 0; at < Math.min(5, content.length); at++) expect(held(at)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('leave out what is far from any word', () => {
    const far = 'nothing '.repeat(1_000);
    const { text: held, excerpts } = excerptsOf(Buffer.from(`first\n${far}\na word\n${far}`), ['word'], SMALL, ROOM);
    expect(held).toMatch(/^first\n[^~]{10,60}\n~\n[^~]{10,60}\na word\n[^~]{10,60}$/);
    expect(excerpts.parts).toHaveLength(2);
  });

  it('of bytes that are no UTF-8 are those of Latin-1, wherever these stand', () => {
    for (const at of [0, 700, 2_990]) {
      const bytes = Buffer.from('é x word\n'.repeat(40) + 'é'.repeat(1_000) + 'word');
      bytes[at] = 0xff;
      expectTrue(excerptsOf(bytes, ['word'], SMALL, ROOM), textOf(bytes));
    }
  });
});

const uri = (name: string): string => `mongodb+srv://app:s3cret@${name}.ab123.mongodb.net:27017/orders`;
const list = 'mongodb://gable-shard-00-00.k4j5h.mongodb.net:27017,gable-shard-00-01.k4j5h.mongodb.net:27017/?ssl=true';

/** Name, path, and pieces between which far more stands than is held. */
const FILES: readonly (readonly [what: string, path: string, pieces: readonly string[]])[] = [
  ['strings in one line', 'a.json', [`["${uri('one')}", "`, `", "${uri('two')}", "`, `", "${uri('three')}"]`]],
  ['strings in lines', 'a.sql', ['-- dump\n', `\nINSERT INTO t VALUES ('${uri('one')}');\n`, `\n'${list}'\n`]],
  ['line ends of Windows', 'a.env', [`A=${uri('one')}\r\n`, `\r\nB=${uri('two')}\r\nC=${list}\r\n`, '\r\nD=1\r\n']],
  ['at the very end', 'a.txt', ['', '', uri('one')]],
  [
    'comments that accept',
    'a.js',
    [
      '/* connlint-disable srv-port -- for the whole file */\n',
      `\n// connlint-disable-next-line credentials-in-text -- here\nconst a = "${uri('one')}";\nconst b = "${uri('two')}";\n`,
      `\nconst c = "${uri('three')}"; // connlint-disable-line credentials-in-text -- here\n`,
      `\n// connlint-disable-next-line legacy-host -- for nothing\nlet d;\n/* connlint-enable */ f("${uri('four')}");\n`,
    ],
  ],
  [
    'comments that are not closed where they are held',
    'a.c',
    ['/* begun\n', ` */ x = "${uri('one')}";\n`, `\n// ${uri('two')}\n`],
  ],
  [
    'what fixes and what lists of other strings say',
    'a.yaml',
    [
      `a:\n  - ${list}\n`,
      `\nb:\n  uri: ${list.replace('00-01', '00-02')}\n`,
      `\nc: mongodb+srv://gable-pri.k4j5h.mongodb.net:27017/x\n`,
    ],
  ],
  [
    'calls of the API',
    'a.py',
    ['import requests\n', '\nrequests.get("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters")\n', '\n"x"\n'],
  ],
];

describe('a file of which excerpts are linted', () => {
  const sizes: ExcerptSizes = { from: 0, beginning: 2_000, margin: 2_500, line: 300 };

  it.each(FILES)('has the findings of the whole text: %s', (_, path, pieces) => {
    for (const filler of ['abc ', 'é日😀 ', 'some line\n', 'other line é\r\n']) {
      for (const shift of [0, 1, 2, 3, 700]) {
        const content = pieces.join(`${'-'.repeat(shift)}${filler.repeat(9_000)}`);
        const excerpts = excerptsOf(Buffer.from(content), WORDS, sizes, 12_000, excerptGap(path));
        expect(excerpts.text.length).toBeLessThan(content.length / 2);
        const whole = lintWhole(path, content);
        expect(whole.findings.length).toBeGreaterThan(0);
        expect(lintExcerpts(path, excerpts)).toEqual(whole);
      }
    }
  });
});

describe('a repair', () => {
  const text = `A=${uri('one')}\n`;
  const port = text.indexOf(':27017');
  const fixesOf = (length: number): unknown[] => {
    const first = { at: 0, length, offset: 0, line: 1, lineStart: 0 };
    const second = { ...first, at: length, length: text.length - length, offset: length + 70_000 };
    const { findings } = lintExcerpts('a.env', { text, excerpts: { parts: [first, second], length: 80_000 } });
    return findings.map(({ rule, fix }) => [rule, fix?.edits.map(({ offset }) => offset) ?? null]);
  };

  it('is one of what is held: it never replaces what was left out', () => {
    expect(fixesOf(port)).toContainEqual(['srv-port', [port + 70_000]]);
    expect(fixesOf(port + 3)).toContainEqual(['srv-port', null]);
  });
});

describe('a file of nearly 100 MB', () => {
  const root = mkdtempSync(join(tmpdir(), 'connlint-excerpts-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const METER = 'process.on("exit", () => console.error(process.resourceUsage().maxRSS))';

  it('is told of without being held', () => {
    // A NUL so early would be that of a binary file.
    const pieces = [`A=${uri('one')}\n${'#'.repeat(9_000)}`, `\né\r\nB=${uri('two')}\r\n`, `\nC=${uri('three')}`];
    const [first, middle, last] = [0, 50_000_001, 95_000_000];
    // Nothing is stored between the pieces, and what is read there is NUL.
    const file = openSync(join(root, 'a.env'), 'w');
    for (const [index, at] of [first, middle, last].entries()) writeSync(file, pieces[index]!, at);
    closeSync(file);
    const run = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${METER}`, PROGRAM, 'check', 'a.env', '--format', 'json'],
      { cwd: root, encoding: 'utf8' },
    );
    const { findings } = JSON.parse(run.stdout) as { readonly findings: readonly Finding[] };
    const told = (found: readonly Finding[], offset: number, lines: number): unknown[] =>
      found.map((one) => [one.rule, one.offset + offset, one.line + lines, one.column]);
    // One character has two bytes.
    expect(told(findings, 0, 0)).toEqual([
      ...told(lintText('a.env', pieces[0]!), first, 0),
      ...told(lintText('a.env', pieces[1]!), middle, 1),
      ...told(lintText('a.env', pieces[2]!), last - 1, 4),
    ]);
    expect(findings).toHaveLength(6);
    expect(Number(run.stderr) / 1024).toBeLessThan(150);
  });
});
