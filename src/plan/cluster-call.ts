import type { PlanSubject } from './subject.ts';
import { apiCommand, pathPart } from './commands.ts';

/**
 * Reads the record of each cluster, and where it is changed through the API instead of the cluster builder, sends it
 * back: the body contains the whole topology, so it is edited in a file.
 */
export function clusterCall(subject: PlanSubject): readonly string[] {
  const { clusters } = subject;
  const names = clusters.length > 0 ? clusters : [{ name: null, groupId: undefined }];
  return names.flatMap(({ name, groupId }) => {
    const part = name === null ? '{clusterName}' : pathPart(name);
    const path = `clusters/${part}`;
    return [
      `${apiCommand(subject, { method: 'GET', path, groupId })} > cluster.json`,
      apiCommand(subject, { method: 'PATCH', path, groupId, bodyFile: 'cluster.json' }),
    ];
  });
}

/** Only reads the records. */
export function readCall(subject: PlanSubject): readonly string[] {
  return subject.clusters.map(({ name, groupId }) =>
    apiCommand(subject, { method: 'GET', path: `clusters/${pathPart(name)}`, groupId }),
  );
}
