import { anchorWords } from '../find/hits.ts';
import type { Beside } from '../find/hits.ts';
import type { RuleSetup } from './run-rules.ts';
import type { Anchored, Rule } from './rule.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { shortestWords } from '../find/word-search.ts';
import { DIRECTIVE_MARK } from './suppressions.ts';

/** What a rule needs to be shown a file; `null` for a rule that judges strings only. */
function anchoredOf(rule: Rule): Anchored | null {
  if (rule.scope === 'file') return rule;
  return rule.scope === 'project' ? (rule.notes ?? null) : null;
}

/** Says whether a rule is to be shown a text. */
export type Shown = (setup: RuleSetup) => boolean;

interface Index {
  readonly words: readonly string[];
  /** By place of the word. */
  readonly wanting: readonly (readonly RuleSetup[])[];
  /** Shown whatever the text holds. */
  readonly always: ReadonlySet<RuleSetup>;
  /** Shown wherever a string is. */
  readonly withStrings: ReadonlySet<RuleSetup>;
}

const indexes = new WeakMap<readonly RuleSetup[], Index>();

/** Built once for each way in which rules are set, not once for each file. */
function indexOf(setups: readonly RuleSetup[]): Index {
  const known = indexes.get(setups);
  if (known) return known;
  const words = new Map<string, RuleSetup[]>();
  const always = new Set<RuleSetup>();
  const withStrings = new Set<RuleSetup>();
  for (const setup of setups) {
    const anchored = anchoredOf(setup.rule);
    if (!anchored) always.add(setup);
    else if (anchored.anchors.length === 0 || anchored.orStrings === true) withStrings.add(setup);
    for (const anchor of anchored?.anchors ?? []) {
      const word = anchor.toLowerCase();
      words.set(word, [...(words.get(word) ?? []), setup]);
    }
  }
  const index = { words: [...words.keys()], wanting: [...words.values()], always, withStrings };
  indexes.set(setups, index);
  return index;
}

/** The words of rules, looked for in one text beside its strings. */
export interface RuleWords extends Beside {
  /** Which of the rules that look at whole files have something to look at: asked behind the search. */
  readonly shown: (hasStrings: boolean) => Shown;
}

/** To be made anew for each text. */
export function ruleWords(setups: readonly RuleSetup[]): RuleWords {
  const { words, wanting, always, withStrings } = indexOf(setups);
  const seen = new Set<number>();
  const found = new Set<RuleSetup>();
  return {
    words,
    visit(word) {
      if (seen.has(word)) return;
      seen.add(word);
      for (const setup of wanting[word]!) found.add(setup);
    },
    shown: (hasStrings) => (setup) => found.has(setup) || always.has(setup) || (hasStrings && withStrings.has(setup)),
  };
}

/** Words of which every text holds one, in any case, about which there is anything to say. */
export function wordsToFind(profile: ServiceProfile, rules: readonly Rule[]): string[] {
  const ofRules = rules.flatMap((rule) => {
    const anchored = anchoredOf(rule);
    return anchored && !anchored.besideService ? anchored.anchors : [];
  });
  return shortestWords([...anchorWords(profile), ...ofRules, DIRECTIVE_MARK]);
}
