/** How far back to search for enclosing keys, in UTF-16 code units. */
const MAX_LENGTH = 6_000;
/** No relevant record is nested more deeply. */
const MAX_DEPTH = 8;

/** A key before an opening bracket: `"name": {`, `name => [`, `Name: []Type{`. */
const KEY = /(["']?)([A-Za-z_][\w-]{0,60})\\?\1[ \t]{0,8}(?:=>|:=|[:=])\s{0,40}(?:(?:new )?[&\w.[\]<>*]{1,60}\s?)?$/;

/**
 * The keys of the objects and lists around an offset, the innermost first. Nesting is taken from braces and brackets if
 * there are any, otherwise from indentation as in YAML. List items have no key of their own.
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
      // The `[` of a subscript and the `{` of a function have no key, but the search continues outside of them.
      const key = KEY.exec(text.slice(Math.max(0, place - 160), place))?.[2];
      if (key !== undefined) keys.push(key);
      isInside ||= key !== undefined || char === '{';
    }
  }
  return isInside ? keys : null;
}

/** A key of YAML, also in the form of Hiera: `app::database`. */
const LINE = /^([ \t]*(?:-[ \t]+)*)["']?([\w.-]{1,60}(?:::[\w.-]{1,60}){0,4})["']?[ \t]*:/;

function keysOfIndentation(text: string, at: number): string[] {
  const lines = text.slice(Math.max(0, at - MAX_LENGTH), at).split('\n');
  const own = /^([ \t]*)(?:-[ \t]+)*/.exec(lines.pop() ?? '')!;
  let column = own[0].length;
  // The dash of a list item may be in the same column as the key of the list.
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
