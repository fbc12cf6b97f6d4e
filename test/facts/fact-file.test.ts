import { describe, expect, it } from 'vitest';
import { cleanAnswer } from '../../src/node/admin-api/credentials.ts';

describe('an answer on its way to a fact file', () => {
  it('has its keys in order, and neither links nor anything that could be a credential', () => {
    const answer = {
      name: 'quay',
      links: [{ href: 'https://cloud.example' }],
      privateKey: 'k',
      api_key: 'k',
      passwordHash: 'k',
      accessToken: 'k',
      b: [{ z: 1, a: null, secretName: 'k' }],
      connectionStrings: { standard: 'mongodb://app:s3cr3t-word@h.example.com/?proxyPassword=s3cr3t&w=1' },
    };
    const text = JSON.stringify(cleanAnswer(answer, []));
    expect(text).toBe(
      '{"b":[{"a":null,"z":1}],"connectionStrings":{"standard":"mongodb://h.example.com/?proxyPassword=***&w=1"},"name":"quay"}',
    );
  });

  it('hides texts that are known to be secret, in keys too, the longest first', () => {
    const secrets = ['longword', 'longword-and-more'];
    expect(cleanAnswer({ 'x longword-and-more': 'longword, longword-and-more' }, secrets)).toEqual({
      'x ***': '***, ***',
    });
    expect(cleanAnswer('a short one, a longword', ['short', 'longword'])).toBe('a short one, a ***');
  });

  it('keeps numbers, flags and names that look alike', () => {
    const answer = { a: 1, b: false, c: 'aws', d: [1, 'x', [true]] };
    expect(cleanAnswer(answer, [])).toEqual(answer);
  });
});
