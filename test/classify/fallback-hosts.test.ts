import { describe, expect, it } from 'vitest';
import { lintText } from '../../src/index.ts';
import { applyEdits } from '../../src/text/source.ts';

/** The findings of a line in an `.env` file, with the text after each fix and suggestion. */
function told(line: string): string[] {
  return lintText(line, { path: 'a.env', today: '2026-11-01' }).findings.flatMap(({ rule, kind, fix, suggestions }) => [
    `${rule} ${kind}`,
    ...[...(fix ? [fix] : []), ...suggestions].map(({ edits }) => applyEdits(line, edits)),
  ]);
}

describe('a host that a placeholder falls back on', () => {
  it('is judged, and left as it is written', () => {
    expect(told('A=mongodb+srv://${H:-gable-k4j5h.mongodb.net}:27017/x')).toEqual([
      'legacy-host legacy',
      'uri-refused legacy',
      'A=mongodb+srv://${H:-gable-k4j5h.mongodb.net}/x',
    ]);
  });

  it('is one of several hosts', () => {
    expect(
      told(
        'A=mongodb://${H:-gable-shard-00-00.k4j5h.mongodb.net:27017,gable-shard-00-01.k4j5h.mongodb.net:27017}/?tls=true',
      ),
    ).toEqual([]);
  });

  it('is reported beside a name of the same text, which is reported at its place', () => {
    expect(told('A=gable-shard-00-00.k4j5h.mongodb.net:27017\nB=mongodb://$A,${H:-gable-k4j5h.mongodb.net}/x')).toEqual(
      ['legacy-host standard'],
    );
    expect(told('A=gable.k4j5h.mongodb.net\nB=mongodb+srv://${A:-gable-k4j5h.mongodb.net}/x')).toEqual([
      'legacy-host legacy',
      'A=gable.k4j5h.mongodb.net\nB=mongodb+srv://${A:-gable.k4j5h.mongodb.net}/x',
    ]);
  });

  it('is each of several of which any may be meant', () => {
    expect(told('A=mongodb+srv://${H:-$X ? gable-k4j5h.mongodb.net : till-k4j5h.mongodb.net}/x')).toEqual([
      'legacy-host legacy',
      'A=mongodb+srv://${H:-$X ? gable.k4j5h.mongodb.net : till-k4j5h.mongodb.net}/x',
      'legacy-host legacy',
      'A=mongodb+srv://${H:-$X ? gable-k4j5h.mongodb.net : till.k4j5h.mongodb.net}/x',
    ]);
  });

  it('is none where a name is only worked on', () => {
    expect(told('A=mongodb+srv://${H/.mongodb.net/-pri.mongodb.net}/x')).toEqual(['derived-host templated-unknown']);
  });
});
