import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { filePlaces } from '../../src/text/file-places.ts';
import type { FilePlaces } from '../../src/text/file-places.ts';
import { largePlaces } from '../../src/node/large-places.ts';
import type { PlacesSizes } from '../../src/node/large-places.ts';
import { decode } from '../../src/node/fs/encoding.ts';

const root = mkdtempSync(join(tmpdir(), 'connlint-places-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SIZES: PlacesSizes = { from: 0, piece: 64, stride: 16 };

function placesOf(bytes: Buffer, sizes = SIZES): FilePlaces | null {
  const path = join(root, 'file');
  writeFileSync(path, bytes);
  return largePlaces(path, sizes);
}

/** Every answer for every place of a text. */
function answers({ position, bytes, hashes }: FilePlaces, length: number, offsets: readonly number[]): unknown {
  const lines = Array.from({ length: position(length).line }, (_, index) => index + 1);
  const inBytes = bytes && offsets.map((offset) => bytes(offset));
  return { places: offsets.map((offset) => position(offset)), inBytes, hashes: hashes(new Set(lines)) };
}

function expectAlike(content: Buffer): void {
  const decoded = decode(content);
  if ('skipped' in decoded) throw new Error(decoded.reason);
  const { text } = decoded;
  const held = filePlaces({ text, utf8: content.toString('utf8') });
  // Nobody asks for a place within a character.
  const offsets = [...text].reduce<number[]>((all, char) => [...all, all.at(-1)! + char.length], [0]).reverse();
  const large = placesOf(content);
  expect(large && answers(large, text.length, offsets)).toEqual(answers(held, text.length, offsets));
}

describe('the places of a file that is not held', () => {
  const unit = fc.constantFrom('a', ' ', '\t', '\n', '\r\n', '\r', 'é', '日', '😀', 'x'.repeat(30), '\r\n'.repeat(20));

  it('are those of one that is', () => {
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), fc.boolean(), (units, marked) => {
        expectAlike(Buffer.from((marked ? '\ufeff' : '') + units.join('')));
      }),
      { numRuns: 300 },
    );
  });

  it('are told without columns in bytes where bytes are no UTF-8', () => {
    for (const at of [0, 30, 99]) {
      const bytes = Buffer.from('ab\r\n😀 c\n'.repeat(10));
      bytes[at] = 0xff;
      expectAlike(bytes);
    }
  });

  it('are not for small files, nor for UTF-16 and binary ones, nor where there is none', () => {
    expect(placesOf(Buffer.from('abc'), { ...SIZES, from: 4 })).toBeNull();
    expect(placesOf(Buffer.from('\ufeffabc', 'utf16le'))).toBeNull();
    expect(placesOf(Buffer.from('a\0c'))).toBeNull();
    expect(largePlaces(join(root, 'nothing'), SIZES)).toBeNull();
    expect(largePlaces(root, SIZES)).toBeNull();
  });

  it('are gone with the file', () => {
    const places = placesOf(Buffer.from('abc\ndef'.repeat(10)))!;
    rmSync(join(root, 'file'));
    expect(places.hashes(new Set([1]))).toEqual(new Map());
    expect(() => places.position(20)).not.toThrow();
  });
});
