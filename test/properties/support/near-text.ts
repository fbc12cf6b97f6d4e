import fc from 'fast-check';

/** Maximum length of an input, in code units: most faults need little, and longer inputs take more time. */
export const MAX_INPUT_LENGTH = 4096;

const ODD = [
  ...[
    '\u0000',
    '\uFFFC',
    '\uFEFF',
    '\ud800',
    '\udfff',
    '\u2028',
    '\r',
    '\r\n',
    '\t',
    '\u001b[31m',
    'é',
    '😀',
    'İ',
    'ſ',
  ],
  ...[
    '__proto__',
    'constructor',
    '-1',
    '0',
    '65536',
    '99999999999999999999',
    '%',
    '%00',
    '\\',
    '\\u',
    '${',
    '}}',
    '*/',
  ],
];
const SIGNS = '@:/?#%[]{}()<>&=,;+ !$"\'`\\|*-_.~\n\t0123456789abcxyzAZ';

interface Edit {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** One of the inputs with a few pieces replaced, also by pieces of other inputs. */
export function nearText(inputs: readonly string[]): fc.Arbitrary<string> {
  const piece = fc
    .tuple(fc.constantFrom(...inputs), fc.nat(MAX_INPUT_LENGTH), fc.nat(200), fc.constantFrom(1, 1, 1, 40))
    .map(([input, at, length, times]) => input.slice(at % (input.length + 1)).slice(0, length).repeat(times)); // prettier-ignore
  const edit = fc.record<Edit>({
    at: fc.nat(MAX_INPUT_LENGTH),
    length: fc.oneof(fc.constant(0), fc.nat(8), fc.nat(200)),
    text: fc.oneof(
      fc.constant(''),
      fc.constantFrom(...ODD),
      fc.constantFrom(...SIGNS),
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom(...wordsOf(inputs)),
      piece,
    ),
  });
  return fc
    .tuple(fc.constantFrom(...inputs), fc.array(edit, { minLength: 1, maxLength: 8 }))
    .map(([input, edits]) => edits.reduce(replacePiece, input).slice(0, MAX_INPUT_LENGTH));
}

/** Texts that the program may compare with. */
export function wordsOf(inputs: readonly string[]): readonly string[] {
  return [...new Set(['a', ...inputs.flatMap((input) => input.match(/[\w$-]{2,40}/g) ?? [])])];
}

function replacePiece(text: string, { at, length, text: by }: Edit): string {
  const from = at % (text.length + 1);
  return text.slice(0, from) + by + text.slice(from + length);
}
