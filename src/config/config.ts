import type { DeclaredCluster } from './clusters.ts';
import type { PlannedChange } from './plan.ts';
import { configSchema, type FACT_KINDS, type NETWORKS, type RuleOptions } from './schema.ts';
import type { FileRole } from './roles.ts';
import type { RuleLevel } from './severity.ts';
import type { ServiceOverride } from './service.ts';
import { checkSchema, keyPathText } from './validate.ts';
import type { ConfigPath } from './values.ts';
import type { Provider } from '../classify/service.ts';

type RuleSetting = readonly [level: RuleLevel, options?: Readonly<Record<string, unknown>>];
export type RuleSettings = Readonly<Record<string, RuleSetting>>;
export type Network = (typeof NETWORKS)[number];
export type FactKind = (typeof FACT_KINDS)[number];

/** A validated config: single items are lists, defaults are filled in, words are in lower case. */
export interface Config {
  readonly service: ServiceOverride;
  readonly include: readonly string[];
  readonly ignores: readonly string[];
  /** Glob → role. If several match, the last one counts. */
  readonly roles: Readonly<Record<string, FileRole>>;
  readonly rules: RuleSettings;
  readonly overrides: readonly FileOverride[];
  readonly inventory: readonly string[] | Readonly<Partial<Record<FactKind, readonly string[]>>>;
  readonly project: DeclaredProject;
  readonly clusters: Readonly<Record<string, DeclaredCluster>>;
  /** Several projects by name. `inventory`, `project` and `clusters` are then empty. */
  readonly projects: Readonly<Record<string, NamedProject>>;
  readonly plan: readonly PlannedChange[];
  /** Name of a variable, secret or parameter → cluster, or `not-service`. */
  readonly external: Readonly<Record<string, string>>;
  readonly suppressions: readonly ConfigSuppression[];
  /** As written, relative to the config's folder. Missing if not configured. */
  readonly baseline?: string;
  readonly warnDays: number;
  /** In days. Older records decide no plan. */
  readonly maxFactAge: number;
}

export interface FileOverride {
  readonly files: readonly string[];
  readonly rules?: RuleSettings;
  readonly environment?: string;
  readonly network?: Network;
  readonly region?: string;
}

export interface DeclaredProject {
  readonly peeringOnly?: boolean;
  readonly customDnsOnAws?: boolean;
  readonly regionalizedPrivateEndpoints?: boolean;
  readonly peering?: readonly Provider[];
}

interface NamedProject extends DeclaredProject {
  /** 24 hexadecimal digits. */
  readonly id?: string;
  readonly inventory: Config['inventory'];
  readonly clusters: Readonly<Record<string, DeclaredCluster>>;
}

interface ConfigSuppression {
  readonly rule: readonly string[];
  readonly files?: readonly string[];
  readonly host?: string;
  readonly reason?: string;
  /** YYYY-MM-DD, the last day on which it applies. */
  readonly until?: string;
}

export interface FactPath {
  /** As written: a path or a glob, relative to the config's folder. */
  readonly path: string;
  /** `null` if the config does not state the kind. */
  readonly kind: FactKind | null;
  /** The project of the file, or `null` in the short form for a single project. */
  readonly project: string | null;
  readonly keys: ConfigPath;
}

export interface ConfigProblem {
  /** The key path for people, `plan[0].cluster`. Empty for the whole config. */
  readonly path: string;
  readonly keys: ConfigPath;
  /** One line, without any value that may be a credential. */
  readonly message: string;
  readonly hint?: string;
}

/** Returns the config or its problems. `ruleIds` lists the known rules, `options` describes their options. */
export function validateConfig(
  value: unknown,
  ruleIds: readonly string[],
  options: RuleOptions = {},
): { readonly config: Config } | { readonly problems: readonly ConfigProblem[] } {
  const checked = checkSchema(value, configSchema(ruleIds, options));
  // The schema is the only definition of the config's structure. A test keeps it and these types consistent.
  const config = { ...(checked.value as Config & { $schema?: string }) };
  const problems = checked.problems.length > 0 ? checked.problems : projectProblems(config);
  if (problems.length > 0) {
    return { problems: problems.map((problem) => ({ ...problem, path: keyPathText(problem.keys) })) };
  }
  delete config.$schema;
  return { config: { ...config, plan: config.plan.map(withProject) } };
}

/** Keys of the short form for a single project. */
const FLAT_KEYS = ['inventory', 'project', 'clusters'] as const;

/** Checks of projects that the schema cannot express. */
function projectProblems(config: Config): Omit<ConfigProblem, 'path'>[] {
  const { plan, projects } = config;
  const flat = isEmpty(projects) ? [] : FLAT_KEYS.filter((key) => !isEmpty(config[key]));
  const ids = Object.entries(projects).map(([name, { id }]) => [name, id?.toLowerCase()] as const);
  return [
    ...flat.map((key) => ({
      keys: [key],
      message: `"${key}" is the short form for one project and cannot be combined with "projects"`,
      hint: `Move it to the project: projects.<name>${key === 'project' ? ', without "project"' : `.${key}`}.`,
    })),
    ...ids.flatMap(([name, id], at) => {
      const [other] = ids.find(([, known], before) => before < at && id !== undefined && known === id) ?? [];
      return other === undefined
        ? []
        : [
            {
              keys: ['projects', name, 'id'],
              message: `"${other}" has the same id`,
              hint: 'Each project needs its own id.',
            },
          ];
    }),
    ...plan.flatMap((change, at) => {
      const [project] = splitName(change);
      return project === undefined || change.project === undefined || project === change.project
        ? []
        : [
            {
              keys: ['plan', at, 'cluster'],
              message: `"cluster" is in project "${project}", but "project" is "${change.project}"`,
              hint: 'Say it once.',
            },
          ];
    }),
  ];
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** `<project>/<cluster>`, for cluster names that several projects share. */
function splitName(change: PlannedChange): readonly [project: string | undefined, cluster: string | undefined] {
  const name = 'cluster' in change ? change.cluster : undefined;
  const slash = name?.indexOf('/') ?? -1;
  return name === undefined || slash < 0 ? [undefined, name] : [name.slice(0, slash), name.slice(slash + 1)];
}

function withProject(change: PlannedChange): PlannedChange {
  const [project, cluster] = splitName(change);
  return project === undefined || cluster === undefined ? change : ({ ...change, cluster, project } as PlannedChange);
}

/** The config that applies if there is no config file: the defaults of the schema, which a test compares. */
export const DEFAULT_CONFIG: Config = {
  service: {},
  include: [],
  ignores: [],
  roles: {},
  rules: {},
  overrides: [],
  inventory: [],
  project: {},
  clusters: {},
  projects: {},
  plan: [],
  external: {},
  suppressions: [],
  warnDays: 180,
  maxFactAge: 30,
};

/** The fact files of a config, in its order. */
export function factPaths({
  inventory,
  projects = {},
}: Partial<Pick<Config, 'inventory' | 'projects'>>): readonly FactPath[] {
  return [
    ...pathsOf(inventory ?? [], null, ['inventory']),
    ...Object.entries(projects).flatMap(([name, project]) =>
      pathsOf(project.inventory, name, ['projects', name, 'inventory']),
    ),
  ];
}

function pathsOf(inventory: Config['inventory'], project: string | null, at: ConfigPath): readonly FactPath[] {
  if (isPathList(inventory)) return inventory.map((path, nth) => ({ path, kind: null, project, keys: [...at, nth] }));
  return Object.entries(inventory).flatMap(([kind, paths]) =>
    paths.map((path, nth) => ({ path, kind: kind as FactKind, project, keys: [...at, kind, nth] })),
  );
}

function isPathList(inventory: Config['inventory']): inventory is readonly string[] {
  return Array.isArray(inventory);
}

/** The settings that apply to one file, with the part of the config that sets each. */
export interface AppliedConfig {
  /** Relative to the working directory. */
  readonly file: string;
  readonly config: string | null;
  /** `null` for a file that is scanned. */
  readonly leftOut: LeftOut | null;
  /** Set by `roles`, or derived from path and content. */
  readonly role: SettingSource<FileRole>;
  readonly environment: SettingSource<string> | null;
  readonly network: SettingSource<string> | null;
  readonly region: SettingSource<string> | null;
  readonly rules: readonly AppliedRule[];
  readonly suppressions: readonly SettingSource<Config['suppressions'][number]>[];
  readonly plan: Config['plan'];
  readonly inventory: readonly string[];
  readonly baseline: string;
}

/** A value with the part of the config that sets it. */
export interface SettingSource<T> {
  readonly value: T;
  /** `rules`, `overrides[1]`, `suppressions[0]`. */
  readonly from: string;
  /** `file:line:column`, or `null` if it is not set in a file. */
  readonly at: string | null;
}

export interface AppliedRule {
  readonly id: string;
  readonly severity: RuleLevel;
  readonly options: Readonly<Record<string, unknown>>;
  /** `default`, `rules`, `overrides[1].rules`. */
  readonly from: string;
  readonly at: string | null;
  /** False for a rule that is off, and for a rule about changes none of which is planned. */
  readonly runs: boolean;
}

/** Why a file is scanned only if it is named as an argument. */
export interface LeftOut {
  readonly by: 'config' | 'baseline' | 'fact file' | 'vendored' | 'ignores' | 'include' | 'git' | 'ignore file';
  /** The pattern that decided, if any. */
  readonly pattern: string | null;
  /** Position of the pattern, `file:line` or `file:line:column`. */
  readonly at: string | null;
}
