import { expect, test } from 'vitest';
import { display, PLACEHOLDER, isExact, sourceRange } from '../../../src/text/literal.ts';
import { read, shown } from '../../support/script-trees.ts';

test.each([
  ['const', "const H = 'a.db.example'; f(`mongodb://${H}/x`)", ['a.db.example', 'mongodb://a.db.example/x']],
  ['let that never changes', "let H = 'h'; f('mongodb://' + H)", ['mongodb://h']],
  ['let that changes', "let H = 'h'; H = 'i'; f('mongodb://' + H)", ['mongodb://${H}']],
  ['a variable of a loop', "for (const H of ['h']) f('mongodb://' + H)", ['mongodb://${H}']],
  ['counted up', "var H = 'h'; H++; f('mongodb://' + H)", ['mongodb://${H}']],
  ['assigned by a pattern', "let H = 'h'; ({ x: [H = 1] } = y); f('mongodb://' + H)", ['mongodb://${H}']],
  ['a name that is declared twice', "const H = 'h'; function g(H) { f('mongodb://' + H) }", ['mongodb://${H}']],
  ['a name taken from a pattern', "const { H = 'h' } = x; f('mongodb://' + H)", ['mongodb://${H}']],
  ['a parameter', "function g(H = 'h') { f('mongodb://' + H) }", ['mongodb://${H}']],
  ['a number', 'const P = 27017; f(`mongodb://h:${P}`)', ['mongodb://h:27017']],
  ['constants of constants', "const A = 'a', B = A + '.b'; f(`mongodb://${B}`)", ['mongodb://a.b']],
  ['one that is declared further down', "f(`mongodb://${B}`); const B = A + '.b', A = 'a'", ['mongodb://a.b']],
  ['a circle', "const A = B + 'a', B = A + 'b'; f('mongodb://' + A)", ['mongodb://${B}a']],
  ['a scheme far away', "const S = 'mongodb://', H = 'h'; f(S + H)", ['mongodb://', 'mongodb://h']],
  [
    'a scheme further away',
    "const S = 'mongodb://'; const T = S + x; f(T + y)",
    ['mongodb://', 'mongodb://${x}', 'mongodb://${x}${y}'],
  ],
  ['an object', "const c = { db: { host: 'h' } }; f(`mongodb://${c.db.host}`)", ['mongodb://h']],
  ['a frozen object', "const c = Object.freeze({ host: 'h' } as const); f('mongodb://' + c['host'])", ['mongodb://h']],
  ['a shorthand', "const host = 'h'; const c = { host }; f('mongodb://' + c.host)", ['mongodb://h']],
  ['an object in an object', "const d = { h: 'h' }, c = { d }; f('mongodb://' + c.d.h)", ['mongodb://h']],
  ['an assigned property', "const c = { host: 'h' }; c.host = y; f('mongodb://' + c.host)", ['mongodb://${c.host}']],
  ['another assigned property', "const c = { host: 'h', a: 1 }; c.a = y; f('mongodb://' + c.host)", ['mongodb://h']],
  ['any property assigned', "const c = { host: 'h' }; c[k].x = y; f('mongodb://' + c.host)", ['mongodb://${c.host}']],
  ['Object.assign', "const c = { host: 'h' }; Object.assign(c, d); f('mongodb://' + c.host)", ['mongodb://${c.host}']],
  ['a deleted property', "const c = { host: 'h' }; delete c.host; f('mongodb://' + c.host)", ['mongodb://${c.host}']],
  ['a spread behind it', "const c = { host: 'h', ...d }; f('mongodb://' + c.host)", ['mongodb://${c.host}']],
  ['a spread ahead of it', "const c = { ...d, host: 'h' }; f('mongodb://' + c.host)", ['mongodb://h']],
  ['a getter', "const c = { get host() { return 'h' } }; f('mongodb://' + c.host)", ['mongodb://${c.host}']],
  ['a property with a hit', "const c = { u: 'mongodb://h' }; f(c.u + '/x')", ['mongodb://h', 'mongodb://h/x']],
  ['what a library gives', "const H = process.env.H || 'h'; f('mongodb://' + H)", ['mongodb://${H}']],
])('%s', (_, source, expected) => {
  expect(shown(source)).toEqual(expected);
});

test('a name by itself is not reported where it is used', () => {
  const uses = 'connect(URI); connect(`${URI}`); connect(String(URI)); connect(c.uri); x = URI;';
  expect(shown(`const URI = 'mongodb://h'; const c = { uri: URI }; ${uses}`)).toEqual(['mongodb://h']);
});

test('folded text is one inexact segment at the place that refers to it', () => {
  const source = "const H = 'a\\x2db.db.example'; f(`mongodb://u@${H}:1`, 'mongodb://' + H)";
  const [, template, sum] = read(source);
  const place = (literal = template!, text = 'a-b.db.example') => {
    const at = literal.value.indexOf(text);
    const range = sourceRange(literal, at, at + text.length);
    expect(isExact(literal, at, at + text.length)).toBe(false);
    expect(literal.segments.filter((segment) => segment.at >= at && segment.at < at + text.length)).toHaveLength(1);
    return source.slice(range.offset, range.endOffset);
  };
  expect(place(template)).toBe('${H}');
  expect(place(sum)).toBe('H');
  expect(template!.folded).toEqual([{ offset: 12, endOffset: 26 }]);
  expect(sum!.folded.map(({ offset, endOffset }) => sum!.value.slice(offset, endOffset))).toEqual(['a-b.db.example']);
});

test('a placeholder of a constant is at the place that refers to the constant', () => {
  const source = "const H = env('X') + '.h'; f('mongodb://' + H)";
  const [literal] = read(source);
  expect(literal?.value).toBe(`mongodb://${PLACEHOLDER}.h`);
  expect(literal?.placeholders[0]).toMatchObject({
    at: 10,
    text: '${env(…}',
    offset: source.length - 2,
    endOffset: source.length - 1,
  });
});

test('constants that double their length do not fill the memory', () => {
  const doubled = Array.from({ length: 60 }, (_, i) => `const c${i + 1} = c${i} + c${i};`).join('\n');
  const [literal] = read(`const c0 = 'abcdefgh';\n${doubled}\nf('mongodb://' + c60 + c9)`);
  expect(literal!.value.length).toBeLessThan(100_000);
  expect(display(literal!)).toMatch(/^mongodb:\/\/.*abcdefgh$/);
});

test('a long row of constants is followed from one to the next', () => {
  const row = Array.from({ length: 300 }, (_, i) => `const c${i + 1} = c${i} + '.';`).join('\n');
  expect(read(`const c0 = 'h';\n${row}\nf('mongodb://' + c300)`)[0]?.value).toBe(`mongodb://h${'.'.repeat(300)}`);
});
