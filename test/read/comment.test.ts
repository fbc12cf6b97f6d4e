import { describe, expect, it } from 'vitest';
import { directiveComment, pageOf } from '../../src/read/page.ts';

/**
 * The text with the comment of its `word` between `⟦` and `⟧`, `|` at the end of the body and `^` at the end of the
 * whole comment, if elsewhere.
 */
function marked(path: string, text: string): string {
  const word = text.indexOf('word');
  const comment = directiveComment(pageOf({ path, text }), word);
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

describe('the comment of a word', () => {
  it.each([
    // Blocks, with space or without.
    ['a.js', 'a ⟦/* word x |*/⟧ b'],
    ['a.js', '⟦/*word|*/⟧'],
    ['a.js', '⟦/***\t\n * word |*/⟧'],
    ['a.jsx', '<p>{⟦/* word |*/⟧}</p>'],
    ['a.ml', '⟦(*word|*)⟧'],
    ['a.cshtml', '⟦@* word |*@⟧'],
    ['a.d', '⟦/+ word |+/⟧ x'],
    ['a.jl', '⟦#= word |=#⟧ x'],
    ['a.hs', '⟦{- word |-}⟧ x'],
    ['a.yaml.j2', '⟦{# word |#}⟧ x'],
    ['a.ps1', '⟦<# word |#>⟧ x'],
    ['a.html', '⟦<!--word|-->⟧ x'],
    ['a.vue', '⟦<!-- word |-->⟧ x'],
    ['a.html', '<script>\n⟦// word⟧\n</script>'],
    ['a.php', '<p>⟦<!-- word |-->⟧ x'],
    ['a.md', 'x\n⟦<!-- word |-->⟧ x'],
    ['a.adoc', 'x\n⟦// word⟧'],
    ['a.rst', 'x\n⟦.. word⟧'],
    ['a.tex', 'x ⟦% word⟧'],
    ['a.org', '⟦# word⟧'],
    ['a.jsp', '⟦<%-- word |--%>⟧ x'],
    ['a.html.erb', '⟦<%# word |%>⟧ x'],
    ['a.lua', '⟦--[[ word |]]⟧ x'],
    ['a.hbs', '⟦{{!-- word |--}}⟧ x'],
    ['a.hbs', '⟦{{! word |}}⟧ x'],
    // The braces of a Go template belong to it.
    ['a.tpl', '⟦{{/* word |*/}}⟧'],
    ['a.yaml', 'a\n⟦{{- /* word |*/ -}}⟧ b'],
    // Not closed, or in a quoted text.
    ['a.js', '/* word'],
    ['a.js', 'a = "/* word */"'],
    // A line of a longer comment.
    ['a.js', '/*\n * x\n * ⟦word y⟧\n ^*/'],
    ['a.js', '/* x\n *⟦word y ⟧*/'],
    ['a.js', '/* x\n word */'],
    ['a.js', 'x\n * word\n */'],
    // Comments up to the end of the line.
    ['a.js', '⟦// word x⟧\ny'],
    ['a.js', '⟦//// word x⟧'],
    ['a.js', 'a ⟦//word⟧'],
    ['a.js', 'f()⟦// word⟧'],
    ['a.js', 'u = "x"⟦// word⟧'],
    ['a.yml', 'a: "b" ⟦# word⟧'],
    ['a.env', "A='x#y' ⟦# word⟧"],
    ['a.py', '⟦###word⟧'],
    ['a.sql', 'a ⟦-- word⟧'],
    ['a.ini', '⟦; word⟧'],
    ['a.erl', '⟦%% word⟧'],
    ['a.bat', '⟦:: word⟧'],
    ['a.bat', '⟦REM word⟧'],
    ['a.properties', '⟦! word⟧'],
    ['a.vb', "a ⟦' word⟧"],
    ['Dockerfile', '⟦# word⟧\r\ny'.replace('⟧\r', '\r⟧')],
    // A text in no known language.
    ['hosts.txt', '⟦# word⟧'],
    ['a.unknown', 'a ⟦# word⟧'],
    // Not the first word of a comment, or none at all.
    ['a.js', '// see word'],
    ['a.yml', 'url: https://x/#word'],
    ['a.yml', 'a: "# word"'],
    ['a.md', '# word'],
    ['a.md', '```js\n// word\n```'],
    ['a.py', '"""\nword\n"""'],
    ['a.js', 'word'],
    ['a.js', 'a\n* word\n'],
  ])('%s: %s', (path, text) => {
    expect(marked(path, plain(text))).toBe(text);
  });
});
