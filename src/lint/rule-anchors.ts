import { anchorWords, type Beside } from '../find/hits.ts';
import type { RuleSetup } from './run-rules.ts';
import type { Anchors, FileTrigger, FoundFile, Rule } from './rule.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { shortestWords } from '../find/word-search.ts';
import { oncePer } from '../text/source.ts';
import { featureMask, featuresOf } from './string-features.ts';
import { DIRECTIVE_MARK } from './suppressions.ts';

/** When a rule runs on a file, or `null` for a rule that does not check whole files. */
function fileTriggerOf(rule: Rule): FileTrigger | null {
  if (rule.scope === 'file') return rule.trigger;
  return rule.scope === 'project' && rule.collect ? rule.trigger : null;
}

interface FileSetup {
  readonly setup: RuleSetup;
  readonly trigger: FileTrigger;
  /** In lower case. */
  readonly beside: readonly string[];
  readonly strings: number;
}

/** Rules that check whole files, by the words that they need. */
interface AnchorIndex {
  readonly words: readonly string[];
  /** By index of the word: the rules with this anchor. */
  readonly byWord: readonly (readonly FileSetup[])[];
  /** Rules that also run on files with strings. */
  readonly withStrings: readonly FileSetup[];
}

/** Built once per set of rules, not per file. */
const indexOf = oncePer((setups: readonly RuleSetup[]): AnchorIndex => {
  const words = new Map<string, FileSetup[]>();
  const withStrings: FileSetup[] = [];
  for (const setup of setups) {
    const trigger = fileTriggerOf(setup.rule);
    if (!trigger) continue;
    const beside = (trigger.beside ?? []).map((word) => word.toLowerCase());
    const own = { setup, trigger, beside, strings: featureMask(trigger.strings ?? []) };
    if (trigger.anchors.length === 0 || trigger.orStrings === true) withStrings.push(own);
    for (const anchor of trigger.anchors) {
      const word = anchor.toLowerCase();
      words.set(word, [...(words.get(word) ?? []), own]);
    }
    for (const word of beside) if (!words.has(word)) words.set(word, []);
  }
  return { words: [...words.keys()], byWord: [...words.values()], withStrings };
});

/** The words of rules, searched in the same pass over a text as its strings. */
export interface RuleWords extends Beside {
  /** Filled during the search. */
  readonly anchors: Anchors;
  /** The rules about whole files that can report this one, after the search. */
  readonly shown: (file: FoundFile) => ReadonlySet<RuleSetup>;
}

/** Create a new one for each text. */
export function ruleWords(setups: readonly RuleSetup[]): RuleWords {
  const { words, byWord, withStrings } = indexOf(setups);
  const anchors = new Map<string, number[]>();
  const found = new Set<FileSetup>();
  return {
    words,
    anchors,
    visit(word, offset) {
      const known = anchors.get(words[word]!);
      if (known) known.push(offset);
      else {
        anchors.set(words[word]!, [offset]);
        for (const one of byWord[word]!) found.add(one);
      }
    },
    shown(file) {
      if (file.strings.length > 0) for (const one of withStrings) found.add(one);
      const features = file.strings.reduce((all, string) => all | featuresOf(string), 0);
      const shown = new Set<RuleSetup>();
      for (const one of found) if (canReport(one, file, features)) shown.add(one.setup);
      return shown;
    },
  };
}

/** @param features of all strings of the file */
function canReport({ trigger, beside, strings }: FileSetup, { source, anchors }: FoundFile, features: number): boolean {
  return (
    (strings === 0 || (features & strings) !== 0) &&
    (beside.length === 0 || beside.some((word) => anchors.has(word))) &&
    (trigger.path === undefined || trigger.path.test(source.path))
  );
}

/** Any text in which something can be reported contains one of these words, in any case. */
export function wordsToFind(profile: ServiceProfile, rules: readonly Rule[]): string[] {
  const ofRules = rules.flatMap((rule) => {
    const trigger = fileTriggerOf(rule);
    return trigger && !trigger.besideService ? trigger.anchors : [];
  });
  return shortestWords([...anchorWords(profile), ...ofRules, DIRECTIVE_MARK]);
}
