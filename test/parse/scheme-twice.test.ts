import { describe, expect, it } from 'vitest';
import { parseConnectionString, userinfoEdits } from '../../src/parse/parse.ts';

/** Scheme, user info, hosts, database, and issues with their text. */
function seen(text: string): unknown[] {
  const { scheme, userRange, passwordRange, hosts, database, issues } = parseConnectionString(text);
  const [user, password] = [userRange, passwordRange].map((at) => at && text.slice(at.offset, at.endOffset));
  const told = issues.map(({ code, offset, endOffset }) => `${code} ${text.slice(offset, endOffset)}`);
  return [scheme, user, password, hosts.map(({ host }) => host).join(), database, told.join(', ')];
}

const TWICE = 'scheme-spelling mongodb+srv://';

describe('a connection string that was put into another one', () => {
  it.each<[text: string, ...parts: unknown[]]>([
    [
      'mongodb+srv://app:kiln@mongodb+srv://quay.tk3fq.mongodb.net/a',
      'srv',
      'app',
      'kiln',
      'quay.tk3fq.mongodb.net',
      'a',
      TWICE,
    ],
    ['mongodb://app@mongodb+srv://quay.tk3fq.mongodb.net', 'srv', 'app', null, 'quay.tk3fq.mongodb.net', null, TWICE],
    [
      'mongodb+srv://mongodb+srv://quay.tk3fq.mongodb.net/?w=1',
      'srv',
      null,
      null,
      'quay.tk3fq.mongodb.net',
      null,
      TWICE,
    ],
    [
      'mongodb+srv://app:kiln@mongodb+srv://app2:oven@quay.tk3fq.mongodb.net/a',
      'srv',
      'app',
      'kiln@mongodb+srv://app2:oven',
      'quay.tk3fq.mongodb.net',
      'a',
      TWICE,
    ],
    [
      'mongodb+srv://mongodb://app:kiln@a.example.net:27017,b.example.net/a',
      'direct',
      'mongodb',
      '//app:kiln',
      'a.example.net,b.example.net',
      'a',
      'scheme-spelling mongodb://',
    ],
  ])('is read with the hosts of the inner one: %s', (text, ...parts) => {
    expect(seen(text)).toEqual(parts);
    expect(userinfoEdits(text, parseConnectionString(text)) ?? []).toEqual([]);
  });

  it.each([
    'mongodb://mongodb/a',
    'mongodb://mongodb:27017,other/a',
    'mongodb://app:kiln@mongodb/?appName=mongodb://x',
    'mongodb://app:https://@a.example.net/',
  ])('is not seen where there is none: %s', (text) => {
    expect(parseConnectionString(text).issues.map(({ message }) => message)).not.toContain(
      'The string contains two schemes.',
    );
  });
});
