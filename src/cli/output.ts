import media from './media.json' with { type: 'json' };
import { writeSync } from 'node:fs';
import picocolors from 'picocolors';
import { grouped } from '../text/source.ts';
import { escapeControlCharsIn, spelled, type Medium } from '../text/escape-control-chars.ts';
import { systemCode, systemReason, UserError } from '../node/errors.ts';
import { writeFileAtomically } from '../node/fs/write-file.ts';
import { displayPath } from '../node/fs/paths.ts';
import type { Parsed } from './options.ts';
import type { FormatChoice } from './arguments.ts';
import { plural } from '../report/escape.ts';
import { eachOf } from '../report/json.ts';
import { NO_PAINT, type Paint } from '../report/terminal.ts';
import type { Notice } from '../lint/finding.ts';
import type { ScanCounts } from '../node/scan/scan-files.ts';

/** The colours of standard output: by the option, then NO_COLOR and FORCE_COLOR, then the stream. */
export function colorsFor(options: Parsed): Paint {
  const { NO_COLOR = '', FORCE_COLOR, TERM } = process.env;
  if (options.flag('no-color')) return NO_PAINT;
  const isForced = FORCE_COLOR === undefined ? null : FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  // Picocolors would take a missing value for its own default, which is colours in CI.
  const isShown = NO_COLOR === '' && (isForced ?? (process.stdout.isTTY ? TERM !== 'dumb' : false));
  return picocolors.createColors(options.flag('color') || isShown);
}

/** What Azure Pipelines, TeamCity and GitHub Actions take for a command, wherever it is in a line. */
const COMMAND = /#(?=#(?:vso\[|teamcity\[|\[))/gi;
/** The same at the beginning of a line, for GitHub Actions. */
// eslint-disable-next-line no-control-regex -- colours before it
const LINE_COMMAND = /^([^\S\n\r\u2028\u2029]*(?:\u001b\[\d+m)*):(?=:)/gm;

/** A text as it may leave the program: without control characters and without words that CI systems take for commands. */
function safe(text: string, medium: Medium, isGithub = false): string {
  const plain = escapeControlCharsIn(text, medium);
  const broken = plain.includes('##') ? plain.replace(COMMAND, (char) => spelled(char, medium)) : plain;
  // The format for GitHub consists of such lines, and texts in them have no line ends.
  if (isGithub || !broken.includes('::')) return broken;
  return broken.replace(LINE_COMMAND, (_, start: string) => start + spelled(':', medium));
}

/** What is not plain text. Colours and links are connlint's own. */
const MEDIA = media as Readonly<Record<string, Medium>>;

/** Writes a result. Only this and `writeStderr` print. Synchronous: nothing is lost. A pipe that is closed ends it. */
function write(format: string, file: string | null, content: string | Iterable<string>): void {
  const medium = MEDIA[format] ?? 'text';
  const own = medium === 'colors' && file !== null ? 'text' : medium;
  const blocks = eachOf(blocksOf(content), (block) => safe(block, own, format === 'github'));
  if (file !== null) {
    writeFileAtomically(file, blocks);
    writeStderr(`connlint: wrote ${displayPath(file)}\n`);
    return;
  }
  for (const block of blocks) {
    const failed = writeAll(STDOUT, block);
    if (failed === 'EPIPE') return;
    if (failed !== null)
      throw new UserError(`cannot write to standard output: ${systemReason(failed)}`, 'The report is not whole.');
  }
}

/** Number of characters that are written at once, and more if the last part is longer. */
const BLOCK = 65_536;

/** The parts of a text, joined to blocks: a part may be a single comma. */
function* blocksOf(content: string | Iterable<string>): Iterable<string> {
  let block = '';
  for (const part of typeof content === 'string' ? [content] : content) {
    block += part;
    if (block.length < BLOCK) continue;
    yield block;
    block = '';
  }
  yield block;
}

export const print = (text: string): void => {
  write('plain', null, text);
};

/** Prints everything except results: notices and hints, without colours. Errors are ignored. */
export function writeStderr(text: string): void {
  writeAll(STDERR, safe(text, 'text'));
}

const STDOUT = 1;
const STDERR = 2;

/** The error code of a failure, `null` if everything was written. */
function writeAll(fd: number, text: string): string | null {
  const stream = fd === STDOUT ? process.stdout : process.stderr;
  // The console of Windows reads bytes in its code page. Text that Node itself writes is shown correctly.
  if (process.platform === 'win32' && stream.isTTY) {
    stream.write(text);
    return null;
  }
  const bytes = Buffer.from(text);
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      const code = systemCode(error);
      if (code === null) throw error;
      if (code !== 'EAGAIN') return code;
      // The pipe is full until the reader continues: wait a few milliseconds.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
  return null;
}

const CLEAR = '\r\u001b[2K';

/** Shows a progress line while `run` takes more than a second, only on a terminal. */
export function withProgress<T>(parsed: Parsed, run: (progress: (done: number, total: number) => void) => T): T {
  const started = Date.now();
  let shown = 0;
  const enabled = !parsed.flag('quiet') && process.stderr.isTTY;
  const result = run((done, total) => {
    if (!enabled) return;
    const now = Date.now();
    if (now - started < 1_000 || now - shown < 100) return;
    shown = now;
    writeAll(STDERR, `${CLEAR}${done} of ${total} files`);
  });
  if (shown > 0) writeAll(STDERR, CLEAR);
  return result;
}

/** The last line of the text on stderr, unless the text itself is printed. */
export function printEnd(formats: readonly FormatChoice<string>[], line: string): void {
  if (!formats.some(({ format, file }) => file === null && format === 'text')) writeStderr(`${line}\n`);
}

/** Writes each format to its output. If one fails, the others are still written. */
export function emit<F extends string>(
  choices: readonly FormatChoice<F>[],
  render: (format: F, file: string | null) => string | Iterable<string>,
): void {
  const failures: UserError[] = [];
  for (const { format, file } of choices) {
    try {
      write(format, file, render(format, file));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new UserError(failures.map(({ message }) => message).join('\n'), failures[0]!.hint);
}

/** Maximum number of notices of one kind before the rest is only counted. */
const SHOWN = 5;

/** Prints notices to stderr, a few of each kind. `--verbose` prints all, `--quiet` none. */
export function printNotices(notices: readonly Notice[], options: Parsed): void {
  if (options.flag('quiet')) return;
  for (const all of grouped(notices, ({ code }) => code).values()) {
    const shown = options.flag('verbose') ? all : all.slice(0, SHOWN);
    for (const { file, message } of shown) writeStderr(`connlint: ${file ? `${file}: ${message}` : message}\n`);
    if (shown.length < all.length)
      writeStderr(`connlint: and ${all.length - shown.length} more like this (--verbose)\n`);
  }
}

export function printStats(counts: ScanCounts, strings: number): void {
  const skipped = Object.entries(counts.skipped).flatMap(([reason, n]) => (n > 0 ? [`${n} ${reason}`] : []));
  const read = `${plural(counts.files, 'file')}, ${counts.bytes} bytes read; skipped: ${skipped.join(', ') || 'none'}`;
  const found = `${plural(counts.withWord, 'file')} decoded, ${plural(strings, 'string')}`;
  writeStderr(`${read}; ${found}; ${Math.round(process.uptime() * 1_000)} ms\n`);
}
