import type { ConnectionString } from './connection-string.ts';
import { HOLE } from '../text/literal.ts';
import type { Hole, Literal } from '../text/literal.ts';
import type { Range } from '../text/source.ts';

export const MASK = '***';

/** Words that people put in the place of a user name or a password; anything else between brackets may be a real one. */
const PLACEHOLDER_WORD =
  /user|name|login|account|pass|pwd|\bpw\b|secret|credential|token|\bkey\b|cluster|host|\bdb|database|your|my|\bid\b|\burl\b|\buri\b|insert|replace|enter|xxx|\.\.\.|…|^\W*$|senha|contrase|mot.de.passe|usuario/i;

/** Ranges of the parsed text that hold user names, passwords and secret option values. */
export function secretRanges(uri: ConnectionString): Range[] {
  const ranges: Range[] = [];
  if (uri.userRange) ranges.push(uri.userRange);
  if (uri.passwordRange) ranges.push(uri.passwordRange);
  if (!uri.userRange) ranges.push(...looseUserinfo(uri));
  // One without a range of its own is empty, or made of unknown pieces alone.
  for (const { secret, secretRange, valueRange } of uri.options) if (secret) ranges.push(secretRange ?? valueRange!);
  return ranges.filter((range) => range.endOffset > range.offset).sort((a, b) => a.offset - b.offset);
}

/** The zone of an IPv6 address: `fe80::1%25eth0`. */
const ZONE = /^([\da-f.]{0,20}:[\da-f:.]{1,60})%[\w.-]{1,40}$/i;

/** User info without its `@`, in a string that was cut short: it reads like hosts. */
function looseUserinfo({ hosts, hostsRange, endOffset }: ConnectionString): Range[] {
  return hosts.flatMap(({ host, hostRange, port, portRange }) => {
    const whole = { offset: hostsRange.offset, endOffset };
    // A socket may lie in a folder of any name.
    if (host.endsWith('.sock')) return [];
    // No host has such characters, nor a template or an ellipsis in its place.
    const plain = host.replace(/^%\w{1,60}%(?=\.|$)/, '').replace(ZONE, '$1');
    if (/[^\p{L}\p{N}\uFFFC._:/[\]*…-]/u.test(plain)) return [whole];
    if (portRange === null || port !== null || portRange.endOffset === portRange.offset) return [];
    if (host.includes('.') || host === 'localhost') return [portRange];
    // `user:pass`: what follows may be the rest of a password with a comma, a slash or a question mark in it. But a single unknown
    // piece can well be a port.
    const isPiece = portRange.endOffset === portRange.offset + HOLE.length;
    const password = { offset: portRange.offset, endOffset: isPiece ? portRange.endOffset : endOffset };
    return [{ offset: isPiece ? hostRange.offset : hostsRange.offset, endOffset: hostRange.endOffset }, password];
  });
}

/** Pieces that nobody means as characters of a password: `${…}`, `$(…)`, `#{…}`, `{{…}}`, `\(…)`, `<%…%>`, `%(…)s`. */
const SURELY_UNKNOWN = /^(?:\$[{(]|#\{|\{\{|\\#*\(|<%|%\()/;

/** What opened a bracket in a password and found its end behind the host. */
const OVER_THE_HOST = /^[^%].*[^{(.\s]@/;

/**
 * A part of the value that must not be shown: literal characters become `***`, holes stay readable. Beside literal characters,
 * `$word`, `{word}` and the like may be a part of the password too, and are hidden with them.
 * @param secret the whole secret, of which `from` to `to` is shown
 */
function hide(literal: Pick<Literal, 'value' | 'holes'>, secret: Range, from: number, to: number): string {
  const isMixed = /[^\uFFFC]/.test(literal.value.slice(secret.offset, secret.endOffset));
  const isReadable = ({ text, placeholder }: Hole): boolean =>
    (!placeholder || PLACEHOLDER_WORD.test(text)) &&
    (!isMixed || SURELY_UNKNOWN.test(text)) &&
    !OVER_THE_HOST.test(text);
  let shown = '';
  for (let at = from; at < to; at++) {
    const hole = literal.value[at] === HOLE ? literal.holes.find((h) => h.at === at) : undefined;
    if (hole && isReadable(hole)) shown += hole.text;
    else if (!shown.endsWith(MASK)) shown += MASK;
  }
  return shown;
}

/** The value between two offsets with every secret hidden; holes are written as the source writes them. */
export function redacted(
  literal: Pick<Literal, 'value' | 'holes'>,
  secrets: readonly Range[],
  from: number,
  to: number,
): string {
  let shown = '';
  let at = from;
  const plain = (end: number): void => {
    if (at < end) shown += withHoles(literal, at, end);
    at = Math.max(at, end);
  };
  for (const secret of secrets) {
    const start = Math.max(at, secret.offset);
    const end = Math.min(to, secret.endOffset);
    if (end <= start) continue;
    plain(start);
    shown += hide(literal, secret, at, end);
    at = end;
  }
  plain(to);
  return shown;
}

/** A part of the value without secrets, with its holes as the source writes them. */
function withHoles({ value, holes }: Pick<Literal, 'value' | 'holes'>, from: number, to: number): string {
  const part = value.slice(from, to);
  if (!part.includes(HOLE)) return part;
  const texts = new Map(holes.map((hole) => [hole.at, hole.text]));
  return part.replaceAll(HOLE, (_, at: number) => texts.get(from + at) ?? '…');
}
