import type { ApiRequest } from './api-request.ts';
import type { Range } from './source.ts';

/** Paths whose body is a cluster record. */
export const FIELDS_PATH = /\/clusters(?:\/[^/]+)?$/i;

export interface FieldName {
  readonly name: string;
  /** With the quotes around it, where it has some. */
  readonly at: Range;
  /** Key of the object in which it stands, `null` at the root of the body. */
  readonly inside: string | null;
}

/** Places of field names in the body of a request: keys in quotes, or bare ones in front of a colon. */
export function fieldNames({ parts }: ApiRequest, names: readonly string[]): FieldName[] {
  const pattern = new RegExp(String.raw`(\\?["'])?\b(${names.join('|')})\b(\\?["'])?(?=[ \t]{0,8}(?:=>|:))`, 'g');
  return parts.flatMap(({ text, offset: from }) =>
    [...text.matchAll(pattern)]
      .filter(([, open, , close]) => open === close)
      .map((match) => {
        const offset = from + match.index;
        const at = { offset, endOffset: offset + match[0].length };
        return { name: match[2]!, at, inside: keyAround(text, match.index) };
      }),
  );
}

/** The key of the innermost open brace before a place. */
function keyAround(text: string, at: number): string | null {
  let depth = 0;
  for (let place = at - 1; place >= 0; place--) {
    if (text[place] === '}') depth++;
    else if (text[place] === '{' && depth-- === 0) {
      return (
        /(\w{1,60})\\?["']?[ \t]{0,8}(?:=>|:)[ \t]{0,8}\[?\s{0,40}$/.exec(
          text.slice(Math.max(0, place - 120), place),
        )?.[1] ?? null
      );
    }
  }
  return null;
}
