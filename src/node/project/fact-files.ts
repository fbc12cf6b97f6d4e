import { dirname, join, resolve } from 'node:path';
import { factPaths, type Config } from '../../config/config.ts';
import { buildFacts, type FactInput } from '../../facts/build.ts';
import type { Facts } from '../../facts/facts.ts';
import type { ServiceProfile } from '../../classify/service.ts';
import type FastGlob from 'fast-glob';
import { refuseOutside } from './config-file.ts';
import { UserError } from '../errors.ts';
import { load } from '../load.ts';
import { withSlashes } from '../../config/globs.ts';
import { isGlob, splitGlob } from '../fs/patterns.ts';
import { readText } from '../fs/read-file.ts';
import { relativePath, shownMissing, displayPath, boundOf, isWithin } from '../fs/paths.ts';
import { existsSync } from 'node:fs';
import { isFactFile, isValueFile, type FactFile } from '../../facts/read.ts';
import { objectOf } from '../../facts/json.ts';
import { parsedJson } from '../../text/json.ts';
import { escapeControlCharsInJson } from '../../text/escape-control-chars.ts';

export interface LoadedFacts {
  readonly facts: Facts;
  /** Absolute paths of the fact files, which are never linted. */
  readonly files: readonly string[];
  /** The fact files with values of secrets and variables, whose strings plans check. */
  readonly valueFiles: readonly string[];
}

/** Reads the fact files that a config names. Throws a `UserError` for one that is missing or cannot be used. */
export function loadFacts(root: string, config: Config, profile: ServiceProfile): LoadedFacts {
  const inputs: FactInput[] = [];
  const files: string[] = [];
  const valueFiles: string[] = [];
  for (const { path, kind, project } of factPaths(config)) {
    for (const file of filesOf(path, root)) {
      files.push(file);
      const text = textOf(file);
      const value = parsedJson(text);
      if (kind === null && isValueFile(text, value)) valueFiles.push(file);
      else if (value === undefined) throw new UserError(`${displayPath(file)} is not valid JSON`, SAVE_FACTS);
      else inputs.push({ file: relativePath(root, file), as: kind, project, value });
    }
  }
  const { facts, problems } = buildFacts(inputs, config, profile);
  const [first, ...others] = problems;
  if (first) {
    const more = others.map((problem) => `${problem.file}: ${problem.message}`);
    throw new UserError(`${first.file}: ${first.message}`, [first.hint, ...more].join('\n'));
  }
  return { facts, files, valueFiles };
}

const SAVE_FACTS = 'Correct `inventory` in the config, or write the file: `connlint pull`.';

/** A path that exists is literal. Otherwise files are listed and matched like all other patterns. */
function filesOf(path: string, root: string): string[] {
  const literal = join(root, path);
  if (existsSync(literal)) return [literal];
  const split = isGlob(path) ? splitGlob(withSlashes(path)) : null;
  const folder = resolve(root, split?.base ?? '');
  if (dirname(folder) === folder)
    throw new UserError(`the pattern ${path} would search the whole disk`, 'Begin it with a folder.');
  const options = { cwd: folder, dot: true, suppressErrors: true, followSymbolicLinks: false };
  // The package returns paths with `/` on every system.
  const listed = split ? load<typeof FastGlob>('fast-glob').sync('**', options) : [];
  const found = listed.filter((file) => split?.matches(file)).map((file) => resolve(folder, file));
  if (found.length === 0) throw new UserError(`fact file not found: ${shownMissing(path)}`, SAVE_FACTS);
  return found.sort();
}

function textOf(file: string): string {
  const read = readText(file, { named: true });
  if ('text' in read) return read.text;
  throw new UserError(`cannot read the fact file ${displayPath(file)}: ${read.reason}`, SAVE_FACTS);
}

/**
 * The absolute path of the file to write facts to. Throws a `UserError` for a file with other contents, and for a link
 * that leads out of the repository.
 */
export function factFileToWrite(root: string, cwd: string, named: string): string {
  const path = resolve(cwd, named);
  if (!isFree(path)) {
    throw new UserError(
      `${displayPath(path)} exists and was not written by connlint pull`,
      'Use another file with --out, or remove this one.',
    );
  }
  const bound = boundOf(root);
  if (isWithin(path, bound)) refuseOutside(bound, path);
  return path;
}

/** True for a file that may be overwritten. */
function isFree(path: string): boolean {
  if (!existsSync(path)) return true;
  const read = readText(path, { named: true });
  if ('skipped' in read) return false;
  const value = parsedJson(read.text);
  const all = Array.isArray(value) ? value.map(objectOf) : [objectOf(value)];
  return all.length > 0 && all.every((one) => one !== undefined && isFactFile(one));
}

/**
 * The file with the facts of one project, or a list for several, after reading them as other commands will. Throws a
 * `UserError` if they cannot be read.
 */
export function factsText(path: string, files: readonly FactFile[], profile: ServiceProfile): string {
  const text = `${escapeControlCharsInJson(JSON.stringify(files.length === 1 ? files[0] : files, null, 2))}\n`;
  const shown = displayPath(path);
  const [problem] = buildFacts([{ file: shown, value: JSON.parse(text) }], {}, profile).problems;
  if (problem) throw new UserError(`unexpected answer of the API: ${problem.message}`, problem.hint);
  return text;
}
