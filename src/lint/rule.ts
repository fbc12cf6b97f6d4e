import type { Fix, Range, CollectedItem, FiledItem } from '../text/source.ts';
import type { ChangeName, PlannedChange } from '../config/plan.ts';
import type { Network, OptionsSchema } from '../config/config.ts';
import type { FileRole, Severity } from '../config/severity.ts';
import type { DriverLookup } from '../drivers/resolve.ts';
import type { Facts, FactName } from '../facts/facts.ts';
import type { FoundHost, FoundString, FoundFile, Via } from '../classify/found-string.ts';
import type { Kind } from '../classify/host-shapes.ts';
import type { ServiceProfile } from '../classify/service.ts';
import type { Subject } from './string-hosts.ts';

export type Confidence = 'high' | 'medium' | 'low';

export interface RuleProblem {
  /** Key of the rule's messages. */
  readonly message: string;
  /** Values for `{name}` in the message. Never a credential. */
  readonly data?: Readonly<Record<string, string | number>>;
  readonly at: Range;
  /** Differs from the rule's severity if a fact makes the case more or less severe. */
  readonly severity?: Severity;
  readonly confidence?: Confidence;
  /** Applied by `--fix`: proven by a record, or purely syntactic. */
  readonly fix?: Fix | undefined;
  /** Those that could not be made are left out. */
  readonly suggestions?: readonly (Fix | undefined)[];
  readonly related?: readonly Related[];
  /** Printed if the range is not a string: `***` for a single secret. */
  readonly text?: string;
}

export const suggestionsOf = ({ suggestions = [] }: RuleProblem) => suggestions.filter((one) => one !== undefined);

export const offer = (made: Fix | undefined, isProven: boolean): Pick<RuleProblem, 'fix' | 'suggestions'> =>
  isProven ? { fix: made } : { suggestions: [made] };

/** Another range that belongs to a problem. Without `file`, it is in the same file. */
export interface Related {
  readonly file?: string;
  readonly at: Range;
  readonly message: string;
}

/** Reports that a check lacked a fact, and where. */
export interface MissingFact {
  readonly missing: FactName;
  readonly at: Range;
}

export type RuleResult = RuleProblem | MissingFact;

/** A result of `checkHosts`. Without a range it is about the hosts. */
export type HostResult = (Omit<RuleProblem, 'at'> | Omit<MissingFact, 'at'>) & { readonly at?: Range };

/** What a rule knows besides the text. */
export interface RuleContext {
  readonly path: string;
  readonly profile: ServiceProfile;
  readonly facts: Facts;
  readonly plan: readonly PlannedChange[];
  readonly role: FileRole;
  readonly environment: string | null;
  readonly network: Network | null;
  /** Region in which the code of this file runs. */
  readonly region: string | null;
  /** The drivers in the manifests of a file's module. */
  readonly drivers: DriverLookup;
  /** Day of the run, `YYYY-MM-DD` in UTC. */
  readonly today: string;
  /** How many days before a sunset it is reported. */
  readonly warnDays: number;
  /** Where the config plans a change. `null` without a config file. */
  readonly placeOf: (change: PlannedChange) => (CollectedItem & { readonly file: string }) | null;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Result of a project rule, with the file of the finding. */
export type ProjectRuleResult = RuleResult & { readonly file: string };

export interface RuleDocs {
  /** One sentence: what the rule reports. */
  readonly what: string;
  readonly why: string;
  /** What to do. */
  readonly todo: string;
  /** When a finding has another severity than the rule: `if …`, `for …`, `with …`. */
  readonly severities?: Readonly<Partial<Record<Severity, string>>>;
}

/** What the page of a rule, or the section of a reason, contains for users. */
export interface RulePage {
  readonly severity: Severity;
  readonly docs: RuleDocs;
  /** The planned changes that are checked. Without them, the check is always active. */
  readonly changes?: readonly ChangeName[];
}

/** What a file must contain: the rule runs on no other, and a file in which no rule can run is not even decoded. */
export interface FileTrigger {
  /** One of these words (ASCII, any case). Without words: any file with a string. */
  readonly anchors: readonly string[];
  /** The rule also runs on files without an anchor that contain a string: any, or one of these kinds. */
  readonly orStrings?: true | readonly (Kind | Via)[];
  /** True if the anchors count only in a file that also mentions Atlas, so that they are not searched alone. */
  readonly besideService?: true;
  readonly path?: RegExp;
}

/** What the code of a rule, or of one of its reasons, contains. The engine calls each function that exists. */
export interface CheckCode<Item extends CollectedItem = CollectedItem> {
  readonly messages?: Readonly<Record<string, string>>;
  /** Default: high. */
  readonly confidence?: Confidence;
  /** What a finding is based on, which decides its severity in other roles. Default: the text of a string alone. */
  readonly basis?: 'facts' | 'code';
  /** True if every driver refuses what is reported as an error, whatever the string leads to. */
  readonly refused?: true;
  /** True if facts alone may require the check. `until-planned`: once a change is declared, its day decides. */
  readonly withoutPlan?: true | 'until-planned';
  /** Findings (`id` or `id/reason`) about the same mistake, which are then only related to this one. */
  readonly supersedes?: readonly string[];
  /** When `checkFile` and `collect` run. */
  readonly trigger?: FileTrigger;
  /** The kinds of strings, or of their hosts, that are checked. Default: all. */
  readonly kinds?: readonly Kind[];
  /** Which hosts of these kinds are checked. Default: all. */
  readonly hosts?: (hosts: readonly FoundHost[], context: RuleContext, string: FoundString) => readonly FoundHost[];
  readonly checkString?: (string: FoundString, context: RuleContext, file: FoundFile) => readonly RuleResult[];
  /** Instead of `checkString`, for strings with a host that it checks. */
  readonly checkHosts?: (subject: Subject, context: RuleContext, file: FoundFile) => readonly HostResult[];
  /** Checks a whole file, for problems that no single string shows. */
  readonly checkFile?: (file: FoundFile, context: RuleContext) => readonly RuleResult[];
  /** The items of one file that `checkProject` needs. */
  readonly collect?: (file: FoundFile, context: RuleContext) => readonly Item[];
  /** Checks all files together, if there are items or a plan. Text and strings are not kept, because there may be many. */
  checkProject?(items: readonly FiledItem<Item>[], context: RuleContext): readonly ProjectRuleResult[];
  /** Instead of `checkProject`, for the items of one folder at a time: its files are one Terraform module. */
  checkModule?(items: readonly FiledItem<Item>[], context: RuleContext): readonly ProjectRuleResult[];
}

/** The code of a rule: what `rules/<id>.ts` exports. */
export interface RuleCode<Item extends CollectedItem = CollectedItem> extends CheckCode<Item> {
  readonly id: string;
  /** Different mistakes with one answer. Each has a check of its own. */
  readonly reasons?: Readonly<Record<string, CheckCode>>;
  readonly options?: OptionsSchema;
}

/** A rule with its page. */
export interface Rule extends Omit<RuleCode, 'reasons'>, RulePage {
  readonly reasons?: Readonly<Record<string, CheckCode & RulePage>>;
}

/**
 * Defines a rule. It does nothing at run time but give a rule its type.
 *
 * Checks read no files, keep no state and never throw, whatever the text. If a fact is missing, they return
 * `{ missing, at }` instead of guessing. All offsets are UTF-16 code units of the text.
 *
 * @example
 * export default defineRule({
 *   id: 'wrong-port',
 *   messages: { port: 'Nodes of Atlas clusters listen on 27017.' },
 *   checkString: (string) => portsOf(string).map((at) => ({ message: 'port', at })),
 * });
 */
export const defineRule = <Item extends CollectedItem>(rule: RuleCode<Item>): RuleCode => rule;

/** Gives the check of a reason the type of the items that it collects. */
export const defineReason = <Item extends CollectedItem>(reason: CheckCode<Item>): CheckCode => reason;

/** The problems among what was collected. A rule whose problems other files may refute collects them ready to report. */
export const problemsAmong = <I extends object>(items: readonly I[]) =>
  items.filter((item): item is Extract<I, ProjectRuleResult> => 'message' in item);

export const isMissingFact = (result: RuleResult): result is MissingFact => 'missing' in result;

/** True for a check without functions: the engine itself finds problems of suppressions and the baseline. */
export const isToolCheck = (check: CheckCode): boolean =>
  !check.checkString && !check.checkHosts && !check.checkFile && !check.checkProject && !check.checkModule;
