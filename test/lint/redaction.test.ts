import { NO_FACTS } from '../../src/facts/facts.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATLAS } from '../../src/classify/service.ts';
import { lintText, redact } from '../../src/index.ts';
import { maskUserInfo } from '../../src/parse/mask-user-info.ts';
import { textResult } from '../../src/lint/classify-text.ts';
import { listSource } from '../../src/node/list.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { hiddenInPatch } from '../../src/report/patch.ts';
import { base64, FILES, secret, STRINGS, windows } from '../support/drawn-secrets.ts';

/** The output of the commands for a text in a file, without anything that depends only on lengths. */
function saidOf(path: string, text: string, string: string): string {
  const line = text.split('\n').find((each) => each.includes('://')) ?? '';
  const said = [
    lintText(text, { path }),
    listSource({ path, text }, { profile: ATLAS, facts: NO_FACTS, external: {} }),
    textResult(string, ATLAS),
    textResult(line, ATLAS),
  ];
  const plain = (key: string, value: unknown): unknown => (/^id$|offset|column/i.test(key) ? undefined : value);
  return JSON.stringify([...said, redact(string)], plain);
}

/** The lines of a text that a patch may contain. */
function shownLines(path: string, text: string): string[] {
  const hidden = hiddenInPatch({ path, text }, findStrings({ path, text }, ATLAS));
  let at = 0;
  return text.split('\n').filter((line) => {
    const offset = at;
    at += line.length + 1;
    return !hidden.some((range) => range.offset < at && range.endOffset > offset);
  });
}

describe('two texts that differ in their secrets only', () => {
  it('read alike in every report, and no part of a secret leaks', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STRINGS),
        fc.constantFrom(...FILES),
        fc.tuple(secret, secret, secret, secret),
        (string, [path, write], [user, password, otherUser, otherPassword]) => {
          // A password that equals the user name counts as an example.
          fc.pre(user !== password && otherUser !== otherPassword);
          const written = string(user, password);
          const text = write(written, user, password);
          const said = saidOf(path, text, written);
          const other = string(otherUser, otherPassword);
          const parts = [user, password, base64(password).slice(0, 16)].flatMap(windows);
          expect(parts.filter((part) => said.includes(part))).toEqual([]);
          expect(said).toBe(saidOf(path, write(other, otherUser, otherPassword), other));
          const shown = shownLines(path, text).join('\n');
          expect(parts.filter((part) => shown.includes(part))).toEqual([]);
        },
      ),
      { numRuns: Number(process.env.REDACTION_RUNS ?? 300), seed: 7 },
    );
  });
});

describe('an address where text leaves the program', () => {
  it.each([
    ['read mongodb://app:Kiln9tr4wl@h', 'read mongodb://***:***@h'],
    ['proxy http://app:k@h and https://x:y@z/', 'proxy http://***:***@h and https://***:***@z/'],
    ['mongodb://${user}:${pass}@h', 'mongodb://${user}:${pass}@h'],
    ['mongodb://user:password@h', 'mongodb://user:password@h'],
    [String.raw`{"text":"mongodb://\\(user):\\(word)@h"}`, String.raw`{"text":"mongodb://\\(user):\\(word)@h"}`],
    ['mongodb://h:27017/?a=b@c', 'mongodb://h:27017/?a=b@c'],
  ])('%s', (text, shown) => {
    expect(maskUserInfo(text)).toBe(shown);
  });
});

describe('an address that was taken for a path', () => {
  it.each([
    ['no such file: mongodb+srv:/app:Kiln9tr4wl@h/db', 'no such file: mongodb+srv:/***:***@h/db'],
    ['C:/a/b:c@d', 'C:/a/b:c@d'],
    ['mongodb://****:*******@h', 'mongodb://****:*******@h'],
  ])('%s', (text, shown) => {
    expect(maskUserInfo(text)).toBe(shown);
  });
});
