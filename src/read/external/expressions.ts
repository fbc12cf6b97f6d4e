import expressions from './expressions.json' with { type: 'json' };
import type { FoundString } from '../../classify/found-string.ts';
import { textAt } from '../../parse/part.ts';
import { namedForms, matchAt, NEAR, type Range } from '../../text/source.ts';
import { functionsOf } from '../bindings.ts';
import { itemsFrom } from '../brackets.ts';
import type { Page } from '../page.ts';
import { assigned, isMergedIn } from '../values.ts';
import type { OutsideRead } from './reads.ts';

const FORMS = namedForms(expressions.names);

/** The name that an expression begins with: `config.mongo.uri`. */
export interface FollowedName {
  /** The read of a name that leads nowhere. */
  readonly unknown: OutsideRead;
  readonly first: string;
  readonly last: string;
  /** The offset after it. */
  readonly behind: number;
}

/** The name, from an offset on. */
export function nameIn(expression: string, offset: number): FollowedName | null {
  const [whole = '', name = ''] = FORMS.leadingName.exec(expression) ?? [];
  if (name === '') return null;
  const [setting = whole, section, quoted, constant] = FORMS.setting.exec(expression) ?? [];
  const [, module, key = ''] = FORMS.required.exec(expression) ?? FORMS.ofType.exec(expression) ?? [];
  const index = matchAt(FORMS.index, expression, setting.length)![0];
  const keys = Array.from(index.matchAll(/\w+/g), ([key]) => `.${key}`).join('');
  const path = name.replaceAll('()', '').replaceAll('::', '.').replaceAll('.#', '.') + keys;
  // `Store.MAIN.value`: of an enum.
  const plain = path.replace(/(?<=^[A-Z]\w{0,60}\.[A-Z]\w{0,60})\.(?:value|rawValue)$/, '');
  const unknown: OutsideRead = {
    name:
      (section ? `${section}.${quoted}` : quoted && quoted + keys) ??
      constant ??
      (module === undefined ? plain : `${module}.${key}`),
    source: 'unknown',
    offset: offset + whole.length - name.length,
    endOffset: offset + setting.length + index.length,
  };
  const last = /\w{1,100}$/.exec(plain)?.[0] ?? plain;
  return { unknown, first: /^\w+/.exec(name)?.[0] ?? name, last, behind: offset + whole.length + index.length };
}

/** The values that an expression may have: `a || b`, `isLive ? a : b`, `a if live else b`. */
export function branchesOf(text: string, { offset, endOffset }: Range): readonly Range[] {
  const hide = (part: string): string => '_'.repeat(part.length);
  const written = text.slice(offset, Math.min(endOffset, offset + NEAR));
  const outer = written.replace(FORMS.nested, hide).replace(FORMS.nested, hide).replace(FORMS.nested, hide);
  const branches: Range[] = [];
  let [start, isChosen] = [0, false];
  const add = (end: number): void => {
    if (outer.slice(start, end).trim() !== '') branches.push({ offset: offset + start, endOffset: offset + end });
  };
  for (const { index, 0: mark } of outer.matchAll(FORMS.choice)) {
    if (mark === ':' && !isChosen) continue;
    if (mark === '?') isChosen = true;
    // What precedes `?` is a condition, and what precedes `else` too.
    else if (mark !== 'else') add(index);
    start = index + mark.length;
  }
  add(outer.length);
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

/** What a call puts in the place of a part of a host, unless it is a text: `uri.replace('orders.', `${name}.`)`. */
export function replacerOfHost(text: string, at: number, strings: readonly FoundString[]): Range | undefined {
  const [call] = matchAt(FORMS.replaces, text, at) ?? [];
  const [old, by] = call === undefined ? [] : itemsFrom(text, at + call.length);
  const [, part] = /^\s*["'`]([\w.-]{2,80})["'`]\s*$/.exec(old ? textAt(text, old) : '') ?? [];
  const isOfHost = strings.some(({ hosts }) => hosts.some(({ host }) => part !== undefined && host.includes(part)));
  return by && isOfHost && !/^\s*["'][^"'{]*["']\s*$/.test(textAt(text, by)) ? by : undefined;
}
