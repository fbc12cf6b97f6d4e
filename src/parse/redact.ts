import type { ConnectionString, UriOption } from './connection-string.ts';
import { PLACEHOLDER, placeholderAt } from '../text/literal.ts';
import type { Placeholder, Literal } from '../text/literal.ts';
import type { Range } from '../text/source.ts';
import { breaksOff, isHarmlessProperty, isHarmlessValue, isPlainDatabase, isPlainName } from './harmless-values.ts';
import { hasRandomWord, MASK } from './natural-words.ts';
import { knownOption } from './options.ts';
import { decodePercent } from './percent.ts';
import { looksLikeName } from './placeholder-names.ts';

/**
 * Ranges of the parsed text to hide: everything except scheme, hosts and ports, a plain database name, option names,
 * and values that are known not to be credentials. Unknown pieces within them stay readable.
 */
export function hiddenRanges(text: string, uri: ConnectionString): Range[] {
  const hosts = hiddenHosts(text, uri);
  const behind = hosts.end === null ? hiddenBehind(text, uri) : [{ offset: hosts.end, endOffset: uri.endOffset }];
  return merged([...hiddenUserInfo(text, uri), ...hosts.ranges, ...behind]);
}

function merged(ranges: readonly Range[]): Range[] {
  if (ranges.length === 0) return [];
  const sorted = ranges.filter((range) => range.endOffset > range.offset).sort((a, b) => a.offset - b.offset);
  const disjoint: Range[] = [];
  for (const { offset, endOffset } of sorted) {
    const last = disjoint.at(-1);
    if (last && offset < last.endOffset) {
      disjoint[disjoint.length - 1] = { offset: last.offset, endOffset: Math.max(last.endOffset, endOffset) };
    } else disjoint.push({ offset, endOffset });
  }
  // A list that grew has room for more, which is kept in memory for every string.
  return disjoint.slice();
}

/** The text between scheme and hosts, except the separators. */
function hiddenUserInfo(
  text: string,
  { schemeRange, userRange, passwordRange, hostsRange }: ConnectionString,
): Range[] {
  if (!userRange) return [];
  const end = (passwordRange ?? userRange).endOffset;
  const start = Math.min(userRange.offset, schemeRange.endOffset);
  const isPlainStart = /^(?:[:/\\]{0,6}(?:mongodb(?:\+srv)?:?\/{0,4})?)$/i.test(text.slice(start, userRange.offset));
  const isPlainEnd = /^@*$/.test(text.slice(end, hostsRange.offset));
  return [
    ...(isPlainStart ? [] : [{ offset: start, endOffset: userRange.offset }]),
    userRange,
    ...(passwordRange ? [passwordRange] : []),
    ...(isPlainEnd ? [] : [{ offset: end, endOffset: hostsRange.offset }]),
  ];
}

/** A hostname as nearly all are. */
const NAME = /^[\w.-]+$/;
/** Neither hosts nor templates nor an ellipsis contain such characters. */
const NO_NAME = /[^\p{L}\p{N}\uFFFC._:/[\]*…-]/u;
/** The zone of an IPv6 address: `fe80::1%25eth0`. */
const ZONE = /^([\da-f.]{0,20}:[\da-f:.]{1,60})%[\w.-]{1,40}$/i;
/** Texts that may replace a port number. */
const PORT = /^(?:\d{0,5}|[\d\uFFFC]{1,12}|\$?[a-z_]{0,12}port\d?|\d{0,4}[nx]{1,5}|\*+)$/i;
/** Names of single machines. Any other single word may be the user name of a string that was cut off. */
const MACHINE =
  /localhost|mongo|db\d{0,2}$|^db|data|host|server|cluster|node|replica|primary|secondary|^rs\d|shard|proxy|atlas|docker|router|store|local|^\*$|…|\uFFFC|^\d{1,3}$/i;

/**
 * Hosts that may be parts of a user name or password. In a string that was cut off, or whose `@` is in another place,
 * credentials appear in the position of hosts. Everything from `end` on is hidden.
 */
function hiddenHosts(
  text: string,
  uri: ConnectionString,
): { readonly ranges: readonly Range[]; readonly end: number | null } {
  const { hosts, hostsRange, userRange, scheme, endOffset } = uri;
  const ranges: Range[] = [];
  for (const { host, hostRange, port, portRange, offset } of hosts) {
    // The folder of a socket may have any name.
    if (host.endsWith('.sock')) continue;
    const plain = host.includes('%') || host.startsWith('$') ? withoutVariable(host).replace(ZONE, '$1') : host;
    if (!NAME.test(plain) && NO_NAME.test(plain)) return { ranges, end: userRange ? offset : hostsRange.offset };
    if (scheme !== null && isCutShort(plain, uri)) return { ranges, end: offset };
    if (isDrawn(plain)) ranges.push(hostRange);
    if (portRange === null || port !== null || portRange.endOffset === portRange.offset) continue;
    const written = text.slice(portRange.offset, portRange.endOffset);
    if (userRange || host.includes('.') || host === 'localhost') {
      if (PORT.test(written)) continue;
      return { ranges, end: portRange.offset };
    }
    // `user:pass`: the rest may be a password that contains a comma, slash or question mark. A single unknown piece may
    // also be a port.
    ranges.push({
      offset: written === PLACEHOLDER ? hostRange.offset : hostsRange.offset,
      endOffset: hostRange.endOffset,
    });
    if (written !== PLACEHOLDER) return { ranges, end: portRange.offset };
    ranges.push(portRange);
  }
  return { ranges, end: endOffset < hostsRange.endOffset ? endOffset : null };
}

/** A host that begins with a variable in a syntax that the language does not interpolate: `%HOST%`, `$SRV_HOST`. */
function withoutVariable(host: string): string {
  const variable = /^(?:%\w{1,60}%|\$\w{1,60})(?=\.|$)/.exec(host)?.[0] ?? '';
  return variable.startsWith('%') || looksLikeName(variable) ? host.slice(variable.length) : host;
}

/** The last label of a public name. */
const USUAL_TOP = /^[a-z]{2,12}$/;
const TOP = /^(?:[\p{Ll}-]{2,12}|\p{Lu}{2,12}|\*|xn--.*)?$/u;

/** True for a single word at the end of the string, which looks like a user name whose password is elsewhere. */
function isCutShort(
  host: string,
  { scheme, hosts, hostsRange, databaseRange, options, endOffset }: ConnectionString,
): boolean {
  if (host === '' || host.includes(':') || host.includes(PLACEHOLDER)) return false;
  const labels = host.split('.');
  // Atlas only issues names with at least two labels.
  if (scheme === 'srv') {
    const last = labels.at(-1)!;
    const isTop = (USUAL_TOP.test(last) || TOP.test(last)) && !hasRandomWord(last);
    return !(labels.length > 1 && isTop) && !isWordForHost(host);
  }
  const isWhole = hosts.length > 1 || hosts[0]!.portRange !== null || databaseRange !== null || options.length > 0;
  if (isWhole || hostsRange.endOffset !== endOffset) return false;
  return labels.length === 1 ? !MACHINE.test(host) : hasRandomWord(labels.at(-1)!);
}

/** A single word drawn by chance, with brackets around it or not: a password with a comma in it leaves one behind. */
function isDrawn(host: string): boolean {
  return !/[.:]/.test(host) && !host.includes(PLACEHOLDER) && hasRandomWord(host);
}

/** `host`, `cluster0`, `HOSTNAME`, `your-cluster`. */
function isWordForHost(host: string): boolean {
  return (
    /^(?:(?:your|my|the)[-_]?)?(?:db|mongo(?:db)?|atlas)?[-_]?(?:srv)?[-_]?(?:cluster|host|hostname|hosts?|server|host-?name|address|endpoint|localhost|domain|url|uri|db)[-_]?(?:name|url|uri|address)?\d{0,2}$/i.test(
      host,
    ) || /^[*…]+$/.test(host)
  );
}

/** Hidden ranges of the database and the options. */
function hiddenBehind(text: string, { databaseRange, options, hostsRange, endOffset }: ConnectionString): Range[] {
  const ranges: Range[] = [];
  if (databaseRange) {
    const name = text.slice(databaseRange.offset, databaseRange.endOffset);
    if (breaksOff(name)) return [{ offset: databaseRange.offset, endOffset }];
    if (!isPlainDatabase(name)) ranges.push(databaseRange);
  }
  for (const option of options) {
    if (breaksOff(text.slice(option.nameRange.offset, option.endOffset)))
      return [...ranges, { offset: (isKnownName(option) ? option.valueRange : option.nameRange)!.offset, endOffset }];
    ranges.push(...hiddenInOption(text, option));
  }
  // The part of the text that was not parsed.
  const read = options.at(-1)?.endOffset ?? databaseRange?.endOffset ?? hostsRange.endOffset;
  if (/[^/?&;]/.test(text.slice(read, endOffset))) ranges.push({ offset: read, endOffset });
  return ranges;
}

/** The name is exactly that of a known option. */
const isKnownName = ({ name, valueRange }: UriOption): boolean =>
  valueRange !== null && knownOption(decodePercent(name)) !== undefined;

function hiddenInOption(text: string, { name, nameRange, valueRange, endOffset }: UriOption): Range[] {
  const key = decodePercent(name);
  if (!valueRange) return key.includes(PLACEHOLDER) || isPlainName(key) ? [] : [nameRange];
  const value = decodePercent(text.slice(valueRange.offset, valueRange.endOffset));
  if (!isPlainName(key))
    return [nameRange, ...(isHarmlessValue('', value) ? [] : [{ offset: valueRange.offset, endOffset }])];
  if (key.toLowerCase() === 'authmechanismproperties') return hiddenProperties(text, valueRange);
  return isHarmlessValue(key, value) ? [] : [valueRange];
}

/** The hidden values of `NAME:value,NAME:value`. A piece without a known name belongs to the value before it. */
function hiddenProperties(text: string, { offset, endOffset }: Range): Range[] {
  const ranges: Range[] = [];
  let hiddenFrom: number | null = null;
  let at = offset;
  for (const piece of text.slice(offset, endOffset).split(/(,|%2C)/i)) {
    const [, name = '', colon = '', value = ''] = /^(\w*)(:|%3A)?(.*)$/is.exec(piece)!;
    const isHarmless = colon === '' ? null : isHarmlessProperty(name, decodePercent(value));
    if (isHarmless !== null && hiddenFrom !== null) {
      // The separator before a known name stays visible.
      const behind = Math.max(hiddenFrom, at - (/%2C$/i.test(text.slice(0, at)) ? 3 : 1));
      ranges.push({ offset: hiddenFrom, endOffset: behind });
      hiddenFrom = null;
    }
    if (isHarmless === false) hiddenFrom = at + name.length + colon.length;
    if (isHarmless === null && !/^(?:,|%2C)?$/i.test(piece)) hiddenFrom ??= at;
    at += piece.length;
  }
  return hiddenFrom === null ? ranges : [...ranges, { offset: hiddenFrom, endOffset }];
}

/** Placeholders that cannot be characters of a password: `${…}`, `$(…)`, `#{…}`, `{{…}}`, `\(…)`, `<%…%>`, `%(…)s`. */
const SURELY_UNKNOWN = /^(?:\$[{(]|#\{|\{\{|\\#*\(|<%|%\()/;

/** A bracket that was opened in a password and closed after the host. */
const OVER_THE_HOST = /^[^%].*[^{(.\s]@/;

/**
 * A part of the value for output: literal characters become `***`, placeholders stay readable. Next to literal
 * characters, `$word`, `{word}` and the like may be part of the password and are hidden too.
 * @param secret the whole secret; `from` to `to` is the part to print
 */
function hide(literal: Pick<Literal, 'value' | 'placeholders'>, secret: Range, from: number, to: number): string {
  const isMixed = /[^\uFFFC]/.test(literal.value.slice(secret.offset, secret.endOffset));
  const isReadable = ({ text }: Placeholder): boolean =>
    (!isMixed || SURELY_UNKNOWN.test(text)) && !OVER_THE_HOST.test(text);
  let shown = '';
  for (let at = from; at < to; at++) {
    const placeholder = literal.value[at] === PLACEHOLDER ? placeholderAt(literal, at) : undefined;
    if (placeholder && isReadable(placeholder)) shown += placeholder.text;
    else if (!shown.endsWith(MASK)) shown += MASK;
  }
  return shown;
}

/** The value between two offsets with all secrets hidden and placeholders as the source writes them. */
export function redacted(
  literal: Pick<Literal, 'value' | 'placeholders'>,
  secrets: readonly Range[],
  from: number,
  to: number,
): string {
  let shown = '';
  let at = from;
  const plain = (end: number): void => {
    if (at < end) shown += withPlaceholders(literal, at, end);
    at = Math.max(at, end);
  };
  for (const secret of secrets) {
    const start = Math.max(at, secret.offset);
    const end = Math.min(to, secret.endOffset);
    if (end <= start) continue;
    plain(start);
    shown += hide(literal, secret, at, end);
    at = end;
  }
  plain(to);
  return shown;
}

/** A part of the value that has no secrets, with placeholders as the source writes them. */
function withPlaceholders(literal: Pick<Literal, 'value' | 'placeholders'>, from: number, to: number): string {
  const part = literal.value.slice(from, to);
  if (!part.includes(PLACEHOLDER)) return part;
  return part.replaceAll(PLACEHOLDER, (_, at: number) => placeholderAt(literal, from + at)?.text ?? '…');
}
