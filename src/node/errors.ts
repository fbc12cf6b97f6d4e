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

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'a folder',
  ELOOP: 'a link, or links that lead in a circle',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENOSPC: 'the disk is full',
  ENXIO: 'a socket or a device',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

/** What the code of a failed system call means. */
export const systemReason = (code: string): string => REASONS[code] ?? code;
