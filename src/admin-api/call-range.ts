import { lineStartBefore, type Range, type Source } from '../text/source.ts';
import { bracketsAround, closeOf } from '../read/page.ts';

/** Number of lines around an address that count as its call if no call encloses it. */
const LINES = 12;
/** Maximum length of a call, in code units in each direction. */
const MAX_LENGTH = 4_000;
/** Maximum length of a line before a call, in code units. */
const MAX_CALLEE_LENGTH = 200;
/** Maximum length of a line after an address that contains the next address, in code units. */
const MAX_TAIL_LENGTH = 400;

/** A line whose command continues on the next line: shell, PowerShell, batch. */
const CONTINUED = /[\\`^][ \t]{0,8}\r?$/;
const FUNCTION =
  /^[ \t]{0,16}(?:(?:export|public|private|protected|static|async|default)[ \t]+){0,4}(?:def|func|function|fn)\b|^(?:data|resource)[ \t]+"|^[ \t]{0,16}- name:/;
/** Functions of HTTP libraries whose first argument is the address. Their brackets contain the whole call. */
export const REQUEST_FUNCTION = String.raw`(?:(?:window|globalThis|self)\.)?(?:fetch|(?:axios|got|ky|needle|superagent|requests|httpx|request)(?:\.(?:get|post|put|patch|delete|head|request|stream))?)(?:<[^<>\n]{0,80}>)?[ \t]{0,4}`;
const REQUESTS = new RegExp(String.raw`(?:^|[^\w.])${REQUEST_FUNCTION}$`);
const HEADERS = /headers?\b|\bauth\b|\bbody\b|\bjson[ \t]{0,4}=/i;
/** `http.NewRequest(…)`, `new Request(…)`: headers are set on later lines. */
const MAKER = /\b(?:NewRequest(?:WithContext)?|Request)$/;
/** Methods that add to a request: `.set('Accept', …)`. */
const CHAINED = /^\s{0,40}\.(?:set|accept|auth|header|headers|query|send|type)(?=\()/;
const COMMAND = /\b(?:curl|wget|xhs?|irm|iwr|Invoke-(?:RestMethod|WebRequest))\b|(?:^|[|;&(`])[ \t]{0,8}https?[ \t]/im;

function lineEnd(text: string, at: number): number {
  const part = text.slice(at, at + MAX_LENGTH);
  const end = part.indexOf('\n');
  return at + (end < 0 ? part.length : end);
}

/** The text that belongs to a call. `whole`: one command or call, not only the lines around the address. */
interface CallRange {
  readonly range: Range;
  readonly whole: boolean;
}

/**
 * The text that belongs to the call with this address: the command with its continued lines, the call in whose brackets
 * it is, otherwise the lines around it in the same function. The neighbouring addresses end at `floor` and begin at
 * `ceiling`.
 */
export function callAround(source: Source, address: Range, floor: number, ceiling: number): CallRange {
  const { path, text } = source;
  const isRequests = /\.(?:http|rest)$/i.test(path);
  const isJson = /\.json$/i.test(path);
  const request = requestAround(text, address, isRequests);
  // In other files such lines may only describe requests.
  if (request) return { range: request, whole: isRequests };
  const call = commandAround(text, address) ?? (isJson ? null : functionAround(source, address));
  if (call) return { range: call, whole: true };
  const record = recordAround(source, address);
  if (record) return { range: record, whole: isJson };
  return { range: linesAround(text, address, floor, ceiling), whole: false };
}

const VERBED = /^[ \t]{0,8}(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]{1,8}/;
/** The start of a request line, up to its address. */
const BASE = String.raw`(?:\{\{[^{}\n]{1,60}\}\}|\$\{?\w{1,60}\}?)?$`;
const REQUEST_LINE = new RegExp(VERBED.source + BASE);
/** In files of requests, an address alone is a request. */
const BARE_LINE = new RegExp(String.raw`^[ \t]{0,8}${BASE}`);
const BEHIND_ADDRESS = /^[^\s"'`]{0,1000}(?:[ \t]{1,8}HTTP\/[\d.]{1,3})?[ \t]{0,8}\r?$/;

/** True for the text of a request: `PATCH https://…`, headers, an empty line, a body. */
export const isRequest = (text: string): boolean => VERBED.test(text);

/** From the line with method and address to the next such line or separator. */
function requestAround(text: string, address: Range, bare: boolean): Range | null {
  const start = lineStartBefore(text, address.offset, MAX_LENGTH);
  let end = lineEnd(text, address.endOffset);
  const before = text.slice(start, address.offset);
  if (!REQUEST_LINE.test(before) && !(bare && BARE_LINE.test(before))) return null;
  if (!BEHIND_ADDRESS.test(text.slice(address.endOffset, end))) return null;
  while (end < text.length && end - address.endOffset < MAX_LENGTH) {
    const next = lineEnd(text, end + 1);
    const line = text.slice(end + 1, Math.min(next, end + 200));
    if (/^[ \t]{0,8}(?:###|```|~~~)/.test(line) || VERBED.test(line)) break;
    end = next;
  }
  return { offset: start, endOffset: end };
}

function commandAround(text: string, address: Range): Range | null {
  let start = lineStartBefore(text, address.offset, MAX_LENGTH);
  let end = lineEnd(text, address.endOffset);
  if (end - start > MAX_LENGTH) return null;
  while (start > 0 && address.offset - start < MAX_LENGTH) {
    const before = lineStartBefore(text, start - 1, MAX_LENGTH);
    if (!CONTINUED.test(text.slice(Math.max(before, start - 40), start - 1))) break;
    start = before;
  }
  if (!COMMAND.test(text.slice(start, address.offset))) return null;
  const quotesIn = (from: number, to: number): number => text.slice(from, to).split("'").length - 1;
  let quotes = quotesIn(start, end);
  // After a backslash, or inside a body in single quotes that spans lines.
  const goesOn = (): boolean =>
    CONTINUED.test(text.slice(Math.max(start, end - 40), end)) ||
    (quotes % 2 === 1 && text.slice(end, end + MAX_LENGTH).includes("'"));
  while (end < text.length && end - address.endOffset < MAX_LENGTH && goesOn()) {
    const next = lineEnd(text, end + 1);
    quotes += quotesIn(end, next);
    end = next;
  }
  const here = /<<-?[ \t]{0,4}["']?(\w{1,40})/.exec(text.slice(start, end))?.[1];
  const close = here === undefined ? -1 : text.slice(end, end + MAX_LENGTH).search(new RegExp(`^[ \\t]*${here}$`, 'm'));
  return { offset: start, endOffset: close < 0 ? end : end + close };
}

/** True for a call of a library's own function, to which no settings from elsewhere apply. */
export function isBareRequest(call: string): boolean {
  const open = call.indexOf('(');
  return open >= 0 && REQUESTS.test(call.slice(0, open));
}

/** The innermost brackets that also contain the headers or the body. */
function functionAround(source: Source, address: Range): Range | null {
  const { text } = source;
  for (const brackets of bracketsAround(text, address, '(')) {
    const { offset: at, endOffset: end } = brackets;
    const inside = text.slice(at, address.offset) + text.slice(address.endOffset, end);
    const callee = text.slice(Math.max(0, at - 120), at);
    if (MAKER.test(callee) && !/headers?\b/i.test(inside)) continue;
    if (HEADERS.test(inside) || REQUESTS.test(callee)) {
      return { offset: lineStartBefore(text, at, MAX_CALLEE_LENGTH), endOffset: chainEnd(source, end) };
    }
  }
  return null;
}

function chainEnd(source: Source, end: number): number {
  let last = end;
  for (let links = 0; links < 12; links++) {
    const link = CHAINED.exec(source.text.slice(last, last + 60));
    const next = link ? closeOf(source.text, last + link[0].length) : -1;
    if (next < 0) break;
    last = next;
  }
  return last;
}

/** The innermost braces that also contain the method, as in request collections. */
function recordAround(source: Source, address: Range): Range | null {
  for (const braces of bracketsAround(source.text, address, '{')) {
    const inside = source.text.slice(braces.offset, braces.endOffset);
    if (/\bmethod["']?\s{0,8}:\s{0,8}["']/i.test(inside)) return braces;
  }
  return null;
}

function linesAround(text: string, address: Range, floor: number, ceiling: number): Range {
  let start = lineStartBefore(text, address.offset, MAX_LENGTH);
  for (let lines = 0; lines < LINES && start > 0 && address.offset - start < MAX_LENGTH; lines++) {
    const own = text.slice(start, Math.min(start + 200, lineEnd(text, start)));
    const before = lineStartBefore(text, start - 1, MAX_LENGTH);
    if (before < floor || FUNCTION.test(own)) break;
    start = before;
  }
  let end = Math.min(lineEnd(text, address.endOffset), Math.max(ceiling, address.endOffset + MAX_TAIL_LENGTH));
  for (let lines = 0; lines < LINES && text[end] === '\n' && end - address.endOffset < MAX_LENGTH; lines++) {
    const next = lineEnd(text, end + 1);
    if (next > ceiling || FUNCTION.test(text.slice(end + 1, Math.min(end + 200, next)))) break;
    end = next;
  }
  return { offset: Math.max(start, Math.min(floor, address.offset)), endOffset: end };
}
