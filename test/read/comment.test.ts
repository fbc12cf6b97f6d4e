import { describe, expect, it } from 'vitest';
import { commentAt } from '../../src/read/comment.ts';
import { FAR } from '../../src/text/source.ts';

/**
 * The text with the comment of its `word` between `⟦` and `⟧`, `|` at the end of the body and `^` at the end of the
 * whole comment, if elsewhere.
 */
function marked(text: string): string {
  const word = text.indexOf('word');
  const comment = commentAt(text, word);
  if (!comment) return text;
  const { offset, endOffset, body, closedAt } = comment;
  expect(body.offset).toBe(word);
  const marks: [at: number, mark: string][] = [[offset, '⟦']];
  if (body.endOffset !== endOffset) marks.push([body.endOffset, '|']);
  marks.push([endOffset, '⟧']);
  if (closedAt !== endOffset) marks.push([closedAt, '^']);
  return marks.reduceRight((shown, [at, mark]) => shown.slice(0, at) + mark + shown.slice(at), text);
}
const plain = (text: string): string => text.replace(/[⟦⟧|^]/g, '');
const spaces = (count: number): string => ' '.repeat(count);

describe('the comment of a word', () => {
  it.each([
    // Blocks of every syntax, with space or without.
    'a ⟦/* word x |*/⟧ b',
    '⟦/*word|*/⟧',
    '⟦/** word |*/⟧',
    '⟦/***\t\n * word |*/⟧',
    '⟦(*word|*)⟧',
    '⟦@* word |*@⟧',
    '⟦/+ word |+/⟧ x',
    '⟦#= word |=#⟧ x',
    '⟦{- word |-}⟧ x',
    '⟦{#- word -|#}⟧ x',
    '⟦<# word |#>⟧ x',
    '⟦<!--word|-->⟧ x',
    '⟦<%-- word |--%>⟧ x',
    '⟦<%# word |%>⟧ x',
    '⟦--[[ word |]]⟧ x',
    '⟦{{!-- word |--}}⟧ x',
    '⟦{{! word |}}⟧ x',
    '⟦/*\r\n  word |*/⟧\r\nx',
    // Not closed, or closed too far away.
    '/* word',
    '(* word',
    `⟦/*${spaces(FAR - 1)}word |*/⟧`,
    `/*${spaces(FAR)}word */`,
    `x\n⟦/*${spaces(FAR - 1)}word |*/⟧`,
    `x\n/*${spaces(FAR)}word */`,
    `⟦<!--${spaces(FAR)}word |-->⟧`,
    `<!--${spaces(FAR + 1)}word`,
    `⟦/* word${'x'.repeat(FAR - 6)}|*/⟧`,
    `/* word${'x'.repeat(FAR - 5)}*/`,
    // Within a quoted text.
    'a = "/* word */"',
    "a = '/* word */'",
    'a = `/* word */`',
    'a = "b"⟦/* word |*/⟧',
    // Braces of a template belong to it, if both exist nearby.
    '⟦{{/* word |*/}}⟧',
    'a ⟦{{- /* word |*/ -}}⟧ b',
    'a ⟦{{-   /* word |*/   -}}⟧ b',
    'a {{    ⟦/* word |*/⟧    }} b',
    'a {{ ⟦/* word |*/⟧ b',
    'a {⟦/* word |*/⟧}',
    'a ⟦/* word |*/⟧ }} b',
    'a {{ x ⟦/* word |*/⟧ }} b',
    'a {{ ⟦/* word |*/⟧ x }} b',
    // A line of a longer comment.
    '/*\n * x\n * ⟦word y⟧\n ^*/',
    '/**\n * x\n\t*\t⟦word y⟧\n ^*/',
    '/* x\n *⟦word y ⟧*/',
    '/* x\r * ⟦word y⟧\r^*/ z',
    `/*${'x'.repeat(FAR - 10)}\n * ⟦word ⟧*/`,
    `/*${'x'.repeat(FAR - 4)}\n * word */`,
    '/* x\n ** word */',
    '/* x\n word */',
    '/* x\n * word',
    'x\n * word\n */',
    '/* x */\n * word\n */',
    '/* x */ /* y\n * ⟦word ⟧*/',
    // Comments up to the end of the line.
    '⟦// word x⟧\ny',
    '⟦//word x⟧\r\ny',
    '⟦//// word x⟧',
    'a ⟦//word⟧',
    'a ⟦#word⟧',
    'a;⟦#word⟧',
    '⟦#\tword⟧\ry',
    '⟦###word⟧',
    '⟦-- word⟧',
    '⟦--word⟧',
    'a\n⟦--word⟧',
    'a ⟦-- word⟧',
    '⟦---- word⟧',
    '⟦;; word⟧',
    '⟦%% word⟧',
    '⟦:: word⟧',
    '⟦! word⟧',
    "⟦' word⟧",
    '⟦REM word⟧',
    '⟦rem word⟧',
    '⟦Rem word⟧',
    'a ⟦; word⟧',
    "a ⟦' word⟧",
    `⟦#${spaces(FAR)}word⟧`,
    `#${spaces(FAR + 1)}word`,
    `⟦# word${'x'.repeat(FAR - 4)}⟧x`,
    // Not a comment.
    'a --word',
    ' --word',
    'x/#word',
    'x//word',
    'https://word',
    'a#word',
    ...[')', ']', '}', ';', ',', '"', "'", '`'].map(
      (before) => `x = ${before === '"' || before === "'" || before === '`' ? before : ''}a${before}⟦#word⟧`,
    ),
    '(#word',
    'a#⟦# word⟧'.replace('#⟦#', '⟦##'),
    'a:: word',
    '::word',
    '!word',
    "'word",
    ';word',
    '%word',
    'REMword',
    'a! word',
    'a; word',
    'a% word',
    'xREM word',
    '!! word',
    "'' word",
    ':::: word',
    'a = "# word"',
    "a = '# word'",
    'a = "b" + "# word"',
    'a = "b"⟦# word⟧',
    'a = "b\n"# word',
    'a = "b\r"# word',
    `"${'x'.repeat(FAR - 2)}"⟦# word⟧`,
    `"${'x'.repeat(FAR - 1)}"# word`.replace('"x', '"x'),
    'word',
    'a word',
    '* word',
    'a\n* word\n',
  ])('%s', (text) => {
    expect(marked(plain(text))).toBe(text);
  });
});
