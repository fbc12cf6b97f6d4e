import type { Config, ConfigPath, RuleLayer } from '../config/config.ts';
import type { DriverLookup } from '../drivers/resolve.ts';
import type { Facts } from '../facts/facts.ts';
import { checksOf, hasPlan, NO_OPTIONS, ruleNames, type RuleSetup } from './checks.ts';
import type { Rule } from './rule.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { fileRole } from './file-role.ts';
import type { FileRole, RuleLevel } from '../config/severity.ts';
import type { TreeFile } from '../iac/attribute-clusters.ts';
import { distinct, lineIndex, once, oncePer, oncePerKey, type LineIndex, type Range } from '../text/source.ts';
import { shownProse } from '../text/shown-name.ts';
import type { PlannedChange } from '../config/plan.ts';

/** What applies to the files of a folder, or of a repository below it that has a config of its own. */
export interface Scope {
  readonly profile: ServiceProfile;
  readonly config: Config;
  /** Path of a file relative to the config's folder. */
  readonly fromConfig: (path: string) => string;
  /** Where findings are reported that have no range of their own. `null` without a config file. */
  readonly home: Home | null;
}

export interface Settings extends Scope {
  readonly facts: Facts;
  readonly rules: readonly Rule[];
  /** `--rule id:severity`, which wins over the config. */
  readonly overrides: RuleLayer;
  /** Day of the run, `YYYY-MM-DD` in UTC. */
  readonly today: string;
  /** False with `--no-suppressions`: only the baseline accepts findings. */
  readonly suppressions: boolean;
  /** True if a plan needs the strings in their text. */
  readonly forPlans?: true | undefined;
  /** Missing if manifests cannot be read. */
  readonly drivers?: DriverLookup;
  /** A file with access to its tree. Missing without a tree. */
  readonly inTree?: (path: string) => TreeFile;
  /** Compiles globs of the config. `path` is relative to the config's folder. */
  readonly matcher: (globs: readonly string[]) => (path: string) => boolean;
  /** The clone with a config of its own that contains a file. Missing where there can be none. */
  readonly cloneOf?: (path: string) => Scope | null;
}

/** The config file, where findings about the project as a whole are reported. */
export interface Home {
  readonly file: string;
  /** The range of a key (`['plan', 0]`), or of its parent if it is not written. */
  range(keys: ConfigPath): Range;
  readonly lines: LineIndex;
}

/** What the engine needs of one file besides its text. */
export type FileSettings = Readonly<ReturnType<ReturnType<typeof settingsBy>>>;
export type SettingsOf = (path: string) => FileSettings;

/** Returns the settings of a file: those of its clone, where one has a config. */
export function fileSettings(settings: Settings): SettingsOf {
  const settingsIn = oncePer((scope: Scope) => settingsBy(inScope(settings)(scope), settings));
  return (path) => settingsIn(settings.cloneOf?.(path) ?? settings)(path);
}

/** Always the same object for a scope, so that the use of its suppressions can be counted. */
const inScope = oncePer((settings: Settings) =>
  oncePer(({ config, profile, fromConfig }: Scope): Settings => ({ ...settings, config, profile, fromConfig })),
);

/** @param main the settings of the folder in which connlint runs, from whose config ids start */
function settingsBy(settings: Settings, main: Settings) {
  const { profile, facts, config, inTree, home, suppressions, forPlans, today, drivers = () => [] } = settings;
  const matchers = config.overrides.map(({ files }) => settings.matcher(files));
  const entries = suppressions ? configEntries(settings) : [];
  // Most projects have no globs.
  const hasGlobs = matchers.length + entries.length > 0;
  // Most files share one of them.
  const settingsFor = oncePerKey((applied: string) => {
    const overrides = config.overrides.filter((_, at) => applied[at] === '1');
    const setups = setUp(settings, [config.rules, ...overrides.map(({ rules = {} }) => rules), settings.overrides]);
    // Of several overrides, the last one that sets the value counts.
    return { ...(Object.assign({}, ...overrides) as Config['overrides'][number]), setups };
  });
  const ruleIds = once(() => ruleNames(settings.rules));
  // A rule may run with a part of the plan.
  const placeOf = (change: PlannedChange) =>
    home && { file: home.file, at: home.range(['plan', config.plan.indexOf(change)]) };
  return (path: string) => {
    const relative = hasGlobs ? settings.fromConfig(path) : '';
    const applied = matchers.map((matches) => (matches(relative) ? '1' : '0')).join('');
    const { setups, role, environment = null, network = null, region = null } = settingsFor(applied);
    const place = once(() => inTree?.(path));
    return {
      suppressions,
      forPlans,
      setups: setups as readonly RuleSetup[],
      // Of the config, for findings in it.
      lines: home?.lines ?? lineIndex(''),
      ruleIds,
      entries: entries.filter(({ files }) => files(relative)),
      // For ids, independently of the working directory.
      idPath: once(() => main.fromConfig(path)),
      roleOf: (text: string): FileRole => role ?? fileRole(place()?.path ?? path, text, place()?.tree),
      // What gives strings their kind.
      strings: { profile, facts, external: config.external, place, forValues: forPlans },
      // Without the role that the text shows.
      context: {
        path,
        profile,
        facts,
        plan: config.plan,
        role: role ?? 'product',
        environment,
        network,
        region,
        drivers,
        today,
        warnDays: config.warnDays,
        placeOf,
        options: NO_OPTIONS,
      },
    };
  };
}

/** A suppression in the config, for formats without comments. */
export type SuppressionEntry = Readonly<ReturnType<typeof configEntries>[number]>;

/** The config's suppressions, in order. Always the same objects, so that their use can be counted. */
const configEntries = oncePer(({ config, matcher }: Settings) =>
  config.suppressions.map(({ rule, files, host = null, reason = null, until = null }) => ({
    rule,
    files: files ? matcher(files) : () => true,
    host: host === null ? null : matcher([host.toLowerCase()]),
    reason: reason && shownProse(reason),
    until,
  })),
);

export type ConfigSuppressions = Readonly<ReturnType<typeof configSuppressions>[number]>;

/** The suppressions of all configs, in order, with their places. Only those of a whole config can be unused. */
export function configSuppressions(settings: Settings, clones: Iterable<Scope>, isWhole: (home: Home) => boolean) {
  const scopes = settings.suppressions ? [settings, ...clones] : [];
  return scopes.flatMap((scope) => {
    const { home } = scope;
    return home ? [{ entries: configEntries(inScope(settings)(scope)), home, whole: isWhole(home) }] : [];
  });
}

/** Rules that are on. Later layers win: the config's `rules`, its overrides, the command line. */
const setUp = (settings: Settings, layers: readonly RuleLayer[]): RuleSetup[] =>
  checksOf(settings.rules).flatMap((rule) => {
    let [severity, fixed, options]: [RuleLevel | null, boolean, RuleSetup['options']] = [null, false, NO_OPTIONS];
    for (const [at, layer] of layers.entries()) {
      const set = layer[rule.name] ?? layer[rule.id];
      // The first layer contains the config's severities for product code.
      if (set) [severity, fixed, options] = [set[0], at > 0 && set[0] !== null, set[1] ?? options];
    }
    const needsFacts = hasPlan(rule, settings.config);
    if (severity === 'off' || (!needsFacts && rule.withoutPlan === undefined)) return [];
    return [{ rule, severity, fixed, options, needsFacts }];
  });

/** The checks that are on for any file, by name, with their severity outside of overrides if they are on there. */
export function enabledRules(settings: Settings): RuleSetup[] {
  const { rules, overrides } = settings.config;
  const all = [{}, ...overrides.map((override) => override.rules ?? {})].flatMap((layer) =>
    setUp(settings, [rules, layer, settings.overrides]),
  );
  return distinct(all, ({ rule }) => rule.name).sort((a, b) => (a.rule.name < b.rule.name ? -1 : 1));
}

/** Settings for plans: their rules run as on their pages, whatever config and command line say about `check`. */
export function settingsForPlan(settings: Settings, plan: readonly PlannedChange[]): Settings {
  const { rules, overrides, cloneOf, profile } = settings;
  const judging = new Set(checksOf(rules).flatMap(({ id, name, changes }) => (changes?.length ? [id, name] : [])));
  const withoutRules = <T extends RuleLayer>(layer: T): T => without(layer, (id) => judging.has(id));
  const judged = (config: Config): Config => ({
    ...config,
    // A plan is about the change itself, not about today.
    plan: plan.map((change) => without(change, (key) => key === 'by')),
    rules: withoutRules(config.rules),
    overrides: config.overrides.map((one) => (one.rules ? { ...one, rules: withoutRules(one.rules) } : one)),
  });
  // The facts, and so the service, are those of the folder in which the plan runs.
  const inClone = oncePer((clone: Scope): Scope => ({ ...clone, profile, config: judged(clone.config) }));
  return {
    ...settings,
    forPlans: true,
    overrides: withoutRules(overrides),
    config: judged(settings.config),
    cloneOf: (path) => {
      const clone = cloneOf?.(path) ?? null;
      return clone && inClone(clone);
    },
  };
}

const without = <T extends object>(from: T, isGone: (key: string) => boolean): T =>
  Object.fromEntries(Object.entries(from).filter(([key]) => !isGone(key))) as T;
