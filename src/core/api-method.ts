import type { Range } from './source.ts';

const VERB = 'GET|POST|PUT|PATCH|DELETE';
/** What stands for the base of an address in front of its path. */
const BASE = String.raw`(?:[$#]?\{{1,2}[^{}\n]{1,60}\}{1,2}|\$\w{1,60})?`;

/** Right in front of the address: `PATCH https://…`, `client.patch("https://…`, `PATCH("https://…`. */
const DIRECT: readonly RegExp[] = [
  new RegExp(String.raw`(?:^|[\s"'\x60(])(${VERB})[ \t]{1,8}["'\x60]?${BASE}$`),
  new RegExp(
    String.raw`(?:\.|->|::)(${VERB})(?:AsJson|FromJson|String)?(?:Async)?!?(?:<[^<>()\n]{0,80}>)?\([ \t\n]{0,40}(?:[\w.:]{0,30}\()?[$@a-z]{0,2}["'\x60]?${BASE}$`,
    'i',
  ),
  new RegExp(String.raw`(?:^|[^\w.])(${VERB})\([ \t]{0,8}["'\x60]${BASE}$`),
];

/** Anywhere in the call, the surest first. */
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

/**
 * The method of a call, in capitals; `null` where nothing tells it.
 * @param text of the call and what stands around it
 * @param address its place in the text
 */
export function methodOf(text: string, address: Range, range: { readonly whole: boolean }): string | null {
  const at = address.offset;
  const before = text.slice(Math.max(0, at - 200), at);
  for (const pattern of DIRECT) {
    const method = pattern.exec(before)?.[1];
    if (method !== undefined) return method.toUpperCase();
  }
  const command = /\b(?:curl|wget)\b/.exec(text)?.[0] ?? HTTPIE.exec(before)?.[0];
  if (command !== undefined && command !== 'curl' && command !== 'wget') return ofHttpie(text, at, before);
  for (const pattern of ANYWHERE) {
    const method = nearest([...text.matchAll(pattern)], address);
    if (method !== null) return method.toUpperCase();
  }
  if (command === 'curl') return ofCurl(text);
  if (command === 'wget') return /--(?:post|body)-(?:data|file)\b/.test(text) ? 'POST' : 'GET';
  return range.whole && (POWERSHELL.test(text) || BARE.test(text.slice(0, at))) ? 'GET' : null;
}

/** The method that options name which stand elsewhere: `const options = { method: 'PUT' }`. */
export function methodOfOptions(text: string): string | null {
  return (
    /\bmethod["']?[ \t]{0,8}[:=][ \t]{0,8}["'`](GET|POST|PUT|PATCH|DELETE)\b/i.exec(text)?.[1]?.toUpperCase() ?? null
  );
}

/** Lines around an address may hold other calls. */
function nearest(matches: readonly RegExpMatchArray[], { offset, endOffset }: Range): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const match of matches) {
    const distance = match.index! < offset ? offset - match.index! - match[0].length : match.index! - endOffset;
    if (distance >= least) continue;
    least = distance;
    best = match[1] ?? match[2] ?? null;
  }
  return best;
}

/** A request that is nothing but its address. */
const BARE = new RegExp(String.raw`^[ \t]{0,8}${BASE}$`);
const POWERSHELL = /\b(?:Invoke-(?:RestMethod|WebRequest)|irm|iwr)\b/i;

/** What curl does where nothing else is said. */
function ofCurl(text: string): string {
  if (/\s(?:-[a-zA-Z]{0,8}[GI]|--get|--head)(?=\s)/.test(text)) return 'GET';
  if (/\s(?:-[a-zA-Z]{0,8}T|--upload-file)[ =]/.test(text)) return 'PUT';
  return /\s(?:-[a-zA-Z]{0,8}[dF]|--data(?:-\w{1,12})?|--json|--form(?:-\w{1,12})?)[ =]/.test(text) ? 'POST' : 'GET';
}

/** HTTPie and xh, which write the method as a word or go by whether there is something to send. */
const HTTPIE = /(?:^|[|;&(\x60]|\bsudo|\btime)[ \t]{0,8}(?:https?|xhs?)(?=[ \t])/m;

function ofHttpie(text: string, at: number, before: string): string {
  const word = new RegExp(String.raw`[ \t](${VERB})[ \t]{1,8}["']?${BASE}$`, 'i').exec(before)?.[1];
  if (word !== undefined) return word.toUpperCase();
  const isSent =
    /\|[ \t]{0,8}(?:https?|xhs?)[ \t]/.test(before) ||
    / (?:["']?[\w.[\]-]{1,60}(?::?=@?(?!=)|@)|@\w|<(?!<?\())/.test(text.slice(at));
  return isSent ? 'POST' : 'GET';
}
