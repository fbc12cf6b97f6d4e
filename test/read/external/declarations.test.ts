import { describe, expect, it } from 'vitest';
import rows from '../../../src/read/external/declarations.json' with { type: 'json' };
import { declarations } from '../../../src/read/external/settings.ts';
import { pageOf } from '../../../src/read/page.ts';

describe('src/read/external/declarations.json', () => {
  it.each(rows)('reads $name of $of', ({ file, needs = [''], example, name }) => {
    expect(needs.some((word) => example.toLowerCase().includes(word.toLowerCase()))).toBe(true);
    const variables = new Map(['*', '**', 'set *'].map((all) => [all, false] as const));
    const reads = declarations(pageOf({ path: file, text: example, variables }));
    expect(reads.map((read) => read.name)).toContain(name);
  });
});
