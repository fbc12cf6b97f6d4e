import type { FactName } from '../facts/facts.ts';
import { howToKnow } from '../facts/hints.ts';
import { nearestName } from '../text/edit-distance.ts';
import { clusterNameOf, unreadText } from './subject.ts';
import type { PlanSubject, UnreadFile, Step } from './subject.ts';
import { unjudged } from './conditions.ts';
import { externalEntry } from './external-reads.ts';
import { PULL } from './commands.ts';
import { step } from './steps.ts';

/** What comes before any procedure: getting to know what is not known. */
export function firstSteps(subject: PlanSubject, missing: readonly FactName[], unread: readonly UnreadFile[]): Step[] {
  return [...learn(subject, missing), ...readRest(unread), ...lookByHand(subject), ...lookOutside(subject)];
}

/** What cannot be judged comes first: the steps behind it may change with the facts. */
function learn(subject: PlanSubject, missing: readonly FactName[]): Step[] {
  if (missing.length === 0) return [];
  const list = missing.map((fact) => `${upperFirst(fact)}: ${howToKnow(fact)}`).join(' ');
  const places = subject.unknown.flatMap((entry) => entry.places);
  const distinct = new Map(places.map((place) => [`${place.file}:${place.line}:${place.column}`, place]));
  return [
    step(
      { title: 'Get the missing facts and plan again', detail: `${list}${otherName(subject)}` },
      missing.some((fact) => howToKnow(fact).includes(PULL)) ? PULL : null,
      [...distinct.values()].map((place) => ({ ...place, from: null, to: null, proven: false, recorded: false })),
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
        title: 'Have the files read that were not looked at, and plan again',
        detail: `${list}. They may hold strings of the cluster. Make them readable, or look at them by hand and leave them out: "ignores" in the config, or an ignore file.`,
      },
      null,
      [],
      'learn',
    ),
  ];
}

/** A record that is missing may only be misspelt. */
function otherName({ change, clusters, facts }: PlanSubject): string {
  const name = clusterNameOf(change);
  if (name === null || clusters.length > 0 || facts.clusters.length === 0) return '';
  const near = nearestName(
    name,
    facts.clusters.map((cluster) => cluster.name),
  );
  return ` No record is named "${name}"${near === null ? '.' : `; is "${near}" meant?`}`;
}

/** A host that comes from a variable may be one that this change concerns: nothing here can tell. */
function lookByHand(subject: PlanSubject): Step[] {
  const hidden = unjudged(subject);
  if (hidden.length === 0) return [];
  return [
    step(
      {
        title: 'Look by hand at the strings whose host is not visible',
        detail:
          'Their host comes from a variable or a template. Find where it is set and judge the value: connlint classify <string>.',
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
        title: 'Judge the strings that come from outside the tree',
        detail: `Name dumps of the values under "inventory": { "values": [...] } (\`kubectl get secret,configmap -o json\`, or NAME=value lines), or judge each value by hand (connlint classify <string>) and write into the config whose it is, or "not-service": ${externalEntry(reads)}.`,
      },
      null,
      reads.map(({ place }) => place),
      'learn',
    ),
  ];
}
