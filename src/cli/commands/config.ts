import { resolve } from 'node:path';
import type { RuleLevel } from '../../config/severity.ts';
import { checksOf, type RuleSetup } from '../../lint/checks.ts';
import { environmentOf } from '../../lint/file-role.ts';
import { UserError } from '../../node/errors.ts';
import { displayArgument, refuseAddress, relativePath } from '../../node/fs/paths.ts';
import { statsOf, textOrNull } from '../../node/fs/read-file.ts';
import type { Project } from '../../node/project/project.ts';
import { jsonText } from '../../report/json.ts';
import type { Parsed } from '../options.ts';
import { emit } from '../output.ts';
import { projectFromOptions } from '../project-options.ts';

export function run(parsed: Parsed): number {
  const [file, ...more] = parsed.positionals;
  if (file === undefined || more.length > 0)
    throw new UserError('config needs one file', 'Run connlint config <file>.');
  refuseAddress('config', file);
  if (statsOf(file)?.isDirectory() === true)
    throw new UserError(`${displayArgument(file)} is a folder`, 'Run connlint config <file>.');
  const applied = appliedSettings(projectFromOptions(parsed), file);
  emit([{ format: 'json', file: null }], () => jsonText(applied));
  return 0;
}

function appliedSettings(project: Project, path: string) {
  const { cwd, settings, baseline } = project;
  const absolute = resolve(cwd, path);
  const file = relativePath(cwd, absolute);
  const { config, loaded, fromConfig } = project.cloneOf(file) ?? project;
  const { setups, roleOf, context } = project.settingsOf(file);
  const fromRoot = fromConfig(file);
  const running = new Map(setups.map((setup) => [setup.rule.name, levelOf(setup)]));
  // A rule that does not run is off, or about a change that is not planned.
  const rules = checksOf(settings.rules).map(({ id, name }) => {
    return [name, running.get(name) ?? (config.rules[name] ?? config.rules[id])?.[0] ?? 'off'] as const;
  });
  return {
    file,
    config: loaded && relativePath(cwd, loaded.path),
    role: roleOf(textOrNull(absolute) ?? ''),
    environment: environmentOf(file, context.environment),
    network: context.network,
    region: context.region,
    rules: Object.fromEntries(rules),
    suppressions: config.suppressions.filter(({ files }) => !files || settings.matcher(files)(fromRoot)),
    plan: config.plan,
    baseline: relativePath(cwd, baseline.path),
  };
}

function levelOf({ rule, severity, options }: RuleSetup): RuleLevel | readonly [RuleLevel, RuleSetup['options']] {
  const level = severity ?? rule.severity;
  return Object.keys(options).length > 0 ? [level, options] : level;
}
