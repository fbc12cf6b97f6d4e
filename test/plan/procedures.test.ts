import { describe, expect, it } from 'vitest';
import { clusterRecord, endpointStrings, entryOf } from '../support/run-plan.ts';
import type { PlannedProject } from '../support/run-plan.ts';

/** One step of a vendor procedure, in its order, with the kind of step that carries it out and words that name it. */
type Row = readonly [kind: string, words: RegExp, source: string];

interface Procedure {
  readonly change: object;
  readonly project: Omit<PlannedProject, 'config'>;
  readonly settings?: object;
  readonly rows: readonly Row[];
}

const env = (...hosts: readonly string[]): Record<string, string> => ({
  'app.env': hosts.map((host, at) => `U${at}=mongodb+srv://${host}.mongodb.net/t\n`).join(''),
});
const FAQ = 'MongoDB Atlas documentation, FAQ: connection changes (2026-08)';
const OPTIMIZED = 'MongoDB Atlas documentation, optimized connection strings (2026-08)';
const ENDPOINTS = 'MongoDB Atlas documentation, set up a private endpoint: limitations (2026-08)';
const REGIONAL = 'MongoDB Atlas documentation, warning on regionalized private endpoints (2026-08)';
const SHARDS = 'MongoDB Atlas documentation, convert a replica set to a sharded cluster (2026-08)';
const PORTS = 'MongoDB Atlas provider for Terraform, guide on port mapping on Google Cloud (2026-08)';
const API = 'MongoDB Atlas documentation, migrate to the versioned Administration API (2026-08)';
const standardSrv = 'mongodb+srv://till.h6j2m.mongodb.net';
const withPrivate = { strings: { standardSrv, privateSrv: 'mongodb+srv://till-pri.h6j2m.mongodb.net' } };
const olden = { provider: 'AZURE', created: '2019-03-04T05:06:07Z' } as const;
const sharded = clusterRecord('till', {
  type: 'SHARDED',
  strings: endpointStrings('till', 'pl-0', 'pl-0-lb'),
});

const PROCEDURES: Readonly<Record<string, Procedure>> = {
  'multi-region': {
    change: { change: 'multi-region', cluster: 'till', regions: ['US_EAST_1', 'EU_WEST_1'] },
    project: { files: env('till-pl-0-lb.h6j2m'), clusters: [sharded], endpoints: ['US_EAST_1'] },
    settings: { regionalizedPrivateEndpoints: false },
    rows: [
      ['replace', /Legacy SRV/, OPTIMIZED],
      ['deploy', /restart/, FAQ],
      ['prepare', /private endpoint in every planned region/, ENDPOINTS],
      ['prepare', /Connect the networks of the regions/, ENDPOINTS],
      ['verify', /before the conversion/, FAQ],
      ['change', /Add the region/, OPTIMIZED],
      ['verify', /after the conversion/, ENDPOINTS],
    ],
  },
  'disable-peering-only': {
    change: { change: 'disable-peering-only' },
    project: { files: env('till-h6j2m.azure'), clusters: [clusterRecord('till', { ...olden, ...withPrivate })] },
    settings: { peeringOnly: true },
    rows: [
      ['replace', /Private IP for Peering/, FAQ],
      ['deploy', /restart/, FAQ],
      ['verify', /inside the peered network/, FAQ],
      ['change', /Turn peering-only mode off/, FAQ],
      ['verify', /mode is off/, FAQ],
    ],
  },
  'cloud-provider, made before November 2020': {
    change: { change: 'cloud-provider', cluster: 'till', to: 'AWS' },
    project: { files: env('till.h6j2m'), clusters: [clusterRecord('till', olden)] },
    rows: [
      ['change', /Add read-only nodes on AWS/, FAQ],
      ['replace', /first new string/, FAQ],
      ['deploy', /restart/, FAQ],
      ['verify', /first new string/, FAQ],
      ['change', /electable nodes on \w+ with nodes on AWS/, FAQ],
      ['replace', /second new string/, FAQ],
      ['deploy', /restart/, FAQ],
      ['verify', /after the move/, FAQ],
    ],
  },
  'cloud-provider, private paths': {
    change: { change: 'cloud-provider', cluster: 'till', to: 'GCP' },
    project: { files: env('till-pl-0.h6j2m'), clusters: [sharded] },
    rows: [
      ['replace', /Leave the private path/, 'MongoDB Atlas documentation, FAQ: deployment (2026-08)'],
      ['deploy', /restart/, FAQ],
      ['prepare', /Prepare the network on Google Cloud/, 'MongoDB Atlas documentation, FAQ: networking (2026-08)'],
      ['change', /Move the cluster to Google Cloud/, FAQ],
      ['prepare', /private path again/, ENDPOINTS],
      ['verify', /after the move/, FAQ],
    ],
  },
  'regionalized-endpoints': {
    change: { change: 'regionalized-endpoints', enabled: true },
    project: { files: env('till-pl-0.h6j2m'), clusters: [sharded], endpoints: ['US_EAST_1'] },
    rows: [
      ['prepare', /Announce a downtime/, REGIONAL],
      ['change', /regionalized private endpoints on/, REGIONAL],
      ['prepare', /Read the new strings/, REGIONAL],
      ['replace', /new strings/, REGIONAL],
      ['deploy', /restart/, FAQ],
      ['verify', /Verify/, REGIONAL],
    ],
  },
  shard: {
    change: { change: 'shard', cluster: 'till' },
    project: { files: env('till.h6j2m'), clusters: [clusterRecord('till')] },
    rows: [
      ['replace', /remove replicaSet/, SHARDS],
      ['deploy', /restart/, SHARDS],
      ['verify', /before the conversion/, SHARDS],
      ['change', /with one shard/, SHARDS],
      ['verify', /Wait until the conversion is complete/, SHARDS],
      ['deploy', /Restart every client/, SHARDS],
      ['verify', /after the restart/, SHARDS],
      ['change', /Add more shards/, SHARDS],
    ],
  },
  'custom-dns, on': {
    change: { change: 'custom-dns', enabled: true },
    project: { files: env('till.h6j2m'), clusters: [clusterRecord('till', withPrivate)] },
    rows: [
      ['change', /custom DNS on AWS on/, FAQ],
      ['prepare', /Read the Private IP/, FAQ],
      ['replace', /standard strings of peered/, FAQ],
      ['deploy', /restart/, FAQ],
      ['verify', /peered network/, FAQ],
    ],
  },
  'custom-dns, off': {
    change: { change: 'custom-dns', enabled: false },
    project: { files: env('till-pri.h6j2m'), clusters: [clusterRecord('till', withPrivate)] },
    rows: [
      ['replace', /Private IP for Peering strings/, FAQ],
      ['deploy', /restart/, FAQ],
      ['verify', /Verify/, FAQ],
      ['change', /custom DNS on AWS off/, FAQ],
      ['verify', /custom DNS is off/, FAQ],
    ],
  },
  'port-mapped-endpoints': {
    change: { change: 'port-mapped-endpoints', cluster: 'till' },
    project: { files: env('till-pl-0.h6j2m'), clusters: [clusterRecord('till', { provider: 'GCP' })] },
    rows: [
      ['change', /Create the port-mapped endpoint/, PORTS],
      ['prepare', /Read the new strings/, PORTS],
      ['replace', /-psc-0/, PORTS],
      ['deploy', /restart/, PORTS],
      ['verify', /network of the endpoint/, PORTS],
      ['prepare', /Remove the endpoints of the old/, PORTS],
    ],
  },
  'admin-api': {
    change: { change: 'admin-api', to: '2025-03-12' },
    project: { files: { 'a.sh': 'curl https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters\n' } },
    rows: [
      ['replace', /base address/, API],
      ['prepare', /version with every request/, API],
      ['prepare', /Adapt requests/, API],
      ['prepare', /cluster record/, API],
      ['deploy', /restart/, API],
      ['verify', /Verify/, API],
    ],
  },
  'leave-legacy-hostnames': {
    change: { change: 'leave-legacy-hostnames' },
    project: { files: env('till-h6j2m'), clusters: [clusterRecord('till', { created: '2019-03-04T05:06:07Z' })] },
    rows: [
      ['replace', /legacy strings/, FAQ],
      ['deploy', /restart/, FAQ],
      ['verify', /Verify/, FAQ],
    ],
  },
};

/** Each runbook against the procedure of its vendor: the same steps in the same order, and nothing between them. */
describe.each(Object.entries(PROCEDURES))('%s', (_, { change, project, settings = {}, rows }) => {
  const { steps } = entryOf({ ...project, config: { plan: [change], projects: [{ ...settings }] } });
  const own = steps.filter(({ kind }) => kind !== 'learn' && kind !== 'document');

  it('has the steps of the procedure, in its order', () => {
    expect(own.map(({ kind, title }) => [kind, title])).toEqual(
      rows.map(([kind, words]): readonly unknown[] => [kind, expect.stringMatching(words)]),
    );
    expect(rows.every(([, , source]) => /\(\d{4}-\d\d\)$/.test(source))).toBe(true);
  });

  it('says who may do it, where the token comes from, and what undoes it', () => {
    for (const { title, command, role, detail, kind, undo, irreversible } of own) {
      const calls = command?.includes('curl ') ?? false;
      if (calls) expect([title, role, detail]).toEqual([title, expect.any(String), expect.stringContaining('TOKEN')]);
      if (kind === 'change') expect([title, role, undo !== null]).toEqual([title, 'Project Owner', !irreversible]);
    }
  });

  it('says which step is the last that can be undone', () => {
    const final = own.findIndex(({ irreversible }) => irreversible);
    const words = final < 0 ? /All steps can be undone, up to this last one\./ : /the last step that can be undone\./;
    const said = own.filter(({ detail }) => detail.includes('can be undone'));
    expect(said.map(({ title, detail }) => [title, words.test(detail)])).toEqual([
      [own.at(final < 0 ? -1 : final - 1)?.title, true],
    ]);
  });

  it('checks the result after the last change of the cluster or the setting', () => {
    const from = own.findLastIndex(({ kind, title }) => kind === 'change' && title !== 'Add more shards');
    expect(own.slice(from + 1).some(({ kind, command }) => kind === 'verify' && command !== null)).toBe(true);
  });

  it('verifies every new string of the step before, and no old one', () => {
    const replaced = own.filter(({ kind }) => kind === 'replace').flatMap(({ places }) => places);
    const hostOf = (text: string): string => /[\w.-]+\.mongodb\.net/.exec(text)?.[0] ?? text;
    const pinged = own.filter(({ kind }) => kind === 'verify').flatMap(({ command }) => command?.split('\n') ?? []);
    for (const { from, to } of replaced) {
      if (to !== null) expect(pinged.join('\n')).toContain(hostOf(to));
      const isKept = replaced.some((place) => place.to !== null && from !== null && hostOf(place.to) === hostOf(from));
      const isGone = from !== null && !isKept && to !== null;
      if (isGone) expect(pinged.join('\n')).not.toContain(`//${hostOf(from)}/`);
    }
  });
});
