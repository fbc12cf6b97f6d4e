import { describe, expect, it } from 'vitest';
import { isPasswordPlaceholder } from '../../src/rule-helpers/whole-string.ts';
import { lintText } from '../support/lint-text.ts';

describe('what is instead of a password', () => {
  it.each([
    ...[
      'password',
      'PASSWORD',
      'pass',
      'pwd',
      'changeme',
      'CHANGE_ME',
      'change-this',
      'secret',
      'xxx',
      'XXXXXXXX',
      'xxxx-xxxx',
    ],
    ...[
      '***',
      '•••',
      '...',
      'abc***',
      '<password>',
      '<p>',
      '{password}',
      '[pw]',
      '&lt;pw&gt;',
      '__PASSWORD__',
      ':pass',
      '$PASS',
    ],
    ...['your-password', 'yourDbPassword', 'db_password', 'my secret password', 'mysecretpassword', 'YourPassword123'],
    ...['DB_ROOT_PW', 'MONGO_SECRET_2', 'XXpasswordXX', 'sua_senha', 'p', '', 'REDACTED', 'example', 'dummy'],
  ])('%s', (value) => {
    expect(isPasswordPlaceholder(value)).toBe(true);
  });

  it('is the name of the user', () => {
    expect(isPasswordPlaceholder('Reader7', 'reader7')).toBe(true);
    expect(isPasswordPlaceholder('Reader7', 'writer7')).toBe(false);
  });

  it.each([
    ...[
      'tr4wler-Net',
      'hunter2',
      '123456',
      'password123',
      's3cretpw',
      'Winter@24x',
      'P@ssword',
      'lighthouse',
      'dbadmin',
    ],
    ...['aB3dE5gH7jK9', 'secretary', 'passage', 'XPk29xx', 'qwerty'],
  ])('is not %s', (value) => {
    expect(isPasswordPlaceholder(value)).toBe(false);
  });
});

describe('secrets outside of strings', () => {
  const reported = (path: string, text: string): string[] =>
    lintText(path, text)
      .filter(({ rule }) => rule === 'credentials-in-text')
      .map(({ offset, endOffset }) => text.slice(offset, endOffset));
  const API = 'https://cloud.mongodb.com/api/atlas/v2/groups';

  it.each([
    ['a.sh', `curl --digest -u "abcdwxyz:k3lp-Drift-77" ${API}\n`, 'k3lp-Drift-77'],
    ['a.py', `requests.get("${API}", auth=HTTPDigestAuth("abcdwxyz", "k3lp-Drift-77"))\n`, 'k3lp-Drift-77'],
    ['a.tf', 'provider "mongodbatlas" {\n  private_key = "k3lp-drift-77"\n}\n', 'k3lp-drift-77'],
    ['.env', 'MCLI_PRIVATE_API_KEY=k3lp-drift-77\n', 'k3lp-drift-77'],
    ['a.yml', 'basic_auth:\n  username: prom_user_1\n  password: "Hx27 net weave"\n', 'Hx27 net weave'],
    ['a.py', 'auth = ("prom_user_1", "Hx27-net")\n', 'Hx27-net'],
    ['a.ts', 'const s = "mdb_sa_sk_Zq81kd02Lw9xVb";\n', 'mdb_sa_sk_Zq81kd02Lw9xVb'],
  ])('%s: %s', (path, text, secret) => {
    expect(reported(path, text)).toEqual([secret]);
  });

  it.each([
    ['a.sh', `curl --digest -u "$PUBLIC:$PRIVATE" ${API}\ncurl -u "public:private" ${API}\n`],
    ['a.py', `requests.get("${API}", auth=HTTPDigestAuth(public, os.environ["PRIVATE"]))\n`],
    [
      'a.tf',
      'provider "mongodbatlas" {\n  private_key = var.atlas_private_key\n}\nresource "tls_private_key" "k" {}\n',
    ],
    [
      '.env',
      'MCLI_PRIVATE_API_KEY=<your-private-key>\nATLAS_PRIVATE_KEY=$FROM_ELSEWHERE\nSSH_PRIVATE_KEY=k3lp-drift-77\n',
    ],
    ['a.ts', 'const key = { privateKey: process.env.MONGODB_ATLAS_PRIVATE_KEY, privateKeyFile: "keys/atlas.pem" };\n'],
    ['a.yml', 'basic_auth:\n  username: prom_user_1\n  password: <password>\n'],
    [
      'a.md',
      'Secrets begin with `mdb_sa_sk_`, as in `mdb_sa_sk_xxxxxxxxxxxxxxxxxxx` or `mdb_sa_sk_your_client_secret`.\n',
    ],
  ])('says nothing of %s: %s', (path, text) => {
    expect(reported(path, text)).toEqual([]);
  });
});
