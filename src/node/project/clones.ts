import type { Config } from '../../config/config.ts';
import type { Clone } from '../../lint/settings.ts';
import type { LoadedConfig } from './config-file.ts';

/** A clone with its own config. */
export interface ConfiguredClone extends Clone {
  readonly loaded: LoadedConfig;
  /** Absolute: the config's folder. */
  readonly root: string;
  /** Absolute paths that are never linted: its config, fact files and baseline. */
  readonly own: ReadonlySet<string>;
}

/**
 * The config for the files of a clone. What is planned, and what is known of clusters, is a question to the folder in
 * which connlint runs.
 * @param place of the clone, relative to the working directory
 */
export function cloneConfig(own: Config, folder: Config, place: string): Config {
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
