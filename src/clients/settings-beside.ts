import optionForms from './option-forms.json' with { type: 'json' };
import type { FoundString } from '../classify/found-string.ts';
import { CLIENT_CALL, clientArguments } from '../read/external/clients.ts';
import { expressionEnd, itemsFrom, keyBefore, nestAt, nestsOf, type Nest } from '../read/brackets.ts';
import { commandLine, lineEndAfter, pageOf } from '../read/page.ts';
import { keysUpFrom, yamlNodeAt, type YamlNode } from '../read/yaml.ts';
import { assigned, mayBe, valuesOf } from '../read/values.ts';
import { textAt } from '../parse/part.ts';
import { countBefore, grouped, matchAt, matchesIn, namedForms, oncePerText, overlaps } from '../text/source.ts';
import { FAR, rangeAt, textBefore, type Range, type Source } from '../text/source.ts';

const FORMS = namedForms(optionForms.beside);

export interface SettingBeside {
  /** The words of its name below the common object, as written: `ssl.verify_peer`, `--authenticationDatabase`. */
  readonly path: string;
  readonly at: Range;
  /** Without quotes. Empty for an object, which has settings of its own. */
  readonly value: string;
  readonly valueAt: Range;
}

/** What a program is given together with a string: in the same call, object, block, key prefix or command line. */
export interface SettingsBeside {
  readonly settings: readonly SettingBeside[];
  /** Settings of the object around that one, which only help to recognise the program. */
  readonly outer: readonly SettingBeside[];
  /** The function or command that takes them, and the keys around them, innermost first. */
  readonly names: readonly string[];
}

/** False for a setting of another object that is beside: `redis.port`. */
export function isOptionPath(path: string): boolean {
  const [, ...groups] = path.split('.').reverse();
  return path.startsWith('-') || groups.every((group) => FORMS.group.test(group));
}

const groupOf = (path: string): string => path.split('.', 1)[0]!;
/** Objects beside the one with the host contain options of the same client. */
const isOfClient = ({ path }: SettingBeside): boolean => FORMS.group.test(groupOf(path));

const NOTHING: SettingsBeside = { settings: [], outer: [], names: [] };

const MAX_DEPTH = 4;
/** More settings than this are a list of many programs. */
const MAX_SETTINGS = 200;

/** The settings beside a range of a text: the same list for all strings of one object, block or line. Never throws. */
export const settingsBeside = (source: Source, at: Range): SettingsBeside => besideIn(source)(at);

/** Kept, because several rules ask for each string. */
const besideIn = oncePerText((source: Source) => oncePerText((at: Range) => settingsAt(source, at)));

function settingsAt(source: Source, at: Range): SettingsBeside {
  const { path } = source;
  const { offset } = at;
  const isYaml = /\.ya?ml$/i.test(path);
  const command = path.toLowerCase().endsWith('.json') ? undefined : rangeAt(commandsOf(source), offset);
  if (command && !isYaml) return command.beside;
  const nest = nestAt(source, offset);
  if (isYaml || /\.conf$/i.test(path)) {
    const beside = inYaml(source, at);
    // A list of flags has one line for each.
    const isOne = command && !beside.settings.some((one) => one.path.startsWith('-'));
    if (isOne) return { ...command.beside, outer: beside.settings };
    const isOnLine = nest !== null && source.text.lastIndexOf('\n', offset - 1) < nest.offset;
    if (!isOnLine && (isYaml || beside.settings.length > 0)) return beside;
  }
  return inBrackets(nest, at) ?? inLines(source, at) ?? NOTHING;
}

const isCall = ({ text, offset }: Nest): boolean => text[offset] === '(';

const isClientCall = (nest: Nest): boolean => isCall(nest) && CLIENT_CALL.test(textBefore(nest.text, nest.offset, 80));

/** The calls of a text by their first argument, if that is a variable. */
const callsOf = oncePerText((source: Source) =>
  grouped(nestsOf(source), (nest) => matchAt(FORMS.first, nest.text, nest.offset)?.[1] ?? ''),
);

/** The calls that create a client from a variable with the string. */
function callsTaking(source: Source, { literal, range }: FoundString): readonly Nest[] {
  const variable = literal.key ?? '';
  const calls = variable === '' ? [] : near(callsOf(source).get(variable), range.offset);
  return calls.filter(
    (nest) =>
      isClientCall(nest) &&
      pageOf(source).contextAt(nest.offset) === 'code' &&
      mayBe(source, variable, range.offset, nest.offset),
  );
}

/** The calls around the addresses of clients. */
const clientCalls = oncePerText((source: Source) =>
  clientArguments(pageOf(source)).flatMap(
    ({ offset }) => outwards(nestAt(source, offset), MAX_DEPTH).find(isCall) ?? [],
  ),
);

/** What they pass beside it. */
export const callsWith = (source: Source, string: FoundString): readonly SettingsBeside[] =>
  callsTaking(source, string).map(besideOf);

/** Finds the file that defines a name, and the name there. */
type Imported = (name: string) => { readonly source: Source; readonly name: string } | undefined;

/** Whether a client may get options with the string that nothing shows: `connect("…", options)`. `imported`: of other files. */
export function hasOpenOptions(source: Source, string: FoundString, imported: Imported): boolean {
  const taking = callsTaking(source, string);
  const calls = [...taking, ...clientCalls(source).filter((call) => overlaps(call, string.range))];
  const own = textAt(source.text, string.range);
  return calls.some((call) =>
    partsOf(call).some((part) => {
      if (FORMS.passed.exec(part.text)?.[1] === string.literal.key) return false;
      const more = overlaps(part, string.range) ? mergedIn(part.text).filter((one) => !one.includes(own)) : [part.text];
      return more.some((one) => mayHoldMore(one, source, call, imported));
    }),
  );
}

/** How often objects may be made of others. */
const MAX_MERGED = 4;

/** Whether an expression may hold more than the text shows: `options`, `{ ...load() }`, `array_merge($options, $more)`. */
function mayHoldMore(text: string, source: Source, place: Range, imported: Imported, hops = MAX_MERGED): boolean {
  if (hops === 0) return true;
  const isClosed = FORMS.closed.test(text.trim());
  const merged = isClosed && !FORMS.object.test(text) ? [] : mergedIn(text);
  if (merged.length > 0) return merged.some((one) => mayHoldMore(one, source, place, imported, hops - 1));
  const [, name] = isClosed ? [] : (FORMS.passed.exec(text) ?? []);
  if (name === undefined) return false;
  const defined = imported(name);
  if (defined) {
    const given = assigned(defined.source, defined.name);
    const isOpen = (one: Range): boolean =>
      mayHoldMore(textAt(defined.source.text, one), defined.source, one, () => undefined, hops - 1);
    return given.length === 0 || given.some(isOpen);
  }
  // A member of it is set by name.
  const values = valuesOf(source, name, place)
    .filter(({ offset, from }) => !FORMS.keyed.test(source.text.slice(offset, from)))
    .map(({ from, endOffset }) => source.text.slice(from, endOffset));
  return values.length === 0 || values.some((one) => mayHoldMore(one, source, place, imported, hops - 1));
}

/** What an expression spreads, merges or adds. */
function mergedIn(text: string): readonly string[] {
  const spread = matchesIn(text, FORMS.spread).map(({ endOffset }) =>
    text.slice(endOffset, expressionEnd(text, endOffset)),
  );
  const given = matchesIn(text, FORMS.merges).flatMap(({ endOffset }) =>
    itemsFrom(text, endOffset).map((one) => textAt(text, one)),
  );
  const added = text.split(/\s\+{1,2}\s/);
  return [...spread, ...given, ...(added.length > 1 && !added.some((one) => /^\s*["'`]/.test(one)) ? added : [])];
}

/** Calls, or objects, of one name: more on each side of an offset than this are not those of one program. */
const MAX_SAME = 10;
function near(all: readonly Nest[] = [], at: number): readonly Nest[] {
  const middle = countBefore(all, ({ offset }) => offset < at);
  return all.slice(Math.max(0, middle - MAX_SAME), middle + MAX_SAME);
}

const objectsByName = oncePerText((source: Source) =>
  grouped(
    // `options: {` is a property of another object.
    nestsOf(source).filter(
      (nest) => !isCall(nest) && !/(?::|=>)\s{0,19}$/.test(textBefore(nest.text, nest.offset, 20)),
    ),
    (nest) => nameBefore(nest) ?? '',
  ),
);

/** `const options = { … }; connect(uri, options)`. */
function passedByName(call: Nest): SettingBeside[] {
  const names = partsOf(call).flatMap(({ text }) => /^\s*(?:\*\*)?(\$?[A-Za-z_]\w{0,60})\s*$/.exec(text)?.[1] ?? []);
  const { source, offset } = call;
  return names.flatMap((name) => {
    const same = near(objectsByName(source).get(name), offset);
    return same.filter((one) => mayBe(source, name, one.offset, offset)).flatMap(settingsOf);
  });
}

/** What else is in the call that creates a client from a string. `null` if variables or spreads may contain more. */
export function argumentsBeside(source: Source, at: Range): string | null {
  const { text } = source;
  const { offset, endOffset } = at;
  let call = text.includes('(') ? nestAt(source, offset) : null;
  while (call && !isClientCall(call)) {
    if (isCall(call) && !/\.ApplyURI\s{0,4}$/.test(textBefore(text, call.offset, 80))) return null;
    call = call.parent;
  }
  if (!call || call.endOffset === text.length || call.endOffset - call.offset > FAR) return null;
  const beside = `${text.slice(call.offset + 1, offset)} ${text.slice(endOffset, call.endOffset)}`;
  const others = partsOf(call).filter((part) => !overlaps(part, at));
  const isOpen = others.some((part) => !FORMS.closed.test(part.text.trim()));
  return isOpen || /\.\.\.|\*\*/.test(beside) ? null : beside;
}

/** What is between the commas, semicolons and line ends of a pair of brackets. Longer lists are no settings. */
function partsOf({ text, offset, endOffset, cuts }: Nest) {
  if (cuts.length > 4 * MAX_SETTINGS) return [];
  return [offset, ...cuts].flatMap((start, index) => {
    const end = cuts[index] ?? endOffset;
    const part = text.slice(start + 1, end);
    return part.trim() === '' ? [] : [{ offset: start + 1, endOffset: end, text: part }];
  });
}

const settingsOf = oncePerText((nest: Nest) => settingsIn(nest, '', 1));

function settingsIn(nest: Nest, prefix: string, depth: number): SettingBeside[] {
  const parts = depth > MAX_DEPTH ? [] : partsOf(nest);
  if (parts.length > MAX_SETTINGS) return [];
  const below = (bracket: number, path: string): SettingBeside[] => {
    const child = rangeAt(nest.children, bracket);
    return child ? settingsIn(child, path, depth + 1) : [];
  };
  return parts.flatMap(({ offset, endOffset, text }): SettingBeside[] => {
    const [head, , name = ''] = FORMS.entry.exec(text) ?? [];
    if (head === undefined) {
      const object = /^\s*(?:\*\*)?[{([]/.exec(text);
      return object && prefix === '' && isCall(nest) ? below(offset + object[0].length - 1, '') : [];
    }
    const nameAt = offset + head.indexOf(name);
    const valueAt = offset + head.length;
    const value = text.slice(head.length).trimEnd();
    const own = { path: `${prefix}${name}`, at: { offset: nameAt, endOffset: nameAt + name.length } };
    const nested = FORMS.nested.exec(value)?.[0];
    if (nested === undefined) return [{ ...own, ...unquoted(value, valueAt) }];
    const whole = { ...own, value: '', valueAt: { offset: valueAt, endOffset } };
    return [whole, ...below(valueAt + nested.length - 1, `${own.path}.`)];
  });
}

function unquoted(raw: string, offset: number): Pick<SettingBeside, 'value' | 'valueAt'> {
  const written = raw.replace(/[\s,;]{1,20}$/, '');
  const [, , inner] = /^(["'`])([\s\S]*)\1$/.exec(written) ?? [];
  const from = offset + (inner === undefined ? 0 : 1);
  const value = inner ?? written;
  return { value, valueAt: { offset: from, endOffset: from + value.length } };
}

const outwards = (nest: Nest | null, levels: number): Nest[] =>
  nest && levels > 0 ? [nest, ...outwards(nest.parent, levels - 1)] : [];

/** The innermost object or call that contains other settings than the one of the string. */
function inBrackets(inner: Nest | null, at: Range): SettingsBeside | null {
  // The default of a setting from outside is the value of the key around it.
  const isDefault = inner && isCall(inner) && FORMS.read.test(nameBefore(inner) ?? '');
  const around = outwards(isDefault ? inner.parent : inner, MAX_DEPTH);
  const hasOther = (nest: Nest): boolean => settingsOf(nest).some(({ valueAt }) => !overlaps(valueAt, at));
  const found = around.find((nest, level) => (level === 0 && isCall(nest)) || hasOther(nest));
  return found && at.offset - found.offset < FAR ? besideOf(found) : null;
}

const besideOf = oncePerText((nest: Nest): SettingsBeside => {
  const settings = isClientCall(nest) ? [...settingsOf(nest), ...passedByName(nest)] : settingsOf(nest);
  const own = new Set(settings.map((one) => one.at.offset));
  const others = nest.parent ? settingsOf(nest.parent).filter((one) => !own.has(one.at.offset)) : [];
  // An object with an address has the settings of another client. A key may have dots of its own.
  const paths = new Set([...settings, ...others].map(({ path }) => path));
  const addresses = [...paths].filter((path) => FORMS.address.test(path) && paths.has(groupOf(path)));
  const clients = new Set(addresses.map(groupOf));
  const isBeside = ({ path }: SettingBeside): boolean => !clients.has(groupOf(path));
  return {
    settings: [...settings, ...others.filter(isOfClient)].filter(isBeside),
    outer: others.filter((one) => !one.path.includes('.') && !isOfClient(one)),
    names: outwards(nest, MAX_DEPTH + 1).flatMap((one) => nameBefore(one) ?? []),
  };
});

function nameBefore(nest: Nest): string | null {
  const { text, offset } = nest;
  return (isCall(nest) ? undefined : keyBefore(nest)) ?? matchAt(FORMS.called, text, offset)?.[1] ?? null;
}

/** The settings below a node, up to a depth. */
const settingsBelow = (depth: number) =>
  oncePerText(({ children }: YamlNode) =>
    children.length > MAX_SETTINGS ? [] : children.flatMap((node) => yamlSettings(node, '', depth)),
  );
const childSettings = settingsBelow(MAX_DEPTH);
const childValues = settingsBelow(1);

function inYaml(source: Source, { offset }: Range): SettingsBeside {
  const own = yamlNodeAt(source, offset);
  if (!own) return NOTHING;
  const names = keysUpFrom(own.parent);
  const list = own.key === null ? own.parent : own;
  const items = own.key === null ? (own.parent?.children ?? []) : [];
  const flags = items.slice(0, MAX_SETTINGS).flatMap(({ valueAt }) => flagsIn(source.text, valueAt));
  const parent = list?.parent ?? null;
  const all = parent ? childSettings(parent) : [];
  if (flags.length > 0) return { settings: flags, outer: all, names };
  const above = own.key === 'value' ? parent?.parent?.parent : parent?.parent;
  return { settings: all, outer: above ? childValues(above) : [], names };
}

function yamlSettings(node: YamlNode, prefix: string, depth: number): SettingBeside[] {
  if (node.key === null || depth === 0) return [];
  const path = `${prefix}${node.key}`;
  const at = { offset: node.at.offset, endOffset: node.at.offset + node.key.length };
  return [
    { path, at, value: node.value, valueAt: node.valueAt },
    ...node.children.flatMap((child) => yamlSettings(child, `${path}.`, depth - 1)),
  ];
}

/** Command lines with long flags. Without one, a text is no command. */
const commandsOf = oncePerText(({ text }: Source) => {
  const commands: (Range & { readonly beside: SettingsBeside })[] = [];
  for (let at = text.indexOf('--'); at >= 0;) {
    const line = commandLine(text, at);
    const settings = line ? flagsIn(text, line) : [];
    if (line && settings.length > 0) {
      const words = text.slice(line.offset, settings[0]!.at.offset).match(/[\w./-]{2,60}/g) ?? [];
      commands.push({ ...line, beside: { settings, outer: [], names: words.reverse() } });
    }
    at = text.indexOf('--', line ? line.endOffset + 1 : lineEndAfter(text, at) + 1);
  }
  return commands;
});

function flagsIn(text: string, line: Range): SettingBeside[] {
  const flags = matchesIn(text.slice(line.offset, line.endOffset), FORMS.flag, line.offset);
  return flags.map(({ match: [, path = '', value = ''], offset, endOffset }) => {
    return { path, at: { offset, endOffset: offset + path.length }, ...unquoted(value, endOffset - value.length) };
  });
}

/** The settings of a flat file, each with the heading of its section. */
const pairsOf = oncePerText(({ text }: Source) => {
  let section: { readonly name: string } | null = null;
  return [...text.matchAll(FORMS.line)].flatMap(({ index: offset, 0: line, 1: name, 2: key = '', 3: written = '' }) => {
    if (name !== undefined) {
      section = { name };
      return [];
    }
    return [{ offset, endOffset: offset + line.length + 1, key, written, section }];
  });
});

/** The settings near a place whose keys differ in the last word only. In a section, keys need not begin alike. */
function inLines(source: Source, { offset }: Range): SettingsBeside | null {
  const pairs = pairsOf(source);
  const index = countBefore(pairs, (pair) => pair.offset <= offset) - 1;
  const own = pairs[index];
  if (!own || own.endOffset <= offset) return null;
  const { key, section } = own;
  const shared = /^.*[._-](?=[^._-])/.exec(key)?.[0] ?? '';
  const near = pairs.slice(Math.max(0, index - MAX_SETTINGS), index + MAX_SETTINGS);
  const alike = near.filter((pair) => pair.section === section && pair.key.startsWith(shared));
  const isKnown = (section !== null || shared !== '') && alike.length <= MAX_SETTINGS;
  const settings = (isKnown ? alike : []).map((pair): SettingBeside => {
    const valueAt = pair.endOffset - 1 - pair.written.length;
    const endOffset = source.text.lastIndexOf(pair.key, valueAt) + pair.key.length;
    const path = pair.key.slice(shared.length);
    return { path, at: { offset: endOffset - path.length, endOffset }, ...unquoted(pair.written, valueAt) };
  });
  return { settings, outer: [], names: section === null ? [key] : [key, section.name] };
}
