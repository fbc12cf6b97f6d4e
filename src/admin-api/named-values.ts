import callForms from './call-forms.json' with { type: 'json' };
import type { FoundString } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { grouped, namedForms, overlaps, textBefore, type Range, type Source } from '../text/source.ts';
import { bracketsAround } from '../read/brackets.ts';
import { textAt } from '../parse/part.ts';
import { valuesOf } from '../read/values.ts';

const FORMS = namedForms(callForms.values, callForms.parts);

/** Text in quotes, with the prefixes of Python. */
export const QUOTED = /(?:\b[bfru]{1,2})?(?:"(?:[^"\\\n]|\\.){0,1000}"|'(?:[^'\\\n]|\\.){0,1000}'|`[^`]{0,1000}`)/gi;
/** Maximum number of names that are followed from one text, and of values of a call. */
const MAX_NAMES = 100;
const MAX_VALUES = 12;

/** The values of the names in a call, and of the names in those, in order. `isOther`: a value of another call. */
export function usedValues(file: { readonly text: string }, call: Range, isOther: (value: Range) => boolean): Range[] {
  const found = new Map<number, Range>();
  const follow = (one: Range): void => {
    const code = textAt(file.text, one).replace(QUOTED, (quoted) => (quoted.match(FORMS.variables) ?? []).join(' '));
    const names = [...new Set(code.match(FORMS.name))].slice(0, MAX_NAMES);
    for (const value of names.flatMap((name) => valuesOf(file, name, call)))
      if (found.size < MAX_VALUES && !overlaps(value, call) && !isOther(value)) found.set(value.offset, value);
  };
  follow(call);
  for (const value of [...found.values()]) follow(value);
  return [...found.values()].sort((a, b) => a.offset - b.offset);
}

const MAX_USES = 200;
/** Names with a path behind them, or as the whole address. Lookaheads, because other uses may follow. */
const USES = Object.values(namedForms(callForms.uses, callForms.parts));

const usesIn = (text: string) =>
  USES.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: whole, groups }) => {
      const { name = '', joint = '', rest = '' } = groups!;
      const offset = index + whole.length + joint.length;
      if (rest === '') return { name, at: { offset: index, endOffset: offset }, path: '' };
      const at = { offset, endOffset: offset + rest.length };
      return { name, at, path: pathFrom(text, rest.startsWith('/') ? rest : `/${rest}`, at.endOffset) };
    }),
  ).sort((a, b) => a.at.offset - b.at.offset);

/**
 * The calls of these addresses, in order: those that append a path to it, otherwise the address itself, unless its name
 * is used only with another one. A call belongs to the last address before it that has its name, or to the first. `at`:
 * the address, or the part that follows it; `path` below the generation (`/groups/…/clusters`), without a query.
 */
export function callSites({ text }: Source, addresses: readonly FoundString[], profile: ServiceProfile) {
  const bases = addresses.map((address) => {
    const own = /(?:^|[.[$@])(\w{1,60})\]?$/.exec(address.literal.key ?? '')?.[1] ?? null;
    return { address, name: clientOf(text, address.range) ?? own, uses: [] as ReturnType<typeof usesIn> };
  });
  const byName = grouped(bases, ({ name }) => name);
  for (const use of usesIn(text)) {
    const sharing = byName.get(use.name) ?? [];
    const owner = sharing.findLast(({ address }) => address.range.offset <= use.at.offset) ?? sharing[0];
    if (owner && owner.uses.length < MAX_USES && !overlaps(use.at, owner.address.range)) owner.uses.push(use);
  }
  const sites = bases.flatMap(({ address, name, uses }) => {
    const path = pathOf(address, profile);
    if (uses.length > 0) return uses.map((use) => ({ address, at: use.at, path: path + use.path }));
    const isOther = name !== null && byName.get(name)!.some((one) => one.uses.length > 0);
    return isOther ? [] : [{ address, at: address.range, path }];
  });
  return sites.sort((a, b) => a.at.offset - b.at.offset);
}

function pathOf({ literal: { value } }: FoundString, profile: ServiceProfile): string {
  const name = profile.api.path.replace(/^\/|\/$/g, '').toLowerCase();
  const rest = value.slice(value.toLowerCase().indexOf(name) + name.length);
  return /^\/v\d(?:\.\d)?([^?#]*)/.exec(rest)?.[1]?.replace(/\/$/, '') ?? '';
}

/** The name of the client that is created with a base address. */
function clientOf(text: string, base: Range): string | null {
  for (const { offset, endOffset } of bracketsAround(text, base, '(')) {
    const match = FORMS.client.exec(textBefore(text, offset, 200));
    if (!match) continue;
    return match[1] ?? /^[^\n]{0,40}\bas[ \t]{1,4}(\w{1,60})/.exec(text.slice(endOffset, endOffset + 120))?.[1] ?? null;
  }
  return null;
}

/** The path with all that code appends: `"/groups/" + id + "/clusters"`. Interpolations inside append nothing. */
export function pathFrom(text: string, rest: string, end: number): string {
  let path = rest;
  let after = text.slice(end, end + 300);
  for (let pieces = 0; pieces < 6; pieces++) {
    const added =
      /^["'`][ \t]{0,4}(?:\+|\.(?!format\())[ \t]{0,4}[\w.()$[\]]{0,80}[\w)\]](?:[ \t]{0,4}[+.][ \t]{0,4}["'`]([^"'`\n]{0,200}))?/.exec(
        after,
      );
    if (!added) break;
    path += PLACEHOLDER + (added[1] ?? '');
    after = added[1] === undefined ? '' : after.slice(added[0].length);
  }
  return path
    .replace(FORMS.filled, PLACEHOLDER)
    .replace(/[?#][^]*$/, '')
    .replace(/\/$/, '');
}
