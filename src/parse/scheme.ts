import type { Scheme, UriIssue } from './connection-string.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import type { Range } from '../text/source.ts';
import { editDistance } from '../text/edit-distance.ts';
import { error, range } from './part.ts';
import { splitParts, type Anatomy } from './split.ts';

interface SchemePart {
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
  const hasSlashes = name !== '' && text.startsWith('://', name.length);
  const at = range(0, hasSlashes ? name.length : 0);
  const rest = hasSlashes ? name.length + 3 : 0;
  if (name.includes(PLACEHOLDER)) return { scheme: null, schemeRange: at, rest, issues: [] };
  const same = hasSlashes ? sameScheme(name, schemes) : null;
  const scheme = same ?? (hasSlashes ? nearScheme(name, schemes) : null);
  if (!scheme) {
    const issue = error('no-scheme', at, 'The text does not begin with the scheme of a connection string.');
    return { scheme: null, schemeRange: range(0, 0), rest, issues: [issue] };
  }
  const right = schemes[scheme === 'srv' ? 1 : 0];
  const message = `The scheme must be \`${right}\`${same ? ', in lower case' : ''}.`;
  return { scheme, schemeRange: at, rest, issues: name === right ? [] : [error('scheme-spelling', at, message)] };
}

function sameScheme(name: string, [direct, srv]: Schemes): Scheme | null {
  const lower = name.toLowerCase();
  return lower === direct.toLowerCase() ? 'direct' : lower === srv.toLowerCase() ? 'srv' : null;
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

/** Maximum length of user info before a second scheme, in code units. */
const MAX_USERINFO_LENGTH = 300;
const SECOND = new RegExp(`^(?:[^/?#@]{0,${MAX_USERINFO_LENGTH}}@)?([a-z][a-z+]{0,60})://`, 'i');

/**
 * `mongodb+srv://user:password@mongodb+srv://cluster0.token.domain.net`: a string was pasted where a host belongs.
 * Drivers refuse it. The last host is the one that is meant. The address of a web page may be pasted too.
 */
export function secondScheme(
  text: string,
  { scheme: first, rest: start }: Pick<SchemePart, 'scheme' | 'rest'>,
  schemes: Schemes,
): { readonly scheme: Scheme; readonly anatomy: Anatomy; readonly issue: UriIssue } | null {
  const [whole = '', name = ''] = SECOND.exec(text.slice(start, start + MAX_USERINFO_LENGTH + 64)) ?? [];
  const scheme = /^https$/i.test(name) ? first : sameScheme(name, schemes);
  if (!scheme) return null;
  const end = start + whole.length;
  const at = range(end - `${name}://`.length, end);
  const inner = splitParts(text, end);
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
