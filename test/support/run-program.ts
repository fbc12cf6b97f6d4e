import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The built program: `npm test` builds it first. */
export const PROGRAM = fileURLToPath(new URL('../../dist/hooks/connlint.cjs', import.meta.url));

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the program as a user would. */
export function runProgram(args: readonly string[], options: RunOptions): Run {
  const run = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd: options.cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    input: options.input ?? '',
    timeout: 90_000,
    env: { ...process.env, NO_COLOR: '1', ...options.env },
  });
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}
