import type { Scheme, UriIssue } from './connection-string.ts';
import type { Range } from './source.ts';
import { splitParts, type Anatomy } from './uri-anatomy.ts';
import { error, range } from './uri-text.ts';

/** A string that was put behind the scheme, or the user info, of another one. */
export interface SecondScheme {
  readonly scheme: Scheme;
  readonly anatomy: Anatomy;
  readonly issue: UriIssue;
}

/** At most so much user info is looked at in front of a second scheme, in code units. */
const LONGEST_USERINFO = 300;
const SECOND = new RegExp(`^(?:[^/?#@]{0,${LONGEST_USERINFO}}@)?([a-z][a-z+]{0,60})://`, 'i');

/**
 * `mongodb+srv://user:password@mongodb+srv://cluster0.token.domain.net`: what somebody pasted where only a host belongs. Drivers
 * refuse it; what is meant is the host at the end.
 * @param start behind the first scheme
 */
export function secondScheme(
  masked: string,
  start: number,
  [direct, srv]: readonly [direct: string, srv: string],
  isOption: (name: string) => boolean,
): SecondScheme | null {
  const found = SECOND.exec(masked.slice(start, start + LONGEST_USERINFO + 64));
  const name = found?.[1]!.toLowerCase();
  const isSrv = name === srv.toLowerCase();
  if (!found || (!isSrv && name !== direct.toLowerCase())) return null;
  const end = start + found[0].length;
  const at = range(end - `${name}://`.length, end);
  const inner = splitParts(masked, end, isOption);
  return {
    scheme: isSrv ? 'srv' : 'direct',
    // All that stands in front of the host may be a secret.
    anatomy: { ...inner, userinfo: userinfo(start, at, inner) },
    issue: error('scheme-spelling', at, 'The scheme stands twice.'),
  };
}

function userinfo(start: number, second: Range, inner: Anatomy): Range | null {
  if (inner.userinfo) return range(start, inner.userinfo.endOffset);
  return second.offset > start ? range(start, second.offset - 1) : null;
}
