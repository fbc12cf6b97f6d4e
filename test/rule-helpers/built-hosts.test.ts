import { describe, expect, it } from 'vitest';
import { builtNodeHosts } from '../../src/rule-helpers/built-hosts.ts';

const plain = (text: string): string => text.replace(/[⟦⟧]/g, '');

/** The text with each list of built names between `⟦` and `⟧`. */
const marked = (path: string, text: string, isOurs = true): string =>
  [...builtNodeHosts({ path, text }, () => isOurs)].reverse().reduce((shown, { offset, endOffset }) => {
    return `${shown.slice(0, offset)}⟦${shown.slice(offset, endOffset)}⟧${shown.slice(endOffset)}`;
  }, text);

const spaces = (count: number): string => ' '.repeat(count);
const raw = String.raw;

describe('names of nodes that code makes', () => {
  it.each([
    // An interpolation before the marker.
    'u = `⟦${c}-shard-00-00⟧.k4j5h.mongodb.net`',
    'u = "⟦#{c}-shard-00-00⟧"',
    'u = "⟦{{ c }}-shard-00-00⟧"',
    'u = "⟦$(c)-shard-00-00⟧"',
    'u = "⟦$c-shard-00-00⟧"',
    raw`u = "⟦\(c)-shard-00-00⟧"`,
    'u = "⟦%(c)s-shard-00-00⟧"',
    'u = "⟦%(c)d-shard-00-00⟧"',
    'u = "%(c)x-shard-00-00"',
    'u = "⟦%s-shard-00-00⟧"',
    'u = "⟦%02d-shard-00-00⟧"',
    'u = "⟦%1$s-shard-00-00⟧"',
    'u = "⟦%v-shard-00-00⟧"',
    'u = "%x-shard-00-00"',
    'u = "⟦{c}-shard-00-00⟧"',
    'u = "⟦{}-shard-00-00⟧"',
    'u = ⟦${c}"-shard-00-00⟧"',
    '⟦$my_host_1-shard-00-00⟧',
    '⟦$Host9-shard-00-00⟧',
    '⟦$zZ-shard-00-00⟧',
    `⟦$${'a'.repeat(60)}-shard-00-00⟧`,
    `$${'a'.repeat(61)}-shard-00-00`,
    // A number in braces is a repetition in a pattern.
    'a{3}-shard-00-00',
    ']{3}-shard-00-00',
    '){3}-shard-00-00',
    '.{3}-shard-00-00',
    raw`\{3}-shard-00-00`,
    // An operator, or a function.
    'u = c + "⟦-shard-00-00⟧"',
    "u = c . '⟦-shard-00-00⟧'",
    "u = c .. '⟦-shard-00-00⟧'",
    'u = c & "⟦-shard-00-00⟧"',
    'u = c <> "⟦-shard-00-00⟧"',
    'u = c ~ "⟦-shard-00-00⟧"',
    'u = c() + "⟦-shard-00-00⟧"',
    'u = c[0] + f"⟦-shard-00-00⟧"',
    'u += "⟦-shard-00-00⟧"',
    'u = c - "-shard-00-00"',
    'u = c + abc"-shard-00-00"',
    'u = "-shard-00-00"',
    'f("-shard-00-00")',
    'x.replace("a", "⟦-shard-00-00⟧")',
    'x.replaceAll(".", "⟦-shard-00-00⟧")',
    raw`x.gsub(/a/, '\1⟦-shard-00-00⟧')`,
    'concat("a", "⟦-shard-00-00⟧")',
    'concat("⟦-shard-00-00⟧")',
    'join("⟦-shard-00-00⟧")',
    'push("-shard-00-00")',
    'strReplace("a", "⟦$1-shard-00-00⟧")',
    'strReplace("a", "⟦${1}-shard-00-00⟧")',
    'put("a", "-shard-00-00")',
    raw`s/a/\1⟦-shard-00-00⟧/`,
    's|a|⟦-shard-00-00⟧|',
    's#a#⟦-shard-00-00⟧#',
    's,a,-shard-00-00,',
    // An interpolated index.
    'h⟦-shard-00-${i}⟧',
    'h⟦-shard-${i}-00⟧',
    'h⟦-shard-0${i}-00⟧',
    'h⟦-shard-00-0%d⟧',
    'h⟦-shard-00-{i}⟧',
    'h⟦-shard-00-$i⟧',
    '}⟦-shard-00-{i}⟧',
    '_⟦-shard-00-{i}⟧',
    ' -shard-00-{i}',
    'h⟦-shard-00-" + i + "⟧',
    "h⟦-shard-00-' .. i .. '⟧",
    'h⟦-shard-00-" & i & "⟧',
    'h⟦-shard-" + s + "-00⟧',
    // Literal names.
    'h-shard-00-00.k4j5h.mongodb.net',
    'my_host_1-shard-00-00 ${x}',
    'h-shard-00-00,h-shard-00-01 ${x}',
    '%host-shard-00-00',
    raw`\host-shard-00-00`,
    'h-shard-00-x',
    'h-shard-0-0',
    'h-shard-00-[0-2]',
    'nothing of the kind',
    // A built name after literal ones.
    'h-shard-00-00,h-shard-00-01,⟦${h}-shard-00-02⟧',
    // In comments.
    '# ${a}-shard-00-00',
    'x // ${a}-shard-00-00',
    '/* ${a}-shard-00-00 */',
    // One list is reported once.
    '⟦${a}-shard-00-00,${a}-shard-00-01,${a}-shard-00-02⟧',
    '⟦${a}-shard-00-00,\n${a}-shard-00-01⟧',
    '⟦${a}-shard-00-00⟧,\n\n⟦${a}-shard-00-01⟧',
    'x = `⟦${a}-shard-00-00`; y = `${a}-shard-00-01⟧`;',
    'x = `⟦${a}-shard-00-00⟧`;\n⟦${a}-shard-00-01⟧',
    'x = `⟦${a}-shard-00-00⟧` = ⟦${a}-shard-00-01⟧',
    'x = `⟦${a}-shard-00-00⟧` =⟦${a}-shard-00-01⟧',
    'x = `⟦${a}-shard-00-00⟧` {   ⟦${a}-shard-00-01⟧',
    `⟦\${a}-shard-00-00${spaces(160)}\${a}-shard-00-01⟧`,
    `⟦\${a}-shard-00-00⟧${spaces(161)}⟦\${a}-shard-00-01⟧`,
  ])('%s', (text) => {
    expect(marked('a.js', plain(text))).toBe(text);
  });

  it.each(['h-shard-${i}-00', 'h-shard-" + s + "-00'])('%s may be those of other software', (text) => {
    expect(marked('a.js', text, false)).toBe(text);
    expect(marked('a.js', text, true)).not.toBe(text);
    expect(marked('a.js', '⟦${c}-shard-00-00⟧'.replace(/[⟦⟧]/g, ''), false)).toBe('⟦${c}-shard-00-00⟧');
  });

  it.each(['a.md', 'a.mdx', 'a.MARKDOWN', 'a.rst', 'a.adoc', 'a.txt', 'a.html', 'a.htm'])(
    'not in prose: %s',
    (path) => {
      expect(marked(path, '${c}-shard-00-00')).toBe('${c}-shard-00-00');
    },
  );

  it.each(['a.py', 'a.mdc', 'md', 'a.md.js', 'a.txt.erb', 'a.htmlx'])('in code: %s', (path) => {
    expect(marked(path, '${c}-shard-00-00')).toBe('⟦${c}-shard-00-00⟧');
  });

  it.each<readonly [path: string, isData: boolean]>([
    ['a.yml', true],
    ['a.yaml', true],
    ['a.json', true],
    ['a.json5', true],
    ['a.jsonc', true],
    ['a.YML', true],
    ['a.json.js', false],
    ['a.yml.erb', false],
    ['a.json-x', false],
    ['a.jsonld', false],
    ['yml', false],
  ])('single braces of data are not a piece: %s', (path, isData) => {
    const text = '⟦{c}-shard-00-00⟧';
    expect(marked(path, plain(text))).toBe(isData ? plain(text) : text);
    for (const piece of ['${c}', '{{ c }}'])
      expect(marked(path, `${piece}-shard-00-00`)).toBe(`⟦${piece}-shard-00-00⟧`);
  });
});
