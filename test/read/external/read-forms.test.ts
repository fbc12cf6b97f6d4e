import { describe, expect, it } from 'vitest';
import forms from '../../../src/read/external/read-forms.json' with { type: 'json' };
import { readsOf } from '../../../src/read/external/reads.ts';
import { pageOf } from '../../../src/read/page.ts';

describe('src/read/external/read-forms.json', () => {
  it.each([...forms.anywhere, ...forms.settings])('reads $example of $of', ({ needs, pattern, example, name }) => {
    expect(example).toMatch(new RegExp(needs, 'm'));
    expect(example).toMatch(new RegExp(pattern, 'm'));
    const names = readsOf(pageOf({ path: 'prod.conf', text: example }), true).map((read) => read.name);
    expect(names).toContain(name);
  });
});
