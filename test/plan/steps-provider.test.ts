import { describe, expect, it } from 'vitest';
import { at, inOrder, titles } from '../support/plan-steps.ts';
import { clusterRecord, endpointStrings, entryOf } from '../support/run-plan.ts';

describe('cloud-provider', () => {
  const moved = (created: string, provider: 'AWS' | 'AZURE' | 'GCP' = 'GCP', cluster = 'stage') =>
    entryOf({
      files: { 'a.env': 'URI=mongodb+srv://stage.h6j2m.mongodb.net/s\n' },
      clusters: [clusterRecord('stage', { provider, regions: ['CENTRAL_US'], created })],
      config: { plan: [{ change: 'cloud-provider', cluster, to: 'aws' }] },
    });

  it('takes two steps for what was made before 3 November 2020', () => {
    const entry = moved('2020-11-02T23:59:59Z');
    expect(entry.verdict).toBe('blocked');
    inOrder(
      entry,
      'Add read-only nodes on AWS',
      'first new string in',
      'Verify connectivity',
      'with nodes on AWS',
      'second new string in',
      'Verify after',
    );
    expect(entry.steps[0]?.detail).toContain('With legacy backups, keep one node on Google Cloud');
    expect(entry.steps[at(entry, 'Replace the electable nodes')]?.detail).toContain('wait for the new backups');
  });

  it('keeps the standard string of younger clusters and of clusters on AWS', () => {
    const younger = moved('2020-11-03T00:00:00Z');
    expect(younger.verdict).toBe('ready');
    expect(titles(younger).join()).not.toContain('read-only');
    const entry = entryOf({
      clusters: [clusterRecord('elder', { provider: 'AWS', created: '2018-01-01T00:00:00Z' })],
      config: { plan: [{ change: 'cloud-provider', cluster: 'elder', to: 'gcp' }] },
    });
    expect(entry.steps[at(entry, 'Move the cluster to Google Cloud')]?.detail).toContain('does not change');
  });

  it('leaves private paths first, at any age', () => {
    const entry = entryOf({
      files: { 'a.env': 'URI=mongodb+srv://stage-pri.h6j2m.mongodb.net/s\n' },
      clusters: [
        clusterRecord('stage', {
          provider: 'AZURE',
          regions: ['EUROPE_WEST'],
          strings: {
            standardSrv: 'mongodb+srv://stage.h6j2m.mongodb.net',
            privateSrv: 'mongodb+srv://stage-pri.h6j2m.mongodb.net',
          },
        }),
      ],
      config: { plan: [{ change: 'cloud-provider', cluster: 'stage', to: 'aws' }] },
    });
    inOrder(entry, 'Leave the private path', 'Deploy', 'Move the cluster to AWS', 'Set up the private path again');
    expect(entry.steps[0]?.places[0]).toMatchObject({ to: 'mongodb+srv://stage.h6j2m.mongodb.net/s', proven: false });
  });

  it('tells clusters apart when a plan means all of them', () => {
    const entry = entryOf({
      clusters: [
        clusterRecord('old', { provider: 'GCP', regions: ['CENTRAL_US'], created: '2020-01-01T00:00:00Z' }),
        clusterRecord('new', { provider: 'GCP', regions: ['CENTRAL_US'] }),
        clusterRecord('there', { provider: 'AWS' }),
      ],
      config: { plan: [{ change: 'cloud-provider', cluster: '*', to: 'aws' }] },
    });
    expect(titles(entry)).toEqual(
      expect.arrayContaining([
        '"old": Add read-only nodes on AWS',
        '"new": Move the cluster to AWS',
        '"there": Nothing to move',
      ]),
    );
  });

  it('gives both conditions when nothing is known', () => {
    const entry = entryOf({ config: { plan: [{ change: 'cloud-provider', cluster: 'stage', to: 'aws' }] } });
    expect(entry.verdict).toBe('undecided');
    expect(entry.steps[at(entry, 'Find out which procedure')]?.detail).toContain('2020-11-03');
  });
});

describe('port-mapped-endpoints', () => {
  const plan = [{ change: 'port-mapped-endpoints', cluster: 'orbit' }];
  const orbit = clusterRecord('orbit', {
    provider: 'GCP',
    regions: ['WESTERN_EUROPE'],
    strings: endpointStrings('orbit', 'pl-0'),
  });

  it('builds the new endpoint beside the old one and removes the old one last', () => {
    const files = { 'a.env': 'URI=mongodb+srv://orbit-pl-0.h6j2m.mongodb.net/o\n' };
    const entry = entryOf({ files, clusters: [orbit], config: { plan } });
    inOrder(
      entry,
      'Create the port-mapped',
      'Read the new strings',
      'Switch the strings',
      'Deploy',
      'Verify',
      'Remove the endpoints',
    );
    expect(entry.steps[at(entry, 'Create the port-mapped')]?.command).toContain('"portMappingEnabled": true');
  });

  it('is nothing for a cluster elsewhere', () => {
    const entry = entryOf({ clusters: [clusterRecord('orbit')], config: { plan } });
    expect(titles(entry)).toEqual(['Nothing to do']);
  });
});
