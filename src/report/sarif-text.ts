import { cut } from './shown.ts';

/** GitHub cuts a description behind so many characters; GitLab drops the results of a rule with a longer one. */
export const LONGEST_TEXT = 1_000;

/** A message: brackets make links in SARIF, unless they are escaped. */
export function sarifText(text: string, most = LONGEST_TEXT): string {
  const brackets = text.split(/[[\]\\]/).length - 1;
  return cut(text, most - Math.min(brackets, most / 2)).replace(/[[\]\\]/g, (mark) => `\\${mark}`);
}
