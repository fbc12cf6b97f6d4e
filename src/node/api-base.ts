import { ATLAS } from '../core/service.ts';
import type { ServiceProfile } from '../core/service.ts';
import { UserError } from './errors.ts';

/**
 * Where credentials go: to the address that the user gives, else to a built-in one. The config belongs to the scanned
 * repository, so its hosts only choose between built-in addresses and add none.
 */
export function chooseBase(given: string | undefined, { api }: ServiceProfile): URL {
  if (given !== undefined) return baseAddress(given);
  const base = ATLAS.api.bases
    .map(baseAddress)
    .find(({ hostname }) => api.hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`)));
  if (base) return base;
  throw new UserError(
    `service.api.hosts in the config names no host of ${ATLAS.name}`,
    'Credentials go to no host that only a config names. Say where the API answers: --base-url https://api.example.com.',
  );
}

/**
 * Where the API answers: https, or plain http on this machine. Throws a `UserError` that repeats nothing of an address
 * with a credential in it.
 */
function baseAddress(text: string): URL {
  const url = parsed(text);
  if (url.username !== '' || url.password !== '') {
    throw new UserError('the base address holds a credential', 'Credentials are taken from the environment only.');
  }
  if (url.search !== '' || url.hash !== '' || url.pathname !== '/') {
    throw new UserError(
      'the base address is more than scheme, host and port',
      'Write it like https://api.example.com: paths are added to it.',
    );
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return url;
  throw new UserError(
    'the base address must be https',
    'Credentials do not travel unencrypted; http is for loopback addresses only.',
  );
}

function parsed(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new UserError('the base address is no address', 'Write it like https://api.example.com.');
  }
}

/** True for hosts that never leave this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** An address below the base. `path` begins with a slash. */
export function addressOf(base: URL, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(base);
  url.pathname = path;
  url.search = new URLSearchParams(query).toString();
  return url;
}
