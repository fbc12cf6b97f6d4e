import { expect, it } from 'vitest';
import { escapeControlChars, escapeControlCharsInLines } from '../../src/text/escape-control-chars.ts';

it.each([
  ['a\u001b[31mb', 'a\\u{1b}[31mb'],
  ['one\ntwo\tthree\r', 'one\\u{a}two\\u{9}three\\u{d}'],
  ['\u0080\u2028\u202etxt.exe', '\\u{80}\\u{2028}\\u{202e}txt.exe'],
  ['half \ud800, whole 𝒳', 'half \ufffd, whole 𝒳'],
])('escapeControlChars spells out what a terminal would act on in %j', (text, escaped) => {
  expect(escapeControlChars(text)).toBe(escaped);
});

it('escapeControlCharsInLines keeps line ends and tabs', () => {
  expect(escapeControlCharsInLines('one\n\ttwo\u001b\r\n')).toBe('one\n\ttwo\\u{1b}\\u{d}\n');
});
