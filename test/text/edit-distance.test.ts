import { expect, it } from 'vitest';
import { nearestName } from '../../src/text/edit-distance.ts';

const OPTIONS = ['--format', '--fail-on', '--max-warnings', '--no-ignore', '--quiet'];

it.each([
  ['--fromat', '--format'],
  ['--FORMAT', '--format'],
  ['--failon', '--fail-on'],
  ['--max-warning', '--max-warnings'],
  ['--shard', null],
  ['', null],
  ['x'.repeat(1000), null],
])('%s was meant as %s', (word, meant) => {
  expect(nearestName(word, OPTIONS)).toBe(meant);
});

it('prefers the nearer one, and of equally near ones the first', () => {
  expect(nearestName('errors', ['errands', 'error'])).toBe('error');
  expect(nearestName('bat', ['cat', 'hat'])).toBe('cat');
});

it('does not take a short word for another short one', () => {
  expect(nearestName('to', ['of', 'at'])).toBeNull();
});

it('counts two swapped letters as one slip', () => {
  expect(nearestName('azuer', ['azure', 'amber'])).toBe('azure');
});
