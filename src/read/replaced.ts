import { escapePattern, once, oncePerKey, oncePerText, type Range, type Source } from '../text/source.ts';
import { enclosingKeys } from './keys.ts';

/**
 * Whether something else may give a program what a text has at a place, because settings are added to its holder, the
 * variable or the object that has it, or because its name gets another value. Without one, the holder is around the place.
 */
export const replacedIn = oncePerText((source: Source) => {
  const { text } = source;
  const isAny = once(() => REPLACED.test(text));
  const mayAdd = once(() => ADDS.test(text));
  const computed = once(() => new Set(Array.from(text.matchAll(COMPUTED), ([, name = '']) => name)));
  const starred = once(() => [...text.matchAll(STARRED)].at(-1)?.index ?? -1);
  const mergedIn = oncePerKey((holder: string) => mergedUpTo(text, holder));
  return (place: Range, name: string, given?: string): boolean => {
    if (isAny() || (!mayAdd() && computed().size === 0)) return isAny();
    if (starred() > place.offset) return true;
    const holder = given ?? enclosingKeys(source, place.offset).at(-1) ?? name;
    const isComputed = !given && [name, `${holder}.${name}`].some((one) => computed().has(one));
    return isComputed || (mayAdd() && holder !== '' && place.offset < mergedIn(holder));
  };
});

/** In a text whose fields a framework or a command line fills, or whose constants a module for one machine replaces. */
const REPLACED =
  /@ConfigurationProperties\b|@(?:CommandLine\.)?(?:Parameter|Option)\([ \t]*names\b|#\[serde\(default\)\]|\bexec(?:file)?\((?:open|compile)\(|^[ \t]*from[ \t]+[\w.]{0,60}(?:local|private|secret|override)\w{0,40}[ \t]+import[ \t]+\*/m;

/** `from site_settings import *`, from outside of the package, which replaces what is before it. */
const STARRED = /^from[ \t]+[a-z]\w*[ \t]+import[ \t]+\*/gm;

/** What may add to an object. */
const ADDS = /\.update\(|\.\.\.|\b(?:assign|merge|defaults|extend|rc)\w{0,9}["')]{0,2}\(|^[ \t]*from[ \t]/m;

/** `URI = load()`, `cfg.uri = load()`: a name that gets another value than a text or its own. */
const COMPUTED =
  /^[ \t]*(?:if\b[^\n=]{0,80}[)\s])?((?:[A-Za-z_$][\w$]{0,60}\.){0,3}[A-Za-z_$][\w$]{0,60})[ \t]*=(?![=>]|[ \t]*(?:[a-z]?["'`]|(?:None|null|nil|undefined)\b)|[^\n]{0,200}(?<![\w.])\1(?!\w))/gm;

/**
 * Up to where something else adds to a variable: `{ uri: "…", ...load() }`, `cfg.update(…)`, `Object.assign(cfg, …)`.
 * What precedes a value is replaced by it.
 */
function mergedUpTo(text: string, holder: string): number {
  const own = escapePattern(holder);
  const adds = String.raw`^[ \t]*from[ \t][\w.]+[ \t]+import\b[^\n]*\b${own}\b|(?<![\w.])${own}(?:\.update\(|[ \t]*=[ \t]*(?:(\{[^{}]{0,600}\.\.\.)|[^\n;]{0,60}\b(?:assign|merge|defaults|extend|rc)\w{0,9}["')]{0,2}\())|\b(?:assign|merge|extend)\w{0,9}\([ \t]*${own}\b`;
  // `{ ...defaults, ...load() }`: something that is no object of this text.
  const [behind, other = ''] = new RegExp(String.raw`\.\.\.${own},[^{}]{0,300}?\.\.\.(\w*)`).exec(text) ?? [];
  if (behind && !new RegExp(String.raw`\b${other}\b[^=\n]{0,60}=\s*\{`).test(text)) return Infinity;
  const found = new RegExp(adds, 'm').exec(text);
  if (!found) return -1;
  return found[1] === undefined && !found[0].startsWith('from') ? Infinity : found.index + found[0].length;
}
