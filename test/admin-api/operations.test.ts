import { describe, expect, it } from 'vitest';
import { dateEdit, moveDate } from '../../src/admin-api/accept-header.ts';
import { apiRequests } from '../../src/admin-api/requests.ts';
import { nextVersion, operationOf, operations, versionFor } from '../../src/admin-api/versions.ts';
import type { Operation } from '../../src/admin-api/versions.ts';
import { versionDates } from '../../src/classify/api-versions.ts';
import { PLACEHOLDER } from '../../src/text/literal.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { applied } from '../support/run-example.ts';

const called = (path: string, method: string | null): string | undefined =>
  operationOf({ path: path.replaceAll('…', PLACEHOLDER), method })?.name;

describe('the operation that a call asks for', () => {
  it.each([
    ['/groups/1/clusters', 'GET', 'list clusters'],
    ['/groups/1/clusters', 'POST', 'create a cluster'],
    ['/groups/1/clusters', null, 'list clusters'],
    ['/groups/1/clusters', 'DELETE', undefined],
    ['/Groups/…/Clusters/…', 'PATCH', 'update a cluster'],
    ['/groups/1/clusters/', 'GET', undefined],
    ['/groups//clusters', 'GET', undefined],
    ['/groups/1/…', 'GET', undefined],
    ['/clusters', null, 'list clusters of all projects'],
    // A literal word is not a cluster name.
    ['/groups/1/clusters/tenantUpgradeToServerless', 'POST', 'upgrade to serverless'],
    ['/groups/1/clusters/tenantUpgradeToServerless', null, 'read a cluster'],
    ['/groups/1/liveMigrations', null, 'start a live migration'],
    [
      '/groups/1/privateEndpoint/serverless/instance/x/endpoint',
      'GET',
      'list private endpoint serverless instance endpoint',
    ],
    ['/groups/1/clusters/orders/processArgs', null, 'advanced settings of a cluster'],
    [
      '/groups/1/privateEndpoint/AWS/endpointService/1/endpoint',
      'POST',
      'create private endpoint endpoint service endpoint',
    ],
    ['/groups/1/peers', 'GET', 'list peers'],
    ['/groups/1/peers/2', 'GET', 'get peer'],
    ['/groups/1/peers/2/x', 'GET', undefined],
    ['/groups/1:migrate', 'POST', 'migrate group'],
    ['/groups/1', 'GET', 'get group'],
    ['', null, 'get system status'],
  ])('%s %s: %s', (path, method, name) => {
    expect(called(path, method)).toBe(name);
  });
});

const operation: Operation = {
  id: 'getX',
  name: 'x',
  method: 'GET',
  path: '/x',
  deprecated: false,
  versions: [
    { date: '2023-01-01', sunset: null },
    { date: '2023-02-01', sunset: '2026-01-01' },
    { date: '2024-01-01', sunset: '2027-01-01' },
    { date: '2025-01-01', sunset: null },
    { date: '2026-01-01', sunset: null },
  ],
};

describe('versions', () => {
  it.each([
    ['2022-12-31', undefined],
    ['2023-01-01', '2023-01-01'],
    ['2023-12-31', '2023-02-01'],
    ['2030-01-01', '2026-01-01'],
  ])('%s is answered by %s', (date, version) => {
    expect(versionFor(operation, date)?.date).toBe(version);
  });

  it.each([
    ['2023-01-01', '2025-01-01'],
    ['2025-01-01', '2026-01-01'],
    ['2026-01-01', undefined],
  ])('after %s comes %s', (date, next) => {
    expect(nextVersion(operation, { date, sunset: null })?.date).toBe(next);
  });

  it('have dates of the list, and every sunset is after its version', () => {
    for (const { versions } of operations()) {
      for (const { date, sunset } of versions) {
        expect(versionDates()).toContain(date);
        expect((sunset ?? '9999') > date).toBe(true);
      }
    }
  });
});

describe('another date in the header', () => {
  const moved = (text: string): string => {
    const source = { path: 'a.sh', text };
    const [request] = apiRequests({ source, strings: findStrings(source, ATLAS), anchors: new Map() }, ATLAS);
    return applied(text, moveDate(request!, request!.mediaTypes[0]!, '2025-03-12'));
  };
  const call = (...dates: string[]): string =>
    `curl ${dates.map((date) => `-H 'Accept: application/vnd.atlas.${date}+json'`).join(' ')} https://cloud.mongodb.com/api/atlas/v2/groups\n`;

  it.each([
    [['2023-01-01'], ['2025-03-12']],
    [
      ['2023-01-01', '2023-01-01'],
      ['2025-03-12', '2025-03-12'],
    ],
    [
      ['2023-01-01', '2024-08-05'],
      ['2025-03-12', '2024-08-05'],
    ],
  ])('%s becomes %s', (before, after) => {
    expect(moved(call(...before))).toBe(call(...after));
  });

  it('none where the source does not show the date', () => {
    const [string] = findStrings({ path: 'a.sh', text: call('2023-01-01') }, ATLAS).filter(
      ({ kind }) => kind === 'media-type',
    );
    expect(dateEdit(string!, '2023-02-01', '2025-03-12')).toBeUndefined();
  });
});
