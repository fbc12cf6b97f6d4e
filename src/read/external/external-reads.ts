import expressions from './expressions.json' with { type: 'json' };
import inputs from './inputs.json' with { type: 'json' };
import others from './others.json' with { type: 'json' };
import { ATLAS, type ServiceProfile } from '../../classify/service.ts';
import { hostAt, stringAt, type FoundString, type ReadOrigin } from '../../classify/found-string.ts';
import { shownName } from '../../text/shown-name.ts';
import { CLIENT_WORDS, EXTERNAL_PATH, type SeenWords } from '../../find/hits.ts';
import { textAt } from '../../parse/part.ts';
import { literalOf, PLACEHOLDER } from '../../text/literal.ts';
import { countBefore, escapePattern, isMinified, lineBefore, lineStartBefore } from '../../text/source.ts';
import { matchAt, namedForms, NEAR, once, overlaps, textBefore, type Range } from '../../text/source.ts';
import { foundIn, isLogged } from '../hit-reader.ts';
import { enclosingKeys, outerKey, keyOf } from '../keys.ts';
import { isProgram, isScript, isTerraformPath } from '../families.ts';
import { importNamed } from '../bindings.ts';
import { closeOf, openBefore } from '../brackets.ts';
import { type Page } from '../page.ts';
import { yamlRoots } from '../yaml.ts';
import { clientArguments, valuesGiven } from './clients.ts';
import { argumentsOf } from './calls.ts';
import { addedTo, isList, membersOf, mergedInto, valuesAround } from './expressions.ts';
import { followerOf } from './follow.ts';
import type { FoundReads } from './lookups.ts';
import { DEFAULT_WITHIN, isDefault, readsOf, type OutsideRead } from './reads.ts';
import { assigned, overlaid, valueStarts } from '../values.ts';
import { declarations, isSecretName, isStringName, OF_OTHERS } from './settings.ts';
import { printedValues, readOfSetting, references } from './settings.ts';

const FORMS = namedForms(expressions.outside);

/** Every text with such a read contains one of these words, in any case. */
export const EXTERNAL_WORDS: readonly string[] =
  'mongo module.atlas dependency.atlas state.atlas standard_srv private_srv'.split(' ').concat(CLIENT_WORDS);

/** Maximum number of reads, and of client calls, per text. */
const MAX_READS = 200;

/** Reads from outside of the tree that reach a client or a setting for strings. `seen`: where the words above are. */
export function externalReads(
  page: Page,
  profile: ServiceProfile,
  strings: readonly FoundString[],
  seen: SeenWords,
): FoundString[] {
  const known = readsAround(page, profile, strings, seen);
  if (!known) return [];
  const { isNamed, inSettings, served } = known;
  const found = [
    ...(isNamed ? [...declarations(page), ...ofClients(known), ...ofSettings(known)] : []),
    ...ofNames(known),
    ...ofReads(known),
    ...(isNamed && inSettings ? [...references(page), ...printedValues(page)] : []),
    ...besideStrings(known),
  ];
  const kept = [...readsOfHosts(known), ...inputsWithDefaults(page, strings), ...inHoles(known)];
  for (const read of found) {
    if (!kept.some((one) => overlaps(one, read)) && isRead(known, read)) kept.push(read);
    if (kept.length >= MAX_READS) break;
  }
  for (const read of served) if (!kept.some((one) => overlaps(one, read))) kept.push(read);
  return kept.sort((a, b) => a.offset - b.offset).map((read) => asString(page, read, strings));
}

/** The reads of a text, and what is known about the text. */
type KnownReads = NonNullable<ReturnType<typeof readsAround>>;

/** `null` for a text that cannot have a read of an address. */
function readsAround(page: Page, profile: ServiceProfile, strings: readonly FoundString[], seen: SeenWords) {
  const { path, text } = page;
  const { name: language } = page.language;
  const words = EXTERNAL_WORDS.filter((word) => seen.has(word));
  if (words.length === 0 && !EXTERNAL_PATH.test(path) && !page.variables) return null;
  // The known calls are those of this product's drivers.
  if (profile.schemes[0] !== ATLAS.schemes[0] || page.language.prose || language === 'css') return null;
  // Where only strings name the product, only a read whose default is one can be of it.
  const isOutside = (word: string): boolean =>
    seen.get(word)!.some((offset) => !stringAt(strings, { offset, endOffset: offset + word.length }));
  const isNamed = page.variables !== undefined || EXTERNAL_PATH.test(path) || words.some(isOutside);
  const filled = filledHosts(text, strings);
  const [first, ...others] = strings.filter(({ range: { offset, endOffset } }) => {
    // In programs, a value may go on behind its string.
    const isWhole = !isProgram(page.language) || FORMS.ended.test(text.slice(endOffset, endOffset + 40));
    return !isWhole || !FORMS.setting.test(lineBefore(text, offset));
  });
  const isTerraform = isTerraformPath(path);
  if (!isNamed && filled.length === 0 && !first && !isTerraform) return null;
  const inSettings = !isProgram(page.language) || FORMS.templates.test(language) || /\.bicep(?:param)?$/i.test(path);
  const offset = first ? lineStartBefore(text, Math.max(0, first.range.offset - NEAR)) : 0;
  const near = { offset, endOffset: first ? (others.at(-1) ?? first).range.offset + DEFAULT_WITHIN : 0 };
  const reads = readsOf(page, inSettings, isNamed || filled.length > 0 || isTerraform ? undefined : near);
  const known = { page, strings, reads, served: [] as OutsideRead[] };
  return { ...known, isNamed, inSettings, filled, follow: followerOf(known) };
}

/** Reads that clients and commands get. */
const ofClients = ({ page, follow }: KnownReads): OutsideRead[] =>
  clientArguments(page)
    .slice(0, MAX_READS)
    .flatMap((one) => follow(one).filter(({ source }) => !one.isOutside || source !== 'unknown'));

/** Reads that settings for strings get. */
function ofSettings({ page, follow }: KnownReads): OutsideRead[] {
  const { path, text } = page;
  if (isMinified(text) || !(FORMS.expressions.test(path) || isProgram(page.language))) return [];
  const given = valuesGiven(page).slice(0, MAX_READS);
  return given.flatMap((one) => {
    if (isLogged(text, one.offset)) return [];
    const leads = follow(one).filter((read) => !isOfOther(text, read));
    // `environment: { MONGO_URI: uri }`: the program that gets it may be in another file.
    const around = `${textBefore(text, one.offset)}\0${text.slice(one.endOffset, one.endOffset + NEAR)}`;
    const isPassed = page.variables?.has(one.setting) ?? FORMS.passes.test(around);
    const [name] = isPassed ? FORMS.name.exec(textAt(text, one).trim())! : [];
    if (name && leads.every((read) => !overlaps(read, one)))
      return [...leads, { ...one, name, source: 'unknown', origin: 'text' }];
    const isVague = ({ source, name }: OutsideRead): boolean =>
      source === 'unknown' && isStringName(one.setting) && !name.includes('.') && !importNamed(page, name);
    return leads.map((read) => (isVague(read) ? { ...read, name: one.setting } : read));
  });
}

/** Reads in what other files use of this one, and in what this one passes to their functions. */
function ofNames({ page, strings, follow }: KnownReads): OutsideRead[] {
  const { text, variables, wrappers = [] } = page;
  const merged = [...(variables?.keys() ?? [])].flatMap((name) => {
    if (name.startsWith('into ')) return mergedInto(text, name.slice(5)).slice(0, MAX_READS);
    return name.startsWith('any ') ? anyOf(page, strings, name.slice(4)).slice(0, MAX_READS) : [];
  });
  const given = wrappers.flatMap((one) => {
    const all = argumentsOf(page, one).slice(0, MAX_READS);
    return all.flatMap((argument) => follow(argument, one.member));
  });
  return [...merged.flatMap((one) => follow(one)), ...given];
}

/** Reads that have the name of a string, or a string as their default. */
function ofReads({ page, strings, reads, isNamed, follow }: KnownReads): OutsideRead[] {
  const { path, text, language } = page;
  // The same argument of another module.
  const keys = new Set(isTerraformPath(path) ? strings.map(({ literal }) => literal.key) : []);
  const isBeside = ({ offset }: OutsideRead): boolean => keys.size > 0 && keys.has(keyOf(page, offset) ?? '');
  const isOfString = (read: OutsideRead): boolean =>
    hasStringName(text, read, language.name) || hasDefault(text, strings, read) || isBeside(read);
  return reads.flatMap((read) => {
    if (isLogged(text, read.offset) || isOfOther(text, read) || (isNamed && isChooser(page, read))) return [];
    const own = readOfSetting(page, read) ?? (isOfString(read) ? read : null);
    if (!own || !FORMS.variable.test(textAt(text, own))) return own ?? [];
    // A variable of a script, also of one in a pipeline, may have its value in the script.
    const isOfScript = isScript(language) || /^(?:run|script)$/.test(enclosingKeys(page, own.offset)[0] ?? '');
    return isOfScript ? follow(own) : own;
  });
}

/** True for a read with a string as its default. */
function hasDefault(text: string, strings: readonly FoundString[], { offset, endOffset }: OutsideRead): boolean {
  const nth = countBefore(strings, ({ range }) => range.offset < endOffset);
  // `Field("…", validation_alias="X")`
  const before = FORMS.alias.test(text.slice(offset, offset + 20)) ? strings[nth - 1]?.range.endOffset : undefined;
  if (before !== undefined && /^["'],[^()\n]{0,80}$/.test(text.slice(before, offset))) return true;
  const next = strings[nth];
  if (!next || /\+\s*$/.test(textBefore(text, offset, 20))) return false;
  const isOther =
    next.uri === null && text[offset] !== '$' && next.hosts.every(({ class: { token } }) => token === null);
  return !isOther && isDefault(text, endOffset, next.range.offset);
}

/** `${cfg.host || "h"}`: other expressions than reads may have a default, too. */
const inHoles = ({ page: { text, language }, filled, follow }: KnownReads): OutsideRead[] =>
  (isProgram(language) ? filled : [])
    .filter(({ isDefault }) => isDefault)
    .flatMap((one) => follow({ offset: text.indexOf('{', one.offset) + 1, endOffset: one.endOffset - 1 }))
    .filter(({ source }) => source === 'unknown');

/** `URI = STORES[process.env.STAGE]`: which member of a map of the text is read. Its members are judged themselves. */
function isChooser(page: Page, { offset }: OutsideRead): boolean {
  const [, holder] = FORMS.chooser.exec(lineBefore(page.text, offset)) ?? [];
  return holder !== undefined && assigned(page, holder).some((one) => isList(page.text, one));
}

/** What an object or a list has besides strings, if it has no other texts and numbers, and what is added to it. */
function anyOf(page: Page, strings: readonly FoundString[], name: string): readonly Range[] {
  const { text } = page;
  const isOther = (one: Range): boolean => FORMS.literal.test(textAt(text, one)) && !stringAt(strings, one);
  const members = assigned(page, name).flatMap((value) => {
    const all = membersOf(text, value);
    return all.includes(value) || all.some(isOther) ? [] : all;
  });
  return [...members, ...addedTo(text, name)];
}

/** What programs have instead of strings or put over them, whether a client of the text reads it or not. */
function besideStrings({ page, strings, follow }: KnownReads): OutsideRead[] {
  if (!isProgram(page.language)) return [];
  const own = strings.filter(({ literal, uri, hosts }) => {
    return literal.context === 'code' && (uri !== null || hosts.some(({ class: { token } }) => token !== null));
  });
  return [
    // In SQL, `||` joins texts.
    ...(page.language.name === 'sql' ? [] : valuesAround(page.text, own)).flatMap((one) => follow(one)),
    // What is put over an object with a string.
    ...own.flatMap(({ literal, range }): OutsideRead[] => {
      const holder = outerKey(page, range.offset);
      const over = holder === undefined ? undefined : overlaid(page, range, holder);
      const name = `${holder}.${literal.key ?? ''}`;
      return over ? [{ name, source: 'unknown', offset: over.offset, endOffset: over.endOffset }] : [];
    }),
  ];
}

/** What is filled in for a host, or as the default of one. */
function filledHosts(text: string, strings: readonly FoundString[]) {
  const keys = once(() => new Set(strings.map(({ literal }) => literal.key)));
  return strings.flatMap((string) =>
    string.literal.placeholders.flatMap((placeholder) => {
      const { at, name } = placeholder;
      const host = hostAt(string, at);
      const isWhole = host?.resolved === false && !host.host.includes(PLACEHOLDER);
      const isDefault = isWhole && text.slice(placeholder.offset, placeholder.endOffset).includes(host.host);
      const isWritten = name !== null && (keys().has(name) || (host?.resolved === true && host.class.domain !== null));
      return host && (isDefault || isWritten) ? [{ ...placeholder, isDefault }] : [];
    }),
  );
}

/** Reads whose default is a host: `@${DB_HOST:-host}/x`, `host = os.getenv("H")` before `if not host: host = "…"`. */
function readsOfHosts({ page, reads, filled }: KnownReads): OutsideRead[] {
  const names = new Set(filled.map(({ name }) => name ?? ''));
  const starts = new Set([...names].flatMap((name) => valueStarts(page, name)));
  const isFilledIn = (read: OutsideRead): boolean => filled.some((one) => one.isDefault && overlaps(one, read));
  return reads.slice(0, MAX_READS).filter((read) => starts.has(read.offset) || isFilledIn(read));
}

/** Inputs whose default is a found string of the service: of a Terraform module, an image, a chart, a command. */
const inputsWithDefaults = ({ path, text }: Page, strings: readonly FoundString[]): OutsideRead[] =>
  strings.flatMap(({ range, hosts, literal }): OutsideRead[] => {
    if (literal.context !== 'code' || hosts.every(({ class: { domain } }) => domain === null)) return [];
    const groups = matchAt((path.endsWith('.nix') ? NIX_INPUT : INPUT)(), text, range.offset)?.indices?.slice(1) ?? [];
    const [, name = ''] = literal.key?.endsWith('.default') ? (FORMS.inputKey.exec(literal.key) ?? []) : [];
    const at = name === '' ? -1 : text.lastIndexOf(`${name}:`, range.offset);
    const [offset, endOffset] = groups.find(Boolean) ?? (at < 0 ? [] : [at, at + name.length]);
    if (offset === undefined || endOffset === undefined) return [];
    return [{ name: text.slice(offset, endOffset), source: 'env', offset, endOffset }];
  });

/** What is in front of a string, which is read backwards. The group of each pattern is the name. */
const [NIX_INPUT, INPUT] = [inputs.nix, inputs.others].map((rows) =>
  once(() => new RegExp(`(?<=${rows.map(({ pattern }) => pattern).join('|')})`, 'dimy')),
) as [() => RegExp, () => RegExp];

/** True for a read whose own name says what it has. A plain `$NAME` may be a part of anything, except as an argument. */
function hasStringName(text: string, { name, source, offset }: OutsideRead, language: string): boolean {
  if (!isStringName(name) && (source === 'env' || text[offset] === '$' || !isSecretName(name))) return false;
  const isPlain = /^(?:\$(?:\{|\()?\??|%)\w/.test(text.slice(offset, offset + 4)) && !text.startsWith('$env:', offset);
  if (!isPlain || language !== 'shell') return !isPlain;
  // `node migrate.js "$MONGODB_URI"`: a variable that the script does not set, as the argument of a command.
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  if (!/[\w"'=][ \t]{1,9}(?:--?[\w-]{1,40}[= ])?["']?$/.test(before) || FORMS.noArgument.test(before)) return false;
  return !new RegExp(String.raw`(?:^|[\s;])${name}=|\bread[ \t][^\n;]*\b${name}\b`, 'm').test(text);
}

const OTHER = namedForms(others);
/** True for a setting of another product, by the name of its variable or by its client. */
const isOfOther = (text: string, { name, source, offset, endOffset }: OutsideRead): boolean =>
  !isStringName(name) &&
  ((source === 'env' && OF_OTHERS.test(name)) ||
    OTHER.default.test(text.slice(endOffset, endOffset + 120)) ||
    OTHER.call.test(lineBefore(text, offset)) ||
    (OTHER.client.test(textBefore(text, offset)) && OTHER.package.test(text)));

/** False for what the text has itself, only checks, sets or logs, and for addresses and keys of something else. */
function isRead(known: FoundReads, read: OutsideRead): boolean {
  const { page } = known;
  const { text } = page;
  const { name, source, offset, endOffset } = read;
  const before = textBefore(text, offset, 20);
  // The parts of `!Join [...]` are behind its name.
  const behind = text[offset] === '!' ? offset + matchAt(FORMS.valueOfTag, text, offset)![0].length : endOffset;
  if (stringAt(known.strings, { offset, endOffset: behind })) return false;
  if (page.contextAt(offset) !== 'code' && !text.startsWith('#@', offset)) return false;
  if (/(?:!|\b(?:typeof|delete|assert)[ \t]|\b(?:unset|assert|expect|Boolean|isset|empty)\(|https?:\/\/)$/.test(before))
    return false;
  const after = text.slice(endOffset, endOffset + 600);
  const isUnpacked = /^[^{};]*\}\s{0,9}=\s{0,9}(?:process|import|Bun)\b/.test(after);
  if (/^\s*=(?![=>])/.test(after) && !isUnpacked && !FORMS.ofSecrets.test(textBefore(text, offset, 200))) return false;
  if (page.language.name === 'shell' && /^(?:process|import|Bun)\b/.test(text.slice(offset, offset + 8))) return false;
  if (!isStringName(name) && text.startsWith('existingSecret', offset) && isOfPassword(known, offset)) return false;
  if (!isStringName(name) && /(?<!data)base_?(?:api|path|url)|api_?(?:base|path|ur[il]|key)/i.test(name)) return false;
  if (text[offset] === '$' && isSetInTemplate(text, name)) return false;
  if (page.language.name !== 'hcl') return true;
  // `local.uri` with a value in this file, which is found where it is, unless a module or a variable gets it.
  const isVariable = /^[A-Z][A-Z\d_]+$/.test(keyOf(page, offset) ?? '');
  const isLocal = !isVariable && text.startsWith('local.', offset) && valueStarts(page, name).length > 0;
  if (isLocal && !/^module\b/m.test(textBefore(text, offset).split(/^\}/m).at(-1)!)) return false;
  return !isWritten(known, read) && !(source !== 'env' && isKeyPair(text, name));
}

/** A secret in a block for a login, or beside a host and without the key of a string: `existingSecretUriKey`. */
function isOfPassword({ page, strings }: FoundReads, offset: number): boolean {
  if (enclosingKeys(page, offset)[0] === 'auth') return true;
  const [behind = ''] = page.text.slice(offset, offset + NEAR).split(/\n\s*\n/, 1);
  if (FORMS.keyOfString.test(behind)) return false;
  const block = keyOf(page, offset);
  const hosts = strings.filter((one) => one.uri === null && one.hosts.length > 0);
  return hosts.some(({ literal: { key } }) => key?.replace(/\.[^.]*$/, '') === block);
}

/** `{{ $uri := .Values.mongodb.uri }}`: a variable whose values are all strings, or reads that are found where they are. */
function isSetInTemplate(text: string, name: string): boolean {
  const set = new RegExp(String.raw`\{\{-?[ \t]*\$${escapePattern(name)}[ \t]*:?=([^{}]*)`, 'g');
  const values = Array.from(text.matchAll(set), ([, value = '']) => value);
  return (
    values.length > 0 &&
    values.every((value) => FORMS.set.test(value) || isStringName(FORMS.values.exec(value)?.[1] ?? ''))
  );
}

/** `${self:uris.${self:stage}}`: any member of a map, of which each is a string. */
function isOfMap(page: Page, strings: readonly FoundString[], name: string): boolean {
  let members = yamlRoots(page);
  for (const key of name.replace(FORMS.anyKey, '').split('.'))
    members = members.find((one) => one.key === key)?.children ?? [];
  return members.length > 0 && members.every(({ value, valueAt }) => value !== '' && stringAt(strings, valueAt));
}

/** The name of a secret that gets its content in the same block, or in one that refers to it. */
function isWritten({ page: { text }, strings }: FoundReads, { offset, source }: OutsideRead): boolean {
  if (source === 'env') return false;
  const hasString = (at: number): boolean => {
    const open = openBefore(text, at);
    const endOffset = open < 0 ? -1 : closeOf(text, open);
    if (endOffset < 0) return false;
    const isStored = /\b(?:secret_(?:string|data)|(?:plaintext|encrypted)_value)\s*=/.test(text.slice(open, endOffset));
    return isStored || stringAt(strings, { offset: open, endOffset }) !== null;
  };
  const head = text.slice(0, Math.max(0, openBefore(text, offset)));
  const [, type, label] = /\bresource\s+"(\w+)"\s+"([\w-]+)"\s*$/.exec(head.slice(-NEAR)) ?? [];
  const uses = type ? [...text.matchAll(new RegExp(String.raw`\b${type}\.${label}\.`, 'g'))] : [];
  // `uris = { eu = data.store.uri, us = "…" }`: another member of a map.
  const isMember = /=\s{0,9}$/.test(head.slice(-12));
  return (!isMember && hasString(offset)) || uses.some(({ index }) => hasString(index));
}

/** Data of a store of which the text takes keys of the administration API. */
function isKeyPair(text: string, name: string): boolean {
  const uses = text.match(new RegExp(String.raw`^.*\b(?:data|ephemeral)\.\w+\.${escapePattern(name)}\b.*`, 'gm')) ?? [];
  return uses.length > 0 && uses.every((line) => /(?:public|private|api)_?key/i.test(line));
}

/** `connect(**settings)`, `uris[region]`, `uris.get(region)`. */
function originOf(page: Page, read: OutsideRead, strings: readonly FoundString[]): ReadOrigin | undefined {
  const { path, text } = page;
  const { offset, endOffset, source, name } = read;
  if (FORMS.anyKey.test(name) && text.startsWith('${self:', offset) && isOfMap(page, strings, name)) return 'members';
  const isName = source === 'unknown' || isTerraformPath(path);
  if (
    isName &&
    (/(?:\*\*|\.\.\.)$/.test(textBefore(text, offset, 3)) || FORMS.members.test(text.slice(offset, endOffset + 40)))
  )
    return 'members';
  // `app.config["MONGO_URI"]`
  return /\b(?:settings|config|configuration(?=\[|\.GetValue))\b(?!.*env)/i.test(text.slice(offset, endOffset))
    ? 'settings'
    : undefined;
}

/** A found string without a host and without anything that may be a credential. */
function asString(page: Page, read: OutsideRead, strings: readonly FoundString[]): FoundString {
  const { name, source, parameter } = read;
  const origin = read.origin ?? originOf(page, read, strings);
  const literal = literalOf(textAt(page.text, read), read, true, { key: keyOf(page, read.offset) });
  // `${self:custom.${self:stage}.uri}`
  const own = shownName(name.replace(origin === 'members' ? FORMS.anyKey : /^.*\.\$\{[^}]*\}\./, ''));
  return { parameter, origin, ...foundIn(literal, { kind: 'external' }), via: source, name: own };
}
