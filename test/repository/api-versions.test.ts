import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

describe('npm run api-versions', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'connlint-versions-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (...args: string[]): { status: number | null; stderr: string } =>
    spawnSync(process.execPath, [join(root, 'tools/run.mjs'), 'tools/api-versions/api-versions.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
    });

  const media = (date: string, sunset?: string): object => ({
    [`application/vnd.atlas.${date}+json`]: {
      schema: {},
      'x-xgen-version': date,
      ...(sunset ? { 'x-sunset': sunset } : {}),
    },
  });
  const spec = {
    openapi: '3.0.1',
    paths: {
      '/api/atlas/v2/groups/{groupId}/clusters': {
        get: {
          operationId: 'listGroupClusters',
          responses: {
            '200': { content: { ...media('2023-01-01', '2028-01-01'), ...media('2026-10-01'), ...media('preview') } },
            '404': { content: media('2022-01-01') },
          },
        },
      },
      '/api/atlas/v2/groups/{groupId}/widgets/{id}': {
        parameters: [],
        delete: {
          deprecated: true,
          operationId: 'deleteWidget',
          responses: { '204': { content: media('2023-05-01', '2025-01-01') } },
        },
      },
      '/api/other/{id}': { get: { responses: { '200': { content: media('2020-01-01') } } } },
    },
  };

  it('reads operations, versions and sunsets, and keeps names and releases', () => {
    const [input, out] = [join(folder, 'openapi.json'), join(folder, 'out.json')];
    writeFileSync(input, JSON.stringify(spec));
    expect(run(input, '--date', '2026-12-01', '--out', out)).toMatchObject({ status: 0, stderr: '' });
    const made = JSON.parse(readFileSync(out, 'utf8')) as Record<string, unknown>;
    expect(made).toMatchObject({
      date: '2026-12-01',
      operations: [
        {
          id: 'listGroupClusters',
          method: 'GET',
          path: '/groups/{}/clusters',
          versions: { '2023-01-01': '2028-01-01', '2026-10-01': null },
        },
        {
          id: 'deleteWidget',
          method: 'DELETE',
          path: '/groups/{}/widgets/{}',
          versions: { '2023-05-01': '2025-01-01' },
          deprecated: true,
        },
      ],
    });
    expect(made.names).toMatchObject({ listGroupClusters: 'list clusters' });
    expect((made.releases as unknown[]).length).toBeGreaterThan(0);
  });

  it('reads a list of operations as well', () => {
    const [input, out] = [join(folder, 'operations.json'), join(folder, 'out.json')];
    const versions = { '2024-08-05': null, '2023-01-01': '2027-07-01', preview: null };
    const path = '/api/atlas/v2/groups/{groupId}/widgets';
    writeFileSync(
      input,
      JSON.stringify({ operations: [{ operationId: 'listWidgets', method: 'GET', path, versions }] }),
    );
    expect(run(input, '--date', '2026-12-01', '--out', out)).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      operations: [{ id: 'listWidgets', versions: { '2023-01-01': '2027-07-01', '2024-08-05': null } }],
    });
  });

  it.each([['soon'], [20270115]])('refuses a sunset that is not a date: %s', (sunset) => {
    const [input, out] = [join(folder, 'operations.json'), join(folder, 'out.json')];
    const path = '/api/atlas/v2/groups/{groupId}/widgets';
    const versions = { '2023-01-01': sunset };
    writeFileSync(
      input,
      JSON.stringify({ operations: [{ operationId: 'listWidgets', method: 'GET', path, versions }] }),
    );
    const { status, stderr } = run(input, '--out', out);
    expect([status, stderr]).toEqual([2, expect.stringContaining('is not a date')]);
  });

  it('reads YAML too, and refuses a file that contains no version', () => {
    const input = join(folder, 'openapi.yaml');
    writeFileSync(input, 'openapi: 3.0.1\npaths:\n  /api/atlas/v2/orgs:\n    get:\n      responses: {}\n');
    const { status, stderr } = run(input, '--out', join(folder, 'out.json'));
    expect(status).toBe(2);
    expect(stderr).toContain('no operation below /api/atlas/v2/');
  });
});
