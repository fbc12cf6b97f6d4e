import { everyNode, yamlLines, type YamlNode } from '../iac/yaml.ts';
import { lineStartBefore, oncePer, type Range, type Source } from '../text/source.ts';

/** A setting, option or named argument. */
export interface SettingBeside {
  /** The words of its name below the common object, as written: `ssl.verify_peer`, `--authenticationDatabase`. */
  readonly path: string;
  readonly at: Range;
  /** Without quotes. Empty for an object, which has settings of its own. */
  readonly value: string;
  readonly valueAt: Range;
}

/** What a program is told together with a string: in the same call, object, block, key prefix or command line. */
export interface SettingsBeside {
  readonly settings: readonly SettingBeside[];
  /** Settings of the object around that one, which only help to recognise the program. */
  readonly outer: readonly SettingBeside[];
  /** The function or command that takes them, and the keys around them, innermost first. */
  readonly names: readonly string[];
}

/** False for a setting of another object that is beside: `redis.port`. */
export const isOptionPath = (path: string): boolean =>
  path.startsWith('-') ||
  !path.includes('.') ||
  path
    .split('.')
    .slice(0, -1)
    .every((part) => OPTION_GROUP.test(part));

const OPTION_GROUP =
  /^(?:\w{0,20}options|ssl|tls|connection|extra|auth\w{0,20}|client|parameters|mongo\w{0,10}|driver)$/i;

const NOTHING: SettingsBeside = { settings: [], outer: [], names: [] };

/** How far a setting may be from the string, in code units. */
const MAX_DISTANCE = 6_000;
const MAX_DEPTH = 4;
/** Objects beside the one with the host that contain options of the same client. */
const OPTIONS = /^(?:\w{0,20}options|ssl|tls|connection|extra|auth\w{0,20}|client|parameters)(?:\.|$)/i;

/** The settings beside a range of a text. Never throws. */
export function settingsBeside(source: Source, { offset, endOffset }: Range): SettingsBeside {
  const at = { offset, endOffset };
  const { path, text } = source;
  const line = logicalLine(text, at);
  const flags = flagsIn(text, line);
  if (flags.length > 0 && !/\.(?:ya?ml|json)$/i.test(path)) {
    return { settings: flags, outer: [], names: wordsBefore(text.slice(line.offset, flags[0]!.at.offset)) };
  }
  if (/\.(?:ya?ml|conf)$/i.test(path) && !isInBrackets(text, at)) return inYaml(source, at);
  return inBrackets(text, at) ?? inLines(text, at) ?? NOTHING;
}

const isInBrackets = (text: string, at: Range): boolean => {
  const start = lineStartBefore(text, at.offset, MAX_DISTANCE);
  return openBrackets(text, start, at.offset).length > 0;
};

/** Offsets of the brackets that are open at a place, the innermost last. A quote ends with its line. */
function openBrackets(text: string, from: number, to: number): number[] {
  const open: number[] = [];
  let quote = '';
  for (let at = from; at < to; at++) {
    const char = text[at]!;
    if (quote !== '') {
      if (char === '\\') at++;
      else if (char === quote || char === '\n') quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '{' || char === '[' || char === '(') open.push(at);
    else if (char === '}' || char === ']' || char === ')') open.pop();
  }
  return open;
}

/** The ends of the parts between commas, semicolons and line ends, and of the whole up to its closing bracket. */
function partsOf(text: string, from: number): { readonly parts: readonly Range[]; readonly end: number } {
  const parts: Range[] = [];
  const limit = Math.min(text.length, from + 2 * MAX_DISTANCE);
  let start = from;
  let depth = 0;
  let quote = '';
  const close = (at: number): void => {
    if (text.slice(start, at).trim() !== '') parts.push({ offset: start, endOffset: at });
    start = at + 1;
  };
  for (let at = from; at < limit; at++) {
    const char = text[at]!;
    if (quote !== '') {
      if (char === '\\') at++;
      else if (char === quote || char === '\n') quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '{' || char === '[' || char === '(') depth++;
    else if (char === '}' || char === ']' || char === ')') {
      if (depth-- === 0) {
        close(at);
        return { parts, end: at };
      }
    } else if (depth === 0 && (char === ',' || char === ';' || char === '\n')) close(at);
  }
  close(limit);
  return { parts, end: limit };
}

const ENTRY =
  /^\s*(?:(?:\/\/|#)[^\n]*\n\s*)*(?:(?:export|const|let|var|public|private|final|static)\s+)*:?(["'`]?)([A-Za-z_$][\w.$@-]{0,80})\1\s{0,8}\??(?:=>|:=|=(?!=)|:(?![:/]))\s*/;
/** `{`, `[`, `array(`, `new Options {`, `fn() => ({`. */
const NESTED = /^(?:(?:new\s+)?[\w.\\:<>&*]{0,60}\s{0,4})?[[({]/;

function settingsIn(text: string, from: number, prefix: string, depth: number): SettingBeside[] {
  if (depth > MAX_DEPTH) return [];
  return partsOf(text, from).parts.flatMap((part): SettingBeside[] => {
    const written = text.slice(part.offset, part.endOffset);
    const match = ENTRY.exec(written);
    if (!match) {
      const object = /^\s*(?:\*\*)?[{([]/.exec(written);
      return object && prefix === '' ? settingsIn(text, part.offset + object[0].length, '', depth + 1) : [];
    }
    const name = match[2]!;
    const nameAt = part.offset + match[0].indexOf(name);
    const valueAt = part.offset + match[0].length;
    const path = `${prefix}${name}`;
    const value = text.slice(valueAt, part.endOffset).trimEnd();
    const at = { offset: nameAt, endOffset: nameAt + name.length };
    const nested = NESTED.exec(value);
    const whole = { value: '', valueAt: { offset: valueAt, endOffset: part.endOffset } };
    const own: SettingBeside = { path, at, ...(nested ? whole : unquoted(value, valueAt)) };
    return nested ? [own, ...settingsIn(text, valueAt + nested[0].length, `${path}.`, depth + 1)] : [own];
  });
}

function unquoted(raw: string, offset: number): Pick<SettingBeside, 'value' | 'valueAt'> {
  const written = raw.replace(/[\s,;]+$/, '');
  const [, , inner] = /^(["'`])([\s\S]*)\1$/.exec(written) ?? [];
  const from = offset + (inner === undefined ? 0 : 1);
  const value = inner ?? written;
  return { value, valueAt: { offset: from, endOffset: from + value.length } };
}

const hasOther = (settings: readonly SettingBeside[], { offset, endOffset }: Range): boolean =>
  settings.some(({ valueAt }) => valueAt.endOffset <= offset || valueAt.offset >= endOffset);

/** The innermost object or call that contains other settings than the one of the string. */
function inBrackets(text: string, at: Range): SettingsBeside | null {
  const open = openBrackets(text, Math.max(0, at.offset - MAX_DISTANCE), at.offset);
  for (let level = open.length - 1; level >= Math.max(0, open.length - 4); level--) {
    const settings = settingsIn(text, open[level]! + 1, '', 1);
    const isCall = text[open[level]!] === '(';
    if (!hasOther(settings, at) && !(isCall && level === open.length - 1)) continue;
    const around = level > 0 ? settingsIn(text, open[level - 1]! + 1, '', 1) : [];
    const own = new Set(settings.map((one) => one.at.offset));
    const others = around.filter((one) => !own.has(one.at.offset));
    return {
      settings: [...settings, ...others.filter(({ path }) => OPTIONS.test(path))],
      outer: others.filter(({ path }) => !path.includes('.') && !OPTIONS.test(path)),
      names: open
        .slice(Math.max(0, level - 4), level + 1)
        .reverse()
        .flatMap((place) => nameBefore(text, place) ?? []),
    };
  }
  return null;
}

/** The function or key before a bracket. */
function nameBefore(text: string, place: number): string | null {
  const before = text.slice(Math.max(0, place - 120), place);
  const [, called] = /((?:new\s+)?[\w.$\\:>-]{1,80})\s{0,4}$/.exec(before) ?? [];
  const [, , key] = /(["'`]?)([\w.$-]{1,80})\1\s{0,4}(?:=>|:=|[=:])\s{0,8}$/.exec(before) ?? [];
  return (text[place] === '(' ? called : (key ?? called)) ?? null;
}

const nodesOf = oncePer((source: Source) => yamlLines(source.text));

function inYaml(source: Source, { offset }: Range): SettingsBeside {
  let own: YamlNode | undefined;
  for (const node of everyNode(nodesOf(source))) {
    if (node.at.offset > offset) break;
    if (node.lastEnd >= offset) own = node;
  }
  if (!own) return NOTHING;
  const path: string[] = [];
  for (let node: YamlNode | null = own.parent; node; node = node.parent) if (node.key !== null) path.push(node.key);
  const list = own.key === null ? own.parent : own;
  const items = own.key === null ? (own.parent?.children ?? []) : [];
  const flags = items.flatMap(({ value, valueAt }): SettingBeside[] => {
    const [, name, text = ''] = /^(--?[\w.-]{1,60})(?:[= ](.*))?$/.exec(value) ?? [];
    if (name === undefined) return [];
    const at = { offset: valueAt.offset, endOffset: valueAt.offset + name.length };
    return [{ path: name, at, value: text, valueAt: { offset: at.endOffset + 1, endOffset: valueAt.endOffset } }];
  });
  const parent = list?.parent;
  const siblings = parent ? parent.children.flatMap((node) => yamlSettings(node, '', 1)) : [];
  const around = parent?.parent ? parent.parent.children.flatMap((node) => yamlSettings(node, '', MAX_DEPTH)) : [];
  return { settings: flags.length > 0 ? flags : siblings, outer: flags.length > 0 ? siblings : around, names: path };
}

function yamlSettings(node: YamlNode, prefix: string, depth: number): SettingBeside[] {
  if (node.key === null || depth > MAX_DEPTH) return [];
  const path = `${prefix}${node.key}`;
  const at = { offset: node.at.offset, endOffset: node.at.offset + node.key.length };
  return [
    { path, at, value: node.value, valueAt: node.valueAt },
    ...node.children.flatMap((child) => yamlSettings(child, `${path}.`, depth + 1)),
  ];
}

/** A line with the lines that continue it after a backslash. */
function logicalLine(text: string, { offset, endOffset }: Range): Range {
  let start = lineStartBefore(text, offset, MAX_DISTANCE);
  while (start > 1 && /\\\r?$/.test(text.slice(Math.max(0, start - 3), start - 1))) {
    start = lineStartBefore(text, start - 1, MAX_DISTANCE);
  }
  let end = endOffset;
  for (;;) {
    const found = text.indexOf('\n', end);
    if (found < 0 || found - endOffset > MAX_DISTANCE)
      return { offset: start, endOffset: found < 0 ? text.length : end };
    if (!/\\\r?$/.test(text.slice(Math.max(0, found - 2), found))) return { offset: start, endOffset: found };
    end = found + 1;
  }
}

const FLAG =
  /(?<=^|[\s"'[,(])(--?[A-Za-z][\w.-]{0,60})(?:(?:=|[ \t]{1,8}(?!-))("[^"\n]{0,4000}"|'[^'\n]{0,4000}'|[^\s"']{1,4000}))?/g;

/** Flags of a command line. Without a long one, the text is no command. */
function flagsIn(text: string, line: Range): SettingBeside[] {
  const written = text.slice(line.offset, line.endOffset);
  if (!written.includes('--')) return [];
  return [...written.matchAll(FLAG)].map(({ index, 0: whole, 1: name = '', 2: value = '' }): SettingBeside => {
    const start = line.offset + index;
    const at = { offset: start, endOffset: start + name.length };
    return { path: name, at, ...unquoted(value, start + whole.length - value.length) };
  });
}

const wordsBefore = (text: string): string[] => [...text.matchAll(/[\w./-]{2,60}/g)].map(([word]) => word).reverse();

const PAIR =
  /^[ \t]*(?:export[ \t]+|ENV[ \t]+|ARG[ \t]+|set[ \t]+|\$env:)?([A-Za-z_][\w.-]{0,100})[ \t]{0,40}[=:][ \t]{0,40}/;

/** Lines of a flat file whose keys have all words but the last in common, or that are in the same section. */
function inLines(text: string, at: Range): SettingsBeside | null {
  const start = lineStartBefore(text, at.offset, MAX_DISTANCE);
  const key = PAIR.exec(text.slice(start, at.endOffset))?.[1];
  if (key === undefined) return null;
  const [, common = ''] = /^(.*[._-])[^._-]+$/.exec(key) ?? [];
  const first = Math.max(0, start - MAX_DISTANCE);
  const section = first + Math.max(`\n${text.slice(first, start)}`.lastIndexOf('\n['), 0);
  const next = text.slice(0, at.endOffset + MAX_DISTANCE).indexOf('\n[', start);
  const isSectioned = section > first || text.startsWith('[', first);
  if (common === '' && !isSectioned) return { settings: [], outer: [], names: [key] };
  const from = section;
  const end = Math.min(next < 0 ? text.length : next, at.endOffset + MAX_DISTANCE);
  const settings: SettingBeside[] = [];
  let place = from;
  for (const line of text.slice(from, end).split('\n')) {
    const match = PAIR.exec(line);
    const name = match?.[1] ?? '';
    if (match && name.startsWith(common)) {
      const offset = place + match[0].indexOf(name) + common.length;
      const value = unquoted(line.slice(match[0].length).replace(/\r$/, ''), place + match[0].length);
      settings.push({
        path: name.slice(common.length),
        at: { offset, endOffset: place + match[0].indexOf(name) + name.length },
        ...value,
      });
    }
    place += line.length + 1;
  }
  const header = /^\n?\[{1,2}([^\]\n]{1,100})\]/.exec(text.slice(section))?.[1];
  return { settings, outer: [], names: [key, ...(header === undefined ? [] : [header])] };
}
