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

  it('are named in the message', () => {
    const { issues } = parseConnectionString(`${HOST}colour=1&depth`);
    expect(issues.map(({ message }) => message).sort()).toEqual([
      'No official driver has `colour`.',
      'The value of `depth` is missing.',
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
    const entities = parseConnectionString(`${HOST}tls=true&amp;w=majority`);
    expect(entities.options[1]).toMatchObject({ name: 'w', value: 'majority' });
  });

  it('may contain what separates elsewhere', () => {
    const { options } = parseConnectionString(`${HOST}appName=a=b;c:/d@e?f&w=1`);
    expect(options[0]?.value).toBe('a=b;c:/d@e?f');
  });
});

describe('secret options', () => {
  /** The characters to hide, `undefined` if there are none. */
  function hidden(text: string, name: string): string | undefined {
    const option = parseConnectionString(text).options.find((candidate) => candidate.name === name);
    return option?.secretRange && text.slice(option.secretRange.offset, option.secretRange.endOffset);
  }

  it.each([
    'tlsCertificateKeyFilePassword',
    'proxyUsername',
    'proxyPassword',
    'sslClientCertificateKeyPassword',
    'sslPass',
  ])('%s has no value but its place', (name) => {
    const text = `${HOST}w=1&${name}=ge%21heim&tls=true`;
    const option = parseConnectionString(text).options[1];
    expect(option).toMatchObject({ name, secret: true, value: null });
    expect(option?.secretRange).toEqual(option?.valueRange);
    expect(hidden(text, name)).toBe('ge%21heim');
  });

  it('hide of the mechanism properties only the token', () => {
    const text = `${HOST}authMechanismProperties=SERVICE_NAME:db,AWS_SESSION_TOKEN:ab%2Fc,d,SERVICE_HOST:x`;
    expect(hidden(text, 'authMechanismProperties')).toBe('ab%2Fc,d');
    expect(parseConnectionString(text).options[0]).toMatchObject({ secret: true, value: null });
  });

  it('hide everything when the name of the token is encoded', () => {
    const text = `${HOST}authMechanismProperties=AWS%5FSESSION_TOKEN:abc`;
    expect(hidden(text, 'authMechanismProperties')).toBe('AWS%5FSESSION_TOKEN:abc');
  });

  it('show properties without a token', () => {
    const [option] = parseConnectionString(`${HOST}authMechanismProperties=ENVIRONMENT:azure,TOKEN_RESOURCE:x`).options;
    expect(option).toMatchObject({ secret: false, value: 'ENVIRONMENT:azure,TOKEN_RESOURCE:x' });
  });

  it('show placeholders', () => {
    expect(hidden(`${HOST}proxyPassword=${PLACEHOLDER}`, 'proxyPassword')).toBeUndefined();
    expect(hidden(`${HOST}proxyPassword=abc${PLACEHOLDER}`, 'proxyPassword')).toBe(`abc${PLACEHOLDER}`);
    const token = `${HOST}authMechanismProperties=AWS_SESSION_TOKEN:${PLACEHOLDER}`;
    expect(parseConnectionString(token).options[0]?.value).toBe(`AWS_SESSION_TOKEN:${PLACEHOLDER}`);
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
