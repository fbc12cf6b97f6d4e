import expressions from './expressions.json' with { type: 'json' };
import stores from './stores.json' with { type: 'json' };
import forms from './read-forms.json' with { type: 'json' };
import type { ReadOrigin, ReadSource } from '../../classify/found-string.ts';
import { namedForms, matchAt, once, oncePerKey, oncePerText } from '../../text/source.ts';
import { type Parameter, type Range, NEAR, textBefore } from '../../text/source.ts';
import { closeOf, CLOSERS } from '../brackets.ts';
import { constantsOf } from '../constants.ts';
import type { Page } from '../page.ts';

const FORMS = namedForms(expressions.reads, expressions.parts);

/** An expression that reads a value from outside of the tree. */
export interface OutsideRead extends Range {
  /** Empty for an encrypted value, which has the name of its setting. */
  readonly name: string;
  readonly source: ReadSource;
  /** Of which function the name is a parameter, if other files call it. */
  readonly parameter?: Parameter | undefined;
  readonly origin?: ReadOrigin | undefined;
}

/** Words of what a value is read with, and where the value is then. Everything else is the environment or a setting. */
const STORES = stores.map(({ source, words }) => [source as ReadSource, new RegExp(words, 'i')] as const);

export const sourceOf = (words: string): ReadSource => STORES.find(([, pattern]) => pattern.test(words))?.[0] ?? 'env';

/** Words of chains that read, and what is behind one. */
const READS =
  /env|conf|cfg|setting|propert|secret|credential|vault|parameter|ssm|viper|@value|ConnectionString|data_bag|pillar|^node$|StringVar|tryGetContext|(?:get|require)_?Output|\$_SERVER|^p?flag\.String|^cs?\.get$|^app\.get$|^lookup$|^Variable\.get$|^ko?\.String$|get_?(?:ssm_?)?param$/i;
const READ_WORDS = new RegExp(String.raw`${READS.source.replaceAll(/\^(?=\w)|\$(?=\||$)/g, '')}|<string>\(`, 'gi');

function readOfChain(page: Page, offset: number, chain: string): OutsideRead | null {
  const { text } = page;
  const end = offset + chain.length;
  const last = /[\w$@]{0,100}(?=(?:\(\))?$)/.exec(chain)![0];
  const isMade = /(?<!\.)\bnew[ \t]{1,4}$/.test(textBefore(text, offset, 8));
  const isCall =
    (!isMade || /(?:Secret|Command|CfnParameter)$/.test(last)) &&
    (READS.test(last) || FORMS.gets.test(last)) &&
    // `config.url({ path: "/x" })` makes an address.
    !text.startsWith('url({', end - 3) &&
    !FORMS.writes.test(last) &&
    !/(?:^|builder(?:\(\))?)\.config$/.test(chain);
  const [, owner, property] = FORMS.property.exec(chain) ?? [];
  if (owner !== undefined && property !== undefined && !(isCall && text[end] === '('))
    return { name: property, source: sourceOf(owner), offset, endOffset: offset + owner.length + property.length };
  if (!isCall) return null;
  const { applied } = FORMS;
  const argument = matchAt(applied, text, end)?.slice(1).find(Boolean);
  if (argument !== undefined)
    return { name: argument, source: sourceOf(chain), offset, endOffset: closed(text, offset, applied.lastIndex) };
  if (!matchAt(FORMS.opens, text, end)) return null;
  const open = FORMS.opens.lastIndex;
  // `qmgo.Config{…}`, `Settings(uri=load())`: a value of a type.
  if (/^[A-Z][a-z]/.test(last) && matchAt(FORMS.made, text, open)) return null;
  // `secret['data']`: a variable of the program.
  if (text.startsWith('[', open) && sourceOf(chain) !== 'env' && /^\w+$/.test(chain)) return null;
  const list = text.slice(open, Math.max(closeOf(text, open, NEAR), open));
  // `environments[process.env.STAGE ?? "dev"]`: a map, of which the read within chooses a member.
  if (FORMS.chosen.test(list)) return null;
  // A variable has its default behind its name, a secret its store before it, a new one its contents behind it.
  const isFirst =
    /^(?:Secret|CfnParameter)$/.test(last) ||
    (sourceOf(chain) === 'env' && !/lookup|fetch_env/.test(last) && !chain.startsWith('Application.'));
  const passed = [...list.matchAll(FORMS.passed)];
  const bare = /^[([][ \t]*((?:\w{1,60}\.)?([A-Za-z_]\w{0,60}))(?=[,)\]])/.exec(list);
  // A constant of another file, `keys.MONGO_URI`, mostly has the name that it reads.
  const value = (bare && constantsOf(page)(bare[2]!)) ?? /^\w+\.([A-Z][A-Z\d_]+)$/.exec(bare?.[1] ?? '')?.[1];
  const constant = value !== undefined && FORMS.names.test(value) ? value : null;
  const isBare = constant !== null || (passed.length === 0 && (/secret/i.test(chain) || /^.\w+, ?["']/.test(list)));
  const found = isBare ? bare : isFirst ? passed[0] : passed.at(-1);
  const path = last === 'dig' ? passed.map((one) => one.slice(1).find(Boolean)).join('.') : undefined;
  const own = constant ?? path ?? found?.slice(1).find(Boolean);
  if (!found || own === undefined) return null;
  const section = sectionsIn(page).get(/^\w+(?=\.\w+$)/.exec(chain)?.[0] ?? '');
  const name = section === undefined ? own : `${section}.${own}`;
  const source = sourceOf(chain + list.slice(0, found.index));
  const read = { name, source, offset, endOffset: closed(text, offset, open + found.index + found[0].length) };
  return source === 'env' || chain.endsWith('credentials') ? withKeys(text, read) : read;
}

/** The sections of settings by the variables that hold them: `config = load().getConfig("shop")`. */
const sectionsIn = oncePerText(
  ({ text }: Page) => new Map(Array.from(text.matchAll(FORMS.section), ([, name = '', path = '']) => [name, path])),
);

/** A read of a section with the keys behind it: `config["mongo"]["uri"]`. */
function withKeys(text: string, read: OutsideRead): OutsideRead {
  const key = matchAt(FORMS.key, text, read.endOffset);
  if (!key) return read;
  const name = [read.name, ...key.slice(1).filter(Boolean)].join('.');
  return withKeys(text, { ...read, name, endOffset: read.endOffset + key[0].length });
}

/** How far a default can be behind its read, in UTF-16 code units. */
export const DEFAULT_WITHIN = 100;

/** True for the text that begins at `offset` behind a read. */
export const isDefault = (text: string, readEnd: number, offset: number): boolean =>
  offset - readEnd <= DEFAULT_WITHIN && FORMS.default.test(text.slice(readEnd, offset));

/**
 * Forms of reads that are no chain, from the documentation of the tools (2026-08): a pattern, and what every text with
 * such a read contains, because most texts have few of the forms. The group is the name, empty for an encrypted value.
 */
const formsOf = (rows: readonly { needs: string; pattern: string; path?: string }[]) =>
  rows.map(({ needs, pattern, path = '' }) => ({
    needs: new RegExp(needs, 'm'),
    pattern,
    path: new RegExp(path, 'i'),
  }));
const ANYWHERE = once(() => formsOf(forms.anywhere));
const IN_SETTINGS = once(() => formsOf(forms.settings));
/** What texts with one of those that may be anywhere contain: most contain none. */
const NEEDED_ANYWHERE = once(() => new RegExp(forms.anywhere.map(({ needs }) => needs).join('|'), 'm'));
const anyOf = oncePerKey((patterns: string) => new RegExp(patterns, 'gm'));

function formsIn(text: string, file: string, inSettings: boolean): Iterable<RegExpExecArray> {
  const all = [...(inSettings ? IN_SETTINGS() : []), ...(NEEDED_ANYWHERE().test(text) ? ANYWHERE() : [])];
  const patterns = all.filter(({ needs, path }) => path.test(file) && needs.test(text)).map(({ pattern }) => pattern);
  return patterns.length === 0 ? [] : text.matchAll(anyOf(patterns.join('|')));
}

/** The chains around words of reading. Most names of a text are no part of one. */
function* chainsIn(text: string): Iterable<RegExpExecArray> {
  let end = 0;
  for (const { index } of text.matchAll(READ_WORDS)) {
    let start = index;
    while (start > end && FORMS.inChain.test(text[start - 1]!)) start--;
    for (let at = Math.max(start, end); at <= index;) {
      const chain = matchAt(FORMS.chain, text, at);
      at = chain ? FORMS.chain.lastIndex : at + 1;
      end = Math.max(end, at);
      if (chain) yield chain;
    }
  }
}

/** Maximum number of reads per text. */
const MAX_READS = 5_000;

/** All reads of a text, or of a part of it, in order and without overlaps. */
export function readsOf(page: Page, inSettings: boolean, part?: Range): readonly OutsideRead[] {
  const found: OutsideRead[] = [];
  const start = part?.offset ?? 0;
  const text = page.text.slice(start, part?.endOffset);
  for (const match of formsIn(text, page.path, inSettings)) {
    const name = match.slice(1).join('');
    const { index, 0: whole } = match;
    const offset = start + index;
    const endOffset = closed(page.text, offset, offset + whole.length);
    const words = /^(?:\/|aws_)/.test(name) ? whole : whole.slice(0, whole.length - name.length);
    found.push({ name, source: name === '' ? 'secret' : sourceOf(words), offset, endOffset });
    if (found.length > MAX_READS) break;
  }
  for (const { index, 0: chain } of chainsIn(text)) {
    const isRead = READS.test(chain) || text.startsWith('<string>(', index + chain.length);
    const read = isRead ? readOfChain(page, start + index, chain) : null;
    if (read && found.push(read) > 2 * MAX_READS) break;
  }
  let end = -1;
  return found
    .sort((a, b) => a.offset - b.offset || b.endOffset - a.endOffset)
    .filter((read) => {
      // `{{ with secret "…" }}{{ .uri }}` is one.
      if (read.offset < end || (read.offset === end && text[end] === '{') || isCondition(page.text, read)) return false;
      end = read.endOffset;
      return true;
    });
}

/** True for a read that only decides about the value: `X === 'test' ? … : …`, `case System.get_env("X") do`. */
const isCondition = (text: string, { offset, endOffset }: Range): boolean =>
  (/\b(?:case|switch|match|if|unless|when|elif|while)[ \t(]{1,4}$/.test(textBefore(text, offset, 20)) &&
    !/^\s{0,9}\{\s{0,40}Ok\(/.test(text.slice(endOffset, endOffset + 60))) ||
  /^[ \t]{0,4}(?:[=!]==?|=~|<>|(?:not[ \t])?in[ \t]|\.(?:equals|eq|includes|contains|starts_?[wW]ith)\(|\??\s{1,40}\?\s)/.test(
    text.slice(endOffset, endOffset + 60),
  );

/** Including quotes and brackets that the match opens and that are closed right after it. */
function closed(text: string, from: number, to: number): number {
  const open: string[] = [];
  for (const char of text.slice(from, to)) {
    const closer = CLOSERS[char];
    if (closer !== undefined) open.push(closer);
    else if (char === open.at(-1)) open.pop();
  }
  let at = to;
  while (open.length > 0) {
    let next = at;
    while (/["'\\ ]/.test(text.charAt(next)) && next - at < 3) next++;
    if (text[next] !== open.pop()) break;
    at = next + 1;
  }
  return at;
}
