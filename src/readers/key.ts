import { lineStartBefore } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';

const NAME = String.raw`[\w$@][\w$.\-]{0,80}`;
/** What stands before a value and names it, in the order of trust. */
const BEFORE: readonly RegExp[] = [
  new RegExp(
    String.raw`(${NAME}(?:(?:\[|\.|->)["']?[\w$.-]{1,60}["']?\]?){0,4})["'\]]*[ \t]*(?::=|=>|\?\?=|\|\|=|\+?=|:)[ \t]*(?:\r?\n[ \t]*)?(?:[\w.]{0,40}\([ \t]*(?:\r?\n[ \t]*)?)?(?:[rRbBfFuU$@]{0,2}["'` +
      '`' +
      String.raw`]{0,3})$`,
  ),
  new RegExp(String.raw`(--${NAME})[= \t]+["']?$`),
  new RegExp(String.raw`\b(?:ENV|ARG|export|set|setenv)[ \t]+(${NAME})[ \t]+["']?$`, 'i'),
  new RegExp(String.raw`["'](${NAME})["'][ \t]*,[ \t]*["'` + '`' + String.raw`]$`),
  new RegExp(String.raw`<(${NAME})(?:[ \t][^<>]{0,120})?>[ \t\r\n]*$`),
];

/** The variable, property or option that holds the value which begins at `start`. */
export function keyBefore(text: string, start: number, around: Surroundings): string | null {
  if (around.language === 'yaml') return yamlKey(text, start);
  const before = text.slice(Math.max(0, start - 240), start);
  for (const pattern of BEFORE) {
    const key = pattern.exec(before)?.[1];
    if (key && !/^(?:https?|jdbc|tcp|return|default)$/i.test(key))
      return key.replace(/["'\]]+$/g, '').replace(/\[["']?/g, '.');
  }
  return null;
}

/** How many lines a key path is followed upwards. */
const LINES_UP = 200;

/** The path of keys to a YAML value, by indentation: templates and broken files have it too. */
function yamlKey(text: string, start: number): string | null {
  const path: string[] = [];
  let lineStart = lineStartBefore(text, start);
  let line = text.slice(lineStart, Math.min(start, lineStart + 400));
  let indent = line.search(/\S/);
  const own = /^[ \t]*(?:- )*["']?([\w.$/-]{1,80})["']?[ \t]*[:=][ \t]*.*$/.exec(line);
  if (own?.[1]) path.unshift(own[1]);
  else if (indent < 0) indent = line.length;
  for (let n = 0; n < LINES_UP && lineStart > 0 && indent > 0; n++) {
    const end = lineStart - 1;
    lineStart = lineStartBefore(text, end);
    line = text.slice(lineStart, Math.min(end, lineStart + 400));
    const depth = line.search(/\S/);
    const listItem = depth === indent && /^[ \t]*- *$/.test(text.slice(lineStart, lineStart + depth + 2)) ? 0 : indent;
    if (depth < 0 || depth >= listItem || line[depth] === '#') continue;
    const key = /^[ \t]*(?:- )*["']?([\w.$/-]{1,80})["']?[ \t]*:/.exec(line);
    indent = depth;
    if (key?.[1]) path.unshift(key[1]);
  }
  return path.length > 0 ? path.join('.') : null;
}
