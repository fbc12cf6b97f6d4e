import type { Scheme, UriHost, UriIssue } from './connection-string.ts';
import { badPercent } from './uri-percent.ts';
import { error, range, warning } from './uri-text.ts';

/** What is wrong with one host of the list, without looking at its neighbours. */
export function hostIssues(text: string, host: UriHost, scheme: Scheme | null): UriIssue[] {
  const written = text.slice(host.hostRange.offset, host.hostRange.endOffset);
  const inBrackets = text[host.offset] === '[';
  if (!inBrackets && looksLikeAddress(text.slice(host.offset, host.endOffset))) {
    return [error('host-invalid', host, 'An IPv6 address must stand in brackets.')];
  }
  const named = inBrackets ? bracketIssue(text, host, written) : nameIssue(host, written);
  return [named, portIssue(host, scheme)].filter((issue) => issue !== null);
}

/** Two colons or more and nothing but what an IPv6 address is written with. */
export function looksLikeAddress(entry: string): boolean {
  return /^[\da-f:.]+$/i.test(entry) && /[\da-f]/i.test(entry) && entry.split(':', 3).length === 3;
}

function bracketIssue(text: string, host: UriHost, written: string): UriIssue | null {
  const close = host.hostRange.endOffset;
  const behind = text.slice(close + 1, host.portRange ? host.portRange.offset - 1 : host.endOffset);
  const isAddress = /^[\da-f:.]+(%[\w.-]+)?$/i.test(written) && written.includes(':');
  if (text[close] === ']' && behind === '' && isAddress) return null;
  return error('host-invalid', host, 'The brackets do not hold an IPv6 address.');
}

function nameIssue(host: UriHost, written: string): UriIssue | null {
  if (written === '') return error('host-empty', host, 'There is no host in front of the port.');
  if (badPercent(written) >= 0) return error('host-invalid', host.hostRange, 'The host has a bad percent-encoding.');
  if (host.host !== written) return socketIssue(host);
  if (/[\s"<>@#[\\\]^`{|}]/.test(written)) {
    return error('host-invalid', host.hostRange, 'The host holds a character that no host name may have.');
  }
  // RFC 3986 allows these in a registered name, DNS does not.
  return /[!$&'()*+;=~]/.test(written)
    ? warning('host-invalid', host.hostRange, 'The host holds a character that no DNS name has.')
    : null;
}

function socketIssue(host: UriHost): UriIssue | null {
  if (host.host.endsWith('.sock')) return null;
  return warning('host-invalid', host.hostRange, 'The path of a Unix socket must end in .sock.');
}

function portIssue(host: UriHost, scheme: Scheme | null): UriIssue | null {
  if (!host.portRange) return null;
  const withColon = range(host.portRange.offset - 1, host.portRange.endOffset);
  if (scheme === 'srv') return error('srv-port', withColon, 'An SRV connection string has no port.');
  if (host.port !== null) return null;
  const at = host.portRange.offset === host.portRange.endOffset ? withColon : host.portRange;
  return error('port-invalid', at, 'The port must be a number from 1 to 65535.');
}
