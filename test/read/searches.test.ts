import { describe, expect, it } from 'vitest';
import searches from '../../src/read/searches.json' with { type: 'json' };
import { ATLAS } from '../../src/classify/service.ts';
import { findStrings } from '../../src/read/find-strings.ts';

const HOST = 'gable-k4j5h.mongodb.net';

/** The contexts of the hosts in an example, each written as `@`. */
const contextsIn = (example: string): string[] =>
  findStrings({ path: 'a.conf', text: example.replaceAll('@', HOST) }, ATLAS).flatMap(({ hosts, literal }) =>
    hosts.map(() => literal.context),
  );

describe('src/read/searches.json', () => {
  it.each(searches.flatMap(({ of, examples }) => examples.map((example) => [of, example] as const)))(
    'knows %s: %s',
    (_, example) => {
      expect(contextsIn(example)).toEqual(['searched']);
    },
  );

  it.each(searches.flatMap(({ of, others }) => others.map((example) => [of, example] as const)))(
    'is not %s: %s',
    (_, example) => {
      expect(contextsIn(example)).toEqual(['code']);
    },
  );
});
