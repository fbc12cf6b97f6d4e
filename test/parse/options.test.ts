import { describe, expect, it } from 'vitest';
import { PLACEHOLDER } from '../../src/text/literal.ts';
import { parseConnectionString } from '../../src/parse/parse.ts';

const HOST = 'mongodb://db1.example.net/?';

describe('unknown options', () => {
  it.each([
    ['retryWries', 'retryWrites', true],
    ['authsource2', 'authSource', true],
    ['conectTimoutMS', 'connectTimeoutMS', false],
    ['replicaset_', 'replicaSet', true],
    ['maxpoolsize1', 'maxPoolSize', true],
    ['sslX', 'ssl', true],
    ['auto', 'auth', false],
    ['colour', undefined, undefined],
  ])('%s suggests %s', (name, suggestion, unique) => {
    const [issue] = parseConnectionString(`${HOST}${name}=x`).issues;
    expect(issue).toMatchObject({ code: 'option-unknown', severity: 'warning' });
    expect([issue?.suggestion, issue?.unique]).toEqual([suggestion, unique]);
  });

  it('are at the name', () => {
    const text = `${HOST}tls=true&retryWries=true`;
    const [issue] = parseConnectionString(text).issues;
    expect(text.slice(issue!.offset, issue!.endOffset)).toBe('retryWries');
  });

  it.each(['x-advisory-locking=true', 'x-migrations-collection=x'])('%s is one of golang-migrate', (option) => {
    expect(parseConnectionString(`${HOST}${option}`).issues).toEqual([]);
    expect(parseConnectionString(`${HOST}y${option}`).issues).toHaveLength(1);
  });

  it('are not named in the message, which a password may be a part of', () => {
    const { issues } = parseConnectionString(`${HOST}colour=1&depth`);
    expect(issues.map(({ message }) => message).sort()).toEqual([
      'No official driver has this option.',
      'The value of this option is missing.',
    ]);
  });

  it('do not repeat a name that looks random, which may be a piece of a password', () => {
    const { issues } = parseConnectionString(`${HOST}gx7hQm99=1&p4ssW0rd`);
    expect(JSON.stringify(issues)).not.toMatch(/gx7hQm99|p4ssW0rd/);
  });

  it.each(['?a=b c&kestrel=1&pw', '?kestrel^=1&pw', 'a b?kestrel=1&pw'])(
    'do not repeat a name behind the end of the string: %s',
    (rest) => {
      const { issues } = parseConnectionString(`mongodb://db1.example.net/${rest}`);
      expect(issues.length).toBeGreaterThan(1);
      expect(JSON.stringify(issues)).not.toMatch(/kestrel|`pw`/);
    },
  );
});

describe('values', () => {
  it('are reported at the value, at the option when it is empty', () => {
    const text = `${HOST}ssl=yes&journal=`;
    const { issues } = parseConnectionString(text);
    expect(issues.map(({ offset, endOffset }) => text.slice(offset, endOffset))).toEqual(['yes', 'journal=']);
  });

  it('of separators other than & are seen', () => {
    const { options } = parseConnectionString(`${HOST}tls=true;w=majority`);
    expect(options.map(({ name, value }) => [name, value])).toEqual([
      ['tls', 'true'],
      ['w', 'majority'],
    ]);
  });

  it('may contain what separates elsewhere', () => {
    const { options } = parseConnectionString(`${HOST}appName=a=b;c:/d@e?f&w=1`);
    expect(options[0]?.value).toBe('a=b;c:/d@e?f');
  });
});

describe('secret options', () => {
  it.each([
    ['tlsCertificateKeyFilePassword', 'x', true],
    ['proxyUsername', 'x', true],
    ['proxyPassword', '', false],
    ['sslPass', 'x', true],
    ['pwd', 'x', true],
    ['my_api_key', 'x', true],
    ['authMechanismProperties', 'SERVICE_NAME:db,AWS_SESSION_TOKEN:ab%2Fc,d', true],
    ['authMechanismProperties', 'AWS%5FSESSION_TOKEN:abc', true],
    ['authMechanismProperties', 'ENVIRONMENT:azure,TOKEN_RESOURCE:x', false],
    ['appName', 'x', false],
    ['users', 'x', false],
  ])('%s=%s', (name, value, secret) => {
    const option = parseConnectionString(`${HOST}w=1&${name}=${value}`).options[1];
    expect(option).toMatchObject({ name, secret, value: secret ? null : value });
  });

  it('show what a program fills in', () => {
    const [option] = parseConnectionString(`${HOST}proxyPassword=${PLACEHOLDER}`).options;
    expect(option).toMatchObject({ secret: true, value: PLACEHOLDER });
  });
});

describe('conflicts', () => {
  it('are at the option that has to go', () => {
    const text = 'mongodb+srv://orders.tk3fq.mongodb.net/?loadBalanced=true&replicaSet=rs0&directConnection=true';
    const found = parseConnectionString(text).issues.map(({ code, offset, endOffset }) => [
      code,
      text.slice(offset, endOffset),
    ]);
    expect(found).toEqual([
      ['load-balanced-conflict', 'replicaSet=rs0'],
      ['srv-option-conflict', 'directConnection=true'],
      ['load-balanced-conflict', 'directConnection=true'],
    ]);
  });

  it('of a port in an SRV string cover its colon', () => {
    const text = 'mongodb+srv://orders.tk3fq.mongodb.net:27017/';
    const [issue] = parseConnectionString(text).issues;
    expect(text.slice(issue!.offset, issue!.endOffset)).toBe(':27017');
  });
});
