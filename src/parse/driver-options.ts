import type { KnownOption, OptionKind } from './options.ts';

/** Space-separated names of one kind. */
function names(kind: OptionKind, list: string): KnownOption[] {
  return list
    .trim()
    .split(/\s+/)
    .map((name) => ({ name, kind }));
}

/** Node: options table of src/connection_string.ts (7.x), and the options of 2.x to 4.x. */
const NODE = [
  ...names(
    'boolean',
    `autoReconnect autoSelectFamily bsonRegExp checkKeys enableUtf8Validation fieldsAsRaw forceServerObjectId fsync
    ignoreUndefined j monitorCommands noDelay promoteBuffers promoteLongs promoteValues raw rejectUnauthorized
    serializeFunctions sslValidate useBigInt64 useCreateIndex useFindAndModify useNewUrlParser useUnifiedTopology`,
  ),
  ...names(
    'integer',
    `autoSelectFamilyAttemptTimeout bufferMaxEntries family keepAliveInitialDelay localPort minHeartbeatFrequencyMS
    minInternalBufferSize poolSize reconnectInterval reconnectTries`,
  ),
  ...names(
    'text',
    `auth ca cert checkServerIdentity ciphers crl dbName ecdhCurve keepAlive key localAddress loggerLevel
    minDHSize mongodbLogMaxDocumentLength mongodbLogPath passphrase pfx pkFactory promiseLibrary readConcern
    secureContext secureProtocol serverApi servername sslCA sslCert sslCRL sslKey sslPass tlsCertificateFile
    tlsCRLFile writeConcern`,
  ),
];

/** PyMongo: validators of URI options in pymongo/common.py. 3.x had the `ssl_` names. */
const PYTHON = [
  ...names('boolean', 'ssl_match_hostname tz_aware'),
  ...names('integer', 'waitQueueMultiple'),
  ...names(
    'text',
    `connect datetime_conversion document_class driver server_api ssl_ca_certs ssl_cert_reqs ssl_certfile ssl_crlfile
    ssl_keyfile ssl_pem_passphrase unicode_decode_error_handler uuidRepresentation`,
  ),
];

/** Java, Kotlin and Scala: class ConnectionString. */
const JAVA = [
  ...names('boolean', 'slaveOk safe sslInvalidHostnameAllowed'),
  ...names('integer', 'maxLifeTimeMS'),
  ...names('text', 'authProtocol gssapiServiceName streamType'),
];

/** .NET: class ConnectionString. Times without `MS` have a unit in the value (`30s`). */
const DOTNET = [
  ...names('boolean', 'ipv6 sslVerifyCertificate'),
  ...names('integer', 'heartbeatIntervalMS heartbeatTimeoutMS secondaryAcceptableLatencyMS waitQueueSize'),
  ...names(
    'text',
    `connectTimeout guids heartbeatFrequency heartbeatInterval heartbeatTimeout localThreshold maxIdleTime maxLifeTime
    maxStaleness secondaryAcceptableLatency serverSelectionTimeout socketTimeout timeout waitQueueTimeout`,
  ),
];

/** C, C++, PHP (all on libmongoc: mongoc_uri_t) and Go (x/mongo/driver/connstring, mongo/options). */
const C_AND_GO = [
  ...names('boolean', 'canonicalizeHostname sslAllowInvalidCertificates sslAllowInvalidHostnames sslInsecure'),
  ...names('integer', 'socketCheckIntervalMS zstdCompressionLevel'),
  ...names(
    'text',
    `sslCertificateAuthorityFile sslCertificateFile sslClientCertificateKeyFile sslClientCertificateKeyPassword
    sslPrivateKeyFile tlsPrivateKeyFile`,
  ),
];

/** Options that the official drivers document in addition to the specification. Ruby and Rust add none. */
export const DRIVER_OPTIONS: readonly KnownOption[] = [...NODE, ...PYTHON, ...JAVA, ...DOTNET, ...C_AND_GO];
