import { codeMatches } from '../src/rule-helpers/built-hosts.ts';
import { defineRule } from '../src/lint/rule.ts';
import type { RuleProblem } from '../src/lint/rule.ts';

/** `key: connectionString…` of a reference, `-o jsonpath` and `index .data` forms, with the word as the operator spells it. */
const KEY =
  /(?:\b(?:key|secretKey|property|remoteKey|objectName)["']?[ \t]{0,8}:[ \t]{0,8}["']?|\.data\.|data\[["'])(connectionString(?:\\?\.(standard|standardSrv|private|privateSrv)|(PrivateShard|PrivateSrv|Private)(\d{0,2})))(?![\w.])/g;

const ref = (key: string): string =>
  `kind: Deployment\nspec:\n  env:\n    - name: DB\n      valueFrom:\n        secretKeyRef:\n          name: till-till-app\n          key: ${key}\n`;
const FILES = '**/*.yaml';

export default defineRule({
  id: 'k8s-secret-key-class',
  since: '0.1.0',
  scope: 'file',
  trigger: { anchors: ['connectionString.', 'connectionString\\.', 'connectionStringPrivate'] },
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A Kubernetes workload that reads a key of the operator’s connection secret which is not there, is not for its network, or is counted by position.',
    why: 'The operator writes `connectionStringStandardSrv` and its like. The dotted keys of old examples do not exist. Private keys are empty where the cluster has no peering and no endpoint, and the numbered ones shift when peering comes: it takes the first place.',
    todo: 'Read the key for the network that the workload runs in; for one endpoint of several, take its string from the cluster record.',
    sources: ['MongoDB Atlas Kubernetes Operator, connection secrets (2026-08)'],
  },
  messages: {
    dotted: 'The operator writes no key `{key}`: its keys have no dot (`{now}`).',
    public: '`{key}` is for a private network, but this workload runs in a public one.',
    numbered: '`{key}` is found by its position: peering, or another endpoint, shifts the numbers.',
  },
  examples: {
    invalid: [
      {
        title: 'a dotted key',
        files: { 'web.yaml': ref('⟦connectionString.standardSrv⟧') },
        suggested: 'connectionStringStandardSrv',
      },
      {
        title: 'a private key in a public network',
        files: { 'web.yaml': ref('"⟦connectionStringPrivateSrv⟧"') },
        config: { overrides: [{ files: [FILES], network: 'public' }] },
        suggested: 'connectionStringStandardSrv',
      },
      { title: 'a numbered key', files: { 'web.yaml': ref('⟦connectionStringPrivateSrv1⟧') } },
      {
        title: 'a script',
        files: { 'pull.sh': "kubectl get secret till -o jsonpath='{.data.⟦connectionString\\.standardSrv⟧}'\n" },
      },
    ],
    valid: [
      { title: 'the present key', files: { 'web.yaml': ref('connectionStringStandardSrv') } },
      { title: 'a private key, nothing said of the network', files: { 'web.yaml': ref('connectionStringPrivateSrv') } },
      {
        title: 'a private key in a peered network',
        files: { 'web.yaml': ref('connectionStringPrivate') },
        config: { overrides: [{ files: [FILES], network: 'peered' }] },
      },
      { title: 'a comment', files: { 'web.yaml': '# key: connectionString.standardSrv\n' } },
      {
        title: 'the community operator, whose keys are dotted',
        files: { 'web.yaml': ref('connectionString.standardSrv').replace('kind:', '# kind: MongoDBCommunity\nkind:') },
      },
    ],
  },
  check({ source: { text } }, { network }) {
    // The operator for self-hosted deployments writes dotted keys.
    const community = /MongoDBCommunity|mongodbcommunity/.test(text);
    return codeMatches(text, KEY).flatMap(({ match, endOffset }): RuleProblem[] => {
      const [, key = '', dotted, kind = '', number = ''] = match;
      const at = { offset: endOffset - key.length, endOffset };
      const replaced = (now: string) => [{ title: `Read ${now}`, edits: [{ ...at, text: now }] }];
      if (dotted !== undefined) {
        const now = `connectionString${dotted[0]!.toUpperCase()}${dotted.slice(1)}`;
        return community ? [] : [{ message: 'dotted', data: { key, now }, at, suggestions: replaced(now) }];
      }
      if (network === 'public') {
        const now = `connectionStringStandard${kind === 'Private' ? '' : 'Srv'}`;
        return [{ message: 'public', data: { key }, at, suggestions: replaced(now) }];
      }
      return number === '' ? [] : [{ message: 'numbered', data: { key }, at }];
    });
  },
});
