import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { runCommand } from './run-warm.ts';
import type { Run, RunOptions } from './run-program.ts';
import { writeFiles } from './write-files.ts';

export type { Run } from './run-program.ts';

export const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

let copies: string | null = null;

/** A copy of a fixture outside of this repository, where its files would have the role test. */
export function fixtureFolder(name: string): string {
  copies ??= mkdtempSync(join(tmpdir(), 'connlint-fixtures-'));
  const folder = join(copies, name);
  if (!existsSync(folder)) cpSync(join(FIXTURES, name), folder, { recursive: true });
  return folder;
}

// Vitest ends its processes without their exit event.
afterAll(() => {
  if (copies !== null) rmSync(copies, { recursive: true, force: true });
  copies = null;
});

/** Runs a command of the built program. */
export function connlint(args: readonly string[], options: RunOptions): Run {
  return runCommand(args, options);
}

/** A folder with these files for one test, removed afterwards. */
export function withFiles<T>(files: Readonly<Record<string, string | Uint8Array>>, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'connlint-'));
  try {
    writeFiles(folder, files);
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
