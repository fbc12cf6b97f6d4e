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
