import type { Scheme, UriIssue } from './connection-string.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import type { Range } from '../text/source.ts';
import { editDistance } from '../text/edit-distance.ts';
import { error, range } from './issue.ts';
import { splitParts, type Anatomy } from './split.ts';

export interface SchemePart {
  readonly scheme: Scheme | null;
  readonly schemeRange: Range;
  /** Offset of the text after the scheme and its slashes. */
  readonly rest: number;
  readonly issues: readonly UriIssue[];
}

type Schemes = readonly [direct: string, srv: string];

/** At most 64 code units. People who format code by hand write spaces around the plus sign. */
const NAME = /^(?:[a-z]{1,20} \+ (?=srv:))?[\w+.\-\uFFFC]{0,64}/i;

/** Reads the scheme at the start of a candidate, in any spelling. */
export function readScheme(text: string, schemes: Schemes): SchemePart {
  const name = NAME.exec(text)![0];
  if (name !== '' && text.startsWith('://', name.length)) return withSlashes(name, schemes);
  return noScheme(name.includes(PLACEHOLDER) ? null : range(0, 0), 0);
}

function sameScheme(name: string, [direct, srv]: Schemes): Scheme | null {
  const lower = name.toLowerCase();
  return lower === direct.toLowerCase() ? 'direct' : lower === srv.toLowerCase() ? 'srv' : null;
}

function withSlashes(name: string, schemes: Schemes): SchemePart {
  const at = range(0, name.length);
  const rest = name.length + 3;
  if (name.includes(PLACEHOLDER)) return { scheme: null, schemeRange: at, rest, issues: [] };
  const same = sameScheme(name, schemes);
  const scheme = same ?? nearScheme(name, schemes);
  if (!scheme) return noScheme(at, rest);
  const right = schemes[scheme === 'srv' ? 1 : 0];
  if (name === right) return { scheme, schemeRange: at, rest, issues: [] };
  const message = `The scheme must be \`${right}\`${same ? ', in lower case' : ''}.`;
  return { scheme, schemeRange: at, rest, issues: [error('scheme-spelling', at, message)] };
}

/** Without the plus sign, which people leave out or replace: `mongosrv`, `mongodb-srv`. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** `mongo`, `mongodb+svr`: at most two edits, and close enough that not every short word matches. */
function nearScheme(name: string, [direct, srv]: Schemes): Scheme | null {
  const limit = Math.min(2, Math.floor(direct.length / 3));
  const letters = lettersOf(name);
  const toDirect = editDistance(letters, lettersOf(direct), limit);
  const toSrv = editDistance(letters, lettersOf(srv), limit);
  if (Math.min(toDirect, toSrv) > limit) return null;
  return toSrv < toDirect ? 'srv' : 'direct';
}

function noScheme(at: Range | null, rest: number): SchemePart {
  const issues = at ? [error('no-scheme', at, 'The text does not begin with the scheme of a connection string.')] : [];
  return { scheme: null, schemeRange: range(0, 0), rest, issues };
}

/** A string that was pasted after the scheme or the user info of another one. */
export interface SecondScheme {
  readonly scheme: Scheme;
  readonly anatomy: Anatomy;
  readonly issue: UriIssue;
}

/** Maximum length of user info before a second scheme, in code units. */
const MAX_USERINFO_LENGTH = 300;
const SECOND = new RegExp(`^(?:[^/?#@]{0,${MAX_USERINFO_LENGTH}}@)?([a-z][a-z+]{0,60})://`, 'i');

/**
 * `mongodb+srv://user:password@mongodb+srv://cluster0.token.domain.net`: a string was pasted where a host belongs.
 * Drivers refuse it. The last host is the one that is meant. The address of a web page may be pasted too.
 * @param start offset after the first scheme
 */
export function secondScheme(
  text: string,
  { scheme: first, rest: start }: Pick<SchemePart, 'scheme' | 'rest'>,
  [direct, srv]: Schemes,
  isOption: (name: string) => boolean,
): SecondScheme | null {
  const found = SECOND.exec(text.slice(start, start + MAX_USERINFO_LENGTH + 64));
  const name = found?.[1]!.toLowerCase();
  const scheme =
    name === srv.toLowerCase() ? 'srv' : name === direct.toLowerCase() ? 'direct' : name === 'https' ? first : null;
  if (!found || scheme === null) return null;
  const end = start + found[0].length;
  const at = range(end - `${name}://`.length, end);
  const inner = splitParts(text, end, isOption);
  return {
    scheme,
    // Everything before the host may be a secret.
    anatomy: { ...inner, userinfo: userinfo(start, at, inner) },
    issue: error('scheme-spelling', at, 'The string contains two schemes.'),
  };
}

function userinfo(start: number, second: Range, inner: Anatomy): Range | null {
  if (inner.userinfo) return range(start, inner.userinfo.endOffset);
  return second.offset > start ? range(start, second.offset - 1) : null;
}
