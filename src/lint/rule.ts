import type { Edit } from '../text/edits.ts';
import type { ChangeName, PlannedChange } from '../config/plan.ts';
import type { Network } from '../config/config.ts';
import type { Severity } from '../config/severity.ts';
import type { DriverLookup } from '../drivers/resolve.ts';
import type { Facts, FactName } from '../facts/facts.ts';
import type { FoundString } from '../classify/found-string.ts';
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
}

/** A place of a file that a project rule takes down while the text is there. */
export interface Note {
  readonly at: Range;
  /** What stands there, in the rule's own words. */
  readonly about: string;
}

/** A range with the line and column at which it starts: where a text is not kept, nothing else tells them. */
export type PlacedRange = Range & Position;

/** A note when the text is gone. */
export interface KeptNote extends Note {
  readonly at: PlacedRange;
}

/** By rule. */
export type KeptNotes = ReadonlyMap<string, readonly KeptNote[]>;

/** What a project rule sees of a file. Neither text nor strings are kept: there are files without number. */
export interface ProjectFile {
  readonly path: string;
  /** What a rule took down. Reading it may take time: ask once, file by file. */
  notes(rule: string): readonly KeptNote[];
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
  /** True for a rule of planned changes that facts of today can call for too (a record that already spans regions). */
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

/** Judges one string. */
export interface StringRule extends RuleBase {
  readonly scope: 'string';
  check(string: FoundString, context: RuleContext, file: FoundFile): readonly RuleResult[];
}

/** Says in which files there is anything to look at: all others are not even decoded. */
export interface Anchored {
  /** Files without one of these words (ASCII, any case) are not shown to the rule. None: those in which a string was found are. */
  readonly anchors: readonly string[];
  /** True when a file in which a string was found is shown to the rule without a word too. */
  readonly orStrings?: true;
  /** True when the words count only beside a trace of the service: then they are not looked for by themselves. */
  readonly besideService?: true;
}

/** Judges a file as a whole, for what no single string shows. */
export interface FileRule extends RuleBase, Anchored {
  readonly scope: 'file';
  check(file: FoundFile, context: RuleContext): readonly RuleResult[];
}

/** Judges all files together. */
export interface ProjectRule extends RuleBase {
  readonly scope: 'project';
  /** What it wants to know of each file. */
  readonly notes?: Anchored & { readonly take: (file: FoundFile, context: RuleContext) => readonly Note[] };
  check(files: readonly ProjectFile[], context: RuleContext): readonly ProjectRuleResult[];
}

/** The tool's own rules, about suppressions and the baseline: the engine finds their problems, the file holds the words. */
export interface ToolRule extends RuleBase {
  readonly scope: 'tool';
}

export type Rule = StringRule | FileRule | ProjectRule | ToolRule;

/** Checks nothing at run time: it is there so that a rule file is typed where it is written. */
export function defineRule<const R extends Rule>(rule: R): R {
  return rule;
}

export function isMissingFact(verdict: RuleResult): verdict is MissingFact {
  return 'missing' in verdict;
}
