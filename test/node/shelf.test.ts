import { describe, expect, it } from 'vitest';
import { lineIndexOf, lineTable } from '../../src/text/source.ts';
import { plainRest } from '../../src/lint/kept-rest.ts';
import { keptSource } from '../../src/lint/lint-text.ts';
import { shelf } from '../../src/node/shelf.ts';
import { linted, lintedProject } from '../support/lint-text.ts';

const token = (index: number): string => `k${index % 4}j5h`;
/** Files of one project: mixed kinds of strings, lists that miss nodes, comments, Terraform, lines without anything. */
const TEXTS = Array.from({ length: 40 }, (_, index): [path: string, text: string] => {
  const before = '# é 😀\r\n'.repeat(index % 5);
  if (index % 10 === 3)
    return [`infra${index}/main.tf`, `${before}uri = mongodbatlas_cluster.a.connection_strings[0].private\n`];
  return [
    `services/${index % 3}/${index}.env`,
    [
      `${before}A=mongodb+srv://app:s3cret${index}@gable-pri.${token(index)}.mongodb.net/shop`,
      `B=mongodb+srv://app:s3cret@gable.${token(index + 2)}.mongodb.net:27017/`,
      `C=mongodb://gable-shard-00-0${index % 3}.${token(index)}.mongodb.net:27017,gable-shard-00-01.${token(index)}.mongodb.net:27017/`,
      '# connlint-disable-next-line srv-port -- here for reasons',
      `D=mongodb+srv://gable-pl-0-lb.${token(index)}.mongodb.net:27017/`,
      '# connlint-disable-next-line legacy-host -- for nothing',
      'PORT=1',
    ].join('\n'),
  ];
});
const tables = TEXTS.map(([, text]) => lineTable(text));
const kept = TEXTS.map(([path, text], i) => keptSource(linted(path, text), tables[i]!));

describe('what is packed because there is so much of it', () => {
  it.each([
    ['nothing', 1_000, 1_000],
    ['all in one batch that is never full', 0, 1_000],
    ['all, in small batches', 0, 7],
    ['all but the first', 10, 1],
  ])('is judged like what is not: %s', (_, open, size) => {
    const { put } = shelf(open, size);
    const shelved = kept.map((source, i) => put(source, () => plainRest(source, tables[i]!)));
    const whole = lintedProject(kept);
    expect(whole.findings.filter(({ rule }) => rule === 'mixed-string-kinds').length).toBeGreaterThan(0);
    expect(whole.findings.filter(({ rule }) => rule === 'host-list-incomplete').length).toBeGreaterThan(0);
    expect(whole.unknown.length).toBeGreaterThan(0);
    expect(lintedProject(shelved)).toEqual(whole);
  });

  it('comes out again in any order', () => {
    const { put } = shelf(0, 7);
    const shelved = kept.map((source, i) => put(source, () => plainRest(source, tables[i]!)));
    for (const index of [39, 0, 20, 21, 1, 38]) {
      const { shown, unknown, notes, lines } = shelved[index]!;
      const [, text] = TEXTS[index]!;
      expect({ shown, unknown, notes }).toEqual({
        shown: kept[index]!.shown,
        unknown: kept[index]!.unknown,
        notes: kept[index]!.notes,
      });
      const positions = (all: typeof lines): unknown[] => [...text].map((_, at) => all.position(at));
      expect(positions(lines)).toEqual(positions(kept[index]!.lines));
    }
  });
});
