import { escapePattern, lineBefore, NEAR, once, oncePerText, type Range, type Source } from '../text/source.ts';
import { closeOf, openBefore } from './brackets.ts';
import { enclosingKeys } from './keys.ts';

/**
 * Whether something else may give a program what a text has at a place, because settings are added to its holder, the
 * variable or the object that has it, or because its name gets another value. Without one, the holder is around the place.
 */
export const replacedIn = oncePerText((source: Source) => {
  const { text } = source;
  const isAny = REPLACED.test(text);
  const mayAdd = ADDS.test(text);
  const computed = once(() => new Set(Array.from(text.matchAll(COMPUTED), ([, name = '']) => name)));
  return (place: Range, name: string, given?: string): boolean => {
    if (isAny || (!mayAdd && computed().size === 0)) return isAny;
    const holder = given ?? enclosingKeys(source, place.offset).at(-1) ?? name;
    const isComputed = !given && [name, `${holder}.${name}`].some((one) => computed().has(one));
    return isComputed || (mayAdd && holder !== '' && isMerged(text, holder, place));
  };
});

/** In a text whose fields a framework fills from its settings, or whose constants a module for one machine replaces. */
const REPLACED =
  /@ConfigurationProperties\b|#\[serde\(default\)\]|^[ \t]*from[ \t]+[\w.]{0,60}(?:local|private|secret|override)\w{0,40}[ \t]+import[ \t]+\*/m;

/** What may add to an object. */
const ADDS = /\.update\(|\.\.\.|\b(?:assign|merge|defaults|extend|rc)\w{0,9}["')]{0,2}\(|^[ \t]+from[ \t]/m;

/** `URI = load()`, `cfg.uri = load()`: a name that gets another value than a text or its own. */
const COMPUTED =
  /^[ \t]*(?:if\b[^\n=]{0,80}[)\s])?((?:[A-Za-z_$][\w$]{0,60}\.){0,3}[A-Za-z_$][\w$]{0,60})[ \t]*=(?![=>]|[ \t]*(?:[a-z]?["'`]|(?:None|null|nil|undefined)\b)|[^\n]{0,200}(?<![\w.])\1(?!\w))/gm;

/** True for a variable to which something else adds: `{ uri: "…", ...load() }`, `cfg.update(…)`, `Object.assign(cfg, …)`. */
function isMerged(text: string, holder: string, { offset }: Range): boolean {
  const own = escapePattern(holder);
  const adds = String.raw`^[ \t]+from[ \t][\w.]+[ \t]+import\b[^\n]*\b${own}\b|(?<![\w.])${own}(?:\.update\(|[ \t]*=[ \t]*(?:(\{[^{}]{0,600}\.\.\.)|[^\n;]{0,60}\b(?:assign|merge|defaults|extend|rc)\w{0,9}["')]{0,2}\())|\b(?:assign|merge|extend)\w{0,9}\([ \t]*${own}\b`;
  const found = new RegExp(adds, 'm').exec(text);
  // What precedes the value in an object is replaced by it.
  return found !== null && (found[1] === undefined || found.index + found[0].length > offset);
}

/** The head of a definition, up to the bracket of its parameters. */
export const DEFINED =
  /(?:\b(?:def|function|func|fun|fn|constructor|class)\b|\b(?:public|private|protected|internal|static|async)\s)[^\n()={}]{0,80}\($/;
/** What follows the parameters of an arrow function, and of a method without a word in front. */
const BODY = /^\s{0,9}(?::[^=;\n{}]{0,60})?(=>|\{)/;

/** `def connect(uri="…")`, `constructor(private uri = "…") {`, `({ uri = "…" }) =>`. */
export function isDefaultOfParameter(text: string, { offset }: Range): boolean {
  if (!/^\s*["'`]/.test(text.slice(offset, offset + 20))) return false;
  let open = openBefore(text, offset);
  if (text[open] === '{') open = openBefore(text, open);
  const end = text[open] === '(' ? closeOf(text, open) : -1;
  if (end < 0) return false;
  const before = lineBefore(text, open + 1);
  const [, body] = BODY.exec(text.slice(end, end + NEAR)) ?? [];
  return DEFINED.test(before) || body === '=>' || (body === '{' && /^[ \t]*\w{1,60}\($/.test(before));
}
