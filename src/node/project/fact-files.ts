import { dirname, join, resolve } from 'node:path';
import { factPaths, type Config } from '../../config/config.ts';
import { buildFacts, type FactInput } from '../../facts/build.ts';
import type { ServiceProfile } from '../../classify/service.ts';
import type FastGlob from 'fast-glob';
import { UserError } from '../errors.ts';
import { load } from '../load.ts';
import { withSlashes } from '../../config/globs.ts';
import { isGlob, splitGlob } from '../fs/patterns.ts';
import { readText } from '../fs/read-file.ts';
import { relativePath, shownMissing, displayPath } from '../fs/paths.ts';
import { existsSync } from 'node:fs';
import { isValueFile } from '../../facts/read.ts';
import { parsedJson } from '../../text/json.ts';

/** Reads the fact files that a config names. Throws a `UserError` for one that is missing or cannot be used. */
export function loadFacts(root: string, config: Config, profile: ServiceProfile) {
  const inputs: FactInput[] = [];
  /** Absolute paths of the fact files, which are never linted. */
  const files: string[] = [];
  /** Those with values of secrets and variables, whose strings plans check. */
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
  const read = readText(file);
  if ('text' in read) return read.text;
  throw new UserError(`cannot read the fact file ${displayPath(file)}: ${read.reason}`, SAVE_FACTS);
}
