import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Fault } from './engine.ts';
import { ROOT } from './bundle.ts';

const fileOf = (folder: string, target: string): string => join(ROOT, 'test/fuzz', folder, `${target}.json`);

function read(file: string): readonly string[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly string[]) : [];
}

/** JSON, because inputs hold what no text file can: lone surrogates. */
function write(file: string, list: readonly string[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`);
}

export const corpusOf = (target: string): readonly string[] => read(fileOf('corpus', target));

/** Inputs that the program did not stand once. */
export const faultsOf = (target: string): readonly string[] => read(fileOf('faults', target));

export function keepFaults(target: string, faults: readonly Fault[]): void {
  const known = faultsOf(target);
  const all = new Set([...known, ...faults.map(({ input }) => input)]);
  if (all.size > known.length) write(fileOf('faults', target), [...all]);
}

export function keepCorpus(target: string, corpus: readonly string[]): void {
  write(fileOf('corpus', target), corpus);
}
