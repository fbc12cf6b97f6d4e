/**
 * The constants of a text: names that are given one literal value, once. Values with anything unknown in them do not count.
 * Built when the first name is asked for; linear in the length of the text.
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
  return table;
}
