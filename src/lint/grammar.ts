import patterns from './value-patterns.json' with { type: 'json' };
import type { UriIssue } from '../parse/connection-string.ts';
import type { FoundString } from '../classify/found-string.ts';
import { placeholderAt } from '../text/literal.ts';
import { matchAt, namedForms, oncePerText, rangeOver, type Source, NEAR } from '../text/source.ts';
import { isVariable, EDGES } from '../read/secrets.ts';
import type { CheckCode, RuleProblem } from './rule.ts';
import { isNotation } from '../parse/split.ts';
import { partAt } from '../classify/string-edits.ts';
import { hasOwnForm } from '../clients/consumers.ts';
import { givenBeside } from '../clients/given-options.ts';

const FORMS = namedForms(patterns.grammar);

/** The issues of a string with one of these codes. Empty for a text that only resembles a string. */
export function issuesFor(codes: string | readonly string[], string: FoundString, source: Source): readonly UriIssue[] {
  const { uri } = string;
  if (!uri || uri.issues.length === 0) return [];
  const own = uri.issues.filter(({ code }) => [codes].flat().includes(code));
  if (own.length === 0 || !isWholeString(string, source)) return [];
  return own.filter((issue) => !isPlaceholder(string, issue) && !mayBeCompleted(string, issue, source));
}

/** True unless the client's call shows that it does not pass what the string lacks. */
const mayBeCompleted = (string: FoundString, { lacks }: UriIssue, source: Source): boolean =>
  lacks !== undefined && givenBeside(lacks, string, source) !== 'absent';

/** True for placeholder words in a part in which the parser cannot distinguish them from a real value. */
function isPlaceholder(string: FoundString, issue: UriIssue): boolean {
  const { literal, uri } = string;
  const written = literal.value.slice(issue.offset, issue.endOffset);
  if (issue.code === 'srv-port') {
    // `<host>:<port>` describes the syntax.
    const isExample =
      placeholderAt(literal, issue.offset - 1)?.isExample && placeholderAt(literal, issue.offset + 1)?.isExample;
    return isExample === true || isPortPlaceholder(written.slice(1));
  }
  // Digits before anything else are no port: the string ends behind them.
  if (issue.code === 'port-invalid') return isPortPlaceholder(written) || /^\d{1,5}[^\w:.%-]/.test(written);
  if (issue.code === 'db-name-invalid') return isVariable(written);
  // `host:1024,1025` is understandable to readers.
  if (issue.code === 'host-invalid')
    return /[${}<>]/.test(written) || (literal.context !== 'code' && /^\d+$/.test(written));
  // Pieces of a concatenation meet: an empty constant between them is there to be filled in.
  if (issue.code === 'userinfo-empty' || issue.code === 'host-empty')
    return literal.segments.some(({ at }, index) => index > 0 && issue.offset <= at && at <= issue.endOffset);
  if (issue.code === 'option-syntax') return isOptionPlaceholder(written);
  if (issue.code !== 'option-unknown' && issue.code !== 'option-duplicate') return false;
  const option = uri?.options.find(({ nameRange }) => nameRange.offset === issue.offset);
  return option !== undefined && isOptionPlaceholder(`${option.name}=${option.value ?? ''}`);
}

export const issueProblem = (string: FoundString, issue: UriIssue, more: Partial<RuleProblem> = {}): RuleProblem => ({
  message: 'issue',
  data: { issue: issue.message },
  at: partAt(string, issue),
  // A string that some driver accepts may work today.
  severity: issue.tolerated ? 'warning' : issue.severity,
  ...more,
});

/** Several issues of one string as one problem, from the first to the last. The most severe issue sets the message. */
export function joinedProblem(string: FoundString, issues: readonly UriIssue[], more: Partial<RuleProblem> = {}) {
  const worst = issues.find(({ severity, tolerated }) => severity === 'error' && !tolerated) ?? issues[0];
  if (!worst) return [];
  return [issueProblem(string, worst, { at: partAt(string, rangeOver(issues)), ...more })];
}

/** True for a complete string: no description, pattern, elided string or beginning. Kept, because most rules ask. */
export const isWholeString = oncePerText((string: FoundString, source: Source): boolean => {
  const { value } = string.literal;
  if (!string.uri || isNotation(value)) return false;
  // A file in a store that uses the same scheme: folders, and a name with an extension.
  if (value.split('/', 5).length === 5 && /^[^/]{1,20}:\/\/[^/][^?]*\.[A-Za-z]\w{1,5}$/.test(value)) return false;
  return !hasOwnForm(string) && !isPattern(string, source) && !isElided(string) && !isBeginning(string, source);
});

/** Slashes with a backslash belong to a pattern, except in JSON. */
function isPattern({ range, literal }: FoundString, { path, text }: Source): boolean {
  if (literal.decoded !== 'json' || /\.(?:json\w?|ipynb|har|ndjson)$/i.test(path)) return false;
  return /^[^/]{0,40}\\\//.test(text.slice(range.offset, range.offset + 60));
}

/** An ellipsis in the user info does not matter, because user info is unknown anyway. */
function isElided({ literal, uri }: FoundString): boolean {
  const from = uri?.hostsRange.offset ?? 0;
  return literal.placeholders.some(({ at, text }) => at >= from && /^(?:\.{2,}|…+)$/.test(text));
}

/** True for a text that goes on elsewhere: something must follow (`…:pw@`), or the next piece could not be read. */
function isBeginning({ literal, range }: FoundString, { text }: Source): boolean {
  // A space in a user name, such as the subject of a certificate, ends the reading before the hosts.
  if (literal.quote !== null && text[range.endOffset] === ' ' && !literal.value.includes('@')) {
    const rest = text.slice(range.endOffset, range.endOffset + NEAR);
    if (rest.split(literal.quote, 1)[0]!.includes('@')) return true;
  }
  const last = literal.value.slice(-2);
  if (last.endsWith('@') || (last.endsWith(':') && last !== '::')) return true;
  const next = text[range.endOffset] ?? ' ';
  // The end of an XML element.
  if (text.startsWith('</', range.endOffset)) return false;
  if (next === '\\' && matchAt(FORMS.escapedEnd, text, range.endOffset)) return false;
  return literal.quote !== next && ('<{[(|$\\'.includes(next) || text.startsWith('...', range.endOffset));
}

/** Placeholders for a port: `mongodb://host:port/`, `…:$PORT/`, `…:27xxx/`. */
export function isPortPlaceholder(port: string): boolean {
  return FORMS.port.test(port.replace(EDGES, '')) || /^[*#?]+$/.test(port);
}

/** `…/?options`, `?param1&param2`, `key=value`: words instead of an option. */
export const isOptionPlaceholder = (option: string): boolean => FORMS.option.test(option);

export const problemsFor = (
  codes: string | readonly string[],
  string: FoundString,
  source: Source,
  repair: (issue: UriIssue) => Partial<RuleProblem> = () => ({}),
): RuleProblem[] => issuesFor(codes, string, source).map((issue) => issueProblem(string, issue, repair(issue)));

/** The reason that reports these codes of the parser, whatever the driver, with the repair of each issue. */
export const grammarReason = (
  codes: string | readonly string[],
  repair: (string: FoundString, issue: UriIssue) => Partial<RuleProblem> = () => ({}),
): CheckCode => ({
  refused: true,
  checkString: (string, _context, { source }) => problemsFor(codes, string, source, (issue) => repair(string, issue)),
});
