import { clustersListing, listedString, projectKnowsToken } from '../src/facts/query.ts';
import type { FoundHost, FoundString, FoundFile } from '../src/classify/found-string.ts';
import { shownHosts } from '../src/classify/shown.ts';
import type { Placeholder } from '../src/text/literal.ts';
import { followIn } from '../src/read/external/follow.ts';
import { hostField, type HostField } from '../src/clients/client-settings.ts';
import { defineRule, offer, type ProjectRuleResult, type RuleContext, type RuleProblem } from '../src/lint/rule.ts';
import { usesFor, variableIn } from '../src/lint/variables.ts';
import { escapePattern, matchesIn, NEAR, oncePerText } from '../src/text/source.ts';
import type { FiledItem, NamedItem, Source } from '../src/text/source.ts';
import { serviceHosts, subjectOf } from '../src/lint/string-hosts.ts';
import { isWholeString } from '../src/lint/grammar.ts';
import { isSrvOnly } from '../src/classify/classify-host.ts';
import { listedAs, recordedFix, suggestedSrvName, toSrv } from '../src/lint/replacements.ts';
import { editOf, hostsAt, makeFix } from '../src/classify/string-edits.ts';

export default defineRule({
  id: 'scheme-host-mismatch',
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
    joined: '"{host}" exists only as an SRV record, but the program connects to it with `mongodb://`.',
  },
  trigger: { anchors: ['mongodb'], orStrings: true },
  collect: (file): HostItem[] => [...hostsIn(file), ...templatesIn(file)],
  checkProject(items: readonly FiledItem<HostItem>[]) {
    const templatesOf = usesFor(items.filter(({ is }) => is !== 'host'));
    return items.flatMap((field): ProjectRuleResult[] => {
      const own = field.is === 'host' ? templatesOf(field) : [];
      const [template] = own;
      if (own.some(({ is }) => is === 'srv')) return [];
      if (!template) return field.known ? [{ ...field.known, at: field.at, file: field.file }] : [];
      const related = [{ file: template.file, at: template.at, message: 'The host is used here' }];
      return [{ message: 'joined', data: { host: field.host ?? '' }, at: field.at, file: field.file, related }];
    });
  },
  checkString(string, context, file) {
    if (string.via === 'field') return nameInField(string, file);
    const problems = string.uri?.scheme === 'srv' ? nodeUnderSrv(string, context) : nameUnderDirect(string, context);
    return problems.length > 0 && isWholeString(string, file.source) ? problems : [];
  },
});

/** A host in a settings file, and strings of code that are built with a host from outside. */
interface HostItem extends NamedItem {
  /** Of a settings file: the name of the host, and what the settings around it show. */
  readonly host?: string;
  readonly known?: RuleProblem | null;
}

/** The variable that a key sets, or the value of a chart, as its templates read it. */
const itemName = (key: string, path: string): string | undefined =>
  variableIn(key) ?? (/(?:^|\/)values[\w.-]{0,60}\.ya?ml$/.test(path) ? `.Values.${key}` : undefined);

function hostsIn({ strings, source }: FoundFile): HostItem[] {
  return strings.flatMap((string): HostItem[] => {
    const name = itemName(string.literal.key ?? '', source.path);
    const [host] = string.hosts;
    if (name === undefined || !host || string.via !== 'field' || string.literal.context !== 'code') return [];
    const field = hostField(string, source);
    if (!isSrvOnly(host) || string.hosts.length > 1 || field?.scheme === 'srv') return [];
    const isDirect = field?.scheme === 'direct';
    // A key that is no variable is reported where it is, as is a port.
    if (hasOwnPort(string, source) || (isDirect && !isVariable(string))) return [];
    const known = isDirect ? fieldProblem(string, host, field) : null;
    return [{ is: 'host', name, host: host.host, known, at: string.range }];
  });
}

/** Strings that are built with a host from outside, `mongodb://…@${HOST}:…`, and settings that take one. */
function templatesIn(file: FoundFile): HostItem[] {
  const { strings, source } = file;
  return strings.flatMap((string): HostItem[] => {
    const { literal, uri, range } = string;
    if (literal.context !== 'code') return [];
    if (string.via === 'env' && string.name) {
      const scheme = hostField(string, source)?.scheme;
      return scheme ? [{ is: scheme, name: string.name, at: range }] : [];
    }
    const [host] = uri?.hosts ?? [];
    if (!host || !uri?.scheme) return [];
    const filled = literal.placeholders.find(({ at }) => at === host.hostRange.offset);
    const name = filled && (/\.Values(?:\.\w{1,60}){1,8}/.exec(filled.text)?.[0] ?? variableOf(filled, file));
    return name ? [{ is: uri.scheme, name, at: range }] : [];
  });
}

/** The environment variable of a placeholder, also where another name holds its value. */
function variableOf({ name, offset }: Placeholder, file: FoundFile): string | null {
  if (name === null || variableIn(name) !== undefined) return name;
  const { text } = file.source;
  const used = new RegExp(String.raw`(?<!\w)${escapePattern(name)}\b`).exec(text.slice(offset, offset + NEAR));
  if (!used) return null;
  const at = offset + used.index;
  const [read] = followIn(file)({ offset: at, endOffset: at + name.length });
  return read?.source === 'env' ? read.name : null;
}

/** `host:27017`, `new ServerAddress("host", 27017)`. */
const PORT = /^["']?:\d{2,5}\b|^["'],\s{0,9}\d{4,5}\s{0,9}\)/;

const hasOwnPort = ({ hosts, literal: { key }, range: { endOffset } }: FoundString, source: Source): boolean =>
  hosts.some(({ port }) => port !== null) ||
  PORT.test(source.text.slice(endOffset, endOffset + 40)) ||
  (key !== null && besidePorts(source).has(key));

/** The constants of `MongoClient(host=HOST, port=27017)`. */
const besidePorts = oncePerText(({ text }: Source) => new Set(matchesIn(text, CLIENT).map(({ name }) => name)));
const CLIENT =
  /(?:Mongo|Motor)Client\(\s{0,9}(?:host\s?=\s?)?([A-Za-z_]\w{0,80}),\s{0,9}(?:port\s?=\s?)?(?:\d{4,5}|\w{0,20}PORT)\b/g;

function nameInField(string: FoundString, { source, strings }: FoundFile): RuleProblem[] {
  const [host] = string.hosts;
  if (!host || string.hosts.length > 1 || string.literal.context !== 'code' || !isSrvOnly(host)) return [];
  // Behind a scheme without its slashes, the host is a part of the setting only.
  if (host.class.domain === null || /[\\/@]/.test(source.text.charAt(string.range.offset - 1))) return [];
  const field = hostField(string, source);
  if (field?.scheme === 'srv') return [];
  if (hasOwnPort(string, source)) return [fieldProblem(string, host, field, true)];
  // Programs of the module may build an SRV string with the value of a variable.
  if (!field || isVariable(string)) return [];
  if (field.scheme === null && (source.path.endsWith('.tfvars') || (!field.port && !field.isClient))) return [];
  if (strings.some((one) => isPassedTo(one, string, source))) return [];
  return [fieldProblem(string, host, field)];
}

/** `"mongodb+srv://%(host)s" % {"host": …}`: judged as a part of that string. */
const isPassedTo = ({ literal, range }: FoundString, { range: { offset } }: FoundString, { text }: Source): boolean =>
  literal.placeholders.some(
    ({ passed = '' }) =>
      passed !== '' && text.startsWith(passed, offset) && text.indexOf(passed, range.endOffset) === offset,
  );

const isVariable = ({ literal }: FoundString): boolean => variableIn(literal.key) !== undefined;

function fieldProblem(string: FoundString, host: FoundHost, field: HostField | null, ownPort = false): RuleProblem {
  const hasPort = ownPort || Boolean(field?.port);
  const setting = field?.srvSetting ?? '';
  return {
    message: setting !== '' ? 'switch' : hasPort ? 'port' : 'field',
    severity: field?.scheme === 'direct' || hasPort ? 'error' : 'warning',
    data: { host: shownHost(string, host), setting },
    at: hostsAt(string, [host]),
  };
}

function nodeUnderSrv(string: FoundString, context: RuleContext): RuleProblem[] {
  const nodes = serviceHosts(string).filter((host) => host.class.node);
  const subject = subjectOf(string, nodes, context);
  if (!subject) return [];
  const { host, cluster, at } = subject;
  const data = { host: shownHost(string, host) };
  const { kind, token } = host.class;
  if (kind === 'private-endpoint') {
    // The vendor's FAQ prints SRV strings with bare endpoint names (2026-08). Its other pages and real strings begin with
    // the cluster name, so only a record can decide.
    const { facts } = context;
    if (clustersListing(facts, host.host).some((one) => listedString(one, host.host)?.form === 'srv')) return [];
    return [{ message: 'endpoint', data, at, severity: projectKnowsToken(facts, token ?? '') ? 'warning' : 'info' }];
  }
  if (nodes.length > 1 || string.hosts.length > 1) return [{ message: 'node', data, at }];
  const [listed] = listedAs(cluster, kind, 'srv');
  const name = listed ? null : suggestedSrvName(host);
  const title = 'Use the name of the cluster (the cluster record decides)';
  const [direct] = context.profile.schemes;
  const suggestions = [
    recordedFix(string, cluster, listed) ?? (name === null ? undefined : makeFix(title, editOf(string, host, name))),
    string.uri ? makeFix('Use the direct scheme', editOf(string, string.uri.schemeRange, direct)) : undefined,
  ];
  return [{ message: 'node', data, at, suggestions }];
}

/** As it is written: `{HOST}` for one from a constant. */
const shownHost = (string: FoundString, host: FoundHost): string =>
  shownHosts(string)[string.hosts.indexOf(host)] ?? '';

function nameUnderDirect(string: FoundString, context: RuleContext): RuleProblem[] {
  // A list names nodes, whatever their names look like.
  if (string.uri?.scheme !== 'direct' || string.hosts.length > 1) return [];
  const subject = subjectOf(string, serviceHosts(string).filter(isSrvOnly), context);
  if (!subject) return [];
  const { host, cluster, at } = subject;
  const isProven = cluster !== undefined && listedString(cluster, host.host)?.form === 'srv';
  const made = toSrv(string, host.host, context.profile, 'Use the SRV scheme, which takes no port');
  return [{ message: 'name', data: { host: shownHost(string, host) }, at, ...offer(made, isProven) }];
}
