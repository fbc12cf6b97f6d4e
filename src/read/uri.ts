import { classifyHost, serviceDomain, type HostForm } from '../classify/classify-host.ts';
import type { Hit } from '../find/hits.ts';
import type { FoundHost, FoundString } from '../classify/found-string.ts';
import { PLACEHOLDER, type Literal } from '../text/literal.ts';
import { FAR, matchAt, overlaps, textBefore } from '../text/source.ts';
import { isNotation } from '../parse/split.ts';
import { parseConnectionString } from '../parse/parse.ts';
import type { ConnectionString, UriHost } from '../parse/connection-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { foundIn, isLogged, startsWord, type ReaderInput } from './hit-reader.ts';
import { readLiteral } from './reader.ts';
import { resolveHosts, type Resolved } from './constants.ts';

/** Text after a scheme in prose about schemes, in patterns and in option lists, where no string begins. */
const NOT_A_STRING = /^(?:$|\$(?!\$\w|\$?\uFFFC)|[()^|+;,!&=)\]}]|\.[*+)]|\[\^|\\|\*\*?$|\/)/;

/** User info like a pattern with a host behind it, a socket, an empty host: `mongodb:///tmp/x.sock`. */
const ODD = /(?:[!$&*+,;=]|\\{1,3}\$)(?:[^\s"`\\/?#[\]{}|^@]|\\{1,3}\$|\$\{[\w.:-]{1,60}\})*@[\w.$<{-]|\/[\w%.-]/y;

/** Words of a sentence right after a scheme: `mongodb://connection strings`. */
const SPOKEN = /^(?:connection|conn|string|uri|url|protocol|scheme|prefix|syntax|format)s?\.?$/i;

export function readUri(hit: Hit, reading: ReaderInput): FoundString | null {
  const { text, profile } = reading;
  if (!startsWord(text, hit.offset)) return null;
  const isOdd = matchAt(ODD, text, hit.endOffset) !== null;
  const written = text.slice(hit.offset, hit.endOffset);
  const literal = readLiteral(hit.offset, reading, { join: true, percent: written.includes('%') });
  const scheme = /^[a-z]+(?:\+[a-z]+| \+ srv|\uFFFC(?:\+[a-z]+\uFFFC)?)?:(?:\/\/)?/i.exec(literal.value)?.[0] ?? '';
  const rest = literal.value.slice(scheme.length);
  if (rest === '' && isBuilt(text, literal)) {
    const start = describe(literal, null, profile);
    return { ...start, kind: 'templated-unknown', uri: start.uri && { ...start.uri, issues: [] } };
  }
  if (!isOdd && NOT_A_STRING.test(rest)) return null;
  if (literal.context !== 'code' && SPOKEN.test(rest)) return null;
  // `uri.replace(/\/\/.*@/, "//***:***@")`: a mask for credentials.
  if (rest.endsWith('@') && /^[\uFFFC:]+@$/.test(rest) && literal.placeholders.every((one) => one.isExample))
    return null;
  const described = describe(literal, resolveHosts(literal, reading), profile);
  const isTemplate = described.kind === 'templated-unknown' && literal.context === 'code';
  // `log.info(f"connecting to mongodb://{host}")`: nothing connects to it.
  const found: FoundString =
    isTemplate && isLogged(text, hit.offset) ? { ...described, literal: { ...literal, context: 'prose' } } : described;
  // In prose and comments this may also be a pattern. A name with a dot is a host.
  if (isOdd && literal.context !== 'code' && !found.hosts.some(({ host }) => /[\w-]\.[\w-]/.test(host))) return null;
  // What a program fills in: `mongodb${srv}://`.
  const plain = scheme.toLowerCase().replace(`${PLACEHOLDER}+srv${PLACEHOLDER}`, '').replace(PLACEHOLDER, '');
  const proper = profile.schemes.some((name) => plain === `${name}://`);
  return proper || found.hosts.some(({ class: { domain } }) => domain !== null) ? found : null;
}

/** `let uri = "mongodb://"` before `if (user) uri += …`: the program adds all that follows. */
function isBuilt(text: string, { context, segments, quote }: Literal): boolean {
  const [first, last] = [segments[0], segments.at(-1)];
  if (context !== 'code' || quote === null || !first || !last) return false;
  const [, name] = /([A-Za-z_]\w{0,60})[ \t]{0,9}:?=[ \t]{0,9}\w?$/.exec(textBefore(text, first.offset - 1, 80)) ?? [];
  if (name === undefined) return false;
  return new RegExp(`\\b${name}[ \\t]{0,9}(?:\\+=|\\.=|<<)`).test(text.slice(last.endOffset, last.endOffset + FAR));
}

/** Parses a literal and classifies it. `resolved` may contain more of the hosts than the literal. */
export function describe(literal: Literal, resolved: Resolved | null, profile: ServiceProfile): FoundString {
  const uri = parseConnectionString(literal.value, { schemes: profile.schemes });
  const form: HostForm = uri.scheme ?? (/^[a-z]+\+srv/i.test(literal.value) ? 'srv' : 'direct');
  const hosts = hostsOf(uri, resolved, form, profile);
  const known = hosts.filter((host) => host.class.kind !== 'not-service');
  const leading = known.find((host) => host.class.kind !== 'templated-unknown') ?? known[0] ?? hosts[0];
  const isOpen = literal.placeholders.length > 0 || literal.value.endsWith('@');
  const ofHosts = leading?.class.kind ?? (isOpen ? 'templated-unknown' : 'not-service');
  // A description of the syntax has no host, only names for it.
  const kind = ofHosts === 'not-service' && isNotation(literal.value) ? 'templated-unknown' : ofHosts;
  return foundIn(literal, { kind, form: uri.scheme, hosts, uri }, leading?.class);
}

/** `a.domain.net&authSource=admin`: a host ends at the first character that it cannot contain. */
function endedHost(host: UriHost, profile: ServiceProfile): UriHost {
  const [name = ''] = /^[\w.\uFFFC-]*/.exec(host.host)!;
  if (name === host.host || serviceDomain(name, profile) === null) return host;
  const { offset } = host.hostRange;
  return { ...host, host: name, hostRange: { offset, endOffset: offset + name.length } };
}

/** The hosts, with resolved constants. A list in place of one host becomes several hosts with the range of all. */
function hostsOf(
  uri: ConnectionString,
  resolved: Resolved | null,
  form: HostForm,
  profile: ServiceProfile,
): readonly FoundHost[] {
  const filled = resolved && parseConnectionString(resolved.value, { schemes: profile.schemes });
  const shown = filled?.hosts ?? null;
  const isList = shown !== null && shown.length !== uri.hosts.length;
  return (isList ? shown : uri.hosts).map((written, i): FoundHost => {
    const host = endedHost(written, profile);
    const name = shown?.[i]?.host ?? host.host;
    // The hosts of a list share a range.
    const place = isList ? filled?.hostsRange : shown?.[i];
    const isOwn = place !== undefined && !resolved!.constants.some((range) => overlaps(range, place));
    const { offset, endOffset } = isList ? uri.hostsRange : host;
    // The user info of an SRV string, which has no port, and whose host is added later or elided.
    const isUser = form === 'srv' && host.portRange !== null && host.port === null && !host.host.includes('.');
    // Field by field, because object spread takes several times the time.
    return {
      offset,
      endOffset,
      host: isOwn ? name : host.host,
      hostRange: isList ? uri.hostsRange : host.hostRange,
      port: host.port,
      portRange: isList ? null : host.portRange,
      class: classifyHost(isUser ? PLACEHOLDER : name, form, profile),
      resolved: !isOwn && (isList || name !== host.host),
    };
  });
}
