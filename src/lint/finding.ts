import type { FactName, Facts } from '../facts/facts.ts';
import { clusterOf, hostQuery } from '../facts/query.ts';
import { MAX_NESTED, type FoundString } from '../classify/found-string.ts';
import type { Kind } from '../classify/host-shapes.ts';
import { isToolCheck, type Confidence, type Fix, type RuleProblem, type Related, type Check } from './rule.ts';
import { type FileRole, isDeployed } from '../config/roles.ts';
import type { RuleLevel, Severity } from '../config/severity.ts';
import { lineStartBefore, overlaps, countBefore, type Range, type LineIndex } from '../text/source.ts';
import type { RuleSetup } from './run-rules.ts';
import { shown, shownAfter, shownRange } from '../classify/shown.ts';
import { valueRange } from '../text/literal.ts';
import { valueEdits } from './fixed-string.ts';

/** A range with its lines and columns (1-based, columns in UTF-16 code units). */
export interface Location extends Range {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface Suppressed {
  readonly by: 'comment' | 'config' | 'baseline';
  readonly reason: string | null;
  /** Last day on which it applies. */
  readonly until: string | null;
}

/** A fix with what the string reads after it; `null` if it edits something else. */
export interface OfferedFix extends Fix {
  readonly after: string | null;
}

/** A problem at one range, with the texts that all formats print. Contains no credentials. */
export interface Finding extends Location {
  /** Fingerprint. Empty until the report sets it, because it depends on the number of equal findings. */
  readonly id: string;
  readonly rule: string;
  readonly reason: string | null;
  readonly severity: Severity;
  /** Its severity in product code, if the role of the file lowers it. */
  readonly lowered: Severity | null;
  /** True if the role of the file turns the rule off. Such a finding is counted but not printed. */
  readonly off: boolean;
  readonly confidence: Confidence;
  readonly role: FileRole;
  readonly message: string;
  readonly kind: Kind | null;
  readonly cluster: string | null;
  /** The string of the finding, redacted. */
  readonly text: string;
  readonly why: string;
  readonly todo: string;
  readonly related: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly message: string;
  }[];
  readonly fix: OfferedFix | null;
  readonly suggestions: readonly OfferedFix[];
  readonly suppressed: Suppressed | null;
  /** The key under which the string is. */
  readonly key: string | null;
  /** The columns of `text` that the finding is about. `null` without a string, and for findings about several files. */
  readonly mark: Range | null;
}

/** `rule` or `rule/reason`. */
export function nameOf({ rule, reason }: Pick<Finding, 'rule' | 'reason'>): string {
  return reason ? `${rule}/${reason}` : rule;
}

/** Checks that lacked a fact: one entry per rule and fact, with the ranges. */
export interface UncheckedPlaces {
  readonly rule: string;
  readonly missing: FactName;
  readonly places: readonly { readonly file: string; readonly line: number; readonly column: number }[];
}

/** A message to the user that is not a finding. */
export interface Notice {
  readonly code: string;
  readonly file: string;
  readonly message: string;
}

function fill(text: string, data: RuleProblem['data'] = {}): string {
  if (!text.includes('{')) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(data[name] ?? whole));
}

export function locationOf(file: string, range: Range, lines: LineIndex): Location {
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

/** The innermost string that a range touches. Strings are sorted, and nested strings follow the outer one. */
export function stringAt<S extends { readonly range: Range }>(strings: readonly S[], at: Range): S | null {
  return strings[stringIndexAt(strings, at)] ?? null;
}

/** Its index, or -1. */
function stringIndexAt(strings: readonly { readonly range: Range }[], at: Range): number {
  const after = countBefore(strings, ({ range }) => range.offset <= at.offset);
  for (let index = after - 1; index >= Math.max(0, after - 1 - MAX_NESTED); index--) {
    if (strings[index]!.range.endOffset > at.offset) return index;
  }
  const next = strings[after];
  return next && overlaps(next.range, at) ? after : -1;
}

/** The part of a string that may be printed. */
export interface ShownString extends Pick<FoundString, 'range' | 'kind' | 'cluster' | 'token'> {
  /** True if a record of its cluster is known. */
  readonly recorded: boolean;
  /** True if records of its cluster contradict each other, so that none of them proves a fix. */
  readonly disputed?: boolean;
  readonly text: string;
}

export function shownStrings(strings: readonly FoundString[], facts: Facts): ShownString[] {
  return strings.map((string) => {
    const { range, kind, cluster, token } = string;
    const records = string.hosts.flatMap((host) => clusterOf(facts, hostQuery(host)) ?? []);
    const recorded = records.length > 0;
    const disputed = records.some(({ conflicts }) => conflicts.length > 0);
    const text = shown(string);
    return { range, kind, cluster: cluster && ownCopy(cluster), token, recorded, disputed, text };
  });
}

/** The data of a file that its findings need. */
export interface ShownFile {
  readonly path: string;
  readonly role: FileRole;
  readonly strings: readonly ShownString[];
  /** Missing if the text is no longer available. */
  readonly text?: string;
}

/**
 * Creates a finding from a problem: messages from the rule, lines and columns from the text.
 * @param found the strings of the file in their text, if it is available
 */
export function toFinding(
  file: ShownFile,
  lines: LineIndex,
  setup: RuleSetup,
  problem: RuleProblem,
  found: readonly FoundString[] = [],
): Finding {
  const { rule } = setup;
  const at = stringIndexAt(file.strings, problem.at);
  const string = file.strings[at] ?? null;
  const source = found[at] ?? null;
  const data = problem.data;
  const place = locationOf(file.path, problem.at, lines);
  const placed = severityOf(file, string, setup, problem);
  const restsOnFacts = rule.basis === 'facts';
  const { fix, suggestions } = fixesOf(problem, source, restsOnFacts && string?.disputed === true);
  // Field by field, because object spread takes several times the time and memory.
  return {
    id: '',
    rule: rule.id,
    reason: rule.reason,
    severity: placed.severity,
    lowered: placed.lowered,
    off: placed.off,
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
    fix,
    suggestions,
    suppressed: null,
    key: source?.literal.key ?? null,
    mark: source && shownRange(source, valueRange(source.literal, problem.at)),
  };
}

/** Nothing that rests on records which contradict each other is offered. */
function fixesOf(
  { fix, suggestions = NONE }: RuleProblem,
  string: FoundString | null,
  isDisputed: boolean,
): Pick<Finding, 'fix' | 'suggestions'> {
  if (isDisputed) return { fix: null, suggestions: NONE };
  return {
    fix: fix ? ownFix(fix, string) : null,
    suggestions: suggestions.length > 0 ? suggestions.map((one) => ownFix(one, string)) : NONE,
  };
}

/** The severity in this file, and the severity in product code. */
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

/** Shared, because most findings have none and there may be a million. */
const NONE: readonly never[] = [];

function shownRelated(related: Related, file: ShownFile, lines: LineIndex): Finding['related'][number] {
  const { line, column } = related.file === undefined ? lines.position(related.at.offset) : { line: 1, column: 1 };
  return { file: related.file ?? file.path, line, column, message: related.message };
}

/** Edits often contain slices of the source text, which must be copied. */
function ownFix({ title, edits }: Fix, string: FoundString | null): OfferedFix {
  const inString = string && valueEdits(string, edits);
  const after = string && inString && shownAfter(string, inString);
  return {
    title: ownCopy(title),
    after: after === string?.literal.value ? null : after,
    edits: edits.map(({ offset, endOffset, text }) => ({ offset, endOffset, text: ownCopy(text) })),
  };
}

/** Engines keep the whole source text for slices of at least this length. Shorter ones are copied anyway. */
const MIN_PIECE_LENGTH = 13;

/** A copy of the text that does not keep the source text in memory. */
export function ownCopy(text: string): string {
  return text.length < MIN_PIECE_LENGTH ? text : structuredClone(text);
}

/** The same for all texts of plain data. */
export function ownData<T>(data: T): T;
export function ownData(data: unknown): unknown {
  if (typeof data === 'string') return ownCopy(data);
  if (Array.isArray(data)) return data.map((one: unknown) => ownData(one));
  if (typeof data !== 'object' || data === null) return data;
  // A spread copy takes less memory than an object that is filled key by key.
  const own: Record<string, unknown> = { ...data };
  for (const key of Object.keys(own)) own[key] = ownData(own[key]);
  return own;
}

/** What the severity of a finding depends on besides its rule. */
export interface RoleInput {
  readonly role: FileRole;
  /** Kind of its string, `null` without one. */
  readonly kind: Kind | null;
  /** True for a host with the token of a project. */
  readonly hasToken: boolean;
  /** True if a record of the string's cluster is known. */
  readonly recorded: boolean;
  /** True if a test asserts, mocks or records the string. */
  readonly asserted: boolean;
}

const NOT_OF_SERVICE: ReadonlySet<Kind | null> = new Set<Kind>(['not-service', 'templated-unknown']);

/** A literal password of a cluster is a risk in any file. */
const KEEPS_WITH_TOKEN = 'credentials-in-text';

/**
 * Decides the severity of a finding in its file. No other code does. In files that are deployed it is the severity of
 * the rule's page. In documents it is at most a warning. In tests, problems are intentional, unless a record shows that
 * the cluster belongs to the project.
 * @param severity that of the rule's page, or of the config for product code
 */
export function severityInRole(severity: Severity, rule: Check, input: RoleInput): RuleLevel {
  if (isToolCheck(rule) || (rule.id === KEEPS_WITH_TOKEN && input.hasToken)) return severity;
  if (rule.basis === 'facts') return ofFacts(severity, input);
  if (rule.basis === 'code') return ofCode(severity, input);
  return NOT_OF_SERVICE.has(input.kind) ? ofOtherText(severity, rule.refused === true, input) : ofText(severity, input);
}

const lower = (severity: Severity): Severity => (severity === 'error' ? 'warning' : 'info');

function ofFacts(severity: Severity, { role, recorded }: RoleInput): RuleLevel {
  if (isDeployed(role)) return severity;
  if (role === 'test') return recorded ? severity : 'info';
  if (severity === 'error') return 'warning';
  // Documents show strings as Atlas issues them. Only a record proves that one is real.
  return recorded ? severity : 'info';
}

function ofText(severity: Severity, { role, recorded }: RoleInput): RuleLevel {
  if (isDeployed(role)) return severity;
  if (role === 'test') return recorded ? severity : 'info';
  return lower(severity);
}

function ofOtherText(severity: Severity, isRefused: boolean, { role }: RoleInput): RuleLevel {
  if (isDeployed(role)) return severity === 'error' && !isRefused ? 'warning' : severity;
  return role === 'test' ? 'off' : 'info';
}

function ofCode(severity: Severity, { role, asserted }: RoleInput): RuleLevel {
  if (isDeployed(role)) return severity;
  if (role === 'test') return asserted ? 'off' : 'info';
  return lower(severity);
}

/** Formats in which tests keep expected values and recorded answers. */
const RECORDED = /\.(?:json|jsonl|ya?ml|snap|snaphost|har|txt|http|golden|xml|csv|out)$/i;
const ASSERTS =
  /\b(?:assert|expect|should|verify|require|mock|stub|fake|nock|httpmock|intercept|responses?|respond|record|cassette|reply|golden|toEqual|toBe|Equal|when|given)/i;

/** True if a test file asserts, mocks or records the text at this offset. */
export function isAsserted(path: string, text: string, offset: number): boolean {
  if (RECORDED.test(path)) return true;
  const start = lineStartBefore(text, offset, MAX_LINE);
  const before = lineStartBefore(text, Math.max(0, start - 1), MAX_LINE);
  const [rest = ''] = text.slice(offset, offset + MAX_LINE).split('\n', 1);
  return ASSERTS.test(text.slice(Math.max(before, offset - MAX_LINE), offset) + rest);
}

/** How much of a line is read in each direction. */
const MAX_LINE = 1_000;

/** The state of a hash: two 32-bit numbers. */
type HashState = readonly [a: number, b: number];

/**
 * Two independent 32-bit multiplicative hashes of the text's code units (with the mixing steps of MurmurHash3's
 * finalizer). Not cryptographic: the input contains no secrets.
 */
export function hash64(text: string, state?: HashState): string {
  let [a, b] = hashState(text, state);
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0');
}

function hashState(text: string, [first, second]: HashState = [0xdeadbeef, 0x41c6ce57]): HashState {
  let [a, b] = [first, second];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  return [a, b];
}

/**
 * Sets the id of each finding. It depends on rule, path, redacted text, and the index among equal findings in the order
 * of the file. A finding keeps its id if it moves to another line or if its password changes. Line numbers, times and
 * versions are left out, because they change while the problem stays. `idPath` returns the path independently of the
 * working directory. The ids are written into the findings themselves, because copies would double the memory. An id
 * depends only on the findings of one file and rule, so that counting a finding twice gives the same id.
 * @param findings grouped by file
 */
export function fingerprint<F extends Finding>(
  findings: readonly F[],
  idPath: (file: string) => string = (file) => file,
): readonly F[] {
  /** By rule and text. A long string with many problems is hashed once per rule. */
  const seen = new Map<string, Map<string, { count: number; readonly state: HashState }>>();
  let file: string | null = null;
  for (const finding of findings) {
    if (finding.file !== file) seen.clear();
    file = finding.file;
    const { text } = finding;
    const rule = nameOf(finding);
    const ofRule = seen.get(rule) ?? new Map<string, { count: number; readonly state: HashState }>();
    const same = ofRule.get(text) ?? { count: 0, state: hashState(`${rule}\0${idPath(file)}\0${text}\0`) };
    seen.set(rule, ofRule.set(text, same));
    (finding as { id: string }).id = ownText(`connlint/v1:${hash64(String(same.count++), same.state)}`);
  }
  return findings;
}

/** One flat text. Engines keep the pieces of a concatenation, which takes three times the memory. */
function ownText(text: string): string {
  const units: number[] = [];
  for (let i = 0; i < text.length; i++) units.push(text.charCodeAt(i));
  return String.fromCharCode(...units);
}
