import type { Scheme, UriHost, UriIssue } from './connection-string.ts';
import type { Range } from '../text/source.ts';
import { decodePercent, badPercent, error, hasPlaceholder, MAX_PARTS, range, warning, type UriText } from './input.ts';
import { portNumber } from './split.ts';

export interface HostPart {
  readonly hosts: readonly UriHost[];
  readonly issues: readonly UriIssue[];
}

/** Reads the host list: names, addresses in brackets, percent-encoded sockets, each with its port. */
export function readHosts(uri: UriText, whole: Range, scheme: Scheme | null): HostPart {
  const hosts: UriHost[] = [];
  const issues: UriIssue[] = [];
  const entries = splitEntries(uri.masked, whole);
  const isKnown = !hasPlaceholder(uri, whole.offset, whole.endOffset);
  for (const entry of entries) {
    if (entry.offset === entry.endOffset) {
      if (isKnown) issues.push(missingHost(entry, whole));
      continue;
    }
    const loose = loosePort(uri, entry, hosts.at(-1));
    const host = loose ?? readHost(uri, entry);
    hosts.push(host);
    if (hasPlaceholder(uri, entry.offset, entry.endOffset)) continue;
    issues.push(...(loose ? [looseNumber(entry)] : hostIssues(uri.text, host, scheme)));
  }
  if (scheme === 'srv' && entries.length > 1 && isKnown) {
    issues.push(error('srv-multiple-hosts', whole, 'An SRV string must have exactly one host.'));
  }
  // A list that grew has room for more, which is kept in memory for every string.
  return { hosts: hosts.slice(), issues };
}

/** Splits the list at commas outside of brackets. */
function splitEntries(masked: string, { offset, endOffset }: Range): Range[] {
  const entries: Range[] = [];
  let start = offset;
  let inBrackets = false;
  for (let at = offset; at <= endOffset && entries.length < MAX_PARTS; at++) {
    if (masked[at] === '[' && at === start) inBrackets = true;
    else if (masked[at] === ']') inBrackets = false;
    if (at < endOffset && (masked[at] !== ',' || inBrackets)) continue;
    entries.push(range(start, at));
    start = at + 1;
  }
  return entries;
}

function readHost(uri: UriText, at: Range): UriHost {
  const entry = uri.masked.slice(at.offset, at.endOffset);
  if (looksLikeAddress(entry)) return plainHost(entry, at);
  const close = entry.startsWith('[') ? entry.indexOf(']') : -1;
  const isOpen = entry.startsWith('[') && close < 0;
  const colon = isOpen ? -1 : entry.indexOf(':', Math.max(close, 0));
  const hostEnd = colon < 0 ? at.endOffset : at.offset + colon;
  const hostRange = close < 0 ? range(at.offset, hostEnd) : range(at.offset + 1, at.offset + close);
  const written = uri.text.slice(hostRange.offset, hostRange.endOffset);
  const portRange = colon < 0 ? null : range(hostEnd + 1, at.endOffset);
  return {
    offset: at.offset,
    endOffset: at.endOffset,
    host: /%2f/i.test(written) ? decodePercent(written) : written,
    hostRange,
    port: portRange && portNumber(uri.text.slice(portRange.offset, portRange.endOffset)),
    portRange,
  };
}

/** The port of an IPv6 address without brackets cannot be told from the address. */
function plainHost(host: string, at: Range): UriHost {
  return { offset: at.offset, endOffset: at.endOffset, host, hostRange: at, port: null, portRange: null };
}

/** In `host:1024,1025` a bare number after a host with a port is meant as another port of that host. */
function loosePort(uri: UriText, entry: Range, previous: UriHost | undefined): UriHost | null {
  if (!previous?.portRange) return null;
  const port = portNumber(uri.text.slice(entry.offset, entry.endOffset));
  return port === null
    ? null
    : { ...entry, host: previous.host, hostRange: previous.hostRange, port, portRange: entry };
}

function looseNumber(entry: Range): UriIssue {
  return warning('host-invalid', entry, 'A port needs a host before it.');
}

function missingHost(entry: Range, whole: Range): UriIssue {
  const comma = entry.offset > whole.offset ? range(entry.offset - 1, entry.offset) : null;
  const at = comma ?? range(entry.offset, Math.min(entry.offset + 1, whole.endOffset));
  if (comma) return { ...error('host-empty', at, 'The host after the comma is missing.'), tolerated: true };
  return error('host-empty', at, 'The host is missing.');
}

/** The faults of a single host, regardless of the other hosts. */
function hostIssues(text: string, host: UriHost, scheme: Scheme | null): UriIssue[] {
  const written = text.slice(host.hostRange.offset, host.hostRange.endOffset);
  const inBrackets = text[host.offset] === '[';
  if (!inBrackets && looksLikeAddress(text.slice(host.offset, host.endOffset))) {
    return [error('host-invalid', host, 'An IPv6 address must be in brackets.')];
  }
  const named = inBrackets ? bracketIssue(text, host, written) : nameIssue(host, written);
  return [named, portIssue(host, scheme)].filter((issue) => issue !== null);
}

/** True for at least two colons and only characters of an IPv6 address, but not for two ports of an IPv4 address. */
function looksLikeAddress(entry: string): boolean {
  return (
    /^(?!\d{1,3}(?:\.\d{1,3}){3}:)[\da-f:.]+$/i.test(entry) &&
    /[\da-f]/i.test(entry) &&
    entry.split(':', 3).length === 3
  );
}

function bracketIssue(text: string, host: UriHost, written: string): UriIssue | null {
  const close = host.hostRange.endOffset;
  const behind = text.slice(close + 1, host.portRange ? host.portRange.offset - 1 : host.endOffset);
  const isAddress = /^[\da-f:.]+(%[\w.-]+)?$/i.test(written) && written.includes(':');
  if (text[close] === ']' && behind === '' && isAddress) return null;
  return error('host-invalid', host, 'The brackets do not contain an IPv6 address.');
}

function nameIssue(host: UriHost, written: string): UriIssue | null {
  if (written === '') return error('host-empty', host, 'The host before the port is missing.');
  if (badPercent(written) >= 0)
    return error('host-invalid', host.hostRange, 'The host has an invalid percent-encoding.');
  if (host.host !== written) return socketIssue(host);
  if (/[\s"<>@#[\\\]^`{|}]/.test(written)) {
    return error('host-invalid', host.hostRange, 'The host contains a character that hostnames cannot have.');
  }
  // RFC 3986 allows these characters in a registered name, DNS does not.
  return /[!$&'()*+;=~]/.test(written)
    ? warning('host-invalid', host.hostRange, 'The host contains a character that DNS names cannot have.')
    : null;
}

function socketIssue(host: UriHost): UriIssue | null {
  if (host.host.endsWith('.sock')) return null;
  return warning('host-invalid', host.hostRange, 'The path of a Unix socket must end in .sock.');
}

function portIssue(host: UriHost, scheme: Scheme | null): UriIssue | null {
  if (!host.portRange) return null;
  const withColon = range(host.portRange.offset - 1, host.portRange.endOffset);
  if (scheme === 'srv') return error('srv-port', withColon, 'An SRV string cannot contain a port.');
  if (host.port !== null) return null;
  const message = 'The port must be a number from 1 to 65535.';
  if (host.portRange.offset < host.portRange.endOffset) return error('port-invalid', host.portRange, message);
  return { ...error('port-invalid', withColon, message), tolerated: true };
}
