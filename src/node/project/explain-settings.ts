import { resolve } from 'node:path';
import type { Config, Network } from '../../config/config.ts';
import type { FileRole } from '../../config/roles.ts';
import type { RuleLevel } from '../../config/severity.ts';
import type { RuleSetup } from '../../lint/checks.ts';
import { fileSettings } from '../../lint/settings.ts';
import { isIgnoredByGit } from '../git/ls-files.ts';
import { vendoredFiles } from '../fs/list-files.ts';
import { relativePath } from '../fs/paths.ts';
import { isOwnFile, pathFilter } from '../fs/patterns.ts';
import { readText } from '../fs/read-file.ts';
import type { Project } from './project.ts';

/** The settings of one file. */
export interface AppliedSettings {
  /** Relative to the working directory. */
  readonly file: string;
  readonly config: string | null;
  /** Why it is read only if it is named: the tool's own file, a pattern of the config, vendored code, or Git. */
  readonly leftOut: 'own' | 'ignores' | 'vendored' | 'git' | null;
  readonly role: FileRole;
  readonly environment: string | null;
  readonly network: Network | null;
  readonly region: string | null;
  /** Every rule with its severity, and its options if it has any. */
  readonly rules: Readonly<Record<string, RuleLevel | readonly [RuleLevel, Readonly<Record<string, unknown>>]>>;
  readonly suppressions: Config['suppressions'];
  readonly plan: Config['plan'];
  readonly baseline: string;
}

/** Also for a file that does not exist. */
export function appliedSettings(project: Project, path: string): AppliedSettings {
  const { cwd, settings, baseline } = project;
  const absolute = resolve(cwd, path);
  const file = relativePath(cwd, absolute);
  const { config, loaded, fromConfig } = project.cloneOf(file) ?? project;
  const { setups, roleOf, context } = fileSettings(settings, project.fromConfig)(file);
  const read = readText(absolute, { named: true });
  const fromRoot = fromConfig(file);
  const running = Object.fromEntries(setups.map((setup) => [setup.rule.id, levelOf(setup)]));
  const idle = Object.fromEntries(
    settings.rules
      .filter(({ id }) => !Object.hasOwn(running, id))
      .map(({ id }) => [id, config.rules[id]?.[0] ?? 'off']),
  );
  return {
    file,
    config: loaded && relativePath(cwd, loaded.path),
    leftOut: leftOut(project, { path: file, absolute }),
    role: roleOf('text' in read ? read.text : ''),
    environment: context.environment,
    network: context.network,
    region: context.region,
    // A rule that does not run is off, or about a change that is not planned.
    rules: { ...running, ...idle },
    suppressions: config.suppressions.filter(({ files }) => !files || settings.matcher(files)(fromRoot)),
    plan: config.plan,
    baseline: relativePath(cwd, baseline.path),
  };
}

function levelOf({ rule, severity, options }: RuleSetup): AppliedSettings['rules'][string] {
  const level = severity ?? rule.severity;
  return Object.keys(options).length > 0 ? [level, options] : level;
}

function leftOut(project: Project, file: { path: string; absolute: string }): AppliedSettings['leftOut'] {
  const { absolute } = file;
  if (isOwnFile(project, file)) return 'own';
  if (!pathFilter(project, false).passes(project.fromConfig(file.path))) return 'ignores';
  if (vendoredFiles(project, [])(absolute)) return 'vendored';
  return isIgnoredByGit(absolute) ? 'git' : null;
}
