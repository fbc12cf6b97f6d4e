import { getSystemErrorMap } from 'node:util';

/** An error that the user can fix: printed as one line, without a stack trace. Exit code 2. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  readonly exitCode = 2;
  /** What to do, possibly in several lines. */
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}

/** The code of a failed system call (`ENOENT`), or `null` for any other failure. */
export function systemCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

/** Where the words of the system would mislead: links, folders and special files are not opened. */
const REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'a folder',
  ELOOP: 'a link, or links that lead in a circle',
  ENXIO: 'a socket or a device',
};

export const systemReason = (code: string): string =>
  REASONS[code] ?? [...getSystemErrorMap().values()].find(([name]) => name === code)?.[1] ?? code;
