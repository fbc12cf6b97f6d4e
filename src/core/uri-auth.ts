import type { UriIssue } from './connection-string.ts';
import { awsIssues, gssapiIssues, oidcIssues, readProperties } from './uri-auth-properties.ts';
import { optionsOf, valueOf, type UriFacts } from './uri-facts.ts';
import type { ParsedOption } from './uri-query.ts';
import { error, type UriText } from './uri-text.ts';

interface Mechanism {
  readonly user: 'needed' | 'allowed';
  readonly password: 'needed' | 'allowed' | 'forbidden';
  /** True when the users are kept elsewhere, so that `authSource` can only be `$external`. */
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

/** What the authentication mechanism needs and what it forbids. */
export function authIssues(uri: UriText, facts: UriFacts): UriIssue[] {
  const chosen = valueOf(facts, 'authMechanism');
  const mechanism = chosen && Object.hasOwn(MECHANISMS, chosen.decoded) ? MECHANISMS[chosen.decoded] : undefined;
  if (!chosen || !mechanism) return [];
  return [
    ...userIssues(facts, mechanism, chosen),
    ...sourceIssues(facts, mechanism),
    ...propertyIssues(uri, facts, mechanism, chosen),
  ];
}

function userIssues(facts: UriFacts, mechanism: Mechanism, chosen: ParsedOption): UriIssue[] {
  const { user, password, userinfoRange } = facts;
  if (mechanism.user === 'needed' && user === 'no') {
    return [error('auth-user', chosen, 'This authentication mechanism needs a user name.')];
  }
  if (mechanism.password === 'needed' && user === 'yes' && password === 'no') {
    return [error('auth-password', chosen, 'This authentication mechanism needs a password.')];
  }
  if (mechanism.password === 'forbidden' && password === 'yes') {
    const message = 'This authentication mechanism takes no password.';
    return [error('auth-password', userinfoRange ?? chosen, message)];
  }
  return [];
}

function sourceIssues(facts: UriFacts, mechanism: Mechanism): UriIssue[] {
  const source = valueOf(facts, 'authSource');
  if (!mechanism.external || !source || source.decoded === '$external') return [];
  const message = 'The authSource of this authentication mechanism can only be $external.';
  return [error('auth-source', source.valueRange ?? source, message)];
}

function propertyIssues(
  uri: UriText,
  facts: UriFacts,
  mechanism: Mechanism,
  chosen: ParsedOption & { decoded: string },
) {
  const option = optionsOf(facts, 'authMechanismProperties')[0] ?? null;
  if (option?.unknown) return [];
  if (mechanism.properties === 'forbidden') {
    if (!option || option.decoded === '') return [];
    return [error('auth-properties', option, 'This authentication mechanism has no properties.')];
  }
  const given = { option: option ?? chosen, properties: readProperties(option?.decoded ?? ''), isOpen: facts.open };
  if (chosen.decoded === 'GSSAPI') return gssapiIssues(given);
  return chosen.decoded === 'MONGODB-AWS' ? awsIssues(uri, facts, given) : oidcIssues(facts, given);
}
