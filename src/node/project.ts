import { realpathSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { defaultConfig } from '../core/config.ts';
import type { Config, RuleSettings } from '../core/config.ts';
import { applyService } from '../core/config-service.ts';
import { driverLookup } from '../core/driver-module.ts';
import type { Notice } from '../core/finding.ts';
import type { Rule } from '../core/rule.ts';
import { DEFAULT_BASELINE } from '../core/own-text.ts';
import { ruleOptions } from '../core/rule-options.ts';
import { ATLAS } from '../core/service.ts';
import type { ServiceProfile } from '../core/service.ts';
import { lineIndex } from '../core/source.ts';
import type { Settings } from '../lint/settings.ts';
import { loadConfig } from './config-file.ts';
import type { LoadedConfig } from './config-file.ts';
import { loadFacts } from './fact-files.ts';
import { findConfig } from './find-config.ts';
import { manifestTree } from './manifest-files.ts';
import { pathPatterns } from './path-patterns.ts';
import { relativePath } from './shown-path.ts';

/** A working directory with everything that decides how its files are judged. */
export interface Project {
  /** How it was opened. */
  readonly options: Omit<ProjectOptions, 'rules'>;
  readonly cwd: string;
  readonly loaded: LoadedConfig | null;
  readonly config: Config;
  readonly settings: Settings;
  /** Absolute: the config's folder, else the working directory. */
  readonly root: string;
  /** Path of a file (relative to `cwd`) as the config sees it. */
  readonly fromConfig: (path: string) => string;
  readonly baseline: BaselineChoice;
  /** Absolute paths that are never linted: the config, fact files, the baseline. */
  readonly own: ReadonlySet<string>;
  /** Absolute. */
  readonly factFiles: readonly string[];
  readonly notices: readonly Notice[];
}

/** Which baseline is meant. */
export interface BaselineChoice {
  /** Absolute, whether it exists or not. */
  readonly path: string;
  /** `named`: on the command line, so that it must exist. */
  readonly use: 'default' | 'named' | 'none';
}

export interface ProjectOptions {
  readonly cwd: string;
  /** `undefined`: look for one; `false`: use none. */
  readonly config?: string | false | undefined;
  readonly rules: readonly Rule[];
  readonly overrides?: RuleSettings | undefined;
  readonly today?: string | undefined;
  readonly suppressions?: boolean | undefined;
  /** `undefined`: the config's; `false`: use none. */
  readonly baseline?: string | false | undefined;
  /** Changes named on the command line, on top of the config's. */
  readonly plan?: Config['plan'] | undefined;
}

/** Today's date in UTC, `YYYY-MM-DD`. */
export function utcToday(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The config that holds in a working directory, with the profile that it makes. */
export interface OpenedConfig {
  readonly loaded: LoadedConfig | null;
  readonly config: Config;
  readonly profile: ServiceProfile;
  /** Absolute: the config's folder, else the working directory. */
  readonly root: string;
}

/** Reads the config and nothing that it names. Throws a `UserError` that says what is wrong, where, and what to do. */
export function openConfig(options: Pick<ProjectOptions, 'cwd' | 'config' | 'rules' | 'plan'>): OpenedConfig {
  const { cwd } = options;
  const path = options.config === false ? null : (options.config ?? findConfig(cwd));
  const loaded =
    path === null
      ? null
      : loadConfig(
          resolve(cwd, path),
          options.rules.map(({ id }) => id),
          ruleOptions(options.rules),
        );
  const base = loaded?.config ?? defaultConfig();
  const config = { ...base, plan: [...base.plan, ...(options.plan ?? [])] };
  return { loaded, config, profile: applyService(ATLAS, config.service), root: loaded?.root ?? cwd };
}

/** Reads config and facts. Throws a `UserError` that says what is wrong, where, and what to do. */
export function openProject(options: ProjectOptions): Project {
  const { cwd } = options;
  const { loaded, config, profile, root } = openConfig(options);
  const { facts, files } = loadFacts(loaded, config, profile);
  const named = options.baseline === false ? null : (options.baseline ?? null);
  const baseline = named === null ? resolve(root, config.baseline ?? DEFAULT_BASELINE) : resolve(cwd, named);
  const settings: Settings = {
    profile,
    config,
    facts,
    rules: options.rules,
    overrides: options.overrides ?? {},
    today: options.today ?? utcToday(),
    suppressions: options.suppressions ?? true,
    drivers: driverLookup(manifestTree(cwd)),
    home: loaded && {
      file: relativePath(cwd, loaded.path),
      range: (keys) => loaded.range(keys),
      lines: lineIndex(loaded.text),
    },
    matcher: (globs) => {
      const patterns = pathPatterns(globs);
      return (file) => patterns.matches(file);
    },
  };
  const { config: file, overrides, suppressions, plan } = options;
  return {
    options: { cwd, config: file, overrides, today: settings.today, suppressions, baseline: options.baseline, plan },
    cwd,
    loaded,
    config,
    settings,
    root,
    // Most often the config lies in the working directory, and every file is asked about.
    fromConfig: (file) =>
      root === cwd && file !== '' && !isAbsolute(file) ? file : relativePath(root, resolve(cwd, file)),
    baseline: { path: baseline, use: options.baseline === false ? 'none' : named === null ? 'default' : 'named' },
    own: new Set([...(loaded ? [loaded.path] : []), ...files, baseline].flatMap((file) => [file, real(file)])),
    factFiles: files,
    notices: facts.notices,
  };
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
