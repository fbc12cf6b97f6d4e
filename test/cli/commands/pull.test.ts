import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connlint } from '../../support/cli.ts';
import { CANARY, canariesIn, demoProjects, runBeside, WAYS, withApi } from '../../support/api.ts';
import type { Way } from '../../support/api.ts';

const { aws } = demoProjects();
const ENV = WAYS['API key'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'connlint-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const put = (path: string, text: string): void => {
  writeFileSync(join(folder, path), text);
};
const pull = (base: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = ENV) =>
  runBeside(
    [
      'pull',
      ...(args.includes('--out') ? [] : ['--out', 'connlint.facts.json']),
      '--base-url',
      base,
      '--project',
      aws.id,
      ...args,
    ],
    { cwd: folder, env },
  );

describe('connlint pull', () => {
  it('writes the file that the config names, and plan reads it', async () => {
    put('connlint.config.json', '{"plan":[{"change":"disable-peering-only"}],"projects":[{"inventory":"facts.json"}]}');
    put('.env', 'URI=mongodb+srv://pulse.r4t8v.mongodb.net/p\n');
    const before = connlint(['plan'], { cwd: folder });
    expect(before.code).toBe(2);
    expect(before.stderr).toContain('connlint pull');
    await withApi({}, async ({ base }) => {
      const run = await pull(base, ['--out', 'facts.json', '--today', '2026-11-20']);
      expect(run.stdout).toMatch(/^project \w{24}\n {2}clusters +1\n/);
      expect(run.stderr).toBe('connlint: wrote facts.json (credential: api-key)\n');
      expect(run.code).toBe(0);
      expect(canariesIn(run.stdout + run.stderr)).toEqual([]);
    });
    expect(JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8'))).toMatchObject({
      connlintFacts: 1,
      pulledAt: '2026-11-20',
    });
    expect(connlint(['plan'], { cwd: folder })).toMatchObject({ code: 0, stderr: '' });
  });

  it('makes the folder of the file', async () => {
    await withApi({}, async ({ base }) => {
      expect(await pull(base, ['--out', 'facts/prod.json'])).toMatchObject({ code: 0 });
      expect(readdirSync(join(folder, 'facts'))).toEqual(['prod.json']);
      expect(await pull(base, ['--out', 'facts/prod.json/below.json'])).toMatchObject({
        code: 2,
        stderr: 'connlint: cannot write facts/prod.json/below.json: no such folder\nNothing was written there.\n',
      });
    });
  });

  it('says what is missing by exit code 1', async () => {
    await withApi({}, async ({ base, faults }) => {
      faults.push({ path: /peers/, status: 403, body: '{"errorCode":"USER_UNAUTHORIZED"}' });
      const run = await pull(base);
      expect(run.code).toBe(1);
      expect(run.stdout).toMatch(/peering connections +NOT READ \(403 USER_UNAUTHORIZED\)/);
      expect(run.stderr).toMatch(/peering connections could not be read.*-pri strings.*\n.*Project Read Only/);
      expect(JSON.parse(readFileSync(join(folder, 'connlint.facts.json'), 'utf8'))).toMatchObject({ peers: null });
    });
  });

  it('writes nothing when something goes wrong, and leaves the old file', async () => {
    await withApi({}, async ({ base, faults }) => {
      await pull(base);
      const text = readFileSync(join(folder, 'connlint.facts.json'), 'utf8');
      faults.push({ path: /peers/, body: '{"results": [' });
      const run = await pull(base);
      expect(run.code).toBe(2);
      expect(run.stderr).toMatch(/peering connections: .*not valid JSON[^]*Nothing was written/);
      expect(readFileSync(join(folder, 'connlint.facts.json'), 'utf8')).toBe(text);
    });
  });

  it('replaces no file of somebody else', async () => {
    put('package.json', '{"name": "x"}');
    await withApi({}, async ({ base, requests }) => {
      const run = await pull(base, ['--out', 'package.json']);
      expect(run.code).toBe(2);
      expect(run.stderr).toContain('package.json exists and was not written by connlint');
      expect(requests).toEqual([]);
    });
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toBe('{"name": "x"}');
  });
});

describe('credentials', () => {
  const args = ['pull', '--out', 'connlint.facts.json', '--base-url', 'http://127.0.0.1:9', '--project', aws.id];
  const run = (more: readonly string[], env: Readonly<Record<string, string>> = ENV) =>
    connlint([...args, ...more], { cwd: folder, env });

  it.each([
    ['none at all', {}, /no credential.*MONGODB_ATLAS_CLIENT_ID and MONGODB_ATLAS_CLIENT_SECRET/s],
    ['half a pair', { MONGODB_ATLAS_PUBLIC_API_KEY: CANARY.publicKey }, /MONGODB_ATLAS_PRIVATE_API_KEY is not/],
    ['a line break inside', { MONGODB_ATLAS_ACCESS_TOKEN: `${CANARY.accessToken}\nX: y` }, /ACCESS_TOKEN contains/],
  ])('%s', (_, env, expected) => {
    const { code, stdout, stderr } = run([], env);
    expect(code).toBe(2);
    expect(stderr).toMatch(expected);
    expect(canariesIn(stdout + stderr)).toEqual([]);
  });

  it.each([
    [`--private-key=${CANARY.privateKey}`],
    ['--private-key', CANARY.privateKey],
    ['--token', CANARY.accessToken],
    [CANARY.privateKey],
    ['--base-url', `https://${CANARY.publicKey}:${CANARY.privateKey}@cloud.example`],
  ])('as arguments are refused and not repeated: %#', (...more) => {
    const { code, stdout, stderr } = run(more);
    expect(code).toBe(2);
    expect(canariesIn(stdout + stderr)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['http://cloud.example'],
    ['http://127.0.0.1.cloud.example'],
    ['ftp://127.0.0.1'],
    ['https://cloud.example/path'],
    ['nowhere'],
  ])('do not go to %s', (base) => {
    const { code, stderr } = connlint(
      ['pull', '--out', 'connlint.facts.json', '--base-url', base, '--project', aws.id],
      { cwd: folder, env: ENV },
    );
    expect(code).toBe(2);
    expect(stderr).toContain('--base-url');
  });

  const configOf = (api: object): void => {
    put('connlint.config.json', JSON.stringify({ service: { api } }));
  };
  /** The origins that a run without --base-url requests. No network is used; one answer is enough for all requests. */
  const asked = async (way: Way) => {
    const body = JSON.stringify({ access_token: 'made-up', expires_in: 3600, results: [], enabled: true });
    const answer = `globalThis.fetch = async (url) => {
      process.stderr.write('asked ' + new URL(url).origin + '\\n');
      return new Response(${JSON.stringify(body)});
    };`;
    const preload = `--import=data:text/javascript,${encodeURIComponent(answer)}`;
    const env = { ...WAYS[way], NODE_OPTIONS: preload };
    const pulled = await runBeside(['pull', '--out', 'a.json', '--project', aws.id], { cwd: folder, env });
    const origins = [...pulled.stderr.matchAll(/^asked (.*)$/gm)].map(([, origin]) => origin);
    return { ...pulled, origins: [...new Set(origins)] };
  };

  it.each([
    ['127.0.0.1', 'token'],
    ['cloud.mongodb.com.example', 'service account'],
    ['xmongodb.com', 'API key'],
    [null, 'token'],
  ] as const)('go to no host that only a config names: %s, %s', async (host, way) => {
    configOf({ hosts: host === null ? [] : [host] });
    const { code, stderr, origins } = await asked(way);
    expect(origins).toEqual([]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/service\.api\.hosts[^]*no host of MongoDB Atlas[^]*--base-url/);
  });

  it.each([
    [{}, 'https://cloud.mongodb.com', 'token'],
    [{ path: '//api.example/' }, 'https://cloud.mongodb.com', 'service account'],
    [{ hosts: ['api.example', '*.MongoDB.com'] }, 'https://cloud.mongodb.com', 'API key'],
    [{ hosts: ['mongodbgov.com'] }, 'https://cloud.mongodbgov.com', 'token'],
    [{ hosts: ['api.example', 'cloud.mongodbgov.com'] }, 'https://cloud.mongodbgov.com', 'service account'],
  ] as const)('go to a built-in host that the config names as well: %j, %s, %s', async (api, origin, way) => {
    configOf(api);
    const { stdout, stderr, origins } = await asked(way);
    expect(origins).toEqual([origin]);
    expect(stdout + stderr).toMatch(/private endpoint services +0|did not confirm/);
  });

  it('go to the host of --base-url, whatever the config names', async () => {
    configOf({ hosts: ['api.example'] });
    await withApi({}, async ({ base }) => {
      const run = await pull(base);
      expect(run.code, run.stderr).toBe(0);
    });
  });

  it('as a project id are not repeated', () => {
    const project = [
      'pull',
      '--out',
      'connlint.facts.json',
      '--base-url',
      'http://127.0.0.1:9',
      '--project',
      CANARY.publicKey,
    ];
    const { code, stderr } = connlint(project, { cwd: folder, env: ENV });
    expect(code).toBe(2);
    expect(stderr).toMatch(/--project is not a valid project id/);
    expect(stderr).not.toContain(CANARY.publicKey);
  });

  it.each(Object.keys(WAYS) as Way[])('of %s leave no trace', async (way) => {
    await withApi({}, async ({ base, faults }) => {
      const good = await pull(base, [], WAYS[way]);
      expect(good.code, good.stderr).toBe(0);
      const echo = JSON.stringify(WAYS[way]);
      faults.push({ path: /clusters/, status: 409, body: `{"errorCode":"BUSY","detail":${echo}}` });
      const bad = await pull(base, [], WAYS[way]);
      expect(bad.code).toBe(2);
      const file = readFileSync(join(folder, 'connlint.facts.json'), 'utf8');
      expect(canariesIn([good.stdout, good.stderr, bad.stdout, bad.stderr, file].join('\n'))).toEqual([]);
      expect(existsSync(join(folder, 'connlint.facts.json'))).toBe(true);
    });
  });
});
