import type { WireAnswer } from './api-transport.ts';
import { UserError } from './errors.ts';

const WRONG_PLACE = 'Check --base-url, and whether a proxy or a login page answers in place of the API.';

/** The JSON of an answer. Throws a `UserError` that repeats nothing of it. */
export function jsonOf({ headers, text }: WireAnswer, words: string): unknown {
  if (text.trim() === '') throw new UserError(`${words}: the answer is empty`, WRONG_PLACE);
  const type = headers.get('content-type')?.toLowerCase() ?? '';
  if (type.startsWith('text/html') || /^\s*<(?:!doctype|html)/i.test(text)) {
    throw new UserError(`${words}: the answer is an HTML page, no JSON`, WRONG_PLACE);
  }
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text.
    throw new UserError(`${words}: the answer is no valid JSON; it may have been cut short`, WRONG_PLACE);
  }
}
