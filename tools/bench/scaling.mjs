// Shows that time grows linearly with the input: each hostile text is listed at three sizes, a factor of 100 apart, and a power
// of the size is fitted to the times (least squares of the logarithms).
//   npm run bench:scaling          (builds first; a minute; an exponent near 1 is linear, near 2 would be quadratic)
import { performance } from 'node:perf_hooks';
import { ATLAS } from '../../dist/src/classify/service.js';
import { findStrings } from '../../dist/src/read/find-strings.js';
import { parseScript } from '../../dist/src/node/script-parser.js';

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
  ['holes without an end', 'a.yaml', 100_000, (bytes) => repeat('mongodb://${', bytes)],
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
