import { describe, expect, it } from 'vitest';
import { ATLAS } from '../../src/classify/service.ts';
import { textResult } from '../../src/lint/classify-text.ts';

describe('verdictOf', () => {
  it.each(['', 'a b c', 'mongosh "mongodb+srv://h.ab123.mongodb.net"'])(
    'says only that a scheme is missing of %j',
    (text) => {
      const { valid, errors, warnings } = textResult(text, ATLAS);
      expect({ valid, codes: errors.map(({ code }) => code), warnings }).toEqual({
        valid: false,
        codes: ['no-scheme'],
        warnings: [],
      });
    },
  );

  it.each([
    'mongodb+srv://${HOST}/x',
    'mongodb://%s:%s@%s/x',
    'mongodb+srv://{{ .Values.host }}/x',
    'mongodb+srv://<host>/x',
    'mongodb://${A}:27017,${B}:27017/x',
    'mongodb+srv://__HOST__/x',
  ])('reads the placeholders of %s as in a file', (text) => {
    const { kind, valid, errors, warnings, database } = textResult(text, ATLAS);
    expect({ kind, valid, errors, warnings, database }).toEqual({
      kind: 'templated-unknown',
      valid: true,
      errors: [],
      warnings: [],
      database: 'x',
    });
    expect(textResult(text, ATLAS).text).toBe(text.replace('%s:%s@', '***@'));
  });

  it('checks a template with the offsets of the text', () => {
    const text = 'mongodb+srv://app:${PASS}@h.ab123.mongodb.net:27017/x?retryWrties=true';
    const { kind, errors, warnings } = textResult(text, ATLAS);
    const found = [...errors, ...warnings].map(({ code, offset, endOffset }) => [code, text.slice(offset, endOffset)]);
    expect(kind).toBe('standard');
    expect(found).toEqual([
      ['srv-port', ':27017'],
      ['option-unknown', 'retryWrties'],
    ]);
  });
});
