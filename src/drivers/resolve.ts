import { once } from '../text/source.ts';
import { manifestForm, type ManifestForm, type NamedVersion } from './manifests.ts';
import { driverPackage, driverAge, type Ecosystem, type DriverAge, type DriverPackage } from './drivers.ts';
import { withoutRandomWords, MASK } from '../parse/natural-words.ts';
import { after, compareVersions, hull, versionRange, type VersionRange } from './versions.ts';

export interface ManifestText {
  /** As reported. */
  readonly path: string;
  readonly text: string;
}

/** The folders in which manifests are searched. Folders are named as in reported paths, without a slash at the end. */
export interface ManifestTree {
  /** The manifests and lock files of a folder, sorted by name. */
  textsIn(folder: string): readonly ManifestText[];
  /** The parent folder, or `null` at the top. */
  above(folder: string): string | null;
}

/** The drivers that the code of a file uses: those of the nearest manifest in its folder or above. */
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
const ecosystems = once(
  (): ReadonlyMap<string, Ecosystem> =>
    new Map(
      Object.entries(LANGUAGES).flatMap(([ecosystem, ends]) =>
        ends.split(' ').map((end) => [end, ecosystem as Ecosystem] as const),
      ),
    ),
);

/** Creates a lookup in a tree that reads every manifest once. */
export function driverLookup(tree: ManifestTree): DriverLookup {
  const folders = new Map<string, readonly ReadManifest[]>();
  const manifestsIn = (folder: string): readonly ReadManifest[] => {
    const known = folders.get(folder) ?? tree.textsIn(folder).flatMap(readManifest);
    folders.set(folder, known);
    return known;
  };
  const modules = new Map<string, readonly DriverUse[]>();
  return (path) => {
    const ecosystem = ecosystems().get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
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

/** The drivers of the nearest folder with a manifest. A lock file alone counts only if there is no manifest. */
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

/** `requirements/base.txt`: recognised by the name of its folder. */
export function folderForm(path: string): ManifestForm | undefined {
  return /(?:^|\/)requirements\/[^/]{1,80}\.(?:txt|in)$/.test(path) ? manifestForm('requirements.txt') : undefined;
}

/** A driver that the module of a file depends on. */
export interface DriverUse {
  /** The package name as its manifest writes it. */
  readonly name: string;
  /** The version as written in the deciding file, or `null` if it is not known. */
  readonly version: string | null;
  /** The manifest or lock file that contains the version. */
  readonly path: string;
  readonly age: DriverAge;
  /** First release that supports optimized strings, `4.1.0`, or `null` if none does. */
  readonly least: string | null;
}

/** A manifest or lock file with its drivers. */
interface ReadManifest {
  readonly form: ManifestForm;
  readonly path: string;
  readonly drivers: readonly { readonly named: NamedVersion; readonly known: DriverPackage }[];
}

/** What one file states about a package. */
interface StatedVersion {
  readonly text: string;
  readonly path: string;
  readonly range: VersionRange;
}

type ManifestsIn = (folder: string) => readonly ReadManifest[];

/** A driver of the module, with the manifests that name it. */
interface ModuleDriver {
  readonly known: DriverPackage;
  readonly entries: readonly { readonly manifest: ReadManifest; readonly named: NamedVersion }[];
}

/** All drivers of the first folder of the chain, with the version from a lock file there or above. */
function usesIn(chain: readonly string[], manifestsIn: ManifestsIn): DriverUse[] {
  const groups = new Map<string, ModuleDriver>();
  for (const manifest of manifestsIn(chain[0] ?? '')) {
    for (const { named, known } of manifest.drivers) {
      // Packages that a lock file installs for another workspace do not count.
      if (named.under) continue;
      const key = `${known.ecosystem} ${named.name.toLowerCase()}`;
      groups.set(key, { known, entries: [...(groups.get(key)?.entries ?? []), { manifest, named }] });
    }
  }
  return [...groups.values()].map((group) => {
    const { known, entries } = group;
    const first = entries[0]!;
    const deciding =
      lockedVersion(chain, manifestsIn, group) ?? ownVersion(group) ?? versionAbove(chain, manifestsIn, known);
    return {
      name: first.named.name,
      version: shownVersion(deciding?.text ?? first.named.text),
      path: deciding?.path ?? first.manifest.path,
      age: driverAge(known, deciding?.range ?? null),
      least: known.least?.join('.') ?? null,
    };
  });
}

/** As Go names a commit. */
const COMMIT = /^v\d+\.\d+\.\d+-(?:\w+\.)?\d{14}-[\da-f]{12}$/;
const LOGIN = /\/\/[^/\s]*@/g;

/** Instead of a version, a manifest may contain an address with a token. */
function shownVersion(version: string | null): string | null {
  if (version === null || COMMIT.test(version)) return version;
  return withoutRandomWords(version.replace(LOGIN, `//${MASK}@`), MASK);
}

function statedVersion({ path }: ReadManifest, named: readonly NamedVersion[]): StatedVersion | null {
  const texts = named.flatMap(({ text }) => text ?? []);
  if (texts.length === 0 || texts.length < named.length) return null;
  const ranges = named.map(({ text, dialect }) => versionRange(text!, dialect) ?? { low: null, high: null });
  return { path, text: [...new Set(texts)].join(', '), range: hull(ranges)! };
}

/** The nearest lock file with the package. Of several entries, those of the module itself count. */
function lockedVersion(
  chain: readonly string[],
  manifestsIn: ManifestsIn,
  { known, entries }: ModuleDriver,
): StatedVersion | null {
  const [module = ''] = chain;
  const names = new Set(entries.map(({ named }) => named.name.toLowerCase()));
  const written = new Set(entries.map(({ named }) => named.text));
  for (const folder of chain) {
    const below = folder === '' ? module : module.slice(folder.length + 1);
    for (const lock of manifestsIn(folder).filter(({ form }) => form.lock)) {
      const locked = lock.drivers
        .filter((entry) => entry.known === known && names.has(entry.named.name.toLowerCase()))
        .map((entry) => entry.named);
      const own = [
        locked.filter(({ wanted }) => wanted?.some((range) => written.has(range))),
        locked.filter(({ under }) => under !== undefined && under !== '' && under === below),
        locked.filter(({ under = '' }) => under === ''),
      ].find((group) => group.length > 0);
      const found = own && statedVersion(lock, own);
      if (found) return found;
    }
  }
  return null;
}

const FOR_TESTS = /(?:^|[-_.])(?:dev|test|tests|lint|doc|docs|ci)(?:$|[-_.])/;

/** The narrowest range in the module's manifests. Development dependencies count only if there are no others. */
function ownVersion({ entries }: ModuleDriver): StatedVersion | null {
  const all = entries.flatMap(({ manifest, named }) => statedVersion(manifest, [named]) ?? []);
  const rank = ({ path, range }: StatedVersion): number => {
    const width = Number(!range.low) + Number(!range.high);
    const exact = range.low && range.high && compareVersions(after(range.low), range.high) === 0;
    return (FOR_TESTS.test(path.slice(path.lastIndexOf('/') + 1)) ? 10 : 0) + (exact ? 0 : 1 + width);
  };
  return [...all].sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** Ecosystems whose manifests set versions for nested modules: a parent POM, the workspace's `Cargo.toml`. */
const MANAGED: ReadonlySet<Ecosystem> = new Set(['jvm', 'rust']);

function versionAbove(chain: readonly string[], manifestsIn: ManifestsIn, known: DriverPackage): StatedVersion | null {
  if (!MANAGED.has(known.ecosystem)) return null;
  for (const manifest of chain.slice(1).flatMap((folder) => manifestsIn(folder))) {
    const entries = manifest.drivers.filter((entry) => entry.known === known && entry.named.text !== null);
    const found = statedVersion(
      manifest,
      entries.map(({ named }) => named),
    );
    if (found) return found;
  }
  return null;
}
