// node tools/word-scan/usual-parts.mjs <folder>...: chooses the four letters (three if a word has no more) by which the
// standard words are recognised in bytes, and which of them share a bucket, so that little else in the texts of these
// folders matches. Writes src/node/scan/usual-parts.ts, from which `npm run docs` then makes the compiled tables.
import { Buffer } from 'node:buffer';
import { closeSync, openSync, readdirSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_WORDS } from '../../dist/src/find/own-files.js';
import { STANDARD_WORDS } from '../../dist/src/node/scan/standard-words.js';
import { PART, wordParts } from '../../dist/src/node/scan/word-tables.js';

const BUCKETS = 8;
/** Bytes read of each file. */
const SAMPLE = 20_000;
/** Pairs of bytes that are counted separately: the common ones. */
const KEPT = 100_000;
const TRIES = 120_000;
/** The cost of comparing a possible match with the words, as a multiple of ruling out an offset. */
const COMPARED = 25;

const words = [...STANDARD_WORDS, ...OWN_WORDS];

/** How often four adjacent bytes occur in the texts, by their number. */
function count(folders) {
  const counts = new Map();
  const buffer = Buffer.alloc(SAMPLE);
  let places = 0;
  const addFile = (path) => {
    const file = openSync(path, 'r');
    const bytes = buffer.subarray(0, readSync(file, buffer, 0, SAMPLE, 0));
    closeSync(file);
    if (bytes.includes(0)) return;
    for (let at = 0; at + PART <= bytes.length; at++) {
      const four = bytes.readUInt32LE(at);
      counts.set(four, (counts.get(four) ?? 0) + 1);
      places++;
    }
  };
  const addFolder = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== '.git') addFolder(path);
      else if (entry.isFile()) addFile(path);
    }
  };
  for (const folder of folders) addFolder(folder);
  return { counts, places };
}

const { counts, places } = count(process.argv.slice(2));
if (places === 0) {
  console.error(
    'no text was found: name folders with many kinds of texts, node tools/word-scan/usual-parts.mjs <folder>...',
  );
  process.exit(2);
}
const usual = [...counts].sort((a, b) => b[1] - a[1]).slice(0, KEPT);
const weights = Float64Array.from(usual, ([, often]) => often);
const bytesAt = [0, 1, 2, 3].map((place) => Uint8Array.from(usual, ([four]) => (four >>> (8 * place)) & 255));

/** How often a part itself occurs in the texts, in any case. */
const often = new Map();
for (const [four, times] of counts) {
  const bytes = Buffer.alloc(PART);
  bytes.writeUInt32LE(four);
  const part = bytes.toString('latin1').toLowerCase();
  for (const one of [part, part.slice(0, -1)]) often.set(one, (often.get(one) ?? 0) + times);
}

const formsOf = (char) => [...new Set([char, char.toUpperCase()])].map((form) => form.charCodeAt(0));

/** The cost of a search with these buckets, per hundred offsets. */
function costOf(buckets) {
  const low = bytesAt.map(() => new Uint8Array(16));
  const high = bytesAt.map(() => new Uint8Array(16));
  let compared = 0;
  for (const [part, bucket] of buckets) {
    compared += often.get(part) ?? 0;
    for (const [place, char] of [...part].entries()) {
      for (const byte of formsOf(char)) {
        low[place][byte & 15] |= 1 << bucket;
        high[place][byte >> 4] |= 1 << bucket;
      }
    }
    // After three letters, any byte may follow.
    for (let half = 0; part.length < PART && half < 16; half++) {
      low[PART - 1][half] |= 1 << bucket;
      high[PART - 1][half] |= 1 << bucket;
    }
  }
  const tables = low.map((_, place) =>
    Uint8Array.from({ length: 256 }, (_, byte) => low[place][byte & 15] & high[place][byte >> 4]),
  );
  let looks = COMPARED * compared;
  for (let i = 0; i < weights.length; i++) {
    let left = tables[0][bytesAt[0][i]];
    for (let place = 1; left !== 0 && place < PART; place++) left &= tables[place][bytesAt[place][i]];
    if (left !== 0) looks += weights[i];
  }
  return (looks / places) * 100;
}

/** The parts of each word of which one must be recognised: those at even offsets, and those at odd offsets. */
const sides = words.flatMap((word) => [0, 1].map((side) => wordParts(word, side).map(({ text }) => text)));

let seed = 1;
/** Reproducible, so that the same texts give the same table. */
function random(below) {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * below);
}

/**
 * A neighbouring choice: a part in another bucket, or another part for a side of a word and for others with the same
 * part.
 */
function changed({ choice, buckets }) {
  if (random(2) === 0) {
    const parts = [...buckets.keys()];
    return { choice, buckets: new Map(buckets).set(parts[random(parts.length)], random(BUCKETS)) };
  }
  const side = sides[random(sides.length)];
  const part = side[random(side.length)];
  const next = new Map(choice);
  for (const other of sides) if (other === side || (random(2) === 0 && other.includes(part))) next.set(other, part);
  const before = buckets.get(choice.get(side));
  return { choice: next, buckets: new Map([...next.values()].map((one) => [one, buckets.get(one) ?? before])) };
}

// Simulated annealing: worse choices are also accepted, but less often over time.
const rarest = (parts) => [...parts].sort((a, b) => (often.get(a) ?? 0) - (often.get(b) ?? 0))[0];
const choice = new Map(sides.map((side) => [side, rarest(side)]));
let now = { choice, buckets: new Map([...new Set(choice.values())].sort().map((part, i) => [part, i % BUCKETS])) };
let cost = costOf(now.buckets);
let best = { ...now, cost };
for (let tries = 0; tries < TRIES; tries++) {
  const warmth = 0.03 * (1 - tries / TRIES) + 0.0005;
  const next = changed(now);
  const nextCost = costOf(next.buckets);
  if (nextCost >= cost && random(1e6) / 1e6 >= Math.exp((cost - nextCost) / warmth)) continue;
  [now, cost] = [next, nextCost];
  if (cost < best.cost) best = { ...now, cost };
}

const lines = Array.from({ length: BUCKETS }, (_, bucket) =>
  [...best.buckets]
    .filter(([, one]) => one === bucket)
    .map(([part]) => part)
    .sort()
    .join(' '),
);
/** With the quotes that need fewer escapes. */
function literal(line) {
  const quote = line.split("'").length > line.split('"').length ? '"' : "'";
  return quote + line.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
}

const text = [
  '// Generated by `node tools/word-scan/usual-parts.mjs` from texts on the machine of who ran it. Do not edit.',
  '',
  '/** The parts by which the standard words are recognized in bytes; those of a line share a bucket. */',
  'export const USUAL_PARTS: readonly string[] = [',
  ...lines.map((line) => `  ${literal(line)},`),
  '];',
  '',
].join('\n');
writeFileSync(new URL('../../src/node/scan/usual-parts.ts', import.meta.url), text);
console.log(`${places} places: ${best.cost.toFixed(3)} looks for every hundred`);
