import mechanisms from './mechanisms.json' with { type: 'json' };
import type { UriIssue } from './connection-string.ts';
import type { UriFacts } from './parse.ts';
import { error, incomplete, warning } from './part.ts';
import { optionsOf, valueOf, type ParsedOption } from './query.ts';

interface Mechanism {
  readonly needsUser?: boolean;
  readonly password?: 'needed' | 'forbidden';
  /** True if the users are stored outside of the database, so that `authSource` can only be `$external`. */
  readonly isExternal?: boolean;
  readonly properties?: readonly string[];
}

type Properties = ReadonlyMap<string, string>;

/** Authentication specification, "MongoCredential properties" of each mechanism. */
const MECHANISMS = mechanisms as Readonly<Record<string, Mechanism>>;

/** What else a mechanism requires of its properties. */
const CHECKS: Readonly<Record<string, typeof awsIssue>> = {
  GSSAPI: gssapiIssue,
  'MONGODB-AWS': awsIssue,
  'MONGODB-OIDC': oidcIssue,
};

const CODE = 'auth-properties';

/** Checks what the authentication mechanism requires and forbids. The first fault of each kind is reported. */
export function authIssues(facts: UriFacts): UriIssue[] {
  const chosen = valueOf(facts, 'authMechanism');
  const mechanism = chosen && Object.hasOwn(MECHANISMS, chosen.decoded) ? MECHANISMS[chosen.decoded] : undefined;
  if (!chosen || !mechanism) return [];
  const source = valueOf(facts, 'authSource');
  return [
    userIssue(facts, mechanism, chosen),
    mechanism.isExternal && source && source.decoded !== '$external'
      ? error('auth-source', source.valueRange!, `${chosen.decoded} requires authSource=$external.`)
      : null,
    propertyIssue(facts, mechanism, chosen),
  ].filter((issue) => issue !== null);
}

function userIssue(facts: UriFacts, mechanism: Mechanism, chosen: ParsedOption): UriIssue | null {
  const { user, password, userinfo } = facts;
  const name = chosen.decoded;
  if (mechanism.needsUser && user === 'no')
    return incomplete('user', 'auth-user', chosen, `${name} needs a user name.`);
  if (mechanism.password === 'needed' && user === 'yes' && password === 'no')
    return incomplete('password', 'auth-password', chosen, `${name} needs a password.`);
  const isWrong = mechanism.password === 'forbidden' && password === 'yes';
  return isWrong ? error('auth-password', userinfo ?? chosen, `${name} does not allow a password.`) : null;
}

function propertyIssue(facts: UriFacts, { properties: allowed = [] }: Mechanism, chosen: ParsedOption) {
  const [own] = optionsOf(facts, 'authMechanismProperties');
  if (own ? own.unknown : facts.open) return null;
  const name = chosen.decoded;
  const check = CHECKS[name ?? ''];
  if (!check) return own?.decoded ? error(CODE, own, `${name} has no properties.`) : null;
  const properties = readProperties(own?.decoded ?? '');
  const option = own ?? chosen;
  if ([...properties.keys()].every((one) => allowed.includes(one))) return check(facts, option, properties);
  const report = name === 'MONGODB-OIDC' ? error : warning;
  return report(CODE, option, `${name} allows only ${allowed.join(', ')} in a string.`);
}

/** Reads `key:value` pairs, split at the first colon. A piece without one is reported with the value. */
const readProperties = (decoded: string): Properties =>
  new Map(Array.from(decoded.matchAll(/(?:^|,)([^,:]+):([^,]*)/g), ([, name = '', value = '']) => [name, value]));

/** `true` and `false` are the values that were used before the canonicalization modes. */
const CANONICALIZATION = ['none', 'forward', 'forwardAndReverse', 'true', 'false'];

function gssapiIssue(_facts: UriFacts, option: ParsedOption, properties: Properties): UriIssue | null {
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
function awsIssue(facts: UriFacts, option: ParsedOption, properties: Properties): UriIssue | null {
  const { user, password, userinfo, hosts } = facts;
  if (properties.has('AWS_SESSION_TOKEN') && user === 'no')
    return incomplete('user', 'auth-user', option, 'AWS_SESSION_TOKEN needs the access key as user name and password.');
  if (!userinfo || user !== 'yes') return null;
  if (password === 'no')
    return incomplete('password', 'auth-password', userinfo, 'MONGODB-AWS needs a password with a user name.');
  if (!facts.isUserLiteral || !hosts || hosts.every(({ host }) => LOOPBACK.has(host))) return null;
  const message =
    'Current drivers, such as that of Node.js since version 7, refuse AWS credentials in a connection string.';
  return { ...error('auth-user', userinfo, message), tolerated: true };
}

const ENVIRONMENTS = ['azure', 'gcp', 'k8s', 'test'];

function oidcIssue({ user }: UriFacts, option: ParsedOption, properties: Properties): UriIssue | null {
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
  return user === 'yes' ? error('auth-user', option, 'ENVIRONMENT:test does not allow a user name.') : null;
}
