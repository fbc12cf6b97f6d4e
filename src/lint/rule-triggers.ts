import { anchorWords, type Beside } from '../find/hits.ts';
import { shortestWords } from '../find/word-search.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { oncePer } from '../text/source.ts';
import { checksOf, type Anchors, type Check, type FileTrigger, type FoundFile, type Rule } from './rule.ts';
import type { RuleSetup } from './run-rules.ts';
import { DIRECTIVE_MARK } from './suppressions.ts';

/** Without words, a check of whole files runs on every file with a string. */
const ANY_STRING: FileTrigger = { anchors: [] };

/** When a check of whole files runs, or `null` for a check of strings or plans. */
const triggerOf = ({ checkFile, collect, trigger = ANY_STRING }: Check): FileTrigger | null =>
  checkFile || collect ? trigger : null;

/** The words of all checks, in lower case. Collected once per set of rules. */
const wordsOf = oncePer((setups: readonly RuleSetup[]): readonly string[] => {
  const words = setups.flatMap(({ rule }) => triggerOf(rule)?.anchors ?? []);
  return [...new Set(words.map((word) => word.toLowerCase()))];
});

/** The words of rules, searched in the same pass over a text as its strings. */
interface RuleWords extends Beside {
  /** Filled during the search. */
  readonly anchors: Anchors;
}

/** Create a new one for each text. */
export function ruleWords(setups: readonly RuleSetup[]): RuleWords {
  const words = wordsOf(setups);
  const anchors = new Map<string, number[]>();
  return {
    words,
    anchors,
    visit(word, offset) {
      const known = anchors.get(words[word]!);
      if (known) known.push(offset);
      else anchors.set(words[word]!, [offset]);
    },
  };
}

/** The checks of whole files that run on this one. */
export function checksOfFile(setups: readonly RuleSetup[], file: FoundFile): RuleSetup[] {
  return fileChecks(setups).filter(({ rule }) => runsOn(triggerOf(rule)!, file));
}

const fileChecks = oncePer((setups: readonly RuleSetup[]) => setups.filter(({ rule }) => triggerOf(rule)));

function runsOn({ anchors: words, orStrings, path }: FileTrigger, { source, strings, anchors }: FoundFile): boolean {
  if (path && !path.test(source.path)) return false;
  if ((words.length === 0 || orStrings) && strings.length > 0) return true;
  return anchors.size > 0 && words.some((word) => anchors.has(word.toLowerCase()));
}

/** Any text in which something can be reported contains one of these words, in any case. */
export function wordsToFind(profile: ServiceProfile, rules: readonly Rule[]): string[] {
  const ofRules = checksOf(rules).flatMap((check) => {
    const trigger = triggerOf(check);
    return trigger && !trigger.besideService ? trigger.anchors : [];
  });
  return shortestWords([...anchorWords(profile), ...ofRules, DIRECTIVE_MARK]);
}

/** The checks of strings, in the order of the settings. */
export const stringChecks = oncePer((setups: readonly RuleSetup[]) => setups.filter(({ rule }) => rule.checkString));
