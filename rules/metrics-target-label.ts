import { childOf, type YamlNode } from '../src/iac/yaml.ts';
import { DISCOVERY_WORDS, prometheusJobs, type PrometheusJob } from '../src/iac/prometheus.ts';
import type { DiscoveryTarget, Facts } from '../src/facts/facts.ts';
import { factsNamed } from '../src/facts/query.ts';
import { nearestName } from '../src/text/edit-distance.ts';
import { defineRule, type Fix, type RuleProblem } from '../src/lint/rule.ts';

const URL = 'https://cloud.mongodb.com/prometheus/v1.0/groups/65c1a0000000000000000d4e/discovery';
const job = (filter: string): string =>
  `scrape_configs:\n  - job_name: atlas\n    scheme: https\n    http_sd_configs:\n      - url: ${URL}\n    relabel_configs:\n${filter}`;
const keep = (label: string, regex: string, action = 'keep'): string =>
  `      - source_labels: [${label}]\n        regex: ${regex}\n        action: ${action}\n`;
const FACTS = {
  'targets.json': [
    {
      targets: ['till-shard-00-00.h6j2m.mongodb.net:27018'],
      labels: {
        cl_name: 'till',
        group_id: '65c1a0000000000000000d4e',
        node_type: 'ELECTABLE',
        provider: 'AWS',
        region: 'US_EAST_1',
      },
    },
  ],
};

export default defineRule({
  id: 'metrics-target-label',
  since: '0.1.0',
  scope: 'file',
  basis: 'facts',
  trigger: { anchors: DISCOVERY_WORDS, besideService: true },
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A scrape job that filters the targets of Atlas by a label, or a value of it, that no known target has.',
    why: 'A `keep` that matches nothing drops every target, and a `drop` that matches nothing keeps every target. Prometheus reports neither.',
    todo: 'Use a label of the discovery answer: `connlint inventory show` lists the known targets with their provider, region, node type and replica set.',
    sources: [
      'MongoDB Atlas documentation, Prometheus integration (2026-08)',
      'Prometheus documentation, relabel_config (2026-08)',
    ],
  },
  messages: {
    label: 'No known scrape target has the label `{label}`.',
    value: 'No known scrape target has a `{label}` that matches this pattern.',
  },
  examples: {
    invalid: [
      {
        title: 'a label that older answers had',
        facts: FACTS,
        files: { 'a.yml': job(keep('⟦cluster_name⟧', 'till')) },
        suggested: 'cl_name',
      },
      {
        title: 'a region in the spelling of hostnames',
        facts: FACTS,
        files: { 'a.yml': job(keep('region', '⟦us-east-1⟧')) },
      },
      {
        title: 'a label that does not exist',
        facts: FACTS,
        files: { 'a.yml': job(keep('⟦rack⟧', 'a', 'drop')) },
      },
    ],
    valid: [
      {
        title: 'a label of the targets',
        facts: FACTS,
        files: { 'a.yml': job(keep('node_type', 'ELECTABLE|ANALYTICS')) },
      },
      {
        title: 'a label of Prometheus',
        facts: FACTS,
        files: { 'a.yml': job(keep('__address__', '.*-pri.*')) },
      },
      {
        title: 'a label that the job creates',
        facts: FACTS,
        files: {
          'a.yml': job(`      - source_labels: [cl_name]\n        target_label: cluster\n${keep('cluster', 'till')}`),
        },
      },
      {
        title: 'several labels together',
        facts: FACTS,
        files: { 'a.yml': job(keep('cl_name, region', 'till;EU_WEST_1')) },
      },
      { title: 'a value from outside', facts: FACTS, files: { 'a.yml': job(keep('region', '${REGION}')) } },
      { title: 'no targets are known', files: { 'a.yml': job(keep('cluster_name', 'till')) } },
    ],
  },
  check({ source }, { profile, facts }) {
    return prometheusJobs(source, profile).flatMap((one) => {
      const targets = one.open ? [] : targetsOf(one, facts);
      return targets.length === 0 ? [] : filtersOf(one, targets);
    });
  },
});

/** The targets of the projects that the job asks for; none if one of its addresses does not name its project. */
function targetsOf({ discoveries }: PrometheusJob, facts: Facts): readonly DiscoveryTarget[] {
  const ids = discoveries.map(({ url }) => /\/groups\/([0-9a-f]{24})\//i.exec(url.value)?.[1]?.toLowerCase());
  const lists = ids.map((id) => factsNamed(facts, id).discovery.filter(({ groupId }) => groupId === id));
  return lists.every((list) => list.length > 0) ? lists.flat() : [];
}

const FILTERS: ReadonlySet<string> = new Set(['keep', 'drop']);
const RELABELLING = ['relabel_configs', 'relabelings', 'relabelConfigs'];

function filtersOf({ item }: PrometheusJob, targets: readonly DiscoveryTarget[]): RuleProblem[] {
  const made = new Set<string>();
  const problems: RuleProblem[] = [];
  for (const entry of RELABELLING.flatMap((key) => childOf(item, key)?.children ?? [])) {
    const labels = labelsOf(entry);
    const action = childOf(entry, 'action')?.value ?? 'replace';
    if (FILTERS.has(action) && !labels.some(({ name }) => name.startsWith('__') || made.has(name)))
      problems.push(...judged(entry, labels, targets));
    const target = childOf(entry, 'target_label') ?? childOf(entry, 'targetLabel');
    if (target) made.add(target.value);
    // It may make any label.
    if (action === 'labelmap') break;
  }
  return problems;
}

interface Label {
  readonly name: string;
  readonly offset: number;
}

function labelsOf(entry: YamlNode): Label[] {
  const node = childOf(entry, 'source_labels') ?? childOf(entry, 'sourceLabels');
  if (!node) return [];
  const nodes = node.value === '' ? node.children : [node];
  return nodes.flatMap(({ value, valueAt }) =>
    [...value.matchAll(/[A-Za-z_]\w{0,100}/g)].map(({ index, 0: name }) => ({ name, offset: valueAt.offset + index })),
  );
}

function judged(entry: YamlNode, labels: readonly Label[], targets: readonly DiscoveryTarget[]): RuleProblem[] {
  const known = [...new Set(targets.flatMap((target) => Object.keys(target.labels)))];
  const wrong = labels.filter(({ name }) => !known.includes(name));
  if (wrong.length > 0) return wrong.map((label) => withoutLabel(label, known));
  const regex = childOf(entry, 'regex');
  const [only, second] = labels;
  if (!regex || !only || second) return [];
  const values = targets.map((target) => target.labels[only.name] ?? '');
  const matches = alternatives(regex.value);
  if (matches === null || values.some((value) => matches.includes(value))) return [];
  return [{ message: 'value', data: { label: only.name }, at: regex.valueAt }];
}

/** The values of a pattern without operators but `|`; `null` for any other. */
function alternatives(regex: string): readonly string[] | null {
  return /^[\w -]{1,60}(?:\|[\w -]{1,60}){0,20}$/.test(regex) ? regex.split('|') : null;
}

function withoutLabel({ name, offset }: Label, known: readonly string[]): RuleProblem {
  const at = { offset, endOffset: offset + name.length };
  const meant = name === 'cluster_name' && known.includes('cl_name') ? 'cl_name' : nearestName(name, known);
  const suggestions: Fix[] =
    meant === null ? [] : [{ title: `Use the label ${meant}`, edits: [{ ...at, text: meant }] }];
  return { message: 'label', data: { label: name }, at, suggestions };
}
