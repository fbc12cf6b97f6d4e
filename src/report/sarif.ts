import security from './security.json' with { type: 'json' };
import { howToKnow, notKnown } from '../facts/facts.ts';
import type { Finding } from '../lint/finding.ts';
import { plural, cut, pathUri } from './escape.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { liveFindings, type ReportView } from './report-view.ts';
import type { RuleSetup } from '../lint/checks.ts';
import { SEVERITIES, type Severity } from '../config/severity.ts';
import { grouped, type Fix } from '../text/source.ts';
import { eachOf, jsonText, LIST } from './json.ts';

/** SARIF 2.1.0 as GitHub takes it: one run, all rules, paths from the root, no snippet, and the same in every run. */
export function sarifReport(view: ReportView): Iterable<string> {
  const { report } = view;
  const { version } = report.tool;
  const notifications = [
    ...report.notices.map(({ code, file, message }) => ({
      ...notification(code, GRAVE.test(code) ? 'warning' : 'note', message),
      ...(file !== '' && !view.fromRoot(file).startsWith('../') && { locations: [placeIn(file, view)] }),
    })),
    ...report.unknown.map(({ rule, missing, places }) => {
      const why = `${notKnown(missing)}. ${howToKnow(missing)}`;
      return notification('missing-fact', 'note', `${rule} could not check ${plural(places.length, 'place')}: ${why}`);
    }),
  ];
  const notified = notifications.length > 0 && { toolExecutionNotifications: notifications };
  const byId = grouped(view.rules, ({ rule }) => rule.id);
  const ruleIds = [...byId.keys()];
  const run = {
    tool: { driver: { name: 'connlint', semanticVersion: version, version, rules: [...byId.values()].map(sarifRule) } },
    invocations: [{ executionSuccessful: true, ...notified }],
    // Without an address: the path on this machine is private.
    originalUriBaseIds: { [ROOT]: { description: { text: 'The root of the repository.' } } },
    columnKind: 'utf16CodeUnits',
    results: LIST,
  };
  const document = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return jsonText(
    document,
    eachOf(liveFindings(report), (finding) => resultOf(finding, ruleIds, view)),
  );
}

/** Files that were not read are more than a note. */
const GRAVE = /^(?:unreadable|large-file|git-unavailable)/;

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
  const { id } = rule;
  const { what } = rule.docs;
  const severities = checks.map((check) => check.severity ?? check.rule.severity);
  const severity = SEVERITIES.find((one) => severities.includes(one))!;
  const rank = SECURITY[id];
  const help = checks.map(({ rule: { docs } }) => docs);
  const pages = help.map(({ why, todo }) => `${why}\n\n${todo}`);
  return {
    id,
    name: id.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: cut(what, MAX_TEXT_LENGTH) },
    fullDescription: { text: cut(help.length > 1 ? what : `${what} ${help[0]!.why}`, MAX_TEXT_LENGTH) },
    help: { text: [...pages, `Examples: connlint explain ${id}`].join('\n\n') },
    defaultConfiguration: { level: LEVEL[severity] },
    properties: {
      tags: ['connection-string', ...(rank ? ['security', `external/cwe/cwe-${rank.cwe}`] : [])],
      ...(rank && { 'security-severity': rank.score.toFixed(1) }),
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

/** Rules about credentials and encryption, which code scanning ranks, with the scores of CVSS 3.1. */
const SECURITY: Readonly<Record<string, { readonly score: number; readonly cwe: number }>> = security;

const ROOT = '%SRCROOT%';
/** So many other places are linked from a message; a reader of these knows enough. */
const MAX_LINKS = 3;

function resultOf(finding: Finding, ruleIds: readonly string[], view: ReportView): object {
  const { id, rule, severity, file, line, column, endLine, endColumn, fix, suggestions, related, role } = finding;
  const relatedLocations = related.map(({ message, file: other, ...place }, at) => ({
    id: at + 1,
    message: { text: sarifText(escapeControlChars(message)) },
    ...placeIn(other, view, { startLine: place.line, startColumn: place.column }),
  }));
  // The proven fix, or what is suggested.
  const fixes = (fix ? [fix] : suggestions).map((offered) => fixOf(offered, file, view));
  return {
    ruleId: rule,
    ruleIndex: ruleIds.indexOf(rule),
    level: LEVEL[severity],
    message: { text: messageOf(finding) },
    locations: [placeIn(file, view, { startLine: line, startColumn: column, endLine, endColumn })],
    ...(relatedLocations.length > 0 && { relatedLocations }),
    ...(fixes.length > 0 && { fixes }),
    properties: { role },
    // Code scanning tracks an alert by the first one, whatever line it is on.
    partialFingerprints: { primaryLocationLineHash: `${id.slice(id.indexOf(':') + 1)}:1`, 'connlint/v2': id },
  };
}

/** The rule's own sentence first, as the title of an alert, then links to the other places. */
function messageOf({ message, related }: Finding): string {
  const linked = related.slice(0, MAX_LINKS).map(({ file, line }) => escapeControlChars(`${file}:${line}`));
  const links = linked.map((place, at) => `[${sarifText(place, 80)}](${at + 1})`);
  const end = links.length === 0 ? '' : ` See ${links.join(', ')}.`;
  return sarifText(escapeControlChars(message), MAX_TEXT_LENGTH - end.length) + end;
}

const placeIn = (file: string, view: ReportView, region?: object): object => ({
  physicalLocation: { artifactLocation: artifactLocation(file, view), region },
});

function artifactLocation(file: string, { fromRoot }: ReportView): object {
  const path = fromRoot(file);
  return path.startsWith('../') ? { uri: pathUri(path) } : { uri: pathUri(path), uriBaseId: ROOT };
}

function fixOf({ title, edits }: Fix, file: string, view: ReportView): object {
  const replacements = edits.map(({ offset, endOffset, text }) => ({
    deletedRegion: { charOffset: offset, charLength: endOffset - offset },
    insertedContent: { text: text.toWellFormed() },
  }));
  return {
    description: { text: sarifText(escapeControlChars(title)) },
    artifactChanges: [{ artifactLocation: artifactLocation(file, view), replacements }],
  };
}
