import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadTarget, targetNames } from './bundle.ts';
import type { Loaded } from './bundle.ts';
import { faultOf, fuzz } from './engine.ts';
import { growthFault } from './growth.ts';
import { corpusOf, faultsOf } from './kept.ts';

describe.each(targetNames())('%s', (name) => {
  let target: Loaded;
  beforeAll(async () => {
    target = await loadTarget(name);
  });

  it('stands everything that it did not stand once', () => {
    const kept = faultsOf(name);
    expect(kept.map((input) => faultOf(target, input))).toEqual(kept.map(() => null));
    expect(kept.map((input) => growthFault(target, input))).toEqual(kept.map(() => null));
  });

  it('stands its seeds and the inputs that reach furthest', () => {
    const inputs = [...target.seeds(), ...corpusOf(name)];
    expect(inputs.length).toBeGreaterThan(2);
    for (const input of inputs) expect(faultOf(target, input), JSON.stringify(input)).toBeNull();
  });
});

describe('the fuzzer', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'connlint-fuzz-'));
    mkdirSync(join(folder, 'src'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const planted = async (name: string, run: string): Promise<Loaded> => {
    const file = join(folder, `src/${name}.ts`);
    writeFileSync(file, `export const target = { seeds: () => ['a'], run(text: string): void { ${run} } };`);
    return loadTarget(name, file);
  };

  it('finds what lies behind several conditions, and shortens it', async () => {
    const target = await planted(
      'deep',
      `if (text[0] === 'x') if (text[1] === '{') if (text[2] === '9') throw new Error('!');`,
    );
    const { faults } = fuzz(target, { seed: 1, goOn: (inputs) => inputs < 60_000 });
    expect(faults.map(({ input }) => input)).toEqual(['x{9']);
  });

  it('finds words that the program compares with', async () => {
    const target = await planted('word', `if (text.includes('zebra-crossing')) throw new Error('!');`);
    const { faults } = fuzz(target, { seed: 1, goOn: (inputs) => inputs < 5_000 });
    expect(faults.map(({ input }) => input)).toEqual(['zebra-crossing']);
  });

  it('finds work that grows faster than the text', async () => {
    const target = await planted(
      'slow',
      `for (let i = 0; i < text.length; i += 99) for (const b of text) if (b === 'a') i += 0;`,
    );
    const { faults } = fuzz(target, { seed: 1, goOn: (inputs) => inputs < 500 });
    expect(faults.map(({ why }) => why)).toEqual([expect.stringMatching(/^takes \d+ steps/)]);
  });
});
