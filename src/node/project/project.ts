import { knownRules } from '../../lint/checks.ts';
import { resolve } from 'node:path';
import { DEFAULT_CONFIG, factPaths, type Config, type ConfigPath, type RuleSettings } from '../../config/config.ts';
import { planPerProject, type PlacedChange } from '../../facts/query.ts';
import { applyService } from '../../config/service.ts';
import { filesInTree, manifestTree } from './repository-files.ts';
import { driverLookup } from '../../drivers/resolve.ts';
import type { Notice } from '../../lint/finding.ts';
import type { Rule } from '../../lint/rule.ts';
import { DEFAULT_BASELINE } from '../../report/own-files.ts';
import { ATLAS, type ServiceProfile } from '../../classify/service.ts';
import { lineIndex, once, oncePerKey } from '../../text/source.ts';
import { fileSettings, type Clone, type FileSettings, type Home, type Settings } from '../../lint/settings.ts';
import { loadConfig, type LoadedConfig } from './config-file.ts';
import { findConfig } from './find-config.ts';
import { loadFacts } from './fact-files.ts';
import type { FileList } from '../fs/list-files.ts';
import { pathMatcher } from '../fs/patterns.ts';
import { behindLinks, cloneRoots, relativePath, displayPath } from '../fs/paths.ts';
import { UserError } from '../errors.ts';
import { formatBaseline, parseBaseline, type BaselineEntry, type UsedBaseline } from '../../lint/baseline.ts';
import { existsSync } from 'node:fs';
import { entryNames, readText } from '../fs/read-file.ts';
import { refuseOutside, writeFileAtomically } from '../fs/write-file.ts';

/** A working directory with all settings for its files. */
export interface Project {
  readonly cwd: string;
  readonly loaded: LoadedConfig | null;
  readonly config: Config;
  readonly settings: Settings;
  /** Those of a file, by its path relative to `cwd`. */
  readonly settingsOf: (path: string) => FileSettings;
  /** Absolute: the config's folder, otherwise the working directory. */
  readonly root: string;
  /** Path of a file (relative to `cwd`) relative to the config. */
  readonly fromConfig: (path: string) => string;
  readonly baseline: BaselineChoice;
  /** Absolute paths that are never linted: the config, fact files, the baseline. */
  readonly own: ReadonlySet<string>;
  /** The fact files with values of secrets and variables. */
  readonly valueFiles: readonly string[];
  /** The clone with a config of its own that contains a file (relative to `cwd`). */
  readonly cloneOf: (path: string) => ConfiguredClone | null;
  readonly notices: readonly Notice[];
}

/** A clone with its own config. */
interface ConfiguredClone extends Clone, Pick<Project, 'root' | 'own'> {
  readonly loaded: LoadedConfig;
}

interface BaselineChoice {
  /** Absolute, whether it exists or not. */
  readonly path: string;
  /** `named`: on the command line. */
  readonly use: 'default' | 'named' | 'none';
  readonly mustExist: boolean;
}

interface ProjectOptions {
  readonly cwd: string;
  /** `undefined`: search for one; `false`: use none. */
  readonly config?: string | false | undefined;
  readonly rules: readonly Rule[];
  readonly overrides?: RuleSettings | undefined;
  readonly today?: string | undefined;
  readonly suppressions?: boolean | undefined;
  /** `undefined`: that of the config; `false`: use none. */
  readonly baseline?: string | false | undefined;
  /** The run writes the baseline, so that a named one need not exist. */
  readonly updatesBaseline?: boolean | undefined;
}

/** Today's date in UTC, `YYYY-MM-DD`. */
export function utcToday(): string {
  return new Date().toISOString().slice(0, 10);
}

/**
 * Reads the config of a working directory, with the resulting profile, without the files it names. Throws a `UserError`
 * that states the problem, its position and what to do.
 */
export function openConfig(options: Pick<ProjectOptions, 'cwd' | 'config' | 'rules'>) {
  const { cwd } = options;
  const path = options.config === false ? null : (options.config ?? findConfig(cwd));
  const loaded = path === null ? null : loadConfig(resolve(cwd, path), knownRules(options.rules));
  const config = loaded?.config ?? DEFAULT_CONFIG;
  const profile = loaded ? applyService(ATLAS, config.service) : ATLAS;
  return { loaded, config, profile, root: loaded?.root ?? cwd };
}

/** Reads config and facts. Throws a `UserError` that states the problem, its position and what to do. */
export function openProject(options: ProjectOptions): Project {
  const { cwd } = options;
  const opened = openConfig(options);
  const { loaded, profile, root } = opened;
  const { facts, files, valueFiles } = loadFacts(root, opened.config, profile);
  const { changes, problems } = planPerProject(opened.config.plan, facts);
  const [unclear] = problems;
  if (unclear && loaded) {
    const { at, key, message, hint } = unclear;
    throw loaded.errorAt(['plan', at, key], `plan[${at}].${key}: ${message}`, hint);
  }
  const config = { ...opened.config, plan: changes.map(({ change }) => change) };
  const named = options.baseline === false ? null : (options.baseline ?? null);
  const baseline = named === null ? resolve(root, config.baseline ?? DEFAULT_BASELINE) : resolve(cwd, named);
  // Each folder is read once: its names decide about the roles of files and about their drivers.
  const namesIn = oncePerKey(entryNames);
  const cloneOf = options.config === false ? () => null : configuredClones(options, config);
  const drivers = once(() => driverLookup(manifestTree(cwd, namesIn)));
  const settings: Settings = {
    profile,
    config,
    facts,
    rules: options.rules,
    overrides: options.overrides ?? {},
    today: options.today ?? utcToday(),
    suppressions: options.suppressions ?? true,
    drivers: (file, setting) => drivers()(file, setting),
    inTree: filesInTree(cwd, namesIn),
    home: loaded && homeOf(loaded, cwd, (keys) => writtenAt(keys, changes)),
    matcher: pathMatcher,
    cloneOf,
  };
  const fromConfig = (file: string): string => relativePath(root, resolve(cwd, file));
  return {
    cwd,
    loaded,
    config,
    settings,
    settingsOf: fileSettings(settings, fromConfig),
    root,
    fromConfig,
    baseline: {
      path: baseline,
      use: options.baseline === false ? 'none' : named === null ? 'default' : 'named',
      mustExist: named !== null && options.updatesBaseline !== true,
    },
    own: withTargets([...(loaded ? [loaded.path] : []), ...files, baseline]),
    valueFiles,
    cloneOf,
    notices: facts.notices,
  };
}

/** The same project with other settings. */
export const withSettings = (project: Project, settings: Settings): Project => ({
  ...project,
  config: settings.config,
  settings,
  settingsOf: fileSettings(settings, project.fromConfig),
});

/** @param written the keys in the file of keys that rules use */
const homeOf = (loaded: LoadedConfig, cwd: string, written = (keys: ConfigPath): ConfigPath => keys): Home => ({
  file: relativePath(cwd, loaded.path),
  range: (keys) => loaded.range(written(keys)),
  lines: loaded.lines,
});

/** Paths with what links among them lead to. */
const withTargets = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.flatMap((file) => [file, behindLinks(file)]));

/** The clones below the working directory, each with its config. Throws a `UserError` for one that cannot be used. */
function configuredClones({ cwd, rules }: Pick<ProjectOptions, 'cwd' | 'rules'>, folder: Config): Project['cloneOf'] {
  const rootOf = cloneRoots(cwd);
  const cloneAt = oncePerKey((clone: string): ConfiguredClone | null => {
    const { loaded, root, config, profile } = openConfig({ cwd: clone, rules });
    if (loaded === null) return null;
    const facts = factPaths(config).map((fact) => resolve(root, fact.path));
    return {
      loaded,
      root,
      config: cloneConfig(config, folder, relativePath(cwd, clone)),
      profile,
      home: homeOf(loaded, cwd),
      fromConfig: (file) => relativePath(root, resolve(cwd, file)),
      own: withTargets([loaded.path, ...facts, resolve(root, config.baseline ?? DEFAULT_BASELINE)]),
    };
  });
  return (path) => {
    const clone = rootOf(path);
    return clone === null ? null : cloneAt(clone);
  };
}

/**
 * The config for the files of a clone. What is planned, and what is known of clusters, is a question to the folder in
 * which connlint runs.
 * @param place of the clone, relative to the working directory
 */
function cloneConfig(own: Config, folder: Config, place: string): Config {
  const { plan, projects, maxFactAge, baseline } = folder;
  const external = Object.entries(own.external).map(([name, entry]) => [
    name.includes('#') ? `${place}/${name}` : name,
    entry,
  ]);
  return {
    ...own,
    plan,
    projects,
    maxFactAge,
    ...(baseline !== undefined && { baseline }),
    external: Object.fromEntries(external) as Config['external'],
  };
}

/** The words of every service profile that a file of the list has. */
export function wordsIn(
  { cloneOf, settings: { profile } }: Project,
  { files }: Pick<FileList, 'files'>,
  wordsOf: (profile: ServiceProfile) => readonly string[],
): string[] {
  const profiles = new Set([profile, ...files.map(({ path }) => cloneOf(path)?.profile ?? profile)]);
  return [...new Set([...profiles].flatMap(wordsOf))];
}

/** Rules use indexes into the plan of all projects. One entry of the config may be several of these. */
function writtenAt(keys: ConfigPath, changes: readonly PlacedChange[]): ConfigPath {
  const [first, index, ...rest] = keys;
  const change = first === 'plan' && typeof index === 'number' ? changes[index] : undefined;
  return change ? ['plan', change.at, ...rest] : keys;
}

/** In bytes. Larger than any baseline, so that a wrong file is not parsed. */
const MAX_BYTES = 50_000_000;

export interface LoadedBaseline extends UsedBaseline {
  readonly text: string;
}

/**
 * The project's baseline, `null` if there is none or it is not used. Throws a `UserError` if a named baseline does not
 * exist, or if it cannot be read or parsed.
 */
export function loadBaseline(project: Project): LoadedBaseline | null {
  const { path, use, mustExist } = project.baseline;
  if (use === 'none' || (!existsSync(path) && !mustExist)) return null;
  const read = readText(path, MAX_BYTES);
  const shown = displayPath(path);
  if (!('text' in read))
    throw new UserError(`cannot read the baseline ${shown}: ${read.reason}`, 'Write it: `connlint --update-baseline`.');
  const entries = parseBaseline(read.text);
  if ('wrongLine' in entries)
    throw new UserError(`${shown}:${entries.wrongLine}: not an entry of a baseline`, 'Remove the line, or the file.');
  return { file: relativePath(project.cwd, path), text: read.text, lines: lineIndex(read.text), entries };
}

/** Writes the baseline. Throws a `UserError`. */
export function saveBaseline(project: Project, entries: readonly BaselineEntry[]): void {
  const { root, baseline, loaded, config } = project;
  const entry = config.baseline === undefined ? null : loaded;
  const errorAt =
    entry && ((why: string, hint: string) => entry.errorAt(['baseline'], why, `${hint} Or use --baseline <file>.`));
  if (baseline.use !== 'named') refuseOutside(root, baseline.path, errorAt ?? undefined);
  writeFileAtomically(baseline.path, formatBaseline(entries));
}
