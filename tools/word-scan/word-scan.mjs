// Compiles word-scan.wat with the tables of the standard words in its memory.
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import wabt from 'wabt';

/** A data segment takes about as many bytes more than its contents. */
const SEGMENT = 8;

/**
 * The declarations of the compiled code.
 * @param tables the start of the memory, without zeros at the end
 */
export async function wordScanText(tables) {
  const code = readFileSync(new URL('word-scan.wat', import.meta.url), 'utf8').trimEnd();
  const source = `${code.slice(0, -1)}\n${segments(tables).join('\n')})\n`;
  const tools = await wabt();
  const compiled = (text) => {
    const parsed = tools.parseWat('word-scan.wat', text, { simd: true, relaxed_simd: true });
    const { buffer } = parsed.toBinary({});
    parsed.destroy();
    return Buffer.from(buffer).toString('base64');
  };
  return [
    '/** WebAssembly in base64, whose memory begins with the tables of these words and those of own files. */',
    `export const WORD_SCAN_WASM =\n  '${compiled(source)}';`,
    '',
    '/** The same for engines with relaxed SIMD. */',
    // All indexes into a table are below sixteen. For those the instruction gives the same result in half the time.
    `export const RELAXED_WORD_SCAN_WASM =\n  '${compiled(source.replaceAll('i8x16.swizzle', 'i8x16.relaxed_swizzle'))}';`,
    '',
  ].join('\n');
}

/** The bytes other than zero, which most of the tables are. */
function segments(tables) {
  const found = [];
  let from = 0;
  for (let at = 0; at <= tables.length; at++) {
    const isEnd =
      at === tables.length ||
      (tables[at] !== 0 && tables.subarray(Math.max(from, at - SEGMENT), at).every((byte) => byte === 0));
    if (!isEnd) continue;
    const bytes = tables.subarray(from, at);
    const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
    const escaped = Array.from(bytes.subarray(0, end), (byte) => `\\${byte.toString(16).padStart(2, '0')}`);
    if (end > 0) found.push(`  (data (i32.const ${from}) "${escaped.join('')}")`);
    from = at;
  }
  return found;
}
