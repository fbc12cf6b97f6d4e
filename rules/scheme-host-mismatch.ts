import { clustersListing, listedString, projectKnowsToken } from '../src/facts/query.ts';
import type { FoundHost, FoundString, FoundFile } from '../src/classify/found-string.ts';
import { PLACEHOLDER } from '../src/text/literal.ts';
import { hostField } from '../src/clients/client-settings.ts';
import { defineRule, type ProjectRuleResult, type RuleContext, type RuleProblem } from '../src/lint/rule.ts';
import type { Range, CollectedItem } from '../src/text/source.ts';
import { clusterOfHost, serviceHosts } from '../src/lint/string-hosts.ts';
import { isWholeString } from '../src/lint/grammar.ts';
import type { Fix } from '../src/text/edits.ts';
import { isSrvOnly } from '../src/classify/classify-host.ts';
import { listedSrv, suggestedSrvName, toSrv, renameHost } from '../src/lint/replacements.ts';
import { editOf, hostsAt, makeFix } from '../src/classify/string-edits.ts';

export default defineRule({
  id: 'scheme-host-mismatch',
  readsText: true,
  supersedes: [
    'direct-list/single-node',
    'uri-refused/srv-port',
    'uri-refused/srv-multiple-hosts',
    'tls-weakened/off',
    'authsource-trap',
  ],
  messages: {
    endpoint:
      'SRV names of private endpoints usually begin with the cluster. "{host}" is a node host unless the record lists it.',
    node: 'An SRV string needs a cluster name. "{host}" is a node and has no SRV record.',
    name: 'A direct string needs node hosts. "{host}" exists only as an SRV record.',
    field: '"{host}" exists only as an SRV record, and this setting takes the host of a node.',
    switch: '"{host}" exists only as an SRV record. Set `{setting}`, without a port.',
    port: '"{host}" exists only as an SRV record, which takes no port.',
    joined: '"{host}" exists only as an SRV record, but the string that is built with it is `mongodb://`.',
  },
  trigger: { anchors: ['mongodb'], orStrings: true },
  collect: (file, { profile }): HostItem[] => [...hostsIn(file), ...templatesIn(file, profile.schemes)],
  checkProject(files): readonly ProjectRuleResult[] {
    const all = files.flatMap(({ path, items }) => items.map((item) => ({ ...item, file: path })));
    const templates = all.filter(({ is }) => is !== 'host');
    return all.flatMap((field): ProjectRuleResult[] => {
      if (field.is !== 'host') return [];
      const own = templates.filter(({ name, file }) => name === field.name && file.startsWith(folderOf(field.file)));
      const [template] = own;
      if (!template || own.some(({ is }) => is === 'srv')) return [];
      const related = [{ file: template.file, at: template.at, message: 'The string is built here' }];
      return [{ message: 'joined', data: { host: field.host }, at: field.at, file: field.file, related }];
    });
  },
  checkString(string, context, file) {
    const { source } = file;
    if (string.via === 'field') return nameInField(string, file);
    const problems = string.uri?.scheme === 'srv' ? nodeUnderSrv(string, context) : nameUnderDirect(string, context);
    return problems.length > 0 && isWholeString(string, source) ? problems : [];
  },
});

/** A host in a settings file, and strings of code that are built with a host from outside. */
interface HostItem extends CollectedItem {
  readonly is: 'host' | 'direct' | 'srv';
  /** The environment variable. */
  readonly name: string;
  readonly host: string;
}

const VARIABLE = /(?:^|\.)([A-Z][A-Z\d_]{2,60})$/;

function hostsIn({ strings, source }: FoundFile): HostItem[] {
  return strings.flatMap((string): HostItem[] => {
    const name = VARIABLE.exec(string.literal.key ?? '')?.[1];
    const [host] = string.hosts;
    if (name === undefined || !host || string.via !== 'field' || string.literal.context !== 'code') return [];
    // What the settings around it show is reported there.
    if (!isSrvOnly(host) || string.hosts.length > 1 || hostField(string, source)?.scheme) return [];
    return [{ is: 'host', name, host: host.host, at: string.range }];
  });
}

/** The piece of a string between the user info and the port that a program fills in: `mongodb://…@${HOST}:…`. */
function templatesIn({ source: { text } }: FoundFile, [direct, srv]: readonly string[]): HostItem[] {
  const pattern = new RegExp(
    String.raw`\b(${direct}|${srv?.replace('+', '\\+')}):\/\/(?:[^\s"'\`@]{0,200}@)?[$#]?\{{1,2}\s{0,4}(?:process\.env\.|os\.environ\[["']|env\.|ENV\[["'])?([A-Z][A-Z\d_]{2,60})\b`,
    'g',
  );
  return [...text.matchAll(pattern)].map(({ index, 0: whole, 1: scheme, 2: name = '' }) => ({
    is: scheme === srv ? 'srv' : 'direct',
    name,
    host: '',
    at: { offset: index, endOffset: index + whole.length },
  }));
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** `host:27017`, `new ServerAddress("host", 27017)`. */
const PORT = /^["']?:\d{2,5}\b|^["'],\s{0,9}\d{4,5}\s{0,9}\)/;

/** A host that no setting takes. */
const NO_FIELD = { client: null, scheme: null, port: null, srvSetting: null };

/** A name for a whole cluster in a setting for a host. */
function nameInField(string: FoundString, { source }: FoundFile): RuleProblem[] {
  const [host] = string.hosts;
  if (!host || string.hosts.length > 1 || string.literal.context !== 'code' || !isSrvOnly(host)) return [];
  if (host.class.domain === null) return [];
  const ownPort =
    PORT.test(source.text.slice(string.range.endOffset, string.range.endOffset + 40)) || host.port !== null;
  const field = hostField(string, source) ?? (ownPort ? NO_FIELD : null);
  if (!field || field.scheme === 'srv') return [];
  const isFlat = VARIABLE.test(string.literal.key ?? '') || source.path.endsWith('.tfvars');
  // Other programs of the module may build an SRV string of it.
  if (field.scheme === null && (isFlat || (!field.port && !ownPort && field.client === null))) return [];
  const message = field.srvSetting ? 'switch' : field.port || ownPort ? 'port' : 'field';
  const severity = field.scheme === 'direct' || field.port || ownPort ? 'error' : 'warning';
  return [
    {
      message,
      severity,
      data: { host: host.host.replaceAll(PLACEHOLDER, '…'), setting: field.srvSetting ?? '' },
      at: hostsAt(string, [host]),
    },
  ];
}

function nodeUnderSrv(string: FoundString, context: RuleContext) {
  const nodes = serviceHosts(string).filter((host) => host.class.node);
  const [first] = nodes;
  if (!first) return [];
  const at = hostsAt(string, nodes);
  if (first.class.kind === 'private-endpoint') return endpointUnderSrv(first, at, context);
  const suggestions = nodes.length === 1 && string.hosts.length === 1 ? nodeFixes(string, first, context) : [];
  return [{ message: 'node', data: { host: first.host.replaceAll(PLACEHOLDER, '…') }, at, suggestions }];
}

/**
 * The vendor's FAQ prints SRV strings with bare endpoint names (2026-08). Its other pages and real strings begin with
 * the cluster name, so only a record can decide.
 */
function endpointUnderSrv({ host, class: { token } }: FoundHost, at: Range, { facts }: RuleContext) {
  const isListed = clustersListing(facts, host).some((cluster) => listedString(cluster, host)?.form === 'srv');
  if (isListed) return [];
  const severity = projectKnowsToken(facts, token ?? '') ? ('warning' as const) : ('info' as const);
  return [{ message: 'endpoint', data: { host: host.replaceAll(PLACEHOLDER, '…') }, at, severity }];
}

/** The cluster's name, from its record or the node's name, otherwise the node with the scheme that it needs. */
function nodeFixes(string: FoundString, node: FoundHost, context: RuleContext): Fix[] {
  const cluster = clusterOfHost(node, context);
  const listed = cluster && listedSrv(cluster.listed, node.class.kind)?.hosts[0]?.host;
  const inferred = suggestedSrvName(node);
  const { uri } = string;
  return [
    listed !== undefined && cluster
      ? renameHost(string, node, listed, `Use the SRV name that the record of "${cluster.name}" lists`)
      : inferred && renameHost(string, node, inferred, 'Use the name of the cluster (the cluster record decides)'),
    uri && makeFix('Use the direct scheme', editOf(string, uri.schemeRange, context.profile.schemes[0])),
  ].filter((one) => !!one);
}

function nameUnderDirect(string: FoundString, context: RuleContext) {
  // A list names nodes, whatever their names look like.
  if (string.uri?.scheme !== 'direct' || string.hosts.length > 1) return [];
  const names = serviceHosts(string).filter(isSrvOnly);
  const [first] = names;
  if (!first) return [];
  const problem = {
    message: 'name',
    data: { host: first.host.replaceAll(PLACEHOLDER, '…') },
    at: hostsAt(string, names),
  };
  const cluster = clusterOfHost(first, context);
  const proven = cluster && listedString(cluster, first.host)?.form === 'srv';
  const made = toSrv(string, first.host, context.profile, 'Use the SRV scheme, which takes no port');
  return [proven ? { ...problem, fix: made } : { ...problem, suggestions: made ? [made] : [] }];
}
