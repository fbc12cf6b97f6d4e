import { describe, expect, it } from 'vitest';
import { causesOf, joinMistakes } from '../../src/lint/one-mistake.ts';
import type { Causes } from '../../src/lint/one-mistake.ts';
import type { Finding } from '../../src/lint/finding.ts';
import type { RuleSetup } from '../../src/lint/run-rules.ts';
import { lintText } from '../support/lint-text.ts';

const strings = [
  { offset: 0, endOffset: 20 },
  { offset: 20, endOffset: 40 },
  { offset: 100, endOffset: 9_000 },
];

function finding(rule: string, offset: number, more: Partial<Finding> = {}): Finding {
  const base = {
    rule,
    offset,
    endOffset: offset + 1,
    file: 'a.env',
    line: 1,
    column: offset + 1,
    message: `of ${rule}`,
  };
  return { ...base, severity: 'warning', off: false, related: [], fix: null, suggestions: [], ...more } as Finding;
}

const setup = (id: string, supersedes: readonly string[] = [], basis?: string): RuleSetup =>
  ({ rule: { id, name: id, supersedes, basis, checkFile: () => [] } }) as never;
const causes: Causes = causesOf([
  setup('root', ['cause']),
  setup('cause', ['effect', 'other']),
  setup('planned', ['effect'], 'facts'),
  setup('x', ['y']),
  setup('y', ['x']),
]);

const joined = (...findings: readonly Finding[]): string[] =>
  joinMistakes(findings, strings, causes).map(({ rule, offset, related }) => {
    return [`${rule}@${offset}`, ...related.map(({ message }) => message.replace(/: .*/, ''))].join(' ');
  });

describe('joinMistakes', () => {
  it('leaves findings alone that no rule explains', () => {
    const all = [finding('effect', 1), finding('third', 2)];
    expect(joinMistakes(all, strings, causes)).toEqual(all);
  });

  it('joins findings about one string, wherever in it they are', () => {
    expect(joined(finding('effect', 1), finding('cause', 15), finding('other', 4))).toEqual(['cause@15 effect other']);
    expect(joined(finding('effect', 8_999), finding('cause', 100))).toEqual(['cause@100 effect']);
  });

  it('keeps findings about the next string, and where no string is', () => {
    expect(joined(finding('effect', 20), finding('cause', 19))).toEqual(['effect@20', 'cause@19']);
    expect(joined(finding('effect', 50), finding('cause', 50))).toEqual(['effect@50', 'cause@50']);
  });

  it('says the place and the words of what it joins', () => {
    const [cause] = joinMistakes([finding('effect', 5), finding('cause', 1)], strings, causes);
    expect(cause?.related).toEqual([{ file: 'a.env', line: 1, column: 6, message: 'effect: of effect' }]);
  });

  it('joins all to the first cause of a chain', () => {
    expect(joined(finding('effect', 1), finding('cause', 2), finding('root', 3))).toEqual(['root@3 effect cause']);
  });

  it('keeps a finding that is more severe than its cause, or that counts where the cause is off', () => {
    const severe = finding('effect', 1, { severity: 'error' });
    expect(joined(severe, finding('cause', 2))).toEqual(['effect@1', 'cause@2']);
    expect(joined(severe, finding('cause', 2), finding('cause', 3, { severity: 'error' }))).toEqual([
      'cause@2',
      'cause@3 effect',
    ]);
    expect(joined(finding('effect', 1), finding('cause', 2, { off: true }))).toEqual(['effect@1', 'cause@2']);
  });

  describe('fixes', () => {
    const fixAt = (offset: number, endOffset: number) => ({
      message: 'm',
      edits: [{ offset, endOffset, text: 'new' }],
    });
    const [near, far] = [fixAt(2, 5) as never, fixAt(7, 9) as never];
    const fixesOf = (...findings: readonly Finding[]) =>
      joinMistakes(findings, strings, causes).map(({ fix, suggestions }) => [fix, ...suggestions]);

    it('survive where they replace the place of the cause', () => {
      expect(fixesOf(finding('cause', 3), finding('effect', 1, { fix: near }))).toEqual([[near]]);
      expect(fixesOf(finding('cause', 3), finding('effect', 1, { suggestions: [far, near] }))).toEqual([[null, near]]);
    });

    it('go where they leave the cause as it is, where it has its own, and where facts decide', () => {
      expect(fixesOf(finding('cause', 3), finding('effect', 1, { fix: far }))).toEqual([[null]]);
      expect(fixesOf(finding('cause', 3, { fix: far }), finding('effect', 1, { fix: near }))).toEqual([[far]]);
      expect(fixesOf(finding('cause', 3, { suggestions: [far] }), finding('effect', 1, { fix: near }))).toEqual([
        [null, far],
      ]);
      expect(fixesOf(finding('planned', 3), finding('effect', 1, { fix: near }))).toEqual([[null]]);
    });
  });

  it('loses nothing where rules replace each other', () => {
    expect(joined(finding('x', 1), finding('y', 2))).toEqual(['x@1', 'y@2']);
  });
});

describe('the rules', () => {
  it.each([
    [
      'U=mongodb+srv://a-shard-00-00.k8d3f.mongodb.net:27017,a-shard-00-01.k8d3f.mongodb.net:27017/db',
      'scheme-host-mismatch',
    ],
    ['U=mongodb+srv://orders.k8d3f.mongodb.net:27017,stock.k8d3f.mongodb.net:27017/db', 'uri-refused'],
    ['U=mongodb://app:${PW}@orders.k8d3f.mongodb.net/db', 'scheme-host-mismatch'],
    ['U=mongodb+srv://app:${PW}@orders.k8d3f.mongodb.net/db?tls=true&tls=false', 'uri-refused'],
    ['U=mongodb+srv://app:${PW}@orders.k8d3f.mongodb.net/db?loadBalanced=true&replicaSet=a', 'uri-refused'],
    ['U=mongodb+srv://orders.k8d3f.mongodb.net:70000/db', 'uri-refused'],
    ['U=mongodb:///tmp/mongodb-27017.sock', 'uri-refused'],
  ])('report one mistake of %s', (text, rule) => {
    const report = lintText('prod.env', text);
    expect(report.map((one) => one.rule)).toEqual([rule]);
  });
});
