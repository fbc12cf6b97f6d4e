import { exampleRecord } from '../src/rule-helpers/example-record.ts';
import { codeMatches } from '../src/rule-helpers/built-hosts.ts';
import { defineRule, type RuleResult } from '../src/lint/rule.ts';

const CALL =
  /\batlas[ \t]{1,8}clusters?[ \t]{1,8}(?:connectionStrings|cs)[ \t]{1,8}describe[ \t]{1,8}["']?([\w-]{1,80})["']?[^\n;|]{0,200}?[ \t](--type[ =]["']?privateEndpoint["']?)(?!\w)/g;

const facts = (sharded: boolean): Record<string, unknown> => ({
  'till.json': exampleRecord('till', 'ab123', { sharded }),
});

export default defineRule({
  id: 'cli-endpoint-type',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: ['privateEndpoint'] },
  severity: 'warning',
  confidence: 'high',
  needs: ['cluster type'],
  docs: {
    what: 'A script that reads the endpoint string of a replica set from the Atlas CLI with `--type privateEndpoint`.',
    why: 'The command prints only the optimized string. A replica set has none, so the output is empty.',
    todo: 'Use `-o json` and read `privateEndpoint[].srvConnectionString`.',
    sources: ['MongoDB Atlas CLI, source of `clusters connectionStrings describe` (2026-08)'],
  },
  messages: { empty: '`--type privateEndpoint` prints nothing for the replica set "{cluster}".' },
  examples: {
    invalid: [
      {
        title: 'a replica set',
        files: { 'uri.sh': 'URI=$(atlas clusters connectionStrings describe till ⟦--type privateEndpoint⟧)\n' },
        facts: facts(false),
        suggested: '-o json',
      },
    ],
    valid: [
      {
        title: 'a sharded cluster',
        files: { 'uri.sh': 'atlas clusters connectionStrings describe till --type privateEndpoint\n' },
        facts: facts(true),
      },
      {
        title: 'another type',
        files: { 'uri.sh': 'atlas clusters connectionStrings describe till --type private # privateEndpoint\n' },
        facts: facts(false),
      },
      {
        title: 'the whole record',
        files: { 'uri.sh': 'atlas clusters connectionStrings describe till --type privateEndpoint -o json\n' },
        facts: facts(false),
      },
    ],
  },
  check({ source: { text } }, { facts }) {
    return codeMatches(text, CALL).flatMap(({ match, endOffset }): RuleResult[] => {
      const [whole, name = '', option = ''] = match;
      const at = { offset: endOffset - option.length, endOffset };
      const rest = text.slice(endOffset, endOffset + 200).split('\n', 1)[0]!;
      if (/[ \t](?:-o|--output)[ =]["']?json/.test(whole + rest)) return [];
      const [cluster, other] = facts.clusters.filter((known) => known.name === name);
      if (!cluster?.sharded || other) return [{ missing: 'cluster type', at }];
      const suggestions = [{ title: 'Print the record as JSON', edits: [{ ...at, text: '-o json' }] }];
      return cluster.sharded.value ? [] : [{ message: 'empty', data: { cluster: name }, at, suggestions }];
    });
  },
});
