import { hasPlan, NO_OPTIONS, type Check, type RuleSetup } from './checks.ts';
import { severityOf, type UncheckedPlaces } from './finding.ts';
import { isMissingFact, type MissingFact, type RuleContext, type RuleProblem, type RuleResult } from './rule.ts';
import { isOfRecord, serviceHosts } from './string-hosts.ts';
import { mayRefuse, withJudgedFixes, type StringProblem } from './fix.ts';
import { grouped, locationOf, oncePer, oncePerKey } from '../text/source.ts';
import type { FiledItem, LineIndex, Position, Range } from '../text/source.ts';
import type { Kind } from '../classify/host-shapes.ts';
import type { FoundString, FoundFile } from '../classify/found-string.ts';
import { NO_FACTS } from '../facts/facts.ts';
import { ownerOf, projectsOf } from '../facts/query.ts';

/** Collects the items of project rules from a file, by rule: JSON whose type only the rule knows. */
export function collectItems(file: FoundFile, lines: LineIndex, setups: readonly RuleSetup[], context: RuleContext) {
  // Several rules keep the place of the same string.
  const placeOf = oncePer((at: Range) => locationOf(at, lines));
  return setups.flatMap(({ rule, options }) => {
    const items = rule.collect?.(file, withOptions(context, options)) ?? [];
    const filed = items.map((item): FiledItem => ({ file: file.source.path, ...item, at: placeOf(item.at) }));
    return filed.length > 0 ? [[rule.name, filed] as const] : [];
  });
}

/** The results of a rule. What only a planned change with a later day breaks is a warning until that day. */
export function datedResults<R extends RuleResult>(
  setup: RuleSetup,
  context: RuleContext,
  results: readonly R[],
  run: (context: RuleContext) => readonly R[],
) {
  const { changes = [] } = setup.rule;
  const due = context.plan.filter(
    ({ change, by }) => by === undefined || by <= context.today || !changes.includes(change),
  );
  if (setup.fixed || due.length === context.plan.length) return results.map((result) => ({ setup, result }));
  const isError = (result: R): boolean => !isMissingFact(result) && severityOf(setup, result) === 'error';
  // A rule that runs for its changes only need not look at the plan.
  const runsNow = setup.rule.withoutPlan === true || due.some(({ change }) => changes.includes(change));
  const now = runsNow ? run({ ...context, plan: due }).filter(isError) : [];
  const certain = new Set(now.map(keyOf));
  const later: RuleSetup = { ...setup, severity: 'warning' };
  return results.map((result) => ({ setup: isError(result) && !certain.has(keyOf(result)) ? later : setup, result }));
}

function keyOf(result: object): string {
  const { file, message, at } = result as Partial<RuleProblem & { file: string }>;
  return JSON.stringify([file, message, at]);
}

/** The checks of strings by their kinds and those of their hosts: most strings have the same. */
const stringChecks = oncePer((setups: readonly RuleSetup[]) =>
  oncePerKey((kinds: string) => {
    const isMeant = (kind: Kind): boolean => kinds.split(' ').includes(kind);
    const all = setups.filter(({ rule }) => rule.checkString && (rule.kinds?.some(isMeant) ?? true));
    return { all, refusing: all.filter(mayRefuse) };
  }),
);

type Run = (rule: Check, context: RuleContext) => readonly RuleResult[];

/** Runs the rules that check one file. `ofFile`: the rules about whole files that can report this one. */
export function checkFile(
  file: FoundFile,
  lines: LineIndex,
  setups: readonly RuleSetup[],
  ofFile: readonly RuleSetup[],
  context: RuleContext,
): { readonly problems: readonly StringProblem[]; readonly unknown: readonly Unchecked[] } {
  const problems: StringProblem[] = [];
  const unknown: Unchecked[] = [];
  const problemsOf = (check: RuleSetup, plain: RuleContext, run: Run): StringProblem[] => {
    const own = withOptions(plain, check.options);
    const results = run(check.rule, own);
    // Nearly always.
    if (results.length === 0) return [];
    return datedResults(check, own, results, (later) => run(check.rule, later)).flatMap(({ setup, result }) => {
      if (!isMissingFact(result)) return [{ setup, problem: result }];
      // A rule of planned changes requests no facts if the only such plan belongs to another project.
      if (hasPlan(setup.rule, own))
        unknown.push(unchecked(setup, result, file.source.path, lines.position(result.at.offset)));
      return [];
    });
  };
  const checksOf = ({ kind, hosts }: FoundString) =>
    stringChecks(setups)([...new Set([kind, ...hosts.map((host) => host.class.kind)])].join(' '));
  for (const string of file.strings) {
    // A read contains nothing of the string itself.
    if (string.kind === 'external') continue;
    const own = contextOf(string, context);
    const found: StringProblem[] = [];
    const run: Run = (rule, one) => rule.checkString!(string, one, file);
    for (const check of checksOf(string).all) found.push(...problemsOf(check, own, run));
    if (found.length === 0) continue;
    const refusals = (fixed: FoundString): StringProblem[] =>
      checksOf(fixed).refusing.flatMap((setup) => {
        const results = setup.rule.checkString!(fixed, withOptions(own, setup.options), file);
        return results.flatMap((problem) => (isMissingFact(problem) ? [] : [{ setup, problem }]));
      });
    const checked = withJudgedFixes(string, found, refusals, context.profile);
    problems.push(...(/^(?:comment|searched)$/.test(string.literal.context) ? checked.map(unused) : checked));
  }
  for (const check of ofFile)
    problems.push(...problemsOf(check, context, (rule, one) => rule.checkFile?.(file, one) ?? []));
  return { problems, unknown };
}

/** A string that is commented out, or searched, breaks nothing. */
function unused(one: StringProblem): StringProblem {
  const { setup, problem } = one;
  if (setup.fixed || severityOf(setup, problem) !== 'error') return one;
  return { ...one, setup: { ...setup, severity: 'warning' } };
}

/** The same context for most rules, which have no options: many rules check each file. */
export const withOptions = (context: RuleContext, options: RuleSetup['options']): RuleContext =>
  options === NO_OPTIONS ? context : { ...context, options };

/** A place that a rule could not check. */
export type Unchecked = Readonly<ReturnType<typeof unchecked>>;

export function unchecked({ rule }: RuleSetup, { missing }: MissingFact, file: string, at: Position) {
  // `check`: `rule/reason`, or the rule without reasons.
  return { rule: rule.id, check: rule.name, missing, file, line: at.line, column: at.column };
}

/** Combines checks that lacked a fact: one entry per rule and fact. */
export function joinUnchecked(all: readonly Unchecked[]): UncheckedPlaces[] {
  const groups = [...grouped(all, ({ rule, missing }) => `${rule}\0${missing}`)].sort(([a], [b]) => (a < b ? -1 : 1));
  return groups.map(([, places]) => ({
    rule: places[0]!.rule,
    missing: places[0]!.missing,
    checks: [...new Set(places.map(({ check }) => check))],
    places: places.map(({ file, line, column }) => ({ file, line, column })),
  }));
}

/** The context for one string: the facts of its own project, and the plans of every project that it may belong to. */
export function contextOf(string: FoundString, context: RuleContext): RuleContext {
  // A change of the cluster breaks strings in programs. Its record is read again.
  if (context.plan.length > 0 && isOfRecord(string)) return contextOf(string, { ...context, plan: [] });
  if (context.facts.clusters.length === 0 && context.facts.projects.length === 0) return context;
  const owners = serviceHosts(string).map((host) => ownerOf(context.facts, host));
  if (owners.length === 0) return context;
  // The facts of the only project that the hosts belong to.
  const [only, other] = new Set(owners.map(({ project }) => project));
  const facts = other === undefined && only ? only : NO_FACTS;
  if (facts === context.facts) return context;
  const plan = context.plan.filter((change) =>
    projectsOf(context.facts, change).some((project) =>
      facts === NO_FACTS ? owners.some(({ mayBe }) => mayBe.includes(project)) : facts === project,
    ),
  );
  return { ...context, facts, plan };
}
