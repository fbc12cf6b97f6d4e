import { howToKnow, notKnown } from '../../facts/hints.ts';
import type { Notice, Unknown } from '../../lint/finding.ts';
import { sarifGroups, sarifLimits, artifactLocation, ROOT, sarifResults } from './results.ts';
import { sarifRule, sarifText } from './rules.ts';
import { plural } from '../escape.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import type { RepositoryIdentity } from '../../lint/report.ts';
import type { ReportView } from '../report-view.ts';

/** Validators and viewers require an address. Every release has the page of the package. */
export const HOME = 'https://www.npmjs.com/package/connlint';

/**
 * SARIF 2.1.0 as GitHub code scanning takes it: one run, all rules, paths from the root of the repository, no snippet,
 * and nothing that changes from one run to the next.
 */
export function sarifReport(view: ReportView): string {
  const { report } = view;
  const { groups } = sarifGroups(view);
  const notifications = [
    ...limits(view),
    ...report.notices.map((notice) => fromNotice(notice, view)),
    ...report.unknown.map(fromUnknown),
  ];
  const run = {
    tool: {
      driver: {
        name: report.tool.name,
        semanticVersion: report.tool.version,
        version: report.tool.version,
        informationUri: HOME,
        rules: view.rules.map((rule) => sarifRule(rule, report.tool.version)),
      },
    },
    ...provenance(view.identity ?? null, view.category),
    invocations: [
      {
        executionSuccessful: true,
        ...(notifications.length > 0 && { toolExecutionNotifications: notifications }),
      },
    ],
    // Without an address: the path on this machine is private.
    originalUriBaseIds: { [ROOT]: { description: { text: 'The root of the repository.' } } },
    columnKind: 'utf16CodeUnits',
    results: sarifResults(groups, view),
  };
  return sarifLog(run);
}

export function sarifLog(run: object): string {
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** The tree of a run. SARIF requires an address, so a name alone is left out. */
export function provenance(identity: RepositoryIdentity | null, category: string | undefined): object {
  const { uri = null, revision = null, ref = null } = identity ?? {};
  const details = {
    repositoryUri: uri,
    ...(revision !== null && { revisionId: revision }),
    ...(ref !== null && { branch: ref }),
    mappedTo: { uriBaseId: ROOT },
  };
  return {
    ...(category !== undefined && { automationDetails: { id: `${category.replace(/\/$/u, '')}/` } }),
    ...(uri !== null && { versionControlProvenance: [details] }),
  };
}

function limits(view: ReportView): object[] {
  const text = sarifLimits(view);
  return text === null ? [] : [notification('results-limit', 'warning', text)];
}

/** Files that were not read are more than a note. */
const GRAVE = /^(?:unreadable|large-file|git-unavailable)/;

function fromNotice({ code, file, message }: Notice, view: ReportView): object {
  const isPlace = file !== '' && !view.fromRoot(file).startsWith('../');
  return {
    ...notification(code, GRAVE.test(code) ? 'warning' : 'note', message),
    ...(isPlace && { locations: [{ physicalLocation: { artifactLocation: artifactLocation(file, view) } }] }),
  };
}

function fromUnknown({ rule, missing, places }: Unknown): object {
  const text = `${rule} could not check ${plural(places.length, 'place')}: ${notKnown(missing)}. ${howToKnow(missing)}`;
  return notification('missing-fact', 'note', text);
}

const notification = (id: string, level: string, text: string): object => ({
  descriptor: { id },
  level,
  message: { text: sarifText(escapeControlChars(text)) },
});
