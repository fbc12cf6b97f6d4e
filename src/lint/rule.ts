import type { Edit } from '../text/edits.ts';
import type { ChangeName, PlannedChange } from '../config/plan.ts';
import type { Network } from '../config/config.ts';
import type { FileRole } from '../config/roles.ts';
import type { Severity } from '../config/severity.ts';
import type { DriverLookup } from '../drivers/resolve.ts';
import type { Facts, FactName } from '../facts/facts.ts';
import type { FoundString } from '../classify/found-string.ts';
import type { Kind } from '../classify/host-shapes.ts';
import type { ServiceProfile } from '../classify/service.ts';
import type { Position, Range, Source } from '../text/source.ts';

export type Confidence = 'high' | 'medium' | 'low';

export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
}

export interface RuleProblem {
  /** Key of the rule's messages. */
  readonly message: string;
  /** Values for `{name}` in the message. Never a credential. */
  readonly data?: Readonly<Record<string, string | number>>;
  /** Range in the source text. */
  readonly at: Range;
  /** Differs from the rule's severity if a fact makes the case more or less severe. */
  readonly severity?: Severity;
  readonly confidence?: Confidence;
  /** Applied by `--fix`: proven by a record, or purely syntactic. */
  readonly fix?: Fix | undefined;
  readonly suggestions?: readonly Fix[];
  readonly related?: readonly Related[];
  /** Printed if the range is not a string: `***` for a single secret. */
  readonly text?: string;
}

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

/**
 * The config file. A finding about the project as a whole is reported at the line that declares the plan or the facts.
 */
export interface ConfigPlace {
  readonly file: string;
  /** The range of a key (`['plan', 0]`), or of its parent if it is not written. */
  range(keys: readonly (string | number)[]): Range;
}

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
  /** `null` without a config file. */
  readonly home: ConfigPlace | null;
  readonly options: Readonly<Record<string, unknown>>;
}

export interface FoundFile {
  readonly source: Source;
  readonly strings: readonly FoundString[];
  /**
   * Offsets of the words of the rules' triggers, in UTF-16 code units, by word in lower case. Found in the same pass as
   * the strings.
   */
  readonly anchors: Anchors;
}

/** Offsets of words in a text, ascending, by word in lower case. */
export type Anchors = ReadonlyMap<string, readonly number[]>;

/**
 * An item that a project rule collects from a file while its text is available. It is passed between threads and files
 * as JSON: plain objects, arrays, strings, numbers, booleans and `null`.
 */
export interface CollectedItem {
  readonly at: Range;
}

/** A range with the line and column of its start, because the text is not kept. */
export type LocatedRange = Range & Position;

/** A collected item after its text was released. */
export type LocatedItem<Item extends CollectedItem = CollectedItem> = Item & { readonly at: LocatedRange };

/** The items that project rules collected from a file, by rule. Only that rule knows their type. */
export type CollectedItems = ReadonlyMap<string, readonly LocatedItem[]>;

/**
 * A file from which project rules collected items. Text and strings are not kept, because there may be very many files.
 */
export interface ProjectFile {
  readonly path: string;
  collected(rule: string): readonly LocatedItem[];
  readonly context: RuleContext;
}

/** The items that a rule collected from a file, at least one. */
export interface CollectedFile<Item extends CollectedItem = CollectedItem> {
  readonly path: string;
  readonly items: readonly LocatedItem<Item>[];
  readonly context: RuleContext;
}

interface ProjectProblem extends RuleProblem {
  readonly related?: readonly (Related & { readonly at: LocatedRange })[];
}

export type LocatedResult = ProjectProblem | MissingFact;

/** Result of a project rule, with the file of the finding. */
export type ProjectRuleResult = LocatedResult & { readonly file: string };

export interface RuleDocs {
  /** One sentence: what the rule reports. */
  readonly what: string;
  readonly why: string;
  /** What to do. */
  readonly todo: string;
  /** When a finding has another severity than the rule: `if …`, `for …`, `with …`. */
  readonly severities?: Readonly<Partial<Record<Severity, string>>>;
  /** Sources of the facts, with dates. */
  readonly sources: readonly string[];
}

/** A small project that shows what a rule reports (`⟦…⟧` marks the range) or does not report. */
export interface Example {
  readonly title: string;
  /** Path → content. A range that must be reported is between `⟦` and `⟧`. `.connlint-baseline` is the baseline. */
  readonly files: Readonly<Record<string, string>>;
  readonly config?: unknown;
  /** Fact files, path → parsed JSON. They are added to the config's `inventory`. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Text of the first marked range after the fix. */
  readonly fixed?: string;
  /** Text of the first marked range after the first suggestion. */
  readonly suggested?: string;
  readonly severity?: Severity;
}

interface RuleBase {
  readonly id: string;
  /** First release with this rule. */
  readonly since: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly needs: readonly FactName[];
  /** The planned changes that this rule checks. Empty for a rule that is always active. */
  readonly changes?: readonly ChangeName[];
  /**
   * True for a rule of planned changes that also runs if facts alone require it (a record that already spans regions).
   */
  readonly withoutPlan?: boolean;
  /** Rules that are not reported together with this one. */
  readonly supersedes?: readonly string[];
  readonly docs: RuleDocs;
  readonly examples: { readonly invalid: readonly Example[]; readonly valid: readonly Example[] };
  readonly messages: Readonly<Record<string, string>>;
  /** Options with their JSON Schemas. `description` and `default` are shown on the rule's page. */
  readonly options?: Readonly<
    Record<
      string,
      { readonly type: string; readonly description: string; readonly default?: unknown; readonly items?: unknown }
    >
  >;
}

/** A property of a string or one of its hosts, computed before any rule runs. */
export type StringFeature =
  | Kind
  | `form:${NonNullable<FoundString['form']>}`
  /** A string that begins with a scheme. */
  | 'uri'
  /** A string with options behind `?`. */
  | 'options'
  /** A string in which the parser found a fault. */
  | 'fault'
  /** An Atlas host that is written in the string itself. */
  | 'own-host'
  /** An Atlas host that is the name of one node. */
  | 'node'
  /** An Atlas host with a name from before 31 March 2020. */
  | 'legacy-name';

/** The features that a string must have. The rule runs on no other string. */
export interface StringTrigger {
  /** At least one of these. */
  readonly any?: readonly StringFeature[];
  readonly all?: readonly StringFeature[];
}

/**
 * What a file must contain. The rule runs on no other file, and a file in which no rule can run is not even decoded.
 */
export interface FileTrigger {
  /** One of these words (ASCII, any case). Without words: any file with a string. */
  readonly anchors: readonly string[];
  /** In addition, one of these words. They are searched only beside an anchor. */
  readonly beside?: readonly string[];
  /** True if the rule also runs on files that contain a string but no anchor. */
  readonly orStrings?: true;
  /** True if the anchors count only in a file that also mentions Atlas, so that they are not searched alone. */
  readonly besideService?: true;
  /** The file contains a string with one of these features. */
  readonly strings?: readonly StringFeature[];
  /** The path of the file, with `/`. */
  readonly path?: RegExp;
}

interface FindingRule extends RuleBase {
  /**
   * What a finding is based on, which decides its severity outside of deployed files: facts or a plan, or code around
   * strings (API calls, infrastructure as code, metrics). Missing: the text of a string alone.
   */
  readonly basis?: 'facts' | 'code';
  /** True if every driver refuses what is reported as an error, whatever the string leads to. */
  readonly refused?: true;
}

interface AnyStringRule extends FindingRule {
  readonly scope: 'string';
  /** Empty: the rule runs on every string. */
  readonly trigger: StringTrigger;
  /** Checks plan and facts once per run, for what is wrong whether or not there is a string. */
  checkPlan?(context: RuleContext): readonly ProjectRuleResult[];
}

/** Also runs on the strings of ledgers, whose text is not available. */
interface PlainStringRule extends AnyStringRule {
  readonly readsText?: undefined;
  check(string: FoundString, context: RuleContext): readonly RuleResult[];
}

/** Needs the text around a string. */
interface TextStringRule extends AnyStringRule {
  readonly readsText: true;
  check(string: FoundString, context: RuleContext, file: FoundFile): readonly RuleResult[];
}

export type StringRule = PlainStringRule | TextStringRule;

/** Checks a whole file, for problems that no single string shows. */
export interface FileRule extends FindingRule {
  readonly scope: 'file';
  readonly trigger: FileTrigger;
  check(file: FoundFile, context: RuleContext): readonly RuleResult[];
}

/** Checks all files together, from the items that it collected from each. */
export interface CollectingRule<Item extends CollectedItem = CollectedItem> extends FindingRule {
  readonly scope: 'project';
  readonly trigger: FileTrigger;
  /** The items of one file that the check needs. */
  collect(file: FoundFile, context: RuleContext): readonly Item[];
  /** @param files files with collected items, in the order of the run */
  check(files: readonly CollectedFile<Item>[], context: RuleContext): readonly ProjectRuleResult[];
}

/** Checks plan, config and facts, but no files. */
export interface PlanRule extends FindingRule {
  readonly scope: 'project';
  readonly collect?: undefined;
  check(files: readonly never[], context: RuleContext): readonly ProjectRuleResult[];
}

export type ProjectRule = CollectingRule | PlanRule;

/**
 * Rules about suppressions and the baseline. The engine finds their problems, and the rule's file contains the texts.
 */
export interface ToolRule extends RuleBase {
  readonly scope: 'tool';
}

export type Rule = StringRule | FileRule | ProjectRule | ToolRule;

/**
 * Defines a rule. It does nothing at run time. It gives a rule its type, and gives `check` the type of the items from
 * `collect`.
 *
 * `check` returns its results. It reads no files, keeps no state and never throws, whatever the text. If a fact is
 * missing, it returns `{ missing, at }` instead of guessing. All offsets are UTF-16 code units of the text.
 *
 * @example
 * export default defineRule({
 *   id: 'srv-port',
 *   scope: 'string',
 *   trigger: { all: ['uri', 'form:srv'] },
 *   check: (string) => portsOf(string).map((at) => ({ message: 'port', at })),
 *   …
 * });
 */
export function defineRule<Item extends CollectedItem>(rule: CollectingRule<Item>): CollectingRule<Item>;
export function defineRule<const R extends PlainStringRule>(rule: R): R;
export function defineRule<const R extends TextStringRule | FileRule | PlanRule | ToolRule>(rule: R): R;
export function defineRule(rule: Rule): Rule {
  return rule;
}

export function isMissingFact(result: RuleResult): result is MissingFact {
  return 'missing' in result;
}
