import splitForms from './split-forms.json' with { type: 'json' };
import { closestName } from '../text/edit-distance.ts';
import type { Scheme, UriIssue } from './connection-string.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { namedForms, NEAR, type Range } from '../text/source.ts';
import { knownOption } from './options.ts';
import { error, range } from './part.ts';

const FORMS = namedForms(splitForms);

/** Ranges of the parts after the scheme, without separators. */
export type Anatomy = Readonly<ReturnType<typeof splitParts>>;

/** Splits the text after the scheme. Passwords may have a raw slash: the first later stretch with better hosts wins. */
export function splitParts(text: string, start: number) {
  const first = stretchAt(text, start, start);
  const later = first.at >= 0 && first.strength === 'strong' ? null : laterStretch(text, first);
  const { at, hosts, strength } = later?.stretch ?? first;
  const hasSeveral = text.indexOf('@', start) < at;
  const isRepeated = hasSeveral && isRepeatedUser(text, start, at);
  const isGuess = strength === 'none' || (later !== null && (first.strength !== 'none' || later.passedOption));
  return {
    userinfo: at < 0 ? null : range(start, at),
    hosts,
    ...pathAndQuery(text, hosts.endOffset),
    // User info and hosts can also be split in another way.
    ambiguous: isGuess || isRepeated || (hasSeveral && hasOtherHost(text, start, at, strength)),
    // The user info is repeated before each host of a list: `user:pass@host1,user:pass@host2`.
    isRepeated,
  };
}

/** Text between two of the delimiters `/` and `?`. */
type Stretch = ReturnType<typeof stretchAt>;

/** The hosts follow the last `@`, at offset `at` or -1. */
function stretchAt(text: string, from: number, start: number) {
  const length = text.slice(from).search(/[/?]/);
  const end = length < 0 ? text.length : from + length;
  const at = text.slice(from, end).lastIndexOf('@');
  const hosts = range(at < 0 ? start : from + at + 1, end);
  const isKnown = at >= 0 || from === start;
  const strength = isKnown ? hostStrength(text.slice(hosts.offset, end)) : 'none';
  return { at: at < 0 ? at : from + at, hosts, strength };
}

/** The first better stretch; strong hosts win. `passedOption`: the user info contains what could be an option. */
function laterStretch(text: string, first: Stretch) {
  // Text before an `@` may be a password, which matters more than an invalid host behind it.
  const isWithoutHost = first.strength === 'none' && first.at < 0;
  let best: { readonly stretch: Stretch; readonly passedOption: boolean } | null = null;
  let passedOption = false;
  for (let from = first.hosts.endOffset; from < text.length;) {
    const option = FORMS.option.exec(text.slice(from, from + 70));
    const mayBeQuery = option !== null || text.startsWith('/?', from - 1);
    if (mayBeQuery && (first.strength !== 'none' || (option && option[1] === undefined))) break;
    passedOption ||= option !== null;
    const stretch = stretchAt(text, from + 1, 0);
    const isKnown = option?.[1] !== undefined && knownOption(option[1]) !== undefined;
    if (stretch.at >= 0 && (isWithoutHost || RANK[stretch.strength] > RANK[first.strength])) {
      if (stretch.strength === 'strong') return { stretch, passedOption };
      if (!isKnown && (best === null || RANK[stretch.strength] > RANK[best.stretch.strength]))
        best = { stretch, passedOption };
    }
    from = stretch.hosts.endOffset;
  }
  return best;
}

/** True if text behind an `@` within the user info could also be the hosts. */
function hasOtherHost(text: string, start: number, at: number, chosen: Strength): boolean {
  const pieces = text.slice(start, at).split('@').slice(1);
  return pieces.some((piece) => {
    const [hosts = ''] = piece.split(/[/?#]/, 1);
    const strength = hostStrength(hosts);
    return strength === 'strong' || (strength === 'weak' && chosen !== 'strong') || isListStart(hosts);
  });
}

/** True if a comma follows a host that is certain: one with a dot or a port. */
function isListStart(hosts: string): boolean {
  const [first = '', second] = hosts.split(',', 2);
  return second !== undefined && (hostStrength(first) === 'strong' || /^[\w-]+:\d{1,5}$/.test(first));
}

/** True if the text before the first `@` is also before another one, after a comma. */
function isRepeatedUser(text: string, start: number, last: number): boolean {
  const first = text.indexOf('@', start);
  if (first === start) return false;
  const again = text.indexOf(`,${text.slice(start, first + 1)}`, first);
  return again >= 0 && again <= last;
}

function pathAndQuery(text: string, hostEnd: number): Readonly<Record<'path' | 'query', Range | null>> {
  if (hostEnd >= text.length) return { path: null, query: null };
  const mark = text.indexOf('?', hostEnd);
  const query = mark < 0 ? null : range(mark + 1, text.length);
  if (mark === hostEnd) return { path: null, query };
  return { path: range(hostEnd + 1, mark < 0 ? text.length : mark), query };
}

/** How much a text resembles a host list. `strong` hosts have a dot, brackets, a socket path, or are `localhost`. */
type Strength = 'none' | 'weak' | 'strong';

const RANK = { none: 0, weak: 1, strong: 2 } as const;

/** The port number, or `null` if it is not between 1 and 65535. */
export function portNumber(text: string): number | null {
  if (!/^\d{1,10}$/.test(text)) return null;
  const port = Number(text);
  return port >= 1 && port <= 65535 ? port : null;
}

/** Nobody writes a longer list. The limit bounds the memory for hostile input. */
export const MAX_PARTS = 10_000;

function hostStrength(list: string): Strength {
  const strengths = list.split(',', MAX_PARTS).map(entryStrength);
  if (strengths.includes('none')) return 'none';
  return strengths.includes('strong') ? 'strong' : 'weak';
}

function entryStrength(entry: string): Strength {
  if (entry.startsWith('[')) return FORMS.address.test(entry) ? 'strong' : 'none';
  const colon = entry.indexOf(':');
  const name = colon < 0 ? entry : entry.slice(0, colon);
  if (!FORMS.name.test(name)) return 'none';
  const port = colon < 0 ? null : entry.slice(colon + 1);
  if (port !== null && !port.includes(PLACEHOLDER) && portNumber(port) === null) return 'none';
  const isDotted = name.indexOf('.') > 0 && !name.includes('..');
  const isStrong = isDotted || /^localhost$|\uFFFC|%2f/i.test(name);
  return isStrong && (name.length > 2 || name === PLACEHOLDER) ? 'strong' : 'weak';
}

/** True for a description of the syntax: `mongodb://[user:password@]host1[:port1][,…][/[database][?options]]`. */
export const isNotation = (value: string): boolean => FORMS.optional.test(value);

type Schemes = readonly [direct: string, srv: string];

/** Reads the scheme at the start of a candidate, in any spelling. The text goes on at `rest`. */
export function readScheme(text: string, schemes: Schemes) {
  const name = FORMS.schemeName.exec(text)![0];
  const hasSlashes = name !== '' && text.startsWith('://', name.length);
  const written = name === '' || hasSlashes ? null : FORMS.separator.exec(text.slice(name.length));
  const separator = hasSlashes ? '://' : (written?.[0] ?? '');
  const same = sameScheme(name, schemes);
  // Without a slash or a plus sign, the word may be a user name or a host.
  const isWord = !same || separator === '' || (separator === ':' && !name.includes('+'));
  const isScheme = hasSlashes || !isWord;
  const at = range(0, isScheme ? name.length : 0);
  const rest = isScheme ? name.length + separator.length : 0;
  const issues: UriIssue[] = [];
  if (name.includes(PLACEHOLDER)) return { scheme: null, schemeRange: at, rest, issues };
  const scheme = isScheme ? (same ?? nearScheme(name, schemes)) : null;
  if (!scheme) {
    issues.push(error('no-scheme', at, 'The text does not begin with the scheme of a connection string.'));
    return { scheme: null, schemeRange: range(0, 0), rest, issues };
  }
  const right = schemes[scheme === 'srv' ? 1 : 0];
  const message = `The scheme must be \`${right}\`${same ? ', in lower case' : ''}.`;
  if (!hasSlashes) issues.push(error('scheme-spelling', range(0, rest), 'The scheme must be followed by `://`.'));
  else if (name !== right) issues.push(error('scheme-spelling', at, message));
  return { scheme, schemeRange: at, rest, issues };
}

function sameScheme(name: string, [direct, srv]: Schemes): Scheme | null {
  const lower = name.toLowerCase();
  return lower === direct.toLowerCase() ? 'direct' : lower === srv.toLowerCase() ? 'srv' : null;
}

/** Without the plus sign, which people leave out or replace: `mongosrv`, `mongodb-srv`. */
const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** `mongo`, `mongodb+svr`: at most two edits, and close enough that not every short word matches. */
function nearScheme(name: string, schemes: Schemes): Scheme | null {
  const near = closestName(lettersOf(name), schemes.map(lettersOf), Math.min(2, Math.floor(schemes[0].length / 3)));
  return near && (near.name === lettersOf(schemes[1]) ? 'srv' : 'direct');
}

const SECOND = new RegExp(`^(?:[^/?#@]{0,${NEAR}}@)?([a-z][a-z+]{0,60})://`, 'i');

/** `mongodb+srv://user:password@mongodb+srv://cluster0.…`: pasted where a host belongs. The last host is meant. */
export function secondScheme(
  text: string,
  { scheme: first, rest: start }: Pick<ReturnType<typeof readScheme>, 'scheme' | 'rest'>,
  schemes: Schemes,
): { readonly scheme: Scheme; readonly anatomy: Anatomy; readonly issue: UriIssue } | null {
  if (!text.includes('://', start)) return null;
  const [whole = '', name = ''] = SECOND.exec(text.slice(start, start + NEAR + 64)) ?? [];
  const scheme = /^https?$/i.test(name) ? first : sameScheme(name, schemes);
  if (!scheme) return null;
  const end = start + whole.length;
  const at = range(end - `${name}://`.length, end);
  const inner = splitParts(text, end);
  const before = range(start, inner.userinfo?.endOffset ?? at.offset - 1);
  return {
    scheme,
    // Everything before the host may be a secret.
    anatomy: { ...inner, userinfo: before.offset <= before.endOffset ? before : null },
    issue: error('scheme-spelling', at, 'The string contains two schemes.'),
  };
}
