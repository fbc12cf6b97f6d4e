import { describe, expect, it } from 'vitest';
import { stringParts } from '../../src/report/string-parts.ts';

describe('stringParts', () => {
  it.each([
    ['mongodb+srv://***:***@a.example.com:1/db?x=1', ['mongodb+srv://', '***:***@', 'a.example.com:1', '/db', '?x=1']],
    ['mongodb://a,b', ['mongodb://', '', 'a,b', '', '']],
    ['a.example.com?x=@', ['', '', 'a.example.com', '', '?x=@']],
    ['${USER}@${HOST}/jobs', ['', '${USER}@', '${HOST}', '/jobs', '']],
    ['', ['', '', '', '', '']],
  ])('takes %s apart', (text, parts) => {
    expect(Object.values(stringParts(text))).toEqual(parts);
    expect(Object.values(stringParts(text)).join('')).toBe(text);
  });
});
