import type { FoundString } from '../classify/found-string.ts';
import { mayHoldMore } from '../classify/string-edits.ts';
import type { Lack } from '../parse/connection-string.ts';
import { bracketsAround } from '../read/page.ts';
import type { Range, Source } from '../text/source.ts';

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
  for (const call of bracketsAround(text, string, '(')) {
    const callee = text.slice(Math.max(0, call.offset - 80), call.offset);
    if (CLIENT.test(callee)) {
      const end = call.endOffset - 1;
      const others = `${text.slice(call.offset + 1, string.offset)} ${text.slice(string.endOffset, end)}`;
      return {
        others: withoutStrings(others),
        isOpen: isOpen(text.slice(call.offset + 1, inner.offset), text.slice(inner.endOffset, end)),
      };
    }
    if (inner !== string || !BUILDER.test(callee)) return null;
    inner = call;
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
