import forms from './forms.json' with { type: 'json' };
import { shownName } from '../text/shown-name.ts';
import { namedForms, countBefore, FAR, lineBefore, lineStartBefore, matchAt, matchesIn } from '../text/source.ts';
import { oncePerKey, oncePerText, textBefore, type Source } from '../text/source.ts';
import { keyBefore, nestsAround, openBefore, type Nest } from './brackets.ts';
import type { Delimiter, Page } from './page.ts';
import { childOf, keysUpFrom, nodesUpFrom, yamlNodeAt } from './yaml.ts';

const FORMS = namedForms(forms.keys);

/** The name of a value, with those around it in formats that consist of keys. */
export function keyOf(page: Page, start: number, within?: Pick<Delimiter, 'quote' | 'opened'>): string | null {
  const { quote, opened } = within ?? { quote: null, opened: start };
  const { text } = page;
  // A name before the value inside of the quotes: `-e "URI=…"`.
  const at = quote === null || /^[\w.-]{1,80}=$/.test(text.slice(opened + 1, start)) ? start : opened + 1;
  const { name } = page.languageAt(start);
  const key =
    name === 'yaml'
      ? yamlKey(page, at)
      : ((page.language.name === 'json' ? jsonKey(page, start) : null) ??
        (name === 'hcl' ? matchAt(FORMS.output, text, at)?.[1]?.replace(' "', '.') : null) ??
        inSection(page, at, isWordBefore(page, at) ? null : nameBefore(text, at)) ??
        describedKey(page, at) ??
        (name === 'go' ? FORMS.tagged.exec(lineBefore(text, at))?.[1] : null) ??
        templateAround(page, at));
  const item = matchAt(FORMS.item, text, at)?.[1];
  // `"MONGODB_URI": { "value": "…" }`
  if (item === undefined || key?.endsWith(item))
    return plainKey(key?.replace(/(?<=\.[A-Z][A-Z\d_]{1,60})\.value$/, '') ?? null);
  return plainKey(
    [key?.replace(/(?:^|\.)(?:value(?:_?from)?|connectionString)$/i, ''), item].filter(Boolean).join('.'),
  );
}

/** True in text for people, in which the word before a colon may be a password: `with the password swordfish: mongodb://…`. */
function isWordBefore(page: Page, at: number): boolean {
  if (page.contextAt(at) === 'code' && !['xml', 'shell'].includes(page.languageAt(at).name)) return false;
  const isColon = /:\s{0,9}["'`]?$/.test(textBefore(page.text, at, 12));
  return isColon && !/^\W{0,20}[\w.-]{1,80}["'`*\]]{0,3}[ \t]{0,9}:[ \t]{0,9}["'`]?$/.test(lineBefore(page.text, at));
}

/** The key of a setting with the heading of its section, `[env.staging.vars]`, or the blocks of HOCON around it. */
function inSection(page: Page, at: number, name: string | null): string | null {
  if (name !== null && page.language.name === 'hcl' && /\.(?:conf|hocon)$/i.test(page.path)) {
    const blocks = [...nestsAround(page, at)].filter(({ text, offset }) => text[offset] === '{').reverse();
    const names = blocks.flatMap(({ text, offset }) => FORMS.block.exec(textBefore(text, offset, 90))?.[1] ?? []);
    return [...names, name].join('.');
  }
  if (name === null || !['toml', 'ini'].includes(page.language.name)) return name;
  const headings = headingsOf(page);
  const heading = headings[countBefore(headings, ({ offset }) => offset < at) - 1];
  return heading ? `${heading.name.replace(/["'\s]/g, '')}.${name}` : name;
}
const headingsOf = oncePerText(({ text }: Page) =>
  matchesIn(text, /^[ \t]{0,9}\[{1,2}([\w.:"' -]{1,100})\]{1,2}[ \t]*(?:[#;].*)?\r?$/gm),
);

/** `uri: { default: "…" }`, as convict describes a setting that no argument of the command line replaces. */
function describedKey(page: Page, at: number): string | null {
  if (!FORMS.described.test(textBefore(page.text, at, 20)) || !FORMS.convict.test(page.text)) return null;
  return enclosingKeys(page, at).slice(0, 2).reverse().join('.');
}

/** `define "app.uri"`: the template of a chart that a value is in. */
function templateAround({ path, text }: Page, at: number): string | null {
  const before = path.endsWith('.tpl') ? textBefore(text, at, 600) : '';
  return /^define\s+"([\w./-]{1,100})"/.exec(before.slice(Math.max(0, before.lastIndexOf('define '))))?.[1] ?? null;
}

/** The name of a value without words that may be secrets, or `null` if it is an address. */
const plainKey = (key: string | null): string | null =>
  key === null || FORMS.address.test(key) ? null : shownName(key);

const OPENING = String.raw`(?:[A-Za-z]{0,4}8?R?[#$@]{0,4}["'\x60]{1,3})?`;
/** The items of a list before a value. */
const LIST = String.raw`(?:\[|\[\]string\{)\s{0,20}(?:["'][^"'\n]{0,300}["'],\s{0,40}){0,20}`;
/** `f(`, `new Client(`, `process.env.URI || `, `env::var("URI").unwrap_or(`. */
const CALL = String.raw`(?:new\s)?(?:[\w.%~!]{0,40}\(\s{0,20})?(?:${LIST})?(?:[\w$](?:[^\n;={}?:]|::){0,80}\s{0,40}(?:\|\||\?\?|\?:|\bor\b|\.unwrap_or\w{0,5}\((?:\|\w{0,9}\|)?)\s{0,40}(?:[\w.:]{0,40}\(\s{0,20})?)?`;
const NAME = String.raw`((?:[\w$@.-]|\[["']?[\w$.-]{1,60}["']?\]|->){1,160})["']?`;
/** A type, a property of C#, or the getter of one of Kotlin. */
const TYPE = String.raw`(?:[?!]?[ \t]*:[ \t]*&?(?:'\w{1,20}[ \t])?[A-Za-z_][\w.$<>[\], |?]{0,100}|[ \t]+string|[ \t]+As[ \t]+\w{1,40}|[ \t]*\{[ \t]*(?:get|init)\b[^{}\n]{0,60}\}|(?:[ \t]*:[ \t]*\w{1,40})?\s{1,40}get\(\))`;
const DECLARED = String.raw`(?<=(?:^|[\n;{(,])[ \t]*|\b(?:const|let|var|val|readonly|static|mut|private|protected|public|internal|override|declare|param|Const|Dim|string)[ \t]+)`;

/** Patterns for what ends right before a value, read backwards from it. The name is the first group. */
const BEFORE: readonly RegExp[] = [
  // `const uri: string =`, `uri: Optional[str] =`, `var uri string =`.
  String.raw`${DECLARED}(?!(?:const|let|var|val|type)[ \t]|\$(?:env|script|global):)([\w$]{1,80})${TYPE}[ \t]*=\s*${CALL}${OPENING}`,
  // `uri =`, `"uri": f(`, `config["uri"] :=`.
  String.raw`${NAME}\s{0,40}[?|+]{0,2}(?::=|=>|=|:)\s{0,60}${CALL}${OPENING}`,
  String.raw`(?<![\w-])(--(?!(?:digest|quiet|silent|verbose|gzip|drop|nodb|norc|[st]ls|fail\w*|fail-\w+|location|compressed|no-\w+)\s)\w[\w.-]{0,60})[= \t]+["']?`,
  String.raw`\b(?:ENV|ARG|export|set|setenv|define)[ \t]+(\w{1,60})[ \t]+["']?`,
  // The first of two: an item in the middle of a list is a value as well.
  String.raw`(?<!,\s{0,20})["']([\w.-]{1,60})["'][ \t]*,[ \t]*["'\x60]`,
  // `Names.named("store.uri")).to("…")`, `single(named("store.uri")) { "…" }`: a value in a container.
  String.raw`\bnamed\("([\w.-]{1,100})"\)\)\s{0,20}(?:\.to(?:Instance)?\(|\{)\s{0,20}["'\x60]`,
  // An element that names its content, not one that shows it.
  String.raw`<(?!(?:a|b|c|i|p|em|li|td|th|br|h\d|div|pre|code|kbd|samp|span|strong|small|label|body|button)\b)([\w.:-]{1,60})(?:[ \t][^<>]{0,120})?>\s*`,
].map((before) => new RegExp(`(?<=${before})`, 'y'));

const ASSIGNED = BEFORE[1]!;

/** The variable, property, option or element whose value begins at an offset. */
function nameBefore(text: string, at: number): string | null {
  const fallback = text[at - 1] === '-' ? matchAt(FORMS.fallback, text, at) : null;
  if (fallback) return nameAt(ASSIGNED, text, text.lastIndexOf('${', at)) ?? fallback[1]!;
  for (const before of BEFORE) {
    const name = nameAt(before, text, at);
    if (name !== null) return name;
  }
  return null;
}

function nameAt(before: RegExp, text: string, at: number): string | null {
  const written = matchAt(before, text, at)?.[1];
  if (written === undefined || isOther(text, at, written)) return null;
  // `uri, ok := os.LookupEnv("URI")`
  if (SECOND.has(written)) return nameAt(FIRST, text, text.lastIndexOf(written, at - 1));
  const name =
    before === ASSIGNED ? written.replace(/\[["']?|->/g, '.').replace(/["'\]]|^[.>-]+|[.>-]+$/g, '') : written;
  return FORMS.noName.test(name) ? null : name;
}

const SECOND = new Set(['ok', 'err', 'found', 'exists', '_']);
const FIRST = /(?<=(\w{1,60}),[ \t]{0,9})/y;

/** `isTest ? local : "…"`, `test ? a + b : "…"`: the other value. `env%5BURI%5D=`: encoded. */
function isOther(text: string, at: number, name: string): boolean {
  const start = text.lastIndexOf(name, at - 1);
  if (text[start - 1] === '%' && /[\dA-F]{2}/.test(text.slice(start, start + 2))) return true;
  const before = textBefore(text, start, 62).trimEnd();
  const last = before.at(-2) ?? '\n';
  return (before.endsWith('?') && ' \t\n'.includes(last)) || (before.endsWith('+') && last !== '\n');
}

/** The key path of a YAML value. */
function yamlKey(source: Source, start: number): string | null {
  // A variable that gets what a reference leads to.
  for (const { key, parent } of nodesUpFrom(yamlNodeAt(source, start))) {
    const name = /^value(?:From)?$/.test(key ?? '') && (childOf(parent, 'name') ?? childOf(parent, 'key'))?.value;
    if (name) return [...keysUpFrom(parent).reverse(), name].join('.');
  }
  const before = lineBefore(source.text, start);
  const pair = /^[ \t]*(?:-[ \t]+)*["']?(?:--[\w-]{1,40}=)?([\w.$-]{1,80})=/.exec(before)?.[1];
  // `stringData: { uri: "…" }`, `environment: ["URI=…"]`
  const inBraces = /(?:[{,][ \t]*["']?|\[[ \t]*["'](?=[^:]*=$))([\w.$-]{1,80})(?:["']?:[ \t]+["']?|=)$/.exec(
    before,
  )?.[1];
  const { own, above } = yamlKeys(source, start);
  const path = [inBraces, own ?? pair, ...above].filter((key) => key !== undefined).reverse();
  return path.length > 0 ? path.join('.') : null;
}

/** The key on the line of a YAML value, and those above it, the innermost first. Works for templates and broken files. */
function yamlKeys(source: Source, start: number): { readonly own: string | undefined; readonly above: string[] } {
  const node = yamlNodeAt(source, start);
  const isOwn = node !== null && node.key !== null && node.at.offset >= lineStartBefore(source.text, start);
  const above = keysUpFrom(isOwn ? node.parent : node);
  // A read may begin with the key.
  return { own: isOwn && node.at.offset + node.key.length < start ? node.key : undefined, above };
}

/** The name of the member of an object in which an offset is. */
function memberAt({ text, offset, cuts }: Nest, at: number): string | undefined {
  let cut = countBefore(cuts, (one) => one < at) - 1;
  while (cut >= 0 && text[cuts[cut]!] !== ',' && at - cuts[cut]! < FAR) cut--;
  const from = Math.max(cuts[cut] ?? offset, at - FAR);
  return FORMS.member.exec(text.slice(from + 1, at))?.[1];
}

const memberOf = oncePerText((nest: Nest) => (nest.parent ? memberAt(nest.parent, nest.offset) : undefined));

/** The property path of an offset in JSON, also with comments or broken. */
function jsonKey(source: Source, offset: number): string | null {
  const nests = [...nestsAround(source, offset)];
  const own = nests[0] && memberAt(nests[0], offset);
  const path = [own, ...nests.map(memberOf)].filter((key) => key !== undefined).reverse();
  return path.length > 0 ? path.join('.') : null;
}

/** No relevant record is nested more deeply. */
const MAX_KEYS = 8;

/** The key before a bracket. Kept, because it is around many strings. */
const keyAt = oncePerText(({ text }: Source) => oncePerKey((offset: number) => keyBefore({ text, offset })));

/** The keys of the brackets around an offset, the innermost first, and whether one of them is of an object. */
function keysOfBrackets(source: Source, at: number) {
  const { text } = source;
  const keys: string[] = [];
  let isInside = false;
  const from = Math.max(0, at - FAR);
  for (let open = openBefore(text, at); open >= from && keys.length < MAX_KEYS; open = openBefore(text, open)) {
    // The `[` of a subscript and the `{` of a function have no key, but the search continues outside of them.
    const key = text[open] === '(' ? undefined : keyAt(source)(open);
    if (key !== undefined) keys.push(key);
    isInside ||= key !== undefined || text[open] === '{';
  }
  return { keys, isInside };
}

/** The keys around an offset, the innermost first: by brackets, and by indentation in YAML and where there are none. */
export function enclosingKeys(source: Source, at: number): string[] {
  const { keys, isInside } = keysOfBrackets(source, at);
  return isInside && !/\.ya?ml$/i.test(source.path) ? keys : [...keys, ...yamlKeys(source, at).above];
}

/** The name of the outermost object around an offset of a program. */
export const outerKey = (source: Source, at: number): string | undefined => keysOfBrackets(source, at).keys.at(-1);
