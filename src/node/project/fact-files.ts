import { dirname, join, resolve } from 'node:path';
import { factPaths, type Config, type FactPath } from '../../config/config.ts';
import { buildFacts, type FactInput } from '../../facts/build.ts';
import type { Facts } from '../../facts/facts.ts';
import type { ServiceProfile } from '../../classify/service.ts';
import type FastGlob from 'fast-glob';
import { refuseOutside, type LoadedConfig } from './config-file.ts';
import { UserError } from '../errors.ts';
import { load } from '../load.ts';
import { withSlashes } from '../../config/globs.ts';
import { isGlob, namedPath, splitGlob } from '../fs/patterns.ts';
import { readText } from '../fs/read-file.ts';
import { relativePath, displayArgument, shownMissing, displayPath, boundOf, isWithin } from '../fs/paths.ts';
import { existsSync } from 'node:fs';
import { isFactFile, type FactFile } from '../../facts/fact-file.ts';
import { objectOf } from '../../facts/json.ts';
import { parsedJson } from '../../text/json.ts';
import { readFacts } from '../../facts/read.ts';
import { valuesIn, type ReadValue } from '../../facts/values.ts';
import { plural } from '../../report/escape.ts';
import { escapeControlCharsInJson } from '../../text/escape-control-chars.ts';
import type { FileEntry } from '../fs/list-files.ts';

export interface LoadedFacts {
  readonly facts: Facts;
  /** Absolute paths of the fact files, which are never linted. */
  readonly files: readonly string[];
  /** The fact files with values of secrets and variables, whose strings plans check. */
  readonly valueFiles: readonly string[];
  readonly values: readonly ReadValue[];
}

/** Fact files and folders of them that the command line names in the place of the config's. */
interface NamedFacts {
  readonly cwd: string;
  readonly paths: readonly string[];
}

/**
 * Reads the fact files that a config, or the command line, names. Throws a `UserError` for one that is missing or
 * cannot be used.
 */
export function loadFacts(
  loaded: LoadedConfig | null,
  config: Config,
  profile: ServiceProfile,
  named: NamedFacts | null = null,
): LoadedFacts {
  const inputs: FactInput[] = [];
  const files: string[] = [];
  const valueFiles: string[] = [];
  const values: ReadValue[] = [];
  const root = named?.cwd ?? loaded?.root ?? '';
  const ofConfig = loaded ? factPaths(config) : [];
  for (const { path, kind, project } of named?.paths.map(namedFact) ?? ofConfig) {
    for (const file of named ? expandNamed(path, named.cwd) : expand(path, root)) {
      files.push(file);
      const shown = relativePath(root, file);
      const text = textOf(file);
      const value = parsedJson(text);
      const own = kind === null ? valuesIn(text, value, shown) : null;
      if (own) {
        valueFiles.push(file);
        values.push(...own);
      } else inputs.push({ file: shown, as: kind, ...(project !== null && { project }), value: valued(value, file) });
    }
  }
  const { facts, problems } = buildFacts(inputs, config, profile);
  const [first] = problems;
  if (first) {
    const more = problems.slice(1).map((problem) => `${problem.file}: ${problem.message}`);
    throw new UserError(`${first.file}: ${first.message}`, [first.hint, ...more].join('\n'));
  }
  return { facts, files, valueFiles, values };
}

const namedFact = (path: string): Pick<FactPath, 'path' | 'kind'> & { project: null } => ({
  path,
  kind: null,
  project: null,
});

function expandNamed(argument: string, cwd: string): string[] {
  const named = namedPath(argument, cwd);
  if (named.kind === 'file') return [named.absolute];
  const found = named.kind === 'folder' ? filesOf('**/*.json', named.absolute) : filesOf(argument, cwd);
  if (found.length > 0) return found;
  throw new UserError(`no fact file in ${displayArgument(argument)}`, 'Write one: `connlint pull --out <file>`.');
}

const NAME_FACTS = 'Name a file that `connlint pull` wrote, or a pattern such as facts/*.json.';

function expand(path: string, root: string): string[] {
  const literal = join(root, path);
  if (existsSync(literal)) return [literal];
  if (!isGlob(path)) {
    throw new UserError(
      `fact file not found: ${shownMissing(path)}`,
      'Correct `inventory` in the config, or write the file: `connlint pull`.',
    );
  }
  const found = filesOf(path, root);
  if (found.length === 0)
    throw new UserError(`no fact file matches ${shownMissing(path)}`, 'Correct `inventory` in the config.');
  return found;
}

/** Lists the files of a folder and matches them like all other patterns. */
function filesOf(glob: string, root: string): string[] {
  const split = splitGlob(withSlashes(glob));
  if (!split) return [];
  const folder = resolve(root, split.base);
  if (dirname(folder) === folder) {
    throw new UserError(`the pattern ${glob} would search the whole disk`, 'Begin it with a folder.');
  }
  const deep = split.depth;
  const options = { cwd: folder, dot: true, suppressErrors: true, followSymbolicLinks: false, ...(deep && { deep }) };
  const listed = load<typeof FastGlob>('fast-glob').sync('**', options);
  // The package returns paths with `/` on every system.
  return listed
    .filter(split.matches)
    .map((file) => resolve(folder, file))
    .sort();
}

function textOf(file: string): string {
  const read = readText(file, { named: true });
  if ('text' in read) return read.text;
  throw new UserError(`cannot read the fact file ${displayPath(file)}: ${read.reason}`, NAME_FACTS);
}

function valued(value: unknown, file: string): unknown {
  if (value !== undefined) return value;
  throw new UserError(
    `${displayPath(file)} is not valid JSON`,
    'Run `connlint pull`, or save an answer of the Administration API (`atlas clusters list -o json`).',
  );
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

/** A file that looks like a fact file. */
interface GuessedFacts {
  /** As listed. */
  readonly path: string;
  /** For output: `2 clusters`. */
  readonly holds: string;
}

/** In bytes. Answers of the Admin API are small. */
const MAX_BYTES = 5_000_000;

/** The JSON files with records of clusters. Reads every JSON file once as text. */
export function guessFacts(entries: readonly FileEntry[], profile: ServiceProfile): GuessedFacts[] {
  return entries.flatMap(({ path, absolute }) => {
    if (!path.toLowerCase().endsWith('.json')) return [];
    const read = readText(absolute, { maxBytes: MAX_BYTES });
    const value = 'text' in read && /connection_?strings/i.test(read.text) ? parsedJson(read.text) : undefined;
    if (value === undefined) return [];
    const { pieces, problems } = readFacts(value, { file: path, as: null, profile });
    const clusters = pieces.filter((piece) => piece.kind === 'cluster' && piece.cluster.listed.length > 0);
    return problems.length > 0 || clusters.length === 0 ? [] : [{ path, holds: plural(clusters.length, 'cluster') }];
  });
}
