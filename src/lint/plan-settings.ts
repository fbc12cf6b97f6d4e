import type { PlannedChange } from '../core/config-plan.ts';
import type { RuleSettings } from '../core/config.ts';
import type { Home, Settings } from './settings.ts';

/**
 * Settings that judge one planned change by itself: only the rules that judge it, as if it were the only one. So every
 * finding belongs to it, and none is left out because another rule speaks about something else in the same place.
 * @param at its place in the config's list; `null` for a change that the config does not hold
 */
export function settingsForChange(settings: Settings, change: PlannedChange, at: number | null): Settings {
  const others = settings.rules.filter(({ changes = [] }) => !changes.includes(change.change));
  const off: RuleSettings = Object.fromEntries(others.map(({ id }) => [id, ['off'] as const]));
  return {
    ...settings,
    config: { ...settings.config, plan: [change] },
    overrides: { ...settings.overrides, ...off },
    home: settings.home && homeOfChange(settings.home, at),
  };
}

/** Rules count in the plan that they see; the place is the one in the file. */
function homeOfChange(home: Home, at: number | null): Home {
  return {
    ...home,
    range: (keys) => {
      const [first, index, ...rest] = keys;
      if (first !== 'plan' || index === undefined) return home.range(keys);
      return home.range(at === null ? ['plan'] : ['plan', at, ...rest]);
    },
  };
}
