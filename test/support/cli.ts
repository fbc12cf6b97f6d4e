import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built program: `npm test` builds it first. */
export const PROGRAM = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
export const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program as a user would. */
export function connlint(
  args: readonly string[],
  options: { cwd: string; input?: string; env?: Record<string, string> },
): Run {
  const run = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: options.cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    input: options.input ?? '',
    env: { ...process.env, NO_COLOR: '1', ...options.env },
  });
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}

/** A folder with these files for one test; gone afterwards. */
export function withFiles<T>(files: Readonly<Record<string, string | Uint8Array>>, use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'connlint-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
