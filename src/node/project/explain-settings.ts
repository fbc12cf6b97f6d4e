import { resolve } from 'node:path';
import type { RuleLevel } from '../../config/severity.ts';
import type { RuleSetup } from '../../lint/checks.ts';
import { fileSettings } from '../../lint/settings.ts';
import { isIgnoredByGit } from '../git/ls-files.ts';
import { vendoredFiles } from '../fs/list-files.ts';
import { relativePath } from '../fs/paths.ts';
import { isOwnFile, pathFilter } from '../fs/patterns.ts';
import { readText } from '../fs/read-file.ts';
import type { Project } from './project.ts';

/** The settings of one file, which need not exist. */
export function appliedSettings(project: Project, path: string) {
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

function levelOf({ rule, severity, options }: RuleSetup): RuleLevel | readonly [RuleLevel, RuleSetup['options']] {
  const level = severity ?? rule.severity;
  return Object.keys(options).length > 0 ? [level, options] : level;
}

/** Why it is read only if it is named: the tool's own file, a pattern of the config, vendored code, or Git. */
function leftOut(project: Project, file: { path: string; absolute: string }) {
  const { absolute } = file;
  if (isOwnFile(project, file)) return 'own';
  if (!pathFilter(project, false).passes(project.fromConfig(file.path))) return 'ignores';
  if (vendoredFiles(project, [])(absolute)) return 'vendored';
  return isIgnoredByGit(absolute) ? 'git' : null;
}
