import type { Unknown } from './finding.ts';
import { ownCopy } from './finding.ts';
import type {
  FoundFile,
  KeptNote,
  KeptNotes,
  MissingFact,
  Note,
  RuleProblem,
  Rule,
  RuleContext,
  RuleResult,
} from './rule.ts';
import type { Severity } from '../config/severity.ts';
import { isMissingFact } from './rule.ts';
import type { Shown } from './rule-anchors.ts';
import { overlaps } from '../text/source.ts';
import type { LineIndex, Range } from '../text/source.ts';

/** How a rule is set for one file. */
export interface RuleSetup {
  readonly rule: Rule;
  /** Overrides the rule's own severity, where the config or the command line says so. */
  readonly severity: Severity | null;
  readonly options: Readonly<Record<string, unknown>>;
  /** False for a rule of planned changes without such a plan: then it asks for no facts. */
  readonly asks: boolean;
}

/** Problems of one file before they become findings. */
export interface Judged {
  readonly problems: readonly { readonly setup: RuleSetup; readonly problem: RuleProblem }[];
  readonly missing: readonly { readonly rule: string; readonly verdict: MissingFact }[];
}

/** What project rules take down of a file, by rule. */
export function notesOf(
  file: FoundFile,
  lines: LineIndex,
  setups: readonly RuleSetup[],
  context: RuleContext,
  isShown: Shown,
): KeptNotes {
  const notes = new Map<string, readonly KeptNote[]>();
  for (const setup of setups) {
    const { rule } = setup;
    if (rule.scope !== 'project' || !rule.notes || !isShown(setup)) continue;
    const taken = rule.notes.take(file, withOptions(context, setup.options));
    if (taken.length > 0)
      notes.set(
        rule.id,
        taken.map((note) => keptNote(note, lines)),
      );
  }
  return notes;
}

function keptNote({ at: { offset, endOffset }, about }: Note, lines: LineIndex): KeptNote {
  const { line, column } = lines.position(offset);
  return { at: { offset, endOffset, line, column }, about: ownCopy(about) };
}

/** Runs the rules that look at one file. */
export function judgeFile(file: FoundFile, setups: readonly RuleSetup[], context: RuleContext, isShown: Shown): Judged {
  const problems: { setup: RuleSetup; problem: RuleProblem }[] = [];
  const missing: { rule: string; verdict: MissingFact }[] = [];
  const take = (setup: RuleSetup, verdicts: readonly RuleResult[]): void => {
    for (const verdict of verdicts) {
      if (!isMissingFact(verdict)) problems.push({ setup, problem: verdict });
      else if (setup.asks) missing.push({ rule: setup.rule.id, verdict });
    }
  };
  // Most answers are empty, and there is one for each rule and string: nothing may be made for an empty one.
  for (const setup of setups) {
    const { rule } = setup;
    if (rule.scope !== 'string' && rule.scope !== 'file') continue;
    if (rule.scope === 'file' && !isShown(setup)) continue;
    const own = withOptions(context, setup.options);
    if (rule.scope === 'file') take(setup, rule.check(file, own));
    else {
      for (const string of file.strings) {
        const verdicts = rule.check(string, own, file);
        if (verdicts.length > 0) take(setup, verdicts);
      }
    }
  }
  return { problems: mostSpecific(problems), missing };
}

/** Most rules have no options, and a file is judged by many rules. */
function withOptions(context: RuleContext, options: RuleSetup['options']): RuleContext {
  for (const _ in options) return { ...context, options };
  return context;
}

/** Where several rules match one place the most specific speaks: rules name those that they stand for. */
export function mostSpecific<P extends { readonly setup: RuleSetup; readonly problem: RuleProblem }>(
  problems: readonly P[],
): P[] {
  const speaking = problems.filter(({ setup }) => (setup.rule.supersedes?.length ?? 0) > 0);
  if (speaking.length === 0) return [...problems];
  // Buckets by place keep this linear: only neighbours can overlap.
  const buckets = new Map<number, P[]>();
  for (const one of speaking) {
    for (const bucket of bucketsOf(one.problem.at)) buckets.set(bucket, [...(buckets.get(bucket) ?? []), one]);
  }
  const spoken = (one: P): boolean =>
    bucketsOf(one.problem.at).some((bucket) =>
      buckets
        .get(bucket)
        ?.some(
          (other) =>
            other.setup.rule.supersedes!.includes(one.setup.rule.id) && overlaps(other.problem.at, one.problem.at),
        ),
    );
  return problems.filter((one) => !spoken(one));
}

const BUCKET = 256;

function bucketsOf(range: Range): number[] {
  const first = Math.floor(range.offset / BUCKET);
  const last = Math.floor(Math.max(range.offset, range.endOffset - 1) / BUCKET);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** Joins what rules could not judge: once per rule and fact. */
export interface UnknownJoiner {
  add(parts: readonly Unknown[]): void;
  joined(): Unknown[];
}

export function unknownJoiner(): UnknownJoiner {
  const joined = new Map<string, { rule: string; missing: Unknown['missing']; places: Unknown['places'][number][] }>();
  return {
    add(parts) {
      for (const part of parts) {
        const key = `${part.rule}\0${part.missing}`;
        const known = joined.get(key);
        if (known) known.places.push(...part.places);
        else joined.set(key, { rule: part.rule, missing: part.missing, places: [...part.places] });
      }
    },
    joined: () => [...joined.values()].sort((a, b) => (a.rule + a.missing < b.rule + b.missing ? -1 : 1)),
  };
}

export function joinUnknown(parts: readonly Unknown[]): Unknown[] {
  const joiner = unknownJoiner();
  joiner.add(parts);
  return joiner.joined();
}
