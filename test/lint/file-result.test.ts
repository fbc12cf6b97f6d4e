import { describe, expect, it } from 'vitest';
import { lineTable } from '../../src/text/source.ts';
import { keptSource } from '../../src/lint/lint-text.ts';
import { speaker, fromPlain, plainSource } from '../../src/lint/file-result.ts';
import type { Speaker, PlainSource } from '../../src/lint/file-result.ts';
import { linted, lintedProject, settingsOf } from '../support/lint-text.ts';

const TEXTS: readonly (readonly [path: string, text: string])[] = [
  [
    'a/.env',
    'A=mongodb+srv://app:s3cret@gable-pri.k4j5h.mongodb.net:27017/shop\nB=mongodb+srv://gable.k4j5h.mongodb.net/\n',
  ],
  [
    'a/b.env',
    '# é 😀\r\nC=mongodb://gable-shard-00-00.k4j5h.mongodb.net,gable-shard-00-01.k4j5h.mongodb.net/?tls=false\r\n',
  ],
  [
    'c.js',
    '// connlint-disable-next-line srv-port -- for nothing\nfetch("https://cloud.mongodb.com/api/atlas/v1.0/groups");\n',
  ],
  ['d.txt', 'mongodb+srv://gable-pl-0-lb.k4j5h.mongodb.net:27017/?w=2&w=1&ssl=true&tls=false'],
  ['e.txt', 'nothing'],
];

/** What another thread makes of the texts, as it arrives here. */
function heard(tell: Speaker): ReturnType<typeof fromPlain>[] {
  const words: string[] = [];
  return TEXTS.map(([path, text]) => {
    const said = JSON.stringify(plainSource(linted(path, text), lineTable(text), tell));
    words.push(...(JSON.parse(JSON.stringify(tell.news())) as string[]));
    return fromPlain(JSON.parse(said) as PlainSource, words, settingsOf(path));
  });
}

describe('what comes from another thread', () => {
  const own = TEXTS.map(([path, text]) => keptSource(linted(path, text), lineTable(text)));

  it('is what this one would have found', () => {
    const whole = lintedProject(own);
    expect(whole.findings.length).toBeGreaterThan(8);
    expect(lintedProject(heard(speaker()))).toEqual(whole);
  });

  it('is the same when more was said than is remembered', () => {
    const tell = speaker();
    for (let index = 0; index < 6_000; index++) tell.say(`word ${index}`);
    expect(tell.news().length).toBeLessThan(6_000);
    expect(lintedProject(heard(tell))).toEqual(lintedProject(own));
  });
});
