/**
 * The constants of a text: names that are given one literal value, once, and lists of such values that the text only joins, written
 * with commas between them. Values with anything unknown in them do not count. Built when the first name is asked for; linear in the length of the text.
 */
export function constantsOf(text: string): (name: string) => string | null {
  let table: Map<string, string | null> | null = null;
  return (name) => {
    table ??= collect(text);
    return table.get(name) ?? null;
  };
}

/** `NAME = "value"`, `const name = 'value'`, `NAME: value`, `NAME=value`: the common part of all languages. */
const ASSIGNMENT =
  /(?:^|[\s;,{("'.])([A-Za-z_]\w{0,60})["']?[ \t]*(?::[ \t]*\w{1,20}[ \t]*)?(?::=|=|:)[ \t]*(?:[fFrRbBuU]{0,2}(["'`])([\w.,:/?=&%-]{3,400})\2|([\w.,:-]{3,300}(?=[ \t]*(?:$|[\r\n#;]))))/gm;

function collect(text: string): Map<string, string | null> {
  const table = new Map<string, string | null>();
  for (const match of text.matchAll(ASSIGNMENT)) {
    const name = match[1]!;
    const value = match[3] ?? match[4] ?? '';
    // A second value means that the name is no constant.
    table.set(name, table.has(name) && table.get(name) !== value ? null : value);
  }
  for (const match of text.matchAll(LIST)) {
    const name = match[1]!;
    const value = table.has(name) ? null : elementsAt(text, match.index + match[0].length);
    table.set(name, value !== null && isOnlyJoined(text, name, match.index + match[0].indexOf(name)) ? value : null);
  }
  return table;
}

/** `NAME = [`, `NAME := []string{`, `NAME = %w[`, `NAME = List.of(`. */
const LIST =
  /(?:^|[\s;,{($])([A-Za-z_]\w{0,60})[ \t]{0,9}(?::[ \t]{0,9}[\w.<>[\]]{1,40}[ \t]{0,9})?:?=[ \t]{0,9}(?:new )?(?:%w|[\w.<>[\]]{1,40})?(?=[[({])/gm;
const ELEMENT = /\s*(?:(["'])([\w.:-]{3,300})\1|([\w.:-]{3,300}))\s*([,\])}]|(?=[\w.:-]))/y;
/** More elements than any list of hosts has. */
const MOST_ELEMENTS = 200;

/** The elements of the list whose bracket stands at `at`, with commas between them; `null` when one is no plain text. */
function elementsAt(text: string, at: number): string | null {
  const elements: string[] = [];
  const bare = text.startsWith('%w', at - 2);
  ELEMENT.lastIndex = at + 1;
  while (elements.length < MOST_ELEMENTS) {
    const [, , quoted, word, end] = ELEMENT.exec(text) ?? [];
    const element = bare ? word : quoted;
    if (element === undefined) return null;
    elements.push(element);
    if (end !== ',' && end !== '') return elements.join(',');
    const rest = /^\s{0,200}[\])}]/.exec(text.slice(ELEMENT.lastIndex, ELEMENT.lastIndex + 201));
    if (rest) return elements.join(',');
  }
  return null;
}

/** True when a name stands nowhere but where it is given its value and where it is joined: nothing can have changed the list. */
function isOnlyJoined(text: string, name: string, given: number): boolean {
  const uses = [...text.matchAll(new RegExp(`(?<![\\w.])${name}(?!\\w)`, 'g'))];
  return uses.every(({ index }) => {
    if (index === given) return true;
    const before = text.slice(Math.max(0, index - 24), index);
    const behind = text.slice(index + name.length, index + name.length + 12);
    return /(?:[jJ]oin|implode)\([^()]{0,8}$/.test(before) || /^\s*\.\s*join\(/.test(behind);
  });
}
