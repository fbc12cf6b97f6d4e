import { describe, expect, it } from 'vitest';
import { EXAMPLES, type Example } from '../support/rule-pages.ts';
import { applied, runExample, unmarked } from '../support/run-example.ts';

/** Titles that mention another required step, or that the records do not list the string yet. */
const SAYS_MORE = /must name a version as well|the cluster record decides/;

/** Equal findings are counted separately. */
function errorsIn(example: Example): readonly string[] {
  return runExample(example)
    .findings.filter(({ severity }) => severity === 'error')
    .map(({ file, rule }) => `${file} ${rule}`)
    .sort();
}

describe('suggestions of the examples', () => {
  it.each(
    EXAMPLES.filter(({ reported }) => reported).map(
      (example) => [`${example.rule}: ${example.title}`, example] as const,
    ),
  )('%s brings no error', (_, example) => {
    const { files } = unmarked(example.files);
    const plain = { ...example, files };
    const before = errorsIn(plain);
    for (const { file, suggestions } of runExample(plain).findings) {
      const text = files[file];
      for (const suggestion of text === undefined ? [] : suggestions.filter(({ title }) => !SAYS_MORE.test(title))) {
        const after = errorsIn({ ...plain, files: { ...files, [file]: applied(text ?? '', suggestion) } });
        const added = after.filter(
          (one) => after.filter((other) => other === one).length > before.filter((other) => other === one).length,
        );
        expect(added, suggestion.title).toEqual([]);
      }
    }
  });
});
