import type { Range } from '../text/source.ts';
import { COMMAND } from './call-range.ts';

const VERB = '(GET|POST|PUT|PATCH|DELETE)';
/** Right before the address: `PATCH https://…`, `client.patch("https://…`, with a placeholder for its base. */
const BEFORE = new RegExp(
  String.raw`(?<!\w)${VERB}\w{0,20}!?(?:<[^<>()\n]{0,80}>)?(?:[ \t]{1,8}|\([ \t\n]{0,40}(?:[\w.:]{0,30}\()?)[$@a-z]{0,2}["'\x60]?(?:[$#]?\{{1,2}[^{}\n]{1,60}\}{1,2}|\$\w{1,60})?$`,
  'i',
);

/** Anywhere in the call, the most reliable first. */
const ANYWHERE: readonly RegExp[] = [
  // `-X PATCH`, `method: "PATCH"`, `HttpMethod.PATCH`, `CURLOPT_CUSTOMREQUEST => "PATCH"`.
  String.raw`(?:[ \t]-[a-zA-Z]{0,8}X|request|method)["']?[^\w\n]{0,12}(?:\w{1,12}[.:]{1,2})?${VERB}\b`,
  String.raw`[(,][ \t]{0,8}(?:["'\x60]${VERB}["'\x60]|${VERB}[ \t]{0,8}(?:=>|,))`,
  String.raw`\bCURLOPT_${VERB}\b`,
  String.raw`(?:\.|->|::)${VERB}(?:Async|For\w{4,9})?!?(?:\(|\.new\b)`,
].map((source) => new RegExp(source, 'gi'));

/** Options of commands that choose a method when none is named. */
const IMPLIED: readonly (readonly [option: RegExp, method: string])[] = [
  [/\bcurl\b[^]*\s(?:-[a-zA-Z]{0,8}[GI]|--get|--head)(?=\s)/, 'GET'],
  [/\bcurl\b[^]*\s(?:-[a-zA-Z]{0,8}T|--upload-file)[ =]/, 'PUT'],
  [/\bcurl\b[^]*\s(?:-[a-zA-Z]{0,8}[dF]|--data(?:-\w{1,12})?|--json|--form(?:-\w{1,12})?)[ =]/, 'POST'],
  [/\bwget\b[^]*--(?:post|body)-(?:data|file)\b/, 'POST'],
  // HTTPie sends its items, or what is piped into it.
  [/(?:\|[ \t]{0,8}|^[ \t]{0,8})(?:https?|xhs?)[ \t][^]* (?:["']?[\w.[\]-]{1,60}(?::?=@?(?!=)|@)|@\w|<)/m, 'POST'],
  [/\|[ \t]{0,8}(?:https?|xhs?)[ \t]/, 'POST'],
];

/**
 * The method of a call in capitals, or `null` if unknown.
 * @param text of the call and around it
 * @param address its range in the text
 */
export function methodOf(text: string, address: Range): string | null {
  const before = BEFORE.exec(text.slice(Math.max(0, address.offset - 200), address.offset))?.[1];
  if (before !== undefined) return before.toUpperCase();
  for (const pattern of ANYWHERE) {
    const method = nearest([...text.matchAll(pattern)], address);
    if (method !== null) return method.toUpperCase();
  }
  if (!COMMAND.test(text)) return null;
  return IMPLIED.find(([option]) => option.test(text))?.[1] ?? 'GET';
}

/** Lines around an address may contain other calls. */
function nearest(matches: readonly RegExpExecArray[], { offset, endOffset }: Range): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const { index, 0: whole, 1: first, 2: second } of matches) {
    const distance = index < offset ? offset - index - whole.length : index - endOffset;
    if (distance >= least) continue;
    least = distance;
    best = first ?? second ?? null;
  }
  return best;
}
