import { mutatedJson } from './mutate-json.ts';
import type { Random } from './random.ts';

export interface Sources {
  readonly random: Random;
  /** Other inputs, to take pieces of. */
  readonly others: readonly string[];
  readonly words: readonly string[];
}

/** Longest input, in code units: most faults need little, and time goes with the length. */
export const LONGEST = 4096;

const ODD = [
  ...[
    '\u0000',
    '\uFFFC',
    '\uFEFF',
    '\ud800',
    '\udfff',
    '\u2028',
    '\r',
    '\r\n',
    '\t',
    '\u001b[31m',
    'é',
    '😀',
    'İ',
    'ſ',
  ],
  ...[
    '__proto__',
    'constructor',
    '-1',
    '0',
    '65536',
    '99999999999999999999',
    '%',
    '%00',
    '\\',
    '\\u',
    '${',
    '}}',
    '*/',
  ],
];

type Step = (text: string, from: Sources) => string;

const STEPS: readonly Step[] = [
  (text, { random }) => cut(text, span(text, random), ''),
  (text, { random }) => cut(text, at(text, random), char(random)),
  (text, { random }) => cut(text, { ...point(text, random), to: random.below(text.length + 1) }, char(random)),
  (text, { random, words }) => cut(text, at(text, random), random.pick(words)),
  (text, { random, words }) => cut(text, span(text, random), random.pick(words)),
  (text, { random }) => cut(text, at(text, random), random.pick(ODD)),
  (text, { random }) => cut(text, at(text, random), piece(text, random)),
  (text, { random, others }) => cut(text, at(text, random), piece(random.pick(others), random)),
  (text, { random, others }) => cut(text, span(text, random), piece(random.pick(others), random)),
  (text, { random }) => cut(text, at(text, random), piece(text, random).repeat(1 + random.below(40))),
  (text, { random }) => flipped(text, random),
  (text, { random, others }) => crossed(text, random.pick(others), random),
];

/** The input with some of it changed: in most cases by a step or two, sometimes by many. */
export function mutated(text: string, from: Sources): string {
  const { random } = from;
  const structured = random.below(3) > 0 ? mutatedJson(text, from) : null;
  if (structured !== null) return structured.slice(0, LONGEST);
  let result = text;
  for (let left = 1 + random.below(random.oneIn(4) ? 8 : 3); left > 0; left--) {
    result = random.pick(STEPS)(result, from).slice(0, LONGEST);
  }
  return result;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const cut = (text: string, { from, to }: Span, by: string): string =>
  text.slice(0, Math.min(from, to)) + by + text.slice(Math.max(from, to));

function point(text: string, random: Random): Span {
  const from = random.below(text.length + 1);
  return { from, to: from };
}
const at = point;

function span(text: string, random: Random): Span {
  const from = random.below(text.length + 1);
  return { from, to: Math.min(text.length, from + 1 + random.below(random.oneIn(3) ? 200 : 8)) };
}

function piece(text: string, random: Random): string {
  const { from, to } = span(text, random);
  return text.slice(from, to);
}

const SIGNS = '@:/?#%[]{}()<>&=,;+ !$"\'`\\|*-_.~\n\t0123456789abcxyzAZ';

const char = (random: Random): string =>
  random.oneIn(6) ? String.fromCharCode(random.below(0x10000)) : random.pick([...SIGNS]);

function flipped(text: string, random: Random): string {
  const { from } = point(text, random);
  const old = text[from] ?? 'a';
  const by = old === old.toUpperCase() ? old.toLowerCase() : old.toUpperCase();
  return cut(text, { from, to: Math.min(text.length, from + 1) }, by);
}

/** The beginning of one input and the end of another. */
function crossed(text: string, other: string, random: Random): string {
  return text.slice(0, random.below(text.length + 1)) + other.slice(random.below(other.length + 1));
}
