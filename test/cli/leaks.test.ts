import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';
import { FORMATS } from '../support/reports.ts';
import { withRepository } from '../support/repository.ts';
import { lintText, redact } from '../../src/index.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { shown } from '../../src/classify/shown.ts';
import { ATLAS } from '../../src/classify/service.ts';

const USER = 'canaryuser77';
const PASSWORD = 'Canary5ecretWord';
/** No word. */
const PASSWORD_OF_CHANCE = 'Kx7qTw9pLmQzV2';
const HOST = 'shop.k2m4q.mongodb.net';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const URI = `mongodb+srv://${USER}:${PASSWORD}@${HOST}/shop`;

/** The same credential in the form for each reader: whole, broken and in pieces. */
const FILES: Readonly<Record<string, string>> = {
  'a.js': `const a = "${URI}";\nconst b = 'mongodb://' + '${USER}' + ':' + '${PASSWORD}' + '@${HOST}/x';\nconst p = '${PASSWORD}';\nconst c = \`mongodb+srv://${USER}:\${p}@${HOST}/\`;\n`,
  'a.ts': `const d = ['mongodb://', '${USER}', ':', '${PASSWORD}', '@${HOST}'].join('');\nconst e = 'mongodb://${USER}:'.concat('${PASSWORD}@${HOST}');\n`,
  'a.py': `a = ("mongodb+srv://${USER}:"\n     "${PASSWORD}@${HOST}/x")\nb = "mongodb://${USER}:${PASSWORD}@@${HOST}/x"\nc = f"mongodb://{user or '${USER}'}:{os.getenv('P', '${PASSWORD}')}@${HOST}"\n`,
  'a.go': `var a = fmt.Sprintf("mongodb://${USER}:${PASSWORD}@%s/x", host)\n`,
  'A.java': `String a = "mongodb://" + user + ":${PASSWORD}@${HOST}:27017";\n`,
  'a.rb': `A = "mongodb://${USER}:#{ENV.fetch('P', '${PASSWORD}')}@${HOST}"\n`,
  'a.php': `<?php $a = 'mongodb://${USER}:' . '${PASSWORD}' . '@${HOST}';\n`,
  'a.sh': `mongosh "mongodb+srv://${USER}:\${PASS:-${PASSWORD}}@${HOST}"\nmongosh mongodb://'${USER}':'${PASSWORD}'@${HOST}\n`,
  'a.ps1': `$a = "mongodb://${USER}:" + "${PASSWORD}" + "@${HOST}"\n`,
  '.env': `A=${URI}\nB=mongodb://${USER}:${PASSWORD}\nC=mongodb+srv://${USER}:${PASSWORD}${HOST}/x\nD=mongodb://${USER}:a/${PASSWORD}@${HOST}/x\nE=mongodb://${USER}:'${PASSWORD}@${HOST}\nF=mongodb://${USER}:<${PASSWORD}>@${HOST}/\n`,
  'a.yaml': `a: ${URI}\nb: "mongodb+srv:\\/\\/${USER}:${PASSWORD}@${HOST}"\nc: ${base64(URI)}\nd: ${base64(`x${URI}`)}\ne: >-\n  mongodb://${USER}:${PASSWORD}@a-shard-00-00.k2m4q.mongodb.net:27017,\n  a-shard-00-01.k2m4q.mongodb.net:27017/\n`,
  'a.json': `{"a": "mongodb+srv:\\u002f\\u002f${USER}:${PASSWORD}@${HOST}", "b": "mongodb://${USER}:${PASSWORD}@h:99999/?x"}\n`,
  'a.toml': `a = '${URI}?bad'\n`,
  'a.tf': `a = "mongodb+srv://${USER}:${PASSWORD}@\${local.host}/x"\n`,
  'a.xml': `<a uri="mongodb://${USER}:${PASSWORD}@${HOST}/?a=b&amp;c=d"/>\n`,
  'a.md': `Use \`${URI}\` or ${URI}. <${URI}>\n`,
  'a.ipynb': `{"cells":[{"source":["c = MongoClient(\\"${URI}\\")\\n"]}]}\n`,
  'a.properties': `a=mongodb+srv%3A%2F%2F${USER}%3A${PASSWORD}%40${HOST}\n`,
  'application.properties': `a=mongodb+srv://\${U:${USER}}:\${db.pass:${PASSWORD}}@${HOST}:27017/\nb=mongodb+srv://\${U}:\${A:\${B_2:${PASSWORD}}}@${HOST}:27017/\nc=mongodb+srv://\${env:U:-${USER}}:\${env:P:${PASSWORD}}@${HOST}:27017/\nd=mongodb+srv://#{U:${USER}}:#{P:${PASSWORD}}@${HOST}:27017/\ne=mongodb+srv://{U:-${USER}}:$(P:-${PASSWORD})@${HOST}:27017/\n`,
  Makefile: `a:\n\tmongosh mongodb+srv://$(or $(U),${USER}):$(echo ${PASSWORD})@${HOST}:27017/\n`,
  'numbers.ts': `const n = \`mongodb+srv://\${u ?? 7700770077}:\${process.env.P || 7700770077}@${HOST}:27017/\`;\n`,
  'a.sql': `SELECT 'mongodb://${USER}:' || '${PASSWORD}@${HOST}';\n`,
  Dockerfile: `ENV A=${URI}\n`,
  'options.env': `A=mongodb+srv://${HOST}/?authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN:${PASSWORD}\nB=mongodb://${HOST}/?tlsCertificateKeyFilePassword=${PASSWORD}&proxyHost=p&proxyUsername=${USER}&proxyPassword=${PASSWORD}\n`,
  'keys.json': `{"${URI}": "mongodb://${HOST}/x", "mongodb:\\/\\/${USER}:${PASSWORD}@${HOST}": "mongodb://${HOST}/x"}\n`,
  'keys.js': `const k = { 'mongodb://${USER}:${PASSWORD}@${HOST}/': 'mongodb://${HOST}/x' };\n`,
  'keys.env': `mongodb://${USER}:${PASSWORD}="mongodb://${HOST}/x"\nmongodb+srv://${USER}:${PASSWORD}@="mongodb://${HOST}/x"\n`,
  'api.sh': `curl https://${USER}:${PASSWORD}@cloud.mongodb.com/api/atlas/v1.0/groups\n`,
};

function leaksIn(output: string): string[] {
  const forms = [
    USER,
    PASSWORD,
    PASSWORD_OF_CHANCE,
    base64(URI),
    base64(`x${URI}`),
    base64(PASSWORD).replace(/=+$/, ''),
    PASSWORD.slice(0, 9),
    '7700770077',
  ];
  return forms.filter((form) => output.includes(form));
}

describe('no credential leaves the program', () => {
  const commands = [
    ['list', '--format', 'text'],
    ['list', '--format', 'json'],
    ['list', '--format', 'jsonl', '--verbose', '--stats'],
    ...['markdown', 'csv', 'html'].map((format) => ['list', '--format', format]),
    ['check', '--format', 'text', '--verbose', '--stats'],
    ['list', '--format', 'ledger', '--repository', 'acme/shop'],
    ['check', '--format', 'ledger', '--repository', 'acme/shop'],
    ...[...FORMATS, 'blob'].map((format) => ['check', '--format', format, '--report-suppressed']),
    ['check', '--fix-dry-run'],
    ['plan', '--change', 'disable-peering-only', '--format', 'markdown'],
    ['plan', '--change', 'leave-legacy-hostnames', '--format', 'json'],
    ['init', '--stdout'],
  ];
  it.each(commands.map((args) => [args.join(' '), args] as const))('%s', (_, args) => {
    withFiles(FILES, (cwd) => {
      const place = args[0] === 'init' ? [] : ['--no-config', '.'];
      const run = connlint([...args, ...place], { cwd, env: { CI: 'true' } });
      expect(run.code, run.stderr).not.toBe(3);
      expect(`${run.stdout}${run.stderr}`.length).toBeGreaterThan(100);
      expect(leaksIn(run.stdout + run.stderr)).toEqual([]);
    });
  });

  it('nor is one in what shards leave, in merged reports, and in those of staged files', () => {
    withRepository(FILES, ({ root: cwd, git }) => {
      for (const i of [1, 2]) {
        const shard = ['--shard', `${i}/2`, '--format', `blob=.git/shards/${i}.json`, '--fail-on', 'never'];
        const run = connlint([...shard, '--no-config', '.'], { cwd });
        expect(run.code, run.stderr).toBe(0);
        expect(leaksIn(readFileSync(join(cwd, `.git/shards/${i}.json`), 'utf8'))).toEqual([]);
      }
      git('add', '.');
      const formats = ['json', 'sarif', 'rdjsonl', 'html'].flatMap((name) => ['--format', `${name}=.git/out/${name}`]);
      for (const [args, code] of [
        [['merge', '.git/shards', '--report-suppressed', '--format', 'text', ...formats], 1],
        [['--staged', '--format', 'text', ...formats], 1],
        [['list', '--staged', '--format', 'json'], 0],
      ] as const) {
        const run = connlint(args, { cwd });
        expect(run.code, run.stderr).toBe(code);
        const reports = readdirSync(join(cwd, '.git/out')).map((name) =>
          readFileSync(join(cwd, '.git/out', name), 'utf8'),
        );
        expect(leaksIn([run.stdout, run.stderr, ...reports].join('\n'))).toEqual([]);
      }
    });
  });

  it('nor is one in the config that init writes, and in what it says', () => {
    withFiles(
      { ...FILES, 'legacy.env': `L=mongodb+srv://${USER}:${PASSWORD}@shop-k2m4q.azure.mongodb.net/x\n` },
      (cwd) => {
        const run = connlint(['init'], { cwd });
        expect(run.code, run.stderr).toBe(0);
        const config = readFileSync(join(cwd, 'connlint.config.jsonc'), 'utf8');
        expect(config.length).toBeGreaterThan(100);
        expect(leaksIn([run.stdout, run.stderr, config].join('\n'))).toEqual([]);
        const ci = connlint(['init', '--ci', 'github', '--stdout'], { cwd });
        expect(leaksIn(ci.stdout + ci.stderr)).toEqual([]);
      },
    );
  });

  it.each([
    ['inventory', 'show'],
    ['inventory', 'show', '--format', 'json'],
    ['inventory', 'check'],
    ['inventory', 'check', '--format', 'json'],
    ['inventory', 'set-private-ip-mode', 'off', '--project', '64a0000000000000000000a1', '--yes'],
  ])('%s %s %s %s', (...args) => {
    // Facts that were saved by hand, with a credential in a string, and a legacy name, so that the plan is not ready.
    const strings = { standardSrv: `mongodb+srv://${USER}:${PASSWORD}@shop-k2m4q.azure.mongodb.net` };
    const facts = [{ name: 'shop', clusterType: 'REPLICASET', connectionStrings: strings }];
    const legacy = `L=mongodb+srv://${USER}:${PASSWORD}@shop-k2m4q.azure.mongodb.net/x\n`;
    const own = { 'connlint.config.json': '{"projects":[{"inventory":"facts.json"}]}', 'facts.json': JSON.stringify(facts) };
    withFiles({ ...FILES, ...own, 'legacy.env': legacy }, (cwd) => {
      const env = { MONGODB_ATLAS_PUBLIC_API_KEY: USER, MONGODB_ATLAS_PRIVATE_API_KEY: PASSWORD };
      const run = connlint(args, { cwd, env });
      expect(run.code, run.stderr).toBeLessThan(2);
      expect(run.stdout.length).toBeGreaterThan(100);
      expect(leaksIn(run.stdout + run.stderr)).toEqual([]);
    });
  });

  it.each(['text', 'json', 'jsonl', 'markdown', 'csv', 'html'])('list --against --format %s', (format) => {
    withFiles(FILES, (cwd) => {
      const git = (...args: string[]): void => {
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd });
      };
      git('init', '--quiet');
      git('commit', '--quiet', '--allow-empty', '-m', 'empty');
      const added = connlint(['list', '--against', 'HEAD', '--format', format, '--no-config'], { cwd });
      git('add', '.');
      git('commit', '--quiet', '-m', 'all');
      for (const path of Object.keys(FILES)) writeFileSync(join(cwd, path), '');
      const dropped = connlint(['list', '--against', 'HEAD', '--format', format, '--no-config'], { cwd });
      for (const run of [added, dropped]) {
        expect(run.code, run.stderr).toBe(0);
        expect(run.stdout.replaceAll('<wbr>', '')).toContain(HOST);
        expect(leaksIn(run.stdout + run.stderr)).toEqual([]);
      }
    });
  });

  it.each(['text', 'json'])('classify --format %s', (format) => {
    const texts = [
      URI,
      `mongodb://${USER}:${PASSWORD}`,
      `mongodb://${USER}:a/${PASSWORD}@${HOST}/`,
      `mongodb://${HOST}/?proxyPassword=${PASSWORD}`,
    ];
    const run = connlint(['classify', '--no-config', '--format', format, '--', ...texts], { cwd: process.cwd() });
    expect(run.code).toBe(1);
    expect(leaksIn(run.stdout + run.stderr)).toEqual([]);
  });

  it.each([
    ['a UUID', '3f2c91a4-5b7d-4e21-9c0d-82ab61f0e7c3', 'c91a4|5b7d|4e21|9c0d|82ab'],
    ['percent escapes', '%48%75%6e%74%65%72%32', '%6e|%74|%65'],
    ['letters of another alphabet', 'улмуигещнцню', 'муи|нцн'],
  ])('%s is hidden whole in addresses and keys', (_, secret, parts) => {
    const api = 'https://cloud.mongodb.com/api/atlas/v1.0/groups';
    const texts = [`${api}/${secret}/clusters`, `${api}/5f1a5f1a5f1a5f1a5f1a5f1a/clusters/${secret}`];
    if (!secret.startsWith('у')) texts.push(`{"${secret}": "mongodb+srv://${HOST}/shop"}`);
    const run = connlint(['classify', '--no-config', '--format', 'json', '--', ...texts], { cwd: process.cwd() });
    expect(run.stdout).toContain('clusters');
    expect(run.stdout).not.toMatch(new RegExp(parts));
  });

  it('errors about the config and about arguments', () => {
    withFiles({ 'a.env': 'A=1\n', 'connlint.config.json': `{"inventory": "${URI}", "${URI}": 1}` }, (cwd) => {
      expect(leaksIn(JSON.stringify(connlint(['check', '.'], { cwd })))).toEqual([]);
      expect(leaksIn(JSON.stringify(connlint(['check', '--no-config', URI], { cwd })))).toEqual([]);
      expect(leaksIn(JSON.stringify(connlint(['list', '--format', URI], { cwd })))).toEqual([]);
      expect(leaksIn(JSON.stringify(connlint(['list', `--${URI}`], { cwd })))).toEqual([]);
    });
  });

  it.each([
    ['a wrong key', { [PASSWORD_OF_CHANCE]: 1 }],
    ['a wrong value', { rules: { 'uri-refused': PASSWORD_OF_CHANCE } }],
    ['a missing fact file', { inventory: `facts/${PASSWORD_OF_CHANCE}` }],
    ['a missing fact file with a user', { inventory: `${USER}:${PASSWORD_OF_CHANCE}@shop` }],
    ['a missing pattern of facts', { inventory: `${PASSWORD_OF_CHANCE}*` }],
    ['a wrong day', { suppressions: [{ rule: 'uri-refused', files: ['*'], reason: 'r', until: PASSWORD_OF_CHANCE }] }],
  ])('a credential as %s of the config', (_, config) => {
    withFiles({ 'a.env': 'A=1\n', 'connlint.config.json': JSON.stringify(config) }, (cwd) => {
      const run = connlint(['check', '.'], { cwd });
      expect(run.code).toBe(2);
      expect(run.stderr).not.toContain(PASSWORD_OF_CHANCE);
    });
  });

  it.each([
    ['a name', { name: URI }],
    ['the user info of a name', { name: `${USER}:${PASSWORD}@shop` }],
    ['a version', { name: 'shop', mongoDBVersion: `password=${PASSWORD_OF_CHANCE}` }],
    ['a project', { name: 'shop', groupId: `${USER}:${PASSWORD}@shop` }],
    ['a region', { name: 'shop', replicationSpecs: [{ regionConfigs: [{ providerName: 'AWS', regionName: URI }] }] }],
    ['an option', { name: 'shop', connectionStrings: { standardSrv: `mongodb+srv://${HOST}/?x=${PASSWORD}` } }],
  ])('a credential as %s in a fact file', (_, record) => {
    const files = {
      'a.env': `A=mongodb+srv://${HOST}:27017/\n`,
      'connlint.config.json': '{"projects":[{"inventory":"facts.json"}]}',
      'facts.json': JSON.stringify([{ clusterType: 'REPLICASET', ...record }]),
    };
    withFiles(files, (cwd) => {
      for (const args of [
        ['inventory', 'show'],
        ['inventory', 'show', '--format', 'json'],
        ['check', '--format', 'json'],
      ]) {
        const run = connlint(args, { cwd });
        expect(run.code, run.stderr).toBeLessThan(2);
        expect(leaksIn(run.stdout + run.stderr)).toEqual([]);
      }
    });
  });

  const secret = fc
    .string({ minLength: 6, maxLength: 20, unit: fc.constantFrom(...'abcdefXYZ0123456789!$&()*+,;=._~-') })
    .map((s) => `Q${s}Q`);
  it('redact hides any password, however it is written', () => {
    fc.assert(
      fc.property(secret, (password) => {
        expect(redact(`mongodb+srv://app:${password}@${HOST}/x`)).not.toContain(password);
        expect(redact(`mongodb://app:${encodeURIComponent(password)}@h.example.com/x`)).not.toContain(
          encodeURIComponent(password),
        );
      }),
    );
  });

  it.each(['a.js', 'a.py', 'a.env', 'a.yaml', 'a.json', 'a.md', 'a.sh'])('a random password in %s', (path) => {
    fc.assert(
      fc.property(secret, fc.constantFrom('"', "'", '`', ''), (password, quote) => {
        const text = `x: ${quote}mongodb+srv://app:${password}@${HOST}/x${quote}\n`;
        const strings = findStrings({ path, text }, ATLAS);
        expect(strings.map(shown).join('\n')).not.toContain(password.slice(0, 6));
        expect(JSON.stringify(lintText(text, { path }).findings)).not.toContain(password);
      }),
      { numRuns: 60 },
    );
  });
});
