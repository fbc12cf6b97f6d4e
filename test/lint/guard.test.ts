import { NO_FACTS } from '../../src/facts/facts.ts';
import { describe, expect, it } from 'vitest';
import { lintText } from '../../src/index.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { lintSource } from '../../src/lint/lint-text.ts';
import { listSource } from '../../src/node/list.ts';
import { settingsOf } from '../support/lint-text.ts';

const HOST = 'shop.k2m4q.mongodb.net';
const texts = (text: string, path = 'a.env'): string[] =>
  listSource({ path, text }, { profile: ATLAS, facts: NO_FACTS, external: {} }).map((record) => record.text);
const keys = (text: string, path = 'a.env'): (string | null)[] =>
  listSource({ path, text }, { profile: ATLAS, facts: NO_FACTS, external: {} }).map((record) => record.key);

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

describe('a word drawn by chance', () => {
  it.each([
    ['A=mongodb://h1.k2m4q.mongodb.net:27017,52cbd5ce55f630c0/x\n', 'mongodb://h1.k2m4q.mongodb.net:27017,***/x'],
    ['A=mongodb://Kx7qTw9pLm:27017/x\n', 'mongodb://***:27017/x'],
    [`A=mongodb+srv://${HOST}/?authSource=Kx7qTw9pLm\n`, `mongodb+srv://${HOST}/?authSource=***`],
    [`A=mongodb+srv://${HOST}/?readPreferenceTags=u:Kx7qTw9pLm\n`, `mongodb+srv://${HOST}/?readPreferenceTags=***`],
  ])('is hidden: %s', (text, shown) => {
    expect(texts(text)).toEqual([shown]);
  });

  it.each([
    `mongodb://h1.k2m4q.mongodb.net:27017/?replicaSet=atlas-k2m4q7-shard-0`,
    `mongodb://mongo1:27017,mongo2:27017/?replicaSet=rs0`,
    `mongodb+srv://${HOST}/?appName=Cluster0&readPreferenceTags=region:us_east_1,nodeType:ANALYTICS`,
  ])('is none: %s', (text) => {
    expect(texts(`A=${text}\n`)).toEqual([text]);
  });

  it('is hidden between brackets that only a shell fills in, and in the path of an API address', () => {
    expect(texts('mongosh "mongodb+srv://${{ 532947566973 }}:x@h.example.com/"\n', 'a.sh')[0]).not.toContain('532947');
    const address = 'https://cloud.mongodb.com/api/atlas/v2/groups/5f1a5f1a5f1a5f1a5f1a5f1a/apiKeys';
    expect(texts(`A=${address}/3e5f6dfae8db3b45a1840cef630c9bc9\n`)).toEqual([`${address}/***`]);
  });

  it('names no value from the middle of a list', () => {
    expect(keys(`INSERT INTO c VALUES ('app', 'correct-horse', 'mongodb+srv://${HOST}');\n`, 'a.sql')).toEqual([null]);
    expect(keys(`setenv("DB_URI", "mongodb+srv://${HOST}");\n`, 'a.c')).toEqual(['DB_URI']);
  });
});

describe('what shards and plans get', () => {
  it('contains no secret of the file in keys and values', () => {
    const text = `P_Kx7qTw9pLm=mongodb+srv://app:Kx7qTw9pLm@${HOST}\nB=mongodb+srv://${HOST}/Kx7qTw9pLm\n# connlint-disable-line srv-port until=Kx7qTw9pLm -- x\n`;
    const wants = { masked: true, bytes: true, hashes: true };
    const result = lintSource({ path: 'a.env', text }, settingsOf('a.env'), { suppressions: true, wants });
    expect(JSON.stringify(result)).not.toContain('Kx7qTw9pLm');
    expect(result.masked?.[1]?.literal.value).toBe(`mongodb+srv://${HOST}/**********`);
  });
});
