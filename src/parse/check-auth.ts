import type { UriIssue } from './connection-string.ts';
import { error, incomplete, warning } from './issue.ts';
import { optionsOf, valueOf, type ParsedOption, type UriFacts } from './query.ts';

interface Mechanism {
  readonly user: 'needed' | 'allowed';
  readonly password: 'needed' | 'allowed' | 'forbidden';
  /** True if the users are stored outside of the database, so that `authSource` can only be `$external`. */
  readonly external: boolean;
  readonly properties: 'allowed' | 'forbidden';
}

const SCRAM: Mechanism = { user: 'needed', password: 'needed', external: false, properties: 'forbidden' };

/** Authentication specification, "MongoCredential properties" of each mechanism. */
const MECHANISMS: Readonly<Record<string, Mechanism>> = {
  'SCRAM-SHA-1': SCRAM,
  'SCRAM-SHA-256': SCRAM,
  PLAIN: SCRAM,
  GSSAPI: { user: 'needed', password: 'allowed', external: true, properties: 'allowed' },
  'MONGODB-X509': { user: 'allowed', password: 'forbidden', external: true, properties: 'forbidden' },
  'MONGODB-AWS': { user: 'allowed', password: 'allowed', external: true, properties: 'allowed' },
  'MONGODB-OIDC': { user: 'allowed', password: 'forbidden', external: true, properties: 'allowed' },
};

/** Checks what the authentication mechanism requires and forbids. */
export function authIssues(facts: UriFacts): UriIssue[] {
  const chosen = valueOf(facts, 'authMechanism');
  const mechanism = chosen && Object.hasOwn(MECHANISMS, chosen.decoded) ? MECHANISMS[chosen.decoded] : undefined;
  if (!chosen || !mechanism) return [];
  return [
    ...userIssues(facts, mechanism, chosen),
    ...sourceIssues(facts, mechanism, chosen),
    ...propertyIssues(facts, mechanism, chosen),
  ];
}

function userIssues(facts: UriFacts, mechanism: Mechanism, chosen: ParsedOption): UriIssue[] {
  const { user, password, userinfoRange } = facts;
  if (mechanism.user === 'needed' && user === 'no') {
    return [incomplete('user', 'auth-user', chosen, `${chosen.decoded} needs a user name.`)];
  }
  if (mechanism.password === 'needed' && user === 'yes' && password === 'no') {
    return [incomplete('password', 'auth-password', chosen, `${chosen.decoded} needs a password.`)];
  }
  if (mechanism.password === 'forbidden' && password === 'yes') {
    const message = `${chosen.decoded} does not allow a password.`;
    return [error('auth-password', userinfoRange ?? chosen, message)];
  }
  return [];
}

function sourceIssues(facts: UriFacts, mechanism: Mechanism, chosen: ParsedOption): UriIssue[] {
  const source = valueOf(facts, 'authSource');
  if (!mechanism.external || !source || source.decoded === '$external') return [];
  const message = `${chosen.decoded} requires authSource=$external.`;
  return [error('auth-source', source.valueRange ?? source, message)];
}

function propertyIssues(facts: UriFacts, mechanism: Mechanism, chosen: ParsedOption & { decoded: string }) {
  const option = optionsOf(facts, 'authMechanismProperties')[0] ?? null;
  if (option?.unknown) return [];
  if (mechanism.properties === 'forbidden') {
    if (!option || option.decoded === '') return [];
    return [error('auth-properties', option, `${chosen.decoded} has no properties.`)];
  }
  const given = { option: option ?? chosen, properties: readProperties(option?.decoded ?? ''), isOpen: facts.open };
  if (chosen.decoded === 'GSSAPI') return gssapiIssues(given);
  return chosen.decoded === 'MONGODB-AWS' ? awsIssues(facts, given) : oidcIssues(facts, given);
}

/** The properties of the mechanism, and the option that contains them (`authMechanism` if there are none). */
interface GivenProperties {
  readonly option: ParsedOption;
  readonly properties: ReadonlyMap<string, string>;
  /** True if an unknown piece may contain the option. */
  readonly isOpen: boolean;
}

const CODE = 'auth-properties';

/**
 * Reads `key:value` pairs. The value begins after the first colon. A piece without a colon is reported with the
 * option's value.
 */
function readProperties(decoded: string): Map<string, string> {
  const properties = new Map<string, string>();
  for (const pair of decoded.split(',')) {
    const colon = pair.indexOf(':');
    if (colon > 0) properties.set(pair.slice(0, colon), pair.slice(colon + 1));
  }
  return properties;
}

function hasOther(properties: ReadonlyMap<string, string>, known: readonly string[]): boolean {
  return [...properties.keys()].some((name) => !known.includes(name));
}

/** `true` and `false` are the values that were used before the canonicalization modes. */
const CANONICALIZATION = ['none', 'forward', 'forwardAndReverse', 'true', 'false'];

function gssapiIssues({ option, properties }: GivenProperties): UriIssue[] {
  const canonicalize = properties.get('CANONICALIZE_HOST_NAME');
  if (canonicalize !== undefined && !CANONICALIZATION.includes(canonicalize.replace(/^(?:true|false)$/i, 'true'))) {
    return [error(CODE, option, `CANONICALIZE_HOST_NAME must be one of ${CANONICALIZATION.join(', ')}.`)];
  }
  const known = ['SERVICE_NAME', 'CANONICALIZE_HOST_NAME', 'SERVICE_REALM', 'SERVICE_HOST'];
  return hasOther(properties, known) ? [warning(CODE, option, 'GSSAPI does not have one of these properties.')] : [];
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * Since 2025-09-30 the specification takes credentials from the environment only and requires an error for credentials
 * in the string (DRIVERS-3131). Many drivers still accept them. Its test suite keeps older cases that accept them, all
 * on `localhost`. Loopback hosts are not reported, so that both agree.
 */
function awsIssues(facts: UriFacts, { option, properties }: GivenProperties): UriIssue[] {
  const { user, password, userinfoRange, hosts } = facts;
  if (properties.has('AWS_SESSION_TOKEN') && user === 'no') {
    return [
      incomplete('user', 'auth-user', option, 'AWS_SESSION_TOKEN needs the access key as user name and password.'),
    ];
  }
  if (!userinfoRange || user !== 'yes') return [];
  if (password === 'no')
    return [
      incomplete(
        'password',
        'auth-password',
        userinfoRange,
        'MONGODB-AWS does not allow a user name without a password.',
      ),
    ];
  if (!facts.isUserLiteral || !hosts || hosts.every((host) => LOOPBACK.has(host))) return [];
  const message =
    'Current drivers, such as that of Node.js since version 7, refuse AWS credentials in a connection string.';
  return [{ ...error('auth-user', userinfoRange, message), tolerated: true }];
}

const ENVIRONMENTS = ['azure', 'gcp', 'k8s', 'test'];

function oidcIssues(facts: UriFacts, { option, properties, isOpen }: GivenProperties): UriIssue[] {
  if (isOpen && properties.size === 0) return [];
  const environment = properties.get('ENVIRONMENT');
  const resource = properties.has('TOKEN_RESOURCE');
  if (hasOther(properties, ['ENVIRONMENT', 'TOKEN_RESOURCE'])) {
    return [error(CODE, option, 'MONGODB-OIDC allows only ENVIRONMENT and TOKEN_RESOURCE in a connection string.')];
  }
  if (environment === undefined)
    return [incomplete('properties', CODE, option, 'MONGODB-OIDC needs the property ENVIRONMENT.')];
  if (!ENVIRONMENTS.includes(environment)) {
    return [error(CODE, option, `ENVIRONMENT must be one of ${ENVIRONMENTS.join(', ')}.`)];
  }
  const needsResource = environment === 'azure' || environment === 'gcp';
  if (needsResource && !resource)
    return [incomplete('properties', CODE, option, `ENVIRONMENT:${environment} needs TOKEN_RESOURCE.`)];
  if (environment !== 'test') return [];
  if (resource) return [error(CODE, option, 'ENVIRONMENT:test does not allow TOKEN_RESOURCE.')];
  return facts.user === 'yes' ? [error('auth-user', option, 'ENVIRONMENT:test does not allow a user name.')] : [];
}
