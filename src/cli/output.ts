import { grouped, type Content } from '../text/source.ts';
import {
  escapeControlCharsInColors,
  escapeControlCharsInJson,
  escapeControlCharsInLines,
  escapeControlCharsInXml,
} from '../text/escape-control-chars.ts';
import { writeSync } from 'node:fs';
import picocolors from 'picocolors';
import { systemCode, UserError } from '../node/errors.ts';
import { pathParts, writeFileAtomically } from '../node/fs/write-file.ts';
import { hidesNotices, type Parsed } from './options.ts';
import type { FormatChoice } from './arguments.ts';
import { enterStage, stageTimes, totalTime } from '../node/timing.ts';
import { plural } from '../report/escape.ts';
import { isReadAgain } from '../report/formats.ts';
import type { Notice } from '../lint/finding.ts';
import type { ScanCounts } from '../node/scan/scan-files.ts';

type Colors = ReturnType<typeof picocolors.createColors>;

/** Streams with colours. On others, what looks like a colour comes from a file. */
const painted = new WeakSet<NodeJS.WriteStream>();

/** Whether to use colours: by the option, then NO_COLOR and FORCE_COLOR, then the stream. */
export function colorsFor(options: Parsed, stream: NodeJS.WriteStream): Colors {
  const colors = chosenColors(options, stream);
  if (colors.isColorSupported) painted.add(stream);
  else painted.delete(stream);
  return colors;
}

function chosenColors(options: Parsed, stream: NodeJS.WriteStream): Colors {
  const wanted = options.toggle('color');
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (wanted !== undefined) return picocolors.createColors(wanted);
  if (NO_COLOR !== undefined && NO_COLOR !== '') return picocolors.createColors(false);
  if (FORCE_COLOR !== undefined) return picocolors.createColors(FORCE_COLOR !== '0' && FORCE_COLOR !== 'false');
  // Picocolors would take a missing value for its own default, which is colours in CI.
  return picocolors.createColors(stream.isTTY ? TERM !== 'dumb' : false);
}

/**
 * Prints results. Synchronous, so that nothing is lost when the program ends. If the reader has closed the pipe (`|
 * head`), the rest is dropped, and the run continues with other reports and its exit code. Throws a `UserError` for
 * other errors.
 */
export function print(text: string | Iterable<string>): void {
  writeStdout(mapParts(typeof text === 'string' ? [text] : text, escapeFor(process.stdout)));
}

const escapeFor = (stream: NodeJS.WriteStream): ((text: string) => string) =>
  painted.has(stream) ? escapeControlCharsInColors : escapeControlCharsInLines;

function writeStdout(content: Content): void {
  let failed: string | null = null;
  for (const bytes of typeof content === 'string' ? [Buffer.from(content)] : pathParts(content)) {
    failed = writeAll(STDOUT, bytes);
    if (failed !== null) break;
  }
  if (failed === null || failed === 'EPIPE') return;
  const hint = failed === 'ENOSPC' ? 'The disk is full. The report is not whole.' : 'The report is not whole.';
  throw new UserError(`cannot write to standard output: ${failed}`, hint);
}

/** Prints everything except results: notices and hints, without colours. Errors are ignored. */
export function writeStderr(text: string): void {
  writeAll(STDERR, Buffer.from(escapeControlCharsInLines(text)));
}

const STDOUT = 1;
const STDERR = 2;
/** How long to wait for the reader of a full pipe, in milliseconds. */
const PAUSE = 5;

/** The console of Windows reads bytes in its code page. Text that Node itself writes is shown correctly. */
export function isWideConsole({ isTTY }: { readonly isTTY?: boolean }, platform = process.platform): boolean {
  return platform === 'win32' && isTTY === true;
}

/** The error code of a failure, `null` if everything was written. */
function writeAll(fd: number, bytes: Buffer): string | null {
  const stream = fd === STDOUT ? process.stdout : process.stderr;
  if (isWideConsole(stream)) {
    stream.write(bytes.toString());
    return null;
  }
  let at = 0;
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      const code = systemCode(error);
      if (code === null) throw error;
      // The pipe is full until the reader continues.
      if (code !== 'EAGAIN') return code;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
  return null;
}

/** Empties the line of a terminal. */
const CLEAR = '\r\u001b[2K';

/** Shows a progress line while `run` takes more than a second, only on a terminal. */
export function withProgress<T>(parsed: Parsed, run: (progress: (done: number, total: number) => void) => T): T {
  const started = Date.now();
  let shown = 0;
  const enabled = !hidesNotices(parsed) && process.stderr.isTTY;
  const result = run((done, total) => {
    if (!enabled) return;
    const now = Date.now();
    if (now - started < 1_000 || now - shown < 100) return;
    shown = now;
    writeAll(STDERR, Buffer.from(`${CLEAR}${done} of ${total} files`));
  });
  if (shown > 0) writeAll(STDERR, Buffer.from(CLEAR));
  return result;
}

/** The last line of the text on stderr, unless the text itself is printed. */
export function printEnd(formats: readonly FormatChoice<string>[], line: () => string): void {
  const isPrinted = formats.some(({ format, file }) => file === null && (format === 'text' || format === 'full'));
  if (isPrinted) return;
  const text = `${line()}\n`;
  writeAll(STDERR, Buffer.from(escapeFor(process.stderr)(text)));
}

/**
 * Writes each format to its output. If one fails, the others are still written, and the error is reported at the end.
 */
export function emit<F extends string>(
  choices: readonly FormatChoice<F>[],
  render: (format: F, file: string | null) => Content,
): void {
  const failures: UserError[] = [];
  enterStage('report');
  for (const { format, file } of choices) {
    const content = harmless(render(format, file), format, file);
    try {
      if (file === null) writeStdout(content);
      else writeFileAtomically(file, content);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failures.push(error);
    }
  }
  const [first, ...more] = failures;
  if (!first) return;
  const hints = [first.hint, ...more.map(({ message }) => message)].filter((hint) => hint !== null);
  throw new UserError(first.message, hints.length > 0 ? hints.join('\n') : null);
}

/**
 * Whatever a report was made of, it shows no credential in front of a host and contains no raw control character. Bytes
 * are patches, which must apply.
 */
function harmless(content: Content, format: string, file: string | null): Content {
  if (content instanceof Uint8Array) return content;
  const escape = JSON_FORMATS.has(format)
    ? escapeControlCharsInJson
    : XML_FORMATS.has(format)
      ? escapeControlCharsInXml
      : file === null && COLORED_FORMATS.has(format)
        ? escapeFor(process.stdout)
        : escapeControlCharsInLines;
  return typeof content === 'string' ? escape(content) : mapParts(content, escape);
}

const JSON_FORMATS = new Set(['json', 'jsonl', 'sarif', 'gitlab', 'rdjsonl', 'sonar', 'ledger', 'blob']);
const XML_FORMATS = new Set(['junit', 'checkstyle']);
const COLORED_FORMATS = new Set(['text', 'full', 'concise']);

function* mapParts(parts: Iterable<string>, map: (part: string) => string): Iterable<string> {
  for (const part of parts) yield map(part);
}

/** Maximum number of notices of one kind before the rest is only counted. */
const SHOWN = 5;

/** Prints notices to stderr, a few of each kind. `--verbose` prints all, `--no-notices` none. */
export function printNotices(notices: readonly Notice[], options: Parsed): void {
  if (hidesNotices(options)) return;
  for (const [code, all] of grouped(notices, (notice) => notice.code)) {
    const shown = options.flag('verbose') ? all : all.slice(0, SHOWN);
    for (const { file, message } of shown) writeStderr(`connlint: ${file ? `${file}: ${message}` : message}\n`);
    if (shown.length < all.length)
      writeStderr(`connlint: and ${all.length - shown.length} more of ${code} (--verbose)\n`);
  }
}

/** Prints what was read and how long each stage took, for `--stats`. */
export function printStats(counts: ScanCounts, strings: number): void {
  const skipped = Object.entries(counts.skipped)
    .filter(([, n]) => n > 0)
    .map(([reason, n]) => `${n} ${reason}`);
  const parts = [...stageTimes()].map(([stage, time]) => `${stage} ${Math.round(time)}`);
  writeStderr(
    `${plural(counts.files, 'file')}, ${counts.bytes} bytes read${counts.threads > 1 ? ` by ${counts.threads} threads` : ''}; ` +
      `skipped: ${skipped.join(', ') || 'none'}; ${plural(counts.withWord, 'file')} decoded, ${plural(strings, 'string')}; ` +
      `${Math.round(totalTime())} ms (${parts.join(', ')})\n`,
  );
}
