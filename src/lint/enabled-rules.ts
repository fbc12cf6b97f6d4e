import type { RuleSetup } from '../core/judge.ts';
import { setUp } from './settings.ts';
import type { Settings } from './settings.ts';

/** The rules that are on for any file, by id, with the severity that they have outside overrides where they are on there. */
export function enabledRules(settings: Settings): RuleSetup[] {
  const { rules, overrides } = settings.config;
  const found = new Map<string, RuleSetup>();
  for (const layer of [{}, ...overrides.map((override) => override.rules ?? {})]) {
    for (const setup of setUp(settings, [rules, layer, settings.overrides])) {
      if (!found.has(setup.rule.id)) found.set(setup.rule.id, setup);
    }
  }
  return [...found.values()].sort((a, b) => (a.rule.id < b.rule.id ? -1 : 1));
}
