import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { fileLines, filePlaces } from '../../src/text/file-lines.ts';
import { lineIndex } from '../../src/text/source.ts';
import { decodeBytes, encodeText } from '../../src/node/fs/read-file.ts';
import { assertForInputs } from './support/any-input.ts';

describe('encodeText', () => {
  // Bytes as text and back. Each code unit of an input below 256 is a byte, each other one is two.
  it('gives back the bytes that were decoded', () => {
    assertForInputs('bytes', {
      seeds: () => [
        'abc\n',
        '\u00ff\u00fea\u0000\n\u0000',
        '\u00fe\u00ff\u0000a',
        '\u00ef\u00bb\u00bfx\r\n',
        '\u00c3\u00a9\u0080',
        'a\u0000',
      ],
      run(input) {
        const bytes = Buffer.from(
          [...input].flatMap((c) => (c.codePointAt(0)! < 256 ? [c.codePointAt(0)!] : [...Buffer.from(c)])),
        );
        const decoded = decodeBytes(bytes);
        if (!('text' in decoded)) return;
        assert.deepEqual(encodeText(decoded.text, decoded.encoding, decoded.bom), bytes, 'other bytes come back');
        const { text } = decoded;
        const offsets = [0, text.length >> 1, text.length];
        const ranges = offsets.map((offset) => ({ offset, endOffset: offset }));
        const file = { text, utf8: bytes.toString('utf8') };
        const places = filePlaces(fileLines(file, lineIndex(text), ranges, { bytes: true, hashes: true }));
        for (const offset of offsets) places.bytes?.(offset);
      },
    });
  });
});
