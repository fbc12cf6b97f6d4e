import { describe, expect, it } from 'vitest';
import { directivesIn } from '../../src/lint/suppressions.ts';
import type { Directive } from '../../src/lint/suppressions.ts';
import { lineIndex } from '../../src/text/source.ts';

const read = (text: string): Directive[] => directivesIn({ path: 'any.txt', text }, lineIndex(text));
const only = (text: string): Directive => {
  const found = read(text);
  expect(found, text).toHaveLength(1);
  return found[0]!;
};
const without = (text: string): string => {
  const { removal } = only(text);
  return text.slice(0, removal.offset) + text.slice(removal.endOffset);
};

describe('comments of every syntax', () => {
  const body = 'connlint-disable-next-line legacy-host -- why not';
  it.each([
    ['JavaScript', `// ${body}`],
    ['Rust', `/// ${body}`],
    ['C', `/* ${body} */`],
    ['JSX', `{/* ${body} */}`],
    ['documentation', `/** ${body} */`],
    ['shell', `# ${body}`],
    ['Python', `## ${body}`],
    ['SQL', `-- ${body}`],
    ['Lua', `--[[ ${body} ]]`],
    ['INI', `; ${body}`],
    ['TeX', `% ${body}`],
    ['Visual Basic', `' ${body}`],
    ['batch', `REM ${body}`],
    ['batch, other', `:: ${body}`],
    ['Fortran', `! ${body}`],
    ['HTML', `<!-- ${body} -->`],
    ['JSP', `<%-- ${body} --%>`],
    ['ERB', `<%# ${body} %>`],
    ['Go template', `{{- /* ${body} */ -}}`],
    ['Handlebars', `{{!-- ${body} --}}`],
    ['Jinja', `{# ${body} #}`],
    ['Pascal', `(* ${body} *)`],
    ['Haskell', `{- ${body} -}`],
    ['PowerShell', `<# ${body} #>`],
    ['Razor', `@* ${body} *@`],
  ])('%s', (_, comment) => {
    const text = `first\n  ${comment}\nlast\n`;
    const directive = only(text);
    expect(directive.rules.map(({ id }) => id)).toEqual(['legacy-host']);
    expect(directive.reason).toBe('why not');
    expect(directive.firstLine).toBe(3);
    if (!comment.startsWith('{/')) expect(without(text)).toBe('first\nlast\n');
  });

  it('takes a comment over several lines for one, and the line below it for the next', () => {
    const text =
      'a\n/*\n * connlint-disable-next-line legacy-host, uri-refused --\n *   the appliance\n *   is old\n */\nb\n';
    const directive = only(text);
    expect(directive.reason).toBe('the appliance is old');
    expect(directive.firstLine).toBe(7);
    expect(without(text)).toBe('a\nb\n');
  });

  it('reads a line within a longer comment', () => {
    const text = '/**\n * The old fleet.\n * connlint-disable-next-line legacy-host -- until the move\n */\nb\n';
    expect(only(text)).toMatchObject({ firstLine: 5, reason: 'until the move' });
    expect(without(text)).toBe('/**\n * The old fleet.\n */\nb\n');
  });

  it('leaves the code beside a comment alone', () => {
    expect(without('x = 1;  // connlint-disable-line legacy-host -- r\ny\n')).toBe('x = 1;\ny\n');
    expect(without('/* connlint-disable-line legacy-host -- r */ call();\n')).toBe(' call();\n');
    expect(only('/* connlint-disable-line legacy-host -- r */ call();\n').reason).toBe('r');
  });

  it.each([
    ['x\n  # connlint-disable-line a -- r  \ny', 'x\ny'],
    ['x # connlint-disable-line a -- r \t\ny', 'x \t\ny'],
    ['x\t # connlint-disable-line a -- r', 'x'],
    ['  /* connlint-disable-line a -- r */ call();\n', '   call();\n'],
    ['call( /* connlint-disable-line a -- r */ );\n', 'call(  );\n'],
    ['call(); /* connlint-disable-line a -- r */\n', 'call();\n'],
    ['/* x\n * connlint-disable-line a -- r\n */\n', '/* x\n */\n'],
    ['/* x\n * connlint-disable-line a -- r */ call();\n', '/* x\n *  */ call();\n'],
    ['<!-- x --> <!-- connlint-disable-line a -- r -->\n', '<!-- x -->\n'],
    ['# connlint-disable-line a -- r', ''],
  ])('%j without its comment', (text, expected) => {
    expect(without(text)).toBe(expected);
  });

  it.each<readonly [text: string, rules: string, reason: string | null, until: string | null]>([
    ['# connlint-disable-line', '', null, null],
    ['# connlint-disable-line a', 'a', null, null],
    ['# connlint-disable-line a,b  c *d', 'a b c d', null, null],
    ['# connlint-disable-line a -- r', 'a', 'r', null],
    ['# connlint-disable-line a --', 'a', null, null],
    ['# connlint-disable-line a --r', 'a --r', null, null],
    ['# connlint-disable-line a-- r', 'a-- r', null, null],
    ['# connlint-disable-line a -- r -- s', 'a', 'r -- s', null],
    ['# connlint-disable-line a – r', 'a', 'r', null],
    ['# connlint-disable-line a — r', 'a', 'r', null],
    ['# connlint-disable-line until=2027-01-31 a -- r', 'a', 'r', '2027-01-31'],
    ['# connlint-disable-line a until= -- r', 'a', 'r', ''],
    ['# connlint-disable-line a until=x until=y -- r', 'a', 'r', 'y'],
    ['# connlint-disable-line a -- r until=2027-01-31', 'a', 'r until=2027-01-31', null],
    ['# connlint-disable-line auntil=x -- r', 'auntil=x', 'r', null],
    ['/* connlint-disable-line a -- r\n *   s\n   t */', 'a', 'r s t', null],
  ])('%j says what it accepts, why and until when', (text, rules, reason, until) => {
    const directive = only(text);
    expect([directive.rules.map(({ id }) => id).join(' '), directive.reason, directive.until]).toEqual([
      rules,
      reason,
      until,
    ]);
    for (const { id, offset, endOffset } of directive.rules) expect(text.slice(offset, endOffset)).toBe(id);
    const range = directive.untilRange;
    expect(range && text.slice(range.offset, range.endOffset)).toBe(until === null ? null : `until=${until}`);
    expect(text.slice(directive.offset, directive.endOffset)).toBe(text.trim());
  });

  it.each<readonly [text: string, kind: string]>([
    ['# connlint-disable a', 'disable'],
    ['# connlint-enable a', 'enable'],
    ['# connlint-disable-line a', 'disable-line'],
    ['# connlint-disable-next-line a', 'disable-next-line'],
    ['# connlint-disable-nextline a', 'misspelt'],
    ['# connlint-ignore a', 'misspelt'],
    ['# connlint-ignore-next-line a', 'misspelt'],
    ['# connlint-off', 'misspelt'],
    ['# connlint-enable-line a', 'misspelt'],
    ['# connlint-disable-Line a', 'misspelt'],
    ['# connlint-disable-', 'misspelt'],
  ])('%s is of its kind', (text, kind) => {
    expect(only(text)).toMatchObject({ kind, line: 1 });
  });

  it('keeps the line ends of a CRLF file', () => {
    const text = 'a\r\n# connlint-disable-next-line legacy-host until=2027-01-31 -- r\r\nb\r\n';
    expect(only(text)).toMatchObject({ reason: 'r', until: '2027-01-31', firstLine: 3 });
    expect(without(text)).toBe('a\r\nb\r\n');
  });

  it('accepts a dash where two hyphens are not allowed, as in XML', () => {
    expect(only('<!-- connlint-disable legacy-host — the old fleet -->').reason).toBe('the old fleet');
  });

  it('lets comments for the next line follow each other', () => {
    const found = read('# connlint-disable-next-line a -- r\n# connlint-disable-next-line b -- r\nx\n');
    expect(found.map(({ firstLine }) => firstLine)).toEqual([3, 3]);
  });

  it.each<readonly [text: string, lines: readonly (readonly [first: number, last: number])[]]>([
    [
      '# connlint-disable-next-line a\n# connlint-disable-next-line b\n# connlint-disable-next-line c\nx',
      [
        [4, 4],
        [4, 4],
        [4, 4],
      ],
    ],
    [
      '# connlint-disable-next-line a\n\n# connlint-disable-next-line b\nx',
      [
        [2, 2],
        [4, 4],
      ],
    ],
    [
      '# connlint-disable-next-line a\nx # connlint-disable-next-line b\nx',
      [
        [2, 2],
        [3, 3],
      ],
    ],
    [
      '# connlint-disable-next-line a\n# connlint-disable-line b\nx',
      [
        [2, 2],
        [2, 2],
      ],
    ],
    [
      '# connlint-disable-line a\n# connlint-disable-next-line b\nx',
      [
        [1, 1],
        [3, 3],
      ],
    ],
    [
      '# connlint-disable a\n# connlint-enable b\nx',
      [
        [1, 1],
        [2, 2],
      ],
    ],
    ['/* connlint-disable-line a\n x */\n', [[1, 2]]],
    ['/* connlint-disable-next-line a\n x */\n', [[3, 3]]],
  ])('%j is about its lines', (text, lines) => {
    expect(read(text).map(({ firstLine, lastLine }) => [firstLine, lastLine])).toEqual(lines);
  });

  it.each([
    ['a string', 'help = "# connlint-disable-line legacy-host -- r"'],
    ['an address', 'see https://connlint-disable-line.example/'],
    ['an anchor', 'see https://docs.example/#connlint-disable-line'],
    ['an option', 'run tool --connlint-disable-line'],
    ['inline code', 'Write `// connlint-disable-line legacy-host -- r` behind it.'],
    ['prose', "Use 'connlint-disable-line' with care! connlint-disable works too."],
    ['a list', '* connlint-disable-line accepts one line\n'],
    ['another word', '# connlint-disabled-rules: none'],
  ])('sees no comment in %s', (_, text) => {
    expect(read(text)).toEqual([]);
  });

  it('finds the one comment behind hostile text', () => {
    for (const piece of [
      '/*',
      '* ',
      '{{!',
      '# ',
      "'",
      ' ',
      'connlint-disable ',
      '/* connlint-disable ',
      '\n * connlint-disable x',
      '--',
    ])
      expect(() => read(`${piece.repeat(200_000)}connlint-disable-line x -- r`)).not.toThrow();
  });
});
