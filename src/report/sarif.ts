import { howToKnow, notKnown } from '../facts/hints.ts';
import type { Notice, UncheckedPlaces, Finding } from '../lint/finding.ts';
import { plural, cut, pathUri, formatCount } from './escape.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import type { RepositoryIdentity } from '../lint/report.ts';
import { bySeverity, liveFindings, type ReportView } from './report-view.ts';
import type { RuleSetup } from '../lint/run-rules.ts';
import { SEVERITIES, type Severity } from '../config/severity.ts';
import { grouped } from '../text/source.ts';
import { itemsJson, json } from './json.ts';
import { prose } from './markdown.ts';
import type { Fix } from '../text/edits.ts';

/**
 * SARIF 2.1.0 as GitHub code scanning takes it: one run, all rules, paths from the root of the repository, no snippet,
 * and nothing that changes from one run to the next.
 */
export function* sarifReport(view: ReportView): Iterable<string> {
  const { report, identity } = view;
  const { version } = report.tool;
  const { groups, total } = sarifGroups(view);
  const limits = limitText(total);
  const notifications = [
    ...(limits === null ? [] : [notification('results-limit', 'warning', limits)]),
    ...report.notices.map((notice) => fromNotice(notice, view)),
    ...report.unknown.map(fromUnknown),
  ];
  const rules = [...grouped(view.rules, ({ rule }) => rule.id).values()].map(sarifRule);
  const run = {
    tool: { driver: { name: 'connlint', semanticVersion: version, version, rules } },
    ...provenance(identity),
    invocations: [
      {
        executionSuccessful: true,
        ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
      },
    ],
    // Without an address: the path on this machine is private.
    originalUriBaseIds: { [ROOT]: { description: { text: 'The root of the repository.' } } },
    columnKind: 'utf16CodeUnits',
    results: [],
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  // Result by result, because all of them together take several times the memory of the findings.
  const text = JSON.stringify(log, null, 2);
  const at = text.lastIndexOf('[]');
  yield text.slice(0, at);
  yield* itemsJson(sarifResults(groups, view), 6, (result) => [json(result, 8)]);
  yield `${text.slice(at + 2)}\n`;
}

/** The tree of a run. SARIF requires an address, so a name alone is left out. */
function provenance({ uri, revision, ref }: RepositoryIdentity): object {
  const details = {
    repositoryUri: uri,
    ...(revision !== null && { revisionId: revision }),
    ...(ref !== null && { branch: ref }),
    mappedTo: { uriBaseId: ROOT },
  };
  return uri === null ? {} : { versionControlProvenance: [details] };
}

/** Files that were not read are more than a note. */
const GRAVE = /^(?:unreadable|large-file|git-unavailable)/;

function fromNotice({ code, file, message }: Notice, view: ReportView): object {
  const isPlace = file !== '' && !view.fromRoot(file).startsWith('../');
  return {
    ...notification(code, GRAVE.test(code) ? 'warning' : 'note', message),
    ...(isPlace && { locations: [{ physicalLocation: { artifactLocation: artifactLocation(view.fromRoot(file)) } }] }),
  };
}

function fromUnknown({ rule, missing, places }: UncheckedPlaces): object {
  const text = `${rule} could not check ${plural(places.length, 'place')}: ${notKnown(missing)}. ${howToKnow(missing)}`;
  return notification('missing-fact', 'note', text);
}

const notification = (id: string, level: string, text: string): object => ({
  descriptor: { id },
  level,
  message: { text: sarifText(escapeControlChars(text)) },
});

const LEVEL: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };
const PROBLEM: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'recommendation' };

/** A rule with everything that a consumer can show, whether or not it has findings. */
function sarifRule(checks: readonly RuleSetup[]): object {
  const { rule, confidence } = checks[0]!.rule;
  const { id, sources = [] } = rule;
  const { what } = rule.docs;
  const severities = checks.map((check) => check.severity ?? check.rule.severity);
  const severity = SEVERITIES.find((one) => severities.includes(one))!;
  const security = SECURITY.get(id);
  const help = checks.map(({ rule: { reason, docs } }) => ({ reason, ...docs }));
  const page = [
    prose(what),
    ...help.map(({ reason, what: own, why, todo }) =>
      [...(reason === null ? [] : [`## ${reason}`, prose(own)]), prose(why), prose(todo)].join('\n\n'),
    ),
    ...(sources.length > 0 ? [`## Sources\n\n${sources.map((source) => `- ${prose(source)}`).join('\n')}`] : []),
    `Examples: \`connlint explain ${id}\``,
  ];
  return {
    id,
    name: id.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: cut(what, MAX_TEXT_LENGTH) },
    fullDescription: { text: cut(`${what} ${help[0]!.why}`, MAX_TEXT_LENGTH) },
    help: { text: help.map(({ why, todo }) => `${why}\n\n${todo}`).join('\n\n'), markdown: `${page.join('\n\n')}\n` },
    defaultConfiguration: { level: LEVEL[severity] },
    properties: {
      tags: ['connection-string', ...(security ? ['security', `external/cwe/cwe-${security.cwe}`] : [])],
      ...(security && { 'security-severity': security.score.toFixed(1) }),
      precision: confidence,
      'problem.severity': PROBLEM[severity],
    },
  };
}

/** GitHub cuts a description after this many characters; GitLab drops the results of a rule with a longer one. */
const MAX_TEXT_LENGTH = 1_000;

/** A message: brackets make links in SARIF, unless they are escaped. */
function sarifText(text: string, most = MAX_TEXT_LENGTH): string {
  const brackets = text.split(/[[\]\\]/).length - 1;
  return cut(text, most - Math.min(brackets, most / 2)).replace(/[[\]\\]/g, (mark) => `\\${mark}`);
}

/** What code scanning needs to rank a finding as one of security. */
interface Security {
  /** 0.1 to 10, as CVSS counts. */
  readonly score: number;
  readonly cwe: number;
}

/**
 * The rules about credentials and encryption; all others are about strings that do not work. Scores are those that CVSS
 * 3.1 gives to the weakness where nothing else is known.
 */
export const SECURITY: ReadonlyMap<string, Security> = new Map([
  ['credentials-in-text', { score: 7.5, cwe: 798 }],
  ['tls-weakened', { score: 7.4, cwe: 295 }],
  ['api-key-basic-auth', { score: 5.3, cwe: 522 }],
]);

const ROOT = '%SRCROOT%';
/** So many other places are linked from a message; a reader of these knows enough. */
const MAX_LINKS = 3;

/** The results of groups, in their order. */
function* sarifResults(groups: readonly Group[], view: ReportView): Iterable<object> {
  const indexes = new Map<string, number>();
  for (const { rule } of view.rules) if (!indexes.has(rule.id)) indexes.set(rule.id, indexes.size);
  for (const group of groups) {
    const { rule } = group.findings[0]!;
    const index = indexes.get(rule);
    yield {
      ruleId: rule,
      ...(index === undefined ? {} : { ruleIndex: index }),
      ...resultOf(group, view),
      partialFingerprints: fingerprints(group),
    };
  }
}

function resultOf(group: Group, view: ReportView): object {
  const { severity, findings } = group;
  const [first] = findings;
  const related: object[] = [];
  const fixes: object[] = [];
  for (const { file, fix, suggestions, related: others } of findings) {
    for (const place of others) {
      related.push({
        id: related.length + 1,
        message: { text: sarifText(escapeControlChars(place.message)) },
        physicalLocation: {
          artifactLocation: artifactLocation(view.fromRoot(place.file)),
          region: { startLine: place.line, startColumn: place.column },
        },
      });
    }
    // The proven fix, or what is suggested.
    for (const offered of fix ? [fix] : suggestions) fixes.push(fixOf(offered, file, view));
  }
  return {
    level: LEVEL[severity],
    message: { text: messageOf(group) },
    locations: [
      { physicalLocation: { artifactLocation: artifactLocation(view.fromRoot(first!.file)), region: region(first!) } },
    ],
    ...(related.length > 0 && { relatedLocations: related }),
    ...(fixes.length > 0 && { fixes }),
    properties: { role: first!.role },
  };
}

/** The rule's own sentences first, as the title of an alert; then the other places of the line, then links. */
function messageOf({ findings, hidden }: Group): string {
  const [first, ...others] = findings;
  let text = first!.message;
  for (const { message, column } of others)
    text += message === first!.message ? ` Again in column ${column}.` : ` In column ${column}: ${message}`;
  const links: string[] = [];
  for (const { related } of findings) {
    for (const { file, line } of related.slice(0, MAX_LINKS - links.length))
      links.push(`[${sarifText(escapeControlChars(`${file}:${line}`), 80)}](${links.length + 1})`);
  }
  const more = hidden > 0 ? ` And ${hidden} more in this line.` : '';
  const end = links.length === 0 ? more : `${more} See ${links.join(', ')}.`;
  return sarifText(escapeControlChars(text), MAX_TEXT_LENGTH - end.length) + end;
}

/** @param path from the root of the repository */
function artifactLocation(path: string): object {
  return path.startsWith('../') ? { uri: pathUri(path) } : { uri: pathUri(path), uriBaseId: ROOT };
}

const region = ({ line, column, endLine, endColumn }: Finding): object => ({
  startLine: line,
  startColumn: column,
  endLine,
  endColumn,
});

/** Code scanning tracks an alert by the first one, whatever line it is on. */
function fingerprints({ findings: [first, ...others] }: Group): Record<string, string> {
  const id = first!.id;
  const prints: Record<string, string> = {
    primaryLocationLineHash: `${id.slice(id.indexOf(':') + 1)}:1`,
    'connlint/v2': id,
  };
  for (const [at, other] of others.entries()) prints[`connlint/v2/${at + 2}`] = other.id;
  return prints;
}

function fixOf({ title, edits }: Fix, file: string, view: ReportView): object {
  const replacements = edits.map(({ offset, endOffset, text }) => ({
    deletedRegion: { charOffset: offset, charLength: endOffset - offset },
    insertedContent: { text: text.toWellFormed() },
  }));
  return {
    description: { text: sarifText(escapeControlChars(title)) },
    artifactChanges: [{ artifactLocation: artifactLocation(view.fromRoot(file)), replacements }],
  };
}

/** The number of results of a run that GitHub keeps (2026-06). */
const KEPT = 5_000;
/** GitHub refuses a run with more results than these. */
const MAX_RESULTS = 25_000;

/** A line of a generated file may contain thousands of findings: so many are reported one by one. */
const MAX_IN_LINE = 20;

/** The findings that make one result. */
interface Group {
  readonly severity: Severity;
  /** Of one rule, in one line, in their order; at least one. */
  readonly findings: readonly Finding[];
  /** How many more there are. */
  readonly hidden: number;
}

/**
 * The results of a SARIF report. GitHub identifies a result by rule, file and line, so that several findings of a rule
 * in one line are one. More than GitHub keeps are sorted by severity; more than it takes are cut.
 */
function sarifGroups({ report }: ReportView): { readonly groups: readonly Group[]; readonly total: number } {
  const byPlace = grouped(liveFindings(report), ({ rule, file, line }) => JSON.stringify([file, line, rule]));
  const groups: Group[] = [];
  for (const findings of byPlace.values()) {
    const [{ severity }] = bySeverity(findings) as [Finding];
    const hidden = Math.max(0, findings.length - MAX_IN_LINE);
    groups.push({ severity, findings: findings.slice(0, MAX_IN_LINE), hidden });
  }
  const total = groups.length;
  return { groups: total > KEPT ? bySeverity(groups).slice(0, MAX_RESULTS) : groups, total };
}

/** Says how many results GitHub would leave out, which it does without a word; `null` if it keeps all. */
export const sarifLimit = (view: ReportView): string | null =>
  view.report.findings.length > KEPT ? limitText(sarifGroups(view).total) : null;

function limitText(total: number): string | null {
  if (total <= KEPT) return null;
  const cut = total > MAX_RESULTS ? ` The report contains the ${formatCount(MAX_RESULTS)} most severe.` : '';
  return `${formatCount(total)} results in the SARIF report, of which GitHub keeps ${formatCount(KEPT)}: they are sorted by severity.${cut}`;
}
