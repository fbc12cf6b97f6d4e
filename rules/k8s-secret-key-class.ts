import { codeMatches } from '../src/rule-helpers/built-hosts.ts';
import { defineRule, type CollectedItem, type ProjectRuleResult } from '../src/lint/rule.ts';
import { oncePer } from '../src/text/source.ts';
import type { ServiceProfile } from '../src/classify/service.ts';

/**
 * `key: connectionString…` of a reference, or in `-o jsonpath` or `index .data`, with the operator's name of the key.
 */
const KEY =
  /(?:\b(?:key|secretKey|property|remoteKey|objectName)["']?[ \t]{0,8}:[ \t]{0,8}["']?|\.data\.|data\[["'])(connectionString(?:\\?\.(standard|standardSrv|private|privateSrv)|(PrivateShard|PrivateSrv|Private)(\d{0,2})))(?![\w.])/g;

/** A resource of the Atlas operator. Secrets of another operator have other keys. */
const atlasKind = oncePer(({ operatorGroup }: ServiceProfile): RegExp => {
  const group = operatorGroup.replaceAll('.', '\\.');
  return new RegExp(
    `\\bapiVersion:[ \\t]{0,8}["']?${group}/|\\bkind:[ \\t]{0,8}["']?Atlas(?:Project|Deployment|DatabaseUser)\\b`,
    'g',
  );
});

interface KeyItem extends CollectedItem {
  readonly is: 'atlas-kind' | 'dotted' | 'public' | 'numbered';
  readonly key: string;
  /** The key to read instead. */
  readonly now: string | null;
}

const OPERATOR = 'apiVersion: atlas.mongodb.com/v1\nkind: AtlasDeployment\n';
const ref = (key: string): string =>
  `kind: Deployment\nspec:\n  env:\n    - name: DB\n      valueFrom:\n        secretKeyRef:\n          name: till-till-app\n          key: ${key}\n`;
const FILES = '**/*.yaml';

export default defineRule({
  id: 'k8s-secret-key-class',
  since: '0.1.0',
  scope: 'project',
  basis: 'code',
  trigger: {
    anchors: [
      'connectionString.',
      'connectionString\\.',
      'connectionStringPrivate',
      'atlas.mongodb.com/',
      'AtlasProject',
      'AtlasDeployment',
    ],
  },
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A Kubernetes workload that reads a key of the operator’s connection secret that does not exist, is for another network, or is numbered by position.',
    why: 'The operator writes `connectionStringStandardSrv` and similar keys. The dotted keys of old examples do not exist. Private keys are empty if the cluster has neither peering nor an endpoint. Numbered keys shift when peering is added, because it takes the first position.',
    todo: 'Read the key for the network in which the workload runs. If there are several endpoints, read the string from the cluster record.',
    sources: ['MongoDB Atlas Kubernetes Operator, connection secrets (2026-08)'],
  },
  messages: {
    dotted: 'The operator does not write `{key}`. Its keys have no dot (`{now}`).',
    public: '`{key}` is for a private network, but this workload runs in a public one.',
    numbered: '`{key}` is numbered by position. Peering or another endpoint shifts the numbers.',
  },
  examples: {
    invalid: [
      {
        title: 'a dotted key',
        files: { 'web.yaml': ref('⟦connectionString.standardSrv⟧'), 'cluster.yaml': OPERATOR },
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
        files: {
          'cluster.yaml': OPERATOR,
          'pull.sh': "kubectl get secret till -o jsonpath='{.data.⟦connectionString\\.standardSrv⟧}'\n",
        },
      },
    ],
    valid: [
      { title: 'the current key', files: { 'web.yaml': ref('connectionStringStandardSrv') } },
      { title: 'a private key, and the network is unknown', files: { 'web.yaml': ref('connectionStringPrivateSrv') } },
      {
        title: 'a private key in a peered network',
        files: { 'web.yaml': ref('connectionStringPrivate') },
        config: { overrides: [{ files: [FILES], network: 'peered' }] },
      },
      { title: 'a dotted key of another chart', files: { 'web.yaml': ref('connectionString.standardSrv') } },
      { title: 'a comment', files: { 'web.yaml': '# key: connectionString.standardSrv\n' } },
      {
        title: 'the community operator, whose keys are dotted',
        files: { 'web.yaml': ref('connectionString.standardSrv').replace('kind:', '# kind: MongoDBCommunity\nkind:') },
      },
    ],
  },
  collect({ source: { text } }, { network, profile }): KeyItem[] {
    const kinds = codeMatches(text, atlasKind(profile)).map(({ offset, endOffset }): KeyItem => {
      return { is: 'atlas-kind', at: { offset, endOffset }, key: '', now: null };
    });
    // The operator for self-hosted deployments writes keys with dots.
    const isCommunity = /MongoDBCommunity|mongodbcommunity/.test(text);
    const keys = codeMatches(text, KEY).flatMap(({ match, endOffset }): KeyItem[] => {
      const [, key = '', dotted, kind = '', number = ''] = match;
      const at = { offset: endOffset - key.length, endOffset };
      if (dotted !== undefined) {
        const now = `connectionString${dotted[0]!.toUpperCase()}${dotted.slice(1)}`;
        return isCommunity ? [] : [{ is: 'dotted', at, key, now }];
      }
      if (network === 'public')
        return [{ is: 'public', at, key, now: `connectionStringStandard${kind === 'Private' ? '' : 'Srv'}` }];
      return number === '' ? [] : [{ is: 'numbered', at, key, now: null }];
    });
    return [...kinds.slice(0, 1), ...keys];
  },
  check(files) {
    const items = files.flatMap(({ path, items: own }) => own.map((item) => ({ ...item, file: path })));
    const hasOperator = items.some(({ is }) => is === 'atlas-kind');
    return items.flatMap(({ is, at, key, now, file }): ProjectRuleResult[] => {
      if (is === 'atlas-kind' || (is === 'dotted' && !hasOperator)) return [];
      const suggestions = now === null ? [] : [{ title: `Read ${now}`, edits: [{ ...at, text: now }] }];
      return [{ message: is, data: { key, now: now ?? '' }, at, file, suggestions }];
    });
  },
});
