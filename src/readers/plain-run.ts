/** `hosts`: a list of hosts with what may stand behind it; `address`: one URL or media type. */
export type Only = 'hosts' | 'address';

/** ASCII characters that are themselves wherever they stand in a string, apart from one that was said to end it. */
const PLAIN = plainUnits(/[\w:/?@=+,~-]/);

function plainUnits(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, unit) => (pattern.test(String.fromCharCode(unit)) ? 1 : 0));
}

/** What may stand in an address among them. */
const PLAIN_IN_ADDRESS = plainUnits(/[\w:/?@=+~-]/);
/** Characters behind which nothing belongs to it any more: long lists are not read again for each of their items. */
const END_OF: Readonly<Record<Only, RegExp>> = { hosts: /[;|^(){}[\]]/, address: /[,;|^]/ };

export const endsOnly = (char: string, only: Only): boolean => END_OF[only].test(char);

const DOT = 46;

/** Where a run of plain characters ends. Most of a string is read here, without a look at what it could mean. */
export function plainEnd(text: string, start: number, closer: number, only: Only | undefined, limit: number): number {
  const plain = only === 'address' ? PLAIN_IN_ADDRESS : PLAIN;
  const end = Math.min(text.length, limit);
  let at = start;
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    // Several dots stand for what is left out; one belongs to a name.
    const isPlain = unit < 128 && (plain[unit] === 1 || (unit === DOT && text.charCodeAt(at + 1) !== DOT));
    if (!isPlain || unit === closer) break;
  }
  return at;
}
