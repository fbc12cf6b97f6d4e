import { describe, expect, it } from 'vitest';
import { lintText } from '../../src/index.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { listSource } from '../../src/node/list.ts';

const HOST = 'shop.k2m4q.mongodb.net';
const texts = (text: string, path = 'a.env'): string[] =>
  listSource({ path, text }, ATLAS).map((record) => record.text);
const keys = (text: string, path = 'a.env'): (string | null)[] =>
  listSource({ path, text }, ATLAS).map((record) => record.key);

describe('a user who is called like other things', () => {
  const first = `A=mongodb+srv://export:Kx7q2Lw9@${HOST}/export?appName=export\n`;

  it('keeps the names of variables', () => {
    expect(texts(`${first}B=mongodb+srv://\${EXPORT_USER}:\${EXPORT_PASS}@${HOST}\n`)[1]).toBe(
      `mongodb+srv://\${EXPORT_USER}:\${EXPORT_PASS}@${HOST}`,
    );
  });

  it('keeps databases and values of options', () => {
    expect(texts(first)[0]).toBe(`mongodb+srv://***:***@${HOST}/export?appName=export`);
  });

  it('keeps keys', () => {
    expect(keys(`A=mongodb+srv://export:Kx7q2Lw9@${HOST}\nEXPORT_URI=mongodb+srv://${HOST}\n`)[1]).toBe('EXPORT_URI');
  });

  it('keeps reasons', () => {
    const text = `x = "mongodb+srv://export:Kx7q2Lw9@${HOST}"\n# connlint-disable-next-line -- export needs it\ny = "mongodb+srv://${HOST}:27017"\n`;
    const reasons = lintText(text, { path: 'a.py' }).findings.flatMap(({ suppressed }) => suppressed?.reason ?? []);
    expect(reasons).toEqual(['export needs it']);
  });
});

describe('a secret in another place', () => {
  it.each([
    ['drawn by chance, in a key', 'K=mongodb://u:Kx7q2Lw9@h\nP_Kx7q2Lw9=mongodb://h2\n', 'P_***'],
    ['a user drawn by chance, in a key', 'K=mongodb://jq7wkz:x@h\nP_JQ7WKZ=mongodb://h2\n', 'P_***'],
  ])('%s', (_, text, key) => {
    expect(keys(text)[1]).toBe(key);
  });

  it('is hidden in a database', () => {
    expect(texts('A=mongodb://u:Kx7q2Lw9@h/\nB=mongodb://h2/Kx7q2Lw9\n')[1]).toBe('mongodb://h2/***');
  });

  it('is hidden as a whole word where it is a word', () => {
    const [, other, longer] = texts(
      'A=mongodb://u:sunflower@h/\nB=mongodb://h2/sunflower\nC=mongodb://h2/sunflowers\n',
    );
    expect([other, longer]).toEqual(['mongodb://h2/***', 'mongodb://h2/sunflowers']);
  });

  it('is hidden however many begin alike', () => {
    const many = Array.from({ length: 80 }, (_, n) => `A${n}=mongodb://u:Kx7q2L${n}zz@h\n`).join('');
    expect(texts(`${many}B=mongodb://h2/Kx7q2L77zz\n`).at(-1)).toBe('mongodb://h2/***');
  });
});

describe('databases of two words', () => {
  it.each([
    ['admin.sock', true],
    ['my=db', true],
    ['Reports.daily', true],
    ['user.orders', false],
    ['orders.kq7x', false],
    ['db.orders.daily', false],
  ])('%s', (name, isShown) => {
    expect(texts(`A=mongodb://h/${name}\n`)[0]).toBe(`mongodb://h/${isShown ? name : '***'}`);
  });
});
