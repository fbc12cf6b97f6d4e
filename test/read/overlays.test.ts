import { describe, expect, it } from 'vitest';
import overlays from '../../src/read/overlays.json' with { type: 'json' };

describe('src/read/overlays.json', () => {
  it.each([...overlays.texts, ...overlays.placed, ...overlays.holders])('finds $of', ({ pattern, example }) => {
    expect(example).toMatch(new RegExp(pattern.replaceAll('HOLDER', 'cfg'), 'm'));
  });
});
