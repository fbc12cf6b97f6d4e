import type { UriIssue } from './connection-string.ts';
import type { Range } from './source.ts';
import { error, hasHole, range, type UriText } from './uri-text.ts';

export interface LostAt {
  readonly userRange: Range;
  readonly passwordRange: Range;
  readonly hosts: Range;
  readonly issue: UriIssue;
}

const LONGEST_NAME = 255;

/**
 * `user:SECRETcluster0.token.domain.net`: what stands where a port should be is a host name, so the `@` in front of it
 * got lost. Where the password ends cannot be seen. All but the last three labels is taken for it, because a piece of a
 * host that is hidden does less harm than a piece of a password that is shown.
 */
export function lostAt(uri: UriText, hosts: Range): LostAt | null {
  const { masked } = uri;
  const colon = masked.indexOf(':', hosts.offset);
  if (colon <= hosts.offset || colon >= hosts.endOffset) return null;
  let end = colon + 1;
  while (end < Math.min(hosts.endOffset, colon + LONGEST_NAME) && masked[end] !== ',' && masked[end] !== ':') end++;
  if (hasHole(uri, hosts.offset, end) || isDomain(masked.slice(hosts.offset, colon))) return null;
  const name = masked.slice(colon + 1, end);
  if (!isDomain(name)) return null;
  const labels = name.split('.');
  const kept = labels.slice(-Math.min(3, labels.length - 1)).join('.');
  const hostStart = end - kept.length;
  return {
    userRange: range(hosts.offset, colon),
    passwordRange: range(colon + 1, hostStart - 1),
    hosts: range(hostStart, hosts.endOffset),
    issue: error('userinfo-no-at', hosts, 'There is no @ between the user info and the host.'),
  };
}

/** Three labels or more, the last one of letters. */
function isDomain(name: string): boolean {
  const labels = name.split('.', 64);
  return labels.length >= 3 && !labels.includes('') && /^[a-z]{2,63}$/i.test(labels.at(-1)!);
}
