import { describe, expect, it } from 'vitest';
import { ATLAS } from '../../src/classify/service.ts';
import { verdictOf } from '../../src/lint/classify-text.ts';

describe('verdictOf', () => {
  it.each(['', 'a b c', 'jdbc:mongodb://h/x', 'mongosh "mongodb+srv://h.ab123.mongodb.net"'])(
    'says only that a scheme is missing of %j',
    (text) => {
      const { valid, errors, warnings } = verdictOf(text, ATLAS);
      expect({ valid, codes: errors.map(({ code }) => code), warnings }).toEqual({
        valid: false,
        codes: ['no-scheme'],
        warnings: [],
      });
    },
  );
});
