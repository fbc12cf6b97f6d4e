import { HOLE } from './literal.ts';
import { isEscape } from './uri-percent.ts';
import { MOST_PARTS } from './uri-text.ts';

/** How much a text looks like a host list: `strong` hosts have a dot, brackets, a socket path, or are `localhost`. */
export type Strength = 'none' | 'weak' | 'strong';

const HIGHEST_PORT = 65535;

/** The number a port's text stands for, `null` when it is not between 1 and 65535. */
export function portNumber(text: string): number | null {
  if (!/^\d{1,10}$/.test(text)) return null;
  const port = Number(text);
  return port >= 1 && port <= HIGHEST_PORT ? port : null;
}

/** Judges a comma-separated host list by its first hosts; linear in its length. */
export function hostStrength(masked: string, from: number, to: number): Strength {
  let strong = false;
  let start = from;
  let count = 0;
  for (let at = from; at <= to && count < MOST_PARTS; at++) {
    if (at < to && masked[at] !== ',') continue;
    const strength = entryStrength(masked.slice(start, at));
    if (strength === 'none') return 'none';
    strong ||= strength === 'strong';
    start = at + 1;
    count++;
  }
  return strong ? 'strong' : 'weak';
}

function entryStrength(entry: string): Strength {
  if (entry.startsWith('[')) return /^\[[\da-f:.]+(?:%[\w.-]+)?\](:.*)?$/i.test(entry) ? 'strong' : 'none';
  const colon = entry.indexOf(':');
  const host = colon < 0 ? entry : entry.slice(0, colon);
  if (host === '' || !hasHostLetters(host)) return 'none';
  const port = colon < 0 ? null : entry.slice(colon + 1);
  if (port !== null && !port.includes(HOLE) && portNumber(port) === null) return 'none';
  return looksDotted(host) || host.includes(HOLE) || host === 'localhost' || /%2f/i.test(host) ? 'strong' : 'weak';
}

/** A dot inside, and no empty label but the root's. */
function looksDotted(host: string): boolean {
  return host.indexOf('.', 1) > 0 && !host.includes('..') && !host.startsWith('.') && host.length > 2;
}

/** What hosts are written with, apart from escapes and the spaces in the path of a socket. */
const LETTERS = /^[\w.\u0080-\uffff-]+$/;

function hasHostLetters(host: string): boolean {
  return (LETTERS.test(host) || hasEscapedLetters(host)) && /[^.-]/.test(host);
}

function hasEscapedLetters(host: string): boolean {
  const isSocket = /%2f/i.test(host);
  for (let at = 0; at < host.length; at++) {
    const letter = host[at]!;
    if (/[\w.-]/.test(letter) || letter > '\u007f') continue;
    if (letter === '%' && isEscape(host, at)) continue;
    if (!(isSocket && letter === ' ')) return false;
  }
  return true;
}
