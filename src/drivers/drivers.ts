import { once } from '../text/source.ts';
import { compareVersions, type Version, type VersionRange } from './versions.ts';

/** A family of package managers. Its manifests show which driver a program uses. */
export type Ecosystem = 'npm' | 'python' | 'go' | 'jvm' | 'php' | 'ruby' | 'rust' | 'dotnet' | 'swift';

export interface DriverPackage {
  readonly ecosystem: Ecosystem;
  /** The package name in manifests, in lower case. A final `*` matches any ending. */
  readonly name: string;
  /** First release that supports optimized strings, or `null` if none does. */
  readonly least: Version | null;
}

function drivers(ecosystem: Ecosystem, packages: Readonly<Record<string, string | null>>): DriverPackage[] {
  return Object.entries(packages).map(([name, least]) => ({
    ecosystem,
    name,
    least: least === null ? null : least.split('.').map(Number),
  }));
}

/**
 * Minimum driver versions for optimized strings, from the vendor's driver page of 2022 to 2024. The current page still
 * refers to it (read 2026-08). Wrappers count by the driver that they bundle: mongoose 5 has driver 3, mongoose 6 has
 * 4.1.
 */
const driverPackages = once((): readonly DriverPackage[] => [
  ...drivers('npm', { mongodb: '4.1.0', mongoose: '6.0.0' }),
  ...drivers('python', { pymongo: '3.12.0', motor: '2.5.0' }),
  ...drivers('go', { 'go.mongodb.org/mongo-driver': '1.6.0', 'go.mongodb.org/mongo-driver/v2': '2.0.0' }),
  ...drivers('jvm', {
    'org.mongodb:mongo-java-driver': null,
    'org.mongodb:mongodb-driver': '4.3.0',
    'org.mongodb:mongodb-driver-async': '4.3.0',
    'org.mongodb:mongodb-driver-core': '4.3.0',
    'org.mongodb:mongodb-driver-kotlin-*': '4.10.0',
    'org.mongodb:mongodb-driver-legacy': '4.3.0',
    'org.mongodb:mongodb-driver-reactivestreams': '4.3.0',
    'org.mongodb:mongodb-driver-sync': '4.3.0',
    'org.mongodb.scala:mongo-scala-driver*': '4.3.0',
  }),
  ...drivers('php', { 'mongodb/mongodb': '1.10.0', 'ext-mongodb': '1.11.0' }),
  ...drivers('ruby', { mongo: '2.16.0' }),
  ...drivers('rust', { mongodb: '2.1.0' }),
  ...drivers('dotnet', { 'mongodb.driver': '2.13.0', 'mongodb.driver.core': '2.13.0' }),
  ...drivers('swift', { 'mongo-swift-driver': '1.2.0' }),
]);

/** The driver of this name in any case, or `undefined` for any other package. */
export function driverPackage(ecosystem: Ecosystem, name: string): DriverPackage | undefined {
  const lower = name.toLowerCase();
  return driverPackages().find(
    (known) =>
      known.ecosystem === ecosystem &&
      (known.name.endsWith('*') ? lower.startsWith(known.name.slice(0, -1)) : known.name === lower),
  );
}

/** `old`: none of the allowed versions supports optimized strings. `fine`: all of them do. */
export type DriverAge = 'old' | 'fine' | 'unknown';

export function driverAge({ least }: DriverPackage, range: VersionRange | null): DriverAge {
  if (least === null) return 'old';
  if (range?.high && compareVersions(range.high, least) <= 0) return 'old';
  return range?.low && compareVersions(range.low, least) >= 0 ? 'fine' : 'unknown';
}
