import type { Scheme, UriHost, UriIssue } from './connection-string.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import type { Range } from '../text/source.ts';
import { decodePercent, error, hasBadPercent, isOpen, range, textAt, warning } from './part.ts';
import { MAX_PARTS, portNumber } from './split.ts';

/** Reads the host list and adds its faults: names, addresses in brackets, percent-encoded sockets, each with its port. */
export function readHosts(text: string, whole: Range, scheme: Scheme | null, issues: UriIssue[]): readonly UriHost[] {
  const hosts: UriHost[] = [];
  const entries = splitEntries(text, whole);
  const isKnown = !isOpen(text, whole);
  for (const entry of entries) {
    if (entry.offset === entry.endOffset) {
      if (isKnown) issues.push(missingHost(entry, whole));
      continue;
    }
    // In `host:1024,1025` a bare number after a host with a port is meant as another port of that host.
    const previous = hosts.at(-1);
    const port = previous?.portRange ? portNumber(textAt(text, entry)) : null;
    const loose = previous && port !== null ? { ...previous, ...entry, port, portRange: entry } : null;
    const host = loose ?? readHost(text, entry);
    hosts.push(host);
    if (isOpen(text, entry)) issues.push(...openIssues(text, host, scheme));
    else if (loose) issues.push(warning('host-invalid', entry, 'A port needs a host before it.'));
    else issues.push(...hostIssues(text, host, scheme));
  }
  if (scheme === 'srv' && entries.length > 1 && isKnown)
    issues.push(error('srv-multiple-hosts', whole, 'An SRV string must have exactly one host.'));
  return hosts;
}

function splitEntries(text: string, { offset, endOffset }: Range): Range[] {
  const entries: Range[] = [];
  let start = offset;
  let inBrackets = false;
  for (let at = offset; at <= endOffset && entries.length < MAX_PARTS; at++) {
    if (text[at] === '[' && at === start) inBrackets = true;
    else if (text[at] === ']') inBrackets = false;
    if (at < endOffset && (text[at] !== ',' || inBrackets)) continue;
    entries.push(range(start, at));
    start = at + 1;
  }
  return entries;
}

function readHost(text: string, at: Range): UriHost {
  const entry = textAt(text, at);
  // The port of an IPv6 address without brackets cannot be told from the address.
  if (looksLikeAddress(entry)) return { ...at, host: entry, hostRange: at, port: null, portRange: null };
  const close = entry.startsWith('[') ? entry.indexOf(']') : -1;
  const isOpen = entry.startsWith('[') && close < 0;
  const colon = isOpen ? -1 : entry.indexOf(':', Math.max(close, 0));
  const hostEnd = colon < 0 ? at.endOffset : at.offset + colon;
  const hostRange = close < 0 ? range(at.offset, hostEnd) : range(at.offset + 1, at.offset + close);
  const written = textAt(text, hostRange);
  const portRange = colon < 0 ? null : range(hostEnd + 1, at.endOffset);
  return {
    offset: at.offset,
    endOffset: at.endOffset,
    host: written.includes('%') && /%2f/i.test(written) ? decodePercent(written) : written,
    hostRange,
    port: portRange && portNumber(textAt(text, portRange)),
    portRange,
  };
}

function missingHost(entry: Range, whole: Range): UriIssue {
  const at = entry.offset;
  if (at === whole.offset)
    return error('host-empty', range(at, Math.min(at + 1, whole.endOffset)), 'The host is missing.');
  return { ...error('host-empty', range(at - 1, at), 'The host after the comma is missing.'), tolerated: true };
}

function hostIssues(text: string, host: UriHost, scheme: Scheme | null): UriIssue[] {
  const written = textAt(text, host.hostRange);
  const inBrackets = text[host.offset] === '[';
  if (!inBrackets && looksLikeAddress(textAt(text, host)))
    return [error('host-invalid', host, 'An IPv6 address must be in brackets.')];
  const named = inBrackets ? bracketIssue(text, host, written) : nameIssue(host, written);
  return [named, portIssue(text, host, scheme)].filter((issue) => issue !== null);
}

/** A port of an SRV string is wrong, whatever its host or number. Two last unknown pieces may be user and password. */
function openIssues(text: string, host: UriHost, scheme: Scheme | null): UriIssue[] {
  if (scheme !== 'srv' || !host.portRange) return [];
  const isName = host.host.includes('.') && !host.host.includes(PLACEHOLDER);
  const isPort = host.port !== null || text[host.offset - 1] === '@' || text[host.endOffset] === '/';
  return isName || isPort ? [portIssue(text, host, scheme)!] : [];
}

/** True for at least two colons and only characters of an IPv6 address, but not for two ports of an IPv4 address. */
const looksLikeAddress = (entry: string): boolean =>
  entry.split(':', 3).length === 3 && /^(?!\d{1,3}(?:\.\d{1,3}){3}:)(?=.*[\da-f])[\da-f:.]+$/i.test(entry);

function bracketIssue(text: string, host: UriHost, written: string): UriIssue | null {
  const close = host.hostRange.endOffset;
  const behind = text.slice(close + 1, host.portRange ? host.portRange.offset - 1 : host.endOffset);
  const isAddress = /^[\da-f:.]+(%[\w.-]+)?$/i.test(written) && written.includes(':');
  if (text[close] === ']' && behind === '' && isAddress) return null;
  return error('host-invalid', host, 'The brackets do not contain an IPv6 address.');
}

function nameIssue(host: UriHost, written: string): UriIssue | null {
  if (written === '') return error('host-empty', host, 'The host before the port is missing.');
  if (hasBadPercent(written)) return error('host-invalid', host.hostRange, 'The host has an invalid percent-encoding.');
  if (host.host !== written) {
    const isSocket = host.host.endsWith('.sock');
    return isSocket ? null : warning('host-invalid', host.hostRange, 'The path of a Unix socket must end in .sock.');
  }
  const odd = written.match(/[\s"<>@#[\\\]^`{|}!$&'()*+;=~]/g) ?? [];
  if (odd.length === 0) return null;
  // RFC 3986 allows these characters in a registered name, DNS does not.
  return odd.every((char) => "!$&'()*+;=~".includes(char))
    ? warning('host-invalid', host.hostRange, 'The host contains a character that DNS names cannot have.')
    : error('host-invalid', host.hostRange, 'The host contains a character that hostnames cannot have.');
}

/** `app:secret`, `%s:%s:%s`: user info without `@` rather than a host with its port. */
function isUserInfo(text: string, { offset, host, portRange }: UriHost): boolean {
  if (!portRange || text[offset - 1] !== '/') return false;
  const port = textAt(text, portRange);
  return port.includes(PLACEHOLDER)
    ? port.includes(':') && host === PLACEHOLDER
    : /^[^\d:]/.test(port) && !/\.|^localhost$/i.test(host);
}

function portIssue(text: string, host: UriHost, scheme: Scheme | null): UriIssue | null {
  if (!host.portRange) return null;
  if (isUserInfo(text, host)) {
    const words = 'After the colon, a port number is missing, or the `@` and the host behind a password.';
    return (isOpen(text, host.portRange) ? warning : error)('port-invalid', host.portRange, words);
  }
  const withColon = range(host.portRange.offset - 1, host.portRange.endOffset);
  if (scheme === 'srv') return error('srv-port', withColon, 'An SRV string cannot contain a port.');
  if (host.port !== null) return null;
  const message = 'The port must be a number from 1 to 65535.';
  if (host.portRange.offset < host.portRange.endOffset) return error('port-invalid', host.portRange, message);
  return { ...error('port-invalid', withColon, message), tolerated: true };
}
