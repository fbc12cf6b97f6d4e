import { describe, expect, it } from 'vitest';
import inputs from '../../../src/read/external/inputs.json' with { type: 'json' };

describe('src/read/external/inputs.json', () => {
  it.each([...inputs.nix, ...inputs.others])('reads $of', ({ pattern, example }) => {
    expect(new RegExp(`(?:${pattern})$`, 'im').exec(example)?.slice(1)).toContain('uri');
  });
});
