import { expect, it } from 'vitest';
import { escapeControlChars, escapeControlCharsIn } from '../../src/text/escape-control-chars.ts';

it.each([
  ['a\u001b[31mb', 'a\\u{1b}[31mb'],
  ['one\ntwo\tthree\r', 'one\\u{a}two\\u{9}three\\u{d}'],
  ['\u0080\u2028\u202etxt.exe', '\\u{80}\\u{2028}\\u{202e}txt.exe'],
  ['half \ud800, whole 𝒳', 'half \ufffd, whole 𝒳'],
])('escapeControlChars spells out what a terminal would act on in %j', (text, escaped) => {
  expect(escapeControlChars(text)).toBe(escaped);
});

it.each([
  ['mongo\u200ddb', 'mongo\\u{200d}db'],
  ['م\u202eم', 'م\\u{202e}م'],
])('escapeControlChars spells out a joiner that hides in %j', (text, escaped) => {
  expect(escapeControlChars(text)).toBe(escaped);
});

it('escapeControlCharsIn keeps line ends and tabs', () => {
  expect(escapeControlCharsIn('one\n\ttwo\u001b\r\nx\ry', 'text')).toBe('one\n\ttwo\\u{1b}\r\nx\\u{d}y');
});

it('for a terminal keeps colours and nothing else', () => {
  const own = '\u001b[31mred\u001b[39m\n';
  expect(escapeControlCharsIn(own, 'colors')).toBe(own);
  expect(escapeControlCharsIn('\u001b[2J\u009b31m\u001b]0;title\u0007', 'colors')).toBe(
    '\\u{1b}[2J\\u{9b}31m\\u{1b}]0;title\\u{7}',
  );
});

it.each(['\u009b', '\u2028', '\u202e', '\u{e0041}', '\u007f'])('for JSON keeps what %j means', (sign) => {
  const text = JSON.stringify({ [`a${sign}`]: `\\${sign}\n` }, null, 2);
  const escaped = escapeControlCharsIn(text, 'json');
  expect(escaped).not.toContain(sign);
  expect(JSON.parse(escaped)).toEqual(JSON.parse(text));
});
