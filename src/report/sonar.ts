import type { Finding } from '../lint/finding.ts';
import type { RuleSetup } from '../lint/run-rules.ts';
import type { Severity } from '../config/severity.ts';
import { SECURITY } from './sarif/log.ts';
import { cut } from './escape.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { grouped } from '../text/source.ts';
import { xmlText } from './xml.ts';
import { bySeverity, liveFindings, type ReportView } from './report-view.ts';

const IMPACT: Readonly<Record<Severity, string>> = { error: 'HIGH', warning: 'MEDIUM', info: 'LOW' };
const MAX_LENGTH = 2_000;
const MAX_NAME_LENGTH = 200;

/** SonarQube's generic issues, in the form of 10.3 and later: the rules with their impact, then the issues. */
export function sonarReport(view: ReportView): string {
  const findings = liveFindings(view.report);
  const byRule = grouped(findings, ({ rule }) => rule);
  const rules = view.rules.map((setup) => ruleOf(setup, byRule.get(setup.rule.id) ?? []));
  const issues = [...grouped(findings, ({ file }) => file)].flatMap(([file, own]) => {
    const places = view.placesOf(file);
    // One column that its own reading of the file does not have ends the whole analysis.
    const hasColumns = places !== null && places.bytes !== null;
    return own.map((finding) => issueOf(finding, hasColumns));
  });
  return `${JSON.stringify({ rules, issues }, null, 2)}\n`;
}

/** Issues have no severity of their own there: the worst one counts for the rule. */
function ruleOf({ rule, severity }: RuleSetup, findings: readonly Finding[]): object {
  const security = SECURITY.has(rule.id);
  const [worst] = bySeverity([{ severity: severity ?? rule.severity }, ...findings]);
  return {
    id: rule.id,
    name: cut(rule.docs.what, MAX_NAME_LENGTH),
    description: [rule.docs.what, rule.docs.why, rule.docs.todo].map((part) => `<p>${xmlText(part)}</p>`).join(''),
    engineId: 'connlint',
    cleanCodeAttribute: security ? 'TRUSTWORTHY' : 'LOGICAL',
    impacts: [{ softwareQuality: security ? 'SECURITY' : 'RELIABILITY', severity: IMPACT[worst!.severity] }],
  };
}

function issueOf(finding: Finding, hasColumns: boolean): object {
  const related = finding.related.map(({ file, line, message }) => ({
    message: cut(escapeControlChars(message), MAX_LENGTH),
    filePath: file.toWellFormed(),
    textRange: { startLine: line },
  }));
  return {
    ruleId: finding.rule,
    primaryLocation: {
      message: cut(escapeControlChars(finding.message), MAX_LENGTH),
      filePath: finding.file.toWellFormed(),
      textRange: textRange(finding, hasColumns),
    },
    ...(related.length > 0 && { secondaryLocations: related }),
  };
}

/**
 * Lines count from 1, columns from 0. An empty range is refused there, so that a place between characters is a line.
 */
function textRange({ line, column, endLine, endColumn }: Finding, hasColumns: boolean): object {
  if (!hasColumns || (line === endLine && column === endColumn)) return { startLine: line };
  return { startLine: line, endLine, startColumn: column - 1, endColumn: endColumn - 1 };
}
