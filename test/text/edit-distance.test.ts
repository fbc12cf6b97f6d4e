import { expect, it } from 'vitest';
import { distanceNearest } from '../../src/text/edit-distance.ts';

const OPTIONS = ['--format', '--fail-on', '--max-warnings', '--no-ignore', '--quiet'];

it.each([
  ['--fromat', '--format'],
  ['--FORMAT', '--format'],
  ['--failon', '--fail-on'],
  ['--max-warning', '--max-warnings'],
  ['--max', '--max-warnings'],
  ['--max-warnings-per-file', '--max-warnings'],
  ['--shard', null],
  ['', null],
  ['x'.repeat(1000), null],
])('%s was meant as %s', (word, meant) => {
  expect(distanceNearest(word, OPTIONS)).toBe(meant);
});

it('prefers the nearer one, and of equally near ones the first', () => {
  expect(distanceNearest('errors', ['errands', 'error'])).toBe('error');
  expect(distanceNearest('bat', ['cat', 'hat'])).toBe('cat');
});

it('does not take a short word for another short one', () => {
  expect(distanceNearest('to', ['of', 'at'])).toBeNull();
});

it('counts two swapped letters as one slip', () => {
  expect(distanceNearest('azuer', ['azure', 'amber'])).toBe('azure');
});
