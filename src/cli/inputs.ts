import type { RuleSettings } from '../core/config.ts';
import type { Rule, Severity } from '../core/rule.ts';
import { distanceNearest } from '../core/nearest.ts';
import { UserError } from '../node/errors.ts';
import { openProject } from '../node/project.ts';
import type { Project } from '../node/project.ts';
import { shownArgument } from '../node/shown-path.ts';
import { inStage } from '../node/stages.ts';
import { configChoice, todayOf } from './choices.ts';
import type { Parsed } from './options.ts';

const LEVELS = ['off', 'info', 'warning', 'error'] as const;

/** `--rule id` runs only these rules; `--rule id:severity` changes one. */
export function ruleOverrides(values: readonly string[], rules: readonly Rule[]): RuleSettings {
  const settings: Record<string, [Severity | 'off']> = {};
  const only = values.filter((value) => !value.includes(':'));
  if (only.length > 0) for (const rule of rules) settings[rule.id] = ['off'];
  for (const value of values) {
    const [id = '', level] = value.split(':');
    const rule = rules.find((candidate) => candidate.id === id);
    if (!rule) {
      const nearest = distanceNearest(
        id,
        rules.map((candidate) => candidate.id),
      );
      throw new UserError(`unknown rule ${shownArgument(id)}`, nearest ? `Did you mean ${nearest}?` : null);
    }
    const known = LEVELS.find((name) => name === (level ?? rule.severity));
    if (!known)
      throw new UserError(`unknown severity for ${id}: ${shownArgument(level!)}`, `Use ${LEVELS.join(', ')}.`);
    settings[id] = [known];
  }
  return settings;
}

/** The project of the working directory, as the common options want it. */
export function projectOf(options: Parsed, rules: readonly Rule[], overrides: RuleSettings = {}): Project {
  return inStage('config', () =>
    openProject({
      cwd: process.cwd(),
      config: configChoice(options),
      rules,
      overrides,
      today: todayOf(options),
      suppressions: options.toggle('suppressions') ?? true,
      baseline: options.toggle('baseline') === false ? false : options.value('baseline'),
    }),
  );
}
