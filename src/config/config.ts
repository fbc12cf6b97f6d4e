import * as v from 'valibot';
import { isPlainName } from '../text/shown-name.ts';
import type { Frozen } from '../text/json.ts';
import { object, told, unknownWord } from './forms.ts';
import { configSchema, type FACT_KINDS, type NETWORKS } from './schema.ts';
import type { RuleLevel } from './severity.ts';

/** A validated config: single items are lists, defaults are filled in, words are in lower case. */
export type Config = Frozen<Omit<v.InferOutput<typeof configSchema>, '$schema'>>;
export type RuleSettings = Config['rules'];
/** The same where `null` turns a rule on as it is: with the severity of each reason, and what roles lower. */
export type RuleLayer = Readonly<Record<string, readonly [RuleLevel | null, options?: RuleSettings[string][1]]>>;
export type DeclaredProject = Config['projects'][number];
export type DeclaredCluster = DeclaredProject['clusters'][string];
export type Network = (typeof NETWORKS)[number];
export type FactKind = (typeof FACT_KINDS)[number];

export type ConfigPath = readonly (string | number)[];

export const DEFAULT_CONFIG: Config = v.parse(configSchema, {});

export type OptionsSchema = v.GenericSchema<unknown, Readonly<Record<string, unknown>>>;

/** The rules that there are, as `id` and `id/reason`, with the schemas of their options. `null` accepts any object. */
export type KnownRules = Readonly<Record<string, OptionsSchema | null>>;

export type ConfigProblem = Readonly<ReturnType<typeof problem>>;

type Checked<T> = { readonly value: T } | { readonly problems: readonly ConfigProblem[] };

export function validateConfig(value: unknown, known: KnownRules = {}) {
  const checked = check(configSchema, value);
  if ('problems' in checked) return checked;
  const config: Config & { $schema?: string } = { ...checked.value };
  delete config.$schema;
  const rules = checkRules(config, known);
  const problems = [...rules.problems, ...namelessProjects(config), ...repeatedChanges(config)];
  return problems.length > 0 ? { problems } : { config: rules.config };
}

function check<S extends v.GenericSchema>(schema: S, value: unknown): Checked<v.InferOutput<S>> {
  const result = v.safeParse(schema, value);
  if (result.success) return { value: result.output };
  const problems = result.issues.flatMap((issue) => problemsOf(issue, []));
  // A misspelt key is not missing too.
  const meant = problems.flatMap(({ message }) => /^unknown .*Did you mean "([^"]*)"\?$/.exec(message)?.[1] ?? []);
  const missing = meant.map((key) => `the key "${key}" is missing`);
  return { problems: problems.filter(({ message }) => !missing.includes(message)) };
}

/** Of a choice, the form that the value comes closest to says what is wrong. */
function problemsOf(issue: v.BaseIssue<unknown>, above: ConfigPath): readonly ConfigProblem[] {
  const keys = [...above, ...(issue.path ?? []).map(({ key }) => key as string | number)];
  const inner = issue.type === 'union' ? (issue.issues ?? []) : [];
  const depth = Math.max(0, ...inner.map(({ path = [] }) => path.length));
  if (depth > 0) return inner.filter(({ path = [] }) => path.length === depth).flatMap((one) => problemsOf(one, keys));
  return [problem(keys, issue.message)];
}

/** One line without any value that may be a credential, and what to do. */
function problem(written: ConfigPath, words: string) {
  const [message = '', hint] = words.split('\n');
  // A missing key has no place of its own.
  const keys = /^the key "[^"]*" is missing$/.test(message) ? written.slice(0, -1) : written;
  return { path: keyPathText(keys), keys, message, ...(hint !== undefined && { hint }) };
}

/** `plan[0].cluster`. A key that is no plain word is `…`. */
const keyPathText = (keys: ConfigPath): string =>
  keys
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`;
      return /^[\w$-]{1,40}$/u.test(key) && isPlainName(key) ? `.${key}` : '[…]';
    })
    .join('')
    .replace(/^\./, '');

function checkRules(config: Config, known: KnownRules) {
  const problems: ConfigProblem[] = [];
  const names = Object.keys(known);
  const schemaOf = (name: string, keys: ConfigPath): OptionsSchema | null => {
    if (names.includes(name)) return known[name] ?? null;
    problems.push(problem(keys, unknownWord('rule', name, names, 'Rules: connlint explain')));
    return null;
  };
  const checked = (rules: RuleSettings, at: ConfigPath): RuleSettings =>
    Object.fromEntries(
      Object.entries(rules).map(([name, setting]) => {
        const [level, written] = setting;
        const schema = schemaOf(name, [...at, name]);
        if (!schema || written === undefined) return [name, setting];
        const options = check(schema, written);
        if ('value' in options) return [name, [level, options.value] as const];
        for (const { keys, message, hint = null } of options.problems)
          problems.push(problem([...at, name, 1, ...keys], told(message, hint)));
        return [name, setting];
      }),
    );
  for (const [at, { rule }] of config.suppressions.entries())
    for (const name of rule) schemaOf(name, ['suppressions', at, 'rule']);
  const overrides = config.overrides.map((one, at) =>
    one.rules ? { ...one, rules: checked(one.rules, ['overrides', at, 'rules']) } : one,
  );
  return { config: { ...config, rules: checked(config.rules, ['rules']), overrides }, problems };
}

function namelessProjects({ projects }: Config): readonly ConfigProblem[] {
  if (projects.length < 2) return [];
  return projects.flatMap(({ name, id }, at) => {
    if (name === undefined && id === undefined)
      return [problem(['projects', at], 'a name or an id is missing\nEach of several projects needs one.')];
    const isSame = (a: string | undefined, b: string | undefined): boolean =>
      a !== undefined && a.toLowerCase() === b?.toLowerCase();
    const other = projects.slice(0, at).some((one) => isSame(one.name, name) || isSame(one.id, id));
    return other ? [problem(['projects', at], 'another project has the same name or id')] : [];
  });
}

/** Of two changes of one kind to one cluster, a rule would take the first for the other. */
function repeatedChanges({ plan }: Config): readonly ConfigProblem[] {
  const meet = (a = '*', b = '*'): boolean => a === '*' || b === '*' || a.toLowerCase() === b.toLowerCase();
  const clusterOf = (one: Config['plan'][number]): string => ('cluster' in one ? one.cluster : '*');
  return plan.flatMap((one, at) => {
    const same = plan.slice(0, at).filter(({ change, project }) => change === one.change && meet(project, one.project));
    if (!same.some((other) => meet(clusterOf(other), clusterOf(one)))) return [];
    const words = 'another entry plans the same change of this cluster\nKeep only the one that comes next.';
    return [problem(['plan', at], words)];
  });
}

export const optionsSchema = (entries: v.ObjectEntries): OptionsSchema => object(entries, '', 'option');

/** Paths or globs from the config's folder, with the kind, if the config states it, and the index of the project. */
export const factPaths = ({ projects }: Pick<Config, 'projects'>) =>
  projects.flatMap(({ inventory }, project) => {
    const written = Array.isArray(inventory) ? [[null, inventory]] : Object.entries(inventory);
    const kinds = written as [kind: FactKind | null, paths: readonly string[]][];
    return kinds.flatMap(([kind, paths]) => paths.map((path) => ({ path, kind, project })));
  });
