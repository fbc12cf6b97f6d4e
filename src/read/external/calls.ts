import expressions from './expressions.json' with { type: 'json' };
import { escapePattern, matchAt, matchesIn, namedForms, NEAR, overlaps } from '../../text/source.ts';
import { textBefore, type Parameter, type Range } from '../../text/source.ts';
import { callsIn, functionsOf, subclassesOf } from '../bindings.ts';
import { expressionEnd } from '../brackets.ts';
import type { Page } from '../page.ts';
import { argumentFor, assigned, valuesOver } from '../values.ts';

const FORMS = namedForms(expressions.calls);

/** The calls of a function of another file, or of the constructor of a class by its subclasses. */
export const callsNamed = (page: Page, called: string) => [
  ...callsIn(page, String.raw`(?<!\w)${escapePattern(called)}`),
  ...subclassesOf(page, called).flatMap((own) =>
    callsIn(page, String.raw`\b(?:super\(\)\.__init__|super|base|parent::__construct)`).filter((one) =>
      overlaps(own, one),
    ),
  ),
];

/** What a text gives a function of another file as one of its arguments. */
export const argumentsOf = (page: Page, parameter: Parameter): readonly Range[] => {
  const { called, field, isSet } = parameter;
  if (field === undefined) return [...argumentsAt(page, parameter), ...registeredFor(page, parameter)];
  if (isSet) return [...valuesOver(page, called, field), ...(called === field ? givenBare(page.text, field) : [])];
  const all = [...assigned(page, field), ...returned(page, field)];
  return subclassesOf(page, called).flatMap((one) => all.filter((value) => overlaps(one, value)));
};

/** What a text gives a variable that it shares with other files, without an owner and without a declaration. */
const givenBare = (text: string, name: string): Range[] =>
  matchesIn(text, new RegExp(FORMS.bare.source.replaceAll('NAME', name), 'gm')).map(
    ({ match: [whole], offset, endOffset }) =>
      whole.startsWith('&') ? { offset, endOffset } : { offset: endOffset, endOffset: expressionEnd(text, endOffset) },
  );

/** What a container of dependencies gives for a token: `register(STORE, { useValue: uri })`. */
export const registeredFor = ({ text }: Page, { token }: Parameter): Range[] =>
  matchesIn(text, new RegExp(`(?<![\\w.])${escapePattern(token ?? '\0')}(?!\\w)`, 'g')).flatMap(({ endOffset }) => {
    if (!matchAt(FORMS.registered, text, endOffset)) return [];
    const offset = FORMS.registered.lastIndex;
    return [{ offset, endOffset: expressionEnd(text, offset, offset + NEAR) }];
  });

const argumentsAt = (page: Page, { called, position, name = '' }: Parameter): Range[] =>
  callsNamed(page, called).flatMap(({ offset, endOffset }) => {
    const one = page.contextAt(offset) === 'comment' ? undefined : argumentFor(page.text, endOffset, name, position);
    // `connect(uri: string): void` of an interface.
    const isDeclared = /:\s*$/.test(textBefore(page.text, one?.offset ?? 0, 10)) && /\.[cm]?tsx?$/.test(page.path);
    return one && !isDeclared ? [one] : [];
  });

/** What a script gives its own function as an argument: `$1` of `dump() { … }` by `dump "$URI"`. */
export function argumentsOfCommand(page: Page, place: number, expression: string): readonly Range[] {
  const [, nth] = /^["']?\$\{?(\d)/.exec(expression) ?? [];
  const own = nth && functionsOf(page).findLast(({ body, endOffset }) => body <= place && place < endOffset);
  if (!own) return [];
  const words = String.raw`(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|[^\s"';&|]+)){${nth}}`;
  const calls = new RegExp(
    String.raw`(?:^|[;&|({]|\b(?:do|then|else|if)\b)[ \t]*${escapePattern(own.name)}${words}`,
    'gm',
  );
  return matchesIn(page.text, calls).map(({ endOffset, match: [call] }) => {
    const word = /"[^"]{0,400}"$|'[^']{0,400}'$|\S{1,400}$/.exec(call)![0];
    return { offset: endOffset - word.length, endOffset };
  });
}

/** What functions and methods of this name return. */
export const returned = (page: Page, name: string): readonly Range[] =>
  functionsOf(page)
    .filter((one) => one.name === name)
    .flatMap(({ body, endOffset: end }) =>
      matchesIn(page.text.slice(body, end), /\breturn[ \t]{1,4}(?=\S)/g, body).map(({ endOffset: offset }) => {
        return { offset, endOffset: expressionEnd(page.text, offset, Math.min(end, offset + NEAR)) };
      }),
    );
