import { expect, test } from 'vitest';
import { parseScript } from '../../src/node/script-parser.ts';
import { scriptBlocks } from '../../src/read/script/embedded.ts';
import { read, shown } from '../support/script-trees.ts';
import { lintText } from '../support/lint-text.ts';

const URI = 'mongodb://h';

test.each([
  ['app.js', `#!/usr/bin/env node\nconst uri = '${URI}'; return uri`],
  ['app.cjs', `with (x) { await y; f('${URI}') }`],
  ['app.mjs', `import a from 'b' with { type: 'json' }; import c from 'd' assert { type: 'json' }; f('${URI}')`],
  ['app.js', `@(foo.bar()) class A { @x y = '${URI}'; #z; static { f() } accessor b = 1 }`],
  ['app.js', `export @dec class A { y = '${URI}' }`],
  ['app.js', `@dec export class A { y = '${URI}' }`],
  ['app.js', `// @flow\nfunction f(x: number): string { return ('${URI}': any) }`],
  ['app.jsx', `const a = <><B c={'${URI}'} /></>`],
  ['app.ts', `class A { constructor(@Inject('x') private readonly b: string = '${URI}') {} }`],
  ['app.ts', `export @dec class A { y = <string>'${URI}' }`],
  ['app.mts', `export default '${URI}' satisfies string; using x = y`],
  ['app.cts', `import a = require('b'); export = '${URI}' as const`],
  ['app.tsx', `const f = <T,>(x: T) => <A<T> uri="${URI}" />`],
  ['APP.TS', `let a: string = '${URI}'`],
  ['Jenkinsfile.unknown', `f('${URI}')`],
])('%s: %s', (path, source) => {
  expect(shown(source, path)).toEqual([URI]);
});

test('mistakes that can be passed over are passed over', () => {
  expect(shown(`let a; let a; const b; f('${URI}'); export { nothing }`, 'app.js')).toEqual([URI]);
});

test('what is not a script gives null', () => {
  expect(parseScript('const = ;', 'app.js')).toBeNull();
  expect(parseScript('{{ template }}: {% raw %}', 'app.ts')).toBeNull();
  expect(parseScript(`f(${'a + '.repeat(200_000)}'${URI}')`, 'app.js')).toSatisfy(
    (tree) => tree === null || typeof tree === 'object',
  );
});

test('the root carries the comments, with ranges', () => {
  const source = '/* a */ f() // b';
  const { comments } = parseScript(source, 'app.js') as { comments: { range: [number, number] }[] };
  expect(comments.map(({ range }) => source.slice(...range))).toEqual(['/* a */', '// b']);
});

const COMPONENT = `<!-- <script>f('${URI}/old')</script> -->
<template><p title="a > b">😀 {{ uri }}</p></template>\r
<script setup lang="ts" data-x="a>b">
const host: string = 'h'
const uri = \`mongodb://\${host}/setup\`
</script>
<SCRIPT>
export default { data: () => ({ uri: '${URI}/plain' }) }
</SCRIPT >
<script type="application/json">{ "uri": "${URI}/json" }</script>
<script src="./other.js" />
<style>a {}</style>
`;

test.each(['App.vue', 'App.svelte'])('scripts of %s, with offsets in the whole file', (path) => {
  const literals = read(COMPONENT, path);
  expect(literals.map(({ value, key }) => [key, value])).toEqual([
    ['uri', 'mongodb://h/setup'],
    ['data.uri', 'mongodb://h/plain'],
  ]);
  const [first] = literals[1]!.segments;
  expect(COMPONENT.slice(first!.offset, first!.endOffset)).toBe(`${URI}/plain`);
});

test('a component with a broken script still gives the other one', () => {
  const source = `<script>const = ;</script>\n<script>f('${URI}')</script>`;
  expect(shown(source, 'App.vue')).toEqual([URI]);
  expect(parseScript('<script>const = ;</script>', 'App.vue')).toBeNull();
  expect(parseScript('<template />', 'App.vue')).toMatchObject({ body: [] });
});

test('scripts are found in one pass, closed or not', () => {
  const block = (text: string) => scriptBlocks(text).map(({ offset, endOffset }) => text.slice(offset, endOffset));
  expect(block("<script>a < b</script><scripts>c</scripts><script\nlang='ts'>d")).toEqual(['a < b', 'd']);
  expect(block('<script')).toEqual([]);
  expect(block('<!-- <script>a</script>')).toEqual([]);
  expect(block('<!--'.repeat(100_000))).toEqual([]);
  expect(block('<'.repeat(100_000) + '</script'.repeat(10_000))).toEqual([]);
});

test('a script over a megabyte gets no tree, and its strings are reported all the same', () => {
  const string = `const uri = "mongodb+srv://" + user + "@gable.ab123.mongodb.net:27017/x";\n`;
  const told = (text: string): unknown[] => lintText('a.js', text).map(({ rule, text: shownAs }) => [rule, shownAs]);
  const long = `${string}${'f();\n'.repeat(210_000)}`;
  expect(parseScript(long, 'a.js')).toBeNull();
  expect(parseScript(string, 'a.js')).not.toBeNull();
  expect(told(string)).not.toEqual([]);
  expect(told(long)).toEqual(told(string));
});
