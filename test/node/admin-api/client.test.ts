import { describe, expect, it } from 'vitest';
import { buildFacts } from '../../../src/facts/build.ts';
import { pullFacts } from '../../../src/node/admin-api/pull.ts';
import type { ApiServer, Fault } from '../../support/admin-api/api-server.ts';
import { canariesIn, demoProjects, testSession, trouble, WAYS, withApi } from '../../support/api.ts';
import type { Way } from '../../support/api.ts';

const ways = Object.keys(WAYS) as Way[];
const DAY = '2026-11-20';

const pull = (server: ApiServer, way: Way = 'API key', id = demoProjects().azure.id) => {
  const session = testSession(server.base, WAYS[way]);
  return { session, pulled: pullFacts(session, id, DAY) };
};

it('comes through a challenge that runs out on the way', async () => {
  await withApi({}, async (server) => {
    const { session } = pull(server);
    await pullFacts(session, demoProjects().aws.id, DAY);
    server.gate.expire();
    const again = await pullFacts(session, demoProjects().aws.id, DAY);
    expect(again.file.clusters).toHaveLength(1);
  });
});

describe.each(ways)('with %s', (way) => {
  it('reads everything', async () => {
    await withApi({}, async (server) => {
      const { azure } = demoProjects();
      const { file, parts } = await pull(server, way).pulled;
      expect(parts.find(({ words }) => words === 'clusters')).toMatchObject({
        state: 'read',
        detail: '2',
      });
      expect(file).toMatchObject({
        project: { groupId: azure.id, peeringOnly: true, customDnsOnAws: false },
        endpointServices: [],
      });
      expect(file.peers).toHaveLength(azure.peers.length);
      const { facts, problems } = buildFacts([{ file: 'f.json', value: JSON.parse(JSON.stringify(file)) }]);
      expect(problems).toEqual([]);
      expect(facts.clusters.map(({ name }) => name)).toEqual(['crane', 'quayside']);
      expect(facts.clusters.every(({ listed, providers }) => listed.length > 0 && providers)).toBe(true);
      expect(facts.project.peering).toEqual({ aws: false, azure: true, gcp: false });
      expect(canariesIn(JSON.stringify(file))).toEqual([]);
    });
  });

  it('says that the credential is not accepted', async () => {
    const accounts = { accessToken: 'other', clientId: 'o', clientSecret: 'o', publicKey: 'o', privateKey: 'o' };
    await withApi({ accounts: { ...accounts } }, async (server) => {
      expect(await trouble(pull(server, way).pulled)).toMatch(/401.*not accepted/s);
      expect(server.requests.length).toBeLessThan(5);
    });
  });

  const passing: readonly (readonly [string, Fault])[] = [
    ['429 with a wish', { path: /clusters/, times: 2, status: 429, headers: { 'Retry-After': '7' } }],
    ['503', { path: /clusters/, times: 2, status: 503, body: '' }],
    ['an answer that is cut short', { path: /clusters/, times: 2, cutAfter: 100 }],
    ['a line that breaks', { path: /clusters/, times: 1, act: (response) => response.destroy() }],
  ];
  it.each(passing)('comes through %s', async (_, fault) => {
    await withApi({}, async (server) => {
      server.faults.push({ ...fault });
      const { session, pulled } = pull(server, way);
      expect((await pulled).file.clusters).toHaveLength(2);
      const wanted = fault.headers ? [7000, 7000] : [500, 1000].slice(0, fault.times);
      expect(session.pauses).toEqual(wanted);
    });
  });

  const lasting: readonly (readonly [string, Fault, RegExp])[] = [
    ['429', { path: /clusters/, status: 429 }, /the API failed \(429/],
    ['a long wait', { path: /clusters/, status: 429, headers: { 'Retry-After': '3600' } }, /the API failed \(429/],
    ['500', { path: /clusters/, status: 500 }, /the API failed \(500/],
    ['a cut', { path: /clusters/, cutAfter: 10 }, /cannot read clusters from/],
    [
      'HTML',
      { path: /clusters/, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html>' },
      /not valid JSON[^]*a login page/,
    ],
    ['broken JSON', { path: /clusters/, body: '{"results": [{"na' }, /clusters: the answer is not valid JSON/],
    [
      'JSON that is nested too deep',
      { path: /clusters/, body: `{"results": [${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}]}` },
      /clusters: the answer is nested too deep/,
    ],
    ['nothing', { path: /clusters/, body: '' }, /clusters: the answer is not valid JSON/],
    ['other JSON', { path: /clusters/, body: '{"a": 1}' }, /clusters: the answer contains no list/],
    ['a setting without a value', { path: /privateIpMode/, body: '{}' }, /peering-only mode: .* no "enabled"/],
    ['403 for clusters', { path: /\/clusters/, status: 403, body: '{"errorCode":"USER_UNAUTHORIZED"}' }, /Read Only/],
    [
      '403 by address',
      { path: /clusters/, status: 403, body: '{"errorCode":"IP_ADDRESS_NOT_ON_ACCESS_LIST"}' },
      /access list/,
    ],
    ['404', { path: /clusters/, status: 404, body: '{"errorCode":"GROUP_NOT_FOUND"}' }, /GROUP_NOT_FOUND.*project id/s],
    ['410', { path: /clusters/, status: 410, body: '{"errorCode":"VERSION_GONE"}' }, /VERSION_GONE.*update connlint/s],
    [
      'a redirect',
      { path: /clusters/, status: 302, headers: { Location: 'https://other.example/x' } },
      /redirects \(302\).*not followed/s,
    ],
  ];
  it.each(lasting)('reports what is wrong: %s', async (_, fault, expected) => {
    await withApi({}, async (server) => {
      server.faults.push({ ...fault });
      expect(await trouble(pull(server, way).pulled)).toMatch(expected);
    });
  });

  it('never repeats what the other side says', async () => {
    await withApi({}, async (server) => {
      const echo = JSON.stringify({
        detail: JSON.stringify(WAYS[way]),
        errorCode: 'ODD_ONE',
        reason: 'x',
      });
      server.faults.push({ path: /clusters/, status: 400, body: echo });
      expect(await trouble(pull(server, way).pulled)).toMatch(/refuses \(400 ODD_ONE\)/);
    });
  });
});
