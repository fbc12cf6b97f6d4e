import type { Facts, DiscoveryTarget } from '../src/facts/facts.ts';
import { listedHosts, projectOf } from '../src/facts/query.ts';
import {
  defineReason,
  defineRule,
  type RuleProblem,
  type RuleContext,
  type ProjectRuleResult,
} from '../src/lint/rule.ts';
import type { FiledItem, Range, Fix } from '../src/text/source.ts';
import { childOf, type YamlNode } from '../src/read/yaml.ts';
import {
  DISCOVERY_WORDS,
  prometheusJobs,
  type PrometheusJob,
  isGovernment,
  metricsIn,
  type MetricsItem,
} from '../src/iac/prometheus.ts';
import { nearestName } from '../src/text/edit-distance.ts';

const SCHEMES = ['PUBLIC', 'PRIVATE', 'PRIVATE_ENDPOINT'];

export default defineRule({
  id: 'metrics-targets',
  trigger: {
    anchors: [
      ...DISCOVERY_WORDS,
      'third_party_integration',
      'ip_access_list',
      'IpAccessList',
      'accessList',
      'is_mongodbgov_cloud',
    ],
    orStrings: true,
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
      checkString(string, context, { source }) {
        if (string.kind !== 'metrics-discovery' || string.literal.context !== 'code') return [];
        const { offset, endOffset } = string.range;
        const address = source.text.slice(offset, endOffset);
        const from = address.indexOf('?');
        return resultsOf(source.text, string.range, from < 0 ? '' : address.slice(from), context);
      },
    },
    label: {
      basis: 'facts',
      messages: {
        label: 'No known scrape target has the label `{label}`.',
      },
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
      checkModule: (items, { facts }) => notSupported(items, facts),
    }),
  },
});

function resultsOf(text: string, at: Range, query: string, context: RuleContext): RuleProblem[] {
  const { network } = context;
  const asked = /[?&;]targetScheme=([^&#]{0,200})/.exec(query);
  const scheme = asked?.[1] ?? 'PUBLIC';
  const from = at.endOffset - query.length + (asked ? asked.index + 1 : 0);
  const place = asked ? { offset: from, endOffset: from + asked[0].length - 1 } : at;
  if (/[^\w-]/.test(scheme) || isContinued(text, at.endOffset)) return [];
  if (!SCHEMES.includes(scheme)) return [{ message: 'unknown', at: place, suggestions: [spelled(scheme, place)] }];
  if (scheme === 'PRIVATE_ENDPOINT')
    return /[?&;]endpointId=[^&]/.test(query) ? [] : [{ message: 'endpoint', at: place }];
  const isPublic = network === 'public';
  if (network === null || isPublic === (scheme === 'PUBLIC') || (scheme === 'PRIVATE' && !isPublic)) return [];
  if (isPublic) return [{ message: 'private', severity: 'warning', at: place }];
  const isPeered = network === 'peered';
  if (isPeered && isPrivateOnAws(projectOf(context.facts, { project: groupIn(text.slice(at.offset, at.endOffset)) })))
    return [];
  const suggestions = isPeered ? [asPrivate(place, asked !== null, query)] : [];
  return [{ message: 'public', data: { network }, severity: 'warning', at: place, suggestions }];
}

const groupIn = (address: string) => /\/groups\/([0-9a-f]{24})\//i.exec(address)?.[1]?.toLowerCase();

/**
 * On AWS the public names resolve to private addresses inside a peered network, and without custom DNS there are no
 * others.
 */
function isPrivateOnAws({ clusters, project }: Facts): boolean {
  const onAws =
    clusters.length > 0 && clusters.every(({ providers }) => providers?.every((provider) => provider === 'aws'));
  return onAws && project.customDnsOnAws?.value !== true;
}

/** True if code appends to the text, so that the end of the address is unknown. */
const isContinued = (text: string, endOffset: number): boolean =>
  /^["'`]?[ \t]{0,8}(?:[+.%&\\]|["'`]?\$)/.test(text.slice(endOffset, endOffset + 12));

function spelled(scheme: string, place: Range): Fix | undefined {
  const meant = SCHEMES.find((name) => name === scheme.toUpperCase().replace(/-/g, '_'));
  if (meant === undefined) return undefined;
  return { title: `Write ${meant}`, edits: [{ ...place, text: `targetScheme=${meant}` }] };
}

function asPrivate(place: Range, asked: boolean, query: string): Fix {
  const added = { offset: place.endOffset, endOffset: place.endOffset };
  const edit = asked
    ? { ...place, text: 'targetScheme=PRIVATE' }
    : { ...added, text: `${query === '' ? '?' : '&'}targetScheme=PRIVATE` };
  return { title: 'List the names that peering reaches', edits: [edit] };
}

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

type Label = ReturnType<typeof labelsOf>[number];

function labelsOf(entry: YamlNode) {
  const node = childOf(entry, 'source_labels') ?? childOf(entry, 'sourceLabels');
  if (!node) return [];
  const nodes = node.value === '' ? node.children : [node];
  return nodes.flatMap(({ value, valueAt }) =>
    [...value.matchAll(/[A-Za-z_]\w{0,100}/g)].map(({ index, 0: name }) => {
      const offset = valueAt.offset + index;
      return { name, offset, endOffset: offset + name.length };
    }),
  );
}

function unknownLabel({ name, ...at }: Label, known: readonly string[]): RuleProblem {
  const meant = name === 'cluster_name' && known.includes('cl_name') ? 'cl_name' : nearestName(name, known);
  const change = meant === null ? undefined : { title: `Use the label ${meant}`, edits: [{ ...at, text: meant }] };
  return { message: 'label', data: { label: name }, at, suggestions: [change] };
}

/** @param items of one module, because other folders may belong to another project */
function notSupported(items: readonly FiledItem<MetricsItem>[], facts: Facts): ProjectRuleResult[] {
  const open = items.find(({ is }) => is === 'open');
  const inGovernment = items.some(({ is }) => is === 'government-code') || inGovernmentCloud(facts);
  return items.flatMap(({ is, at, file }): ProjectRuleResult[] => {
    if (is !== 'metrics' && is !== 'government-metrics') return [];
    if (is === 'government-metrics' || inGovernment) return [{ message: 'government', at, file }];
    if (!open) return [];
    const related = [{ file: open.file, at: open.at, message: 'This entry lets everybody in.' }];
    return [{ message: 'open', at, file, related }];
  });
}

/** True if records are known and all of them are from Atlas for Government. */
function inGovernmentCloud({ clusters }: Facts): boolean {
  const hosts = clusters.flatMap(listedHosts);
  return hosts.length > 0 && hosts.every(isGovernment);
}
