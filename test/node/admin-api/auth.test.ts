import { describe, expect, it } from 'vitest';
import { digestAuthorization, digestChallenge } from '../../../src/node/admin-api/auth.ts';

const QUESTION =
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, ' +
  'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
const OLDER = QUESTION.replace('SHA-256', 'MD5');
const REQUEST = {
  method: 'GET',
  target: '/dir/index.html',
  user: 'Mufasa',
  password: 'Circle of Life',
  count: 1,
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
};

const part = (header: string, name: string): string | undefined =>
  new RegExp(`[ ,]${name}="?([^",]*)`).exec(header)?.[1];

describe('HTTP digest', () => {
  // RFC 7616, section 3.9.1.
  it.each([
    ['MD5', OLDER, '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', QUESTION, '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('answers the example of RFC 7616 with %s', (algorithm, question, response) => {
    const header = digestAuthorization(digestChallenge(question)!, REQUEST);
    expect(part(header, 'response')).toBe(response);
    expect(part(header, 'algorithm')).toBe(algorithm);
    expect(part(header, 'uri')).toBe('/dir/index.html');
    expect(part(header, 'nc')).toBe('00000001');
    expect(header).not.toContain('Circle');
  });

  // RFC 2617, section 3.5.
  it('answers the example of RFC 2617', () => {
    const question =
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"';
    const request = { ...REQUEST, password: 'Circle Of Life', cnonce: '0a4f113b' };
    expect(part(digestAuthorization(digestChallenge(question)!, request), 'response')).toBe(
      '6629fae49393a05397450978507c4ef1',
    );
  });

  it('takes the strongest of several questions and passes over other schemes', () => {
    const header = `Basic realm="a, b", ${OLDER}, ${QUESTION}, Bearer realm="x"`;
    expect(digestChallenge(header)).toMatchObject({ algorithm: 'SHA-256' });
    expect(digestChallenge('Basic realm="Digest nonce=\\"1\\""')).toBeNull();
  });

  it('understands what servers leave out and how they spell', () => {
    expect(digestChallenge('digest nonce=abc , realm = "a \\"b\\"" ,QOP=auth')).toMatchObject({
      nonce: 'abc',
      realm: 'a "b"',
      algorithm: 'MD5',
    });
  });

  it.each([
    null,
    '',
    'Digest',
    'Digest realm="x"',
    'Digest nonce="a", qop="auth-int"',
    'Digest nonce="a", algorithm=MD4',
  ])('has no answer to %s', (header) => {
    expect(digestChallenge(header)).toBeNull();
  });

  it('makes another answer for another count, another address and another method', () => {
    const challenge = digestChallenge(QUESTION)!;
    const answers = [
      REQUEST,
      { ...REQUEST, count: 2 },
      { ...REQUEST, target: '/x?y=1' },
      { ...REQUEST, method: 'PATCH' },
    ];
    const responses = answers.map((request) => part(digestAuthorization(challenge, request), 'response'));
    expect(new Set(responses).size).toBe(answers.length);
  });
});
