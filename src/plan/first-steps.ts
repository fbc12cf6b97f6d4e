import type { FactName } from '../facts/facts.ts';
import { howToKnow } from '../facts/hints.ts';
import { distinctPlaces, unreadText } from './subject.ts';
import type { PlanSubject, UnreadFile, Step } from './subject.ts';
import { externalEntry, hostPlaceholders } from './external-reads.ts';
import { PULL } from './commands.ts';
import { step } from './steps.ts';

/** The steps before any procedure: get the facts that are not known. */
export function firstSteps(subject: PlanSubject, missing: readonly FactName[], unread: readonly UnreadFile[]): Step[] {
  return [...learn(subject, missing), ...readRest(unread), ...lookByHand(subject), ...lookOutside(subject)];
}

/** What cannot be judged comes first: the steps behind it may change with the facts. */
function learn(subject: PlanSubject, missing: readonly FactName[]): Step[] {
  if (missing.length === 0) return [];
  const list = missing.map((fact) => `${upperFirst(fact)}: ${howToKnow(fact)}`).join(' ');
  const places = distinctPlaces(subject.unknown.flatMap((entry) => entry.places));
  return [
    step(
      { title: 'Get the missing facts and run the plan again', detail: list },
      missing.some((fact) => howToKnow(fact).includes(PULL)) ? PULL : null,
      places.map((place) => ({ ...place, from: null, to: null, proven: false, recorded: false })),
      'learn',
    ),
  ];
}

const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A string in a file that nobody reads changes with the cluster like any other. */
function readRest(unread: readonly UnreadFile[]): Step[] {
  if (unread.length === 0) return [];
  const list = unread.map(unreadText).join('; ');
  return [
    step(
      {
        title: 'Make every file readable and run the plan again',
        detail: `${list}. They may contain strings of the cluster. Make them readable, or check them by hand and exclude them with "ignores" in the config or an ignore file.`,
      },
      null,
      [],
      'learn',
    ),
  ];
}

/** A host that comes from a variable may be one that this change concerns. */
function lookByHand({ hidden }: PlanSubject): Step[] {
  if (hidden.length === 0) return [];
  const names = hidden.flatMap(({ string }) => hostPlaceholders(string).flatMap(({ name }) => name ?? []));
  const entry = names.length === 0 ? '' : ` Then add ${externalEntry(names)}, or "not-service", to the config.`;
  return [
    step(
      {
        title: 'Check the strings whose host is not visible',
        detail: `Their host comes from a variable or a template. Find the value and check it: \`connlint classify <string>\`.${entry}`,
      },
      null,
      hidden.map(({ place }) => place),
      'learn',
    ),
  ];
}

/** The values of secrets and variables are in no file here. */
function lookOutside({ reads }: PlanSubject): Step[] {
  if (reads.length === 0) return [];
  return [
    step(
      {
        title: 'Check the strings that come from outside the tree',
        detail: `Name dumps of the values under \`"inventory": { "values": [...] }\` (\`kubectl get secret,configmap -o json\`, or NAME=value lines), or check each value by hand (\`connlint classify <string>\`) and name its cluster, or "not-service", in the config: ${externalEntry(reads.map(({ name }) => name))}.`,
      },
      null,
      reads.map(({ place }) => place),
      'learn',
    ),
  ];
}
