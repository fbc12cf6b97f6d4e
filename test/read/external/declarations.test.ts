import { describe, expect, it } from 'vitest';
import rows from '../../../src/read/external/declarations.json' with { type: 'json' };
import { declarations } from '../../../src/read/external/settings.ts';
import { pageOf } from '../../../src/read/page.ts';

describe('src/read/external/declarations.json', () => {
  it.each(rows)('reads $name of $of', ({ file, needs = [''], example, name }) => {
    expect(needs.some((word) => example.toLowerCase().includes(word.toLowerCase()))).toBe(true);
    const page = pageOf({ path: file, text: example, variables: new Map(['*', '**'].map((all) => [all, false])) });
    expect(declarations(page).map((read) => read.name)).toContain(name);
  });
});
