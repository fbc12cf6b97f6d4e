import { resolve } from 'node:path';
import { UserError } from '../node/errors.ts';
import type { FileChoice } from '../node/fs/list-files.ts';
import { relativePath, displayArgument, displayPath } from '../node/fs/paths.ts';
import { readList } from '../node/fs/read-file.ts';
import { unknownName, type Parsed } from './options.ts';
import { SEVERITIES } from '../config/severity.ts';
import { NO_PAINT, terminalOf, type Terminal } from '../report/terminal.ts';
import type { FailOn, Thresholds } from '../report/report-view.ts';
import { colorsFor } from './output.ts';

// Reads options of the command line that do not depend on a project.

/** The files that the options select: paths, and those of `--files-from`. */
export async function fileChoice(parsed: Parsed): Promise<FileChoice> {
  const list = parsed.value('files-from');
  const paths = list === undefined ? parsed.positionals : [...parsed.positionals, ...(await listedPaths(list))];
  return { paths, noIgnore: parsed.flag('no-ignore'), filterNamed: list !== undefined };
}

async function listedPaths(list: string): Promise<string[]> {
  const read = await readList(list);
  if ('skipped' in read) {
    const hint = 'Name a file with one path per line, or - for standard input.';
    throw new UserError(`cannot read the list of files ${displayArgument(list)}: ${read.reason}`, hint);
  }
  const text = read.bytes.toString('utf8').replace(/^\uFEFF/u, '');
  return text.split(text.includes('\0') ? '\0' : /\r?\n/).filter((path) => path !== '');
}

/** The path of standard input from the working directory, `undefined` for files. Throws a `UserError` for both. */
export function stdinPath(parsed: Parsed): string | undefined {
  const name = parsed.value('stdin-filename');
  if (name === undefined) return undefined;
  if (parsed.positionals.length > 0)
    throw new UserError('--stdin-filename and paths cannot be combined', 'Only standard input is checked.');
  return relativePath(process.cwd(), resolve(name));
}

const UNITS: Readonly<Record<string, number>> = { '': 1, KB: 1_000, MB: 1_000_000, GB: 1_000_000_000 };

/** `--max-file-size` in bytes, `undefined` without it. */
export function maxFileSize(parsed: Parsed): number | undefined {
  const text = parsed.value('max-file-size');
  if (text === undefined) return undefined;
  const [, count, unit] = /^(\d{1,12})([KMG]B)?$/i.exec(text) ?? [];
  if (count === undefined)
    throw new UserError(`--max-file-size ${displayArgument(text)} is not a size`, 'Write bytes (5000000), or 10MB.');
  return Number(count) * UNITS[(unit ?? '').toUpperCase()]!;
}

export interface FormatChoice<F extends string> {
  readonly format: F;
  /** `null`: standard output. */
  readonly file: string | null;
}

export function chooseFormats<F extends string>(parsed: Parsed, known: readonly F[]): FormatChoice<F>[] {
  const values = parsed.values('format');
  const choices = (values.length > 0 ? values : ['text']).map((value): FormatChoice<F> => {
    const [name = '', ...rest] = value.split('=');
    const format = knownName('format', name, known, `Formats: ${known.join(', ')}.`);
    const file = rest.length === 0 ? null : rest.join('=');
    if (file === '') throw new UserError(`--format ${format} names no file`, `Write --format ${format}=<file>.`);
    return { format, file };
  });
  const targets = choices.map(({ file }) => (file === null ? null : resolve(file)));
  const twice = targets.find((target, at) => targets.indexOf(target) < at);
  if (twice === undefined) return choices;
  const hint = 'Write each format to a file of its own: --format json=report.json';
  throw new UserError(`only one format can go to ${twice === null ? 'standard output' : displayPath(twice)}`, hint);
}

/** The config option: a path, `false` for none, `undefined` to search for it. */
export const configChoice = (options: Parsed) => (options.flag('no-config') ? false : options.value('config'));

const THRESHOLD_LEVELS: readonly FailOn[] = [...SEVERITIES, 'never'];

/** Throws a `UserError` for an invalid threshold. */
export function thresholdsOf(parsed: Parsed): Thresholds {
  const level = parsed.value('fail-on') ?? 'error';
  const failOn = knownName('level', level, THRESHOLD_LEVELS, `Levels: ${THRESHOLD_LEVELS.join(', ')}.`);
  const most = parsed.value('max-warnings');
  if (most !== undefined && !/^\d{1,9}$/.test(most))
    throw new UserError(`--max-warnings ${displayArgument(most)} is not a number`, 'Write a whole number, 0 or more.');
  return { failOn, maxWarnings: most === undefined ? null : Number(most) };
}

/** A name of a list. Throws a `UserError` for any other, with the nearest one. */
export function knownName<T extends string>(what: string, name: string, known: readonly T[], hint: string): T {
  const at = (known as readonly string[]).indexOf(name);
  if (at < 0) throw unknownName(what, name, known, hint);
  return known[at]!;
}

// The layout of reports for people, by options and terminal.

/** Standard output with the width of its terminal, or a file, which has no colours. */
export function terminalFor(parsed: Parsed, file: string | null = null): Terminal {
  if (file !== null) return terminalOf(NO_PAINT, null);
  const columns = process.stdout.isTTY && process.stdout.columns > 0 ? process.stdout.columns : null;
  return terminalOf(colorsFor(parsed), columns);
}
