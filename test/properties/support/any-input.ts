import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { nearJson } from './near-json.ts';
import { nearText } from './near-text.ts';

export interface InputProperty {
  /** Inputs to begin with. */
  readonly seeds: () => readonly string[];
  /** Throws when the program does something with an input that it must not do. */
  readonly run: (input: string) => void;
}

/** Further inputs: `PROPERTY_RUNS=10000 npx vitest run test/properties`; another `PROPERTY_SEED` draws others. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 30);

/**
 * Asserts something for each seed, for the inputs in `examples/<name>.json` (those that failed once or that reach far into the
 * program), and for inputs near both.
 */
export function assertForInputs(name: string, { seeds, run }: InputProperty): void {
  const file = new URL(`../examples/${name}.json`, import.meta.url);
  // JSON, because inputs hold what no text file can: lone surrogates.
  const inputs = [...seeds(), ...(JSON.parse(readFileSync(file, 'utf8')) as readonly string[])];
  fc.assert(fc.property(fc.oneof(nearText(inputs), nearJson(inputs)), run), {
    examples: inputs.map((input) => [input]),
    numRuns: inputs.length + RUNS,
  });
}
