import { isDate } from '../config/values.ts';
import type { RuleSettings } from '../config/config.ts';
import { LEVELS, type Severity } from '../config/severity.ts';
import type { Rule } from '../lint/rule.ts';
import { UserError } from '../node/errors.ts';
import { shownArgument } from '../node/fs/paths.ts';
import { openProject, type Project } from '../node/project/project.ts';
import { inStage } from '../node/timing.ts';
import { configChoice } from './arguments.ts';
import type { Parsed } from './options.ts';
import { unknownName } from './unknown-name.ts';

/** The project of the working directory with the common options. */
export function projectFromOptions(options: Parsed, rules: readonly Rule[], overrides: RuleSettings = {}): Project {
  return inStage('config', () =>
    openProject({
      cwd: process.cwd(),
      config: configChoice(options),
      rules,
      overrides,
      today: todayOf(options),
      suppressions: options.toggle('suppressions') ?? true,
      baseline: options.toggle('baseline') === false ? false : options.value('baseline'),
      facts: options.values('facts').length > 0 ? options.values('facts') : undefined,
    }),
  );
}

/** `--rule id` runs only these rules, `--rule id:severity` changes one. */
export function ruleOverrides(values: readonly string[], rules: readonly Rule[]): RuleSettings {
  const settings: Record<string, [Severity | 'off']> = {};
  const only = values.filter((value) => !value.includes(':'));
  if (only.length > 0) for (const rule of rules) settings[rule.id] = ['off'];
  for (const value of values) {
    const [id = '', level] = value.split(':');
    const rule = rules.find((candidate) => candidate.id === id);
    if (!rule) {
      const ids = rules.map((candidate) => candidate.id);
      throw unknownName('rule', id, ids, 'Rules: connlint explain');
    }
    const known = LEVELS.find((name) => name === (level ?? rule.severity));
    if (!known) throw unknownName('severity', level!, LEVELS, `Severities: ${LEVELS.join(', ')}.`);
    settings[id] = [known];
  }
  return settings;
}

/** `--today`, validated. */
export function todayOf(options: Parsed): string | undefined {
  const today = options.value('today');
  if (today !== undefined && !isDate(today))
    throw new UserError(`--today ${shownArgument(today)} is not a date`, 'Write YYYY-MM-DD.');
  return today;
}
