import type { UriIssue } from '../parse/connection-string.ts';
import type { FoundString } from '../classify/found-string.ts';
import {
  isOptionPlaceholder,
  isPairPlaceholder,
  isPortPlaceholder,
  isVariable,
  isWholeString,
} from './whole-string.ts';
import type { RuleProblem } from '../lint/rule.ts';
import type { Source } from '../text/source.ts';
import { givenBeside } from './given-beside.ts';
import { partAt } from './hosts.ts';

/**
 * The rule for each parser code that is not itself a rule id. Exactly one rule reports each code, which a test checks.
 */
const REPORTED_BY: Readonly<Record<string, string>> = {
  'no-scheme': 'scheme-spelling',
  'userinfo-empty': 'userinfo-unescaped',
  'userinfo-no-at': 'userinfo-unescaped',
  'host-empty': 'port-invalid',
  'host-invalid': 'port-invalid',
  'option-syntax': 'option-value',
  'proxy-option-conflict': 'option-value',
  'auth-user': 'authsource-trap',
  'auth-password': 'authsource-trap',
  'auth-source': 'authsource-trap',
  'auth-properties': 'authsource-trap',
};

/** The rule that reports an issue of the parser. */
export function reporterOf(code: string): string {
  return REPORTED_BY[code] ?? code;
}

/** The issues of a string that a rule reports. Empty for a text that only resembles a string. */
export function issuesFor(rule: string, string: FoundString, source: Source): readonly UriIssue[] {
  const { uri } = string;
  if (!uri || uri.issues.length === 0) return [];
  const own = uri.issues.filter(({ code }) => reporterOf(code) === rule);
  if (own.length === 0 || !isWholeString(string, source)) return [];
  return own.filter(
    (issue) =>
      !isPlaceholder(string, issue) && !isCutSocket(string, issue, source) && !mayBeCompleted(string, issue, source),
  );
}

/** True unless the client's call shows that it does not pass what the string lacks. */
function mayBeCompleted(string: FoundString, { lacks }: UriIssue, source: Source): boolean {
  return lacks !== undefined && givenBeside(lacks, string, source) !== 'absent';
}

/** True for placeholder words in a part in which the parser cannot distinguish them from a real value. */
function isPlaceholder(string: FoundString, issue: UriIssue): boolean {
  const { literal, uri } = string;
  const written = literal.value.slice(issue.offset, issue.endOffset);
  // Digits before anything else are no port: the string ends behind them.
  if (issue.code === 'port-invalid') return isPortPlaceholder(written) || /^\d{1,5}[^\w:.%-]/.test(written);
  // Old clients take a list of whole strings.
  if (issue.code === 'db-name-invalid') return isVariable(written) || /,[a-z][a-z\d+]{0,20}:\/\//i.test(written);
  if (issue.code === 'host-invalid') return /[${}<>]/.test(written) || isShorthand(string, written);
  if (issue.code === 'userinfo-unescaped') return /^@[\w.-]{1,80}@$/.test(written) || isDoubled(written);
  if (issue.code === 'userinfo-empty' || issue.code === 'host-empty') return hasEmptyPiece(string, issue);
  if (issue.code === 'option-syntax') return isOptionPlaceholder(written);
  if (issue.code !== 'option-unknown' && issue.code !== 'option-duplicate') return false;
  const option = uri?.options.find(({ nameRange }) => nameRange.offset === issue.offset);
  return option !== undefined && isPairPlaceholder(option.name, option.value ?? '');
}

/** True where pieces of a concatenation meet: an empty constant between them is there to be filled in. */
function hasEmptyPiece({ literal: { segments } }: FoundString, { offset, endOffset }: UriIssue): boolean {
  return segments.some(({ at }, index) => index > 0 && offset <= at && at <= endOffset);
}

/** `p%%40w`: print functions, systemd units and Python's INI files read two percent signs as one. */
function isDoubled(written: string): boolean {
  return written.includes('%%') && !/[@:/%#?[\]\s]/.test(written.replace(/%%[\da-f]{2}/gi, 'x'));
}

/** A socket path may contain spaces, at which reading ends. */
function isCutSocket({ literal, range }: FoundString, issue: UriIssue, { text }: Source): boolean {
  if (issue.code !== 'host-invalid' || text[range.endOffset] !== ' ') return false;
  return /%2f/i.test(literal.value.slice(issue.offset, issue.endOffset));
}

/** `host:1024,1025` is understandable to readers. */
function isShorthand({ literal }: FoundString, written: string): boolean {
  return literal.context !== 'code' && /^\d+$/.test(written);
}

/** An issue as a problem, with the parser's message as `issue`. */
export function issueProblem(string: FoundString, issue: UriIssue, more: Partial<RuleProblem> = {}): RuleProblem {
  return {
    message: 'issue',
    data: { issue: issue.message },
    at: partAt(string, issue),
    // A string that some driver accepts may work today.
    severity: issue.tolerated ? 'warning' : issue.severity,
    ...more,
  };
}

/** Several issues of one string as one problem, from the first to the last. The most severe issue sets the message. */
export function joinedProblem(
  string: FoundString,
  issues: readonly UriIssue[],
  more: Partial<RuleProblem> = {},
): RuleProblem[] {
  const worst = issues.find(({ severity, tolerated }) => severity === 'error' && !tolerated) ?? issues[0];
  if (!worst) return [];
  const offset = Math.min(...issues.map((issue) => issue.offset));
  const endOffset = Math.max(...issues.map((issue) => issue.endOffset));
  return [issueProblem(string, worst, { at: partAt(string, { offset, endOffset }), ...more })];
}
