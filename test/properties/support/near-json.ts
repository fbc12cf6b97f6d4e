import fc from 'fast-check';
import { MAX_INPUT_LENGTH, nearText, wordsOf } from './near-text.ts';

type Change = 'replace' | 'remove' | 'double' | 'list' | 'rename' | 'wrap';
const CHANGES: readonly Change[] = ['replace', 'remove', 'double', 'list', 'rename', 'wrap'];

interface ValueChange {
  readonly at: number;
  readonly change: Change;
  readonly word: string;
  readonly value: unknown;
}

/** The location of a value: `holder[key]`. */
interface Slot {
  readonly holder: Record<string | number, unknown>;
  readonly key: string | number;
}

/** A JSON input, or one with JSON after a first line, with a few of its values changed. */
export function nearJson(inputs: readonly string[]): fc.Arbitrary<string> {
  const documents = inputs.filter((input) => parseBehindHead(input) !== null);
  if (documents.length === 0) return nearText(inputs);
  const word = fc.constantFrom(...wordsOf(inputs));
  const change = fc.record<ValueChange>({
    at: fc.nat(MAX_INPUT_LENGTH),
    change: fc.constantFrom(...CHANGES),
    word,
    value: fc.oneof(fc.jsonValue({ maxDepth: 2 }), word, fc.constantFrom(1e300, -1, [[]], [null], { a: null })),
  });
  return fc
    .tuple(fc.constantFrom(...documents), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([input, changes]) => {
      const { head, value } = parseBehindHead(input)!;
      for (const one of changes) changeValue(value, one);
      return (head + JSON.stringify(value)).slice(0, MAX_INPUT_LENGTH);
    });
}

function parseBehindHead(input: string): { readonly head: string; readonly value: unknown } | null {
  const head = /^[^\n[{]*\n(?=[[{])/.exec(input)?.[0] ?? '';
  try {
    const value: unknown = JSON.parse(input.slice(head.length));
    return typeof value === 'object' && value !== null ? { head, value } : null;
  } catch {
    return null;
  }
}

function changeValue(root: unknown, { at, change, word, value }: ValueChange): void {
  const slots = [...slotsIn(root)];
  if (slots.length === 0) return;
  const { holder, key } = slots[at % slots.length]!;
  const old = holder[key];
  if (change === 'replace') holder[key] = value;
  else if (change === 'list') holder[key] = [old, old];
  else if (change === 'wrap')
    holder[key] = typeof old === 'string' ? old.slice(at % (old.length + 1)) + word : { [word]: old };
  else if (Array.isArray(holder))
    holder.splice(Number(key), change === 'double' ? 0 : 1, ...(change === 'double' ? [old] : []));
  else if (change === 'remove') Reflect.deleteProperty(holder, key);
  else holder[word] = old;
}

function* slotsIn(value: unknown): Generator<Slot> {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Record<string | number, unknown>;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    yield { holder, key };
    yield* slotsIn(holder[key]);
  }
}
