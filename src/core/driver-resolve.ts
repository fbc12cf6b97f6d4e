import type { ManifestForm, NamedVersion } from './driver-manifest.ts';
import { driverAge } from './driver-table.ts';
import type { DriverAge, DriverPackage, Ecosystem } from './driver-table.ts';
import { after, compareVersions, hull, versionRange } from './driver-version.ts';
import type { VersionRange } from './driver-version.ts';

/** A driver that the module of a file depends on. */
export interface DriverUse {
  /** The package, as its manifest writes it. */
  readonly name: string;
  /** The version as the deciding file writes it; `null` when no file tells. */
  readonly version: string | null;
  /** The manifest or lock file that says so. */
  readonly path: string;
  readonly age: DriverAge;
  /** First release that understands optimized strings, `4.1.0`; `null` when none does. */
  readonly least: string | null;
}

/** A manifest or lock file with the drivers that it names. */
export interface ReadManifest {
  readonly form: ManifestForm;
  readonly path: string;
  readonly drivers: readonly { readonly named: NamedVersion; readonly known: DriverPackage }[];
}

/** What one file says of a package. */
interface Said {
  readonly text: string;
  readonly path: string;
  readonly range: VersionRange;
}

export type ManifestsIn = (folder: string) => readonly ReadManifest[];

/** A driver of the module, with the manifests that name it. */
interface Named {
  readonly known: DriverPackage;
  readonly entries: readonly { readonly manifest: ReadManifest; readonly named: NamedVersion }[];
}

/** Every driver of the first folder of the chain, with the version that a lock file there or above tells. */
export function usesIn(chain: readonly string[], manifestsIn: ManifestsIn): DriverUse[] {
  const groups = new Map<string, Named>();
  for (const manifest of manifestsIn(chain[0] ?? '')) {
    for (const { named, known } of manifest.drivers) {
      // What a lock file installs for another workspace is no driver of this one.
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
      version: deciding?.text ?? first.named.text,
      path: deciding?.path ?? first.manifest.path,
      age: driverAge(known, deciding?.range ?? null),
      least: known.least?.join('.') ?? null,
    };
  });
}

function said({ path }: ReadManifest, named: readonly NamedVersion[]): Said | null {
  const texts = named.flatMap(({ text }) => text ?? []);
  if (texts.length === 0 || texts.length < named.length) return null;
  const ranges = named.map(({ text, dialect }) => versionRange(text!, dialect) ?? { low: null, high: null });
  return { path, text: [...new Set(texts)].join(', '), range: hull(ranges)! };
}

/** The nearest lock file that names the package. Of several entries those count that are the module's own. */
function lockedVersion(chain: readonly string[], manifestsIn: ManifestsIn, { known, entries }: Named): Said | null {
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
      const found = own && said(lock, own);
      if (found) return found;
    }
  }
  return null;
}

const FOR_TESTS = /(?:^|[-_.])(?:dev|test|tests|lint|doc|docs|ci)(?:$|[-_.])/;

/** The narrowest of what the module's manifests say; what is for tests and tools counts only where nothing else does. */
function ownVersion({ entries }: Named): Said | null {
  const all = entries.flatMap(({ manifest, named }) => said(manifest, [named]) ?? []);
  const rank = ({ path, range }: Said): number => {
    const width = Number(!range.low) + Number(!range.high);
    const exact = range.low && range.high && compareVersions(after(range.low), range.high) === 0;
    return (FOR_TESTS.test(path.slice(path.lastIndexOf('/') + 1)) ? 10 : 0) + (exact ? 0 : 1 + width);
  };
  return [...all].sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** Ecosystems whose manifests manage versions for the modules below: a parent POM, the workspace's `Cargo.toml`. */
const MANAGED: ReadonlySet<Ecosystem> = new Set(['jvm', 'rust']);

function versionAbove(chain: readonly string[], manifestsIn: ManifestsIn, known: DriverPackage): Said | null {
  if (!MANAGED.has(known.ecosystem)) return null;
  for (const manifest of chain.slice(1).flatMap((folder) => manifestsIn(folder))) {
    const entries = manifest.drivers.filter((entry) => entry.known === known && entry.named.text !== null);
    const found = said(
      manifest,
      entries.map(({ named }) => named),
    );
    if (found) return found;
  }
  return null;
}
