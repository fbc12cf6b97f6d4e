import type { Note, ProjectFile } from './rule.ts';

/** A note with the file in which it was taken. */
export interface PlacedNote extends Note {
  readonly file: string;
}

/**
 * What a project rule noted, by folder: the files of one folder are one Terraform module.
 * @param rule id of the rule that took the notes
 */
export function notesByModule(files: readonly ProjectFile[], rule: string): readonly (readonly PlacedNote[])[] {
  const modules = new Map<string, PlacedNote[]>();
  for (const { path, notes } of files) {
    const own = notes.get(rule);
    if (!own || own.length === 0) continue;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const placed = own.map((note) => ({ ...note, file: path }));
    modules.set(folder, [...(modules.get(folder) ?? []), ...placed]);
  }
  return [...modules.values()];
}
