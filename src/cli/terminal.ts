import { writeSync } from 'node:fs';
import picocolors from 'picocolors';
import type { Parsed } from './options.ts';

export type Colors = ReturnType<typeof picocolors.createColors>;

/** Colours as the user wants them: the option first, then NO_COLOR and FORCE_COLOR, then what the stream can show. */
export function colorsFor(options: Parsed, stream: NodeJS.WriteStream): Colors {
  const wanted = options.toggle('color');
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (wanted !== undefined) return picocolors.createColors(wanted);
  if (NO_COLOR !== undefined && NO_COLOR !== '') return picocolors.createColors(false);
  if (FORCE_COLOR !== undefined) return picocolors.createColors(FORCE_COLOR !== '0' && FORCE_COLOR !== 'false');
  return picocolors.createColors(stream.isTTY && TERM !== 'dumb');
}

/** Results. Synchronous, so that nothing is lost when the program ends; a reader that went away ends it quietly. */
export function print(text: string | Uint8Array): void {
  writeAll(1, Buffer.from(text));
}

/** Everything that is no result: notices, progress, hints. */
export function tell(text: string): void {
  writeAll(2, Buffer.from(text));
}

function writeAll(fd: number, bytes: Buffer): void {
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      // A pipe that is full for the moment; the reader takes it up again.
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      else if (code === 'EPIPE') throw new ClosedPipe();
      else throw error;
    }
  }
}

/** Whoever read our output has gone (`| head`): the rest is not wanted. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

/** Text from a file as a terminal may show it: control characters, which could move its cursor or change its title, are spelled out. */
export function visible(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what this is about
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (c) => {
    const code = c.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
  });
}

export interface Progress {
  readonly update: (done: number, total: number) => void;
  readonly clear: () => void;
}

/** A progress line for runs that take a while; silent when nobody sees it. */
export function progressLine(quiet: boolean): Progress {
  const started = Date.now();
  let shown = 0;
  const enabled = !quiet && process.stderr.isTTY;
  return {
    update(done, total) {
      if (!enabled || done % 64 !== 0) return;
      const now = Date.now();
      if (now - started < 1_000 || now - shown < 100) return;
      shown = now;
      tell(`\r\u001b[2K${done} of ${total} files`);
    },
    clear() {
      if (shown > 0) tell('\r\u001b[2K');
    },
  };
}
