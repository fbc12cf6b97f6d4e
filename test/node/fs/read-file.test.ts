import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isGenerated, readText, decodeBytes, encodeText, type Encoding } from '../../../src/node/fs/read-file.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'connlint-read-'));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function file(content: string | Buffer, name = 'a.txt'): string {
  const path = join(root, name);
  writeFileSync(path, content);
  return path;
}

const TEXT = 'url=db://größe.example\r\n𝒳\n';
const UTF16 = Buffer.from(TEXT, 'utf16le');

describe('reading text', () => {
  it.each<[string, Buffer, Encoding, boolean]>([
    ['UTF-8', Buffer.from(TEXT), 'utf8', false],
    ['UTF-8 with BOM', Buffer.from(`\uFEFF${TEXT}`), 'utf8', true],
    ['UTF-16 LE with BOM', Buffer.concat([Buffer.from([0xff, 0xfe]), UTF16]), 'utf16le', true],
    ['UTF-16 BE with BOM', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(UTF16).swap16()]), 'utf16be', true],
  ])('%s', (_name, bytes, encoding, bom) => {
    expect(readText(file(bytes))).toEqual({ text: TEXT, encoding, bom });
  });

  it('reads other bytes as Latin-1, a character each', () => {
    const bytes = Buffer.from('na\u00EFve=db://shop.example', 'latin1');
    expect(readText(file(bytes))).toEqual({ text: 'na\u00EFve=db://shop.example', encoding: 'latin1', bom: false });
  });

  it('reads an empty file and one that contains only a BOM', () => {
    expect(readText(file(''))).toEqual({ text: '', encoding: 'utf8', bom: false });
    expect(readText(file('\uFEFF'))).toEqual({ text: '', encoding: 'utf8', bom: true });
  });

  it('skips binary files, but not for a NUL far behind', () => {
    expect(readText(file('GIF\0'))).toMatchObject({ skipped: 'binary' });
    expect(readText(file(`${'x'.repeat(8191)}\0`))).toMatchObject({ skipped: 'binary' });
    expect(readText(file(`${'x'.repeat(8192)}\0`))).toMatchObject({ encoding: 'utf8' });
  });

  it('skips what it would garble', () => {
    expect(readText(file(Buffer.from([0xff, 0xfe, 0x61, 0, 0x62])))).toMatchObject({ skipped: 'unreadable' });
    expect(readText(file(Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])))).toMatchObject({ skipped: 'unreadable' });
  });

  it('skips files above the limit', () => {
    const path = file('x'.repeat(11));
    expect(readText(path, 10)).toEqual({ skipped: 'large', reason: '11 bytes, the limit is 10 bytes' });
    expect(readText(path, 11)).toMatchObject({ encoding: 'utf8' });
  });

  it('knows lock files and source maps', () => {
    expect(['package-lock.json', 'yarn.lock', 'go.sum', 'app.js.map'].filter((name) => !isGenerated(name))).toEqual([]);
    expect(['src/lock.ts', 'map.json', 'package.json', 'locks/a.yaml'].filter(isGenerated)).toEqual([]);
    expect(readText(file('// @generated\n', 'client.go'))).toMatchObject({ text: '// @generated\n' });
  });
});

describe('what cannot be read', () => {
  it('is reported, and never hangs', async () => {
    mkdirSync(join(root, 'folder'));
    symlinkSync('nowhere', join(root, 'dangling'));
    symlinkSync('circle', join(root, 'circle'));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const server = createServer();
    await new Promise<void>((ready) => server.listen(join(root, 'socket'), ready));
    const reason = (name: string) => readText(join(root, name));
    expect(reason('folder')).toEqual({ skipped: 'unreadable', reason: 'a folder' });
    expect(reason('dangling')).toEqual({ skipped: 'unreadable', reason: 'no such file', missing: true });
    expect(reason('gone')).toEqual({ skipped: 'unreadable', reason: 'no such file', missing: true });
    expect(reason('circle')).toEqual({ skipped: 'unreadable', reason: 'a link, or links that lead in a circle' });
    expect(reason('pipe')).toEqual({ skipped: 'unreadable', reason: 'a pipe' });
    expect(reason('socket')).toMatchObject({ skipped: 'unreadable', reason: expect.stringContaining('a socket') });
    expect(readText('/dev/null')).toEqual({ skipped: 'unreadable', reason: 'a device' });
    expect(reason('a\0b')).toMatchObject({ skipped: 'unreadable' });
    expect(reason('x'.repeat(5000))).toMatchObject({ skipped: 'unreadable' });
    await new Promise((closed) => server.close(closed));
  });
});

describe('writing back', () => {
  it('gives the very bytes that were read, whatever they were', () => {
    const mark = fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]);
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(mark, body, (start, rest) => {
        const bytes = Buffer.concat([Buffer.from(start), rest]);
        const decoded = decodeBytes(bytes);
        if ('skipped' in decoded) return;
        expect(encodeText(decoded.text, decoded.encoding, decoded.bom).equals(bytes)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves the other bytes alone when the text was edited', () => {
    const bytes = Buffer.from('# \xe4\ndb://old.example\n', 'latin1');
    const decoded = decodeBytes(bytes);
    if ('skipped' in decoded) throw new Error(decoded.reason);
    const edited = encodeText(decoded.text.replace('old', 'new'), decoded.encoding, decoded.bom);
    expect(edited.equals(Buffer.from('# \xe4\ndb://new.example\n', 'latin1'))).toBe(true);
  });

  it('refuses a character that the file cannot contain', () => {
    expect(() => encodeText('Ω', 'latin1', false)).toThrow(RangeError);
  });
});

describe('UTF-16 without a byte order mark', () => {
  const text = 'uri=mongodb+srv://quay.ab1cd.mongodb.net\n';
  it.each(['utf16le', 'utf16be'] as const)('is read as %s, and written so again', (encoding) => {
    const bytes = encodeText(text, encoding, false);
    expect(decodeBytes(bytes)).toEqual({ text, encoding, bom: false });
    expect(decodeBytes(Buffer.concat([bytes.subarray(0, 20), Buffer.alloc(60)]))).toMatchObject({ skipped: 'binary' });
  });
});
