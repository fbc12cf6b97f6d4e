import data from './drivers.json' with { type: 'json' };
import { grouped, oncePerKey, parentOf, type Source } from '../text/source.ts';
import { driverPackage, supportSince } from './drivers.ts';
import type { DriverPackage, Ecosystem, Feature, Support } from './drivers.ts';
import { manifestForm, type NamedVersion } from './manifests.ts';
import { after, compareVersions, hull, versionRange, type VersionRange } from './versions.ts';

/** The folders in which manifests are searched. Folders are named as in reported paths, without a slash at the end. */
export interface ManifestTree {
  /** The manifests and lock files of a folder, sorted by name. */
  textsIn(folder: string): readonly Source[];
  /** The parent folder, or `null` at the top. */
  above(folder: string): string | null;
}

/** A driver that the module of a file depends on. */
export type DriverUse = Readonly<ReturnType<typeof usesIn>[number]>;

/** The drivers of the nearest manifest in a folder or above; with a setting, packages that read it themselves. */
export type DriverLookup = (path: string, setting?: string) => readonly DriverUse[];

export const supports = ({ known, range }: DriverUse, feature: Feature): Support =>
  supportSince(known.since[feature], range);

/** The manifest of a driver, as a place beside a problem. */
export const manifestOf = ({ path, name, version }: DriverUse) => ({
  file: path,
  at: { offset: 0, endOffset: 0 },
  message: `${name} ${version ?? ''}`.trim(),
});

/** The ecosystems of languages, by the endings of their files. */
const ECOSYSTEMS: ReadonlyMap<string, Ecosystem> = new Map(
  Object.entries(data.endings).flatMap(([name, all]) => all.split(' ').map((ending) => [ending, name as Ecosystem])),
);

type ReadManifest = Readonly<ReturnType<typeof readManifest>[number]>;

/** Creates a lookup in a tree that reads every manifest once. */
export function driverLookup(tree: ManifestTree): DriverLookup {
  const manifestsIn = oncePerKey((folder: string) => tree.textsIn(folder).flatMap(readManifest));
  const chainFrom = (folder: string | null): (readonly ReadManifest[])[] =>
    folder === null ? [] : [manifestsIn(folder), ...chainFrom(tree.above(folder))];
  const usesOf = oncePerKey((language: Ecosystem | undefined) =>
    oncePerKey((folder: string) => driversFrom(chainFrom(folder), language)),
  );
  return (path, setting) => {
    const language = ECOSYSTEMS.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
    return usesOf(language)(parentOf(path)).filter(({ known: { reads } }) =>
      setting === undefined ? !reads : reads !== undefined && new RegExp(reads, 'i').test(setting),
    );
  };
}

/** The drivers of the nearest folder with a manifest. A lock file counts alone, or for code of its language. */
function driversFrom(folders: readonly (readonly ReadManifest[])[], language: Ecosystem | undefined) {
  const deciding = folders.map((here) => {
    if (language !== undefined) return here.filter(({ form }) => form.ecosystem === language);
    return here.some(({ isWorkspace }) => isWorkspace) ? here.filter(({ form }) => !form.lock) : here;
  });
  const written = deciding.findIndex((here) => here.some(({ form }) => !form.lock));
  const at = written < 0 ? deciding.findIndex((here) => here.length > 0) : written;
  return at < 0 ? [] : usesIn(deciding[at]!, folders.slice(at));
}

function readManifest({ path, text }: Source) {
  const form = manifestForm(path);
  if (!form) return [];
  const packages = form.read(text);
  const drivers = packages.flatMap((named) => {
    const known = driverPackage(form.ecosystem, named.name);
    return known ? [{ named, known }] : [];
  });
  // The lock file of an npm workspace serves many programs.
  const isWorkspace = form.ecosystem === 'npm' && /"workspaces"\s{0,8}:/.test(text);
  return [{ form, path, isWorkspace, packages, drivers }];
}

type StatedVersion = Readonly<NonNullable<ReturnType<typeof statedVersion>>>;

/** What a manifest says about a driver. */
type NamedDriver = ReadManifest['drivers'][number];
type DriverEntry = NamedDriver & { readonly manifest: ReadManifest };

/** All drivers of these manifests, with the version from a lock file in their folder, the first, or above. */
function usesIn(deciding: readonly ReadManifest[], folders: readonly (readonly ReadManifest[])[]) {
  const manifests = folders.flat();
  const named = deciding.flatMap((manifest): DriverEntry[] => {
    const { packages, form, drivers } = manifest;
    const aliases = form.lock ? [] : packages.flatMap(({ alias }) => alias ?? []);
    return [...drivers, ...aliases.flatMap((alias) => aliased(alias, manifests))].map((one) => ({ ...one, manifest }));
  });
  const groups = grouped(named, ({ known, named: { name } }) => `${known.ecosystem} ${name.toLowerCase()}`);
  const locks = manifests.filter(({ form }) => form.lock);
  return [...groups.values()].map((entries) => {
    const [{ known, named: first, manifest }] = entries as [DriverEntry];
    const { name } = first;
    // A parent POM and the workspace's `Cargo.toml` set versions for nested modules.
    const above = /^(?:jvm|rust)$/.test(known.ecosystem) ? folders.slice(1).flat() : [];
    const stated =
      firstStated(locks, (one) => one.known === known && one.named.name.toLowerCase() === name.toLowerCase()) ??
      ownVersion(entries) ??
      firstStated(above, (one) => one.known === known && one.named.text !== null);
    const range = stated?.range ?? null;
    return {
      name,
      // As written in the deciding file, or `null` if it is not known.
      version: shownVersion(stated?.text ?? first.text),
      path: stated?.path ?? manifest.path,
      known,
      range,
      // A package that SRV strings need with this version and that the module does not install.
      lacks: lackingPackage(known, range, manifests),
    };
  });
}

/** The drivers that a Gradle version catalogue in the module or above gives this name. */
const aliased = (alias: string, manifests: readonly ReadManifest[]): NamedDriver[] =>
  manifests.flatMap(({ form, drivers }) => (form.lock ? drivers.filter(({ named }) => named.alias === alias) : []));

/** Packages of the module that install dnspython too. */
const INSTALL_DNSPYTHON = new Set(['dnspython', 'eventlet', 'email-validator', 'flask-mongoengine', 'txmongo']);
const EXTRAS = new Set(['srv', 'all', 'email', 'dnspython']);

/** Only for a version that is known to need it, and only if no manifest or lock file of the module installs it. */
function lackingPackage(driver: DriverPackage, range: VersionRange | null, manifests: readonly ReadManifest[]) {
  const { ecosystem, srvNeeds } = driver;
  if (!srvNeeds || supportSince(srvNeeds.until, range) !== 'old') return null;
  const isInstalled = ({ name, extras = [] }: NamedVersion): boolean =>
    INSTALL_DNSPYTHON.has(name.toLowerCase()) || extras.some((extra) => EXTRAS.has(extra.trim().toLowerCase()));
  const own = manifests.filter(({ form }) => form.ecosystem === ecosystem);
  return own.some(({ packages }) => packages.some(isInstalled)) ? null : srvNeeds.name;
}

/** As Go names a commit. */
const COMMIT = /^v?\d+\.\d+\.\d+-(?:\w+\.)?\d{14}-[\da-f]{12}$/;
const VERSION = /^(?:[\d.xX*^~<>=!|,\s()[\]v-]{1,60}(?:(?:RELEASE|Final|GA|alpha|beta|rc)[.\d]{0,6})?|latest)$/i;

/** Instead of a version, a manifest may contain an address with a token. */
const shownVersion = (version: string | null): string | null =>
  version === null || COMMIT.test(version) || VERSION.test(version) ? version : '…';

/** What a manifest states about some of its packages; `null` unless it has a version of each. */
function statedVersion({ path, form }: ReadManifest, named: readonly NamedVersion[]) {
  const texts = named.flatMap(({ text }) => text ?? []);
  if (texts.length === 0 || texts.length < named.length) return null;
  const ranges = named.map(({ text }) => versionRange(text!, form.dialect) ?? { low: null, high: null });
  return { path, text: [...new Set(texts)].join(', '), range: hull(ranges)! };
}

/** What the nearest of some manifests states about a driver. */
function firstStated(manifests: readonly ReadManifest[], isMeant: (one: NamedDriver) => boolean) {
  for (const manifest of manifests) {
    const named = manifest.drivers.filter(isMeant).map((one) => one.named);
    // Of several versions in a lock file, some are for other workspaces or packages.
    if (manifest.form.lock && new Set(named.map(({ text }) => text)).size > 1) return null;
    const found = statedVersion(manifest, named);
    if (found) return found;
  }
  return null;
}

/** The narrowest range in the module's manifests. Development dependencies count only if there are no others. */
function ownVersion(entries: readonly DriverEntry[]): StatedVersion | null {
  const all = entries.flatMap(({ manifest, named }) =>
    manifest.form.lock ? [] : (statedVersion(manifest, [named]) ?? []),
  );
  const rank = ({ path, range }: StatedVersion): number => {
    const width = Number(!range.low) + Number(!range.high);
    const exact = range.low && range.high && compareVersions(after(range.low), range.high) === 0;
    const isForTests = /(?:^|[-_./])(?:dev|test|tests|lint|doc|docs|ci)(?:$|[-_.])[^/]*$/.test(path);
    return (isForTests ? 10 : 0) + (exact ? 0 : 1 + width);
  };
  return [...all].sort((a, b) => rank(a) - rank(b))[0] ?? null;
}
