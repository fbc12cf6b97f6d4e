// Shows that time grows linearly with the input: each hostile text is listed at three sizes, a factor of 100 apart, and a power
// of the size is fitted to the times (least squares of the logarithms). Then those of the inputs that tests keep, repeated, whose time
// grows fastest when everything reads and judges them.
//   npm run bench:scaling          (builds first; a minute; an exponent near 1 is linear, near 2 would be quadratic)
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { lintText } from '../../dist/src/index.js';
import { ATLAS } from '../../dist/src/classify/service.js';
import { findStrings } from '../../dist/src/read/find-strings.js';
import { parseScript } from '../../dist/src/node/script-parser.js';
import { printHelp } from '../help.mjs';

printHelp(import.meta.url);

const GROWTH = [1, 10, 100];
/** Small texts take so little time that the start of everything else would be measured: the smallest is read so often. */
const ROUNDS = [12, 5, 3];
const uri = (n) => `mongodb+srv://u:p@cluster${n}.ab123.mongodb.net/x`;
const repeat = (text, bytes) => text.repeat(Math.ceil(bytes / text.length));
const lines = (make, bytes) => Array.from({ length: Math.ceil(bytes / make(0).length) }, (_, n) => make(n)).join('');

/** Name, path, smaller size in bytes, text of a size. */
const INPUTS = [
  ['one line without a hit', 'a.json', 6_000_000, (bytes) => `["${repeat('abc ', bytes)}"]`],
  ['hits, one a line', 'a.json', 100_000, (bytes) => lines((n) => `{ "u": "${uri(n)}" },\n`, bytes)],
  ['hits in one line', 'a.js', 100_000, (bytes) => `const a = [${lines((n) => `"${uri(n)}", `, bytes)}];`],
  ['hits that need the syntax tree', 'a.js', 100_000, (bytes) => lines((n) => `f("${uri(n)}" + db);\n`, bytes)],
  ['long host names', 'a.txt', 300_000, (bytes) => repeat(`${'a-'.repeat(120)}.mongodb.net `, bytes)],
  ['a domain over and over', 'a.txt', 300_000, (bytes) => repeat('.mongodb.net', bytes)],
  ['a host list without an end', 'a.txt', 300_000, (bytes) => `mongodb://${repeat('a,', bytes)}`],
  ['placeholders without an end', 'a.yaml', 100_000, (bytes) => repeat('mongodb://${', bytes)],
  ['concatenation without an end', 'a.py', 100_000, (bytes) => repeat('"mongodb://" + ', bytes)],
  ['base64 without an end', 'a.yaml', 300_000, (bytes) => repeat('bW9uZ29kYjovL', bytes)],
  ['API paths without an end', 'a.py', 300_000, (bytes) => repeat('/api/atlas/v2', bytes)],
  ['field names', 'a.py', 100_000, (bytes) => repeat('"numShards" providerBackupEnabled ', bytes)],
  ['comments that never end', 'a.c', 100_000, (bytes) => `/* ${lines((n) => `${uri(n)} `, bytes)}`],
  ['Markdown', 'a.md', 100_000, (bytes) => lines((n) => `\`${uri(n)}\`, `, bytes)],
];

function time(path, text, rounds) {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    findStrings({ path, text }, ATLAS, { ast: () => parseScript(text, path) });
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** The power of x that y grows with. */
function exponent(points) {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)]);
  const mean = (at) => logs.reduce((sum, point) => sum + point[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = logs.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return covariance / logs.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

console.log('input                             bytes      ms   ns/byte   exponent over a factor of 100');
for (const [name, path, bytes, make] of INPUTS) {
  const points = GROWTH.map((factor, at) => {
    const text = make((bytes / 25) * factor);
    return [text.length, time(path, text, ROUNDS[at])];
  });
  const [size, long] = points.at(-1);
  const cells = [String(size).padStart(10), long.toFixed(0).padStart(7), ((long * 1e6) / size).toFixed(1).padStart(9)];
  console.log(`${name.padEnd(31)} ${cells.join(' ')}   ${exponent(points).toFixed(2)}`);
}

/** Kept inputs that are shown, worst first. */
const SHOWN = 8;
const KEPT_SIZES = [10_000, 100_000];

function keptInputs(name) {
  const inputs = JSON.parse(
    readFileSync(new URL(`../../test/properties/examples/${name}.json`, import.meta.url), 'utf8'),
  );
  return inputs.flatMap((input) => {
    const end = input.indexOf('\n');
    const [path, body] = end < 0 ? ['input.txt', input] : [input.slice(0, end), input.slice(end + 1)];
    return body === '' ? [] : [{ path, body }];
  });
}

function timeAll(path, text) {
  const start = performance.now();
  lintText(text, { path });
  return performance.now() - start;
}

const kept = ['lint', 'suppress', 'hcl', 'manifests'].flatMap(keptInputs).map(({ path, body }) => {
  const points = KEPT_SIZES.map((size) => {
    const text = repeat(body, size);
    return [text.length, Math.min(timeAll(path, text), timeAll(path, text))];
  });
  return { body, ms: points.at(-1)[1], power: exponent(points) };
});
console.log(`\nkept input, repeated, with all rules                     ms   exponent over a factor of 10`);
for (const { body, ms, power } of kept.sort((a, b) => b.power - a.power).slice(0, SHOWN))
  console.log(`${JSON.stringify(body).slice(0, 50).padEnd(50)} ${ms.toFixed(0).padStart(8)}   ${power.toFixed(2)}`);
