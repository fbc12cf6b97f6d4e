import WORDS from './words.json' with { type: 'json' };
import type { FactName } from '../../facts/facts.ts';
import { moveOf, PROVIDER_NAMES, type ProviderMove } from '../../lint/string-hosts.ts';
import { PRIVATE_KINDS, readsSrv, uses, type PlannedFinding, type Procedure, type SubjectOf } from '../subject.ts';
import { afterwards, gateStep, made, named, NETWORK, replaceSteps, step, verifyAfter } from '../steps.ts';
import type { Step, Steps } from '../steps.ts';
import { nameOf } from '../../lint/finding.ts';
import { pull } from '../commands.ts';

const words = WORDS['cloud-provider'];

type MoveSubject = SubjectOf<'cloud-provider'>;

/** Provider, age and tier of a cluster decide (vendor FAQ on connection changes, 2026-08). */
export const cloudProvider: Procedure<'cloud-provider'> = {
  runbook(subject) {
    const { clusters, change } = subject;
    const to = PROVIDER_NAMES[change.to];
    const left = clusters.filter((cluster) => moveOf(cluster, change.to) !== 'done');
    const names =
      clusters.length > 0 ? named((left.length > 0 ? left : clusters).map(({ name }) => name)) : 'the cluster';
    if (clusters.length > 0 && left.length === 0) return made(`Nothing to move: ${names} runs on ${to} already.`);
    const [move, other] = new Set(left.map((cluster) => moveOf(cluster, change.to)));
    if (other) return { about: `Moving ${names} to ${to}, in different ways: plan each cluster.`, steps: [] };
    return {
      about: `Moving ${names} to ${to}${move === 'two-step' ? ', with two new strings' : ''}.`,
      steps: (move && STEPS[move]?.(subject, to)) ?? [],
    };
  },
  needs: ({ clusters, change }) =>
    clusters.flatMap((cluster): FactName[] => {
      if (!cluster.providers) return ['provider of the cluster'];
      return moveOf(cluster, change.to) === 'unknown' ? ['creation date of the cluster'] : [];
    }),
  refusals: (subject) => [afterwards(subject)],
  mayBreak: (string, { change, clusters }) =>
    string.kind !== 'standard' ||
    !readsSrv(string) ||
    clusters.some((one) => !['keeps', 'done'].includes(moveOf(one, change.to))),
};

const STEPS: Readonly<Partial<Record<ProviderMove, (subject: MoveSubject, to: string) => Steps>>> = {
  keeps: (subject, to) => [
    privatePaths(subject),
    step(words.network, { to }),
    gateStep(subject, 'the move'),
    moveStep(to, ' There is no downtime.'),
    rebuiltPaths(subject, to),
    verifyAfter(subject, words.moved, ['standard']),
  ],
  // Free and Flex clusters: a legacy string names the provider, so a move to or off Azure or Google Cloud may change it.
  shared: (subject, to) => [
    privatePaths(subject),
    gateStep(subject, 'the move'),
    moveStep(to),
    newString(subject, 'Use the current string in the applications'),
    verifyAfter(subject, words.moved),
  ],
  'two-step': twoSteps,
};

const moveStep = (to: string, more = ''): Step => step({ kind: 'change', ...words.move }, { to, more });

/** Clusters made before 3 November 2020 on Google Cloud or Azure: the string changes twice (vendor FAQ, 2026-08). */
function twoSteps(subject: MoveSubject, to: string): Steps {
  const providers = subject.clusters.flatMap((cluster) => cluster.providers ?? []);
  const others = new Set(providers.filter((provider) => provider !== subject.change.to));
  const from = [...others].map((provider) => PROVIDER_NAMES[provider]).join(' and ');
  return [
    privatePaths(subject),
    gateStep(subject, 'the first change'),
    step({ kind: 'change', ...words.addNodes }, { to, from }),
    newString(subject, 'Use the first new string in the applications'),
    step({ kind: 'change', ...words.replaceNodes }, { to, from }),
    newString(subject, 'Use the second new string in the applications'),
    rebuiltPaths(subject, to),
    verifyAfter(subject, words.moved),
  ];
}

/** Strings that change with the move need the new one; all others lead through a private path. */
const isPrivate = ({ finding }: PlannedFinding): boolean => nameOf(finding) !== 'provider-change/legacy';

/** Peering and endpoints end with the provider, whatever the age of the cluster (vendor documentation, 2026-08). */
const privatePaths = (subject: MoveSubject): Steps =>
  replaceSteps(subject, subject.breaking.filter(isPrivate), words.private);

/** Strings that no fact file contains before the change. */
function newString(subject: MoveSubject, title: string): Steps {
  const own = subject.breaking.filter((one) => !isPrivate(one));
  return replaceSteps(subject, own, { title, ...words.newString, commands: [pull(subject)] });
}

/** Private paths belong to a provider and must be created again on the new one. */
const rebuiltPaths = (subject: MoveSubject, to: string): Step | false =>
  uses(subject, PRIVATE_KINDS) && step({ kind: 'clean', ...words.rebuild, role: NETWORK }, { to });
