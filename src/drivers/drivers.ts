import data from './drivers.json' with { type: 'json' };
import type { DriverUse } from './resolve.ts';
import { compareVersions, version, type VersionRange } from './versions.ts';

/** A family of package managers, whose manifests show which driver a program uses. `c`: none that is read. */
export type Ecosystem = 'npm' | 'python' | 'go' | 'jvm' | 'php' | 'ruby' | 'rust' | 'dotnet' | 'elixir' | 'pub' | 'c';

/** What a driver learned with some release. */
export type Feature =
  /** Load-balanced strings: optimized ones and those of serverless instances. */
  | 'optimized'
  /** `mongodb+srv://`. */
  | 'srv'
  /** The driver's own `authSource` for X.509, AWS and GSSAPI wins over the one in DNS. */
  | 'externalAuthSource';

export interface DriverPackage {
  readonly ecosystem: Ecosystem;
  /** The package name in manifests, in lower case. A final `*` matches any ending. */
  readonly name: string;
  /** First release with each feature, `null` if none has it. A feature that is not listed is not known. */
  readonly since: Readonly<Partial<Record<Feature, string | null | undefined>>>;
  /** A package that SRV strings need beside the driver until a release installs it. */
  readonly srvNeeds?: { readonly name: string; readonly until: string };
  /** A pattern of settings whose strings this package parses itself. It does not count as a driver of other strings. */
  readonly reads?: string;
  /** First releases of this wrapper, and the release of the driver that they contain. */
  readonly bundles?: Readonly<Record<string, string>>;
}

/**
 * Optimized strings: the vendor's driver page of 2022 to 2024, to which the current page refers (read 2026-08).
 * SRV: the drivers' release notes and sources. npm: source of 2.2.33 and 2.2.34; mongoose 4 parses with `muri`
 * (Automattic/mongoose 9326). Celery's result backend: changelog of 4.3.0, before it celery 4668; its broker: changelog
 * of Kombu 5.4.0. Motor: its changelog of 1.2. PyMongo: changelog of 3.6 and 4.3 (PYTHON-2605: dnspython became a dependency). mgo:
 * globalsign/mgo 245. Elixir: changelog of `mongodb` 0.4.7, before it elixir-mongo/mongodb 216. Dart: unpub 10, mongo_dart 137. Rust: prototype before
 * 0.9 (mongo-rust-driver-prototype 291). Java 3.6, .NET 2.5, PHP 1.3 and extension 1.4, Ruby 2.5: release notes.
 * Spring Boot: its dependency versions (2.0 has driver 3.6, 2.6 has 4.4). Go X.509: GODRIVER-3331.
 */

/** The driver of this name in any case, or `undefined` for any other package. */
export function driverPackage(ecosystem: Ecosystem, name: string): DriverPackage | undefined {
  const lower = name.toLowerCase();
  return (data.drivers as readonly DriverPackage[]).find(
    (known) =>
      known.ecosystem === ecosystem &&
      (known.name.endsWith('*') ? lower.startsWith(known.name.slice(0, -1)) : known.name === lower),
  );
}

/** `old`: none of the allowed versions has the feature. `fine`: all of them have it. */
export type Support = 'old' | 'fine' | 'unknown';

/** @param least first release with the feature, `null` if none has it, `undefined` if that is not known */
export function supportSince(least: string | null | undefined, range: VersionRange | null): Support {
  if (least === null) return 'old';
  if (least === undefined) return 'unknown';
  if (range?.high && compareVersions(range.high, version(least)) <= 0) return 'old';
  return range?.low && compareVersions(range.low, version(least)) >= 0 ? 'fine' : 'unknown';
}

interface DriverOptions extends Pick<DriverPackage, 'ecosystem' | 'name'> {
  /** `refused`: the program does not start. `ignored`: the driver warns, and the option has no effect. */
  readonly effect: 'refused' | 'ignored';
  /** First release that treats unknown options so. */
  readonly from: string;
  /** First release that was not tried. */
  readonly until: string;
  /** All options that these releases accept, in lower case. Missing: only the replaced and the limited ones are known. */
  readonly accepted?: readonly string[];
  /** Options that only some of the releases accept: first release and, after a dash, the first one without. */
  readonly limited: Readonly<Record<string, string>>;
  /** Options with the one that replaced each. `!` after the name: the value has another meaning. */
  readonly replaced: Readonly<Record<string, string>>;
}

/**
 * `new MongoClient` of npm `mongodb` 4.17.2, 5.9.2, 6.3.0, 6.8.0, 6.9.0, 7.0.0 and 7.8.0 with every known option name.
 * PyMongo 4.0 changelog, "Removed": unknown options raise a warning (pymongo/common.py).
 */

/** Names may be those of any object: `constructor`. */
const own = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** The version of the driver itself in a wrapper. */
function bundled({ bundles }: DriverPackage, range: VersionRange): VersionRange {
  if (!bundles) return range;
  const { low, high } = range;
  const releases = Object.entries(bundles).map(([own, driver]) => ({ own: version(own), driver: version(driver) }));
  return {
    low: (low && releases.findLast(({ own }) => compareVersions(own, low) <= 0)?.driver) ?? null,
    high: (high && releases.find(({ own }) => compareVersions(own, high) >= 0)?.driver) ?? null,
  };
}

/** What all versions of the range do with an option they lack; `null` if one has it or that is not known. */
export function changeOfOption({ known, range }: Pick<DriverUse, 'known' | 'range'>, option: string) {
  const table = (data.options as readonly DriverOptions[]).find(
    ({ ecosystem, name }) => known.ecosystem === ecosystem && (known.name === name || known.bundles !== undefined),
  );
  if (!table || !range) return null;
  const driver = bundled(known, range);
  if (supportSince(table.from, driver) !== 'fine' || supportSince(table.until, driver) === 'fine') return null;
  const name = option.toLowerCase();
  if (!isGone(table, name, driver)) return null;
  const replacement = own(table.replaced, name);
  return {
    effect: table.effect,
    // The option to write instead, and whether it takes the same value.
    replacedBy: replacement?.replace('!', '') ?? null,
    sameValue: replacement !== undefined && !replacement.endsWith('!'),
  };
}

function isGone(table: DriverOptions, name: string, driver: VersionRange): boolean {
  const limits = own(table.limited, name);
  if (limits !== undefined) {
    const [first = '', without] = limits.split('-');
    return supportSince(first, driver) === 'old' || supportSince(without, driver) === 'fine';
  }
  return table.accepted ? !table.accepted.includes(name) : own(table.replaced, name) !== undefined;
}
