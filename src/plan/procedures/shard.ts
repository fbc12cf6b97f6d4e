import type { Procedure } from '../subject.ts';
import { PULL } from '../commands.ts';
import { clusterCall, readCall } from '../cluster-call.ts';
import { changeStep, deployStep, named, OWNER, placesStep, replacements, step, verifyStep } from '../steps.ts';
import type { PlanSubject, StepPlace } from '../subject.ts';

/** A replica set becomes sharded: port, host list and `replicaSet` change (vendor Terraform documentation and FAQ, 2026-08). */
export const shard: Procedure<'shard'> = (subject) => {
  const already = subject.clusters.filter(({ sharded }) => sharded?.value === true).map(({ name }) => name);
  const replace = placesStep(
    {
      title: 'Move to the SRV string and drop the option replicaSet',
      detail:
        'The SRV name stays. A list of nodes does not: a sharded cluster answers through its routers, on port 27016 instead of 27017, and it has no replica set name.',
    },
    [...replacements(subject.left), ...beside(subject), ...subject.replicaSets],
  );
  return [
    replace,
    deployStep(),
    verifyStep(
      subject,
      {
        title: 'Verify before the conversion',
        detail:
          'The first command must say ready; the others must answer from where the applications run. This is the last step that can be undone.',
      },
      replace.places,
    ),
    changeStep(
      {
        title: 'Convert the cluster to a sharded one with a single shard',
        detail: `Edit the cluster in the cluster builder, set the cluster type to sharded with one shard and submit; or through the administration API: read the record, keep only clusterType and replicationSpecs, set the type to SHARDED, leave one element in replicationSpecs, and send it back. Private endpoints are down during the conversion. The public addresses of the nodes change: update firewalls. A sharded cluster cannot become a replica set again.${
          already.length > 0 ? ` ${named(already)}: sharded already according to the record.` : ''
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
    step(
      {
        title: 'Restart every client of the cluster',
        detail:
          'Stop all applications and reconnect them, before a second shard exists: a client that is still connected to the nodes of the replica set passes the routers by, and data might become inconsistent.',
      },
      null,
      [],
      'deploy',
    ),
    step(
      {
        title: 'Verify after the restart',
        detail:
          'Fetch the records and check again. Where a list of nodes must be kept (a tool without SRV), take the new one from the record: with every router, port 27016, and without replicaSet.',
      },
      [PULL, 'connlint check'],
      [],
      'verify',
    ),
    {
      ...step(
        {
          title: 'Add further shards',
          detail:
            'Only now: raise the number of shards in the cluster builder, or add elements to replicationSpecs. Then shard the collections: sh.shardCollection.',
        },
        null,
      ),
      role: OWNER,
      undo: 'Remove the added shards again; their data moves back first.',
    },
  ];
};

/** Options beside a string, which are no part of it. */
function beside({ left }: PlanSubject): readonly StepPlace[] {
  return left.filter(({ string }) => string === null).map(({ place }) => place);
}
