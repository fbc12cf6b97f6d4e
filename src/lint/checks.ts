import type { ServiceProfile } from '../classify/service.ts';
import { anchorWords, shortestWords } from '../find/hits.ts';
import { oncePer } from '../text/source.ts';
import { optionsSchema, type KnownRules } from '../config/config.ts';
import type { PlannedChange } from '../config/plan.ts';
import type { Severity } from '../config/severity.ts';
import type { CheckCode, Confidence, FileTrigger, Rule, RuleCode, RulePage } from './rule.ts';
import { ownHosts, subjectOf } from './string-hosts.ts';
import { DIRECTIVE_MARK } from './suppressions.ts';
import type { FoundFile } from '../classify/found-string.ts';

/** What the engine runs: a rule, or one of its reasons with what it inherits from the rule. */
export interface Check extends CheckCode, RulePage {
  /** The rule that it belongs to. */
  readonly rule: Rule;
  readonly id: string;
  readonly reason: string | null;
  readonly name: string;
  readonly confidence: Confidence;
  readonly messages: Readonly<Record<string, string>>;
  /** When it runs on whole files, with words in lower case; missing for a check of strings or plans. */
  readonly trigger?: FileTrigger;
}

export interface RuleSetup {
  readonly rule: Check;
  /** Replaces the rule's own severity, if the config or the command line sets one. */
  readonly severity: Severity | null;
  /** True if that severity applies to files of every role, because `overrides` or the command line sets it. */
  readonly fixed: boolean;
  /** `NO_OPTIONS` for most rules. */
  readonly options: Readonly<Record<string, unknown>>;
  /** False for a rule of planned changes without such a plan. It then requests no facts. */
  readonly needsFacts: boolean;
}

export const NO_OPTIONS: RuleSetup['options'] = {};

/** True unless the check is only about planned changes and none of them is planned. */
export const hasPlan = ({ changes = [] }: Check, { plan }: { readonly plan: readonly PlannedChange[] }): boolean =>
  changes.length === 0 || plan.some(({ change }) => changes.includes(change));

export const checksOf = oncePer((rules: readonly Rule[]): readonly Check[] =>
  rules.flatMap((rule): Check[] => {
    const { reasons, ...own } = rule;
    return Object.entries(reasons ?? { '': own }).map(([reason, check]) => ({
      confidence: 'high',
      ...withTrigger({ ...own, ...check }),
      ...ofHosts(check),
      messages: { ...own.messages, ...check.messages },
      rule,
      reason: reason || null,
      name: reason ? `${rule.id}/${reason}` : rule.id,
    }));
  }),
);

/** The check of strings that a check of their hosts is. */
function ofHosts({ kinds = [], hosts: chosen, checkHosts }: CheckCode): Pick<CheckCode, 'checkString'> {
  if (!checkHosts) return {};
  return {
    checkString(string, context, file) {
      const hosts = ownHosts(string, ...kinds);
      const subject = subjectOf(string, chosen ? chosen(hosts, context, string) : hosts, context);
      if (!subject) return [];
      const { at, ofCluster } = subject;
      return checkHosts(subject, context, file).map((result) =>
        'missing' in result ? { at, ...result } : { at, ...result, data: { ofCluster, ...result.data } },
      );
    },
  };
}

/** Names that config and suppressions accept: of rules, and of rules with a reason. */
export const ruleNames = (rules: readonly Rule[]): string[] =>
  rules.flatMap(({ id, reasons = {} }) => [id, ...Object.keys(reasons).map((reason) => `${id}/${reason}`)]);

/** These names with the options of the rules, for `validateConfig`. */
export function knownRules(rules: readonly Rule[]): KnownRules {
  return Object.fromEntries([
    ...ruleNames(rules).map((name) => [name, null] as const),
    ...rules.map(({ id, options }) => [id, options ?? optionsSchema({})] as const),
  ]);
}

/** The data of pages, as it is generated. */
type Pages = Readonly<Record<string, { readonly docs: object; readonly reasons?: Readonly<Record<string, object>> }>>;

/** Rules with what their pages contain. */
export const withPages = (rules: readonly RuleCode[], pages: Pages): readonly Rule[] =>
  rules.map((rule) => {
    const { reasons: sections = {}, ...page } = pages[rule.id] ?? {};
    const reasons = Object.entries(rule.reasons ?? {}).map(([reason, check]) => {
      if (!sections[reason]) throw new Error(`docs/rules/${rule.id}.md has no section "${reason}"`);
      return [reason, { ...check, ...sections[reason] }] as const;
    });
    return { ...rule, ...page, ...(rule.reasons && { reasons: Object.fromEntries(reasons) }) } as Rule;
  });

/** Without a trigger, a check of whole files runs on every file with a string. */
function withTrigger<C extends CheckCode>({ trigger, ...check }: C): Omit<C, 'trigger'> & Pick<Check, 'trigger'> {
  if (!check.checkFile && !check.collect) return check;
  const { anchors, ...own } = trigger ?? { anchors: [], orStrings: true };
  return { ...check, trigger: { ...own, anchors: anchors.map((word) => word.toLowerCase()) } };
}

/** The words of rules, searched in the same pass over a text as its strings. */
export const ruleWords = oncePer((setups: readonly RuleSetup[]): readonly string[] => [
  ...new Set(setups.flatMap(({ rule }) => rule.trigger?.anchors ?? [])),
]);

/** The checks of whole files that run on this one. */
export function checksOfFile(setups: readonly RuleSetup[], { source, strings, anchors }: FoundFile): RuleSetup[] {
  const found = new Set<string>(strings.flatMap(({ kind, via }) => [kind, via]));
  return setups.filter(({ rule: { trigger } }) => {
    if (!trigger) return false;
    const { anchors: words, orStrings, path } = trigger;
    const isAsked = orStrings === true ? found.size > 0 : orStrings?.some((one) => found.has(one)) === true;
    return (isAsked || words.some((word) => anchors.has(word))) && (path?.test(source.path) ?? true);
  });
}

/** Any text in which something can be reported contains one of these words, in any case. */
export function wordsToFind(profile: ServiceProfile, rules: readonly Rule[]): string[] {
  const ofRules = checksOf(rules).flatMap(({ trigger }) => (trigger && !trigger.besideService ? trigger.anchors : []));
  return shortestWords([...anchorWords(profile), ...ofRules, DIRECTIVE_MARK]);
}
