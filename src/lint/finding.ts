import type { FactName, Facts } from '../facts/facts.ts';
import { clusterOf } from '../facts/query.ts';
import type { FoundHost, FoundString } from '../classify/found-string.ts';
import type { Kind } from '../classify/host-shapes.ts';
import type { Confidence, Repair, RuleProblem, Related } from './rule.ts';
import type { FileRole } from '../config/roles.ts';
import type { RuleLevel, Severity } from '../config/severity.ts';
import { isAsserted, severityInRole } from './role-severity.ts';
import type { Range, LineIndex } from '../text/source.ts';
import { MAX_NESTED } from '../classify/found-string.ts';
import type { Frame } from './frame.ts';
import type { RuleSetup } from './run-rules.ts';
import { redacted } from '../parse/redact.ts';
import { overlaps, countBefore } from '../text/source.ts';

/** A range with its lines and columns (1-based, columns in UTF-16 code units). */
export interface Place extends Range {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface Suppressed {
  readonly by: 'comment' | 'config' | 'baseline';
  readonly reason: string | null;
  /** Last day on which it holds. */
  readonly until: string | null;
}

/** One problem in one place, in the words in which every format tells it. Holds no credential. */
export interface Finding extends Place {
  /** Fingerprint; empty until the report gives it, for it needs the ordinal among equals. */
  readonly id: string;
  readonly rule: string;
  readonly severity: Severity;
  /** Its severity in product code, where the role of the file lowers it. */
  readonly lowered: Severity | null;
  /** True where the role switches the rule off: such a finding is counted and shown nowhere. */
  readonly off: boolean;
  readonly confidence: Confidence;
  /** What the file is for. */
  readonly role: FileRole;
  readonly message: string;
  readonly kind: Kind | null;
  readonly cluster: string | null;
  /** The string concerned, redacted. */
  readonly text: string;
  readonly why: string;
  readonly todo: string;
  readonly related: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly message: string;
  }[];
  readonly fix: Repair | null;
  readonly suggestions: readonly Repair[];
  readonly suppressed: Suppressed | null;
  /** For the report in a terminal; `null` where no string is, and for findings about several files. */
  readonly frame: Frame | null;
}

/** What could not be judged: once per rule and missing fact, with the places. */
export interface Unknown {
  readonly rule: string;
  readonly missing: FactName;
  readonly places: readonly { readonly file: string; readonly line: number; readonly column: number }[];
}

/** Something that a user should know and that is no finding. */
export interface Notice {
  readonly code: string;
  readonly file: string;
  readonly message: string;
}

function fill(text: string, data: RuleProblem['data'] = {}): string {
  if (!text.includes('{')) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(data[name] ?? whole));
}

export function placeOf(file: string, range: Range, lines: LineIndex): Place {
  const from = lines.position(range.offset);
  const to = lines.position(range.endOffset);
  return {
    file,
    offset: range.offset,
    endOffset: range.endOffset,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
  };
}

/** The string as it is shown: its own text, or the exact place when no string stands there. */
export function shownText(string: FoundString): string {
  return redacted(string.literal, string.secrets, string.inValue.offset, string.inValue.endOffset);
}

/** The string that a range touches, the innermost one, by binary search: strings are sorted, and those inside of another follow it. */
export function stringAt<S extends { readonly range: Range }>(strings: readonly S[], at: Range): S | null {
  const after = countBefore(strings, ({ range }) => range.offset <= at.offset);
  for (let index = after - 1; index >= Math.max(0, after - 1 - MAX_NESTED); index--) {
    if (strings[index]!.range.endOffset > at.offset) return strings[index]!;
  }
  const next = strings[after];
  return next && overlaps(next.range, at) ? next : null;
}

/** What reports show of a string: it may leave the program. */
export interface ShownString extends Pick<FoundString, 'range' | 'kind' | 'cluster' | 'token'> {
  /** True where a record of its cluster is known. */
  readonly recorded: boolean;
  readonly text: string;
}

export function shownStrings(strings: readonly FoundString[], facts: Facts): ShownString[] {
  return strings.map((string) => {
    const { range, kind, cluster, token } = string;
    const recorded = string.hosts.some((host) => isRecorded(host, facts));
    return { range, kind, cluster: cluster && ownCopy(cluster), token, recorded, text: ownCopy(shownText(string)) };
  });
}

function isRecorded({ host, port, class: { cluster, token } }: FoundHost, facts: Facts): boolean {
  return clusterOf(facts, { host, cluster, token, port }) !== undefined;
}

/** What a finding shows of its file. */
export interface ShownFile {
  readonly path: string;
  readonly role: FileRole;
  readonly strings: readonly ShownString[];
  /** Missing where the text is gone. */
  readonly text?: string;
}

/**
 * Turns a problem into a finding: words from the rule, lines and columns from the text.
 * @param frameOf what a report shows around one of the strings of the file
 */
export function toFinding(
  file: ShownFile,
  lines: LineIndex,
  setup: RuleSetup,
  problem: RuleProblem,
  frameOf: (string: ShownString) => Frame | null = () => null,
): Finding {
  const { rule } = setup;
  const string = stringAt(file.strings, problem.at);
  const data = problem.data;
  const place = placeOf(file.path, problem.at, lines);
  const placed = severityOf(file, string, setup, problem);
  // Field by field: an object that is put together from others takes several times the time and the memory.
  return {
    id: '',
    rule: rule.id,
    ...placed,
    confidence: problem.confidence ?? rule.confidence,
    role: file.role,
    message: fill(rule.messages[problem.message] ?? rule.docs.what, data),
    file: place.file,
    offset: place.offset,
    endOffset: place.endOffset,
    line: place.line,
    column: place.column,
    endLine: place.endLine,
    endColumn: place.endColumn,
    kind: string?.kind ?? null,
    cluster: string?.cluster ?? null,
    text: string ? string.text : (problem.text ?? ''),
    why: fill(rule.docs.why, data),
    todo: fill(rule.docs.todo, data),
    related: problem.related ? problem.related.map((related) => shownRelated(related, file, lines)) : NONE,
    fix: problem.fix ? ownRepair(problem.fix) : null,
    suggestions: problem.suggestions && problem.suggestions.length > 0 ? problem.suggestions.map(ownRepair) : NONE,
    suppressed: null,
    frame: string ? frameOf(string) : null,
  };
}

/** The severity where the finding stands, and what it would be in product code. */
function severityOf(
  file: ShownFile,
  string: ShownString | null,
  { rule, severity, fixed }: RuleSetup,
  problem: RuleProblem,
): Pick<Finding, 'severity' | 'lowered' | 'off'> {
  const own = severity ?? problem.severity ?? rule.severity;
  if (fixed) return { severity: own, lowered: null, off: false };
  const inRole = (role: FileRole): RuleLevel =>
    severityInRole(own, rule, {
      role,
      kind: string?.kind ?? null,
      hasToken: string !== null && string.token !== null,
      recorded: string?.recorded ?? false,
      asserted: role === 'test' && isAsserted(file.path, file.text ?? '', problem.at.offset),
    });
  const level = inRole(file.role);
  const inProduct = inRole('product') as Severity;
  return {
    severity: level === 'off' ? 'info' : level,
    lowered: level === inProduct ? null : inProduct,
    off: level === 'off',
  };
}

/** Most findings have none, and there may be a million. */
const NONE: readonly never[] = [];

function shownRelated(related: Related, file: ShownFile, lines: LineIndex): Finding['related'][number] {
  const { line, column } = related.file === undefined ? lines.position(related.at.offset) : { line: 1, column: 1 };
  return { file: related.file ?? file.path, line, column, message: related.message };
}

/** What it writes is often cut out of the text that it repairs. */
function ownRepair({ title, edits }: Repair): Repair {
  return {
    title: ownCopy(title),
    edits: edits.map(({ offset, endOffset, text }) => ({ offset, endOffset, text: ownCopy(text) })),
  };
}

/** Engines keep a whole text for a piece of it from this length on; shorter ones are copied. */
const MIN_PIECE_LENGTH = 13;

/** The same characters without the text that they were cut out of: what is kept of a file must not keep the file. */
export function ownCopy(text: string): string {
  // Joining makes a new text, of which this is all but one character.
  return text.length < MIN_PIECE_LENGTH ? text : ` ${text}`.slice(1);
}
