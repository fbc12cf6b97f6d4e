import { describe, expect, it } from 'vitest';
import { ATLAS } from '../../src/classify/service.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { hiddenInPatch } from '../../src/report/patch.ts';

const HOST = 'shop.k2m4q.mongodb.net:27017';
const PLAIN = `mongodb+srv://${HOST}/db`;

/** The lines of a text that a patch may show. */
function shown(path: string, text: string): string[] {
  const hidden = hiddenInPatch({ path, text }, findStrings({ path, text }, ATLAS));
  let at = 0;
  return text.split('\n').filter((line) => {
    const offset = at;
    at += line.length + 1;
    return line !== '' && !hidden.some((range) => range.offset < at && range.endOffset > offset);
  });
}

describe('a line with a credential beside its string', () => {
  it.each([
    ['flags of a command', 'a.sh', `mongosh "${PLAIN}" -u app -p 'Kx7q!w'`],
    ['a flag without a space', 'a.sh', `mongoimport --uri "${PLAIN}" -pKx7qw9`],
    ['flags in a list', 'Dockerfile', `CMD ["mongosh", "${PLAIN}", "-u", "kestrel", "-p", "zephyr"]`],
    ['words in the form of a host name', 'a.properties', `mongo.Kx7qw9p.uri=${PLAIN}`],
    ['the name of a user', 'a.sh', `mongosh "${PLAIN}" --username kestrel-zephyr97`],
    ['arguments of a format', 'a.py', `u = "mongodb+srv://%s:%s@${HOST}/db" % ("app", "correct-horse")`],
    ['arguments of a format', 'a.go', `u := fmt.Sprintf("mongodb+srv://%s:%s@${HOST}/db", "app", "correct-horse")`],
    [
      'a call in the string',
      'a.js',
      `const u = \`mongodb+srv://\${a}:\${encodeURIComponent('correct-horse')}@${HOST}/db\`;`,
    ],
    ['a default in the string', 'a.js', `const u = \`mongodb+srv://\${process.env.U || 'wqzkxjv'}:\${p}@${HOST}/db\`;`],
    ['a filter', 'a.yml', `uri: "mongodb+srv://{{ user }}:{{ password | default('Kx7qTw9p') }}@${HOST}/db"`],
    ['a cell of a table', 'a.md', `| app | Kx7qTw9pLm | ${PLAIN} |`],
    ['a column', 'a.csv', `zephyr,walnut-kestrel-22,${PLAIN}`],
    ['another variable', 'a.js', `var a="${PLAIN}",b="Kx7qTw9p"`],
    ['a key', 'a.env', `URI_Kx7qTw9p=${PLAIN}`],
    ['a number', 'a.csv', `837465019283,${PLAIN}`],
    ['letters that make no word', 'a.csv', `qxzjkvwbmn,${PLAIN}`],
    ['a neighbour', 'a.env', `M=${PLAIN} R=redis://app:kestrel@h`],
    ['base64', 'a.js', `f("${PLAIN}", "YXBwOmNvcnJlY3QtaG9yc2U=")`],
  ])('is not shown: %s', (_, path, line) => {
    expect(shown(path, `${line}\n`)).toEqual([]);
  });
});

describe('a line beside a change', () => {
  it.each([
    'const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5000 });',
    'spring.data.mongodb.uri=mongodb+srv://${MONGO_USER}:${MONGO_PASS}@shop.k2m4q.mongodb.net:27017/db',
    `  uri: "${PLAIN}"`,
    '    image: mongo:7.0.14',
    'export AWS_REGION=us-east-1',
    'password: ${{ secrets.MONGO_PASSWORD }}',
    'const password = process.env.MONGO_PASSWORD;',
    '# connlint-disable-next-line srv-port -- left over since 2024-05-01',
    '"Accept": "application/vnd.atlas.2024-08-05+json",',
  ])('is shown where it contains none: %s', (line) => {
    expect(shown('a.txt', `${line}\n`)).toEqual([line]);
  });
});
