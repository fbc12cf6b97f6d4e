import type { Procedure } from '../subject.ts';
import { PULL } from '../commands.ts';
import { clusterCall } from '../cluster-call.ts';
import { deployStep, replaceStep, step, verifyStep, named } from '../steps.ts';

/** A replica set becomes sharded: port, host list and `replicaSet` change (vendor Terraform documentation and FAQ, 2026-08). */
export const shard: Procedure<'shard'> = (subject) => {
  const already = subject.clusters.filter(({ sharded }) => sharded?.value === true).map(({ name }) => name);
  return [
    replaceStep(subject.left, {
      title: 'Move to the SRV string and drop the option replicaSet',
      detail:
        'The SRV name stays. A list of nodes does not: a sharded cluster answers through its routers, on port 27016 instead of 27017, and it has no replica set name.',
    }),
    deployStep(),
    verifyStep(subject, {
      title: 'Verify before the conversion',
      detail: 'The first command must say ready; the others must answer from where the applications run.',
    }),
    step(
      {
        title: 'Convert the cluster to a sharded one',
        detail: `Edit the cluster in the cluster builder, set the cluster type to sharded and submit; or through the administration API: read the record, keep only clusterType and replicationSpecs, set the type to SHARDED, and send it back. The public addresses of the nodes change: bring firewalls up to date.${
          already.length > 0 ? ` ${named(already)}: sharded already according to the record.` : ''
        }`,
      },
      clusterCall(subject),
    ),
    step(
      {
        title: 'Verify after the conversion',
        detail:
          'Bring the facts up to date and check again. Where a list of nodes must be kept (a tool without SRV), take the new one from the record: with every router, port 27016, and without replicaSet.',
      },
      [PULL, 'connlint check'],
    ),
  ];
};
