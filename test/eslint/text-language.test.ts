import type { ESLint, Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { ANY_TEXT, eslint, BASE, workspace } from '../support/eslint-run.ts';

const LEGACY = 'mongodb+srv://reader-k2j4h.mongodb.net/books';
const PORT = 'mongodb+srv://reader.k2j4h.mongodb.net:27017/books';
const ON = [...BASE, ANY_TEXT];

/** Lints one text. Messages as `line:column rule`, rules without the plugin's name, `unused` for a comment. */
async function lint(
  name: string,
  text: string,
  config: readonly Linter.Config[] = ON,
  options: ESLint.Options = {},
): Promise<{ shown: string[]; result: ESLint.LintResult }> {
  using folder = workspace({ [name]: text });
  const result = (await eslint(folder.root, [name], config, options)).get(name)!;
  const shown = result.messages.map(({ line, column, ruleId, message }) => {
    const what = ruleId ?? (message.startsWith('Unused eslint-disable') ? 'unused' : message);
    return `${line}:${column} ${what.replace('connlint/', '')}`;
  });
  return { shown, result };
}

describe('comments for ESLint in text files', () => {
  const leaders: readonly (readonly [file: string, open: string, close: string])[] = [
    ['.env', '# ', ''],
    ['main.tf', '/* ', ' */'],
    ['main.tf', '//', ''],
    ['index.xml', '<!-- ', ' -->'],
    ['schema.sql', '-- ', ''],
    ['setup.cfg', '; ', ''],
    ['paper.sty', '% ', ''],
    ['run.bat', 'REM ', ''],
    ['run.bat', ':: ', ''],
    ['main.vb', "' ", ''],
    ['app.properties', '! ', ''],
    ['page.hbs', '{{!-- ', ' --}}'],
    ['main.hs', '{- ', ' -}'],
  ];
  it.each(leaders)('%s: %seslint-disable-next-line%s', async (file, open, close) => {
    const comment = `${open}eslint-disable-next-line connlint/legacy-host -- old job${close}`;
    expect((await lint(file, `x\n${comment}\nA ${LEGACY}\nB ${LEGACY}\n`)).shown).toEqual(['4:17 legacy-host']);
  });

  it('silence a line, a block and the rest of a file', async () => {
    const text = [
      `A=${LEGACY} # eslint-disable-line connlint/legacy-host`,
      `B=${LEGACY}`,
      '# eslint-disable connlint/legacy-host',
      `C=${LEGACY}`,
      '# eslint-enable connlint/legacy-host',
      `D=${LEGACY}`,
      '# eslint-disable',
      `E=${LEGACY}`,
    ].join('\n');
    expect((await lint('.env', text)).shown).toEqual(['2:17 legacy-host', '6:17 legacy-host']);
  });

  it('are reported when they silence nothing, and go with --fix', async () => {
    const text = `A=1 # eslint-disable-line connlint/legacy-host -- old  \r\n# eslint-disable-next-line connlint/uri-refused, connlint/legacy-host\nB=${LEGACY}\n`;
    const { shown } = await lint('.env', text);
    expect(shown).toEqual(['1:5 unused', '2:1 unused']);
    const { result } = await lint('.env', text, ON, { fix: true });
    expect(result.output).toBe(`A=1    \r\n# eslint-disable-next-line connlint/legacy-host\nB=${LEGACY}\n`);
  });

  it('are not seen in words about ESLint, in values and in longer words', async () => {
    const text = [
      '# eslint is run by npm',
      '# eslint rules: see the docs',
      'X=eslint-disable',
      'URL=https://example.com/#eslint-disable',
      '# eslint-disabled',
      'S="# eslint-disable"',
      `A=${LEGACY}`,
    ].join('\n');
    expect((await lint('.env', text)).shown).toEqual(['7:17 legacy-host']);
  });

  it('do nothing where the config forbids them', async () => {
    const config = [...ON, { linterOptions: { noInlineConfig: true } }];
    const { shown } = await lint('.env', `A=${LEGACY} # eslint-disable-line\n`, config);
    expect(shown[0]).toBe('1:17 legacy-host');
    expect(shown[1]).toMatch(/^1:48 '# eslint-disable-line' has no effect/);
  });
});

describe('fixes', () => {
  it('keep the byte order mark and line ends', async () => {
    const text = `\uFEFFA=${PORT}\r\nB=😀 ${PORT}\r\n`;
    const { shown } = await lint('.env', text);
    expect(shown).toEqual(['1:41 uri-refused', '2:44 uri-refused']);
    const { result } = await lint('.env', text, ON, { fix: true });
    expect(result.output).toBe(text.replaceAll(':27017', ''));
  });

  it('take a file to the point where nothing is left to fix', async () => {
    const text = `# connlint-disable-next-line uri-refused -- it was so\nA=1\nB=${PORT}\n`;
    const { result } = await lint('.env', text, ON, { fix: true });
    expect(result.output).toBe(`A=1\nB=${PORT.replace(':27017', '')}\n`);
    expect(result.messages).toEqual([]);
  });
});
