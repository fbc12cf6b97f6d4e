import { manifestForm } from './driver-manifest.ts';
import type { ManifestForm } from './driver-manifest.ts';
import { usesIn } from './driver-resolve.ts';
import type { DriverUse, ManifestsIn, ReadManifest } from './driver-resolve.ts';
import { driverPackage } from './driver-table.ts';
import type { Ecosystem } from './driver-table.ts';

export interface ManifestText {
  /** As it is reported. */
  readonly path: string;
  readonly text: string;
}

/** Where manifests are looked for. Folders are named as in paths that are reported, without a slash at the end. */
export interface ManifestTree {
  /** The manifests and lock files of a folder, in the order of their names. */
  textsIn(folder: string): readonly ManifestText[];
  /** The folder above; `null` at the top. */
  above(folder: string): string | null;
}

/** Answers which drivers the code of a file uses: those of the nearest manifest at or above it. */
export type DriverLookup = (path: string) => readonly DriverUse[];

export const NO_DRIVERS: DriverLookup = () => [];

const LANGUAGES: Readonly<Record<Ecosystem, string>> = {
  npm: 'js mjs cjs jsx ts mts cts tsx vue svelte astro',
  python: 'py pyi pyw ipynb',
  go: 'go',
  jvm: 'java kt kts scala sc groovy clj',
  php: 'php phtml',
  ruby: 'rb rake erb',
  rust: 'rs',
  dotnet: 'cs fs vb cshtml razor',
  swift: 'swift',
};
const LANGUAGE_OF: ReadonlyMap<string, Ecosystem> = new Map(
  Object.entries(LANGUAGES).flatMap(([ecosystem, ends]) =>
    ends.split(' ').map((end) => [end, ecosystem as Ecosystem] as const),
  ),
);

/** Looks up in a tree, and reads every manifest once. */
export function driverLookup(tree: ManifestTree): DriverLookup {
  const folders = new Map<string, readonly ReadManifest[]>();
  const manifestsIn = (folder: string): readonly ReadManifest[] => {
    const known = folders.get(folder) ?? tree.textsIn(folder).flatMap(readManifest);
    folders.set(folder, known);
    return known;
  };
  const modules = new Map<string, readonly DriverUse[]>();
  return (path) => {
    const ecosystem = LANGUAGE_OF.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
    const start = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    const key = `${start}\0${ecosystem ?? ''}`;
    const known =
      modules.get(key) ??
      driversFrom(start, tree, (folder) =>
        manifestsIn(folder).filter(({ form }) => ecosystem === undefined || form.ecosystem === ecosystem),
      );
    modules.set(key, known);
    return known;
  };
}

/** The drivers of the nearest folder with a manifest; lock files alone make a module only where there is none. */
function driversFrom(start: string, tree: ManifestTree, manifestsIn: ManifestsIn): readonly DriverUse[] {
  const chain: string[] = [];
  for (let folder: string | null = start; folder !== null; folder = tree.above(folder)) chain.push(folder);
  const written = chain.findIndex((folder) => manifestsIn(folder).some(({ form }) => !form.lock));
  const at = written < 0 ? chain.findIndex((folder) => manifestsIn(folder).length > 0) : written;
  return at < 0 ? [] : usesIn(chain.slice(at), manifestsIn);
}

function readManifest({ path, text }: ManifestText): ReadManifest[] {
  const form = manifestForm(path.slice(path.lastIndexOf('/') + 1)) ?? folderForm(path);
  if (!form) return [];
  const drivers = form.read(text).flatMap((named) => {
    const known = driverPackage(form.ecosystem, named.name);
    return known ? [{ named, known }] : [];
  });
  return [{ form, path, drivers }];
}

/** `requirements/base.txt`: the folder's name makes it one. */
export function folderForm(path: string): ManifestForm | undefined {
  return /(?:^|\/)requirements\/[^/]{1,80}\.(?:txt|in)$/.test(path) ? manifestForm('requirements.txt') : undefined;
}
