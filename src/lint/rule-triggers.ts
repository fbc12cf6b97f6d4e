import { anchorWords, type Beside } from '../find/hits.ts';
import type { RuleSetup } from './run-rules.ts';
import {
  checksOf,
  type Anchors,
  type Check,
  type FileTrigger,
  type FoundFile,
  type Rule,
  type StringFeature,
} from './rule.ts';
import { KINDS } from '../classify/host-shapes.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { shortestWords } from '../find/word-search.ts';
import { oncePer } from '../text/source.ts';
import { DIRECTIVE_MARK } from './suppressions.ts';
import type { FoundString } from '../classify/found-string.ts';

/** When a rule runs on a file, or `null` for a rule that does not check whole files. */
function fileTriggerOf({ checkFile, collect, trigger }: Check): FileTrigger | null {
  return checkFile || collect ? (trigger ?? { anchors: [] }) : null;
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
const anchorIndex = oncePer((setups: readonly RuleSetup[]): AnchorIndex => {
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
interface RuleWords extends Beside {
  /** Filled during the search. */
  readonly anchors: Anchors;
  /** The rules about whole files that can report this one, after the search. */
  readonly shown: (file: FoundFile) => ReadonlySet<RuleSetup>;
}

/** Create a new one for each text. */
export function ruleWords(setups: readonly RuleSetup[]): RuleWords {
  const { words, byWord, withStrings } = anchorIndex(setups);
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
  const ofRules = checksOf(rules).flatMap((rule) => {
    const trigger = fileTriggerOf(rule);
    return trigger && !trigger.besideService ? trigger.anchors : [];
  });
  return shortestWords([...anchorWords(profile), ...ofRules, DIRECTIVE_MARK]);
}

/** One bit each, so that the features of a string are one number that is quick to compare and look up. */
const FEATURES: readonly StringFeature[] = [
  ...KINDS,
  'form:srv',
  'form:direct',
  'form:host',
  'form:url',
  'uri',
  'options',
  'fault',
  'own-host',
  'node',
  'legacy-name',
];

const BITS: ReadonlyMap<StringFeature, number> = new Map(FEATURES.map((feature, at) => [feature, 1 << at]));
const bit = (feature: StringFeature): number => BITS.get(feature)!;

function featureMask(features: readonly StringFeature[]): number {
  return features.reduce((mask, feature) => mask | bit(feature), 0);
}

const [URI, OPTIONS, FAULT, OWN_HOST, NODE, LEGACY_NAME] = (
  ['uri', 'options', 'fault', 'own-host', 'node', 'legacy-name'] as const
).map(bit) as [number, number, number, number, number, number];

/** The features of a string, one bit each. */
function featuresOf({ kind, form, uri, hosts }: FoundString): number {
  let features = bit(kind);
  if (form !== null) features |= bit(`form:${form}`);
  if (uri) {
    features |= URI;
    if (uri.options.length > 0) features |= OPTIONS;
    if (uri.issues.length > 0) features |= FAULT;
  }
  for (const host of hosts) {
    if (host.class.domain === null) continue;
    features |= OWN_HOST | bit(host.class.kind);
    if (host.class.node) features |= NODE;
    if (host.class.family === 'legacy') features |= LEGACY_NAME;
  }
  return features;
}

/** The rules that can report a string, in the order of the settings. */
export function setupsFor(string: FoundString, setups: readonly RuleSetup[]): readonly RuleSetup[] {
  // The text contains nothing of the string itself.
  return string.kind === 'external' ? [] : stringSetups(setups);
}

const stringSetups = oncePer((setups: readonly RuleSetup[]) => setups.filter(({ rule }) => rule.checkString));
