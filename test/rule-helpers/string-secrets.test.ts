import { describe, expect, it } from 'vitest';
import type { FoundString } from '../../src/classify/found-string.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { isOwnMachine, literalSecrets } from '../../src/rule-helpers/secrets.ts';
import { findStrings } from '../../src/read/find-strings.ts';

describe('the literal secrets of one string', () => {
  const told = (path: string, text: string): string[] =>
    findStrings({ path, text }, ATLAS).flatMap((string) =>
      literalSecrets(string).map(
        ({ kind, option, offset, endOffset }) =>
          `${kind}${option ? ` ${option}` : ''}: ${string.literal.value.slice(offset, endOffset)}`,
      ),
    );
  const API = 'cloud.mongodb.com/api/atlas/v2/groups';

  it.each<readonly [text: string, secrets: readonly string[]]>([
    ['mongodb://app:k1ln-X@h.example.com/', ['password: k1ln-X']],
    ['mongodb://app:app@h.example.com/', []],
    ['mongodb://a%2Fb:A/B@h.example.com/', []],
    ['mongodb://a%2Fb:k1%6Cn@h.example.com/', ['password: k1%6Cn']],
    ['mongodb://app:p%61ssword@h.example.com/', []],
    ['mongodb://:k1ln-X@h.example.com/', ['password: k1ln-X']],
    ['mongodb://$u:$p@h.example.com/', []],
    ['mongodb://app:$ecret@h.example.com/', ['password: $ecret']],
    ['mongodb://app:@h.example.com/', []],
    ['mongodb://app@h.example.com/', []],
    ['mongodb://h.example.com/?proxyUsername=k1ln&user=k2ln&w=1', []],
    ['mongodb://h.example.com/?proxyPassword=k1ln&apiKey=k2ln', ['option proxyPassword: k1ln', 'option apiKey: k2ln']],
    ['mongodb://h.example.com/?proxyPassword=password', []],
    ['mongodb://app:k1ln@h.example.com/?proxyPassword=app', ['password: k1ln', 'option proxyPassword: app']],
    [`https://user:k1ln-X@${API}`, ['address: user:k1ln-X']],
    [`https://user@${API}`, []],
    [`https://user:@${API}`, []],
    [`https://user:user@${API}`, []],
    [`https://user:password@${API}`, []],
    [`https://:k1ln-X@${API}`, ['address: :k1ln-X']],
    // Everything after the first colon is the password. An encoded colon does not count.
    [`https://user:password:x7@${API}`, ['address: user:password:x7']],
    [`https://us%3Aer:k1ln-X@${API}`, ['address: us%3Aer:k1ln-X']],
    [`https://us%3Ak1ln-X@${API}`, []],
    [`https://us%3Aer:us%3Aer@${API}`, []],
    [`https://${API}`, []],
    [`https://user:$PASS@${API}`, []],
  ])('%s', (text, secrets) => {
    expect(told('a.sh', `curl '${text}'`)).toEqual(secrets);
  });

  it('are none where a part is unknown', () => {
    expect(told('a.js', 'u = `mongodb://app:${p}@h.example.com/?proxyPassword=${q}`')).toEqual([]);
    expect(told('a.js', 'u = `mongodb://app:k1${p}@h.example.com/?proxyPassword=${q}k1`')).toEqual([]);
    expect(told('a.js', 'u = `mongodb://${u}:k1ln@h.example.com/`')).toEqual(['password: k1ln']);
    expect(told('a.js', `u = \`https://app:k1\${p}@${API}\``)).toEqual([]);
  });
});

describe('the own machine', () => {
  const rows: readonly (readonly [hosts: string, own: boolean])[] = [
    ['localhost', true],
    ['LocalHost', true],
    ['127.0.0.1', true],
    ['::1', true],
    ['0.0.0.0', true],
    ['host.docker.internal', true],
    ['localhost 127.0.0.1', true],
    ['localhost h.example.com', false],
    ['h.example.com', false],
    ['localhost.example.com', false],
  ];
  it.each(rows)('%s', (hosts, own) => {
    const list = hosts.split(' ').map((host) => ({ host }));
    expect(isOwnMachine({ hosts: list } as unknown as FoundString)).toBe(own);
  });
  it('is none without a host', () => expect(isOwnMachine({ hosts: [] } as unknown as FoundString)).toBe(false));
});
