import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';
import { clusterRecord, entryOf } from '../support/run-plan.ts';

const till = clusterRecord('till');
const seen = { 'a.env': 'URI=mongodb+srv://till.h6j2m.mongodb.net/t\n' };
const move = { change: 'cloud-provider', cluster: 'till', to: 'gcp' };
const SEALED = 'ENC[AES256_GCM,data:q1w2,iv:e3r4,tag:t5y6,type:str]';
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d7a'.repeat(16)}\nsize 12345\n`;

describe('a change is not ready while the contents of a file are elsewhere or encrypted', () => {
  const openIn = (files: Record<string, string | Uint8Array>): unknown => {
    const entry = entryOf({ files: { ...seen, ...files }, clusters: [till], config: { plan: [move] } });
    expect(entry.verdict === 'undecided').toBe(entry.unread.length > 0);
    return entry.unread.map(({ file, reason }) => [file, reason]);
  };

  it.each<[path: string, contents: string | Uint8Array, reason: string]>([
    ['prod.env', POINTER, 'its contents are in Git LFS: git lfs pull'],
    ['group_vars/all/vault.yml', '$ANSIBLE_VAULT;1.1;AES256\n33326162\n', 'encrypted with Ansible Vault'],
    ['prod.yaml', '-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n', 'encrypted with age'],
    ['prod.json', '-----BEGIN PGP MESSAGE-----\n\nhQEM\n', 'encrypted with OpenPGP'],
    ['prod.properties', 'U2FsdGVkX19dbX8n\n', 'encrypted with OpenSSL'],
    ['prod.yaml', `database_url: ${SEALED}\nsops:\n  version: 3.8.1\n`, 'encrypted with SOPS'],
    ['prod.json', `{"db":{"uri":"${SEALED}"},"sops":{"version":"3.8.1"}}\n`, 'encrypted with SOPS'],
    ['prod.env', `DB=${SEALED}\nsops_version=3.8.1\n`, 'encrypted with SOPS'],
    ['config/credentials.yml.enc', 'abcd+/efgh==--ijkl==--mnop==', 'encrypted, as its name says'],
    ['config/credentials/production.yml.enc', 'abcd==--ijkl==--mnop==', 'encrypted, as its name says'],
    ['.env.vault', 'DOTENV_VAULT_PRODUCTION="dDNJdGVz"\n', 'encrypted, as its name says'],
    ['.env.production.gpg', Uint8Array.of(0x85, 1, 12, 3, 0, 255), 'encrypted, as its name says'],
    ['secrets.yaml.age', 'age-encryption.org/v1\n', 'encrypted, as its name says'],
    ['deploy/prod.enc', Buffer.from('Salted__\0\x9a\x01', 'latin1'), 'encrypted with OpenSSL'],
    ['deploy/prod.enc', Buffer.from('Salted__\x9a\x01', 'latin1'), 'encrypted with OpenSSL'],
    ['deploy/prod', Buffer.from('Salted__\0\x9a\x01', 'latin1'), 'encrypted with OpenSSL'],
    ['.env.secret', Uint8Array.of(0x85, 2, 12, 3, 0, 255), 'encrypted with OpenPGP'],
    ['deploy/secrets.asc', '-----BEGIN PGP MESSAGE-----\n\nhQEM\n', 'encrypted with OpenPGP'],
    ['deploy/prod.env.sealed', Buffer.from('age-encryption.org/v1\n\0\xff', 'latin1'), 'encrypted with age'],
    ['deploy/secrets.age', Buffer.from('age-encryption.org/v1\n\xff', 'latin1'), 'encrypted with age'],
    ['data/prod.yaml', 'app::db_url: >\n  ENC[PKCS7,MIIBeQYJ]\n', 'encrypted with eyaml'],
    ['.env.production', `DB_URL="encrypted:B${'Dq0i'.repeat(20)}"\n`, 'encrypted with dotenvx'],
    ['prod.yaml', `mongo:\n  value: ${SEALED}\nsops:\n  version: 3.8.1\n`, 'encrypted with SOPS'],
    ['prod.yaml', `mongodb:\n- ${SEALED}\nsops:\n  version: 3.8.1\n`, 'encrypted with SOPS'],
    ['prod.yaml', `mongodb:\n  # main\n  - ${SEALED}\n`, 'encrypted with SOPS'],
    ['prod.json', `{"mongo":{"user":"a","value":"${SEALED}"}}\n`, 'encrypted with SOPS'],
    ['app.properties', `spring.datasource.url=ENC(${'Dq0i'.repeat(8)})\n`, 'encrypted with Jasypt'],
  ])('%s', (path, contents, reason) => {
    expect(openIn({ [path]: contents })).toEqual([[path, `not read: ${reason}`]]);
  });

  it('with git-crypt', () => {
    const files = {
      '.gitattributes': '*.env filter=git-crypt diff=git-crypt\n',
      'prod.env': Buffer.from('\0GITCRYPT\0abcdefgh\x80\x81', 'latin1'),
      'logo.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0),
    };
    expect(openIn(files)).toEqual([['prod.env', 'not read: encrypted with git-crypt']]);
  });

  it('except for files that decide nothing, and texts about such files', () => {
    expect(openIn({ 'test/data.yaml': POINTER, 'examples/vault.yml': '$ANSIBLE_VAULT;1.1;AES256\n3332\n' })).toEqual(
      [],
    );
    expect(openIn({ 'logo.png': POINTER, 'release.sig': '-----BEGIN PGP SIGNATURE-----\n' })).toEqual([]);
    expect(openIn({ 'prod.yaml': `stripe_key: ${SEALED}\nredis_url: ${SEALED}\nsops:\n  mac: ${SEALED}\n` })).toEqual(
      [],
    );
    const near = `redis:\n  - ${SEALED}\n  - url: ${SEALED}\nmongo:\n  password: ${SEALED}\n  name: prod\n`;
    expect(openIn({ 'prod.yaml': near })).toEqual([]);
    expect(openIn({ 'prod.json': `{"mongo":{"host":"a"},"cache":{"value":"${SEALED}"}}\n` })).toEqual([]);
    expect(openIn({ '.env.production': `STRIPE_KEY="encrypted:B${'Dq0i'.repeat(20)}"\n` })).toEqual([]);
    expect(openIn({ 'prod.yaml': 'transport_url_encrypted:base64\nurl: encrypted:bucket\n' })).toEqual([]);
    expect(openIn({ 'keys/release.gpg': Uint8Array.of(0x99, 2, 12, 3, 0, 255) })).toEqual([]);
    expect(openIn({ 'deploy_key.enc': Buffer.from('Salted__\0\x9a', 'latin1') })).toEqual([]);
    expect(openIn({ 'lib/words.enc': Uint8Array.of(1, 0, 2, 3) })).toEqual([]);
    expect(openIn({ 'notes.yaml': '# Encrypted files begin with $ANSIBLE_VAULT;1.1;AES256.\n' })).toEqual([]);
  });
});

describe('a change is not ready while the repository is not checked out as a whole', () => {
  const config = JSON.stringify({ plan: [move], projects: [{ inventory: { clusters: 'facts.json' } }] });
  const files = { ...seen, 'facts.json': JSON.stringify([till]), 'connlint.config.json': config };
  const git = (cwd: string, ...args: readonly string[]): unknown =>
    execFileSync(
      'git',
      ['-c', 'user.name=T', '-c', 'user.email=t@shop.example', '-c', 'protocol.file.allow=always', ...args],
      { cwd, stdio: 'pipe' },
    );
  const commit = (cwd: string): void => {
    git(cwd, 'add', '--all');
    git(cwd, 'commit', '--quiet', '--message', 'all');
  };
  const plan = (cwd: string): readonly [number | null, string] => {
    const { code, stdout } = connlint(['plan'], { cwd });
    return [code, stdout.replace(/\s+/g, ' ')];
  };

  it('without a submodule', () => {
    withFiles({ ...files, 'lib/prod.env': seen['a.env'] }, (cwd) => {
      for (const folder of ['lib', '.']) git(join(cwd, folder), 'init', '--quiet');
      commit(join(cwd, 'lib'));
      git(cwd, 'submodule', '--quiet', 'add', './lib', 'parts/sub');
      rmSync(join(cwd, 'lib'), { recursive: true });
      expect(plan(cwd)[0]).toBe(0);
      rmSync(join(cwd, 'parts/sub'), { recursive: true });
      mkdirSync(join(cwd, 'parts/sub'));
      expect(plan(cwd)).toEqual([1, expect.stringContaining('parts/sub: not read: the submodule is not checked out')]);
    });
  });

  it('with a link that leads out, except in tests', () => {
    withFiles({ ...files, 'test/data/a.json': '{}', 'src/a.js': '' }, (cwd) => {
      git(cwd, 'init', '--quiet');
      symlinkSync('/nowhere/at/all', join(cwd, 'test/data/broken'));
      commit(cwd);
      expect(plan(cwd)[0]).toBe(0);
      symlinkSync('/etc', join(cwd, 'src/.env'));
      commit(cwd);
      expect(plan(cwd)).toEqual([1, expect.stringContaining('src/.env: not read: it is a link out of the repository')]);
    });
  });

  it('in a sparse checkout', () => {
    withFiles({ ...files, 'live/prod.env': seen['a.env'] }, (cwd) => {
      git(cwd, 'init', '--quiet');
      commit(cwd);
      expect(plan(cwd)[0]).toBe(0);
      git(cwd, 'sparse-checkout', 'set', '--no-cone', '/*', '!/live/');
      expect(plan(cwd)).toEqual([
        1,
        expect.stringContaining('live/prod.env: not read: the sparse checkout leaves it out'),
      ]);
    });
  });
});
