import { describe, expect, it } from 'vitest';
import { FAR } from '../../src/text/source.ts';
import { prometheusJobs } from '../../src/iac/prometheus.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { childOf, everyNode, yamlLines } from '../../src/read/yaml.ts';
import type { YamlNode } from '../../src/read/yaml.ts';

/** `key=value{children}`, list items as `-`, an exclamation mark for open nodes. */
const shown = (nodes: readonly YamlNode[]): string =>
  nodes
    .map(({ key, value, open, children }) => {
      const below = children.length === 0 ? '' : `{${shown(children)}}`;
      return `${key ?? '-'}${value === '' ? '' : `=${value}`}${open ? '!' : ''}${below}`;
    })
    .join(' ');

describe('YAML by its lines', () => {
  it.each([
    ['', ''],
    ['a: 1\nb: 2\n', 'a=1 b=2'],
    ['a: 1\r\nb: 2\r\n', 'a=1 b=2'],
    ['a:\n  b: 1\n  c:\n    d: 2\ne: 3', 'a{b=1 c{d=2}} e=3'],
    ['a:\n- b: 1\n  c: 2\n- d', 'a{-=b: 1{b=1 c=2} -=d}'],
    ['a:\n  - 1\n  - 2\nb: 3', 'a{-=1 -=2} b=3'],
    ['- - a: 1\n  - b', '-=- a: 1{-=a: 1{a=1} -=b}'],
    ['-\n  a: 1', '-{a=1}'],
    ['-a: 1', '-a=1'],
    ['# no: 1\n  # no: 2\n\n   \na: 1', 'a=1'],
    ['a: 1 # why\nb: # why\nc: x#y\nd: \'it # is\' # why\ne: "x" y # why', 'a=1 b c=x#y d=it # is e="x" y'],
    ['"a b": \'1\'\n\'c\': "2"\nd: "\ne: \'', 'a b=1 c=2 d=" e=\''],
    ['a:1\nb : 2\nc:\t3', 'b=2 c=3'],
    ['a: 1\n---\nb:\n  c: 2\n...\n  d: 3', 'a=1 b{c=2} d=3'],
    ['a:\n    b: 1\n  c: 2', 'a{b=1 c=2}'],
    ['\na: 1', 'a=1'],
    ['a: 1\r x\nb: 2', 'a=1\r x b=2'],
    ['  # a: 1\n#b: 2\n #- c', ''],
    ['a:\n  b: --- \n  c: x ...\n  d: 1', 'a{b=--- c=x ... d=1}'],
    ['a:\n--- x\n  b: 1', 'a{b=1}'],
    ['a:\n---\t \n  b: 1', 'a b=1'],
    ['a:\n---x\n  b: 1', 'a{b=1}'],
    ['a:\n -   b: 1\n     c: 2\n -\td: 3', 'a{-=b: 1{b=1 c=2} -=d: 3{d=3}}'],
    ['a: x\n- b\nc:\n- d', 'a=x -=b c{-=d}'],
    ['- a\n- b\n  - c\n- d', '-=a -=b{-=c} -=d'],
    ['a:\n  - b\n - c\n- d', 'a{-=b -=c -=d}'],
    ['a: "x" # y\nb: "x"y # z\nc: \'x\' y', 'a=x b="x"y c=\'x\' y'],
    ['a: "x # y\nb: x "y"\nc: "" # d\ne: # f', 'a="x b=x "y" c e'],
    ['a: x\t# y\nb: x #\nc:  #x\nd: x# y', 'a=x b=x c d=x# y'],
    ['a.b/c-d $x <<: 1', 'a.b/c-d $x <<=1'],
    [
      `a: 1\n${'b'.repeat(FAR)}: 2\nc: ${'x'.repeat(FAR - 3)}\ne: ${'x'.repeat(FAR - 2)}\nd: 4`,
      `a=1 c=${'x'.repeat(FAR - 3)} d=4`,
    ],
  ])('%j', (text, expected) => {
    expect(shown(yamlLines(text))).toBe(expected);
  });

  it.each([
    ['a:\n  <<: *base\n  b: 1\nc: 2', 'a!{<<=*base b=1} c=2'],
    ['a:\n  b: 1\n{{ include "x" }}\n  c: 2\nd: 3', 'a!{b=1! c=2} d=3'],
    ['a:\n  b:\n    {% if x %}\n    c: 1\n  e: 2', 'a!{b!{c=1} e=2}'],
    ['a:\n  b: 1\n  *all\nc: 2', 'a!{b=1!} c=2'],
    ['a:\n  b: {{ x }}\n', 'a{b={{ x }}}'],
    ['a:\n  b:\n    c:\n      d: 1\n    {{ x }}\ne: 2', 'a!{b!{c!{d=1}}} e=2'],
    ['a:\n  b: 1\n  c:\n    d: 1\n  ...\n', 'a!{b=1 c!{d=1}}'],
    ['a:\n  b: x {{ y }}\n  { c }\n  x <<\n', 'a{b=x {{ y }}}'],
    ['{{- if x }}\na: 1\n', 'a=1'],
  ])('is open where something is merged in or made by a template: %j', (text, expected) => {
    expect(shown(yamlLines(text))).toBe(expected);
  });

  it('places keys, values and ends', () => {
    const text = 'top:\n  key: "a b"  # why\n  next:\n    - one\n\n    - two \nlast: 1\n';
    const nodes = [...everyNode(yamlLines(text))];
    const cut = (from: number, to: number): string => text.slice(from, to);
    expect(nodes.map(({ at }) => cut(at.offset, at.endOffset))).toEqual([
      'top:',
      'key: "a b"',
      'next:',
      '- one',
      '- two',
      'last: 1',
    ]);
    expect(nodes.map(({ valueAt }) => cut(valueAt.offset, valueAt.endOffset))).toEqual([
      '',
      'a b',
      '',
      'one',
      'two',
      '1',
    ]);
    expect(nodes.map(({ lastEnd, at }) => cut(at.offset, lastEnd).split('\n').at(-1)!.trim())).toEqual([
      '- two',
      'key: "a b"  # why',
      '- two',
      '- one',
      '- two',
      'last: 1',
    ]);
    expect(nodes.map(({ column }) => column)).toEqual([0, 2, 2, 4, 4, 0]);
    expect(childOf(nodes[0]!, 'next')).toBe(nodes[2]);
    expect(childOf(nodes[0]!, 'last')).toBeUndefined();
    expect(nodes[1]!.parent).toBe(nodes[0]);
  });

  it('finds where something ends, with the text that continues below it', () => {
    const text =
      'a:\n  b: |\n    text: no\n    more\n  plain\n    deeper\nflat\nc:\n  - d\n    on\n     # why\n      \n';
    const ends = [...everyNode(yamlLines(text))].map(
      ({ key, at, lastEnd }) => `${key ?? '-'}: ${text.slice(at.offset, lastEnd).split('\n').at(-1)!.trim()}`,
    );
    expect(ends).toEqual(['a: deeper', 'b: deeper', 'text: text: no', 'c: on', '-: on']);
    const quoted = '\'a\': "b"\nc:\n';
    expect(yamlLines(quoted).map(({ at }) => quoted.slice(at.offset, at.endOffset))).toEqual(['\'a\': "b"', 'c:']);
  });
});

describe('jobs of Prometheus', () => {
  const URL = 'https://cloud.mongodb.com/prometheus/v1.0/groups/5f1a/discovery';
  const job = (url: string, more = ''): string =>
    `scrape_configs:\n  - job_name: shop\n${more}    http_sd_configs:\n      - url: ${url}\n      - url: https://example.com/x\n`;
  const jobs = (text: string, path = 'prometheus.yml') =>
    prometheusJobs({ path, text }, ATLAS).map(({ name, discoveries, open }) => ({
      name: name.value,
      urls: discoveries.map(({ url }) => url.value),
      open,
    }));

  it('are read with what asks the service', () => {
    expect(jobs(job(URL))).toEqual([{ name: 'shop', urls: [URL], open: false }]);
    expect(jobs(job(`"${URL}?targetScheme=PRIVATE"`))[0]!.urls).toEqual([`${URL}?targetScheme=PRIVATE`]);
    expect(jobs(job(`${URL}#x`))[0]!.urls).toHaveLength(1);
    expect(jobs(job(`${URL}/more`))[0]!.urls).toEqual([]);
    expect(jobs(job(URL.replace('/groups/', '/orgs/')))[0]!.urls).toEqual([]);
    expect(jobs('job_name: x\n')).toEqual([]);
    expect(jobs('a:\n  job_name: x\n')).toEqual([]);
    expect(jobs('- job_name: x\n')).toEqual([{ name: 'x', urls: [], open: false }]);
  });

  it('are open where an alias or a template may add to them', () => {
    expect(jobs(job(URL, '    scheme: *scheme\n'))[0]!.open).toBe(true);
    expect(jobs(job(URL, '    <<: *common\n'))[0]!.open).toBe(true);
    expect(jobs(job(URL, '    scheme: "a*b"\n'))[0]!.open).toBe(false);
  });

  it.each([
    ['a.yml', 1],
    ['a.YAML', 1],
    ['a.yml.j2', 1],
    ['a.yml.template-x', 0],
    ['a.ymlx', 0],
    ['a.json', 0],
  ])('are in %s: %i', (path, count) => {
    expect(jobs(job(URL), path)).toHaveLength(count);
  });
});
