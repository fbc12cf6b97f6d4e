import { resolve } from 'node:path';
import type { AppliedConfig, AppliedRule, Said } from '../core/applied-config.ts';
import { factPaths } from '../core/config.ts';
import type { FileOverride } from '../core/config.ts';
import type { Rule } from '../core/rule.ts';
import { fileSettings } from '../lint/settings.ts';
import { leftOut, placeOf } from './left-out.ts';
import type { Project } from './project.ts';
import { relativePath } from './shown-path.ts';

interface Layer {
  readonly override: FileOverride;
  readonly index: number;
}

/** Works for a file that does not exist, too. */
export function appliedConfig(project: Project, path: string): AppliedConfig {
  const { cwd, config, loaded, settings, baseline } = project;
  const absolute = resolve(cwd, path);
  const file = relativePath(cwd, absolute);
  const { setups } = fileSettings(settings, project.fromConfig)(file);
  const fromRoot = project.fromConfig(file);
  const layers = config.overrides
    .map((override, index): Layer => ({ override, index }))
    .filter(({ override }) => settings.matcher(override.files)(fromRoot));
  const running = new Map(setups.map((setup) => [setup.rule.id, setup.options]));
  return {
    file,
    config: loaded && relativePath(cwd, loaded.path),
    leftOut: leftOut(project, absolute),
    environment: said(project, layers, 'environment'),
    network: said(project, layers, 'network'),
    region: said(project, layers, 'region'),
    rules: settings.rules.map((rule) => appliedRule(project, rule, layers, running.get(rule.id))),
    suppressions: suppressionsFor(project, fromRoot),
    plan: config.plan,
    inventory: factPaths(config).map((fact) => fact.path),
    baseline: relativePath(cwd, baseline.path),
  };
}

/** Of several overrides the last one that says something counts. */
function said(
  project: Project,
  layers: readonly Layer[],
  key: 'environment' | 'network' | 'region',
): Said<string> | null {
  const layer = layers.findLast(({ override }) => override[key] !== undefined);
  const value = layer?.override[key];
  if (!layer || value === undefined) return null;
  return { value, from: `overrides[${layer.index}]`, at: placeOf(project, ['overrides', layer.index, key]) };
}

function appliedRule(
  project: Project,
  rule: Rule,
  layers: readonly Layer[],
  running: AppliedRule['options'] | undefined,
): AppliedRule {
  const { id } = rule;
  const layer = layers.findLast(({ override }) => override.rules?.[id]);
  const keys = layer ? ['overrides', layer.index, 'rules', id] : ['rules', id];
  const setting = layer ? layer.override.rules?.[id] : project.config.rules[id];
  const from = layer ? `overrides[${layer.index}].rules` : setting ? 'rules' : 'default';
  return {
    id,
    severity: setting?.[0] ?? rule.severity,
    options: running ?? {},
    from,
    at: setting ? placeOf(project, keys) : null,
    runs: running !== undefined,
  };
}

function suppressionsFor(project: Project, fromRoot: string): AppliedConfig['suppressions'] {
  const { config, settings } = project;
  return config.suppressions.flatMap((value, index) => {
    if (value.files && !settings.matcher(value.files)(fromRoot)) return [];
    return [{ value, from: `suppressions[${index}]`, at: placeOf(project, ['suppressions', index]) }];
  });
}
