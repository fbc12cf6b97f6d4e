import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { runExample, unmarked } from '../../src/node/run-example.ts';
import { applied } from '../support/run-example.ts';

const examples = RULES.flatMap(({ id, examples: { invalid } }) => invalid.map((example) => ({ id, example })));

/** Titles that mention another required step, or that the records do not list the string yet. */
const SAYS_MORE = /must name a version as well|the cluster record decides/;

/** Equal findings are counted separately. */
function errorsIn(example: (typeof examples)[number]['example']): readonly string[] {
  return runExample(example, RULES)
    .findings.filter(({ severity }) => severity === 'error')
    .map(({ file, rule }) => `${file} ${rule}`)
    .sort();
}

describe('suggestions of the examples', () => {
  it.each(examples.map(({ id, example }) => [`${id}: ${example.title}`, example] as const))(
    '%s brings no error',
    (_, example) => {
      const { files } = unmarked(example.files);
      const plain = { ...example, files };
      const before = errorsIn(plain);
      for (const { file, suggestions } of runExample(plain, RULES).findings) {
        const text = files[file];
        for (const suggestion of text === undefined ? [] : suggestions.filter(({ title }) => !SAYS_MORE.test(title))) {
          const after = errorsIn({ ...plain, files: { ...files, [file]: applied(text ?? '', suggestion) } });
          const added = after.filter(
            (one) => after.filter((other) => other === one).length > before.filter((other) => other === one).length,
          );
          expect(added, suggestion.title).toEqual([]);
        }
      }
    },
  );
});
