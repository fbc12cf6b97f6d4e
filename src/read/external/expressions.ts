import expressions from './expressions.json' with { type: 'json' };
import { stringAt, type FoundString } from '../../classify/found-string.ts';
import { textAt } from '../../parse/part.ts';
import { escapePattern, namedForms, matchAt, matchesIn, NEAR, textBefore } from '../../text/source.ts';
import type { Range, Source } from '../../text/source.ts';
import { functionsOf } from '../bindings.ts';
import { closeOf, expressionEnd, itemsFrom, openBefore, partAround } from '../brackets.ts';
import type { Page } from '../page.ts';
import { assigned, isMergedIn, overlaid } from '../values.ts';
import type { OutsideRead } from './reads.ts';

const FORMS = namedForms(expressions.names);

/** The name that an expression begins with: `config.mongo.uri`; `behind`: the offset after it. */
export type FollowedName = Readonly<NonNullable<ReturnType<typeof nameIn>>>;

/** The name, from an offset on. */
export function nameIn(expression: string, offset: number) {
  const [whole = '', name = ''] = FORMS.leadingName.exec(expression) ?? [];
  if (name === '') return null;
  const [setting = whole, section, quoted, constant] = FORMS.setting.exec(expression) ?? [];
  const [, module, key = ''] = FORMS.required.exec(expression) ?? FORMS.ofType.exec(expression) ?? [];
  const index = matchAt(FORMS.index, expression, setting.length)![0];
  const keys = Array.from(index.matchAll(/\w+/g), ([key]) => `.${key}`).join('');
  const path = name.replaceAll('()', '').replaceAll('::', '.').replaceAll('.#', '.') + keys;
  // `Store.MAIN.value`: of an enum.
  const plain = path.replace(/(?<=^[A-Z]\w{0,60}\.[A-Z]\w{0,60})\.(?:value|rawValue)$/, '');
  // The read of a name that leads nowhere.
  const unknown: OutsideRead = {
    name:
      (section ? `${section}.${quoted}` : quoted && quoted + keys) ??
      constant ??
      (module === undefined ? plain : `${module}.${key}`),
    source: 'unknown',
    offset: offset + whole.length - name.length,
    endOffset: offset + setting.length + index.length,
  };
  // `(:store-uri config)`
  const last = /(?:\w{1,60}-){0,6}\w{1,100}$/.exec(plain)?.[0] ?? plain;
  return {
    unknown,
    first: /^\w+(?:-\w+)*/.exec(name)?.[0] ?? name,
    last,
    behind: offset + whole.length + index.length,
  };
}

/** The values that an expression may have: `a || b`, `isLive ? a : b`, `a if live else b`. */
export function branchesOf(text: string, { offset, endOffset }: Range): readonly Range[] {
  const hide = (part: string): string => '_'.repeat(part.length);
  const written = text.slice(offset, Math.min(endOffset, offset + NEAR));
  const outer = written.replace(FORMS.nested, hide).replace(FORMS.nested, hide).replace(FORMS.nested, hide);
  const branches: Range[] = [];
  let [start, isChosen, isLast] = [0, false, true];
  const add = (end: number): void => {
    if (outer.slice(start, end).trim() !== '') branches.push({ offset: offset + start, endOffset: offset + end });
  };
  for (const { index, 0: mark } of outer.matchAll(FORMS.choice)) {
    if (mark === ':' && !isChosen) continue;
    if (mark === '?') isChosen = true;
    // What precedes `?` is a condition, and what precedes `else` too, unless the expression begins with `if`.
    else if (mark !== 'else' || isLast) add(index);
    start = index + mark.length;
    const [condition = ''] =
      mark === 'if' && outer.slice(0, index).trim() === '' ? (FORMS.condition.exec(written.slice(start)) ?? []) : [];
    start += condition.length;
    isLast = mark !== 'if' || condition !== '';
  }
  // `uri = "…" if live`: it has another value otherwise.
  if (isLast) add(outer.length);
  return branches;
}

/** What may come instead of a string that an expression has: `flag('store', "…")`, `lookup().orElse("…")`. */
export function besides(page: Page, offset: number, { range }: FoundString): readonly OutsideRead[] {
  const { text } = page;
  const before = text.slice(offset, Math.max(range.offset, offset));
  const [call = '', called = ''] = FORMS.getter.exec(before) ?? [];
  if (isMergedIn(page, range)) return [{ name: called || 'merge', source: 'unknown', offset, endOffset: range.offset }];
  const given = call === '' ? [] : itemsFrom(text, offset + call.length);
  const own = given.findIndex((one) => one.offset < range.offset && range.offset <= one.endOffset);
  const isOther =
    own > 0 &&
    FORMS.plain.test(text.slice(given[own]!.offset, range.offset)) &&
    !/^\s*["'`][^"'`]*[%{:]/.test(textAt(text, given[0]!)) &&
    !functionsOf(page).some(({ name }) => name === /\w{0,60}$/.exec(called)![0]);
  const [, spread = '', isMade] = FORMS.spread.exec(text.slice(range.endOffset, range.endOffset + NEAR)) ?? [];
  const isMerged = isMade !== undefined || assigned(page, spread).some((one) => !FORMS.object.test(textAt(text, one)));
  const fallback = FORMS.fallback.exec(before)?.slice(1).find(Boolean);
  const other = fallback ?? (isMerged ? spread : '');
  const name = isOther ? called : (nameIn(other, 0)?.unknown.name ?? other.trim());
  return name === '' ? [] : [{ name, source: 'unknown', offset, endOffset: offset + before.trimEnd().length }];
}

/** What is added to a list or a map: `urls.push(process.env.X)`, `urls["eu"] = load()`, `URLS << ENV["X"]`. */
export const addedTo = (text: string, list: string): Range[] =>
  matchesIn(
    text,
    new RegExp(
      String.raw`(?<![\w.])${escapePattern(list)}(?:\.(?:push|unshift|append|add|insert|extend|update|set|put)\(|\[[^\]\n]{1,60}\][ \t]*=(?!=)|\.\w{1,40}[ \t]*=(?![=>])|[ \t]*(?:<<|\+=))`,
      'g',
    ),
  ).map(({ endOffset: offset }) => {
    // The last argument, behind a key.
    const [last] = text[offset - 1] === '(' ? itemsFrom(text, offset).slice(-1) : [];
    return last ?? { offset, endOffset: expressionEnd(text, offset, offset + NEAR) };
  });

/** What is put into an object from elsewhere: `Object.assign(config, load())`. */
export const mergedInto = (text: string, holder: string): Range[] =>
  matchesIn(text, new RegExp(String.raw`\b(?:assign|merge|extend|defaultsDeep)\w{0,9}\(\s*${holder}\s*,`, 'g'))
    .flatMap(({ endOffset }) => itemsFrom(text, endOffset))
    .filter((one) => !/^\s*(?:[[{]|require\(["']\.)/.test(textAt(text, one)));

/** True for an object or a list. */
export const isList = (text: string, place: Range): boolean => FORMS.list.test(textAt(text, place));

/** The values of an object or a list, or the one that is none. */
export function membersOf(text: string, place: Range): readonly Range[] {
  const [open] = FORMS.list.exec(text.slice(place.offset, place.offset + 80)) ?? [];
  if (open === undefined) return [place];
  const from = place.offset + open.length;
  // Terraform has one on each line.
  if (matchAt(FORMS.assigns, text, from))
    return matchesIn(text.slice(from, closeOf(text, from - 1)), FORMS.assigned, from).map(({ endOffset: offset }) => {
      return { offset, endOffset: expressionEnd(text, offset) };
    });
  return itemsFrom(text, from).flatMap(({ offset, endOffset }) => {
    const [key] = FORMS.key.exec(text.slice(offset, endOffset)) ?? [];
    if (key === undefined && open.endsWith('{') && !open.includes('[')) return [];
    return [{ offset: offset + (key?.length ?? 0), endOffset }];
  });
}

/** The strings of a map that has, and gets, nothing else: an expression may choose any of them. */
export function stringsOfMap(source: Source, all: readonly FoundString[], name: string): readonly FoundString[] {
  const { text } = source;
  const [map, other] = assigned(source, name);
  if (!map || other || addedTo(text, name).length > 0 || overlaid(source, map, name)) return [];
  const members = membersOf(text, map).map((one) =>
    one !== map && /^\s*\w?["'\x60]/.test(textAt(text, one)) ? stringAt(all, one) : null,
  );
  return members.every((one) => one !== null) ? members : [];
}

/** The members of a list or a map of which an expression takes one: `[a, b][at]`, `{ eu: a, us: b }[region]`. */
export function pickedFrom(text: string, place: Range): readonly Range[] {
  const [open] = FORMS.list.exec(text.slice(place.offset, place.offset + 80)) ?? [];
  const close = open === undefined ? -1 : closeOf(text, place.offset + open.length - 1);
  return close > 0 && close < place.endOffset && matchAt(FORMS.picks, text, close) ? membersOf(text, place) : [];
}

/**
 * What a call puts in the place of a part of a host, unless it is a text: `uri.replace('orders.', `${name}.`)`,
 * `strings.Replace(uri, "orders", name, 1)`. `end`: the offset behind the text or its name.
 */
export function replacerOfHost(text: string, { offset }: Range, end: number, strings: readonly FoundString[]) {
  const isMethod = matchAt(FORMS.replaces, text, end) !== null;
  const from = isMethod ? end : offset;
  const [call] = matchAt(isMethod ? FORMS.replaces : FORMS.replacing, text, from) ?? [];
  const given = call === undefined ? [] : itemsFrom(text, from + call.length);
  const isOfHost = (one: Range): boolean => {
    const [, part] = /^\s*["'`/]([\w.-]{2,80})["'`/]g?\s*$/.exec(textAt(text, one)) ?? [];
    return part !== undefined && strings.some(({ hosts }) => hosts.some(({ host }) => host.includes(part)));
  };
  const old = given.findIndex(isOfHost);
  const by = old < 0 ? undefined : given[old + 1];
  return by && !/^\s*["'][^"'{]*["']\s*$/.test(textAt(text, by)) ? by : undefined;
}

/** The values of which strings are only a part, or one of several: `given ?? "…"`, `["…", load()][at]`. */
export function valuesAround(text: string, strings: readonly FoundString[]): readonly Range[] {
  const hasParts = FORMS.parts.test(text);
  return strings.flatMap(({ range }) => {
    const part = hasParts ? collectionAround(text, range) : undefined;
    const isOther =
      FORMS.other.test(textBefore(text, range.offset)) ||
      FORMS.behind.test(text.slice(range.endOffset, range.endOffset + 80));
    if (!part && !isOther) return [];
    const { offset, endOffset } = partAround(text, part ?? range);
    return [{ offset: offset + FORMS.value.exec(text.slice(offset, endOffset))![0].length, endOffset }];
  });
}

/** The list of which an expression takes one member, or the arguments of a call that replaces a part of one. */
function collectionAround(text: string, { offset: at }: Range): Range | undefined {
  const open = openBefore(text, at);
  const endOffset = open < 0 ? -1 : closeOf(text, open);
  if (endOffset < 0) return undefined;
  const isWrapped = text[open - 1] === '(' && text[endOffset] === ')';
  const isMeant =
    matchAt(FORMS.picks, text, endOffset) ?? /(?:replace\w{0,5}|\bsub)$/i.test(textBefore(text, open, 20));
  return isMeant ? { offset: isWrapped ? open - 1 : open, endOffset } : undefined;
}
