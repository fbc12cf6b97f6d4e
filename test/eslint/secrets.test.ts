import { Linter } from 'eslint';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base64, FILES, secret, STRINGS, windows } from '../support/drawn-secrets.ts';
import { ANY_TEXT, BASE, REPORT_ALL, TYPESCRIPT, workspace } from '../support/eslint-run.ts';

interface Seen {
  readonly words: readonly string[];
  readonly places: readonly unknown[];
  /** The texts of all fixes, then the fixed file. They contain what the file contains, as ESLint gives it. */
  readonly texts: readonly string[];
}

/** The characters of a text in which it differs from one of the same length. */
const own = (text: string, other: string): string => [...text].filter((char, at) => char !== other[at]).join('');

it('ESLint says the same about two files that differ in their secrets only, and fixes them alike', () => {
  using folder = workspace({});
  const linter = new Linter({ cwd: folder.root });
  const config = [...BASE, ANY_TEXT, TYPESCRIPT, REPORT_ALL];
  let said = 0;
  let repaired = 0;
  const look = (path: string, text: string): Seen => {
    const messages = linter.verify(text, config, path);
    const repairs = messages.flatMap(({ message, fix, suggestions }) => [
      { desc: message, fix },
      ...(suggestions ?? []),
    ]);
    const { output, fixed } = linter.verifyAndFix(text, config, path);
    said += repairs.length;
    repaired += Number(fixed);
    return {
      words: repairs.map(({ desc }) => desc),
      places: [
        ...messages.map(({ ruleId, severity, line, column }) => [ruleId, severity, line, column]),
        ...repairs.map(({ fix }) => fix?.range),
      ],
      texts: [...repairs.map(({ fix }) => fix?.text ?? ''), output],
    };
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...STRINGS),
      fc.constantFrom(...FILES),
      fc.uniqueArray(secret, { minLength: 4, maxLength: 4 }),
      (string, [path, write], [user, password, otherUser, otherPassword]) => {
        const text = write(string(user!, password!), user!, password!);
        const other = write(string(otherUser!, otherPassword!), otherUser!, otherPassword!);
        const seen = look(path, text);
        const seenOther = look(path, other);
        expect(seen.words).toEqual(seenOther.words);
        expect(seen.places).toEqual(seenOther.places);
        const words = seen.words.join('\n');
        const parts = [user!, password!, base64(password!).slice(0, 16)].flatMap(windows);
        expect(parts.filter((part) => words.includes(part))).toEqual([]);
        for (const [at, repair] of seen.texts.entries()) {
          expect(repair).toHaveLength(seenOther.texts[at]!.length);
          // A fix can leave parts out.
          expect(own(text, other)).toMatch(new RegExp([...own(repair, seenOther.texts[at]!)].join('.*')));
        }
      },
    ),
    { numRuns: Number(process.env.REDACTION_RUNS ?? 300), seed: 7 },
  );
  expect(said).toBeGreaterThan(300);
  expect(repaired).toBeGreaterThan(30);
});
