import type { FoundFile, Note, ProjectFile } from './rule.ts';
import type { Range } from './source.ts';
import { isTerraformPath, terraformSettings } from './terraform-text.ts';

const CLUSTERS: ReadonlySet<string> = new Set(['mongodbatlas_advanced_cluster', 'mongodbatlas_cluster']);
const MODE = 'mongodbatlas_private_endpoint_regional_mode';

/** What Terraform code says of clusters and of the setting. */
export function replicaSetNotes({ source }: FoundFile): Note[] {
  if (!isTerraformPath(source.path)) return [];
  return terraformSettings(source.text).flatMap(({ resource, name, value, offset, endOffset }): Note[] => {
    const at = { offset, endOffset };
    if (CLUSTERS.has(resource) && name === 'cluster_type' && value === 'REPLICASET')
      return [{ at, about: 'replica set' }];
    return resource === MODE && name === 'enabled' && value === 'true' ? [{ at, about: 'mode' }] : [];
  });
}

/**
 * Replica sets in code: all of them when the setting is to be turned on, else those in a folder (a module) that does so.
 * @param rule id of the rule that took the notes
 */
export function createdIn(
  files: readonly ProjectFile[],
  rule: string,
  planned: boolean,
): { file: string; at: Range }[] {
  const notes = files.flatMap((file) => file.notes(rule).map((note) => ({ ...note, file: file.path })));
  const modes = new Set(notes.filter(({ about }) => about === 'mode').map(({ file }) => folderOf(file)));
  return notes
    .filter(({ about, file }) => about === 'replica set' && (planned || modes.has(folderOf(file))))
    .map(({ file, at }) => ({ file, at }));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
