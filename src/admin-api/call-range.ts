import callForms from './call-forms.json' with { type: 'json' };
import { FAR, lineStartBefore, namedForms, NEAR, textBefore, type Range, type Source } from '../text/source.ts';
import { functionsOf } from '../read/bindings.ts';
import { bracketsAround, closeOf } from '../read/brackets.ts';
import { commandLine, lineEndAfter } from '../read/page.ts';

const FORMS = namedForms(callForms.range, callForms.parts);

/** Number of lines around an address that count as its call if no call encloses it. */
const LINES = 12;

/** A command that sends a request, up to its arguments. */
export const COMMAND =
  /(?<![\w${-])(?:curl|wget|irm|iwr|Invoke-(?:RestMethod|WebRequest))(?=[ \t\\])|(?:^|[|;&(\x60]|\bsudo|\btime)[ \t]{0,8}(?:https?|xhs?)(?=[ \t])/im;

/** The command, call or lines around an address, between its neighbours. `whole`: not only lines. */
export function callAround({ path, text }: Source, address: Range, floor: number, ceiling: number) {
  const isJson = /\.json$/i.test(path);
  const call = commandAround(text, address) ?? (isJson ? null : functionAround(text, address));
  if (call) return { range: call, whole: true };
  // The innermost braces that also contain the method, as in request collections.
  const record = [...bracketsAround(text, address, '{')].find(({ offset, endOffset }) =>
    /\bmethod["']?\s{0,8}:\s{0,8}["']/i.test(text.slice(offset, endOffset)),
  );
  if (record) return { range: record, whole: isJson };
  return { range: linesAround(text, address, floor, ceiling), whole: /\.(?:http|rest)$/i.test(path) };
}

function commandAround(text: string, address: Range): Range | null {
  const line = commandLine(text, address.offset);
  if (!line || !COMMAND.test(text.slice(line.offset, address.offset))) return null;
  const { offset } = line;
  let end = line.endOffset;
  // A body in single quotes may span lines.
  const isQuoted = (): boolean =>
    text.slice(offset, end).split("'").length % 2 === 0 && text.slice(end, end + FAR).includes("'");
  while (text[end] === '\n' && end - address.endOffset < FAR && isQuoted())
    end = commandLine(text, end + 1)?.endOffset ?? text.length;
  const here = /<<-?[ \t]{0,4}["']?(\w{1,40})/.exec(text.slice(offset, end))?.[1];
  const close = here === undefined ? -1 : text.slice(end, end + FAR).search(new RegExp(`^[ \\t]*${here}$`, 'm'));
  return { offset, endOffset: close < 0 ? end : end + close };
}

/** True for a call of a library's own function, to which no settings from elsewhere apply, and of no function of the file. */
export function isBareRequest(call: string, source: Source): boolean {
  const open = call.indexOf('(');
  if (open < 0 || !FORMS.requests.test(call.slice(0, open))) return false;
  const [name] = /(?<![\w.])\w{1,60}(?=[ \t]{0,4}$)|$/.exec(call.slice(0, open))!;
  return functionsOf(source).every((one) => one.name !== name);
}

/** The innermost brackets that also contain the headers, with the calls that are chained to them. */
function functionAround(text: string, address: Range): Range | null {
  for (const { offset, endOffset } of bracketsAround(text, address, '(')) {
    const inside = text.slice(offset, address.offset) + text.slice(address.endOffset, endOffset);
    if (!FORMS.headers.test(inside) && !FORMS.requests.test(textBefore(text, offset, 120))) continue;
    let end = endOffset;
    for (let links = 0; links < LINES; links++) {
      const link = FORMS.chained.exec(text.slice(end, end + 60));
      const next = link ? closeOf(text, end + link[0].length) : -1;
      if (next < 0) break;
      end = next;
    }
    return { offset: lineStartBefore(text, offset), endOffset: end };
  }
  return null;
}

function linesAround(text: string, address: Range, floor: number, ceiling: number): Range {
  const lineAt = (line: number): string => text.slice(line, Math.min(line + NEAR, lineEndAfter(text, line)));
  const isBoundary = (line: number): boolean => FORMS.boundary.test(lineAt(line));
  let start = lineStartBefore(text, address.offset, FAR);
  for (let lines = 0; lines < LINES && start > 0 && address.offset - start < FAR; lines++) {
    const before = lineStartBefore(text, start - 1, FAR);
    if (before < floor || isBoundary(start) || FORMS.other.test(lineAt(before)) || FORMS.closed.test(lineAt(before)))
      break;
    start = before;
  }
  let end = Math.min(lineEndAfter(text, address.endOffset), Math.max(ceiling, address.endOffset + NEAR));
  for (let lines = 0; lines < LINES && text[end] === '\n' && end - address.endOffset < FAR; lines++) {
    const next = lineEndAfter(text, end + 1);
    if (next > ceiling || isBoundary(end + 1) || FORMS.other.test(lineAt(end + 1))) break;
    end = next;
  }
  return { offset: Math.max(start, Math.min(floor, address.offset)), endOffset: end };
}

/** Where a call names its method: right before the address, or anywhere, the most reliable first. */
const METHODS = namedForms(callForms.methods);
const ANYWHERE = Object.values(namedForms(callForms.anywhere));

/** Options that choose a method, behind the first call of a program: to try each of many calls would take long. */
const IMPLIED = Object.values(callForms.implied).map(({ pattern, flags, method }) => {
  return { option: new RegExp(pattern, flags), method };
});

/** The method of a call in capitals, or `null`. `text`: of the call and around it; `address`: its range in the text. */
export function methodOf(text: string, address: Range): string | null {
  const before = METHODS.before.exec(textBefore(text, address.offset, 200))?.[1];
  if (before !== undefined) return before.toUpperCase();
  // Lines around an address may contain other calls.
  const distance = ({ index, 0: whole }: RegExpExecArray): number =>
    index < address.offset ? address.offset - index - whole.length : index - address.endOffset;
  for (const pattern of ANYWHERE) {
    const [best] = [...text.matchAll(pattern)].sort((a, b) => distance(a) - distance(b));
    const method = best?.[1] ?? best?.[2];
    if (method !== undefined) return method.toUpperCase();
  }
  if (!COMMAND.test(text)) return null;
  return IMPLIED.find(({ option }) => option.test(text))?.method ?? 'GET';
}
