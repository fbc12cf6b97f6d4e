import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { buildFacts } from '../../../src/facts/build.ts';
import { objectsOf } from '../../../src/text/json.ts';
import type { ApiServer } from '../../support/admin-api/api-server.ts';
import { pullFacts } from '../../../src/node/admin-api/pull.ts';
import { canariesIn, demoProjects, testSession, trouble, WAYS, withApi } from '../../support/api.ts';
import type { Way } from '../../support/api.ts';

const DAY = '2026-11-20';

const pull = (server: ApiServer, way: Way = 'API key', id = demoProjects().azure.id) => {
  const session = testSession(server.base, WAYS[way]);
  return { session, pulled: pullFacts(session, id, DAY) };
};

describe('lists', () => {
  const many = Array.from({ length: 23 }, (_, i) => ({
    id: `c${i}`,
    name: `n${String(i).padStart(2, '0')}`,
    clusterType: 'REPLICASET',
  }));
  const projects = [{ ...demoProjects().aws, clusters: many }];

  it.each([1, 7, 23, 500])('are whole with %i entries a page', async (pageSize) => {
    await withApi({ projects, pageSize }, async (server) => {
      const { file } = await pull(server, 'token', projects[0]!.id).pulled;
      expect(objectsOf(file.clusters).map(({ name }) => name)).toEqual(many.map(({ name }) => name));
    });
  });

  it('are asked for by number: the next page that an answer names is not followed', async () => {
    await withApi({ projects, pageSize: 5 }, async (server) => {
      const links = [{ rel: 'next', href: 'https://elsewhere.example/api?pageNum=2' }];
      server.faults.push({
        path: /clusters\?.*pageNum=1&/,
        body: JSON.stringify({ results: many.slice(0, 5), links }),
      });
      const { file } = await pull(server, 'token', projects[0]!.id).pulled;
      expect(file.clusters).toHaveLength(23);
      expect(server.requests.every(({ headers }) => headers.host === new URL(server.base).host)).toBe(true);
    });
  });

  it('that miss entries are not believed', async () => {
    await withApi({ projects }, async (server) => {
      server.faults.push({ path: /clusters\?/, body: JSON.stringify({ results: many.slice(0, 5), totalCount: 23 }) });
      expect(await trouble(pull(server, 'token', projects[0]!.id).pulled)).toMatch(/clusters: .*5 of 23/);
    });
  });

  it('come in one order, whatever order the API has', async () => {
    const texts: string[] = [];
    for (const clusters of [many, [...many].reverse()]) {
      await withApi({ projects: [{ ...projects[0]!, clusters }] }, async (server) => {
        texts.push(JSON.stringify((await pull(server, 'token', projects[0]!.id).pulled).file));
      });
    }
    expect(texts[0]).toBe(texts[1]);
  });
});

describe('what may be missing', () => {
  it.each([
    ['peers', 'peering connections'],
    ['awsCustomDNS', 'custom DNS on AWS'],
    ['flexClusters', 'flex clusters'],
    ['AZURE/endpointService', 'private endpoint services'],
  ])('is reported: %s', async (path, words) => {
    await withApi({}, async (server) => {
      server.faults.push({ path: new RegExp(path), status: 403, body: '{"errorCode":"USER_UNAUTHORIZED"}' });
      const { file, parts } = await pull(server).pulled;
      expect(parts.filter(({ state }) => state === 'denied').map((part) => part.words)).toEqual([words]);
      expect(file.clusters).toHaveLength(2);
      const { facts } = buildFacts([{ file: 'f.json', value: file }]);
      if (path === 'awsCustomDNS') expect(facts.project.customDnsOnAws).toBeUndefined();
      if (path.startsWith('AZURE')) expect(facts.endpoints).toBeUndefined();
    });
  });
});

describe('the credential', () => {
  it('goes to no other host', async () => {
    const seen: unknown[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers);
      response.end('[]');
    });
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const { port } = other.address() as AddressInfo;
    await withApi({}, async (server) => {
      server.faults.push({ path: /./, status: 307, headers: { Location: `http://127.0.0.1:${port}/` } });
      for (const way of Object.keys(WAYS) as Way[]) await trouble(pull(server, way).pulled);
    });
    await new Promise((done) => other.close(done));
    expect(seen).toEqual([]);
  });

  it('of an API key never travels', async () => {
    await withApi({ digest: 'SHA-256' }, async (server) => {
      await pull(server, 'API key').pulled;
      expect(JSON.stringify(server.requests)).not.toContain(WAYS['API key'].MONGODB_ATLAS_PRIVATE_API_KEY);
    });
  });

  it('does not get into the facts, even when answers repeat it', async () => {
    const { aws } = demoProjects();
    const token = WAYS.token.MONGODB_ATLAS_ACCESS_TOKEN!;
    const tags = [{ key: 'token', value: token }];
    const strings = { standardSrv: 'mongodb+srv://canaryuser77:Canary5ecretWord@shop.k2m4q.mongodb.net' };
    const cluster = { id: 'x', name: 'shop', connectionStrings: strings, tags, adminPassword: 'Canary5ecretWord' };
    await withApi({ projects: [{ ...aws, clusters: [cluster] }] }, async (server) => {
      const { file } = await pull(server, 'token', aws.id).pulled;
      expect(canariesIn(JSON.stringify(file))).toEqual([]);
      expect(JSON.stringify(file)).not.toMatch(/canaryuser77|Canary5ecretWord/);
      expect(JSON.stringify(file)).toContain('mongodb+srv://shop.k2m4q.mongodb.net');
    });
  });
});

describe('time', () => {
  it('is limited for an answer', async () => {
    await withApi({}, async (server) => {
      server.faults.push({ path: /clusters/, delay: 60_000 });
      const slow = testSession(server.base, WAYS.token, { requestTime: 50 });
      expect(await trouble(pullFacts(slow, demoProjects().aws.id, DAY))).toMatch(/no complete answer in time/);
    });
  });

  it('is not spent on a host that nobody answers for', async () => {
    const base = await withApi({}, (server) => Promise.resolve(server.base));
    expect(await trouble(pullFacts(testSession(base, WAYS.token), demoProjects().aws.id, DAY))).toMatch(
      /cannot read clusters from http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\)/,
    );
  });
});
