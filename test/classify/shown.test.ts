import { describe, expect, it } from 'vitest';
import { redact } from '../../src/index.ts';
import { shown, shownAfter, shownRange } from '../../src/classify/shown.ts';
import { shownName, shownProse } from '../../src/text/shown-name.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { findStrings } from '../../src/read/find-strings.ts';

const HOST = 'shop.k2m4q.mongodb.net';

describe('what is printed of a string', () => {
  it.each([
    [
      `mongodb+srv://app:b2R7kqZ4@${HOST}/orders?retryWrites=true&w=majority`,
      `mongodb+srv://***@${HOST}/orders?retryWrites=true&w=majority`,
    ],
    [`mongodb://a:b@${HOST}:27017,localhost:27018/`, `mongodb://***@${HOST}:27017,localhost:27018/`],
    ['mongodb://db.corp.internal:27017/x', 'mongodb://db.corp.internal:27017/x'],
    ['mongodb://127.0.0.1,[::1]:27018/x', 'mongodb://127.0.0.1,[::1]:27018/x'],
    ['mongodb://tr4wlerNet/x', 'mongodb://…/x'],
    ['mongodb://tr4wler:net-Weave', 'mongodb://…:…'],
    [`mongodb+srv://${HOST}/b2R7kqZ4wX9m`, `mongodb+srv://${HOST}/…`],
    [
      `mongodb+srv://${HOST}/?appName=b2R7k&replicaSet=x&b2R7=1&maxPoolSize=50`,
      `mongodb+srv://${HOST}/?appName=…&replicaSet=…&…=1&maxPoolSize=50`,
    ],
    [
      `mongodb+srv://${HOST}/?readPreference=secondary&compressors=zlib,snappy&authSource=admin`,
      `mongodb+srv://${HOST}/?readPreference=secondary&compressors=zlib,snappy&authSource=admin`,
    ],
    [`mongo+srv://${HOST}`, `mongo+srv://${HOST}`],
    [
      'https://a:b@cloud.mongodb.com/api/atlas/v2/groups/5f1a5f1a5f1a5f1a5f1a5f1a/clusters?x=y',
      'https://***@cloud.mongodb.com/api/atlas/v2/groups/…/clusters?…',
    ],
  ])('%s', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each([
    ['`mongodb+srv://${user}:${pass}@${DB_HOST}/${database}`', 'mongodb+srv://***@${DB_HOST}/${database}'],
    ['`mongodb+srv://${hosts[0] ?? "b2R7kqZ4"}/x`', 'mongodb+srv://…/x'],
    ['`mongodb+srv://${b2R7kqZ4}/x`', 'mongodb+srv://…/x'],
  ])('of the template %s', (text, expected) => {
    expect(findStrings({ path: 'a.js', text }, ATLAS).map(shown)).toEqual([expected]);
  });

  it('is marked at the columns of the same characters', () => {
    const text = `mongodb+srv://app:b2R7kqZ4@${HOST}:27017/orders?w=1`;
    const string = findStrings({ path: 'a.txt', text }, ATLAS)[0]!;
    const marked = (part: string): string => {
      const offset = text.indexOf(part);
      const range = shownRange(string, { offset, endOffset: offset + part.length });
      return shown(string).slice(range.offset, range.endOffset);
    };
    for (const part of [HOST, '27017', ':27017', 'orders', 'w=1', '1']) expect(marked(part)).toBe(part);
    expect(marked('b2R7')).toBe('***@');
    expect(marked(`4@${HOST}:27`)).toBe(`***@${HOST}:27`);
  });

  it('after an edit shows the edit, except behind a mask', () => {
    const text = `mongodb+srv://app:b2R7kqZ4@${HOST}:27017/orders`;
    const string = findStrings({ path: 'a.txt', text }, ATLAS)[0]!;
    const after = (part: string, by: string): string => {
      const offset = text.indexOf(part);
      return shownAfter(string, [{ offset, endOffset: offset + part.length, text: by }]);
    };
    expect(after(':27017', '')).toBe(`mongodb+srv://***@${HOST}/orders`);
    expect(after('b2R7kqZ4', '${PASSWORD}')).toBe(shown(string));
    expect(after('app:b2R7kqZ4@', '')).toBe(`mongodb+srv://${HOST}:27017/orders`);
    const end = { offset: text.length, endOffset: text.length, text: '?tls=true' };
    expect(shownAfter(string, [end])).toBe(`mongodb+srv://***@${HOST}:27017/orders?tls=true`);
  });

  it('after edits shows those of every host of a list', () => {
    const text = 'mongodb://app:b2R7kqZ4@a-ab1cd.mongodb.net:27017,b-ab1cd.mongodb.net,c-ab1cd.mongodb.net/orders';
    const dots = [...text.matchAll(/-(?=ab1cd)/g)].map(({ index }) => {
      return { offset: index, endOffset: index + 1, text: '.' };
    });
    const hosts = 'a.ab1cd.mongodb.net:27017,b.ab1cd.mongodb.net,c.ab1cd.mongodb.net';
    const string = findStrings({ path: 'a.txt', text }, ATLAS)[0]!;
    expect(shownAfter(string, dots)).toBe(`mongodb://***@${hosts}/orders`);
  });
});

describe('what is printed of other text', () => {
  it.each([
    ['spring.data.mongodb.uri', 'spring.data.mongodb.uri'],
    ['services[0].env.MONGO_URI_2', 'services[0].env.MONGO_URI_2'],
    ['k8s.E2E_MONGO_URI', 'k8s.E2E_MONGO_URI'],
    ['orders/connectionStringPrivateSrv1', 'orders/connectionStringPrivateSrv1'],
    ['URI_b2R7kqZ4wX9m', 'URI_***'],
    ['cfg.b2R7kqZ4wX9m.uri', 'cfg.***.uri'],
    ['3f2b9c1e-77aa-4d0e-9b1c-5a6d7e8f9012', '***'],
  ])('name %s', (name, expected) => {
    expect(shownName(name)).toBe(expected);
  });

  it('is prose without anything like an address', () => {
    expect(shownProse('moved to the new cluster in May 2026')).toBe('moved to the new cluster in May 2026');
    expect(shownProse('login is app:b2R7kqZ4')).toBe('…');
    expect(shownProse(`mongodb://a:b@${HOST}`)).toBe('…');
  });
});
