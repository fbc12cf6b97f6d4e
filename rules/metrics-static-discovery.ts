import { isDiscovery, STATIC_WORDS, staticTargets } from '../src/iac/prometheus.ts';
import { defineRule, type RuleProblem, type Fix } from '../src/lint/rule.ts';
import type { ServiceProfile } from '../src/classify/service.ts';
import type { YamlNode } from '../src/iac/yaml.ts';

const URL = 'https://cloud.mongodb.com/prometheus/v1.0/groups/65c1a0000000000000000d4e/discovery';
/** A target in a list: no quotes, commas, brackets. */
const TARGET = /[^\s"',[\]]{4,2048}/g;
const METRICS_PORT = ':27018';
const JOB = 'scrape_configs:\n  - job_name: atlas\n    scheme: https\n';

export default defineRule({
  id: 'metrics-static-discovery',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: STATIC_WORDS, besideService: true },
  severity: 'error',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'The address of the metrics discovery, or a node with its metrics port, as a fixed target of Prometheus.',
    why: 'The discovery returns a list of targets, not metrics, so it cannot be a target itself. A fixed list of nodes is outdated after the next change of regions or nodes.',
    todo: 'Put the address under `http_sd_configs` (Prometheus 2.28 and later), or let a script write a file for `file_sd_configs`.',
    severities: { warning: 'for a fixed list of nodes' },
    sources: [
      'MongoDB Atlas documentation, Prometheus integration and metrics discovery (2026-08)',
      'Prometheus documentation, http_sd_config',
    ],
  },
  messages: {
    address: 'Metrics discovery is not a target. Its address belongs under `http_sd_configs`.',
    node: 'A fixed list of nodes goes stale. Use `http_sd_configs`.',
  },
  examples: {
    invalid: [
      {
        title: 'the address as a target',
        files: { 'prometheus.yml': `${JOB}    static_configs:\n      - targets: ["⟦${URL}⟧"]\n` },
      },
      {
        title: 'as an item of a list',
        files: {
          'prometheus.yml': `${JOB}    static_configs:\n    - targets:\n      - '⟦${URL}?targetScheme=PRIVATE⟧'\n`,
        },
      },
      {
        title: 'without a scheme',
        files: { 'prometheus.yml': `${JOB}    static_configs:\n      - targets: [⟦${URL.slice(8)}⟧]\n` },
      },
      {
        title: 'nodes with the metrics port',
        files: {
          'prometheus.yml': `${JOB}    static_configs:\n      - targets:\n          - ⟦till-shard-00-00.ab123.mongodb.net:27018\n          - till-shard-00-01.ab123.mongodb.net:27018⟧\n        labels:\n          team: till\n`,
        },
        severity: 'warning',
      },
      {
        title: 'in a resource of the operator',
        files: {
          'scrape.yaml': `kind: ScrapeConfig\nspec:\n  scheme: HTTPS\n  staticConfigs:\n    - targets: ["⟦${URL}⟧"]\n`,
        },
      },
      {
        title: 'in JSON',
        files: {
          'prometheus.json': `{"scrape_configs": [{"job_name": "atlas", "static_configs": [{"targets": ["⟦${URL}⟧"]}]}]}`,
        },
      },
    ],
    valid: [
      { title: 'the right place', files: { 'a.yml': `${JOB}    http_sd_configs:\n      - url: ${URL}\n` } },
      {
        title: 'a file that a script writes',
        files: {
          'a.yml': `${JOB}    file_sd_configs:\n      - files: [/etc/prometheus/atlas.json]\n`,
          'atlas.json': '[{ "targets": ["till-shard-00-00.ab123.mongodb.net:27018"] }]\n',
        },
      },
      { title: 'a comment', files: { 'a.yml': `${JOB}    static_configs:\n      # - targets: ["${URL}"]\n` } },
      {
        title: 'other targets',
        files: { 'a.yml': `${JOB}    static_configs:\n      - targets: ["exporter:9216", "db.corp.example:27018"]\n` },
      },
      {
        title: 'a label that names the address',
        files: {
          'a.yml': `${JOB}    static_configs:\n      - targets: ["exporter:9216"]\n        labels:\n          from: ${URL}\n`,
        },
      },
    ],
  },
  check({ source }, { profile }) {
    return staticTargets(source).flatMap((targets) => resultsOf(source.text, targets, profile));
  },
});

function resultsOf(text: string, targets: YamlNode, profile: ServiceProfile): RuleProblem[] {
  const from = targets.valueAt.offset;
  const listed = [
    ...text
      .slice(from, targets.lastEnd)
      .replace(/(^|[ \t])#[^\n]*/gm, blank)
      .matchAll(TARGET),
  ].map(({ index, 0: target }) => ({ target, offset: from + index, endOffset: from + index + target.length }));
  const addresses = listed.filter(({ target }) => isDiscovery(target, profile));
  const nodes = listed.filter(({ target }) =>
    profile.domains.some((name) => target.endsWith(`.${name}${METRICS_PORT}`)),
  );
  const [first] = nodes;
  return [
    ...addresses.map(({ offset, endOffset, target }): RuleProblem => {
      const moved = listed.length === 1 ? asDiscovery(targets, target) : undefined;
      return { message: 'address', at: { offset, endOffset }, suggestions: moved ? [moved] : [] };
    }),
    ...(first
      ? [
          {
            message: 'node',
            severity: 'warning',
            at: { offset: first.offset, endOffset: nodes.at(-1)!.endOffset },
          } as const,
        ]
      : []),
  ];
}

/** The block from the vendor's example, replacing a block that contains nothing else. */
function asDiscovery(targets: YamlNode, target: string): Fix | undefined {
  const list = targets.parent?.parent;
  // JSON has no comments for the credentials that must still be added.
  if (
    !list ||
    list.column === 0 ||
    target.includes('@') ||
    list.children.length !== 1 ||
    targets.parent.children.length !== 1
  )
    return undefined;
  const indent = ' '.repeat(list.column);
  const address = target.includes('://') ? target : `https://${target}`;
  const key = list.key === 'static_configs' ? 'http_sd_configs' : 'httpSDConfigs';
  const login = list.key === 'static_configs' ? 'basic_auth' : 'basicAuth';
  const text = `${key}:\n${indent}  - url: ${address}`;
  return {
    title: `Ask the discovery under ${key} (its \`${login}\` is still to be added)`,
    edits: [{ offset: list.at.offset, endOffset: targets.lastEnd, text }],
  };
}

const blank = (comment: string): string => ' '.repeat(comment.length);
