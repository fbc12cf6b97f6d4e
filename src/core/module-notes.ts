import type { KeptNote, ProjectFile } from './rule.ts';

/** A note with the file in which it was taken. */
export interface PlacedNote extends KeptNote {
  readonly file: string;
}

/**
 * What a project rule noted, by folder: the files of one folder are one Terraform module.
 * @param rule id of the rule that took the notes
 */
export function notesByModule(files: readonly ProjectFile[], rule: string): readonly (readonly PlacedNote[])[] {
  const modules = new Map<string, PlacedNote[]>();
  for (const file of files) {
    const { path } = file;
    const own = file.notes(rule);
    if (own.length === 0) continue;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const placed = own.map((note) => ({ ...note, file: path }));
    modules.set(folder, [...(modules.get(folder) ?? []), ...placed]);
  }
  return [...modules.values()];
}
