import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { distanceNearest } from '../core/nearest.ts';
import { UserError } from '../node/errors.ts';
import type { FileChoice } from '../node/list-files.ts';
import { relativePath, shownArgument } from '../node/shown-path.ts';
import type { Parsed } from './options.ts';

// What the options of the command line name, without the project in which it is looked at.

/** Everything that standard input holds. */
export function readStdin(): string {
  return readFileSync(0, 'utf8').replace(/^\uFEFF/, '');
}

/** Paths of the command line and of `--files-from`. */
export function namedPaths(options: Parsed): { paths: readonly string[]; fromList: boolean } {
  const list = options.value('files-from');
  if (list === undefined) {
    if (options.flag('null')) throw new UserError('-0 (--null) is about the list of --files-from, and there is none');
    return { paths: options.positionals, fromList: false };
  }
  let text: string;
  try {
    text = list === '-' ? readStdin() : readFileSync(list, 'utf8');
  } catch {
    throw new UserError(
      `cannot read the list of files ${shownArgument(list)}`,
      'Name a file with one path a line, or - for standard input.',
    );
  }
  const paths = text.split(options.flag('null') ? '\0' : /\r?\n/).filter((path) => path !== '');
  return { paths: [...options.positionals, ...paths], fromList: true };
}

/**
 * The path that standard input is taken for, relative to the working directory; `undefined` when files are looked at. Throws a
 * `UserError` when both are named.
 */
export function stdinPath(parsed: Parsed): string | undefined {
  const name = parsed.value('stdin-filename');
  if (name === undefined) return undefined;
  const other = parsed.value('files-from') === undefined ? 'paths' : '--files-from';
  if (other === '--files-from' || parsed.positionals.length > 0) {
    throw new UserError(
      `${other} and --stdin-filename exclude each other`,
      'With --stdin-filename only standard input is looked at.',
    );
  }
  if (name === '') throw new UserError('--stdin-filename needs the path of a file');
  return relativePath(process.cwd(), resolve(name));
}

/** Which files the options name. */
export function fileChoice(parsed: Parsed): FileChoice {
  const { paths, fromList } = namedPaths(parsed);
  return { paths, noIgnore: parsed.toggle('ignore') === false, filterNamed: fromList };
}

export interface FormatChoice<F extends string> {
  readonly format: F;
  /** `null`: standard output. */
  readonly file: string | null;
}

/** `--format name[=file]`, checked against the formats of the command. */
export function chooseFormats<F extends string>(
  values: readonly string[],
  known: readonly F[],
  otherwise: F,
): FormatChoice<F>[] {
  const choices = (values.length > 0 ? values : [otherwise]).map((value): FormatChoice<F> => {
    const equals = value.indexOf('=');
    const name = equals < 0 ? value : value.slice(0, equals);
    const format = known.find((candidate) => candidate === name);
    if (!format) {
      const nearest = distanceNearest(name, known);
      throw new UserError(
        `unknown format ${shownArgument(name)}`,
        nearest ? `Did you mean ${nearest}?` : `Formats: ${known.join(', ')}.`,
      );
    }
    return { format, file: equals < 0 ? null : value.slice(equals + 1) };
  });
  if (choices.filter(({ file }) => file === null).length > 1) {
    throw new UserError(
      'more than one format for standard output',
      'Write all but one to files: --format json=report.json',
    );
  }
  return choices;
}

/** What the options say about the config: a path, `false` for none, `undefined` for the usual search. */
export function configChoice(options: Parsed): string | false | undefined {
  return options.toggle('config') === false ? false : options.value('config');
}

/** `--today`, checked. */
export function todayOf(options: Parsed): string | undefined {
  const today = options.value('today');
  if (today !== undefined && !isDate(today))
    throw new UserError(`--today is no date: ${shownArgument(today)}`, 'Write YYYY-MM-DD.');
  return today;
}

export function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
