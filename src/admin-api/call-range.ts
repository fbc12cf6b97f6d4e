import { lineStartBefore, type Range } from '../text/source.ts';

/** Number of lines around an address that count as its call if no call encloses it. */
const LINES = 12;
/** Maximum length of a call, in code units in each direction. */
const MAX_LENGTH = 4_000;

/** Maximum number of enclosing brackets to check. */
const MAX_LEVELS = 12;
/** Maximum length of a line before a call, in code units. */
const MAX_CALLEE_LENGTH = 200;
/** Maximum length of a line after an address that contains the next address, in code units. */
const MAX_TAIL_LENGTH = 400;

/** A line whose command continues on the next line: shell, PowerShell, batch. */
const CONTINUED = /[\\`^][ \t]{0,8}\r?$/;
const FUNCTION =
  /^[ \t]{0,16}(?:(?:export|public|private|protected|static|async|default)[ \t]+){0,4}(?:def|func|function|fn)\b|^(?:data|resource)[ \t]+"|^[ \t]{0,16}- name:/;
/** Functions of HTTP libraries whose first argument is the address. Their brackets contain the whole call. */
const REQUESTS =
  /(?:^|[^\w.])(?:(?:window|globalThis|self)\.)?(?:fetch|(?:axios|got|ky|needle|superagent|requests|httpx|request)(?:\.(?:get|post|put|patch|delete|head|request|stream))?)(?:<[^<>\n]{0,80}>)?[ \t]{0,4}$/;
const HEADERS = /headers?\b|\bauth\b|\bbody\b|\bjson[ \t]{0,4}=/i;
/** `http.NewRequest(…)`, `new Request(…)`. */
const MAKER = /\b(?:NewRequest(?:WithContext)?|Request)$/;
/** Methods that add to a request: `.set('Accept', …)`. */
const CHAINED = /^\s{0,40}\.(?:set|accept|auth|header|headers|query|send|type)(?=\()/;
const COMMAND = /\b(?:curl|wget|xhs?|irm|iwr|Invoke-(?:RestMethod|WebRequest))\b|(?:^|[|;&(`])[ \t]{0,8}https?[ \t]/im;

function lineEnd(text: string, at: number): number {
  const part = text.slice(at, at + MAX_LENGTH);
  const end = part.indexOf('\n');
  return at + (end < 0 ? part.length : end);
}

/**
 * The text that belongs to the call with this address: the command with its continued lines, the call in whose brackets
 * it is, otherwise the lines around it in the same function. The neighbouring addresses end at `floor` and begin at
 * `ceiling`.
 */
export function callAround(
  { path, text }: { readonly path: string; readonly text: string },
  address: Range,
  floor: number,
  ceiling: number,
): { readonly range: Range; readonly whole: boolean } {
  const request = requestAround(text, address, isRequestFile(path));
  // In other files such lines may only describe requests.
  if (request) return { range: request, whole: isRequestFile(path) };
  const command = commandAround(text, address);
  if (command) return { range: command, whole: true };
  const isJson = /\.json$/i.test(path);
  const call = isJson ? null : bracketsAround(text, address);
  if (call) return { range: call, whole: true };
  const record = recordAround(text, address);
  if (record) return { range: record, whole: isJson };
  return { range: linesAround(text, address, floor, ceiling), whole: false };
}

/** A file of requests that editors send. */
const isRequestFile = (path: string): boolean => /\.(?:http|rest)$/i.test(path);

const VERBED = /^[ \t]{0,8}(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]{1,8}/;
/** The start of a request line, up to its address. */
const BASE = String.raw`(?:\{\{[^{}\n]{1,60}\}\}|\$\{?\w{1,60}\}?)?$`;
const REQUEST_LINE = new RegExp(VERBED.source + BASE);
/** In files of requests, an address alone is a request. */
const BARE_LINE = new RegExp(String.raw`^[ \t]{0,8}${BASE}`);
const BEHIND_ADDRESS = /^[^\s"'`]{0,1000}(?:[ \t]{1,8}HTTP\/[\d.]{1,3})?[ \t]{0,8}\r?$/;

/** True for the text of a request: `PATCH https://…`, headers, an empty line, a body. */
export function isRequest(text: string): boolean {
  return VERBED.test(text);
}

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
  let quotes = count(text.slice(start, end), "'");
  // After a backslash, or inside a body in single quotes that spans lines.
  const goesOn = (): boolean =>
    CONTINUED.test(text.slice(Math.max(start, end - 40), end)) ||
    (quotes % 2 === 1 && text.slice(end, end + MAX_LENGTH).includes("'"));
  while (end < text.length && end - address.endOffset < MAX_LENGTH && goesOn()) {
    const next = lineEnd(text, end + 1);
    quotes += count(text.slice(end, next), "'");
    end = next;
  }
  return { offset: start, endOffset: end };
}

const count = (text: string, sign: string): number => text.split(sign).length - 1;

/** True for a call of a library's own function, to which no settings from elsewhere apply. */
export function isBareRequest(call: string): boolean {
  const open = call.indexOf('(');
  return open >= 0 && REQUESTS.test(call.slice(0, open));
}

/** The innermost brackets that also contain the headers or the body. */
function bracketsAround(text: string, address: Range): Range | null {
  for (const { offset: at, endOffset: end } of enclosing(text, address, '()')) {
    const inside = text.slice(at, address.offset) + text.slice(address.endOffset, end);
    const callee = text.slice(Math.max(0, at - 120), at);
    // The headers of a request object are set on later lines.
    if (MAKER.test(callee) && !/headers?\b/i.test(inside)) continue;
    if (HEADERS.test(inside) || REQUESTS.test(callee)) {
      return {
        offset: lineStartBefore(text, at, MAX_CALLEE_LENGTH),
        endOffset: chainEnd(text, end),
      };
    }
  }
  return null;
}

/** The innermost braces that also contain the method, as in request collections. */
function recordAround(text: string, address: Range): Range | null {
  for (const braces of enclosing(text, address, '{}')) {
    const inside = text.slice(braces.offset, braces.endOffset);
    if (/\bmethod["']?\s{0,8}:\s{0,8}["']/i.test(inside)) return braces;
  }
  return null;
}

/** The brackets around an address, from the innermost outwards. */
function* enclosing(text: string, address: Range, pair: BracketPair): Iterable<Range> {
  let levels = 0;
  for (const offset of openBrackets(text, address.offset, pair, Math.max(0, address.offset - MAX_LENGTH))) {
    const endOffset = closing(text, offset, address.endOffset, pair);
    if (endOffset === null) return;
    yield { offset, endOffset };
    if (++levels === MAX_LEVELS) return;
  }
}

type BracketPair = '()' | '{}';

/** The brackets that are open at an offset, from the innermost outwards. */
export function* openBrackets(text: string, at: number, pair: BracketPair, floor = 0): Iterable<number> {
  let depth = 0;
  for (let open = at - 1; open >= floor; open--) {
    if (text[open] === pair[1]) depth++;
    else if (text[open] === pair[0] && depth > 0) depth--;
    else if (text[open] === pair[0]) yield open;
  }
}

/** The end of the brackets that open at an offset, `null` if they do not close before the limit. */
export function closingEnd(text: string, open: number, pair: BracketPair, limit = text.length): number | null {
  let depth = 0;
  for (let at = open; at < limit; at++) {
    if (text[at] === pair[0]) depth++;
    else if (text[at] === pair[1] && --depth === 0) return at + 1;
  }
  return null;
}

function chainEnd(text: string, end: number): number {
  let last = end;
  for (let links = 0; links < 12; links++) {
    const link = CHAINED.exec(text.slice(last, last + 60));
    const next = link && closing(text, last + link[0].length, last + link[0].length);
    if (!next) break;
    last = next;
  }
  return last;
}

function closing(text: string, open: number, from: number, pair: BracketPair = '()'): number | null {
  const end = closingEnd(text, open, pair, Math.min(text.length, from + MAX_LENGTH));
  return end !== null && end > from ? end : null;
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
