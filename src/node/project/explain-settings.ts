import { resolve, basename, dirname } from 'node:path';
import type {
  AppliedConfig,
  AppliedRule,
  RuleSettings,
  SettingSource,
  FileOverride,
  LeftOut,
} from '../../config/config.ts';
import { factPaths } from '../../config/config.ts';
import { checksOf, type Check } from '../../lint/rule.ts';
import { fileSettings } from '../../lint/settings.ts';
import type { Project } from './project.ts';
import { hasPath, relativePath, repositoryOf } from '../fs/paths.ts';
import { existsSync } from 'node:fs';
import { ignoreLine } from '../git/ls-files.ts';
import { listFolder } from '../fs/walk.ts';
import { readText } from '../fs/read-file.ts';
import { pathPatterns } from '../fs/patterns.ts';
import { vendoredFiles } from '../fs/list-files.ts';

interface Layer {
  readonly override: FileOverride;
  readonly index: number;
}

/** Also for a file that does not exist. */
export function appliedConfig(project: Project, path: string): AppliedConfig {
  const { cwd, config, loaded, settings, baseline } = project;
  const absolute = resolve(cwd, path);
  const file = relativePath(cwd, absolute);
  const { setups, roleOf } = fileSettings(settings, project.fromConfig)(file);
  const fromRoot = project.fromConfig(file);
  const layers = config.overrides
    .map((override, index): Layer => ({ override, index }))
    .filter(({ override }) => settings.matcher(override.files)(fromRoot));
  const running = new Map(setups.map((setup) => [setup.rule.name, setup.options]));
  return {
    file,
    config: loaded && relativePath(cwd, loaded.path),
    leftOut: leftOut(project, absolute),
    role: configuredRole(project, fromRoot) ?? { value: roleOf(textOf(absolute)), from: 'path and content', at: null },
    environment: settingSource(project, layers, 'environment'),
    network: settingSource(project, layers, 'network'),
    region: settingSource(project, layers, 'region'),
    rules: checksOf(settings.rules).map((check) => appliedRule(project, check, layers, running.get(check.name))),
    suppressions: suppressionsFor(project, fromRoot),
    plan: config.plan,
    inventory: factPaths(config).map((fact) => fact.path),
    baseline: relativePath(cwd, baseline.path),
  };
}

/** Of several overrides, the last one that sets the value counts. */
function settingSource(
  project: Project,
  layers: readonly Layer[],
  key: 'environment' | 'network' | 'region',
): SettingSource<string> | null {
  const layer = layers.findLast(({ override }) => override[key] !== undefined);
  const value = layer?.override[key];
  if (!layer || value === undefined) return null;
  return { value, from: `overrides[${layer.index}]`, at: configLocation(project, ['overrides', layer.index, key]) };
}

function configuredRole(project: Project, fromRoot: string): AppliedConfig['role'] | null {
  const { config, settings } = project;
  const entry = Object.entries(config.roles).findLast(([glob]) => settings.matcher([glob])(fromRoot));
  return entry ? { value: entry[1], from: 'roles', at: configLocation(project, ['roles', entry[0]]) } : null;
}

function textOf(absolute: string): string {
  const read = readText(absolute, { named: true });
  return 'skipped' in read ? '' : read.text;
}

function appliedRule(
  project: Project,
  { id, name, severity }: Check,
  layers: readonly Layer[],
  running: AppliedRule['options'] | undefined,
): AppliedRule {
  const keyIn = (rules: RuleSettings = {}): string | undefined => [name, id].find((key) => rules[key]);
  const layer = layers.findLast(({ override }) => keyIn(override.rules));
  const rules = layer ? layer.override.rules : project.config.rules;
  const key = keyIn(rules);
  const setting = key === undefined ? undefined : rules?.[key];
  const keys = [...(layer ? ['overrides', layer.index] : []), 'rules', key ?? id];
  const from = layer ? `overrides[${layer.index}].rules` : setting ? 'rules' : 'default';
  return {
    id: name,
    severity: setting?.[0] ?? severity,
    options: running ?? {},
    from,
    at: setting ? configLocation(project, keys) : null,
    runs: running !== undefined,
  };
}

function suppressionsFor(project: Project, fromRoot: string): AppliedConfig['suppressions'] {
  const { config, settings } = project;
  return config.suppressions.flatMap((value, index) => {
    if (value.files && !settings.matcher(value.files)(fromRoot)) return [];
    return [{ value, from: `suppressions[${index}]`, at: configLocation(project, ['suppressions', index]) }];
  });
}

/** `null` for a file that is scanned. The file need not exist. */
function leftOut(project: Project, absolute: string): LeftOut | null {
  return (
    ownFile(project, absolute) ??
    byConfig(project, absolute) ??
    asVendored(project, absolute) ??
    byIgnoreFile(project, absolute)
  );
}

function ownFile(project: Project, absolute: string): LeftOut | null {
  if (!hasPath(project.own, absolute)) return null;
  const by =
    absolute === project.loaded?.path ? 'config' : absolute === project.baseline.path ? 'baseline' : 'fact file';
  return { by, pattern: null, at: null };
}

function byConfig(project: Project, absolute: string): LeftOut | null {
  const { include, ignores } = project.config;
  const path = relativePath(project.root, absolute);
  const ignored = decider(ignores, path);
  if (ignored !== null) return { by: 'ignores', ...placed(project, 'ignores', ignored, ignores) };
  if (include.length === 0 || pathPatterns(include).matches(path)) return null;
  const taken = lastMatch(include, path);
  return taken === null
    ? { by: 'include', pattern: null, at: configLocation(project, ['include']) }
    : { by: 'include', ...placed(project, 'include', taken, include) };
}

function asVendored(project: Project, absolute: string): LeftOut | null {
  const isVendored = vendoredFiles(project, []);
  return isVendored(absolute) ? { by: 'vendored', pattern: null, at: null } : null;
}

function placed(
  project: Project,
  key: string,
  at: number,
  patterns: readonly string[],
): Pick<LeftOut, 'pattern' | 'at'> {
  return { pattern: patterns[at]!, at: configLocation(project, [key, at]) };
}

/**
 * Index of the pattern that excludes the path, or `null`. The last match decides, unless it includes the path again.
 */
function decider(patterns: readonly string[], path: string): number | null {
  return pathPatterns(patterns).matches(path) ? lastMatch(patterns, path) : null;
}

function lastMatch(patterns: readonly string[], path: string): number | null {
  const at = patterns.findLastIndex((pattern) => {
    const alone = pathPatterns([pattern]);
    alone.matches(path);
    return alone.unused().length === 0;
  });
  return at < 0 ? null : at;
}

function byIgnoreFile({ cwd }: Project, absolute: string): LeftOut | null {
  const repository = repositoryOf(dirname(absolute));
  if (repository !== null) {
    const found = ignoreLine(repository, absolute);
    return found && { by: 'git', pattern: found.pattern, at: `${relativePath(cwd, found.file)}:${found.line}` };
  }
  if (!existsSync(absolute)) return null;
  const folder = dirname(absolute);
  const listed = listFolder(folder, { cwd }).files.includes(basename(absolute));
  return listed ? null : { by: 'ignore file', pattern: null, at: null };
}

/** `connlint.config.json:4:5`, or `null` without a config. */
function configLocation({ cwd, loaded }: Project, keys: readonly (string | number)[]): string | null {
  if (!loaded) return null;
  const { line, column } = loaded.position(keys);
  return `${relativePath(cwd, resolve(loaded.path))}:${line}:${column}`;
}
