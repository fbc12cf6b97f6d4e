import type { FoundString } from '../../classify/found-string.ts';
import { textAt } from '../../parse/part.ts';
import { matchAt, NEAR, type Range } from '../../text/source.ts';
import { functionsOf } from '../bindings.ts';
import { itemsFrom } from '../brackets.ts';
import type { Page } from '../page.ts';
import { assigned } from '../values.ts';
import type { OutsideRead } from './reads.ts';

/** The name that an expression begins with: `config.mongo.uri`. */
export interface FollowedName {
  /** The read of a name that leads nowhere. */
  readonly unknown: OutsideRead;
  readonly first: string;
  readonly last: string;
  /** The offset after it. */
  readonly behind: number;
}

/** The name, from an offset on. */
export function nameIn(expression: string, offset: number): FollowedName | null {
  const [whole = '', name = ''] = LEADING_NAME.exec(expression) ?? [];
  if (name === '') return null;
  const [setting = whole, quoted, constant] = SETTING.exec(expression) ?? [];
  const [, module, key = ''] = REQUIRED.exec(expression) ?? [];
  const index = setting === whole ? matchAt(INDEX, expression, whole.length)![0] : '';
  const keys = Array.from(index.matchAll(/\w+/g), ([key]) => `.${key}`).join('');
  const plain = name.replaceAll('()', '').replaceAll('::', '.') + keys;
  const unknown: OutsideRead = {
    name: quoted ?? constant ?? (module === undefined ? plain : `${module}.${key}`),
    source: 'unknown',
    offset: offset + whole.length - name.length,
    endOffset: offset + setting.length + index.length,
  };
  const last = /\w{1,100}$/.exec(plain)?.[0] ?? plain;
  return { unknown, first: /^\w+/.exec(name)?.[0] ?? name, last, behind: offset + whole.length + index.length };
}

/** `await uri`, `&uri`, `"%s://%s" % (scheme, host)`, `(() => uri)()`, `new ConnectionString(uri)`, `String(uri)`, `uri as string`: the name within the expression. */
const LEADING_NAME =
  /^\s{0,40}(?:await[ \t]|new[ \t]|\{\{-?[ \t]?\.?|\((?:0,[ \t])?:?|&|\*|[$@#]|\[|<\w{1,30}>|["'`][^"'`\n]{0,60}["'`]\s{0,9}(?:[+%]|\.format\()\s{0,9}|\(\(\)\s{0,9}(?:=>|->)\s{0,9}|f?["'`](?:[$#]?\{|\$(?=\w))|(?:[sS]tring|str|Secret|Uri|JSON\.parse|json\.loads|Arrays\.asList|List\.of|listOf|Collections\.singletonList|ServerAddress)\(|\[\]string\{){0,5}\s{0,9}\$?([A-Za-z_][\w$]{0,60}(?:(?:\(\))?(?:\??\.|->|::|!\.)[A-Za-z_][\w$]{0,60}){0,5})/;
/** `["uri"]`, `[:uri]`, `->{uri}`: a member by its key. */
const INDEX = /(?:\[(?:["'`]|:)[A-Za-z_]\w{0,60}["'`]?\]|(?:->)?\{["']?[A-Za-z_]\w{0,60}["']?\}){0,9}/y;
/** `app.get('mongodb')`, `config.get<string>(KEYS.DB)`, `inject("uri")`: the name of the setting. */
const SETTING =
  /^\s{0,40}(?:await[ \t])?(?:[\w$]{1,60}\.){0,4}(?:get\w{0,20}|inject|setting)(?:<[\w ]{1,30}>)?\([ \t]*(?:["'`]([\w./:@-]{1,100})["'`]|([A-Z][\w.]{1,60}))[ \t]*\)/;
/** `require('./config.json').mongo.uri`: the name of the module, and the key in it. */
const REQUIRED = /^\s{0,40}require\(["'](?:[^"'\n]{0,100}\/)?([\w-]{1,60})(?:\.\w{2,4})?["']\)\.([\w.]{1,100})/;

/** Brackets and quotes with their contents, without other brackets inside. */
const NESTED = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|"[^"\n]*"|'[^'\n]*'|`[^`]*`/g;
/** What is between the values of a choice, with the `?` and the `if` of its condition. */
const CHOICE = /\|\||\?\?|\?:|\bor\b|\?(?=\s[^?]*:)|(?<!:):(?![:=])|\bif\b|\belse\b/g;

/** The values that an expression may have: `a || b`, `isLive ? a : b`, `a if live else b`. */
export function branchesOf(text: string, { offset, endOffset }: Range): readonly Range[] {
  const hide = (part: string): string => '_'.repeat(part.length);
  const written = text.slice(offset, Math.min(endOffset, offset + NEAR));
  const outer = written.replace(NESTED, hide).replace(NESTED, hide).replace(NESTED, hide);
  const branches: Range[] = [];
  let [start, isChosen] = [0, false];
  const add = (end: number): void => {
    if (outer.slice(start, end).trim() !== '') branches.push({ offset: offset + start, endOffset: offset + end });
  };
  for (const { index, 0: mark } of outer.matchAll(CHOICE)) {
    if (mark === ':' && !isChosen) continue;
    if (mark === '?') isChosen = true;
    // What precedes `?` is a condition, and what precedes `else` too.
    else if (mark !== 'else') add(index);
    start = index + mark.length;
  }
  add(outer.length);
  return branches;
}

/** What may come instead of a string that an expression has: `flag('store', "…")`, `lookup().orElse("…")`. */
export function besides(page: Page, offset: number, { range }: FoundString): readonly OutsideRead[] {
  const { text } = page;
  const before = text.slice(offset, Math.max(range.offset, offset));
  const [call = '', called = ''] = GETTER.exec(before) ?? [];
  const given = call === '' ? [] : itemsFrom(text, offset + call.length);
  const own = given.findIndex((one) => one.offset < range.offset && range.offset <= one.endOffset);
  const isOther =
    own > 0 &&
    PLAIN.test(text.slice(given[own]!.offset, range.offset)) &&
    !/^\s*["'`][^"'`]*[%{:]/.test(textAt(text, given[0]!)) &&
    !functionsOf(page).some(({ name }) => name === /\w{0,60}$/.exec(called)![0]);
  const [, spread = '', isMade] = SPREAD.exec(text.slice(range.endOffset, range.endOffset + NEAR)) ?? [];
  const isMerged = isMade !== undefined || assigned(page, spread).some((one) => !OBJECT.test(textAt(text, one)));
  const fallback = FALLBACK.exec(before)?.slice(1).find(Boolean);
  const other = fallback ?? (isMerged ? spread : '');
  const name = isOther ? called : (nameIn(other, 0)?.unknown.name ?? other.trim());
  return name === '' ? [] : [{ name, source: 'unknown', offset, endOffset: offset + before.trimEnd().length }];
}
/** A list or an object of this text, in which a string is found where it is. */
const OBJECT = /^\s*[[{]/;
/** Behind a string in an object, what may replace it: `, ...load()`. */
const SPREAD = /^["'`](?:\sas\s\w+)?\s*,(?:[^{}]*,)?\s*(?:\.\.\.|\*\*)([A-Za-z_$][\w$.]*)(\()?/;
/** A call of what makes nothing: `kv(`, `cmp.Or(`. */
const GETTER = /^\s*(?:await\s)?(?!(?:new|return)\b)((?:[\w$]+(?:\.|::|->))*(?:[a-z_]\w*|Or))\(/;
/** The beginning of an argument that is a string: `"`, `default="`, `() => "`. */
const PLAIN = /^\s*(?:\w+\s*[=:]\s*|\(\) ?=> ?)?[fbru]?["'`]$/;
/** The value of another expression before the string, which is there for the case that it has none. */
const FALLBACK =
  /^([^]{0,400}?)(?:\.await)?[?!]?\.(?:or_?else\w{0,9}|unwrap_or\w{0,9}|value_or|get_?or_?else|get_?or_?default|or|fetch)\b(?<!^.{0,3})[^"'`;]{0,200}["'`]$|^\s{0,20}match\s{1,20}([^{]{1,200})\{(?=[^]{0,400}\b(?:Some|Ok)\()[^;]{0,400}["'`]$|^["']?\$\(([^)]{1,200})\|\|\s{0,9}echo\s{1,9}["']?$|^([^]{0,400}?)\s\/\/\s{0,20}["']$|^([^]{0,400}\))\s{0,20}\+\s{0,20}\[[^[\]]{0,200}["']$/i;
