import { describe, expect, it } from 'vitest';
import type { FoundString } from '../../src/classify/found-string.ts';
import { shownText } from '../../src/lint/finding.ts';
import { PLACEHOLDER } from '../../src/text/literal.ts';
import { maskedString, unmaskedString } from '../../src/lint/shard-result.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { findStrings } from '../../src/read/find-strings.ts';

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
      // All results and ranges are the same.
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

  it('keeps what is not secret letter for letter, and hides each letter of what is', () => {
    const masked = (path: string, text: string): string[] =>
      findStrings({ path, text }, ATLAS).map((string) => maskedString(string).literal.value);
    expect(masked('a.env', 'U=mongodb://us:pass1@h.example.com/db')).toEqual(['mongodb://**:*****@h.example.com/db']);
    expect(masked('a.env', 'U=mongodb://h.example.com/?proxyPassword=abc&w=1')).toEqual([
      'mongodb://h.example.com/?proxyPassword=***&w=1',
    ]);
    expect(masked('a.env', 'HOST=shop.k2m4q.mongodb.net')).toEqual(['shop.k2m4q.mongodb.net']);
  });

  it('keeps of a literal with several strings only its own part', () => {
    const value = `mongodb://a${PLACEHOLDER}/ mongodb://us:${PLACEHOLDER}pw@${PLACEHOLDER}/db${PLACEHOLDER} mongodb://${PLACEHOLDER}/`;
    const inValue = { offset: value.indexOf('mongodb://us'), endOffset: value.lastIndexOf(' ') - 1 };
    const at = [...value].flatMap((letter, index) => (letter === PLACEHOLDER ? [index] : []));
    const names = ['${before}', '${pass}', '${host}', '${beside}', '${behind}'];
    const [string] = findStrings({ path: 'a.env', text: 'U=mongodb://us:pw@h.example.com/db' }, ATLAS);
    const cuts = [0, 5, inValue.offset, inValue.offset + 4, inValue.endOffset - 1, inValue.endOffset, value.length];
    const segments = cuts
      .slice(1)
      .map((end, i) => ({ at: cuts[i]!, length: end - cuts[i]!, offset: 0, endOffset: 0, exact: false }));
    const whole: FoundString = {
      ...string!,
      inValue,
      uri: null,
      hosts: [],
      secrets: [
        { offset: inValue.offset + 10, endOffset: inValue.offset + 12 },
        { offset: inValue.offset + 13, endOffset: inValue.offset + 16 },
      ],
      literal: {
        ...string!.literal,
        value,
        segments,
        placeholders: at.map((place, i) => ({
          at: place,
          offset: 0,
          endOffset: 0,
          text: names[i]!,
          name: 'n',
          isExample: false,
        })),
      },
    };
    const masked = maskedString(whole);
    expect(masked.around).toEqual([inValue.offset, value.length - inValue.endOffset]);
    expect(masked.literal.value).toBe(`mongodb://**:${PLACEHOLDER}**@${PLACEHOLDER}/db`);
    expect(masked.literal.segments).toEqual(segments.slice(2, 5));
    expect(masked.literal.placeholders.map(({ text, name }) => [text, name])).toEqual([
      ['${pass}', null],
      ['${host}', 'n'],
    ]);
    const back = unmaskedString(masked);
    expect(back.literal.value).toBe(
      `${'*'.repeat(inValue.offset)}${masked.literal.value}${'*'.repeat(value.length - inValue.endOffset)}`,
    );
    expect(back).not.toHaveProperty('around');
  });

  it('hides database and options of what was cut off before its host', () => {
    const [string] = findStrings({ path: 'a.env', text: 'U=mongodb://kiln-user:Wint3r/kiln?wint3r=kiln&y=1' }, ATLAS);
    const { uri, hosts } = maskedString(string!);
    expect(hosts.map(({ host }) => host)).toEqual(['***']);
    expect(uri).toMatchObject({ hosts: [{ host: '***' }], database: '***' });
    expect(uri!.options.map(({ name, value }) => [name, value])).toEqual([
      ['***', null],
      ['***', null],
    ]);
  });

  it('keeps host, database and options that are not secret', () => {
    const [string] = findStrings(
      { path: 'a.env', text: 'U=mongodb://a:k1ln@h.example.com/db?w=1&proxyPassword=k1ln&x' },
      ATLAS,
    );
    const { uri, hosts } = maskedString(string!);
    expect(hosts).toEqual(string!.hosts);
    expect(uri!.hosts).toEqual(string!.uri!.hosts);
    expect(uri!.database).toBe('db');
    expect(uri!.options.map(({ name, value }) => [name, value])).toEqual([
      ['w', '1'],
      ['proxyPassword', null],
      ['x', null],
    ]);
  });

  it('keeps unknown pieces in their words, unless they are a secret themselves', () => {
    const placeholders = (path: string, text: string): unknown[] =>
      findStrings({ path, text }, ATLAS).flatMap((string) =>
        maskedString(string).literal.placeholders.map(({ text: words, name }) => [words, name]),
      );
    expect(placeholders('a.js', 'u = `mongodb://${user}:${pass}@${host}/`')).toEqual([
      ['${user}', null],
      ['${pass}', null],
      ['${host}', 'host'],
    ]);
    expect(placeholders('a.js', 'u = `mongodb://${host}/?proxyPassword=x`')).toEqual([['${host}', 'host']]);
    expect(placeholders('a.md', '`mongodb://<user>:<k1ln-X>@h.example.com/`')).toEqual([
      ['<user>', null],
      ['***', null],
    ]);
  });
});
