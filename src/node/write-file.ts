import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { systemCode, UserError } from './errors.ts';
import { shownPath } from './shown-path.ts';

/**
 * Puts a text in the place of a file: written beside it, flushed, then renamed, so that a reader sees the old file or the
 * new one and nothing between. Keeps the mode; follows a link to the file it names. Throws a `UserError`.
 */
export function writeFileAtomically(path: string, content: string | Buffer): void {
  const target = resolved(path);
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const mode = statSync(target, { throwIfNoEntry: false })?.mode;
    writeFlushed(temporary, Buffer.from(content), mode === undefined ? 0o666 : mode & 0o7777);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new UserError(
      `cannot write ${shownPath(path)}: ${systemCode(error) ?? 'unknown reason'}`,
      'Nothing was changed.',
    );
  }
}

function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function writeFlushed(path: string, bytes: Buffer, mode: number): void {
  const file = openSync(path, 'wx', mode);
  try {
    let at = 0;
    while (at < bytes.length) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
