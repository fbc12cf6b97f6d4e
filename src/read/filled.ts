import forms from './forms.json' with { type: 'json' };
import type { Placeholder } from '../text/literal.ts';
import { namedForms, matchAt, NEAR, rowsForm } from '../text/source.ts';
import type { Language } from './families.ts';
import { closeOf, itemsFrom } from './brackets.ts';

const FORMS = namedForms(forms.filled);

/** What programs and people fill in, on one line and in the syntax of any language. */
const ANYWHERE = rowsForm('y', forms.filledAnywhere);
/** The same for words that count only as a whole part of a string. */
const AS_PART = rowsForm('y', forms.filledAsPart);
/** In some languages. */
const OWN: Readonly<Partial<Record<string, RegExp>>> = { batch: FORMS.batch, swift: FORMS.apple, objc: FORMS.apple };

/** First characters of all of them, and of those that are more than a part. */
const FIRST = new Set('$#@%{<&\\_[(*•….');
const MARKS = new Set('$#%{<&\\');
/** Maximum length of the text of a placeholder. Longer ones are more than a name. */
const MAX_SHOWN = 80;

/** The unknown piece at an offset. `isPart`: a part of a string can begin there; `quote`: `null` for bare text. */
export function filledAt(
  text: string,
  at: number,
  isPart: boolean,
  { name, dollar }: Language,
  quote: string | null,
): Omit<Placeholder, 'at'> | null {
  if (!(isPart ? FIRST : MARKS).has(text[at]!)) return null;
  const mark = match(FORMS.bracket, text, at);
  const found =
    (mark === null ? match(ANYWHERE(), text, at) : bracketed(text, at, mark)) ??
    (OWN[name] ? match(OWN[name], text, at) : null) ??
    (isPart ? match(AS_PART(), text, at) : null) ??
    (dollar !== '' && (quote === null || dollar.includes(quote)) ? match(FORMS.dollar, text, at) : null);
  if (found === null || FORMS.tag.test(found)) return null;
  const shown = found.slice(0, MAX_SHOWN).replace(/\s+/g, ' ');
  const isExample = FORMS.isExample.test(found);
  return { offset: at, endOffset: at + found.length, text: shown, name: variableIn(found), isExample };
}

const match = (pattern: RegExp, text: string, at: number): string | null => matchAt(pattern, text, at)?.[0] ?? null;

/** `${…}`, `$(…)`, `#{…}`, `{…}`, over line ends too. */
function bracketed(text: string, at: number, mark: string): string | null {
  const end = closeOf(text, at + mark.length - 1, NEAR);
  if (end < 0) return null;
  const written = text.slice(at, end);
  // A brace in a password would match one far behind the host.
  if (mark === '{' && (!/^\{[\s\w{%}$.'"!(@:[+?*&~-]/.test(written) || /^\{[^{].*?(?:\n|[^(.\s]@)/s.test(written)))
    return null;
  return mark === '#{' && text[end] === '#' ? `${written}#` : written;
}

/** The variable in an unknown piece, without its marks and default value. */
function variableIn(written: string): string | null {
  if (/^%(?![{(<]|\w+%)/.test(written)) return null;
  const isCall = /^(?:[$%]|\\#*)\(|^%</.test(written);
  const inner = written
    .replace(/^(?:[$#%]?[{(]{1,2}[-%=\s]*|%<|<%=?|\$(?:\w+:)?|\\#*\(|%|##|__|@@?)/, '')
    .replace(isCall ? /[)>][sdvr]?$/ : /(?:[\s%-]{0,9}\}{1,2}#?|%>|%|##|__|@@?)$/, '');
  // The label of a resource may have a dash, `${type.orders-db.host}`, and a shell cuts a value: `${URI##*//}`.
  return variableName(
    inner.replace(/(?:(?<!\..{0,80})-|:-|:?[=?+]|(?<=^\w+)[#%/]).*$/s, (rest) =>
      /^:?[-=]|^[#%/]/.test(rest) ? '' : rest,
    ),
  );
}

/** The last part of a property chain, the list that is joined, or the only name in quotes; `null` if it is more. */
export function variableName(expression: string): string | null {
  const inner = expression.trim().replace(/^(?:\?\.?|@{1,2}(?=\w))/, '');
  const list = FORMS.joined.exec(inner)?.slice(2).find(Boolean);
  if (list !== undefined) return variableName(list);
  // A value of a chart has the name of its whole path, as in reads.
  const value = /^\$?\.Values\.([\w.]{1,100})$/.exec(inner)?.[1];
  if (value !== undefined) return value;
  if (/^[\w$.?:>\-\s]+$/.test(inner)) return /(?:^|\.|->|::)\s*\$?([A-Za-z_$][\w$]*)$/.exec(inner)?.[1] ?? null;
  // `CLUSTERS[os.environ["STAGE"]]`: the variable only chooses.
  if (/^[\w$.]+\[[\w$.]+[[(]/.test(inner)) return null;
  const names = [...inner.matchAll(/["']([A-Za-z_]\w{0,80})["']/g)];
  return names.length === 1 ? names[0]![1]! : null;
}

/** Those of a string that ends at `end`, as what a call passes for them: `fmt.Sprintf("mongodb+srv://%s/x", host)`. */
export function withArguments(all: readonly Placeholder[], text: string, end: number): readonly Placeholder[] {
  const positions = all.filter((one) => FORMS.position.test(one.text));
  if (positions.length === 0 && !all.some((one) => FORMS.named.test(one.text))) return all;
  const passed = argumentsBehind(text, end);
  if (passed.length === 0) return all;
  return all.map((one): Placeholder => {
    const key = FORMS.named.exec(one.text)?.[1];
    const [, dollar, bracket, brace] = FORMS.position.exec(one.text) ?? [];
    const percent = dollar ?? bracket;
    const at = percent ? Number(percent) - 1 : brace ? Number(brace) : positions.indexOf(one);
    const pair = passed.map((part) => FORMS.pair.exec(part)).find((match) => match?.[1] === key);
    const given = (key === undefined ? passed[at] : pair?.[2])?.trim();
    if (given === undefined) return one;
    const plain = /^(["'\x60])([\w.,:/?=&%-]{1,300})\1$/.exec(given)?.[2] ?? /^\d{1,5}$/.exec(given)?.[0];
    return plain === undefined
      ? { ...one, name: variableName(given.replace(/^"\$\{?(\w{1,80})\}?"$|^[$&](?=\w)/, '$1')) }
      : { ...one, passed: plain };
  });
}

/** What a call passes behind its format, between commas or, as words, between spaces. */
function argumentsBehind(text: string, end: number): readonly string[] {
  const printed = matchAt(FORMS.printed, text, end);
  const call = printed ?? matchAt(FORMS.arguments, text, end);
  if (!call) return [];
  const from = end + call[0].length;
  return printed
    ? Array.from(text.slice(from, from + NEAR).matchAll(FORMS.word), ([, word]) => word!)
    : itemsFrom(text, from).map(({ offset, endOffset }) => text.slice(offset, endOffset));
}
