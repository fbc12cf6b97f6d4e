import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../../SECURITY.md'), 'utf8');
const rows = [...page.matchAll(/^\| (.+?) \| .+ \| `(.+?)`: (.+?) +\|$/gm)].map(
  ([, threat = '', file = '', title = '']) => ({
    threat,
    file,
    title,
  }),
);

describe('the threat model', () => {
  it('has a test for every line', () => {
    const lines = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:what could|-)/.test(line));
    expect(rows).toHaveLength(lines.length);
    expect(rows.length).toBeGreaterThan(10);
  });

  it.each(rows)('$threat: $file', ({ file, title }) => {
    const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
    expect(text).toMatch(/\b(?:it|describe)(?:\.each\(.*?\))?\(/s);
    if (title !== '*') expect(text).toContain(`'${title}'`);
  });
});
