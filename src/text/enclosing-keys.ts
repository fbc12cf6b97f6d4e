/** How far back the keys around a place are looked for, in UTF-16 code units. */
const MAX_LENGTH = 6_000;
/** No record of interest is deeper. */
const MAX_DEPTH = 8;

/** A key right in front of an opening bracket: `"name": {`, `name => [`, `Name: []Type{`. */
const KEY = /(["']?)([A-Za-z_][\w-]{0,60})\\?\1[ \t]{0,8}(?:=>|:=|[:=])\s{0,40}(?:(?:new )?[&\w.[\]<>*]{1,60}\s?)?$/;

/**
 * The keys of the objects and lists around a place, the innermost first: of braces and brackets where there are any, else by
 * indentation, as YAML nests. Elements of lists have no key of their own.
 */
export function enclosingKeys(text: string, at: number): string[] {
  return keysOfBrackets(text, at) ?? keysOfIndentation(text, at);
}

function keysOfBrackets(text: string, at: number): string[] | null {
  const keys: string[] = [];
  let isInside = false;
  let depth = 0;
  for (let place = at - 1; place >= Math.max(0, at - MAX_LENGTH) && keys.length < MAX_DEPTH; place--) {
    const char = text[place]!;
    if (char === '}' || char === ']') depth++;
    else if ((char === '{' || char === '[') && depth-- === 0) {
      depth = 0;
      // `[` of a subscript, `{` of a function: their keys are none, and what is around them still counts.
      const key = KEY.exec(text.slice(Math.max(0, place - 160), place))?.[2];
      if (key !== undefined) keys.push(key);
      isInside ||= key !== undefined || char === '{';
    }
  }
  return isInside ? keys : null;
}

const LINE = /^([ \t]*(?:-[ \t]+)*)["']?([\w.-]{1,60})["']?[ \t]*:/;

function keysOfIndentation(text: string, at: number): string[] {
  const lines = text.slice(Math.max(0, at - MAX_LENGTH), at).split('\n');
  const own = /^([ \t]*)(?:-[ \t]+)*/.exec(lines.pop() ?? '')!;
  let column = own[0].length;
  // The dash of a list may stand below the first letter of the list's key.
  let dash = own[0] === own[1] ? -1 : own[1]!.length;
  const keys: string[] = [];
  for (let line = lines.pop(); line !== undefined && keys.length < MAX_DEPTH && column > 0; line = lines.pop()) {
    const match = LINE.exec(line);
    if (!match) continue;
    const [, lead = '', key = ''] = match;
    const first = lead.indexOf('-');
    if (lead.length < column && (dash < 0 || lead.length <= dash)) {
      keys.push(key);
      column = lead.length;
      dash = -1;
    }
    if (lead.length === column && first >= 0 && dash < 0) dash = first;
  }
  return keys;
}
