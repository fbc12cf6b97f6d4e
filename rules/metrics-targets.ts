import type { Facts, DiscoveryTarget } from '../src/facts/facts.ts';
import { listedHosts, projectOf } from '../src/facts/query.ts';
import { defineReason, defineRule, problemsAmong, type RuleProblem, type RuleContext } from '../src/lint/rule.ts';
import { matchesIn, rewriting, type Match, type Range } from '../src/text/source.ts';
import { childOf, type YamlNode } from '../src/read/yaml.ts';
import { DISCOVERY_WORDS, prometheusJobs, isGovernment, metricsIn, type PrometheusJob } from '../src/iac/prometheus.ts';
import { nearestName } from '../src/text/edit-distance.ts';

const SCHEMES = ['PUBLIC', 'PRIVATE', 'PRIVATE_ENDPOINT'];

export default defineRule({
  id: 'metrics-targets',
  trigger: {
    anchors: [...DISCOVERY_WORDS, 'third_party_integration', 'access_list', 'AccessList', 'is_mongodbgov_cloud'],
    orStrings: ['metrics-discovery'],
  },
  reasons: {
    scheme: {
      basis: 'code',
      messages: {
        endpoint: '`targetScheme=PRIVATE_ENDPOINT` also needs `endpointId`.',
        unknown: '`targetScheme` must be PUBLIC, PRIVATE or PRIVATE_ENDPOINT.',
        private: 'This discovery lists private hostnames, but the code of this file runs in a public network.',
        public: 'This discovery lists public hostnames, but the code of this file runs in a {network} network.',
      },
      kinds: ['metrics-discovery'],
      checkString: ({ literal, range }, context, { source }) =>
        literal.context === 'code' ? resultsOf(source.text, range, context) : [],
    },
    label: {
      basis: 'facts',
      messages: { label: 'No known scrape target has the label `{label}`.' },
      checkFile({ source }, { profile, facts }) {
        return prometheusJobs(source, profile).flatMap((one) => {
          const targets = one.open ? [] : targetsOf(one, facts);
          return targets.length === 0 ? [] : filtersOf(one, targets);
        });
      },
    },
    unsupported: defineReason({
      basis: 'code',
      confidence: 'medium',
      messages: {
        government: 'The Prometheus integration does not exist in the government cloud.',
        open: 'The Prometheus integration is off while the access list has an entry `/0`.',
      },
      collect: metricsIn,
      // Of one module, because other folders may belong to another project.
      checkModule(items, { facts: { clusters } }) {
        const open = items.find(({ is }) => is === 'open');
        const recorded = clusters.flatMap(listedHosts);
        const isRecorded = recorded.length > 0 && recorded.every(isGovernment);
        const inGovernment = isRecorded || items.some(({ is }) => is === 'government-code');
        const related = open && [{ file: open.file, at: open.at, message: 'This entry lets everybody in.' }];
        return problemsAmong(items).flatMap((use) => {
          if (use.is === 'government-metrics' || inGovernment) return [use];
          return related ? [{ ...use, message: 'open', related }] : [];
        });
      },
    }),
  },
});

function resultsOf(text: string, range: Range, { network, facts }: RuleContext): RuleProblem[] {
  const address = text.slice(range.offset, range.endOffset);
  const asked = ASKED.exec(address);
  const scheme = asked?.[1] ?? 'PUBLIC';
  const from = range.offset + (asked?.index ?? 0);
  const at = asked ? { offset: from, endOffset: from + asked[0].length } : range;
  if (/[^\w-]/.test(scheme) || isContinued(text, range.endOffset)) return [];
  const meant = SCHEMES.find((name) => name === scheme.toUpperCase().replace(/-/g, '_'));
  if (meant !== scheme) {
    const suggestions = meant ? [rewriting(`Write ${meant}`, at, `targetScheme=${meant}`)] : [];
    return [{ message: 'unknown', at, suggestions }];
  }
  if (scheme === 'PRIVATE_ENDPOINT') return /[?&;]endpointId=[^&]/.test(address) ? [] : [{ message: 'endpoint', at }];
  if (network === null || (network === 'public') === (scheme === 'PUBLIC')) return [];
  if (network === 'public') return [{ message: 'private', severity: 'warning', at }];
  const isPeered = network === 'peered';
  if (isPeered && isPrivateOnAws(projectOf(facts, { project: groupIn(address) }))) return [];
  const mark = asked ? '' : address.includes('?') ? '&' : '?';
  const place = asked ? at : { ...range, offset: range.endOffset };
  const listed = rewriting('List the names that peering reaches', place, `${mark}targetScheme=PRIVATE`);
  return [{ message: 'public', data: { network }, severity: 'warning', at, suggestions: isPeered ? [listed] : [] }];
}

const ASKED = /(?<=\?(?:[^]{0,400}[?&;])?)targetScheme=([^&#]{0,200})/;

const groupIn = (address: string) => /\/groups\/([0-9a-f]{24})\//i.exec(address)?.[1]?.toLowerCase();

/** On AWS, public names lead to private addresses inside a peered network. Without custom DNS there are no others. */
function isPrivateOnAws({ clusters, project }: Facts): boolean {
  const onAws =
    clusters.length > 0 && clusters.every(({ providers }) => providers?.every((provider) => provider === 'aws'));
  return onAws && project.customDnsOnAws?.value !== true;
}

/** True if code appends to the text, so that the end of the address is unknown. */
const isContinued = (text: string, endOffset: number): boolean =>
  /^["'`]?[ \t]{0,8}(?:[+.%&\\]|["'`]?\$)/.test(text.slice(endOffset, endOffset + 12));

/** The targets of the projects that the job asks for; none if one of its addresses does not name its project. */
function targetsOf({ discoveries }: PrometheusJob, facts: Facts): readonly DiscoveryTarget[] {
  const ids = discoveries.map(({ url }) => groupIn(url.value));
  const lists = ids.map((id) => projectOf(facts, { project: id }).discovery.filter(({ groupId }) => groupId === id));
  return lists.every((list) => list.length > 0) ? lists.flat() : [];
}

const RELABELLING = ['relabel_configs', 'relabelings', 'relabelConfigs'];

/** The labels by which a job filters, unless the job makes them. */
function filtersOf({ item }: PrometheusJob, targets: readonly DiscoveryTarget[]): RuleProblem[] {
  const known = new Set(targets.flatMap((target) => Object.keys(target.labels)));
  const made = new Set<string>();
  const problems: RuleProblem[] = [];
  for (const entry of RELABELLING.flatMap((key) => childOf(item, key)?.children ?? [])) {
    const labels = labelsOf(entry);
    const action = childOf(entry, 'action')?.value ?? 'replace';
    const isFilter = action === 'keep' || action === 'drop';
    if (isFilter && !labels.some(({ name }) => name.startsWith('__') || made.has(name)))
      problems.push(...labels.filter(({ name }) => !known.has(name)).map((label) => unknownLabel(label, [...known])));
    const target = childOf(entry, 'target_label') ?? childOf(entry, 'targetLabel');
    if (target) made.add(target.value);
    // It may make any label.
    if (action === 'labelmap') break;
  }
  return problems;
}

function labelsOf(entry: YamlNode) {
  const node = childOf(entry, 'source_labels') ?? childOf(entry, 'sourceLabels');
  if (!node) return [];
  const nodes = node.value === '' ? node.children : [node];
  return nodes.flatMap(({ value, valueAt }) => matchesIn(value, /[A-Za-z_]\w{0,100}/g, valueAt.offset));
}

function unknownLabel({ name, at }: Match, known: readonly string[]): RuleProblem {
  const meant = name === 'cluster_name' && known.includes('cl_name') ? 'cl_name' : nearestName(name, known);
  const suggestions = meant === null ? [] : [rewriting(`Use the label ${meant}`, at, meant)];
  return { message: 'label', data: { label: name }, at, suggestions };
}
