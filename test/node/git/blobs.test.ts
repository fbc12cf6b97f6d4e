import { describe, expect, it } from 'vitest';
import type { FileBytes } from '../../../src/node/fs/read-file.ts';
import { readBlobs } from '../../../src/node/git/selection.ts';
import { withFiles } from '../../support/cli.ts';
import { withRepository } from '../../support/repository.ts';

const shown = (blob: FileBytes): unknown => ('bytes' in blob ? blob.bytes.toString('latin1') : blob.skipped);

describe('blobs of git', () => {
  it('come in the order of the ids, byte for byte, whatever they contain', () => {
    const contents = ['a\n', '', 'no end', '\0\xff\r\n\n', 'x blob 3\n'].map((text) => Buffer.from(text, 'latin1'));
    const files = Object.fromEntries(contents.map((bytes, i) => [`f${i}`, bytes]));
    withRepository(files, ({ root, git }) => {
      const ids = contents.map((_, i) => git('hash-object', '-w', '--no-filters', `f${i}`));
      const asked = [...ids].reverse();
      const expected = [...contents].reverse().map((bytes) => bytes.toString('latin1'));
      expect(readBlobs(root, asked).map(shown)).toEqual(expected);
    });
  });

  it('says what is missing and what is not a blob', () => {
    withRepository({ a: 'a' }, ({ root, git }) => {
      git('add', '.');
      const [tree, blob] = [git('write-tree'), git('hash-object', 'a')];
      const ids = ['0'.repeat(40), blob, tree, blob];
      expect(readBlobs(root, ids).map(shown)).toEqual(['unreadable', 'a', 'unreadable', 'a']);
    });
  });

  it('asks nothing for nothing, and says without a repository', () => {
    withFiles({ a: 'a' }, (root) => {
      expect(readBlobs(root, [])).toEqual([]);
      expect(() => readBlobs(root, ['0'.repeat(40)])).toThrow(/git could not read/);
    });
  });
});
