import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { nearJson } from './near-json.ts';
import { nearText } from './near-text.ts';

export interface InputProperty {
  /** The first inputs. */
  readonly seeds: () => readonly string[];
  /** Throws if the program does something wrong with an input. */
  readonly run: (input: string) => void;
}

/** More inputs: `PROPERTY_RUNS=10000 npx vitest run test/properties`. Another `PROPERTY_SEED` gives other inputs. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 30);

/**
 * Runs a check for each seed, for the inputs in `examples/<name>.json` (those that once failed or that cover much of
 * the program), and for variations of both.
 */
export function assertForInputs(name: string, { seeds, run }: InputProperty): void {
  const file = new URL(`../examples/${name}.json`, import.meta.url);
  // JSON, because inputs may contain lone surrogates, which text files cannot.
  const inputs = [...seeds(), ...(JSON.parse(readFileSync(file, 'utf8')) as readonly string[])];
  fc.assert(fc.property(fc.oneof(nearText(inputs), nearJson(inputs)), run), {
    examples: inputs.map((input) => [input]),
    numRuns: inputs.length + RUNS,
  });
}
