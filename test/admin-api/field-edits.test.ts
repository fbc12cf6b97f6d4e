import { describe, expect, it } from 'vitest';
import { applied, runExample } from '../support/run-example.ts';

const ADDRESS = 'https://cloud.mongodb.com/api/atlas/v2/groups/$G/clusters';

/** A call with this body, and the body after each suggestion of `api-root-shape-2024`. */
function repaired(body: string, file = 'a.sh'): string[] {
  const call = (text: string): string =>
    `curl -X POST -H 'Accept: application/vnd.atlas.2024-10-23+json' -d '${text}' ${ADDRESS}\n`;
  const { findings } = runExample({ title: '', files: { [file]: call(body) } });
  const [before, behind] = call('BODY').split('BODY') as [string, string];
  return findings
    .filter(({ rule }) => rule === 'api-root-shape-2024')
    .flatMap(({ suggestions }) => suggestions)
    .map((repair) => `${repair.title}: ${applied(call(body), repair).slice(before.length, -behind.length)}`);
}

describe('an element for each shard', () => {
  it.each([
    ['[{"numShards":2,"zone":"a"}]', ['Write 2 elements: [{"zone":"a"}, {"zone":"a"}]']],
    ['[{"zone":"a","numShards":2}]', ['Write 2 elements: [{"zone":"a"}, {"zone":"a"}]']],
    ['[{"zone":"a",  "numShards" : 2 }]', ['Write 2 elements: [{"zone":"a" }, {"zone":"a" }]']],
    ['[{"a":1,"numShards":2,"b":3}]', ['Write 2 elements: [{"a":1,"b":3}, {"a":1,"b":3}]']],
    ['[{"numShards":1,"zone":"a"}]', ['Leave numShards out: [{"zone":"a"}]']],
    ['[{"numShards":12}]', [`Write 12 elements: [${Array.from({ length: 12 }, () => '{}').join(', ')}]`]],
    [
      '[{"numShards":3,"of":{"x":{}},"to":[{}]}]',
      [expect.stringContaining('Write 3 elements: [{"of":{"x":{}},"to":[{}]}, {')],
    ],
    ['[{"of":{"x":{}},"numShards":2}]', ['Write 2 elements: [{"of":{"x":{}}}, {"of":{"x":{}}}]']],
    ['[{"zone":"a"},{"numShards":2}]', ['Write 2 elements: [{"zone":"a"},{}, {}]']],
  ])('%s', (specs, expected) => {
    const body = (text: string): string => `{"replicationSpecs":${text}}`;
    expect(repaired(body(specs)).map((text) => text.replace('{"replicationSpecs":', '').slice(0, -1))).toEqual(
      expected,
    );
  });

  it.each([
    '[{"numShards":0}]',
    '[{"numShards":13}]',
    '[{"numShards":1.5}]',
    '[{"numShards":"2"}]',
    '[{"numShards":n}]',
    '[{"numShards":2',
  ])('none for %s', (specs) => {
    expect(repaired(`{"replicationSpecs":${specs}`)).toEqual([]);
  });
});

describe('a body that contains a credential', () => {
  const call = (count: number): string =>
    `curl -X POST -H 'Accept: application/vnd.atlas.2024-10-23+json' -d '[{"numShards":${count},"password":"Kx7qTw9p"}]' ${ADDRESS}\n`;
  it.each([1, 2])('is not repeated in an edit: %i', (count) => {
    const { findings } = runExample({ title: '', files: { 'a.sh': call(count) } });
    expect(findings.length).toBeGreaterThan(0);
    expect(JSON.stringify(findings)).not.toContain('Kx7qTw9p');
  });
});

describe('the size of the disk in the hardware', () => {
  it.each([
    [
      '{"diskSizeGB":40,"r":[{"electableSpecs":{"a":1},"readOnlySpecs":{"b":1}}]}',
      '{"r":[{"electableSpecs":{"diskSizeGB": 40, "a":1},"readOnlySpecs":{"diskSizeGB": 40, "b":1}}]}',
    ],
    [
      '{"r":[{"analyticsSpecs" : {"a":1}}], "diskSizeGB": 10.5}',
      '{"r":[{"analyticsSpecs" : {"diskSizeGB": 10.5, "a":1}}]}',
    ],
    [
      '{"r":[{"electableSpecs":{"a":1}}],\n  "diskSizeGB": 10,\n  "x": 1}',
      '{"r":[{"electableSpecs":{"diskSizeGB": 10, "a":1}}],\n  \n  "x": 1}',
    ],
  ])('%s', (body, expected) => {
    expect(repaired(body)).toEqual([`Move the size into the hardware: ${expected}`]);
  });

  it.each([
    '{"diskSizeGB":40,"r":[]}',
    '{"diskSizeGB":40,"r":[{"myElectableSpecs":{"a":1}}]}',
    '{"diskSizeGB":40,"r":[{"electableSpecs":null}]}',
    '{"diskSizeGB":size,"r":[{"electableSpecs":{"a":1}}]}',
    '{"diskSizeGB":"40","r":[{"electableSpecs":{"a":1}}]}',
  ])('is not moved in %s', (body) => {
    expect(repaired(body)).toEqual([]);
  });
});
