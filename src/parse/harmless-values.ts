import { PLACEHOLDER } from '../text/literal.ts';
import { hasRandomWord, isNaturalName } from './natural-words.ts';
import { knownOption } from './options.ts';
import { decodePercent } from './percent.ts';

/** Options whose values are plain words: names of sets, databases, programs, services. */
const WORD = new Set(['replicaset', 'authsource', 'appname', 'srvservicename', 'gssapiservicename', 'dbname']);

/** Options whose values are file paths. */
const PATH = new Set(
  `tlscafile tlscertificatekeyfile tlscertificatefile tlscrlfile tlsprivatekeyfile sslcertificateauthorityfile
  sslcertificatefile sslclientcertificatekeyfile sslprivatekeyfile ssl_ca_certs ssl_certfile ssl_crlfile ssl_keyfile sslca sslcert
  sslcrl sslkey mongodblogpath`.split(/\s+/),
);

/** The documented values of options for which the option table lists no choices. */
const DOCUMENTED: Readonly<Record<string, string>> = {
  w: 'majority',
  authmechanism: 'MONGODB-CR',
  readconcernlevel: 'local majority linearizable available snapshot',
  readconcern: 'local majority linearizable available snapshot',
  uuidrepresentation: 'standard csharpLegacy javaLegacy pythonLegacy unspecified',
  guids: 'CSharpLegacy JavaLegacy PythonLegacy Standard Unspecified',
  connect: 'direct automatic replicaSet standalone shardRouter loadBalanced sharded',
  ssl_cert_reqs: 'CERT_NONE CERT_OPTIONAL CERT_REQUIRED',
  streamtype: 'netty nio2',
  serverapi: '1',
  loggerlevel: 'error warn info debug',
  datetime_conversion: 'datetime datetime_ms datetime_clamp datetime_auto',
  unicode_decode_error_handler: 'strict replace ignore backslashreplace surrogateescape',
};

/** The properties of `authMechanismProperties`, with the values that may be shown. */
const PROPERTIES: Readonly<Record<string, RegExp>> = {
  SERVICE_NAME: /^[\w-]{1,38}$/,
  SERVICE_REALM: /^[\w.-]{1,64}$/,
  SERVICE_HOST: /^[\w.-]{1,64}$/,
  CANONICALIZE_HOST_NAME: /^(?:true|false|none|forward|forwardAndReverse)$/,
  ENVIRONMENT: /^(?:test|azure|gcp|k8s)$/,
  PROVIDER_NAME: /^(?:aws|azure|gcp)$/,
  AWS_SESSION_TOKEN: /^\uFFFC$/,
  TOKEN_RESOURCE: /^\uFFFC$/,
  ALLOWED_HOSTS: /^\uFFFC$/,
};

/** `$external` and plain words. Unknown pieces are redacted separately. */
const PLAIN_WORD = /^(?:\$external|@[\w.-]{1,62}@|[\w.\uFFFC-]{1,64}(?: [\w.\uFFFC-]{1,30}){0,3})$/;
const PLAIN_PATH = /^(?:[A-Za-z]:)?(?:[\w.~\uFFFC][\w.\uFFFC -]{0,63})?(?:[/\\]{1,2}[\w.\uFFFC -]{1,64}){0,20}$/;
/** The service names the files of its certificates so: `X509-cert-1234567890123456789.pem`. */
const LONG_NUMBER = /(?<=X509-cert-)\d{9,20}(?=\.pem$)/;
/** A name that the service gives: its letters are drawn by chance. */
const REPLICA_SET = /^atlas-[a-z\d]{6}-shard-\d{1,3}$/;
const TAGS = /^(?:[\w.\uFFFC-]{1,40}:[\w.\uFFFC -]{1,64}(?:,|$))*$/;
const NUMBER = /^[+-]?\d{1,6}$/;
const SWITCH = /^(?:true|false)$/i;
const OLD_SWITCH = /^(?:yes|no|y|n|t|f)$/i;
const DURATION = /^(?:\d{1,6}(?:ms|s|m|h)|\d{2}:\d{2}:\d{2})$/;

const DATABASE = /^(?:[\w-]{1,38}|\$external|(?=.*\uFFFC)[\w\uFFFC-]{1,80}|\uFFFC(?:[/.:]\uFFFC){1,9})$/;
const CREDENTIAL_WORD = /pass|pw|secret|token|key|user|auth|cred|login/i;

/** True for a database name that may be printed, percent-decoded or not. */
export function isPlainDatabase(name: string): boolean {
  const decoded = decodePercent(name);
  // A piece of a random text may look like a variable.
  if (decoded.includes(PLACEHOLDER) && hasRandomWord(decoded)) return false;
  return DATABASE.test(decoded) || isTwoWords(decoded);
}

/** `admin.sock`, `my=db`: two words with a separator that plain names do not have. */
function isTwoWords(name: string): boolean {
  const words = name.split(/[.=]/);
  return words.length === 2 && !CREDENTIAL_WORD.test(name) && words.every((word) => isNaturalName(word));
}

/** True for an option name that may be printed: a known one, or one of words in the same form. */
export function isPlainName(name: string): boolean {
  if (knownOption(name) !== undefined) return true;
  return /^[A-Za-z\uFFFC][A-Za-z_.\uFFFC-]{0,37}\d{0,2}$/.test(name) && !hasRandomWord(name);
}

const BREAK = /[\s"'<>\\^`{|}@#;]|:\/\//;

/** `appName=@name@`, as Azure writes it. */
const FRAMED = /=@[\w.-]{1,62}@$/;

/** True for a database or an option in which the connection string ends. The rest is another text. */
export const breaksOff = (part: string): boolean => BREAK.test(part.replace(FRAMED, ''));

/** True if the decoded value of the option cannot be a credential. */
export function isHarmlessValue(name: string, value: string): boolean {
  const known = knownOption(name);
  if (value === '' || SWITCH.test(value) || NUMBER.test(value)) return true;
  if (known === undefined) return false;
  const key = known.name.toLowerCase();
  if (WORD.has(key)) return PLAIN_WORD.test(value) && (REPLICA_SET.test(value) || !hasRandomWord(value));
  if (PATH.has(key)) return PLAIN_PATH.test(value) && !hasRandomWord(value.replace(LONG_NUMBER, ''));
  if (key === 'readpreferencetags') return TAGS.test(value) && !hasRandomWord(value);
  if (known.kind === 'boolean' && OLD_SWITCH.test(value)) return true;
  if ((known.kind === 'text' || known.kind === 'integer') && DURATION.test(value)) return true;
  const choices = [...(known.choices ?? []), ...(DOCUMENTED[key]?.split(' ') ?? [])];
  return choices.length > 0 && value.split(',').every((part) => isOneOf(part.trim(), choices));
}

const isOneOf = (value: string, choices: readonly string[]): boolean =>
  value === PLACEHOLDER || choices.some((choice) => choice.toLowerCase() === value.toLowerCase());

/** True if the value of a property of `authMechanismProperties` may be printed, `null` for an unknown property. */
export function isHarmlessProperty(name: string, value: string): boolean | null {
  const pattern = Object.hasOwn(PROPERTIES, name.toUpperCase()) ? PROPERTIES[name.toUpperCase()]! : null;
  return pattern === null ? null : pattern.test(value) && !hasRandomWord(value);
}
