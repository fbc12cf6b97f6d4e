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
  /** Settings whose strings this package parses itself. It does not count as a driver of other strings. */
  readonly reads?: RegExp;
  /** First releases of this wrapper, and the release of the driver that they contain. */
  readonly bundles?: ReadonlyMap<string, string>;
}

const driver = (
  ecosystem: Ecosystem,
  name: string,
  optimized: string | null | undefined,
  srv: string | null | undefined,
  { since, ...more }: Partial<DriverPackage> = {},
): DriverPackage => ({ ecosystem, name, ...more, since: { optimized, srv, ...since } });

const words = (list: string): string[] => list.trim().split(/\s+/);
const pairs = (list: string): ReadonlyMap<string, string> =>
  new Map(words(list).map((pair) => pair.split(':') as [string, string]));

/**
 * Optimized strings: the vendor's driver page of 2022 to 2024, to which the current page refers (read 2026-08).
 * SRV: the drivers' release notes and sources. npm: source of 2.2.33 and 2.2.34; mongoose 4 parses with `muri`
 * (Automattic/mongoose 9326). Celery's result backend: changelog of 4.3.0, before it celery 4668; its broker: changelog
 * of Kombu 5.4.0. Motor: its changelog of 1.2. PyMongo: changelog of 3.6 and 4.3 (PYTHON-2605: dnspython became a dependency). mgo:
 * globalsign/mgo 245. Elixir: changelog of `mongodb` 0.4.7, before it elixir-mongo/mongodb 216. Dart: unpub 10, mongo_dart 137. Rust: prototype before
 * 0.9 (mongo-rust-driver-prototype 291). Java 3.6, .NET 2.5, PHP 1.3 and extension 1.4, Ruby 2.5: release notes.
 * Spring Boot: its dependency versions (2.0 has driver 3.6, 2.6 has 4.4). Go X.509: GODRIVER-3331.
 */
const DRIVERS: readonly DriverPackage[] = [
  driver('npm', 'mongodb', '4.1.0', '2.2.34'),
  driver('npm', 'mongoose', '6.0.0', '5.0.0', { bundles: pairs('5:3.0 6:4.1 7:5.1 8:6.2 9:7.0') }),
  driver('npm', 'muri', null, null),
  driver('python', 'pymongo', '3.12.0', '3.6.0', { srvNeeds: { name: 'dnspython', until: '4.3.0' } }),
  driver('python', 'motor', '2.5.0', '1.2.0'),
  driver('python', 'celery', undefined, '4.3.0', { reads: /(?:^|[._])(?:result_)?backend$/i }),
  driver('python', 'kombu', undefined, '5.4.0', { reads: /(?:^|[._])broker(?:_url)?$/i }),
  driver('go', 'go.mongodb.org/mongo-driver', '1.6.0', '0.1.0', { since: { externalAuthSource: '1.17.0' } }),
  driver('go', 'go.mongodb.org/mongo-driver/v2', '2.0.0', '2.0.0'),
  driver('go', 'github.com/globalsign/mgo', null, null),
  driver('go', 'gopkg.in/mgo.v2', null, null),
  driver('go', 'labix.org/v2/mgo', null, null),
  driver('jvm', 'org.mongodb:mongo-java-driver', null, '3.6.0'),
  driver('jvm', 'org.mongodb:mongodb-driver', '4.3.0', '3.6.0'),
  driver('jvm', 'org.mongodb:mongodb-driver-async', '4.3.0', '3.6.0'),
  driver('jvm', 'org.mongodb:mongodb-driver-core', '4.3.0', '3.6.0'),
  driver('jvm', 'org.mongodb:mongodb-driver-kotlin-*', '4.10.0', '4.10.0'),
  driver('jvm', 'org.mongodb:mongodb-driver-legacy', '4.3.0', '3.6.0'),
  driver('jvm', 'org.mongodb:mongodb-driver-reactivestreams', '4.3.0', '1.7.0'),
  driver('jvm', 'org.mongodb:mongodb-driver-sync', '4.3.0', '3.6.0'),
  driver('jvm', 'org.mongodb.scala:mongo-scala-driver*', '4.3.0', '2.2.0'),
  driver('jvm', 'org.springframework.boot:spring-boot-starter-data-mongodb*', '2.6.0', '2.0.0'),
  driver('php', 'mongodb/mongodb', '1.10.0', '1.3.0'),
  driver('php', 'ext-mongodb', '1.11.0', '1.4.0'),
  driver('php', 'ext-mongo', null, null),
  driver('ruby', 'mongo', '2.16.0', '2.5.0'),
  driver('ruby', 'moped', null, null),
  driver('rust', 'mongodb', '2.1.0', '0.9.0'),
  driver('dotnet', 'mongodb.driver', '2.13.0', '2.5.0'),
  driver('dotnet', 'mongodb.driver.core', '2.13.0', '2.5.0'),
  driver('dotnet', 'mongocsharpdriver', '2.13.0', '2.5.0'),
  driver('elixir', 'mongodb', undefined, '0.4.7'),
  driver('pub', 'mongo_dart', undefined, '0.4.2'),
];

/** The driver of this name in any case, or `undefined` for any other package. */
export function driverPackage(ecosystem: Ecosystem, name: string): DriverPackage | undefined {
  const lower = name.toLowerCase();
  return DRIVERS.find(
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
  readonly accepted?: ReadonlySet<string>;
  /** Options that only some of the releases accept: first release and, after a dash, the first one without. */
  readonly limited: ReadonlyMap<string, string>;
  /** Options with the one that replaced each. `!` after the name: the value has another meaning. */
  readonly replaced: ReadonlyMap<string, string>;
}

/** `new MongoClient` of npm `mongodb` 4.17.2, 5.9.2, 6.3.0, 6.8.0, 6.9.0, 7.0.0 and 7.8.0 with every known option name. */
const NODE: DriverOptions = {
  ecosystem: 'npm',
  name: 'mongodb',
  effect: 'refused',
  from: '4.0.0',
  until: '8.0.0',
  accepted: new Set(
    words(`appname auth authmechanism authmechanismproperties authsource bsonregexp ca cert checkkeys
    checkserveridentity ciphers compressors connecttimeoutms crl dbname directconnection ecdhcurve enableutf8validation
    family fieldsasraw forceserverobjectid fsync heartbeatfrequencyms ignoreundefined j journal key loadbalanced
    localaddress localport localthresholdms maxconnecting maxidletimems maxpoolsize maxstalenessseconds mindhsize
    minheartbeatfrequencyms mininternalbuffersize minpoolsize monitorcommands nodelay passphrase pfx pkfactory
    promotebuffers promotelongs promotevalues proxyhost proxypassword proxyport proxyusername raw readconcern
    readconcernlevel readpreference readpreferencetags rejectunauthorized replicaset retryreads retrywrites
    securecontext secureprotocol serializefunctions serverapi servername serverselectiontimeoutms sockettimeoutms
    srvmaxhosts srvservicename ssl tls tlsallowinvalidcertificates tlsallowinvalidhostnames tlscafile
    tlscertificatekeyfile tlscertificatekeyfilepassword tlsinsecure w waitqueuetimeoutms writeconcern wtimeout
    wtimeoutms zlibcompressionlevel`),
  ),
  limited: pairs(`autoselectfamily:6.9.0 autoselectfamilyattempttimeout:6.9.0 enableoverloadretargeting:7.0.1
    keepalive:4.0.0-6.0.0 keepaliveinitialdelay:4.0.0-6.0.0 loggerlevel:4.0.0-5.0.0 promiselibrary:4.0.0-5.0.0
    servermonitoringmode:6.0.0 sslca:4.0.0-6.0.0 sslcert:4.0.0-6.0.0 sslcrl:4.0.0-6.0.0 sslkey:4.0.0-6.0.0
    sslpass:4.0.0-6.0.0 sslvalidate:4.0.0-6.0.0 timeoutms:6.3.1 tlscertificatefile:4.0.0-6.0.0 tlscrlfile:6.0.0
    maxadaptiveretries:7.0.1 srvallowedhostssuffix:7.0.1 mongodblogmaxdocumentlength:6.0.0 mongodblogpath:5.0.0
    usebigint64:5.0.0 usenewurlparser:4.0.0-7.0.0 useunifiedtopology:4.0.0-7.0.0`),
  replaced: pairs(`sslvalidate:tlsAllowInvalidCertificates! sslca:tlsCAFile sslcert:tlsCertificateKeyFile
    sslkey:tlsCertificateKeyFile sslpass:tlsCertificateKeyFilePassword sslcrl:tlsCRLFile
    tlscertificatefile:tlsCertificateKeyFile poolsize:maxPoolSize`),
};

/** PyMongo 4.0 changelog, "Removed". Unknown options raise a warning (pymongo/common.py). */
const PYTHON: DriverOptions = {
  ecosystem: 'python',
  name: 'pymongo',
  effect: 'ignored',
  from: '4.0.0',
  until: '5.0.0',
  limited: pairs('waitqueuemultiple:3.0.0-4.0.0 socketkeepalive:3.0.0-4.0.0 j:3.0.0-4.0.0'),
  replaced: pairs(`ssl_certfile:tlsCertificateKeyFile ssl_keyfile:tlsCertificateKeyFile
    ssl_cert_reqs:tlsAllowInvalidCertificates! ssl_match_hostname:tlsAllowInvalidHostnames! ssl_ca_certs:tlsCAFile
    ssl_crlfile:tlsCRLFile ssl_pem_passphrase:tlsCertificateKeyFilePassword`),
};

const TABLES = [NODE, PYTHON];

/** The version of the driver itself in a wrapper. */
function bundled({ bundles }: DriverPackage, range: VersionRange): VersionRange {
  if (!bundles) return range;
  const { low, high } = range;
  const releases = Array.from(bundles, ([own, driver]) => ({ own: version(own), driver: version(driver) }));
  return {
    low: (low && releases.findLast(({ own }) => compareVersions(own, low) <= 0)?.driver) ?? null,
    high: (high && releases.find(({ own }) => compareVersions(own, high) >= 0)?.driver) ?? null,
  };
}

/** What all versions of the range do with an option they lack; `null` if one has it or that is not known. */
export function changeOfOption(
  { known, range }: { readonly known: DriverPackage; readonly range: VersionRange | null },
  option: string,
) {
  const table = TABLES.find(
    ({ ecosystem, name }) => known.ecosystem === ecosystem && (known.name === name || known.bundles !== undefined),
  );
  if (!table || !range) return null;
  const driver = bundled(known, range);
  if (supportSince(table.from, driver) !== 'fine' || supportSince(table.until, driver) === 'fine') return null;
  const name = option.toLowerCase();
  if (!isGone(table, name, driver)) return null;
  const replacement = table.replaced.get(name);
  return {
    effect: table.effect,
    // The option to write instead, and whether it takes the same value.
    replacedBy: replacement?.replace('!', '') ?? null,
    sameValue: replacement !== undefined && !replacement.endsWith('!'),
  };
}

function isGone(table: DriverOptions, name: string, driver: VersionRange): boolean {
  const limits = table.limited.get(name);
  if (limits !== undefined) {
    const [first = '', without] = limits.split('-');
    if (supportSince(first, driver) === 'old') return true;
    return without !== undefined && supportSince(without, driver) === 'fine';
  }
  return table.accepted ? !table.accepted.has(name) : table.replaced.has(name);
}
