import { describe, expect, it } from 'vitest';
import { holdsBareValues, literalAt } from '../../src/rule-helpers/secrets.ts';

describe('the secret at a place', () => {
  const rows: readonly (readonly [text: string, quoted: string | null, bare: string | null])[] = [
    ['"ab 12"', 'ab 12', 'ab 12'],
    ["'ab 12'", 'ab 12', 'ab 12'],
    ['`ab 12`', 'ab 12', 'ab 12'],
    ['"ab12', 'ab12', 'ab12'],
    ['"ab12\nxy"', 'ab12', 'ab12'],
    ['"ab12\rxy"', 'ab12', 'ab12'],
    ['ab12', null, 'ab12'],
    ...[
      'ab12 x',
      'ab12\tx',
      'ab12\nx',
      'ab12"x',
      "ab12'x",
      'ab12`x',
      'ab12,x',
      'ab12;x',
      'ab12)x',
      'ab12}x',
      'ab12]x',
      'ab12@x',
    ].map((text) => [text, null, 'ab12'] as const),
    ['ab1', null, null],
    ['"ab1"', null, null],
    ['', null, null],
    ['""', null, null],
    [`"${'a1'.repeat(150)}"`, 'a1'.repeat(150), 'a1'.repeat(150)],
    [`"${'a1'.repeat(151)}"`, 'a1'.repeat(150), 'a1'.repeat(150)],
    // References.
    ...['$abc12', '<abc12>', '{abc12', '%abc12', '*abc12', '[abc12', '!abc12', '&abc12'].map(
      (text) => [`"${text}"`, null, null] as const,
    ),
    ...['ab${c}1', 'ab{{c}}1', 'ab$(c)1'].map((text) => [`"${text}"`, null, null] as const),
    ...['var', 'local', 'data', 'module', 'process', 'os', 'env', 'secret', 'secrets', 'config'].flatMap((word) => [
      [`"${word}.a1b2"`, null, null] as const,
      [`"${word}[a1b2"`, null, null] as const,
      [`"${word}-a1b2"`, `${word}-a1b2`, `${word}-a1b2`] as const,
      [`"x${word}.a1b2"`, `x${word}.a1b2`, `x${word}.a1b2`] as const,
    ]),
    ['"a$b1c"', 'a$b1c', 'a$b1c'],
    ['"a{b1c"', 'a{b1c', 'a{b1c'],
    ['"a<b1%*!&["', 'a<b1%*!&[', 'a<b1%*!&['],
    // Placeholders.
    ['"password"', null, null],
    ['changeme', null, null],
  ];
  it.each(rows)('%s', (text, quoted, bare) => {
    const at = (isBare: boolean): string | null => {
      const range = literalAt(`x=${text}`, 2, isBare);
      return range && `x=${text}`.slice(range.offset, range.endOffset);
    };
    expect([at(false), at(true)]).toEqual([quoted, bare]);
  });
});

describe('paths of formats that need no quotes', () => {
  const words = (text: string): string[] => text.split(' ');
  it.each(
    words(
      '.env env .env.local env.local a/.env a/env a/env.x prod.env prod.env.example a.yaml a.yml a.YML a.properties a.ini a.cfg a.conf a.sh a.bash a.zsh ' +
        'a.conf.template a.sh.1 a.yml.abcdefghij',
    ),
  )('%s', (path) => expect(holdsBareValues(path)).toBe(true));
  it.each(
    words(
      'environment a.environment xenv a/xenv .envrc a.py a.json a.yml.abcdefghijk a.sh.a.b yml a.shx a.toml a.ymls a.yml- a.sh/x',
    ),
  )('none: %s', (path) => expect(holdsBareValues(path)).toBe(false));
});
