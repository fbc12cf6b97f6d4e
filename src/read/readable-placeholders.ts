import type { Placeholder } from '../text/literal.ts';
import { withoutDrawnWords } from '../parse/natural-words.ts';
import { definesOrReads, looksLikeName } from '../parse/placeholder-names.ts';
import { MASK } from '../parse/redact.ts';
import type { Opening } from './scanner.ts';
import type { Surroundings } from './context.ts';

/** Whether the program fills a placeholder in: depends on the language and on the delimiter or its prefix. */
export type IsFilledIn = (written: string, quote: string | null) => boolean;

const PREFIX: Readonly<Partial<Record<Surroundings['language'], RegExp>>> = {
  python: /(?:^|\W)[rR]?[fF][rR]?(?:"{2}|'{2})?$/,
  csharp: /\$@?(?:"{2})?$|@\$$/,
  scala: /(?:^|\W)[sf](?:"{2})?$/,
};

/** Languages whose marked strings interpolate the contents of braces. */
const WITH_DOLLAR = new Set(['kotlin', 'groovy', 'dart', 'php', 'perl', 'powershell', 'shell', 'julia']);

/** @param text of the file */
export function filledIn(text: string, { opened, raw }: Opening, { language, syntax }: Surroundings): IsFilledIn {
  const prefix = PREFIX[language];
  const isMarked = prefix?.test(text.slice(Math.max(0, opened - 6), opened)) ?? false;
  return (written, quote) => {
    if (prefix) return isMarked;
    if (raw) return false;
    if (written.startsWith('\\')) return language === 'swift';
    if (written.startsWith('#{')) return (language === 'ruby' || language === 'elixir') && quote !== "'";
    if (!written.startsWith('$')) return false;
    if (language === 'script') return quote === '`' && written.startsWith('${');
    return WITH_DOLLAR.has(language) && syntax.dollar.includes(quote ?? 'bare');
  };
}

/** No name, and no position. */
const LONG_NUMBER = /(?<![\w.])\d{7}/;

/** The rest of a hostname, so that the placeholder before it is part of the name. */
const REST_OF_HOST = /^(?:\.[A-Za-z0-9-]{1,63}){2,10}(?=[/:?,\s"'`]|$)/;

/**
 * An unknown piece for output. Text that does not look like a name may be a password between brackets.
 * @param text of the file
 */
export function readablePlaceholder<H extends Omit<Placeholder, 'at'>>(
  placeholder: H,
  text: string,
  isSure: boolean,
): H {
  const { text: written, name, endOffset } = placeholder;
  if (looksLikeName(written) || REST_OF_HOST.test(text.slice(endOffset, endOffset + 256))) return placeholder;
  const isVariable = (isSure && !LONG_NUMBER.test(written)) || (name !== null && definesOrReads(text, name));
  return { ...placeholder, text: isVariable ? withoutDrawnWords(written, MASK) : MASK };
}
