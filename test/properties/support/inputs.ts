import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** An input whose first line is a file name, which decides how the rest is read. */
export function splitInput(input: string): readonly [name: string, text: string] {
  const end = input.indexOf('\n');
  return end < 0 ? ['input.txt', input] : [input.slice(0, end), input.slice(end + 1)];
}

/** Longer files are split into pieces of this length, in code units. */
const PIECE = 1_500;

/** The fixtures whose path matches, as inputs with their name in the first line. */
export function fixtureInputs(pattern: RegExp): string[] {
  return readdirSync('fixtures', { recursive: true, encoding: 'utf8' })
    .map((path) => join('fixtures', path))
    .filter((path) => pattern.test(path) && statSync(path).isFile())
    .sort()
    .flatMap((path) =>
      pieces(readFileSync(path, 'utf8'))
        .slice(0, 4)
        .map((piece) => `${basename(path)}\n${piece}`),
    );
}

function pieces(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / PIECE) }, (_, i) => text.slice(i * PIECE, (i + 1) * PIECE));
}
