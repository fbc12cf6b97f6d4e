import type { Config, ConfigPlace, RuleSettings } from '../config/config.ts';
import type { ChangeName } from '../config/plan.ts';
import { NO_DRIVERS, type DriverLookup } from '../drivers/resolve.ts';
import type { Facts } from '../facts/facts.ts';
import type { RuleSetup } from './run-rules.ts';
import { checksOf, ruleNames, type Check } from './checks.ts';
import type { Rule, RuleContext } from './rule.ts';
import type { Severity } from '../config/severity.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { fileRole, NO_TREE, type TreeFile } from './file-role.ts';
import type { FileRole } from '../config/roles.ts';
import type { ModuleTree } from '../iac/attribute-clusters.ts';
import type { StringSettings } from './recorded.ts';
import { lineIndex, once, oncePer, type LineIndex } from '../text/source.ts';
import { shownProse } from '../classify/shown.ts';
import type { SuppressionEntry } from './suppressions.ts';
import type { PlannedChange } from '../config/plan.ts';

export interface Settings {
  readonly profile: ServiceProfile;
  readonly config: Config;
  readonly facts: Facts;
  readonly rules: readonly Rule[];
  /** `--rule id:severity`, which wins over the config. */
  readonly overrides: RuleSettings;
  /** If set, only the rules of this planned change report. The others still check the fixes that these offer. */
  readonly reports?: ChangeName;
  /** Day of the run, `YYYY-MM-DD` in UTC. */
  readonly today: string;
  /** False with `--no-suppressions`: only the baseline accepts findings. */
  readonly suppressions: boolean;
  /** Missing if manifests cannot be read. */
  readonly drivers?: DriverLookup;
  /** A file with access to its tree. Missing without a tree. */
  readonly inTree?: (path: string) => TreeFile;
  /** Where findings are reported that have no range of their own. `null` without a config file. */
  readonly home: Home | null;
  /** Compiles globs of the config. `path` is relative to the config's folder. */
  readonly matcher: (globs: readonly string[]) => (path: string) => boolean;
  /** The clone with a config of its own that contains a file. Missing where there can be none. */
  readonly cloneOf?: (path: string) => Clone | null;
}

/** A repository below the working directory whose config applies to its files. */
export interface Clone {
  readonly profile: ServiceProfile;
  readonly config: Config;
  /** Path of a file relative to the clone's config. */
  readonly fromConfig: (path: string) => string;
  readonly home: Home;
}

/** The config file as a place for findings. */
export interface Home extends ConfigPlace {
  readonly lines: LineIndex;
}

const NO_LINES = lineIndex('');

export interface FileSettings {
  readonly setups: readonly RuleSetup[];
  /** Also those that report nothing in this run: the rules that accept or refuse an offered fix. */
  readonly fixRules: readonly RuleSetup[];
  /** Without the role, which depends on the text: see `roleOf`. */
  readonly context: RuleContext;
  /** The role of the file, by path and text. */
  readonly roleOf: (text: string) => FileRole;
  /** What gives strings their kind. */
  readonly strings: StringSettings;
  readonly entries: readonly SuppressionEntry[];
  /** The path for ids, independently of the working directory: relative to the config's folder. */
  readonly idPath: () => string;
  /** Lines of the config, for findings in it. */
  readonly lines: LineIndex;
  /** Names of all rules and of their reasons, on or off. */
  readonly ruleIds: readonly string[];
}

type Matcher = ReturnType<Settings['matcher']>;

interface Compiled {
  readonly overrides: readonly { readonly matches: Matcher; readonly index: number }[];
  readonly suppressions: readonly {
    readonly matches: Matcher | null;
    readonly entry: SuppressionEntry;
    readonly index: number;
  }[];
  /** True if settings depend on the path. */
  readonly hasGlobs: boolean;
  /** By the entries of the config that apply, because most files share them. */
  readonly shared: Map<string, Shared>;
}

/** Settings that files share. */
interface Shared extends Omit<FileSettings, 'roleOf' | 'strings' | 'idPath'> {
  /** As an override says. */
  readonly role: FileRole | null;
}

/**
 * Returns the settings of a file: those of its clone, where one has a config. `relative` returns its path from the
 * folder of the main config, to which ids refer.
 */
export function fileSettings(settings: Settings, relative: (path: string) => string): (path: string) => FileSettings {
  const own = settingsBy(settings, relative);
  const ofClone = oncePer((clone: Clone) => settingsBy(settingsInClone(settings)(clone), clone.fromConfig));
  return (path) => {
    const clone = settings.cloneOf?.(path) ?? null;
    return clone === null ? own(path) : { ...ofClone(clone)(path), idPath: once(() => relative(path)) };
  };
}

/** Always the same objects, so that the use of their suppressions can be counted. */
const settingsInClone = oncePer((settings: Settings) =>
  oncePer(({ config, profile }: Clone): Settings => ({ ...settings, config, profile })),
);

function settingsBy(settings: Settings, relative: (path: string) => string): (path: string) => FileSettings {
  const { config } = settings;
  const compiled: Compiled = {
    overrides: config.overrides.map(({ files }, index) => ({ matches: settings.matcher(files), index })),
    suppressions: configEntries(settings).map((entry, index) => {
      const files = config.suppressions[index]?.files;
      return { matches: files ? settings.matcher(files) : null, entry, index };
    }),
    hasGlobs: config.overrides.length > 0 || config.suppressions.length > 0,
    shared: new Map(),
  };
  return (path) => settingsOf(path, relative, settings, compiled);
}

/** The config's suppressions, in order. Always the same objects, so that their use can be counted. */
const configEntries = oncePer(({ config, matcher }: Settings): readonly SuppressionEntry[] =>
  config.suppressions.map(({ rule, host = null, reason = null, until = null }) => ({
    rule,
    host: host === null ? null : matcher([host.toLowerCase()]),
    reason: reason && shownProse(reason),
    until,
  })),
);

/** The suppressions of a config, with the place of the config. */
export interface ConfigSuppressions {
  /** All of them, in order. */
  readonly entries: readonly SuppressionEntry[];
  readonly home: Home;
  /** True if every file of the config was scanned. Only then can a suppression be reported as unused. */
  readonly whole: boolean;
}

/** Those of the config, and of the configs of clones. */
export function configSuppressions(
  settings: Settings,
  clones: Iterable<Clone>,
  isWhole: (home: Home) => boolean,
): ConfigSuppressions[] {
  if (!settings.suppressions) return [];
  const own = settings.home ? [{ entries: configEntries(settings), home: settings.home }] : [];
  const inClones = [...clones].map((clone) => ({
    entries: configEntries(settingsInClone(settings)(clone)),
    home: clone.home,
  }));
  return [...own, ...inClones].map((one) => ({ ...one, whole: isWhole(one.home) }));
}

function settingsOf(
  path: string,
  relativeOf: (path: string) => string,
  settings: Settings,
  compiled: Compiled,
): FileSettings {
  // Most projects have no globs.
  const relative = compiled.hasGlobs ? relativeOf(path) : '';
  const { role, ...shared } = sharedSettings(relative, settings, compiled);
  return {
    idPath: once(() => relativeOf(path)),
    roleOf(text) {
      const own = settings.inTree?.(path) ?? { path, tree: NO_TREE };
      return role ?? fileRole(own.path, text, own.tree);
    },
    strings: {
      profile: settings.profile,
      facts: settings.facts,
      external: settings.config.external,
      tree: () => moduleTree(settings, path),
    },
    ...shared,
    context: { ...shared.context, path, role: role ?? 'product' },
  };
}

function moduleTree({ inTree }: Settings, path: string): ModuleTree | undefined {
  const own = inTree?.(path);
  return own && { ...own.tree, path: own.path };
}

function sharedSettings(relative: string, settings: Settings, compiled: Compiled): Shared {
  const overrides = compiled.overrides.filter(({ matches }) => matches(relative));
  const suppressions = compiled.suppressions.filter(({ matches }) => matches === null || matches(relative));
  const key = `${overrides.map(({ index }) => index).join()};${suppressions.map(({ index }) => index).join()}`;
  const known = compiled.shared.get(key);
  if (known) return known;
  const made = makeShared(
    settings,
    overrides.map(({ index }) => settings.config.overrides[index]!),
    suppressions.map(({ entry }) => entry),
  );
  compiled.shared.set(key, made);
  return made;
}

function makeShared(
  settings: Settings,
  overrides: Settings['config']['overrides'],
  entries: readonly SuppressionEntry[],
): Shared {
  const { config } = settings;
  const fixRules = setUp(settings, [config.rules, ...overrides.map(({ rules = {} }) => rules), settings.overrides]);
  // Of several overrides, the last one that sets the value counts.
  const last = <K extends 'role' | 'network' | 'environment' | 'region'>(key: K) =>
    overrides.findLast((override) => override[key] !== undefined)?.[key] ?? null;
  return {
    role: last('role'),
    setups: reporting(settings, fixRules),
    fixRules,
    lines: settings.home?.lines ?? NO_LINES,
    ruleIds: ruleNames(settings.rules),
    entries: settings.suppressions ? entries : [],
    context: {
      path: '',
      profile: settings.profile,
      facts: settings.facts,
      plan: config.plan,
      role: 'product',
      environment: last('environment'),
      network: last('network'),
      region: last('region'),
      drivers: settings.drivers ?? NO_DRIVERS,
      today: settings.today,
      warnDays: config.warnDays,
      home: settings.home,
      options: {},
    },
  };
}

/**
 * Rules that are on, with severity and options. Later layers win over earlier ones.
 * @param layers the config's `rules`, then its overrides, then the command line
 */
function setUp(settings: Settings, layers: readonly RuleSettings[]): RuleSetup[] {
  return checksOf(settings.rules).flatMap((rule) => {
    let severity: Severity | 'off' | null = null;
    let fixed = false;
    let options: Readonly<Record<string, unknown>> = {};
    for (const [at, layer] of layers.entries()) {
      const setting = layer[rule.name] ?? layer[rule.id];
      if (!setting) continue;
      severity = setting[0];
      // The first layer contains the config's severities for product code.
      fixed = at > 0;
      options = setting[1] ?? options;
    }
    const needsFacts = hasPlan(rule, settings);
    if (severity === 'off' || (!needsFacts && rule.withoutPlan !== true)) return [];
    // Reports may be lowered. What a change breaks does not depend on it.
    if (settings.reports !== undefined && severity !== 'error')
      return [{ rule, severity: null, fixed: false, options, needsFacts }];
    return [{ rule, severity, fixed, options, needsFacts }];
  });
}

function reporting({ reports }: Settings, setups: RuleSetup[]): RuleSetup[] {
  return reports === undefined ? setups : setups.filter(({ rule: { changes = [] } }) => changes.includes(reports));
}

/** True unless the rule checks only planned changes and none of them is planned. */
function hasPlan({ changes = [] }: Check, { config }: Settings): boolean {
  return changes.length === 0 || config.plan.some(({ change }) => changes.includes(change));
}

/** The checks that are on for any file, by name, with their severity outside of overrides if they are on there. */
export function enabledRules(settings: Settings): RuleSetup[] {
  const { rules, overrides } = settings.config;
  const found = new Map<string, RuleSetup>();
  for (const layer of [{}, ...overrides.map((override) => override.rules ?? {})]) {
    for (const setup of reporting(settings, setUp(settings, [rules, layer, settings.overrides]))) {
      if (!found.has(setup.rule.name)) found.set(setup.rule.name, setup);
    }
  }
  return [...found.values()].sort((a, b) => (a.rule.name < b.rule.name ? -1 : 1));
}

/**
 * Settings for judging planned changes: the rules about them as on their pages, whatever the config or the command line
 * says about `check`.
 */
export function settingsForPlan(settings: Settings, plan: readonly PlannedChange[]): Settings {
  const { rules, overrides, cloneOf } = settings;
  const judging = new Set(
    checksOf(rules).flatMap(({ id, name, changes = [] }) => (changes.length > 0 ? [id, name] : [])),
  );
  const without = (layer: RuleSettings): RuleSettings =>
    Object.fromEntries(Object.entries(layer).filter(([id]) => !judging.has(id)));
  const judged = (config: Config): Config => ({
    ...config,
    // A plan is about the change itself, not about today.
    plan: plan.map(withoutDay),
    rules: without(config.rules),
    overrides: config.overrides.map((one) => (one.rules ? { ...one, rules: without(one.rules) } : one)),
  });
  const inClone = oncePer((clone: Clone): Clone => ({ ...clone, config: judged(clone.config) }));
  return {
    ...settings,
    overrides: without(overrides),
    config: judged(settings.config),
    cloneOf: (path) => {
      const clone = cloneOf?.(path) ?? null;
      return clone && inClone(clone);
    },
  };
}

function withoutDay(change: PlannedChange): PlannedChange {
  const copy = { ...change } as { by?: string };
  delete copy.by;
  return copy as PlannedChange;
}
