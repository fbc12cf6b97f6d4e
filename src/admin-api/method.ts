import type { Range } from '../text/source.ts';

const VERB = 'GET|POST|PUT|PATCH|DELETE';
/** Placeholders for the base of an address before its path. */
const BASE = String.raw`(?:[$#]?\{{1,2}[^{}\n]{1,60}\}{1,2}|\$\w{1,60})?`;

/** Right before the address: `PATCH https://…`, `client.patch("https://…`, `PATCH("https://…`. */
const DIRECT: readonly RegExp[] = [
  new RegExp(String.raw`(?:^|[\s"'\x60(])(${VERB})[ \t]{1,8}["'\x60]?${BASE}$`),
  new RegExp(
    String.raw`(?:\.|->|::)(${VERB})(?:AsJson|FromJson|String)?(?:Async)?!?(?:<[^<>()\n]{0,80}>)?\([ \t\n]{0,40}(?:[\w.:]{0,30}\()?[$@a-z]{0,2}["'\x60]?${BASE}$`,
    'i',
  ),
  new RegExp(String.raw`(?:^|[^\w.])(${VERB})\([ \t]{0,8}["'\x60]${BASE}$`),
];

/** Anywhere in the call, the most reliable first. */
const ANYWHERE: readonly RegExp[] = [
  new RegExp(String.raw`(?:[ \t]-[a-zA-Z]{0,8}X|--request|--method|-(?:Custom)?Method)[ =]{0,4}["']?(${VERB})\b`, 'gi'),
  new RegExp(String.raw`(?:\b|http)method["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}(?:@?["'\x60]|\.)?(${VERB})\b`, 'gi'),
  new RegExp(String.raw`\b(?:Http)?Method(?:\.|::)?(${VERB})\b`, 'gi'),
  new RegExp(String.raw`[(,][ \t]{0,8}["'\x60](${VERB})["'\x60]|[(,][ \t]{0,8}(${VERB})[ \t]{0,8}(?:=>|,)`, 'g'),
  new RegExp(String.raw`\bCURLOPT_CUSTOMREQUEST["']?[ \t]{0,8}=>[ \t]{0,8}["'](${VERB})\b`, 'gi'),
  /\bCURLOPT_(POST|PUT)\b/g,
  new RegExp(String.raw`\bHTTP::(${VERB})\b`, 'gi'),
  new RegExp(String.raw`(?:\.|->|::)(${VERB})(?:Async|For\w{4,9})?!?\(`, 'gi'),
];

/** Options of commands that choose a method when none is named. */
const IMPLIED: readonly (readonly [option: RegExp, method: string])[] = [
  [/\bcurl\b[^]*\s(?:-[a-zA-Z]{0,8}[GI]|--get|--head)(?=\s)/, 'GET'],
  [/\bcurl\b[^]*\s(?:-[a-zA-Z]{0,8}T|--upload-file)[ =]/, 'PUT'],
  [/\bcurl\b[^]*\s(?:-[a-zA-Z]{0,8}[dF]|--data(?:-\w{1,12})?|--json|--form(?:-\w{1,12})?)[ =]/, 'POST'],
  [/\bwget\b[^]*--(?:post|body)-(?:data|file)\b/, 'POST'],
  [/\b(?:curl|wget)\b/, 'GET'],
];
/** HTTPie and xh: the method is a word, or depends on whether there is a body. */
const HTTPIE = /(?:^|[|;&(\x60]|\bsudo|\btime)[ \t]{0,8}(?:https?|xhs?)(?=[ \t])/m;
const POWERSHELL = /\b(?:Invoke-(?:RestMethod|WebRequest)|irm|iwr)\b/i;
/** A request that consists only of its address. */
const BARE = new RegExp(String.raw`^[ \t]{0,8}${BASE}$`);

/**
 * The method of a call in capitals, or `null` if unknown.
 * @param text of the call and around it
 * @param address its range in the text
 */
export function methodOf(text: string, address: Range, { whole }: { readonly whole: boolean }): string | null {
  const before = text.slice(Math.max(0, address.offset - 200), address.offset);
  for (const pattern of DIRECT) {
    const method = pattern.exec(before)?.[1];
    if (method !== undefined) return method.toUpperCase();
  }
  if (!/\b(?:curl|wget)\b/.test(text) && HTTPIE.test(before)) return ofHttpie(text, address.offset, before);
  for (const pattern of ANYWHERE) {
    const method = nearest([...text.matchAll(pattern)], address);
    if (method !== null) return method.toUpperCase();
  }
  const implied = IMPLIED.find(([option]) => option.test(text))?.[1];
  if (implied !== undefined) return implied;
  return whole && (POWERSHELL.test(text) || BARE.test(text.slice(0, address.offset))) ? 'GET' : null;
}

/** The method in options that are defined elsewhere: `const options = { method: 'PUT' }`. */
export function methodOfOptions(text: string): string | null {
  const method = new RegExp(String.raw`\bmethod["']?[ \t]{0,8}[:=][ \t]{0,8}["'\x60](${VERB})\b`, 'i').exec(text)?.[1];
  return method?.toUpperCase() ?? null;
}

/** Lines around an address may contain other calls. */
function nearest(matches: readonly RegExpExecArray[], { offset, endOffset }: Range): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const match of matches) {
    const distance = match.index < offset ? offset - match.index - match[0].length : match.index - endOffset;
    if (distance >= least) continue;
    least = distance;
    best = match[1] ?? match[2] ?? null;
  }
  return best;
}

function ofHttpie(text: string, at: number, before: string): string {
  const word = new RegExp(String.raw`[ \t](${VERB})[ \t]{1,8}["']?${BASE}$`, 'i').exec(before)?.[1];
  if (word !== undefined) return word.toUpperCase();
  const isSent =
    /\|[ \t]{0,8}(?:https?|xhs?)[ \t]/.test(before) ||
    / (?:["']?[\w.[\]-]{1,60}(?::?=@?(?!=)|@)|@\w|<(?!<?\())/.test(text.slice(at));
  return isSent ? 'POST' : 'GET';
}
