import type { PlanSubject, Procedure, Step, StepPlace } from '../subject.ts';
import { PULL, clusterCall, readCall } from '../commands.ts';
import { changeStep, deployStep, mustAnswer, named, placesStep, replacements, step, verifyStep } from '../steps.ts';

/**
 * A replica set becomes sharded: port, host list and `replicaSet` change (vendor Terraform documentation and FAQ,
 * 2026-08).
 */
export const shard: Procedure<'shard'> = (subject) => {
  const already = subject.clusters.filter(({ sharded }) => sharded?.value === true).map(({ name }) => name);
  const isDone = already.length > 0 && already.length === subject.clusters.length;
  const replace = placesStep(
    {
      title: 'Use the SRV string and remove replicaSet',
      detail:
        'The SRV name stays the same. A host list does not: a sharded cluster answers through its routers, on port 27016 instead of 27017, and has no replica set name.',
    },
    [...replacements(subject.left), ...beside(subject), ...subject.replicaSets],
  );
  if (isDone) {
    const done = step({
      title: `Nothing to convert: ${named(already)} is already sharded`,
      detail: 'If all clients were restarted since the conversion, remove the planned change from the config.',
    });
    return [...(replace.places.length > 0 ? [replace] : []), done, ...afterwards];
  }
  return [
    replace,
    deployStep(),
    verifyStep(
      subject,
      {
        title: 'Verify before the conversion',
        detail: (others) => mustAnswer(others, ' from where the applications run'),
      },
      replace.places,
    ),
    changeStep(
      {
        title: 'Convert the cluster to a sharded cluster with one shard',
        byHand:
          'Edit the cluster in the cluster builder, set the cluster type to sharded with one shard, and submit. Or use the Administration API: read the record, keep only clusterType and replicationSpecs, set the type to SHARDED, keep one element in replicationSpecs, and send it back.',
        inCode: 'Set the type to SHARDED and keep one shard.',
        detail: `Private endpoints are down during the conversion. The public addresses of the nodes change: update firewalls. A sharded cluster cannot become a replica set again.${
          already.length > 0 ? ` According to the record, ${named(already)} is already sharded.` : ''
        }`,
      },
      clusterCall(subject),
      null,
    ),
    step(
      {
        title: 'Wait until the conversion is complete',
        detail: 'The state of the cluster must be IDLE, and its type SHARDED.',
      },
      readCall(subject),
      [],
      'verify',
    ),
    ...afterwards,
  ];
};

/** What follows the conversion, in this order. */
const afterwards: readonly Step[] = [
  step(
    {
      title: 'Restart every client of the cluster',
      detail:
        'Stop all applications and reconnect them, before a second shard exists: a client that is still connected to nodes of the replica set bypasses the routers, and data may become inconsistent.',
    },
    null,
    [],
    'deploy',
  ),
  step(
    {
      title: 'Verify after the restart',
      detail:
        'Fetch the records and check again. If a tool needs a host list, copy the new one from the record: every router, port 27016, no replicaSet.',
    },
    [PULL, 'connlint check'],
    [],
    'verify',
  ),
  {
    ...changeStep(
      {
        title: 'Add more shards',
        byHand: 'Increase the number of shards in the cluster builder, or add elements to replicationSpecs.',
        inCode: 'Add the shards.',
        detail: 'Then shard the collections: sh.shardCollection.',
      },
      null,
      'Remove the added shards; their data moves back first.',
    ),
    edits: 'shards',
  },
];

/** Options beside a string, which are not part of it. */
function beside({ left }: PlanSubject): readonly StepPlace[] {
  return left.filter(({ string }) => string === null).map(({ place }) => place);
}
