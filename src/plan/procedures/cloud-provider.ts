import type { ClusterFacts, FactName } from '../../facts/facts.ts';
import { PROVIDER_NAMES } from '../../lint/string-hosts.ts';
import { moveOf, type ProviderMove } from '../../lint/string-hosts.ts';
import type { Procedure, Runbook, SubjectOf } from '../subject.ts';
import { afterwards } from '../points.ts';
import type { Step } from '../entry.ts';
import { pings, pull } from '../commands.ts';
import {
  changeStep,
  gateStep,
  named,
  NETWORK,
  PRIVATE_KINDS,
  readsSrv,
  replacements,
  replaceSteps,
  step,
  uses,
  verifyAfter,
} from '../steps.ts';
import { usedOf } from '../subject.ts';

type MoveSubject = SubjectOf<'cloud-provider'>;

/** Provider, age and tier of a cluster decide (vendor FAQ on connection changes, 2026-08). */
function runbook(subject: MoveSubject): Runbook {
  const { clusters, change } = subject;
  const to = PROVIDER_NAMES[change.to];
  const groups = new Map<ProviderMove, ClusterFacts[]>();
  for (const cluster of clusters) {
    const move = moveOf(cluster, change.to);
    groups.set(move, [...(groups.get(move) ?? []), cluster]);
  }
  const about = `Moving ${clusters.length > 0 ? named(clusters.map(({ name }) => name)) : 'the cluster'} to ${to}.`;
  if (groups.size === 1 && groups.has('done'))
    return { about: `Nothing to move: ${named(clusters.map(({ name }) => name))} runs on ${to} already.`, steps: [] };
  const steps = [...groups].flatMap(([move, own]) => {
    const prefix = groups.size > 1 ? `${named(own.map(({ name }) => name))}: ` : '';
    return stepsOf(move, forClusters(subject, own)).map((one) => ({ ...one, title: `${prefix}${one.title}` }));
  });
  return {
    about: [...groups.keys()].includes('two-step') ? about.replace(/\.$/, ', with two new strings.') : about,
    steps,
  };
}

export const cloudProvider: Procedure<'cloud-provider'> = {
  runbook,
  needs: ({ clusters }) =>
    clusters.flatMap((cluster): FactName[] => {
      if (!cluster.providers) return ['provider of the cluster'];
      return moveOf(cluster, null) === 'unknown' ? ['creation date of the cluster'] : [];
    }),
  refusals: afterwards,
  mayBreak: (string, { change, clusters }) =>
    string.kind !== 'standard' ||
    !readsSrv(string) ||
    clusters.some((one) => !['keeps', 'done'].includes(moveOf(one, change.to))),
};

/** The change for some of its clusters; a string that belongs to none for certain stays with each. */
function forClusters(subject: MoveSubject, clusters: readonly ClusterFacts[]): MoveSubject {
  const own = ({ cluster }: { cluster: ClusterFacts | undefined }): boolean => !cluster || clusters.includes(cluster);
  return {
    ...subject,
    clusters,
    used: subject.used.filter(own),
    found: subject.found.filter(own),
    breaking: subject.breaking.filter(own),
  };
}

function stepsOf(move: ProviderMove, subject: MoveSubject): readonly Step[] {
  switch (move) {
    case 'done':
    case 'unknown':
      return [];
    case 'keeps':
      return [...privatePaths(subject), ...plainMove(subject)];
    case 'two-step':
      return [...privatePaths(subject), ...twoStepMove(subject)];
    case 'shared':
      return sharedMove(subject);
  }
}

const isPrivate = ({ string }: { readonly string: { readonly kind: string } | null }): boolean =>
  string !== null && PRIVATE_KINDS.some((kind) => kind === string.kind);

/** Peering and endpoints end with the provider, whatever the age of the cluster (vendor documentation, 2026-08). */
function privatePaths(subject: MoveSubject): Step[] {
  return replaceSteps(subject, subject.breaking.filter(isPrivate), {
    title: 'Leave the private path before the move',
    detail:
      'Peering connections and private endpoints belong to the old provider. Add the addresses of the applications to the IP access list.',
  });
}

const edited = (to: string): string => `Edit the cluster in the cluster builder, choose ${to}, and submit.`;

/** Legacy names may change with any move; the standard ones stay (vendor FAQ, 2026-08). */
function plainMove(subject: MoveSubject): Step[] {
  const to = PROVIDER_NAMES[subject.change.to];
  const legacy = usedOf(subject, 'legacy');
  const names = step(
    {
      title: 'Verify the legacy names in use',
      detail:
        'The standard string does not change. Legacy names are not promised to stay: each must answer now and after the move.',
    },
    pings(subject, subject.clusters, ['legacy']),
    { kind: 'verify', places: legacy.map(({ place }) => place) },
  );
  return [
    step({
      title: `Prepare the network on ${to}`,
      detail: 'The addresses of the nodes change: update the firewalls of the applications.',
    }),
    ...(legacy.length > 0 ? [names] : []),
    gateStep(subject, 'the move'),
    changeStep(
      { title: `Move the cluster to ${to}`, detail: `${edited(to)} There is no downtime.` },
      [],
      'Move the cluster back to its provider the same way.',
    ),
    ...(uses(subject, PRIVATE_KINDS) ? [rebuiltPaths(subject)] : []),
    verifyAfter(subject, 'The record must name the new provider only.', [
      'standard',
      ...(legacy.length > 0 ? (['legacy'] as const) : []),
    ]),
  ];
}

/** Free and Flex clusters: a legacy string names the provider, so a move to or off Azure or Google Cloud may change it. */
function sharedMove(subject: MoveSubject): Step[] {
  const to = PROVIDER_NAMES[subject.change.to];
  return [
    gateStep(subject, 'the move'),
    changeStep(
      { title: `Move the cluster to ${to}`, detail: edited(to) },
      [],
      'Move the cluster back to its provider the same way.',
    ),
    ...newString(subject, 'Use the current string in the applications'),
    verifyAfter(subject, 'The record must name the new provider only.'),
  ];
}

/** Clusters made before 3 November 2020 on Google Cloud or Azure: the string changes twice (vendor FAQ, 2026-08). */
function twoStepMove(subject: MoveSubject): Step[] {
  const to = PROVIDER_NAMES[subject.change.to];
  const from = [...new Set(subject.clusters.flatMap(({ providers }) => providers?.value ?? []))]
    .filter((provider) => provider !== subject.change.to)
    .map((provider) => PROVIDER_NAMES[provider])
    .join(' and ');
  return [
    gateStep(subject, 'the first change'),
    changeStep(
      {
        title: `Add read-only nodes on ${to}`,
        detail: `In the cluster builder, as many as the cluster has electable nodes. With legacy backups, keep one node on ${from}.`,
      },
      [],
      'Remove the read-only nodes again.',
    ),
    ...newString(subject, 'Use the first new string in the applications'),
    changeStep(
      {
        title: `Replace the electable nodes on ${from} with nodes on ${to}`,
        detail: `Remove the read-only nodes on ${to} in the same edit. With legacy backups, wait for the new backups first and move the remaining node last.`,
      },
      [],
      null,
    ),
    ...newString(subject, 'Use the second new string in the applications'),
    ...(uses(subject, PRIVATE_KINDS) ? [rebuiltPaths(subject)] : []),
    verifyAfter(subject, 'The record must name the new provider only.'),
  ];
}

/** Strings that no fact file contains before the change. */
function newString(subject: MoveSubject, title: string): Step[] {
  const places = replacements(subject.breaking.filter((one) => !isPrivate(one))).map((place) => ({
    ...place,
    to: null,
  }));
  if (places.length === 0) return [];
  return [
    step(
      {
        title,
        detail:
          'When the change is complete, the connect dialog and the record show it. It must answer before the deployment.',
      },
      [pull(subject)],
      { kind: 'replace', places, undo: 'Restore the previous strings.' },
    ),
    step({ title: 'Deploy and restart the applications' }, [], {
      kind: 'deploy',
      undo: 'Deploy the previous strings.',
    }),
  ];
}

/** Private paths belong to a provider and must be created again on the new one. */
function rebuiltPaths({ change }: MoveSubject): Step {
  return step(
    {
      title: 'Set up the private path again where it is needed',
      detail: `Create the peering connection or the private endpoint on ${PROVIDER_NAMES[change.to]}. The record then lists the new private strings.`,
    },
    [],
    { kind: 'clean', role: NETWORK },
  );
}
