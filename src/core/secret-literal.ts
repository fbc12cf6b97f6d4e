import { isPasswordPlaceholder } from './placeholder-words.ts';
import type { Range } from './source.ts';

/** Longest value that is looked at, in UTF-16 code units. */
const LONGEST = 300;
const SHORTEST = 4;

/** True for formats in which a value needs no quotes. */
export function holdsBareValues(path: string): boolean {
  return /(?:^|\/)\.?env(?:\.|$)|\.(?:env|ya?ml|properties|ini|cfg|conf|sh|bash|zsh)(?:\.\w{1,10})?$/i.test(path);
}

/** What begins a reference instead of a value, in any format. */
const REFERENCE = /^[$<{%*[!&]|\$\{|\{\{|\$\(|^(?:var|local|data|module|process|os|env|secrets?|config)[.[]/;

/**
 * The secret that begins at a place, without its quotes; `null` for references and placeholders.
 * @param bare true where a value without quotes is a literal
 */
export function literalAt(text: string, at: number, bare: boolean): Range | null {
  const quote = /["'`]/.exec(text.charAt(at))?.[0];
  if (quote === undefined && !bare) return null;
  const offset = quote === undefined ? at : at + 1;
  const ahead = text.slice(offset, offset + LONGEST);
  const value = (quote === undefined ? /^[^\s"'`,;)}\]@]*/ : /^[^"'`\r\n]*/).exec(ahead)![0];
  if (value.length < SHORTEST || REFERENCE.test(value) || isPasswordPlaceholder(value)) return null;
  return { offset, endOffset: offset + value.length };
}
