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

export interface Repair {
  readonly title: string;
  readonly edits: readonly Edit[];
}

export interface RuleProblem {
  /** Key of the rule's messages. */
  readonly message: string;
  /** Fills `{name}` in the message. Never a credential. */
  readonly data?: Readonly<Record<string, string | number>>;
  /** Place in the source text. */
  readonly at: Range;
  /** Differs from the rule's own where a fact makes the case worse or milder. */
  readonly severity?: Severity;
  readonly confidence?: Confidence;
  /** Applied by `--fix`: proven by a record, or purely syntactic. */
  readonly fix?: Repair | undefined;
  readonly suggestions?: readonly Repair[];
  readonly related?: readonly Related[];
  /** Shown where no string stands: a secret by itself is `***`. */
  readonly text?: string;
}

/** Another place that belongs to a problem. `file` is missing for the same file. */
export interface Related {
  readonly file?: string;
  readonly at: Range;
  readonly message: string;
}

/** A rule that lacks a fact says which, and where it would have spoken. */
export interface MissingFact {
  readonly missing: FactName;
  readonly at: Range;
}

export type RuleResult = RuleProblem | MissingFact;

/** The config file: a finding about the project as a whole stands at the line that declares the plan or names the facts. */
export interface ConfigPlace {
  readonly file: string;
  /** Where a key stands (`['plan', 0]`), or what is around it when it is not written. */
  range(keys: readonly (string | number)[]): Range;
}

/** What a rule knows besides the text. */
export interface RuleContext {
  readonly path: string;
  readonly profile: ServiceProfile;
  readonly facts: Facts;
  readonly plan: readonly PlannedChange[];
  /** What the file is for. */
  readonly role: FileRole;
  readonly environment: string | null;
  readonly network: Network | null;
  /** Region in which the code of this file runs. */
  readonly region: string | null;
  /** The drivers of the module that a file belongs to, by its manifests. */
  readonly drivers: DriverLookup;
  /** Day of the run, `YYYY-MM-DD` in UTC. */
  readonly today: string;
  /** How early a coming sunset warns, in days. */
  readonly warnDays: number;
  /** `null` when nothing is configured in a file. */
  readonly home: ConfigPlace | null;
  readonly options: Readonly<Record<string, unknown>>;
}

/** One file with everything that was found in it. */
export interface FoundFile {
  readonly source: Source;
  readonly strings: readonly FoundString[];
  /**
   * Where the words of the rules' triggers begin, in UTF-16 code units, by word in lower case: found in the pass that finds
   * the strings.
   */
  readonly anchors: Anchors;
}

/** Offsets of words in a text, ascending, by word in lower case. */
export type Anchors = ReadonlyMap<string, readonly number[]>;

/**
 * Something that a project rule collects from a file while its text is there. It crosses threads and files as JSON: plain
 * objects, arrays, strings, numbers, booleans and `null`.
 */
export interface CollectedItem {
  readonly at: Range;
}

/** A range with the line and column at which it starts: where a text is not kept, nothing else tells them. */
export type PlacedRange = Range & Position;

/** A collected item when the text is gone. */
export type PlacedItem<Item extends CollectedItem = CollectedItem> = Item & { readonly at: PlacedRange };

/** What project rules collected from one file, by rule. Only the rule that collected an item knows its type. */
export type CollectedItems = ReadonlyMap<string, readonly PlacedItem[]>;

/** A file from which project rules collected something. Neither text nor strings are kept: there are files without number. */
export interface ProjectFile {
  readonly path: string;
  /** What a rule collected. */
  collected(rule: string): readonly PlacedItem[];
  readonly context: RuleContext;
}

/** What one rule collected from one file; never nothing. */
export interface CollectedFile<Item extends CollectedItem = CollectedItem> {
  readonly path: string;
  readonly items: readonly PlacedItem<Item>[];
  readonly context: RuleContext;
}

interface ProjectProblem extends RuleProblem {
  readonly related?: readonly (Related & { readonly at: PlacedRange })[];
}

export type LocatedResult = ProjectProblem | MissingFact;

/** Result of a project rule: it says in which file it speaks. */
export type ProjectRuleResult = LocatedResult & { readonly file: string };

export interface RuleDocs {
  /** One sentence: what is reported. */
  readonly what: string;
  /** Why it matters: what happens otherwise. */
  readonly why: string;
  /** What to do about it. */
  readonly todo: string;
  /** Where the facts come from, with dates. */
  readonly sources: readonly string[];
}

/** A tiny project that shows what a rule reports (`⟦…⟧` marks the place) or that it stays silent. */
export interface Example {
  readonly title: string;
  /** Path → content. A place that must be reported stands between `⟦` and `⟧`. `.connlint-baseline` is the baseline. */
  readonly files: Readonly<Record<string, string>>;
  readonly config?: unknown;
  /** Fact files, path → parsed JSON; the config's `inventory` names them by itself. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Text of the first marked place after the fix. */
  readonly fixed?: string;
  /** Text of the first marked place after the first suggestion. */
  readonly suggested?: string;
  readonly severity?: Severity;
}

interface RuleBase {
  readonly id: string;
  /** Release that brought the rule. */
  readonly since: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly needs: readonly FactName[];
  /** The planned changes that this rule judges; empty for a rule that always speaks. */
  readonly changes?: readonly ChangeName[];
  /** True for a rule of planned changes that current facts can call for too (a record that already spans regions). */
  readonly withoutPlan?: boolean;
  /** Rules that are silent where this one speaks. */
  readonly supersedes?: readonly string[];
  readonly docs: RuleDocs;
  readonly examples: { readonly invalid: readonly Example[]; readonly valid: readonly Example[] };
  readonly messages: Readonly<Record<string, string>>;
  /** Options with a JSON Schema each; `description` and `default` are shown on the rule's page. */
  readonly options?: Readonly<
    Record<
      string,
      { readonly type: string; readonly description: string; readonly default?: unknown; readonly items?: unknown }
    >
  >;
}

/** What a string, or one of its hosts, shows of itself before any rule looks at it. */
export type StringFeature =
  | Kind
  | `form:${NonNullable<FoundString['form']>}`
  /** A string that begins with a scheme. */
  | 'uri'
  /** A string with options behind `?`. */
  | 'options'
  /** A string in which the grammar found a fault. */
  | 'fault'
  /** A host of the vendor's service whose name stands in the string itself. */
  | 'own-host'
  /** An own host that is the name of one node. */
  | 'node'
  /** An own host with a name from before 31 March 2020. */
  | 'legacy-name';

/** What a string must show, or the rule cannot report it: the engine asks the rule about no other string. */
export interface StringTrigger {
  /** At least one of these. */
  readonly any?: readonly StringFeature[];
  /** All of these. */
  readonly all?: readonly StringFeature[];
}

/** What a file must hold, or the rule cannot report it: files in which no rule has a word are not even decoded. */
export interface FileTrigger {
  /** One of these words (ASCII, any case). None: a file in which a string was found. */
  readonly anchors: readonly string[];
  /** One of these words besides. They are not searched for where no anchor is. */
  readonly beside?: readonly string[];
  /** True when a file in which a string was found is shown to the rule without an anchor too. */
  readonly orStrings?: true;
  /** True when the anchors count only beside a trace of the service: then they are not searched for by themselves. */
  readonly besideService?: true;
  /** A string that shows one of these features is in the file. */
  readonly strings?: readonly StringFeature[];
  /** The path, with `/` between folders. */
  readonly path?: RegExp;
}

interface JudgingRule extends RuleBase {
  /**
   * What decides a finding, and so how severe it is outside of what a project runs: facts or a plan, or code around strings
   * (calls of the API, infrastructure as code, metrics). Missing: the text of a string alone.
   */
  readonly basis?: 'facts' | 'code';
  /** True where every driver refuses what is reported as an error, whatever the string leads to. */
  readonly refused?: true;
}

/** Judges one string. */
export interface StringRule extends JudgingRule {
  readonly scope: 'string';
  /** Empty: every string is shown. */
  readonly trigger: StringTrigger;
  check(string: FoundString, context: RuleContext, file: FoundFile): readonly RuleResult[];
}

/** Judges a file as a whole, for what no single string shows. */
export interface FileRule extends JudgingRule {
  readonly scope: 'file';
  readonly trigger: FileTrigger;
  check(file: FoundFile, context: RuleContext): readonly RuleResult[];
}

/** Judges all files together, by what it collected from each. */
export interface CollectingRule<Item extends CollectedItem = CollectedItem> extends JudgingRule {
  readonly scope: 'project';
  readonly trigger: FileTrigger;
  /** What the check needs to know of one file. */
  collect(file: FoundFile, context: RuleContext): readonly Item[];
  /** @param files those from which something was collected, in the order of the run */
  check(files: readonly CollectedFile<Item>[], context: RuleContext): readonly ProjectRuleResult[];
}

/** Judges plan, config and facts, and no file. */
export interface PlanRule extends JudgingRule {
  readonly scope: 'project';
  readonly collect?: undefined;
  check(files: readonly never[], context: RuleContext): readonly ProjectRuleResult[];
}

export type ProjectRule = CollectingRule | PlanRule;

/** The tool's own rules, about suppressions and the baseline: the engine finds their problems, the file holds the words. */
export interface ToolRule extends RuleBase {
  readonly scope: 'tool';
}

export type Rule = StringRule | FileRule | ProjectRule | ToolRule;

/**
 * Defines a rule. Nothing happens at run time: it types a rule where it is written, and `collect` gives `check` the type of
 * its items.
 *
 * `check` returns what it finds; it reads no file, keeps no state and throws nothing, whatever the text. Where a fact is
 * missing it returns `{ missing, at }` instead of guessing. All offsets are UTF-16 code units of the text.
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
export function defineRule<const R extends StringRule | FileRule | PlanRule | ToolRule>(rule: R): R;
export function defineRule(rule: Rule): Rule {
  return rule;
}

export function isMissingFact(result: RuleResult): result is MissingFact {
  return 'missing' in result;
}
