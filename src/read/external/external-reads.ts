import { ATLAS, type ServiceProfile } from '../../classify/service.ts';
import { MAX_NESTED, type ReadSource, type FoundString } from '../../classify/found-string.ts';
import { shownName } from '../../classify/shown.ts';
import type { Literal } from '../../text/literal.ts';
import { lineStartBefore, countBefore, grouped, overlaps, type Range } from '../../text/source.ts';
import { keyOf } from '../keys.ts';
import { closeOf, openBefore, type Page } from '../page.ts';
import { argumentOf, CLIENT_CALLS, expressionEnd, type ClientCall } from './clients.ts';
import { isSecretName, isStringName } from './names.ts';
import { settingReads, SETTING_WORDS } from './setting-reads.ts';
import { outsideRead, type OutsideRead, type ReadText } from './outside-reads.ts';

/** Every text with such a read matches this. */
const PRODUCT = /mongo|iomotor|parse-server|agenda["']|connect-mdbc|connect-via-uri/i;

const PROSE = /\.(?:txt|log|text)$/i;

/** Words to search for in a text, in lower case. */
export const EXTERNAL_WORDS: readonly string[] = [
  ...new Set([...CLIENT_CALLS.map(({ word }) => word), 'mongo', ...SETTING_WORDS]),
];

const CALLS_BY_WORD = grouped(CLIENT_CALLS, ({ word }) => word);

/** One of them in a text. */
export interface WordAt {
  /** Index in the list. */
  readonly word: number;
  readonly offset: number;
}

/** Maximum number of reads per text. */
const MAX_READS = 200;

/**
 * Ranges at which a program reads its connection string from outside of the tree and passes it to a client, or to a
 * setting for connection strings. A read whose value is one of the found strings does not count. Pure; never throws.
 * @param words all `EXTERNAL_WORDS` of the text, in order
 */
export function externalReads(
  page: Page,
  profile: ServiceProfile,
  strings: readonly FoundString[],
  words: readonly WordAt[],
): readonly FoundString[] {
  const { path, text } = page;
  // The known calls are those of this product's drivers.
  if (profile.schemes[0] !== ATLAS.schemes[0] || !(PRODUCT.test(text) || PRODUCT.test(path))) return [];
  const language = page.language.name;
  if (language === 'markdown' || language === 'css' || PROSE.test(path)) return [];
  const reader = { path, text, strings, language };
  const follower = followerOf(reader);
  const found: OutsideRead[] = [];
  const names: number[] = [];
  const settings = new Set<string>();
  for (const { word, offset } of words) {
    if (EXTERNAL_WORDS[word] === 'mongo') {
      if (names.length < MAX_NAMES && !firstFound(reader, { offset, endOffset: offset + 1 })) names.push(offset);
      continue;
    }
    settings.add(EXTERNAL_WORDS[word]!);
    for (const call of CALLS_BY_WORD.get(EXTERNAL_WORDS[word]!) ?? []) add(found, follower(call, offset));
  }
  for (const at of names) add(found, namedRead(reader, at));
  for (const read of settingReads(reader, names, settings)) if (!isLogged(text, read)) add(found, read);
  return found.length === 0 ? [] : asStrings(page, reader, found);
}

/** Maximum number of names per text. */
const MAX_NAMES = 2_000;

function add(found: OutsideRead[], read: OutsideRead | null): void {
  if (read && found.length < MAX_READS && !found.some((one) => overlaps(one, read))) found.push(read);
}

/** Maximum number of steps: from the client to a setting, to a variable, to the read. */
const MAX_HOPS = 4;
/** Maximum number of names to follow, because each one is searched in the whole text. */
const MAX_FOLLOWED = 60;

/** A text with cached data about its names. */
interface Followed extends ReadText {
  readonly values: Map<string, readonly Range[]>;
}

/** Follows the arguments of a bounded number of client calls. */
function followerOf(reader: ReadText): (call: ClientCall, at: number) => OutsideRead | null {
  const followed: Followed = { values: new Map(), ...reader };
  let left = MAX_READS;
  return (call, at) => {
    if (left <= 0) return null;
    const argument = argumentOf(reader.text, at, call);
    if (!argument) return null;
    left--;
    // A file of options outside of the repository, which has the string.
    const file = call.isCommand ? reader.text.slice(argument.offset, argument.endOffset) : '';
    if (/^~?\//.test(file)) return { ...argument, name: file, source: 'unknown' };
    return follow(followed, argument, MAX_HOPS, new Set());
  };
}

/** What an expression evaluates to: a read, `unknown`, or `null` for a value in this text. */
function follow(reader: Followed, { offset, endOffset }: Range, hops: number, seen: Set<string>): OutsideRead | null {
  const { text, language } = reader;
  const inCommand = COMMANDS.has(language);
  const value = firstFound(reader, { offset, endOffset });
  const read = outsideRead(text, offset, value?.range.offset ?? endOffset, inCommand);
  // A string after a read is its default.
  if (read) return inCommand && hasValue(reader, read.name) ? null : read;
  if (value) return null;
  const expression = text.slice(offset, Math.min(endOffset, offset + MAX_EXPRESSION));
  const [whole = '', name = ''] = LEADING_NAME.exec(expression) ?? [];
  if (name === '' || NO_CLIENT_VALUE.test(expression)) return null;
  const end = offset + whole.length;
  // `MongoClient(&quot;…`: an entity of HTML.
  if (text[end] === ';' && /&\w+$/.test(whole)) return null;
  SETTING.lastIndex = offset;
  const [setting, quoted, constant] = SETTING.exec(text) ?? [];
  const unknown: OutsideRead = {
    name: quoted ?? constant ?? name,
    source: 'unknown',
    offset: end - name.length,
    endOffset: offset + Math.max(whole.length, setting?.length ?? 0),
  };
  const last = /\w{1,61}$/.exec(name)?.[0] ?? name;
  if (hops === 0 || seen.has(last) || reader.values.size >= MAX_FOLLOWED) return unknown;
  seen.add(last);
  const values = valuesOf(reader, last).filter((one) => !isNothing(text, one));
  const leads = values.map((one) => (isPlainLiteral(text, one) ? null : follow(reader, one, hops - 1, seen)));
  const known = leads.find((one) => one !== null && one.source !== 'unknown');
  if (known) return known;
  if (values.some((one) => isPieced(text, one))) return unknown;
  if (leads.includes(null)) return null;
  const first = /^\w+/.exec(name)?.[0] ?? last;
  if (first !== last && hops > 1 && !seen.has(first)) {
    seen.add(first);
    for (const value of valuesOf(reader, first)) {
      const answer = outsideRead(text, value.offset, value.endOffset, false);
      if (answer && answer.source !== 'env') return answer;
    }
  }
  const handed = injected(text, last) ?? unpacked(text, last) ?? handedIn(reader, offset, last);
  return handed === 'value' ? null : (handed ?? unknown);
}

/** `let uri = ""`, `uri = None`, `uri: str`: a value that comes later. */
const isNothing = (text: string, { offset, endOffset }: Range): boolean =>
  endOffset - offset < 40 && NOTHING.test(text.slice(offset, endOffset));

const NOTHING =
  /^\s*(?:""|''|``|null|None|nil|undefined|(?:&(?:'\w{1,20}\s)?)?(?:str|[sS]tring|Optional\[str\]|Option<String>)\??(?:\s*\|\s*(?:null|None|undefined))?)\s*$/;

/** `"mongodb" + srv + "://"`: the scheme in pieces, so that no string was found. */
const isPieced = (text: string, { offset }: Range): boolean =>
  /^\s*f?["'`]mongodb(?:(?:\+srv)?["'`]\s*[+.,&]|\$?\{\w{1,40}\}:\/\/)/.test(text.slice(offset, offset + 120));

/** `const { X: uri } = process.env`, `import { X } from "$env/static/private"`. */
function unpacked(text: string, name: string): OutsideRead | null {
  for (const { index, 0: whole, 1: names = '' } of text.matchAll(UNPACKED)) {
    const found = new RegExp(
      String.raw`(?:^|[\s,{])(?:([\w$]{1,60})\s{0,9}(?::|as\s)\s{0,9})?${plainPattern(name)}(?![\w$])`,
    ).exec(names);
    if (!found) continue;
    const variable = found[1] ?? name;
    const offset = index + whole.indexOf(names) + found.index + found[0].indexOf(variable);
    return { name: variable, source: 'env', offset, endOffset: offset + variable.length };
  }
  return null;
}

const UNPACKED =
  /\{([^{}]{1,600})\}\s{0,9}(?:=\s{0,9}(?:process\.env|import\.meta\.env|Bun\.env)\b|from\s{0,9}["']\$env\/)/g;

/** Languages in which `$NAME` is an environment variable. */
const COMMANDS: ReadonlySet<string> = new Set(['shell', 'powershell', 'batch', 'make', 'docker', 'yaml']);

/** `@Value("${X}") String uri`: a value that a framework injects. */
function injected(text: string, name: string): OutsideRead | null {
  if (!text.includes('@Value')) return null;
  for (const { index, 0: match } of text.matchAll(INJECTION)) {
    if (new RegExp(String.raw`\b${plainPattern(name)}$`).test(match))
      return outsideRead(text, index, index + match.length, false);
  }
  return null;
}

const INJECTION = /@Value\([^()\n]{1,120}\)\s{0,20}(?:[\w<>@]{1,40}\s{1,20}){0,5}\w{1,60}/g;

const plainPattern = (name: string): string => name.replace(/[^\w]/g, '\\$&');

const MAX_EXPRESSION = 300;

/** `app.get('mongodb')`, `config.get<string>(KEYS.DB)`, `inject("uri")`: the name of the setting. */
const SETTING =
  /\s{0,40}(?:await[ \t])?(?:[\w$]{1,60}\.){0,4}(?:get(?:OrThrow|String|Value|Setting)?|inject|setting)(?:<[\w ]{1,30}>)?\([ \t]*(?:["'`]([\w./:@-]{1,100})["'`]|([A-Z][\w.]{1,60}))[ \t]*\)/y;

/** `await uri`, `&uri`, `new ConnectionString(uri)`, `String(uri)`, `uri as string`: the name within the expression. */
const LEADING_NAME =
  /^\s{0,40}(?:await[ \t]|new[ \t]|\(|&|\*|[$@]|f?["'`]\$?\{|(?:String|str|Secret|Uri)\(){0,5}\s{0,9}\$?([A-Za-z_][\w$]{0,60}(?:(?:\??\.|->|::|!\.)[A-Za-z_][\w$]{0,60}){0,5})/;

/** Values that are not an address, or that a test created. */
const NO_CLIENT_VALUE =
  /^\s*(?:null|None|nil|undefined|true|false|this|self|cls)\s*$|\b(?:ApplyURI|applyConnectionString|ConnectionString|MongoClientURI|FromConnectionString|FromUrl|ClientOptions::parse)\(|get_?(?:Uri|ReplicaSetUrl|ConnectionString|connection_url|connectionUrl|MappedPort|ConnectionURL)\s*\(|\b(?:[mM]ongo[sS]erver|mongod|[cC]ontainer)\./;

/** Strings are sorted, and nested strings follow the outer one. */
function firstFound({ strings }: ReadText, place: Range): FoundString | undefined {
  const next = countBefore(strings, ({ range }) => range.offset < place.offset);
  for (let at = next - 1; at >= Math.max(0, next - 1 - MAX_NESTED); at--) {
    if (overlaps(strings[at]!.range, place)) return strings[at];
  }
  const following = strings[next];
  return following && overlaps(following.range, place) ? following : undefined;
}

function isPlainLiteral(text: string, { offset, endOffset }: Range): boolean {
  return /^\s*(?:[fbrFBR]?(["'`])(?:(?!\1)[^{$%\n]){3,200}\1|\d+)\s*$/.test(
    text.slice(offset, Math.min(endOffset, offset + 300)),
  );
}

/** True if the text assigns one of the found strings to the name. */
function hasValue(reader: Followed, name: string): boolean {
  return valuesOf(reader, name).some((value) => firstFound(reader, value) !== undefined);
}

/** The values that a text assigns to a name. */
function valuesOf({ text, values: known }: Followed, name: string): readonly Range[] {
  const values: Range[] = [];
  const before = known.get(name);
  if (before) return before;
  known.set(name, values);
  for (let at = text.indexOf(name); at >= 0 && values.length < MAX_VALUES; at = text.indexOf(name, at + name.length)) {
    if (/[\w-]/.test(text.charAt(at - 1))) continue;
    ASSIGNED.lastIndex = at + name.length;
    if (!ASSIGNED.test(text)) continue;
    const offset = ASSIGNED.lastIndex;
    const endOffset = expressionEnd(text, offset, Math.min(text.length, offset + MAX_EXPRESSION));
    if (endOffset > offset) values.push({ offset, endOffset });
  }
  return values;
}

const MAX_VALUES = 20;
const ASSIGNED =
  /["'\]]{0,2}(?:[ \t]{0,9}:[ \t]{0,9}(?:Optional\[)?[\w&<>'[\]|?. ]{1,40}?)?(?:,[ \t]{0,9}(?:err|ok|_))?[ \t]{0,9}(?:=(?![=>])|:=|=>|\|\|=|:(?!:))[ \t]{0,9}(?:\r?\n[ \t]{0,9})?/y;

/** If the name is a parameter: the arguments of calls of its function in this text. */
function handedIn(reader: Followed, at: number, name: string): OutsideRead | 'value' | null {
  const { text } = reader;
  const before = text.slice(Math.max(0, at - MAX_FUNCTION), at);
  let called = '';
  for (const match of before.matchAll(FUNCTION))
    if (new RegExp(String.raw`\b${plainPattern(name)}\b`).test(match[2]!)) called = match[1]!;
  if (called === '') return null;
  for (const match of text.matchAll(new RegExp(String.raw`\b${called}\(`, 'g'))) {
    const offset = match.index + match[0].length;
    const end = expressionEnd(text, offset, Math.min(text.length, offset + MAX_EXPRESSION));
    const read = outsideRead(text, offset, end, false);
    if (read) return read;
    if (firstFound(reader, { offset, endOffset: end })) return 'value';
  }
  return null;
}

const MAX_FUNCTION = 2_000;
const FUNCTION = /\b(?:def|function|func|fun|fn)[ \t]+(?:\([^()\n]{0,60}\)[ \t]*)?(\w{1,60})[ \t]*\(([^()]{0,300})\)/g;

/** Characters of names. */
const TOKEN = /[\w./:@-]/;

/** A read of a variable with the name of a connection string, wherever its value is used. */
function namedRead({ text, language }: ReadText, at: number): OutsideRead | null {
  let from = at;
  while (from > 0 && at - from < 120 && TOKEN.test(text[from - 1]!) && text[from - 1] !== '.') from--;
  let to = at;
  while (to < text.length && to - at < 120 && TOKEN.test(text[to]!)) to++;
  const name = text.slice(from, to);
  const [first = ''] = name.split(/[./:@]/, 1);
  if (!(isStringName(first) || isSecretName(name))) return null;
  // `process.env.MONGO_URI.replace(…)`
  const end = isStringName(first) ? from + first.length : to;
  const start = lineStartBefore(text, from, 160);
  if (language === 'shell' && text.length < MAX_SCRIPT && isStringName(name) && isArgument(text, start, from, name)) {
    return { name, source: 'env', offset: from, endOffset: to };
  }
  for (let offset = start; offset < from;) {
    const read = outsideRead(text, offset, Math.min(text.length, to + 2), false);
    if (!read || read.offset >= end) return null;
    if (read.endOffset >= end - 1 && read.offset <= from)
      return isTaken(text, read, language) && isStringOf(read) && !isLogged(text, read) ? read : null;
    offset = read.endOffset;
  }
  return null;
}

/** `node migrate.js "$MONGODB_URI"`: a variable that the script does not set, as the argument of a command. */
function isArgument(text: string, start: number, from: number, name: string): boolean {
  const before = text.slice(start, from);
  if (!/[\w"'=][ \t]{1,9}(?:--?[\w-]{1,40}[= ])?["']?\$\{?$/.test(before) || NO_ARGUMENT.test(before)) return false;
  return !new RegExp(String.raw`(?:^|[\s;])${name}=|\bread[ \t][^\n;]*\b${name}\b`, 'm').test(text);
}

/** Each argument is looked for in the whole script. */
const MAX_SCRIPT = 100_000;

const NO_ARGUMENT =
  /(?:^|[;&|(]|\bthen\b|\belse\b)[ \t]*(?:echo|printf|if|elif|while|test|unset|log\w*|\[|:)(?:[ \t]|$)[^;&|]*$/;

function isStringOf({ name, source }: { readonly name: string; readonly source: ReadSource }): boolean {
  return isStringName(name) || (source !== 'env' && isSecretName(name));
}

/** False if the variable is only checked or set. */
function isTaken(text: string, { offset, endOffset }: Range, language: ReadText['language']): boolean {
  const before = text.slice(Math.max(0, offset - 20), offset);
  const behind = text.slice(endOffset, endOffset + 4);
  return (
    !/(?:!|\btypeof[ \t]|\bdelete[ \t]|\bunset\()$/.test(before) && !/^\s*=(?![=>])/.test(behind) && language !== 'css'
  );
}

/** `logger.debug(`…${process.env.MONGODB_URL}`)`: the value is told, by a call that is still open at the read. */
function isLogged(text: string, { offset }: Range): boolean {
  const from = Math.max(0, offset - 300);
  for (const { index, 0: whole } of text.slice(from, offset).matchAll(LOG)) {
    const close = closeOf(text, from + index + whole.length - 1, 1_000);
    if (close < 0 || close > offset) return true;
  }
  return false;
}

const LOG =
  /(?<![\w.])(?:(?:this\.|self\.|_)?(?:console|log|logger|logging|LOG|LOGGER|Log|winston|slog)\.[\w.]{1,20}|print(?:ln|f)?!?|fmt\.(?:Print\w*|Fprint\w*)|System\.(?:out|err)\.print\w*|(?:info|debug|warn|error|trace)!|Console\.Write\w*|pp|puts|var_dump|print_r)[ ]?\(/g;

/** Converts reads to found strings without a host and without anything that may be a credential. */
function asStrings(page: Page, reader: ReadText, reads: readonly OutsideRead[]): FoundString[] {
  const { text, language } = reader;
  const found: FoundString[] = [];
  for (const read of [...reads].sort((a, b) => a.offset - b.offset)) {
    if (firstFound(reader, read) || isOtherLanguage(reader, read) || isOtherAddress(text, read)) continue;
    if (language === 'hcl' && (isWritten(reader, read) || isKeyPair(text, read.name))) continue;
    if (page.contextAt(read.offset) !== 'code') continue;
    found.push(asString(read, text, keyOf(page, read.offset, { quote: null, opened: read.offset })));
  }
  return found;
}

/** `"$BASE_PATH/auth/login"`, `https://${HOST}`: the address of another service. */
function isOtherAddress(text: string, { name, offset, endOffset }: OutsideRead): boolean {
  return (
    /https?:\/\/$/.test(text.slice(Math.max(0, offset - 8), offset)) ||
    (!isStringName(name) &&
      (/(?<!data)base_?(?:api|path|url)|api_?(?:base|path|ur[il]|key)/i.test(name) ||
        /^\/[\w-]+\/\w/.test(text.slice(endOffset, endOffset + 60))))
  );
}

/** The name of a secret that has its content in the same block. */
function isWritten(reader: ReadText, { offset, source }: OutsideRead): boolean {
  const open = source === 'env' ? -1 : openBefore(reader.text, offset);
  const endOffset = open < 0 ? -1 : closeOf(reader.text, open);
  return endOffset > 0 && firstFound(reader, { offset: open, endOffset }) !== undefined;
}

/** Data of a store of which the text takes keys of the administration API. */
function isKeyPair(text: string, name: string): boolean {
  const uses = [
    ...text.matchAll(new RegExp(String.raw`^(.*)\b(?:data|ephemeral)\.\w+\.${plainPattern(name)}\b(.*)$`, 'gm')),
  ];
  return (
    uses.length > 0 && uses.every(([, before, behind]) => /(?:public|private|api)_?key/i.test(`${before}${behind}`))
  );
}

/** A shell script that writes or replaces JavaScript does not run it. */
const isOtherLanguage = ({ text, language }: ReadText, { offset }: Range): boolean =>
  language === 'shell' && /^(?:process|import|Bun)\b/.test(text.slice(offset, offset + 8));

function asString({ offset, endOffset, name, source }: OutsideRead, text: string, key: string | null): FoundString {
  const value = text.slice(offset, endOffset);
  const literal: Literal = {
    value,
    segments: [{ at: 0, length: value.length, offset, endOffset, exact: true }],
    placeholders: [],
    key,
    context: 'code',
    decoded: null,
    quote: null,
  };
  return {
    range: { offset, endOffset },
    literal,
    inValue: { offset: 0, endOffset: value.length },
    kind: 'external',
    family: 'current',
    via: source,
    name: shownName(name),
    form: null,
    provider: null,
    region: null,
    cluster: null,
    token: null,
    hosts: [],
    uri: null,
  };
}
