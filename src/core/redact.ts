import type { ConnectionString } from './connection-string.ts';
import { HOLE } from './literal.ts';
import type { Literal } from './literal.ts';
import type { Range } from './source.ts';

export const MASK = '***';

/** Words that people put in the place of a user name or a password; anything else between brackets may be a real one. */
const PLACEHOLDER_WORD =
  /user|name|login|account|pass|pwd|\bpw\b|secret|credential|token|\bkey\b|cluster|host|\bdb|database|your|my|\bid\b|\burl\b|\buri\b|insert|replace|enter|xxx|\.\.\.|…|^\W*$|senha|contrase|mot.de.passe|usuario/i;

/** Ranges of the parsed text that hold user names, passwords and secret option values. */
export function secretRanges(uri: ConnectionString): Range[] {
  const ranges: Range[] = [];
  if (uri.userRange) ranges.push(uri.userRange);
  if (uri.passwordRange) ranges.push(uri.passwordRange);
  for (const host of uri.userRange ? [] : uri.hosts) {
    // `scheme://user:pass` without a host reads like a host with an odd port: it may be a string that was cut short.
    if (host.portRange === null || host.port !== null || host.portRange.endOffset === host.portRange.offset) continue;
    ranges.push(host.portRange);
    if (!host.host.includes('.') && host.host !== 'localhost') ranges.push(host.hostRange);
  }
  for (const option of uri.options) {
    if (!option.secret) continue;
    const range = option.secretRange ?? option.valueRange;
    if (range) ranges.push(range);
  }
  return ranges.filter((range) => range.endOffset > range.offset).sort((a, b) => a.offset - b.offset);
}

/** A part of the value that must not be shown: literal characters become `***`, holes stay readable. */
function hide(literal: Pick<Literal, 'value' | 'holes'>, from: number, to: number): string {
  let shown = '';
  for (let at = from; at < to; at++) {
    if (literal.value[at] === HOLE) {
      const hole = literal.holes.find((h) => h.at === at);
      const readable = hole && (!hole.placeholder || PLACEHOLDER_WORD.test(hole.text));
      shown += readable ? hole.text : MASK;
    } else if (!shown.endsWith(MASK)) shown += MASK;
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
    if (secret.endOffset <= at || secret.offset >= to) continue;
    plain(Math.max(at, secret.offset));
    const end = Math.min(to, secret.endOffset);
    shown += hide(literal, at, end);
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
