import { describe, expect, it } from 'vitest';
import { parseConnectionString } from '../../src/parse/parse.ts';
import type { Range } from '../../src/text/source.ts';

function slice(text: string, at: Range | null): string | null {
  return at && text.slice(at.offset, at.endOffset);
}

describe('the parts of a connection string', () => {
  it('have offsets that show them in the text', () => {
    const text = 'mongodb://app:ge%40heim@db1.example.net:27018,[2001:db8::7]:1/my%2Ddb?w=1&appName=a%20b';
    const uri = parseConnectionString(text);
    expect(uri.scheme).toBe('direct');
    expect(slice(text, uri.schemeRange)).toBe('mongodb');
    expect(slice(text, uri.userRange)).toBe('app');
    expect(slice(text, uri.passwordRange)).toBe('ge%40heim');
    expect(slice(text, uri.hostsRange)).toBe('db1.example.net:27018,[2001:db8::7]:1');
    expect(uri.hosts.map(({ host, port }) => [host, port])).toEqual([
      ['db1.example.net', 27018],
      ['2001:db8::7', 1],
    ]);
    expect(uri.hosts.map((host) => slice(text, host))).toEqual(['db1.example.net:27018', '[2001:db8::7]:1']);
    expect(uri.hosts.map(({ hostRange }) => slice(text, hostRange))).toEqual(['db1.example.net', '2001:db8::7']);
    expect(uri.hosts.map(({ portRange }) => slice(text, portRange))).toEqual(['27018', '1']);
    expect(uri.database).toBe('my-db');
    expect(slice(text, uri.databaseRange)).toBe('my%2Ddb');
    expect(uri.options.map(({ name, value }) => [name, value])).toEqual([
      ['w', '1'],
      ['appName', 'a b'],
    ]);
    expect(uri.options.map(({ valueRange }) => slice(text, valueRange))).toEqual(['1', 'a%20b']);
    expect(uri.issues).toEqual([]);
  });

  it('are null where the text has none', () => {
    const uri = parseConnectionString('mongodb+srv://orders.tk3fq.mongodb.net/');
    expect(uri).toMatchObject({
      scheme: 'srv',
      userRange: null,
      passwordRange: null,
      database: null,
      databaseRange: null,
    });
    expect(uri.options).toEqual([]);
  });

  it('show an empty password as an empty range', () => {
    const uri = parseConnectionString('mongodb://app:@db1.example.net');
    expect(uri.passwordRange).toEqual({ offset: 14, endOffset: 14 });
  });

  it('decode the path of a Unix socket only', () => {
    const uri = parseConnectionString('mongodb://%2Frun%2Fmongodb-27017.sock,db%31.example.net');
    expect(uri.hosts.map(({ host }) => host)).toEqual(['/run/mongodb-27017.sock', 'db%31.example.net']);
  });

  it('take a bare number for a further port of the host before it', () => {
    const text = 'mongodb://pl-0-eu-west-1.tk3fq.mongodb.net:1024,1025';
    const [, second] = parseConnectionString(text).hosts;
    expect(second).toMatchObject({ host: 'pl-0-eu-west-1.tk3fq.mongodb.net', port: 1025 });
    expect(slice(text, second!)).toBe('1025');
  });

  it('are found without a scheme', () => {
    const uri = parseConnectionString('db1.example.net:27017,db2.example.net/orders');
    expect(uri.scheme).toBeNull();
    expect(uri.hosts.map(({ host, port }) => [host, port])).toEqual([
      ['db1.example.net', 27017],
      ['db2.example.net', null],
    ]);
    expect(uri.database).toBe('orders');
  });

  it('are found under other schemes than the default ones', () => {
    const schemes = ['db', 'db+srv'] as const;
    expect(parseConnectionString('db+srv://orders.example.net', { schemes })).toMatchObject({
      scheme: 'srv',
      issues: [],
    });
    expect(parseConnectionString('DB://orders.example.net', { schemes }).issues[0]?.code).toBe('scheme-spelling');
    expect(parseConnectionString('mongodb://orders.example.net', { schemes }).issues[0]?.code).toBe('no-scheme');
  });
});
