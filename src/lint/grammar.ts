import type { Lack, UriIssue } from '../parse/connection-string.ts';
import type { FoundString } from '../classify/found-string.ts';
import type { Source, Range } from '../text/source.ts';
import { isVariable, EDGES } from '../read/secrets.ts';
import type { CheckCode, RuleProblem } from './rule.ts';
import { isNotation } from '../parse/split.ts';
import { mayHoldMore, partAt } from '../classify/string-edits.ts';
import { hasOwnForm } from '../clients/consumers.ts';

/** Options that code can pass to a client separately from its connection string. */
type Given = Lack | 'authSource' | 'tls' | 'readPreference';

/**
 * `given` if the text around the string names it, `absent` if the whole call that creates the client is visible and
 * does not name it. Otherwise `unknown`, because option objects, builders, flags and variables may contain it.
 */
type WhetherGiven = 'given' | 'absent' | 'unknown';

/** How many lines around a string count if no call creates a client from it. */
const MAX_LINES = 12;

/** In UTF-16 code units, in each direction. */
const MAX_LENGTH = 2_000;

/** A function that creates a client from a connection string, in any driver. Options come only from its arguments. */
const CLIENT =
  /(?:\b(?:Async)?MongoClients?(?:\.(?:create|connect))?|\b(?:Async|Sync)?(?:AsyncIO)?Motor(?:AsyncIO|Tornado)?Client|\bMongo::Client\.new|MongoDB\\(?:Client|Driver\\Manager)|\bmongoose\.(?:connect|createConnection)|\bmongoengine\.connect|\bmongo\.(?:Connect|NewClient)|\bClient::with_uri_str)\s{0,4}$/;

/** A builder inside such a call that receives the string: `options.Client().ApplyURI("…")`. */
const BUILDER = /\.ApplyURI\s{0,4}$/;

const wordsOf = (words: string): RegExp => new RegExp(String.raw`(?<![a-z\d])(?:${words})(?![a-z\d])`);

/**
 * Matched against the words of names in lower case: `tls_ca_file`, `UseTls`, `MONGO_TLS` and `--tls` all contain the
 * word `tls`.
 */
const NAMES: Readonly<Record<Given, RegExp>> = {
  user: wordsOf('user|username|auth|credentials?|login|principal|u'),
  password: wordsOf('pass|password|passwd|pwd|auth|credentials?|p'),
  properties: wordsOf('properties|property|auth|credentials?|oidc|callback'),
  proxy: wordsOf(String.raw`proxy[a-z\d]{0,40}`),
  authSource: wordsOf('auth|authsource|authdb|authentication[ _.-]database|credentials?'),
  tls: wordsOf('tls|ssl'),
  readPreference: wordsOf('read[ _.-]?pref(?:erence)?|secondary|nearest'),
};

/** Without one of these, no name in the text contains the word, however it is split into words. */
const MAY_BE_TLS = /tls|ssl/i;

const isNamed = (given: Given, text: string): boolean =>
  (given !== 'tls' || MAY_BE_TLS.test(text)) &&
  NAMES[given].test(
    text
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
      .toLowerCase(),
  );

/** Whether the text passes an option that the string lacks. */
export function givenBeside(given: Given, string: FoundString, { text }: Source): WhetherGiven {
  if (string.literal.context !== 'code' || mayHoldMore(string)) return 'unknown';
  const call = clientCall(text, string.range);
  if (call && !call.isOpen) return isNamed(given, call.others) ? 'given' : 'absent';
  return isNamed(given, linesAround(text, string.range)) ? 'given' : 'unknown';
}

interface ClientCall {
  readonly others: string;
  /** True if variables or spreads may contain any option. */
  readonly isOpen: boolean;
}

/** The call that creates a client from the string, or `null` if it is not completely visible. */
function clientCall(text: string, string: Range): ClientCall | null {
  let inner = string;
  for (let level = 0; level < 2; level++) {
    const open = openBracket(text, inner.offset);
    const end = open === null ? null : closing(text, open, inner.endOffset);
    if (open === null || end === null) return null;
    const callee = text.slice(Math.max(0, open - 80), open);
    if (CLIENT.test(callee)) {
      const others = `${text.slice(open + 1, string.offset)} ${text.slice(string.endOffset, end - 1)}`;
      return {
        others: withoutStrings(others),
        isOpen: isOpen(text.slice(open + 1, inner.offset), text.slice(inner.endOffset, end - 1)),
      };
    }
    if (!BUILDER.test(callee)) return null;
    inner = { offset: open, endOffset: end };
  }
  return null;
}

function openBracket(text: string, from: number): number | null {
  if (!text.slice(Math.max(0, from - MAX_LENGTH), from).includes('(')) return null;
  let depth = 0;
  for (let at = from - 1; at >= Math.max(0, from - MAX_LENGTH); at--) {
    const char = text[at]!;
    if (char === ')') depth++;
    else if (char === '(' && depth-- === 0) return at;
    else if (depth === 0 && (char === ';' || char === '}')) return null;
  }
  return null;
}

function closing(text: string, open: number, from: number): number | null {
  let depth = 1;
  for (let at = from; at < Math.min(text.length, from + MAX_LENGTH); at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return null;
}

/** A value without hidden options: a literal, a function, a Go context, a named argument. */
const CLOSED =
  /^(?:["'`\d{[]|true\b|false\b|null\b|nil\b|None\b|undefined\b|async\b|function\b|\([\w, ]{0,80}\)\s{0,4}=>|ctx\b|context\.|[\w.]{1,60}\s{0,4}(?:=(?!=)|:(?!:))|:\w{1,60}\s{0,4}=>|(?:array|dict)\()/;

/** @param before the arguments before the string; the others come after it */
function isOpen(before: string, behind: string): boolean {
  if (/\.\.\.|\*\*/.test(before + behind)) return true;
  const others = [...argumentsOf(before).slice(0, -1), ...argumentsOf(behind.replace(/^["'`]/, '')).slice(1)];
  return others.some((one) => one.trim() !== '' && !CLOSED.test(one.trim()));
}

/** Splits a list at its commas outside of brackets. */
function argumentsOf(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of list) {
    if ('([{'.includes(char)) depth++;
    if (')]}'.includes(char)) depth--;
    if (char === ',' && depth <= 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${char}`);
  }
  return parts;
}

/** User info and options of other strings do not belong to this one. */
const withoutStrings = (text: string): string => text.replace(/\bmongodb(?:\+srv)?:\/\/[^\s"'`]{0,2000}/gi, ' ');

const BOUNDARY = /^\s{0,16}(?:export |public |private |protected |static |async ){0,4}(?:def|func|function|fn)\b/;

/** The lines around a string, up to the next function. */
function linesAround(text: string, { offset, endOffset }: Range): string {
  const before = text
    .slice(Math.max(0, offset - MAX_LENGTH), offset)
    .split('\n')
    .slice(-1 - MAX_LINES);
  const behind = text.slice(endOffset, endOffset + MAX_LENGTH).split('\n', MAX_LINES + 1);
  const first = before.findLastIndex((line) => BOUNDARY.test(line));
  const last = behind.findIndex((line, i) => i > 0 && BOUNDARY.test(line));
  const near = [...before.slice(Math.max(first, 0)), ...behind.slice(0, last < 0 ? behind.length : last)];
  return withoutStrings(near.join('\n'));
}

/**
 * The rule for each parser code that is not itself a rule id. Exactly one rule reports each code, which a test checks.
 */
const REPORTED_BY: Readonly<Record<string, string>> = {
  'no-scheme': 'scheme-spelling',
  'userinfo-empty': 'userinfo-unescaped',
  'userinfo-no-at': 'userinfo-unescaped',
  'host-empty': 'port-invalid',
  'host-invalid': 'port-invalid',
  'option-syntax': 'option-value',
  'proxy-option-conflict': 'option-value',
  'auth-user': 'authsource-trap',
  'auth-password': 'authsource-trap',
  'auth-source': 'authsource-trap',
  'auth-properties': 'authsource-trap',
};

/** The rule that reports an issue of the parser. */
function reporterOf(code: string): string {
  return REPORTED_BY[code] ?? code;
}

/** The issues of a string that a rule reports. Empty for a text that only resembles a string. */
export function issuesFor(rule: string, string: FoundString, source: Source): readonly UriIssue[] {
  const { uri } = string;
  if (!uri || uri.issues.length === 0) return [];
  const own = uri.issues.filter(({ code }) => reporterOf(code) === rule);
  if (own.length === 0 || !isWholeString(string, source)) return [];
  return own.filter(
    (issue) =>
      !isPlaceholder(string, issue) && !isCutSocket(string, issue, source) && !mayBeCompleted(string, issue, source),
  );
}

/** True unless the client's call shows that it does not pass what the string lacks. */
function mayBeCompleted(string: FoundString, { lacks }: UriIssue, source: Source): boolean {
  return lacks !== undefined && givenBeside(lacks, string, source) !== 'absent';
}

/** True for placeholder words in a part in which the parser cannot distinguish them from a real value. */
function isPlaceholder(string: FoundString, issue: UriIssue): boolean {
  const { literal, uri } = string;
  const written = literal.value.slice(issue.offset, issue.endOffset);
  // Digits before anything else are no port: the string ends behind them.
  if (issue.code === 'port-invalid') return isPortPlaceholder(written) || /^\d{1,5}[^\w:.%-]/.test(written);
  // Old clients take a list of whole strings.
  if (issue.code === 'db-name-invalid') return isVariable(written) || /,[a-z][a-z\d+]{0,20}:\/\//i.test(written);
  if (issue.code === 'host-invalid') return /[${}<>]/.test(written) || isShorthand(string, written);
  if (issue.code === 'userinfo-unescaped') return /^@[\w.-]{1,80}@$/.test(written) || isDoubled(written);
  if (issue.code === 'userinfo-empty' || issue.code === 'host-empty') return hasEmptyPiece(string, issue);
  if (issue.code === 'option-syntax') return isOptionPlaceholder(written);
  if (issue.code !== 'option-unknown' && issue.code !== 'option-duplicate') return false;
  const option = uri?.options.find(({ nameRange }) => nameRange.offset === issue.offset);
  return option !== undefined && isPairPlaceholder(option.name, option.value ?? '');
}

/** True where pieces of a concatenation meet: an empty constant between them is there to be filled in. */
function hasEmptyPiece({ literal: { segments } }: FoundString, { offset, endOffset }: UriIssue): boolean {
  return segments.some(({ at }, index) => index > 0 && offset <= at && at <= endOffset);
}

/** `p%%40w`: print functions, systemd units and Python's INI files read two percent signs as one. */
function isDoubled(written: string): boolean {
  return written.includes('%%') && !/[@:/%#?[\]\s]/.test(written.replace(/%%[\da-f]{2}/gi, 'x'));
}

/** A socket path may contain spaces, at which reading ends. */
function isCutSocket({ literal, range }: FoundString, issue: UriIssue, { text }: Source): boolean {
  if (issue.code !== 'host-invalid' || text[range.endOffset] !== ' ') return false;
  return /%2f/i.test(literal.value.slice(issue.offset, issue.endOffset));
}

/** `host:1024,1025` is understandable to readers. */
function isShorthand({ literal }: FoundString, written: string): boolean {
  return literal.context !== 'code' && /^\d+$/.test(written);
}

/** An issue as a problem, with the parser's message as `issue`. */
export function issueProblem(string: FoundString, issue: UriIssue, more: Partial<RuleProblem> = {}): RuleProblem {
  return {
    message: 'issue',
    data: { issue: issue.message },
    at: partAt(string, issue),
    // A string that some driver accepts may work today.
    severity: issue.tolerated ? 'warning' : issue.severity,
    ...more,
  };
}

/** Several issues of one string as one problem, from the first to the last. The most severe issue sets the message. */
export function joinedProblem(
  string: FoundString,
  issues: readonly UriIssue[],
  more: Partial<RuleProblem> = {},
): RuleProblem[] {
  const worst = issues.find(({ severity, tolerated }) => severity === 'error' && !tolerated) ?? issues[0];
  if (!worst) return [];
  const offset = Math.min(...issues.map((issue) => issue.offset));
  const endOffset = Math.max(...issues.map((issue) => issue.endOffset));
  return [issueProblem(string, worst, { at: partAt(string, { offset, endOffset }), ...more })];
}

/** A file in a store that uses the same scheme: folders, and a name with an extension. */
const ASSET = /^[^/]{1,20}:\/\/[^/?]{1,260}\/[^/?]{1,260}\/(?:[^/?]{1,260}\/){0,20}[^/?]{1,260}\.[A-Za-z]\w{1,5}$/;

/** Most strings have too few slashes for a path with folders. */
const isAsset = (value: string): boolean =>
  value.split('/', MIN_ASSET_PARTS).length === MIN_ASSET_PARTS && ASSET.test(value);

const MIN_ASSET_PARTS = 5;

const ELISION = /^(?:\.{2,}|…+)$/;

/**
 * True for a complete string, so that its syntax can be checked. Descriptions of the syntax, patterns, elided strings
 * and beginnings of strings do not count.
 */
export function isWholeString(string: FoundString, source: Source): boolean {
  let isWhole = whole.get(string);
  if (isWhole === undefined) whole.set(string, (isWhole = looksWhole(string, source)));
  return isWhole;
}

/** Cached, because nearly every rule of strings asks. */
const whole = new WeakMap<FoundString, boolean>();

function looksWhole(string: FoundString, source: Source): boolean {
  if (!string.uri || isNotation(string.literal.value) || isAsset(string.literal.value)) return false;
  if (hasOwnForm(string)) return false;
  return !isPattern(string, source) && !isElided(string) && !isBeginning(string, source);
}

/** Slashes with a backslash belong to a pattern, except in JSON. */
function isPattern({ range, literal }: FoundString, { path, text }: Source): boolean {
  if (literal.decoded !== 'json' || /\.(?:json\w?|ipynb|har|ndjson)$/i.test(path)) return false;
  return /^[^/]{0,40}\\\//.test(text.slice(range.offset, range.offset + 60));
}

/** An ellipsis in the user info does not matter, because user info is unknown anyway. */
function isElided({ literal, uri }: FoundString): boolean {
  const from = uri?.hostsRange.offset ?? 0;
  return literal.placeholders.some(({ at, text }) => at >= from && ELISION.test(text));
}

/** In UTF-16 code units. */
const MAX_USER_LENGTH = 300;

const OPENERS = '<{[(|$\\';

/** A quote or white space with backslashes, in text inside another string. */
const ESCAPED_END = /\\{1,8}(?:["'`nrt])/y;

/**
 * True for a text that continues elsewhere: something must follow (`…:pw@`), or the value continues with a piece that
 * could not be read.
 */
function isBeginning({ literal, range, inValue }: FoundString, { text }: Source): boolean {
  // A space in a user name, such as the subject of a certificate, ends the reading before the hosts.
  const rest =
    literal.quote !== null && text[range.endOffset] === ' '
      ? text.slice(range.endOffset, range.endOffset + MAX_USER_LENGTH)
      : '';
  if (!literal.value.includes('@') && rest.split(literal.quote ?? ' ', 1)[0]!.includes('@')) return true;
  const last = literal.value.slice(Math.max(0, inValue.endOffset - 2), inValue.endOffset);
  if (last.endsWith('@') || (last.endsWith(':') && last !== '::')) return true;
  const next = text[range.endOffset] ?? ' ';
  if (isEnclosed(text, range)) return false;
  ESCAPED_END.lastIndex = range.endOffset;
  if (ESCAPED_END.test(text)) return false;
  return literal.quote !== next && (OPENERS.includes(next) || text.startsWith('...', range.endOffset));
}

/** `$$` and `$tag$` of SQL. */
const DOLLAR_QUOTE = /\$\w{0,40}\$/y;

/** True for the whole content of an XML element, or of a text in dollar quotes. */
function isEnclosed(text: string, { offset, endOffset }: Range): boolean {
  if (text.startsWith('</', endOffset)) return true;
  DOLLAR_QUOTE.lastIndex = endOffset;
  const quote = DOLLAR_QUOTE.exec(text)?.[0];
  return quote !== undefined && text.endsWith(quote, offset);
}

/** Placeholders for a port: `mongodb://host:port/`, `…:$PORT/`, `…:27xxx/`. */
export function isPortPlaceholder(port: string): boolean {
  const inner = port.replace(EDGES, '');
  const isWord = /^(?:[a-z]{0,12}[_-]?port[_-]?(?:number|num|no|n)?\d{0,3}|\d{0,4}[nx]{1,5}|p\d?)$/i.test(inner);
  return isWord || /^[*#?]+$/.test(port);
}

/** `…/?options`, `?param1&param2`: words instead of `name=value`. */
export function isOptionPlaceholder(option: string): boolean {
  return /^[a-z_-]{0,20}(?:options?|opts?|params?|parameters?|args?|arguments?|query|settings?)[_-]?[\dn]{0,2}(?:=.{0,20})?$/i.test(
    option,
  );
}

/** `option1=value1`, `key=value`: placeholder words for both name and value. */
const PAIR =
  /^(?:[a-z]{0,20}(?:option|opt|param|parameter|arg|setting)s?|key|name)[_-]?[\dn]{0,2}(?:name)?=(?:[a-z]{0,20}(?:value|val)[_-]?[\dn]{0,2}|x)$/i;

/** `queryoptions=1`. */
const COUNTED = /^[a-z]{1,20}options=\d$/i;

/** `collection=mycollection`: the name again, as the value chosen for it. */
const NAME_AGAIN = /^([a-z]{3,20})=(?:my|your|some|the)[_-]?\1$/i;

/** True for words in place of an option. */
export function isPairPlaceholder(name: string, value: string): boolean {
  const pair = `${name}=${value}`;
  return PAIR.test(pair) || COUNTED.test(pair) || NAME_AGAIN.test(pair);
}

/**
 * The reason of a rule that reports one code of the parser, whatever the driver.
 * @param repair the fix of an issue, or its suggestions
 */
export function grammarReason(
  code: string,
  repair: (string: FoundString, issue: UriIssue) => Partial<RuleProblem> = () => ({}),
): CheckCode {
  return {
    refused: true,
    messages: { issue: '{issue}' },
    checkString: (string, _context, { source }) =>
      issuesFor(code, string, source).map((issue) => issueProblem(string, issue, repair(string, issue))),
  };
}
