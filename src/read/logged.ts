import { lineBefore } from '../text/source.ts';
import { closeOf } from './brackets.ts';

/** `logger.debug(`…${process.env.MONGODB_URL}`)`: the value is logged, by a call that is still open at the read. */
export function isLogged(text: string, offset: number): boolean {
  const from = Math.max(0, offset - 300);
  for (const { index, 0: whole } of text.slice(from, offset).matchAll(LOG)) {
    const close = closeOf(text, from + index + whole.length - 1, 1_000);
    if (close < 0 || close > offset) return true;
  }
  return ECHOED.test(lineBefore(text, offset)) && !/^[^\n]*[>|]/.test(text.slice(offset, offset + 300));
}

/** `echo "MONGODB_URI: $MONGODB_URI"`, unless it is written to a file. */
const ECHOED = /\b(?:echo|printf|Write-(?:Host|Output))\b[^\n=>|]*:[ \t][^\n=>|]*$/i;

const LOG =
  /(?<![\w.])(?:(?:this\.|self\.|_)?(?:console|log|logger|logging|LOG|LOGGER|Log|winston|slog)\.[\w.]{1,20}(?:\?\.)?|print(?:ln|f)?!?|fmt\.(?:F?[pP]rint\w*|Errorf)|System\.(?:out|err)\.print\w*|(?:info|debug|warn|error|trace)!|Console\.Write\w*|pp|puts|var_dump|print_r|(?:throw new|raise) [\w.]{1,60})[ ]?\(/g;
