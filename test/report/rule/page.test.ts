import { describe, expect, it } from 'vitest';
import { defineRule } from '../../../src/lint/rule.ts';
import type { Rule } from '../../../src/lint/rule.ts';
import { rulePageText } from '../../../src/node/run-example.ts';

/** A rule that is small enough to read its whole page: it reports hosts named "old". */
const oldHost = defineRule({
  id: 'old-host',
  since: '0.3.0',
  scope: 'string',
  trigger: { all: ['uri'] },
  severity: 'warning',
  confidence: 'low',
  needs: ['cluster record'],
  changes: ['shard'],
  withoutPlan: true,
  supersedes: ['other-rule'],
  docs: {
    what: 'A host called `old` or <old>.',
    why: 'It is *old*.',
    todo: 'Call it "new".',
    sources: ['House rules (2026-01)'],
  },
  messages: { old: 'The host "{host}" is old.' },
  options: { spared: { type: 'array', items: { type: 'string' }, default: [], description: 'Hosts that may be old.' } },
  examples: {
    invalid: [
      {
        title: 'a fix',
        files: { 'deploy/app.env': '# a\n# b\nURI=mongodb://⟦old⟧/shop\n' },
        config: { plan: [{ change: 'shard', cluster: 'a' }] },
        facts: { 'a.json': { name: 'a', clusterType: 'REPLICASET', connectionStrings: {} } },
        fixed: 'new',
      },
    ],
    valid: [{ title: 'a host with `ticks`', files: { 'README.md': '```\nmongodb://new/\n```\n' } }],
  },
  check(string) {
    return string.hosts
      .filter(({ host }) => host === 'old')
      .map((host) => {
        const start = string.range.offset - string.inValue.offset;
        const at = { offset: start + host.hostRange.offset, endOffset: start + host.hostRange.endOffset };
        return {
          message: 'old',
          data: { host: host.host },
          at,
          fix: { title: 'Call it new', edits: [{ ...at, text: 'new' }] },
          related: [{ at: { offset: 0, endOffset: 1 }, message: 'the file begins here' }],
        };
      });
  },
});

const otherRule: Rule = {
  ...oldHost,
  id: 'other-rule',
  supersedes: [],
  examples: { invalid: [], valid: [] },
  needs: [],
};

describe('the page of a rule', () => {
  it('says everything that the rule says, and what the tool says about its examples', () => {
    expect(rulePageText(oldHost, [oldHost])).toMatchInlineSnapshot(`
      "# old-host

      | Severity | Fix     | Active                                           | Needs          | Since |
      | -------- | ------- | ------------------------------------------------ | -------------- | ----- |
      | warning  | \`--fix\` | with a plan: \`shard\`; or if the facts require it | cluster record | 0.3.0 |

      ## What it reports

      A host called \`old\` or \\<old>.

      ## Why

      It is \\*old\\*.

      ## What to do

      Call it "new".

      ## Example

      \`\`\`dotenv
      URI=mongodb://old/shop
      \`\`\`

      ## Use instead

      \`\`\`dotenv
      URI=mongodb://new/shop
      \`\`\`

      ## Options

      | Option   | Type  | Default | What                   |
      | -------- | ----- | ------- | ---------------------- |
      | \`spared\` | array | \`[]\`    | Hosts that may be old. |

      \`\`\`json
      { "rules": { "old-host": ["warning", { "spared": [] }] } }
      \`\`\`

      ## Suppress

      \`\`\`sh
      # connlint-disable-next-line old-host -- why it is right here
      \`\`\`

      ## Not reported with

      - Reported instead of: [other-rule](other-rule.md).

      ## All examples

      <details>
      <summary>2 examples</summary>

      ### Reported

      #### A fix

      \`deploy/app.env\`

      \`\`\`dotenv
      # a
      # b
      URI=mongodb://old/shop
      \`\`\`

      \`connlint.config.json\`

      \`\`\`json
      { "inventory": ["a.json"], "plan": [{ "change": "shard", "cluster": "a" }] }
      \`\`\`

      \`a.json\`

      \`\`\`json
      { "name": "a", "clusterType": "REPLICASET", "connectionStrings": {} }
      \`\`\`

      \`\`\`text
      deploy/app.env:3:15: warning: The host "old" is old.
        deploy/app.env:1:1: the file begins here
      \`\`\`

      After \`--fix\`: Call it new

      \`\`\`dotenv
      # a
      # b
      URI=mongodb://new/shop
      \`\`\`

      ### Not reported

      #### A host with \`ticks\`

      \`README.md\`

      \`\`\`\`markdown
      \`\`\`
      mongodb://new/
      \`\`\`
      \`\`\`\`

      </details>

      ## Sources

      - House rules (2026-01)
      "
    `);
  });

  it('names the rules that report in its place', () => {
    expect(rulePageText(otherRule, [oldHost, otherRule])).toContain(
      'Not reported if one of these reports: [old-host](old-host.md).',
    );
  });

  it('does not hide that an example is wrong', () => {
    const examples = { invalid: [{ title: 'x', files: { 'a.env': '' }, config: { plann: [] } }], valid: [] };
    expect(() => rulePageText({ ...oldHost, examples }, [oldHost])).toThrow(/the example's config/);
  });
});
