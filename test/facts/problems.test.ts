import { describe, expect, it } from 'vitest';
import { buildFacts } from '../../src/facts/build.ts';
import type { FactInput } from '../../src/facts/build.ts';
import { record } from '../support/facts-fixture.ts';

const problemsOf = (value: unknown, more: Partial<FactInput> = {}): string[] =>
  buildFacts([{ file: 'f.json', value, ...more }]).problems.map(({ message, hint }) => `${message} ${hint}`);

describe('files that are not facts', () => {
  it('repeats nothing of an error answer', () => {
    const answer = { detail: 'Canary-41', error: 403, errorCode: 'NO_ACCESS', parameters: ['Canary-41'], reason: 'x' };
    expect(problemsOf(answer)).toEqual([expect.stringMatching(/not a fact file.*connlint pull/)]);
    expect(problemsOf(answer)[0]).not.toContain('Canary');
  });

  it.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
    ['objects of a Terraform plan', `{"resource_changes": [${'{"change_a":'.repeat(100_000)}1${'}'.repeat(100_000)}]}`],
  ])('names a file whose %s are nested too deep', (_, text) => {
    const value: unknown = JSON.parse(text);
    const { problems } = buildFacts([{ file: 'deep.json', value }]);
    expect(problems[0]?.message).toContain('nested too deep');
  });

  it('asks for a name when a setting is not recognised', () => {
    expect(problemsOf({ enabled: true })).toEqual([expect.stringMatching(/which setting.*privateIpMode.*"inventory"/)]);
    expect(problemsOf({ enabled: true }, { as: 'regionalMode' })).toEqual([]);
  });

  it('reads a setting as what the config calls it, whatever the file is called', () => {
    const { facts } = buildFacts([{ file: 'awsCustomDNS.json', as: 'privateIpMode', value: { enabled: true } }]);
    expect(facts.project).toMatchObject({ peeringOnly: { value: true } });
    expect(facts.project.customDnsOnAws).toBeUndefined();
  });

  it.each([[null], ['text'], [7], [{ a: 1 }], [[1, 2, 3]], [{ name: 'willow' }], [{ enabled: 'yes' }]])(
    'names the accepted forms once for %j',
    (value) => {
      const said = problemsOf(value);
      expect(said).toHaveLength(1);
      expect(said[0]).toMatch(/connlint pull.*terraform show -json/);
    },
  );

  it('does not read a file of a later release', () => {
    expect(problemsOf({ connlintFacts: 2, clusters: [] })).toEqual([expect.stringContaining('another release')]);
  });

  it('still reads the other files', () => {
    const { facts, problems } = buildFacts([
      { file: 'bad.json', value: {} },
      { file: 'good.json', value: record() },
    ]);
    expect(problems.map(({ file }) => file)).toEqual(['bad.json']);
    expect(facts.clusters).toHaveLength(1);
  });
});

describe('files that report less than they could', () => {
  const noticesOf = (...inputs: readonly FactInput[]): (readonly [string, string])[] =>
    buildFacts(inputs).facts.notices.map(({ code, file }) => [code, file] as const);

  it('says when a list is empty', () => {
    expect(noticesOf({ file: 'a.json', value: [] })).toEqual([['fact-empty', 'a.json']]);
    expect(noticesOf({ file: 'clusters.json', value: { results: [], totalCount: 0 } })).toEqual([
      ['fact-empty', 'clusters.json'],
    ]);
    expect(noticesOf({ file: 'a.json', as: 'endpointServices', value: [] })).toEqual([]);
  });

  it('says when pages of a list are missing', () => {
    const page = (file: string, name: string, totalCount: number): FactInput => ({
      file,
      value: { results: [record({ name })], totalCount },
    });
    expect(noticesOf(page('p1.json', 'willow', 2))).toEqual([['fact-incomplete', 'p1.json']]);
    expect(noticesOf(page('p1.json', 'willow', 2), page('p2.json', 'aspen', 2))).toEqual([]);
  });

  it('takes all pages of a list of clusters for the whole list, but not those of another list', () => {
    const page = (file: string, ...results: readonly unknown[]): FactInput => ({
      file,
      value: { results, totalCount: 2 },
    });
    const flexRecord = record({
      name: 'x',
      more: { replicationSpecs: [], providerSettings: { providerName: 'FLEX' } },
    });
    const peers = (file: string, id: string) => page(file, { id, providerName: 'AWS', statusName: 'AVAILABLE' });
    const containers = (file: string) => page(file, { id: 'c', providerName: 'AWS', provisioned: true });
    const clusters = (file: string, name: string) => page(file, record({ name }));
    const flex = (file: string) => page(file, flexRecord);
    const known = (...inputs: readonly FactInput[]) => [...buildFacts(inputs).facts.known];
    expect(known(clusters('c1.json', 'a'), peers('p1.json', 'p'), peers('p2.json', 'q'))).toEqual(['peers aws']);
    expect(known(clusters('c1.json', 'a'), clusters('again.json', 'a'))).toEqual([]);
    expect(known(clusters('c1.json', 'a'), clusters('c2.json', 'b'))).toEqual(['clusters']);
    expect(known(clusters('c1.json', 'a'), flex('f1.json'))).toEqual([]);
    expect(known(peers('p1.json', 'p'), containers('n1.json'))).toEqual([]);
    const whole = { file: 'whole.json', value: { results: [record({ name: 'a' })], totalCount: 1 } };
    expect(known(whole, clusters('c1.json', 'a'))).toEqual([]);
    expect(known({ file: 'f.json', value: { results: [flexRecord], totalCount: 1 } })).toEqual(['flexClusters']);
  });
});
