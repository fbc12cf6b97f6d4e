import { codeMatches } from '../read/page.ts';
import { childOf, everyNode, yamlNodes, type YamlNode } from '../read/yaml.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { lineBefore, matchesIn, NEAR, type Edit, type Range, type Source } from '../text/source.ts';
import { blocksOf, everyBlock, hclAttribute, hclBlocks, hclText, type HclBlock } from './hcl.ts';
import type { FoundFile } from '../classify/found-string.ts';

/** Every text with a job contains one of these words: in Prometheus, or in the resources of an operator. */
export const DISCOVERY_WORDS = ['http_sd_configs', 'httpSDConfigs'];
export const STATIC_WORDS = ['static_configs', 'staticConfigs'];

/** A scrape job of a Prometheus configuration, at any depth of a file. */
export type PrometheusJob = Readonly<ReturnType<typeof prometheusJobs>[number]>;

/** The scheme of a job or of a component of Alloy. */
export type ScrapeScheme = Readonly<Omit<ReturnType<typeof alloyScrapes>[number], 'lacksAuthentication'>>;

const nodesOf = (source: Source): readonly YamlNode[] =>
  /\.ya?ml(?:\.\w{1,12})?$/i.test(source.path) ? yamlNodes(source) : [];

/** The jobs of a YAML file. Empty for other formats. */
export const prometheusJobs = (source: Source, profile: ServiceProfile) =>
  nodesOf(source).flatMap((item) => {
    // The key with the job's name, or the first line of its settings.
    const name = item.key === null ? childOf(item, 'job_name') : item;
    const https = item.key === null ? 'https' : KINDS[kindOf(item) ?? ''];
    if (!name || https === undefined) return [];
    const entries = DISCOVERY_WORDS.flatMap((word) => childOf(item, word)?.children ?? []);
    // Entries of the discovery that request targets from Atlas.
    const discoveries = entries.flatMap((entry) => {
      const url = childOf(entry, 'url');
      return url && isDiscovery(url.value, profile) ? [{ entry, url }] : [];
    });
    // A template or an alias may add settings that the text does not show.
    const open = item.open || [...everyNode([item])].some(({ value }) => value.startsWith('*'));
    const set = childOf(item, 'scheme');
    const scheme = set ? { value: set.value, at: set.valueAt } : null;
    const isSetElsewhere = open || source.text.slice(item.at.offset, item.lastEnd).includes('__scheme__');
    const column = (name === item ? item.children[0] : name)?.column ?? name.column;
    const addition = linesBelow(source, name, [`scheme: ${https}`], column);
    return [{ item, name, discoveries, open, head: name.at, scheme, https, addition, isSetElsewhere }];
  });

/** Kinds of resources with a single job, and the scheme there (Prometheus Operator v1alpha1, VictoriaMetrics v1beta1, 2026-08). */
const KINDS: Readonly<Record<string, string>> = { ScrapeConfig: 'HTTPS', VMScrapeConfig: 'https' };

/** A file may contain several resources. Their kind is the last `kind` before the settings. */
const kindOf = ({ key: own, parent, at: settings }: YamlNode): string | undefined =>
  own === 'spec'
    ? parent?.children.findLast(({ key, at }) => key === 'kind' && at.offset < settings.offset)?.value
    : undefined;

/** Adds settings after a key, at a column. */
export function linesBelow({ text }: Source, { at }: YamlNode, lines: readonly string[], column: number): Edit {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const added = lines.map((line) => newline + ' '.repeat(column) + line).join('');
  // Behind a comment on its line.
  const offset = at.endOffset + /^[^\r\n]*/.exec(text.slice(at.endOffset, at.endOffset + NEAR))![0].length;
  return { offset, endOffset: offset, text: added };
}

export const staticTargets = (source: Source): readonly YamlNode[] =>
  nodesOf(source).filter(({ key, parent }) => key === 'targets' && STATIC_WORDS.includes(parent?.parent?.key ?? ''));

export const isDiscovery = (address: string, { metrics }: ServiceProfile): boolean =>
  address.includes(`${metrics.path}/groups/`) && /\/discovery(?:$|[?#"'\]])/.test(address);

/** An access list entry that allows every address, as Terraform, Pulumi, templates and the CLI write it. */
const OPEN_ENTRY =
  /\b(?:cidr_?[bB]lock|CIDRBlock|CidrBlock)["']?[ \t]{0,16}[:=][ \t]{0,16}[\w.(]{0,30}["']?(?:0\.0\.0\.0\/0|::\/0)(?!\d)|\batlas[ \t]{1,8}accessLists?[ \t]{1,8}create[ \t]{1,8}["']?0\.0\.0\.0\/0/g;
const ACCESS_LIST = /project_ip_access_list|ProjectIpAccessList|accessLists?[ \t]/;

/** True for a host or address of Atlas for Government, whose registered domain ends in `gov`. */
export const isGovernment = (address: string): boolean =>
  /^(?:https?:\/\/)?[\w.-]{0,250}gov\.[a-z]{2,10}\.?(?![\w.-])/i.test(address);

/** Uses of the metrics (`government-metrics`: whose address is of that cloud), open access lists, code of that cloud. */
export function metricsIn({ source, strings }: FoundFile) {
  const use = (is: 'metrics' | 'government-metrics', at: Range) => ({ is, message: 'government', at });
  const addresses = strings.filter(
    ({ kind, literal }) => kind === 'metrics-discovery' && literal.context !== 'comment',
  );
  const open = ACCESS_LIST.test(source.text) ? codeMatches(source, OPEN_ENTRY) : [];
  const blocks = everyBlock(blocksOf(source));
  const settings = (of: RegExp, name: string, text: string): Range[] =>
    blocks
      .filter(({ type, labels: [label = ''] }) => of.test(`${type} ${label}`))
      .flatMap(({ attributes }) => attributes.filter((one) => one.name === name && one.text === text))
      .map(({ valueAt }) => valueAt);
  const integrations = settings(/^resource mongodbatlas_third_party_integration$/, 'type', '"PROMETHEUS"');
  return [
    ...addresses.map((one) => use(isGovernment(one.literal.value) ? 'government-metrics' : 'metrics', one.range)),
    ...integrations.map((at) => use('metrics', at)),
    ...open.map(({ at }) => ({ is: 'open' as const, at })),
    ...settings(/^provider /, 'is_mongodbgov_cloud', 'true').map((at) => ({ is: 'government-code' as const, at })),
  ];
}

/** All settings that authenticate a request, in any spelling. Nothing here checks whether they are right. */
export const AUTHENTICATION: ReadonlySet<string | null> = new Set(
  'basic_auth basicAuth authorization oauth2 http_headers bearer_token bearer_token_file bearerTokenSecret'.split(' '),
);
/** Every text with such a component contains this word. */
export const ALLOY_WORD = 'prometheus.scrape';

/** Each `prometheus.scrape` of Grafana Alloy with discovered targets. */
export function alloyScrapes({ text }: Source, profile: ServiceProfile) {
  // The components may be embedded in other text.
  const from = text.search(/\b(?:prometheus|discovery)\.\w{1,20}[ \t]{1,8}"/);
  const components = from < 0 ? [] : everyBlock(hclBlocks(text, from));
  return components.flatMap((block) => {
    const discovery = block.type === ALLOY_WORD ? discoveryOf(block, components, profile) : null;
    if (!discovery) return [];
    const scheme = hclAttribute(block, 'scheme');
    const { offset } = block.body;
    const [first] = block.attributes;
    const indent = first ? lineBefore(text, first.offset) : '  ';
    return [
      {
        head: block.head,
        scheme: scheme ? { value: hclText(scheme), at: scheme.valueAt } : null,
        // As the setting takes it.
        https: '"https"',
        addition: { offset, endOffset: offset, text: `\n${indent}scheme = "https"` },
        isSetElsewhere: false,
        lacksAuthentication: logsIn(discovery) && !logsIn(block),
      },
    ];
  });
}

const logsIn = ({ blocks, attributes }: HclBlock): boolean =>
  [...blocks.map(({ type }) => type), ...attributes.map(({ name }) => name)].some((name) => AUTHENTICATION.has(name));

/** The discovery of the service that the targets come from, directly or through a relabelling. */
function discoveryOf(block: HclBlock, all: readonly HclBlock[], profile: ServiceProfile, depth = 0): HclBlock | null {
  const targets = hclAttribute(block, 'targets')?.text ?? '';
  for (const other of all) {
    if (!targets.includes(`${other.type}.${other.labels[0]}.`)) continue;
    if (other.type === 'discovery.relabel') return depth < 3 ? discoveryOf(other, all, profile, depth + 1) : null;
    const urls = matchesIn(hclAttribute(other, 'url')?.text ?? '', /"([^"]{1,400})"/g);
    if (urls.some(({ name }) => isDiscovery(name, profile))) return other;
  }
  return null;
}
