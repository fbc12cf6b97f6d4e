import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { RULES } from '../../rules/index.ts';
import type { BaselineEntry } from '../lint/baseline.ts';
import { factPaths } from '../config/config.ts';
import { fileSettings, type FileSettings } from '../lint/settings.ts';
import { loadBaseline, openProject, utcToday, type Project } from '../node/project/project.ts';
import { UserError } from '../node/errors.ts';
import { findConfig, PACKAGE_FILE } from '../node/project/find-config.ts';
import { isGenerated, readBytes } from '../node/fs/read-file.ts';
import { patternBase, pathPatterns } from '../node/fs/patterns.ts';
import { hasPath, relativePath } from '../node/fs/paths.ts';
import { driverLookup, type DriverLookup } from '../drivers/resolve.ts';
import { manifestTree } from '../node/project/repository-files.ts';

/** A config with its facts and baseline, ready to check files. */
export interface OpenProject {
  readonly project: Project;
  readonly baseline: readonly BaselineEntry[];
  /** The settings of a file, by its path from the project's root. */
  readonly settingsOf: (path: string) => FileSettings;
  /** False for a file (absolute) that the command line also skips: its own files, lock files, ignored ones. */
  readonly isScanned: (file: string) => boolean;
}

/** `problem`: one message about a config, fact file or baseline that cannot be used. */
export type Opened = OpenProject | { readonly problem: string };

interface Lookup {
  readonly config: string | null;
  readonly stamps: Stamps;
}

interface CachedProject {
  readonly opened: OpenProject;
  readonly stamps: Stamps;
}

const lookups = new Map<string, Lookup>();
const projects = new Map<string, CachedProject>();

/**
 * The project of a file: that of the nearest config above it, otherwise the working directory. Cached as long as its
 * files do not change. A project that could not be opened is read again each time.
 */
export function projectOfFile(file: string, cwd: string): Opened {
  try {
    const config = configFor(dirname(file));
    const key = config ?? `${cwd}\0`;
    const kept = projects.get(key);
    if (kept?.opened.project.settings.today === utcToday() && isUnchanged(kept.stamps)) return kept.opened;
    const opened = open(config, cwd);
    projects.set(key, { opened, stamps: stampsOf(filesOf(opened.project)) });
    return opened;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { problem: [error.message, ...(error.hint?.split('\n') ?? [])].join(' – ') };
  }
}

function configFor(folder: string): string | null {
  const kept = lookups.get(folder);
  if (kept && isUnchanged(kept.stamps)) return kept.config;
  const stamps = stampsOf(configPaths(folder));
  const config = findConfig(folder);
  lookups.set(folder, { config, stamps });
  return config;
}

/**
 * The files that decide which config applies: the entries of each folder up to the repository, and its package file.
 */
function configPaths(folder: string): string[] {
  const paths: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    paths.push(at, join(at, PACKAGE_FILE));
    if (existsSync(join(at, '.git')) || dirname(at) === at) return paths;
  }
}

function open(config: string | null, cwd: string): OpenProject {
  const root = config === null ? resolve(cwd) : dirname(config);
  const project = openProject({ cwd: root, config: config ?? false, rules: RULES });
  const settings = { ...project.settings, drivers: freshDrivers(root) };
  const baseline = loadBaseline(project)?.entries ?? [];
  const { include, ignores } = project.config;
  const included = include.length > 0 ? pathPatterns(include) : null;
  const ignored = pathPatterns(ignores);
  return {
    project,
    baseline,
    settingsOf: fileSettings(settings, (path) => path),
    isScanned: (file) => {
      const path = relativePath(root, file);
      if (hasPath(project.own, file) || isGenerated(file)) return false;
      return (included?.matches(path) ?? true) && !ignored.matches(path);
    },
  };
}

/** All files from which a project was read, and folders in which more may appear. */
function filesOf({ own, config, root }: Project): string[] {
  const bases = factPaths(config).map(({ path }) => join(root, patternBase(path)));
  return [...own, ...bases, ...[...own].map((file) => dirname(file))];
}

/** Changes with the config of a folder, its fact files and baseline. Part of ESLint's cache key. */
export function inputsHash(folder: string): string {
  stampsNow.clear();
  const opened = projectOfFile(join(folder, 'a'), folder);
  const hash = createHash('sha256');
  if ('problem' in opened) hash.update(opened.problem);
  else for (const file of [...opened.project.own].sort()) hash.update(`${file}\0`).update(contentOf(file));
  return hash.digest('hex').slice(0, 16);
}

/** Empty if the file cannot be read. */
export function contentOf(file: string): Buffer {
  const read = readBytes(file, { named: true, maxBytes: Infinity });
  return 'bytes' in read ? read.bytes : Buffer.alloc(0);
}

/** The state of files and folders when they were read. */
type Stamps = ReadonlyMap<string, string>;

function stampsOf(paths: readonly string[]): Stamps {
  return new Map(paths.map((path) => [path, stampOf(path)]));
}

/** True if none has changed: the same modification time and size, or still missing. */
function isUnchanged(stamps: Stamps): boolean {
  for (const [path, stamp] of stamps) {
    if (stampOf(path) !== stamp) return false;
  }
  return true;
}

/** Of this turn of the event loop, in which a run lints several files. */
const stampsNow = new Map<string, string>();

function stampOf(path: string): string {
  const known = stampsNow.get(path);
  if (known !== undefined) return known;
  if (stampsNow.size === 0) {
    setImmediate(() => {
      stampsNow.clear();
    });
  }
  const stamp = freshStampOf(path);
  stampsNow.set(path, stamp);
  return stamp;
}

function freshStampOf(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats ? `${stats.mtimeMs}:${stats.size}` : 'missing';
  } catch {
    return 'unreadable';
  }
}

/** How long manifests are cached, in milliseconds, so that a run over many files reads each of them once. */
const FRESH = 5_000;

/** The drivers of modules below a folder, for a program that keeps running while manifests are edited. */
function freshDrivers(folder: string): DriverLookup {
  let lookup: DriverLookup | null = null;
  let readAt = 0;
  return (path) => {
    const now = Date.now();
    if (!lookup || Math.abs(now - readAt) > FRESH) {
      lookup = driverLookup(manifestTree(folder));
      readAt = now;
    }
    return lookup(path);
  };
}
