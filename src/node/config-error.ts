import type { Position } from '../core/source.ts';
import { UserError } from './errors.ts';
import { shownPath } from './shown-path.ts';

export interface PlacedProblem extends Position {
  /** One line, without any value that could hold a credential. */
  readonly message: string;
  readonly hint: string | null;
}

/** A config that cannot be used. The message tells the first problem; the hint, what to do and the other problems. */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError';
  readonly file: string;
  /** Of the first problem; `null` when the file as a whole is meant. */
  readonly line: number | null;
  readonly column: number | null;
  readonly problems: readonly PlacedProblem[];

  constructor(
    file: string,
    problems: readonly PlacedProblem[],
    whole: { message: string; hint: string } | null = null,
  ) {
    const [first, ...others] = problems.map((problem) => ({ ...problem, message: placed(file, problem) }));
    const hints = [whole?.hint ?? first?.hint ?? null, ...others.map(told)].filter((hint) => hint !== null);
    super(whole ? `${shownPath(file)}: ${whole.message}` : (first?.message ?? ''), hints.join('\n') || null);
    this.file = file;
    this.line = problems[0]?.line ?? null;
    this.column = problems[0]?.column ?? null;
    this.problems = problems;
  }
}

/** A problem with the file as a whole. */
export function configFileError(file: string, message: string, hint: string): ConfigError {
  return new ConfigError(file, [], { message, hint });
}

function placed(file: string, { line, column, message }: PlacedProblem): string {
  return `${shownPath(file)}:${line}:${column}: ${message}`;
}

function told({ message, hint }: { message: string; hint: string | null }): string {
  return hint === null ? message : `${message} (${hint})`;
}
