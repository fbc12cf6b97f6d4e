import { describe, expect, it } from 'vitest';
import { shownText } from '../src/core/judge.ts';
import { maskedString, unmaskedString } from '../src/core/masked-string.ts';
import { ATLAS } from '../src/core/service.ts';
import { findStrings } from '../src/readers/strings.ts';

const TEXTS: readonly (readonly [path: string, text: string])[] = [
  ['a.env', 'U=mongodb+srv://kiln-user:Wint3r-Kiln@shop.k2m4q.mongodb.net/orders?appName=x'],
  ['a.env', 'U=mongodb://kiln-user:Wint3r-Kiln@shop-shard-00-00.k2m4q.mongodb.net:27017,b.example.com/orders'],
  ['a.js', 'u = `mongodb://kiln-user${env}:x${pass}Kiln@${host}/${db}`; v = "mongodb://other.example.com/"'],
  ['a.md', '`mongodb://<user>:<Wint3r-Kiln>@h.example.com/`'],
  ['a.env', 'U=mongodb://h.example.com/?proxyUsername=kiln-user&proxyPassword=Wint3r-Kiln'],
  ['a.env', 'U=mongodb://kiln-user:Wint3r-Kiln'],
  ['a.env', 'U=mongodb://kiln-user:Wint3r-Kiln/x@h.example.com/db'],
  ['a.env', 'LIST="mongodb://a.example.com/ mongodb://kiln-user:Wint3r-Kiln@b.example.com/ Kiln"'],
  ['a.sh', 'curl https://kiln-user:Wint3r-Kiln@cloud.mongodb.com/api/atlas/v2/groups'],
  ['a.env', 'HOST=shop.k2m4q.mongodb.net'],
];

describe('a string that leaves its process', () => {
  it.each(TEXTS)('%s: %s', (path, text) => {
    const strings = findStrings({ path, text }, ATLAS);
    expect(strings.length).toBeGreaterThan(0);
    for (const string of strings) {
      const masked = maskedString(string);
      const sent = JSON.stringify(masked);
      expect(sent).not.toMatch(/kiln|wint3r/i);
      const back = unmaskedString(JSON.parse(sent) as typeof masked);
      // All that is told of it is the same, and every place.
      expect(shownText(back)).toBe(shownText(string));
      expect(back.literal.value).toHaveLength(string.literal.value.length);
      expect(back).toMatchObject({
        range: string.range,
        inValue: string.inValue,
        kind: string.kind,
        secrets: string.secrets,
      });
      const places = (uri: typeof string.uri): unknown => uri?.hosts.map((host) => ({ ...host, host: '' }));
      expect(back.uri === null).toBe(string.uri === null);
      expect(places(back.uri)).toEqual(places(string.uri));
      expect(back.uri?.database).toBe(string.uri?.database);
      const hides = (shown: string): boolean => shown.includes('*');
      for (const [at, host] of back.hosts.entries()) {
        const before = string.hosts[at]!;
        expect({ ...host, host: '', class: null }).toEqual({ ...before, host: '', class: null });
        if (!hides(host.host)) expect(host).toEqual(before);
        else expect(host.class).toMatchObject({ cluster: null, token: null, region: null });
      }
      for (const [at, option] of (back.uri?.options ?? []).entries()) {
        const before = string.uri!.options[at]!;
        if (!before.secret) expect(option).toEqual(before);
        else expect(option.value).toBeNull();
      }
    }
  });

  it('keeps what is no secret letter for letter, and hides each letter of what is', () => {
    const masked = (path: string, text: string): string[] =>
      findStrings({ path, text }, ATLAS).map((string) => maskedString(string).literal.value);
    expect(masked('a.env', 'U=mongodb://us:pass1@h.example.com/db')).toEqual(['mongodb://**:*****@h.example.com/db']);
    expect(masked('a.env', 'U=mongodb://h.example.com/?proxyPassword=abc&w=1')).toEqual([
      'mongodb://h.example.com/?proxyPassword=***&w=1',
    ]);
    expect(masked('a.env', 'HOST=shop.k2m4q.mongodb.net')).toEqual(['shop.k2m4q.mongodb.net']);
  });

  it('keeps unknown pieces in their words, unless they are a secret themselves', () => {
    const holes = (path: string, text: string): unknown[] =>
      findStrings({ path, text }, ATLAS).flatMap((string) =>
        maskedString(string).literal.holes.map(({ text: words, name }) => [words, name]),
      );
    expect(holes('a.js', 'u = `mongodb://${user}:${pass}@${host}/`')).toEqual([
      ['${user}', null],
      ['${pass}', null],
      ['${host}', 'host'],
    ]);
    expect(holes('a.md', '`mongodb://<user>:<k1ln-X>@h.example.com/`')).toEqual([
      ['<user>', null],
      ['***', null],
    ]);
  });
});
