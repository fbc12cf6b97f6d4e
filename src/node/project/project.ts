import type FastGlob from 'fast-glob';
import { knownRules, wordsToFind } from '../../lint/checks.ts';
import { dirname, join, resolve } from 'node:path';
import { DEFAULT_CONFIG, factPaths, type Config, type ConfigPath, type RuleLayer } from '../../config/config.ts';
import { buildFacts, type FactInput } from '../../facts/build.ts';
import { planPerProject } from '../../facts/query.ts';
import { isValueFile } from '../../facts/read.ts';
import { parsedJson } from '../../text/json.ts';
import { applyService } from '../../config/schema.ts';
import { driverLookup, type ManifestTree } from '../../drivers/resolve.ts';
import type { Rule } from '../../lint/rule.ts';
import { DEFAULT_BASELINE } from '../../report/own-files.ts';
import { ATLAS, type ServiceProfile } from '../../classify/service.ts';
import { lineIndex, once, oncePerKey, type Source } from '../../text/source.ts';
import { fileSettings, type Home, type Settings } from '../../lint/settings.ts';
import { loadConfig, type LoadedConfig } from './config-file.ts';
import { findConfig } from './find-config.ts';
import type { FileList } from '../fs/list-files.ts';
import { isGlob, pathMatcher, splitGlob } from '../fs/patterns.ts';
import { withSlashes } from '../../config/globs.ts';
import { load } from '../load.ts';
import { behindLinks, displayArgument, displayPath, relativePath } from '../fs/paths.ts';
import { isDate } from '../../config/forms.ts';
import { shownMissing, boundOf, isWithin, repositoryPlaces } from '../fs/paths.ts';
import { UserError } from '../errors.ts';
import { formatBaseline, parseBaseline, type BaselineEntry } from '../../lint/baseline.ts';
import { existsSync } from 'node:fs';
import { entryNames, readText, textOrNull } from '../fs/read-file.ts';
import { refuseOutside, writeFileAtomically } from '../fs/write-file.ts';
import type { RepositoryTree, TreeFile } from '../../iac/attribute-clusters.ts';
import { manifestForm } from '../../drivers/manifests.ts';

type Places = ReturnType<typeof repositoryPlaces>;
export type Project = Readonly<ReturnType<typeof openProject>>;

export interface ProjectOptions {
  readonly cwd: string;
  /** `undefined`: search for one; `false`: use none. */
  readonly config?: string | false | undefined;
  readonly rules: readonly Rule[];
  readonly overrides?: RuleLayer | undefined;
  readonly today?: string | undefined;
  readonly suppressions?: boolean | undefined;
  /** `undefined`: that of the config; `false`: use none. */
  readonly baseline?: string | false | undefined;
  /** The run writes the baseline, so that a named one need not exist. */
  readonly updatesBaseline?: boolean | undefined;
  /** Those below `cwd`, if they were asked for before. */
  readonly placeOf?: Places | undefined;
}

/** The day of a run, `YYYY-MM-DD`: the given one, otherwise today in UTC. Throws a `UserError` for what is no day. */
export function dayOf(given: string | undefined): string {
  if (given === undefined) return new Date().toISOString().slice(0, 10);
  if (!isDate(given)) throw new UserError(`today: ${displayArgument(given)} is not a date`, 'Write YYYY-MM-DD.');
  return given;
}

/** Reads the config of a working directory, without the files it names. Throws a `UserError` with position and hint. */
export function openConfig({ cwd, config: chosen, rules }: Pick<ProjectOptions, 'cwd' | 'config' | 'rules'>) {
  const path = chosen === false ? null : (chosen ?? findConfig(cwd));
  const loaded = path === null ? null : loadConfig(resolve(cwd, path), knownRules(rules));
  const config = loaded?.config ?? DEFAULT_CONFIG;
  return { loaded, config, profile: loaded ? applyService(ATLAS, config.service) : ATLAS, root: loaded?.root ?? cwd };
}

/** Reads config and facts. Throws a `UserError` that states the problem, its position and what to do. */
export function openProject(options: ProjectOptions) {
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
  const config: Config = { ...opened.config, plan: changes.map(({ change }) => change) };
  const named = options.baseline === false ? null : (options.baseline ?? null);
  const baseline = named === null ? resolve(root, config.baseline ?? DEFAULT_BASELINE) : resolve(cwd, named);
  // Each folder is read once: its names decide about the roles of files and about their drivers.
  const namesIn = oncePerKey(entryNames);
  const { placeOf = repositoryPlaces(cwd) } = options;
  const cloneOf = configuredClones(options, config, placeOf);
  const drivers = once(() => driverLookup(manifestTree(cwd, namesIn)));
  const settings: Settings = {
    profile,
    config,
    facts,
    rules: options.rules,
    overrides: options.overrides ?? {},
    today: dayOf(options.today),
    suppressions: options.suppressions ?? true,
    drivers: (file, setting) => drivers()(file, setting),
    inTree: filesInTree(placeOf, namesIn),
    fromConfig: (file) => relativePath(root, resolve(cwd, file)),
    home: loaded && homeOf(loaded, cwd, (keys) => writtenAt(keys, changes)),
    matcher: pathMatcher,
    cloneOf,
  };
  return {
    cwd,
    loaded,
    config,
    settings,
    // Those of a file, by its path relative to `cwd`.
    settingsOf: fileSettings(settings),
    root,
    fromConfig: settings.fromConfig,
    baseline: {
      path: baseline,
      isUsed: options.baseline !== false,
      mustExist: (named ?? config.baseline) !== undefined && options.updatesBaseline !== true,
    },
    // Never linted: the config, fact files, the baseline.
    own: withTargets([...(loaded ? [loaded.path] : []), ...files, baseline]),
    valueFiles,
    cloneOf,
  };
}

/** Reads the fact files that a config names. Throws a `UserError` for one that is missing or cannot be used. */
function loadFacts(root: string, config: Config, profile: ServiceProfile) {
  const inputs: FactInput[] = [];
  /** Absolute paths of the fact files, which are never linted. */
  const files: string[] = [];
  /** Those with values of secrets and variables, whose strings plans check. */
  const valueFiles: string[] = [];
  for (const { path, kind, project } of factPaths(config))
    for (const file of filesOf(path, root)) {
      files.push(file);
      const read = readText(file);
      if ('skipped' in read)
        throw new UserError(`cannot read the fact file ${displayPath(file)}: ${read.reason}`, SAVE_FACTS);
      const value = parsedJson(read.text);
      if (kind === null && isValueFile(read.text, value)) valueFiles.push(file);
      else if (value === undefined) throw new UserError(`${displayPath(file)} is not valid JSON`, SAVE_FACTS);
      else inputs.push({ file: relativePath(root, file), as: kind, project, value });
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

/** @param written the keys in the file of keys that rules use */
const homeOf = (loaded: LoadedConfig, cwd: string, written = (keys: ConfigPath): ConfigPath => keys): Home => ({
  file: relativePath(cwd, loaded.path),
  range: (keys) => loaded.range(written(keys)),
  lines: loaded.lines,
});

/** Paths with what links among them lead to. */
const withTargets = (paths: readonly string[]) => new Set(paths.flatMap((file) => [file, behindLinks(file)]));

/** The clones below the working directory, each with its config. Throws a `UserError` for one that cannot be used. */
function configuredClones({ cwd, rules, config: chosen }: ProjectOptions, folder: Config, placeOf: Places) {
  const cloneAt = oncePerKey((clone: string) => {
    const { loaded, root, config, profile } = openConfig({ cwd: clone, rules });
    if (loaded === null) return null;
    const facts = factPaths(config).map((fact) => resolve(root, fact.path));
    return {
      loaded,
      root,
      config: cloneConfig(config, folder, relativePath(cwd, clone)),
      profile,
      home: homeOf(loaded, cwd),
      fromConfig: (file: string) => relativePath(root, resolve(cwd, file)),
      own: withTargets([loaded.path, ...facts, resolve(root, config.baseline ?? DEFAULT_BASELINE)]),
    };
  });
  return (path: string) => {
    const { root, isInClone } = placeOf(path);
    return isInClone && chosen !== false ? cloneAt(root) : null;
  };
}

/** The config for a clone at `place`. Plan and facts are those of the folder in which connlint runs. */
function cloneConfig(own: Config, { plan, projects, maxFactAge, baseline }: Config, place: string): Config {
  const placed = (name: string): string => (name.includes('#') ? `${place}/${name}` : name);
  const external = Object.entries(own.external).map(([name, entry]) => [placed(name), entry] as const);
  return {
    ...own,
    plan,
    projects,
    maxFactAge,
    ...(baseline !== undefined && { baseline }),
    external: Object.fromEntries(external),
  };
}

/** The words to find for every service profile that a file of the list has. */
export function wordsIn({ cloneOf, settings: { profile, rules } }: Project, { files }: Pick<FileList, 'files'>) {
  const profiles = new Set([profile, ...files.map(({ path }) => cloneOf(path)?.profile ?? profile)]);
  return [...new Set([...profiles].flatMap((one) => wordsToFind(one, rules)))];
}

/** Rules use indexes into the plan of all projects. One entry of the config may be several of these. */
function writtenAt(keys: ConfigPath, changes: readonly { readonly at: number }[]): ConfigPath {
  const [first, index, ...rest] = keys;
  const change = first === 'plan' && typeof index === 'number' ? changes[index] : undefined;
  return change ? ['plan', change.at, ...rest] : keys;
}

/** `null` if there is none or it is not used. Throws a `UserError` if it is named and missing, or cannot be parsed. */
export function loadBaseline(project: Project) {
  const { path, isUsed, mustExist } = project.baseline;
  if (!isUsed || (!existsSync(path) && !mustExist)) return null;
  const read = readText(path);
  const shown = displayPath(path);
  if (!('text' in read))
    throw new UserError(`cannot read the baseline ${shown}: ${read.reason}`, 'Add --update-baseline to write it.');
  const entries = parseBaseline(read.text);
  if ('wrongLine' in entries)
    throw new UserError(`${shown}:${entries.wrongLine}: not an entry of a baseline`, 'Remove the line, or the file.');
  return { file: relativePath(project.cwd, path), text: read.text, lines: lineIndex(read.text), entries };
}

/** Writes the baseline. Throws a `UserError`. */
export function saveBaseline({ cwd, baseline }: Project, entries: readonly BaselineEntry[]): void {
  refuseOutside(cwd, baseline.path);
  writeFileAtomically(baseline.path, formatBaseline(entries));
}

type FolderNames = (folder: string) => readonly string[];

/** Of a file beside the one whose role is decided. */
const MAX_SIBLING_BYTES = 1_000_000;

/** The files around a file are read from disk when needed, so that a role does not depend on the selection. */
function filesInTree(placeOf: Places, namesIn: FolderNames): (path: string) => TreeFile {
  const treeOf = oncePerKey((root: string): RepositoryTree => ({
    namesIn: (folder) => namesIn(join(root, folder)),
    textOf: (path) => textOrNull(join(root, path), MAX_SIBLING_BYTES) ?? '',
  }));
  return (file) => {
    const { root, pathInside } = placeOf(file);
    return { path: pathInside().replace(/^(?:\.\.\/)+/, ''), tree: treeOf(root) };
  };
}

/** The manifests up to the root of the repository, whichever files are linted. Read when a rule needs them. */
export function manifestTree(cwd: string, namesIn: FolderNames = oncePerKey(entryNames)): ManifestTree {
  const root = boundOf(resolve(cwd));
  return {
    textsIn: (folder) => textsIn(cwd, resolve(cwd, folder), namesIn),
    above(folder) {
      const here = resolve(cwd, folder);
      const parent = dirname(here);
      if (here === root || existsSync(join(here, '.git')) || !isWithin(parent, root)) return null;
      const shown = relativePath(cwd, parent);
      return shown === '.' ? '' : shown;
    },
  };
}

function textsIn(cwd: string, folder: string, namesIn: FolderNames): Source[] {
  const all = namesIn(folder);
  const names = all.filter((name) => manifestForm(name));
  // pip's requirements often have a folder of their own beside the program.
  const requirements = all.includes('requirements') ? namesIn(join(folder, 'requirements')) : [];
  const lists = requirements.filter((name) => /\.(?:txt|in)$/.test(name)).map((name) => join('requirements', name));
  const catalog = all.includes('gradle') ? [join('gradle', 'libs.versions.toml')] : [];
  return [...names, ...lists, ...catalog].flatMap((name): Source[] => {
    const absolute = join(folder, name);
    const text = textOrNull(absolute);
    return text === null ? [] : [{ path: relativePath(cwd, absolute), text }];
  });
}
