import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineHashes } from '../../src/text/file-lines.ts';

/** A slow reference implementation of the definition: BigInt, every line separately. */
function slowly(text: string): string[] {
  const units: number[] = [];
  const starts = [0];
  for (const unit of text.replace(/\r\n?/g, '\n').replace(/[ \t]/g, '')) {
    for (let at = 0; at < unit.length; at++) units.push(unit.charCodeAt(at));
    if (unit === '\n') starts.push(units.length);
  }
  units.push(0xffff);
  const counts = new Map<string, number>();
  return starts.map((start) => {
    let hash = 0n;
    for (let at = start; at < start + 100; at++) hash = (hash * 37n + BigInt(units[at] ?? 0)) % 2n ** 64n;
    const hex = hash.toString(16);
    counts.set(hex, (counts.get(hex) ?? 0) + 1);
    return `${hex}:${counts.get(hex)}`;
  });
}

function allHashes(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/).length;
  const wanted = new Set(Array.from({ length: lines }, (_, i) => i + 1));
  return [...lineHashes(text, wanted)].map(([, hash]) => hash);
}

describe("GitHub's line hash", () => {
  it('is that of the uploader', () => {
    // Computed by the code of codeql-action (2026-06).
    expect(allHashes('')).toEqual(['c129715d7a2bc9a3:1']);
    expect(allHashes('uri: one\n\tport:  27017\r\nend')).toEqual([
      '14ae0b0f889512e2:1',
      'e21a3503d0b99764:1',
      '43b6461eda086fe2:1',
    ]);
    expect(allHashes('\ufeffa é😀 b\r\rc\n')).toEqual([
      'bfe38d0ab48dd980:1',
      'f2078d1c7c7b87e:1',
      '3791504be0bd17cc:1',
      'c129715d7a2bc9a3:1',
    ]);
  });

  it('follows its definition for any text', () => {
    const piece = fc.constantFrom('a', ' ', '\t', '\n', '\r\n', '\r', 'é', '😀', '\ud800', '\ufeff', 'x'.repeat(99));
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (some) => {
        expect(allHashes(some)).toEqual(slowly(some));
      }),
    );
  });

  it('counts lines of one hash, also those that nobody asked for', () => {
    const text = 'the same line again\n'.repeat(12);
    expect(lineHashes(text, new Set([4]))).toEqual(new Map([[4, slowly(text)[3]]]));
    expect(slowly(text)[3]).toMatch(/:4$/);
  });

  it('has nothing for lines that are not there', () => {
    expect(lineHashes('one\ntwo', new Set([0, 3, 99]))).toEqual(new Map());
  });

  it('reads every line end alike, and not the space in lines', () => {
    expect(allHashes('a b\r\nc\rd')).toEqual(allHashes('\tab\nc \nd'));
  });

  it('counts equal lines of a long text', () => {
    const text = 'URI=mongodb+srv://orders.k2j4h.mongodb.net/shop\n'.repeat(1_000);
    expect(lineHashes(text, new Set([500])).get(500)).toMatch(/:500$/);
  });
});
