import { describe, expect, test, vi } from 'vitest';
import { display, PLACEHOLDER, isExact, sourceRange } from '../../../src/text/literal.ts';
import { scriptLiterals } from '../../../src/read/script/literals.ts';
import { hitsIn, PARSERS, read, shown } from '../../support/script-trees.ts';

const HOST = 'orders.x7q2k.db.example';

/** Source, and its strings as a person would read them. */
const SOURCES: [name: string, source: string, expected: string[], path?: string][] = [
  ['a plain string', `connect('mongodb://${HOST}/shop')`, [`mongodb://${HOST}/shop`]],
  ['double quotes', `connect("mongodb://${HOST}/shop")`, [`mongodb://${HOST}/shop`]],
  ['a template', `connect(\`mongodb://\${user}:\${pw}@${HOST}\`)`, [`mongodb://\${user}:\${pw}@${HOST}`]],
  ['a sum', `connect('mongodb://' + user + '@' + "${HOST}")`, [`mongodb://\${user}@${HOST}`]],
  ['a sum over lines', `connect('mongodb://' + // why\r\n  user +\r\n  '@${HOST}')`, [`mongodb://\${user}@${HOST}`]],
  ['parentheses', `connect(('mongodb://' + (user + '@')) + ('${HOST}'))`, [`mongodb://\${user}@${HOST}`]],
  ['concat', `connect('mongodb://'.concat(user, '@').concat('${HOST}'))`, [`mongodb://\${user}@${HOST}`]],
  ['join', `connect(['mongodb:/', '${HOST}', db].join('/'))`, [`mongodb://${HOST}/\${db}`]],
  ['join without a separator', `f(['a', 'b.db.example'].join())`, ['a,b.db.example']],
  ['a list in a list', `f(['mongodb://a', ['x'], ...more].join(','))`, ['mongodb://a,${[…},${...more}']],
  ['an unknown separator', `f(['mongodb://a', 'b'].join(sep))`, ['mongodb://a']],
  ['String()', `connect(String('mongodb://') + String(host))`, ['mongodb://${String(host)}']],
  ['trim', `connect(\`  mongodb://\${h}\`.trim())`, ['  mongodb://${h}']],
  ['other methods', `f('a' + 'X.DB.EXAMPLE.db.example'.toLowerCase())`, ['X.DB.EXAMPLE.db.example']],
  ['a number', `f('mongodb://localhost:' + 27017 + \`/\${1}\`)`, ['mongodb://localhost:27017/1']],
  ['numbers that are added', `f(1 + 2 + 'mongodb://x')`, ['${1}${2}mongodb://x']],
  [
    'a choice',
    `f(a || 'mongodb://a', b ?? 'mongodb://b', c ? 'mongodb://c' : \`mongodb://\${d}\`)`,
    ['mongodb://a', 'mongodb://b', 'mongodb://c', 'mongodb://${d}'],
  ],
  [
    'a choice in a sum',
    `f('mongodb://' + (host || 'a.db.example') + '/x')`,
    ['mongodb://${host || …}/x', 'a.db.example'],
  ],
  ['a string in a placeholder', `f(\`x\${g('mongodb://in')}\`)`, ['mongodb://in']],
  ['String.raw', 'f(String.raw`mongodb://a\\b`)', ['mongodb://a\\b']],
  ['another tag', 'f(sql`mongodb://a\\x2db`)', ['mongodb://a-b']],
  ['a member of a name', `f(\`mongodb://\${process.env.DB_HOST}\`)`, ['mongodb://${process.env.DB_HOST}']],
  ['a call on a string', `f('mongodb://a,b'.split(','))`, ['mongodb://a,b']],
  ['an import and an export', `export * from 'mongodb://a'`, ['mongodb://a']],
  ['what other readers look at', `/mongodb:\\/\\/x.db.example/; // mongodb://comment`, []],
  ['nothing near the hit', `const a = 'x' + y; // mongodb://comment`, []],
  ['emoji ahead', `const 名 = '😀'; f('😀 mongodb://h')`, ['😀 mongodb://h']],
  [
    'TypeScript',
    `const u: string = ('mongodb://' as const) + host!; let v = <string>'mongodb://v' satisfies string`,
    ['mongodb://${host}', 'mongodb://v'],
  ],
  ['a type', `type U = 'mongodb://u' | \`mongodb://\${string}\``, ['mongodb://u', 'mongodb://${string}']],
  [
    'decorators',
    `@A('mongodb://a') export class B { constructor(@C('mongodb://c') d: string) {} }`,
    ['mongodb://a', 'mongodb://c'],
  ],
  [
    'JSX',
    `f(<A uri="mongodb://a&amp;\\b" x={'mongodb://' + b}>mongodb://text {'mongodb://c'}</A>)`,
    ['mongodb://a&amp;\\b', 'mongodb://${b}', 'mongodb://c'],
    'app.tsx',
  ],
  ['JavaScript', `module.exports = { uri: 'mongodb://' + require('./host') }`, ['mongodb://${require(…}'], 'app.cjs'],
];

describe.each(Object.keys(PARSERS))('with %s', (parser) => {
  test.each(SOURCES)('%s', (_, source, expected, path = 'app.ts') => {
    expect(read(source, path, parser).map((literal) => display(literal))).toEqual(expected);
  });
});

test.each(SOURCES)('both parsers give the same: %s', (_, source, _expected, path = 'app.ts') => {
  const [one, other] = Object.keys(PARSERS).map((parser) => read(source, path, parser));
  expect(one).toEqual(other);
});

test('no parser warns of how its tree is read', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  for (const [, source, , path] of SOURCES) read(source, path, 'typescript-eslint');
  read(
    "enum E { A = 'mongodb://h' } abstract class B { constructor(private c?: string) { super() } }",
    'app.ts',
    'typescript-eslint',
  );
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

test('a literal is code, with its quote', () => {
  expect(read('f(host + "/x" + `mongodb://`)')[0]).toMatchObject({
    quote: '"',
    context: 'code',
    decoded: null,
    key: null,
  });
  expect(read('f(`mongodb://`)')[0]?.quote).toBe('`');
});

test('a placeholder is where the source has it, with its delimiters', () => {
  const source = 'f(`mongodb://${ process.env\n  .DB_USER }@` + pass)';
  const [literal] = read(source);
  expect(literal?.value).toBe(`mongodb://${PLACEHOLDER}@${PLACEHOLDER}`);
  expect(
    literal?.placeholders.map(({ offset, endOffset, ...placeholder }) => ({
      ...placeholder,
      source: source.slice(offset, endOffset),
    })),
  ).toEqual([
    {
      at: 10,
      text: '${ process.env .DB_USER }',
      name: 'DB_USER',
      isExample: false,
      source: '${ process.env\n  .DB_USER }',
    },
    { at: 12, text: '${pass}', name: 'pass', isExample: false, source: 'pass' },
  ]);
});

test.each([
  ['user', 'user'],
  ['this.options.user!', 'user'],
  ["process.env['DB_USER']", 'DB_USER'],
  ['encodeURIComponent(user)', 'user'],
  ["process.env.DB_USER || 'app'", 'DB_USER'],
  ['a ?? b', null],
  ['read(user)', null],
  ['users[index]', null],
])('the name in ${%s}', (expression, name) => {
  expect(read(`f(\`mongodb://\${${expression}}@h\`)`)[0]?.placeholders[0]?.name).toBe(name);
});

test('no quoted text gets into what is shown of a placeholder, and a long one is cut', () => {
  const secret = 'hunter2';
  for (const placeholder of [
    `pw || '${secret}'`,
    `pw ?? "${secret}"`,
    `enc(\`${secret}\`)`,
    `a.replace(/'/g, '${secret}')`,
  ]) {
    expect(shown(`f('mongodb://u:' + (${placeholder}) + '@h')`).join()).not.toContain(secret);
    expect(shown(`f(\`mongodb://u:\${${placeholder}}@h\`)`).join()).not.toContain(secret);
  }
  const [long] = read(`f(\`mongodb://\${${'a.very.long.path.'.repeat(9)}b}@h\`)`);
  expect(long?.placeholders[0]?.text).toHaveLength(60);
});

test('an edit of one character of a host lands on that character', () => {
  const source = `f("😀" + 'x' /* - */ + \`mongodb+srv://orders-x7q2k.db.example\`)`;
  const [literal] = read(source);
  const at = literal!.value.indexOf('-');
  expect(isExact(literal!, at, at + 1)).toBe(true);
  expect(sourceRange(literal!, at, at + 1).offset).toBe(source.lastIndexOf('-'));
});

test('a chain of 50,000 operands is one literal', () => {
  const operand = "'mongodb://a' + ";
  const text = operand.repeat(49_999) + "'mongodb://a'";
  const literalAt = (offset: number): object => ({
    type: 'Literal',
    value: 'mongodb://a',
    range: [offset, offset + 13],
  });
  let sum = literalAt(0);
  for (let offset = operand.length; offset < text.length; offset += operand.length) {
    sum = { type: 'BinaryExpression', operator: '+', left: sum, right: literalAt(offset), range: [0, offset + 13] };
  }
  const literals = scriptLiterals({ type: 'Program', body: [sum], range: [0, text.length] }, text, hitsIn(text));
  expect(literals).toHaveLength(1);
  expect(literals[0]?.value).toBe('mongodb://a'.repeat(50_000));
});

test('a chain of 50,000 operands without any text is passed through', () => {
  const text = 'x'.repeat(100_000) + "'mongodb://a'";
  let sum: object = {
    type: 'CallExpression',
    callee: null,
    arguments: [{ type: 'Literal', value: '', range: [100_000, 100_013] }],
    range: [0, 100_013],
  };
  for (let step = 0; step < 50_000; step++) {
    sum = {
      type: 'BinaryExpression',
      operator: '+',
      left: sum,
      right: { type: 'Identifier', name: 'x', range: [0, 1] },
      range: [0, 100_013],
    };
  }
  expect(scriptLiterals(sum, text, hitsIn(text)).map(({ value }) => value)).toEqual(['mongodb://a']);
});

test('a tree that ESLint has walked leads up to parents as well', () => {
  const text = "const a = 'mongodb://a'";
  const tree = PARSERS['typescript-eslint']!(text, 'a.ts') as { body: { parent?: unknown }[] };
  tree.body[0]!.parent = tree;
  expect(scriptLiterals(tree, text, hitsIn(text))).toHaveLength(1);
});

test('a constant object with thousands of properties and uses is read in no time', () => {
  const count = 5_000;
  const properties = Array.from({ length: count }, (_, i) => `k${i}: 'mongodb://h${i}'`).join();
  const uses = Array.from({ length: count }, (_, i) => `f(c.k${i} + '/x');`).join('\n');
  const literals = read(`const c = { ${properties} };\n${uses}`, 'app.js');
  expect(literals).toHaveLength(2 * count);
  expect(literals.at(-1)?.value).toBe(`mongodb://h${count - 1}/x`);
}, 10_000);

test('what is not a tree gives nothing', () => {
  for (const ast of [null, undefined, 'x', {}, []]) expect(scriptLiterals(ast, 'mongodb://', [0])).toEqual([]);
});
