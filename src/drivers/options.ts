import { version, supportSince, type Ecosystem, type DriverPackage } from './drivers.ts';
import { compareVersions, type Version, type VersionRange } from './versions.ts';

/** What a driver version does with an option that it does not know. */
export interface OptionChange {
  /** `refused`: the program does not start. `ignored`: the driver warns, and the option has no effect. */
  readonly effect: 'refused' | 'ignored';
  /** The option to write instead. */
  readonly replacedBy: string | null;
  /** True if a value can be kept as it is under the new name. */
  readonly sameValue: boolean;
}

/** Options in lower case, with the option that replaced each. `!` after the name: the value has another meaning. */
const replacements = (list: string): ReadonlyMap<string, string> =>
  new Map(
    list
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split('>') as [string, string]),
  );

interface DriverOptions {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  readonly effect: OptionChange['effect'];
  /** First release that treats unknown options so. */
  readonly from: Version;
  /** First release that was not tried. */
  readonly until: Version;
  /** All options that these releases accept, in lower case. Missing: only the replaced and the limited ones are known. */
  readonly accepted?: ReadonlySet<string>;
  /** Options that only some of the releases accept: first release and, after a dash, the first one without. */
  readonly limited: ReadonlyMap<string, string>;
  readonly replaced: ReadonlyMap<string, string>;
}

const words = (list: string): string[] => list.trim().split(/\s+/);

/** `new MongoClient` of npm `mongodb` 4.17.2, 5.9.2, 6.3.0, 6.8.0, 6.9.0, 7.0.0 and 7.8.0 with every known option name. */
const NODE: DriverOptions = {
  ecosystem: 'npm',
  name: 'mongodb',
  effect: 'refused',
  from: version('4.0.0'),
  until: version('8.0.0'),
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
  limited: new Map(
    Object.entries({
      autoselectfamily: '6.9.0',
      autoselectfamilyattempttimeout: '6.9.0',
      enableoverloadretargeting: '7.0.1',
      keepalive: '4.0.0-6.0.0',
      keepaliveinitialdelay: '4.0.0-6.0.0',
      loggerlevel: '4.0.0-5.0.0',
      promiselibrary: '4.0.0-5.0.0',
      servermonitoringmode: '6.0.0',
      sslca: '4.0.0-6.0.0',
      sslcert: '4.0.0-6.0.0',
      sslcrl: '4.0.0-6.0.0',
      sslkey: '4.0.0-6.0.0',
      sslpass: '4.0.0-6.0.0',
      sslvalidate: '4.0.0-6.0.0',
      timeoutms: '6.3.1',
      tlscertificatefile: '4.0.0-6.0.0',
      tlscrlfile: '6.0.0',
      maxadaptiveretries: '7.0.1',
      srvallowedhostssuffix: '7.0.1',
      mongodblogmaxdocumentlength: '6.0.0',
      mongodblogpath: '5.0.0',
      usebigint64: '5.0.0',
      usenewurlparser: '4.0.0-7.0.0',
      useunifiedtopology: '4.0.0-7.0.0',
    }),
  ),
  replaced: replacements(`sslvalidate>tlsAllowInvalidCertificates! sslca>tlsCAFile sslcert>tlsCertificateKeyFile
    sslkey>tlsCertificateKeyFile sslpass>tlsCertificateKeyFilePassword sslcrl>tlsCRLFile
    tlscertificatefile>tlsCertificateKeyFile poolsize>maxPoolSize`),
};

/** PyMongo 4.0 changelog, "Removed". Unknown options raise a warning (pymongo/common.py). */
const PYTHON: DriverOptions = {
  ecosystem: 'python',
  name: 'pymongo',
  effect: 'ignored',
  from: version('4.0.0'),
  until: version('5.0.0'),
  limited: new Map(words('waitqueuemultiple socketkeepalive j').map((name) => [name, '3.0.0-4.0.0'])),
  replaced: replacements(`ssl_certfile>tlsCertificateKeyFile ssl_keyfile>tlsCertificateKeyFile
    ssl_cert_reqs>tlsAllowInvalidCertificates! ssl_match_hostname>tlsAllowInvalidHostnames! ssl_ca_certs>tlsCAFile
    ssl_crlfile>tlsCRLFile ssl_pem_passphrase>tlsCertificateKeyFilePassword`),
};

const TABLES = [NODE, PYTHON];

/** The version of the driver itself in a wrapper. */
function bundled({ bundles }: DriverPackage, range: VersionRange): VersionRange {
  if (!bundles) return range;
  const driverOf = (own: Version): Version | null =>
    bundles.findLast(([first]) => compareVersions(first, own) <= 0)?.[1] ?? null;
  const next = range.high && bundles.find(([first]) => compareVersions(first, range.high!) >= 0);
  return { low: range.low && driverOf(range.low), high: next ? next[1] : null };
}

/**
 * What every version of the range does with an option that it does not accept, or `null` if one accepts it or that is
 * not known.
 */
export function optionChange(known: DriverPackage, range: VersionRange | null, option: string): OptionChange | null {
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
    replacedBy: replacement?.replace('!', '') ?? null,
    sameValue: replacement !== undefined && !replacement.endsWith('!'),
  };
}

function isGone(table: DriverOptions, name: string, driver: VersionRange): boolean {
  const limits = table.limited.get(name);
  if (limits !== undefined) {
    const [first = '', without] = limits.split('-');
    if (supportSince(version(first), driver) === 'old') return true;
    return without !== undefined && supportSince(version(without), driver) === 'fine';
  }
  return table.accepted ? !table.accepted.has(name) : table.replaced.has(name);
}
