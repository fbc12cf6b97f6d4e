import { join } from 'node:path';
import type { Config } from '../core/config.ts';
import { factPaths } from '../core/config.ts';
import { buildFacts } from '../core/fact-build.ts';
import type { FactInput } from '../core/fact-build.ts';
import type { Facts } from '../core/facts.ts';
import type { ServiceProfile } from '../core/service.ts';
import type FastGlob from 'fast-glob';
import type { LoadedConfig } from './config-file.ts';
import { UserError } from './errors.ts';
import { load } from './lazy.ts';
import { isGlob } from './path-patterns.ts';
import { readText } from './read-file.ts';
import { relativePath, shownPath } from './shown-path.ts';
import { existsSync } from 'node:fs';

export interface LoadedFacts {
  readonly facts: Facts;
  /** Absolute paths of the fact files: they are never linted themselves. */
  readonly files: readonly string[];
}

/** Reads the fact files that a config names. Throws a `UserError` for one that is missing or cannot be used. */
export function loadFacts(loaded: LoadedConfig | null, config: Config, profile: ServiceProfile): LoadedFacts {
  const inputs: FactInput[] = [];
  const files: string[] = [];
  for (const { path, kind } of loaded ? factPaths(config) : []) {
    for (const file of expand(path, loaded!.root)) {
      files.push(file);
      inputs.push({ file: relativePath(loaded!.root, file), as: kind, value: parse(file) });
    }
  }
  const { facts, problems } = buildFacts(inputs, config, profile);
  const [first] = problems;
  if (first) {
    const more = problems.slice(1).map((problem) => `${problem.file}: ${problem.message}`);
    throw new UserError(`${first.file}: ${first.message}`, [first.hint, ...more].join('\n'));
  }
  return { facts, files };
}

function expand(path: string, root: string): string[] {
  const literal = join(root, path);
  if (existsSync(literal)) return [literal];
  if (!isGlob(path)) {
    throw new UserError(
      `fact file not found: ${path}`,
      'Correct `inventory` in the config, or write the file: `connlint inventory pull`.',
    );
  }
  const found = load<typeof FastGlob>('fast-glob').sync(path, { cwd: root, dot: true, absolute: true }).sort();
  if (found.length === 0) throw new UserError(`no fact file matches ${path}`, 'Correct `inventory` in the config.');
  return found;
}

function parse(file: string): unknown {
  const read = readText(file, { named: true });
  if ('skipped' in read) throw new UserError(`cannot read the fact file ${shownPath(file)}: ${read.reason}`);
  try {
    return JSON.parse(read.text);
  } catch {
    // The parser's own message quotes the text, which may hold a credential.
    throw new UserError(
      `${shownPath(file)} is not valid JSON`,
      '`connlint inventory pull` writes a fact file; an answer of the administration API is one as it is (`atlas clusters list -o json`).',
    );
  }
}
