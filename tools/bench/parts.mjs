// Times the parts of a run, on generated texts: node tools/bench/parts.mjs (after `npm run build`)
import { Buffer } from 'node:buffer';
import { performance } from 'node:perf_hooks';
import { RULES } from '../../dist/rules/index.js';
import { classifyHost } from '../../dist/src/classify/classify-host.js';
import { findHits } from '../../dist/src/find/hits.js';
import { parseConnectionString } from '../../dist/src/parse/parse.js';
import { wordsToFind } from '../../dist/src/lint/rule-triggers.js';
import { ATLAS } from '../../dist/src/classify/service.js';
import { lintText } from '../../dist/src/index.js';
import { wordScan } from '../../dist/src/node/scan/search-file.js';
import { findStrings } from '../../dist/src/read/find-strings.js';
import { printHelp } from '../help.mjs';

printHelp(import.meta.url);

const URI = 'mongodb+srv://app:s3cret@cluster0-pri.ab123.mongodb.net/orders?retryWrites=true&w=majority';
const LINE = 'const value = handler(model, 4711) + "some text that says nothing";\n';
const NO_HIT = LINE.repeat(15_000);
const ONE_HIT = `${LINE.repeat(30)}const uri = "${URI}";\n${LINE.repeat(30)}`;
const BYTES = Buffer.from(NO_HIT);

/** Name, work for one round, and its size in bytes if the time per byte is more useful. */
const PARTS = [
  ['search of bytes, no word', () => scan.holds(BYTES), BYTES.length],
  ['search of text, no word', () => findHits(NO_HIT, ATLAS), NO_HIT.length],
  ['parse a connection string', () => parseConnectionString(URI, { schemes: ATLAS.schemes })],
  ['classify a host', () => classifyHost('cluster0-pl-0.ab123.mongodb.net', 'srv', ATLAS)],
  ['find in a script of 60 lines', () => findStrings({ path: 'a.ts', text: ONE_HIT }, ATLAS)],
  ['all rules on a script of 60 lines', () => lintText(ONE_HIT, { path: 'a.ts' })],
];
const scan = wordScan(wordsToFind(ATLAS, RULES));

function time(work) {
  for (let warm = 0; warm < 50; warm++) work();
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    let runs = 0;
    while (performance.now() - started < 100) {
      work();
      runs++;
    }
    best = Math.min(best, (performance.now() - started) / runs);
  }
  return best;
}

for (const [name, work, bytes] of PARTS) {
  const milliseconds = time(work);
  const speed = bytes === undefined ? '' : `${(bytes / 1e3 / milliseconds).toFixed(0)} MB/s`;
  console.log(`${name.padEnd(36)} ${(milliseconds * 1e3).toFixed(1).padStart(10)} µs   ${speed}`);
}
