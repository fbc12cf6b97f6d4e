import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { searchBytes, searchFile, wordScan } from '../../../src/node/scan/search-file.ts';

const root = mkdtempSync(join(tmpdir(), 'connlint-search-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const scan = wordScan(['mongodb', 'connlint-']);
const MB = 1 << 20;

function searched(name: string, content: string | Buffer, named = false): unknown {
  const path = join(root, name);
  writeFileSync(path, content);
  const result = searchFile(scan, path, named, Infinity);
  return 'bytes' in result ? result.bytes.toString('latin1') : result;
}

describe('a file', () => {
  it('without a word is left after one search, with one it comes as it is', () => {
    expect(searched('a.txt', 'nothing')).toEqual({ size: 7 });
    expect(searched('b.txt', 'a MongoDB')).toBe('a MongoDB');
    expect(searched('empty.txt', '')).toEqual({ size: 0 });
  });

  it('in UTF-16 is read, a binary one never', () => {
    const wide = Buffer.from('\ufeffplain', 'utf16le');
    expect(searched('wide.txt', wide)).toBe(wide.toString('latin1'));
    expect(searched('bin', 'mongodb\0')).toMatchObject({ skipped: 'binary' });
    expect(searched('bin2', 'x\0')).toMatchObject({ skipped: 'binary' });
  });

  it('that a package manager wrote is read only by name', () => {
    expect(searched('yarn.lock', 'mongodb')).toMatchObject({ skipped: 'generated' });
    expect(searched('yarn.lock', 'mongodb', true)).toBe('mongodb');
  });

  it('of several pieces is found by a word anywhere, also across two of them', () => {
    for (const at of [0, MB - 3, MB, 2 * MB - 259, 2 * MB - 4, 3 * MB - 7]) {
      const content = Buffer.alloc(3 * MB, 'x');
      expect(searched('large', content)).toEqual({ size: 3 * MB });
      content.write('mongodb', at);
      expect(searched('large', content) === content.toString('latin1')).toBe(true);
    }
    expect(searched('exact', Buffer.alloc(MB, 'x'))).toEqual({ size: MB });
  });

  it('above the limit is skipped, whatever it contains', () => {
    writeFileSync(join(root, 'limit'), 'mongodb');
    expect(searchFile(scan, join(root, 'limit'), true, 6)).toMatchObject({ skipped: 'large' });
    writeFileSync(join(root, 'limit'), Buffer.alloc(2 * MB, 'mongodb'));
    expect(searchFile(scan, join(root, 'limit'), true, MB)).toMatchObject({ skipped: 'large' });
  });
});

describe('bytes of another source', () => {
  it('are judged like those of a file', () => {
    expect(searchBytes(scan, Buffer.from('x'))).toEqual({ size: 1 });
    expect(searchBytes(scan, Buffer.from('mongodb'))).toHaveProperty('bytes');
    expect(searchBytes(scan, Buffer.from('mongodb\0'))).toMatchObject({ skipped: 'binary' });
  });
});

describe('what is not a regular file', () => {
  it('is reported and never waited for', () => {
    mkdirSync(join(root, 'folder'));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    symlinkSync('gone', join(root, 'dangling'));
    const reason = (name: string): unknown => searchFile(scan, join(root, name), true, Infinity);
    expect(reason('folder')).toEqual({ skipped: 'unreadable', reason: 'a folder' });
    expect(reason('pipe')).toEqual({ skipped: 'unreadable', reason: 'a pipe' });
    expect(reason('dangling')).toMatchObject({ skipped: 'unreadable', reason: 'no such file' });
    expect(searchFile(scan, '/dev/null', true, Infinity)).toEqual({
      skipped: 'unreadable',
      reason: 'a device',
    });
    expect(searchFile(scan, '/dev/zero', true, Infinity)).toMatchObject({
      skipped: 'unreadable',
      reason: 'a device',
    });
  });
});
