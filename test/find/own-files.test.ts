import { describe, expect, it } from 'vitest';
import { CHECK_FORMATS } from '../../src/report/formats.ts';
import { formats as LIST_FORMATS } from '../../src/cli/commands/list.ts';
import { connlint, withFiles } from '../support/cli.ts';

const FILES = {
  'a.env': 'A=mongodb+srv://app:pass@gable-pri.k4j5h.mongodb.net:27017/shop\n',
  'deep/b.ts': 'export const uri = "mongodb+srv://gable-k4j5h.mongodb.net:27017/";\n',
};

// Text reports look like those of other linters, and patches like any other.
const REPORTS = CHECK_FORMATS.filter((format) => !['text', 'full', 'concise', 'patch'].includes(format));
/** A ledger needs one. */
const NAME = ['--repository', 'acme/shop'];
const LISTS = LIST_FORMATS.filter((format) => format !== 'text');

describe('a report that lies in the tree', () => {
  it.each(REPORTS)('is not text of the project: %s', (format) => {
    withFiles(FILES, (cwd) => {
      const before = connlint(['--format', 'json'], { cwd });
      expect(connlint(['--format', `${format}=report.${format}`, '--fail-on', 'never', ...NAME], { cwd }).code).toBe(0);
      expect(connlint(['--format', 'json'], { cwd })).toEqual(before);
    });
  });

  it.each(LISTS)('is not text of the project: list as %s', (format) => {
    withFiles(FILES, (cwd) => {
      const before = connlint(['--format', 'json'], { cwd });
      expect(connlint(['list', '--format', `${format}=list.${format}`, ...NAME], { cwd }).code).toBe(0);
      const after = connlint(['--format', 'json'], { cwd });
      const files = /"files": \d+/;
      expect(after.stdout.replace(files, '')).toBe(before.stdout.replace(files, ''));
    });
  });

  it('is not taken for one when it only mentions connlint', () => {
    const config =
      '{ "version": 1, "uri": "mongodb+srv://gable.k4j5h.mongodb.net:27017/", "tool": { "name": "connlint" } }\n';
    withFiles({ 'settings.json': config, 'notes.md': `# connlint\n\nmongodb://gable.k4j5h.mongodb.net\n` }, (cwd) => {
      expect(connlint(['list', '--format', 'csv'], { cwd }).stdout.split('\n')).toHaveLength(4);
    });
  });
});
