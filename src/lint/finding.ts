import type { FactName, Facts } from '../facts/facts.ts';
import { stringIndexAt, type FoundString } from '../classify/found-string.ts';
import type { Kind } from '../classify/host-shapes.ts';
import { suggestionsOf, isToolCheck, type Confidence, type RuleProblem, type Related } from './rule.ts';
import type { FileRole, Severity } from '../config/severity.ts';
import { locationOf, oncePer } from '../text/source.ts';
import type { Fix, LineIndex, Location, Position, Range } from '../text/source.ts';
import type { RuleSetup, Check } from './checks.ts';
import { shown, shownAfter, shownHosts, shownRange } from '../classify/shown.ts';
import { valueEdits, valueRange } from '../text/literal.ts';
import { filled } from '../text/shown-name.ts';
import { ownerOf } from '../facts/query.ts';
import { PATCH } from '../read/searches.ts';

export interface Suppressed {
  readonly by: 'comment' | 'config' | 'baseline';
  readonly reason: string | null;
  readonly until: string | null;
}

/** A fix with what the string reads after it; `null` if it edits something else. */
export interface OfferedFix extends Fix {
  readonly after: string | null;
}

/** A problem at one range, with the texts that all formats print. Contains no credentials. */
export interface Finding extends Location {
  readonly file: string;
  /** Of a file in a clone below the working directory. */
  readonly repository?: string;
  /** Fingerprint without line, time, version and secret. */
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
  readonly related: readonly (Position & { readonly file: string; readonly message: string })[];
  readonly fix: OfferedFix | null;
  readonly suggestions: readonly OfferedFix[];
  readonly suppressed: Suppressed | null;
  /** The key under which the string is. */
  readonly key: string | null;
  /** The columns of `text` that the finding is about. `null` without a string, and for findings about several files. */
  readonly mark: Range | null;
}

export const nameOf = ({ rule, reason }: Pick<Finding, 'rule' | 'reason'>) => (reason ? `${rule}/${reason}` : rule);

/** Of the checks that are on, the one of this name: `rule/reason`, or the rule without reasons. */
export const setupNamed = (setups: readonly RuleSetup[], name: string) => byName(setups).get(name);
const byName = oncePer((setups: readonly RuleSetup[]) => new Map(setups.map((one) => [one.rule.name, one])));

/** What a rule could not check: one entry per rule and fact. */
export interface UncheckedPlaces {
  readonly rule: string;
  readonly missing: FactName;
  readonly checks: readonly string[];
  readonly places: readonly (Position & { readonly file: string })[];
}

/** A message to the user that is not a finding. */
export interface Notice {
  readonly code: string;
  readonly file: string;
  readonly message: string;
}

/** Documents that tell what was. */
const HISTORY = /(?:^|\/)(?:changelog|changes|history|news)[^/]*$|\.log(?:\.\d{1,3})?$/i;

type JudgedString = Readonly<ReturnType<typeof judgedString>>;

export interface ShownFile {
  readonly path: string;
  /** The path for ids, independently of the working directory. */
  readonly idPath: () => string;
  readonly role: FileRole;
  readonly strings: readonly JudgedString[];
  /** The strings in their text, if it is available. */
  readonly found?: readonly FoundString[];
  /** The roles of its parts, where some have another one. */
  readonly roleAt?: (part: Range) => FileRole;
}

export type ToFinding = (setup: RuleSetup, problem: RuleProblem) => Finding;

/** Creates findings from problems: messages from the rule, lines and columns from the text. */
export function findingsIn(file: ShownFile, lines: LineIndex): ToFinding {
  const idOf = idsIn(file);
  return (setup, problem) => {
    const { rule } = setup;
    const { data = {}, fix, suggestions, related } = problem;
    const at = stringIndexAt(file.strings, problem.at);
    const string = file.strings[at] ?? null;
    const source = file.found?.[at] ?? null;
    const role = file.roleAt?.(problem.at) ?? file.role;
    const place = givenPlace(problem.at) ?? locationOf(problem.at, lines);
    const placed = placedSeverity(role, string, setup, problem);
    // Nothing that rests on records which contradict each other is offered, and nothing that no client gets is changed.
    const isLeft = string?.searched === true || (role === 'docs' && HISTORY.test(file.path)) || PATCH.test(file.path);
    const isOffered = !isLeft && (rule.basis !== 'facts' || string?.disputed !== true);
    // Field by field, because object spread takes several times the time and memory.
    return {
      id: idOf(rule.name, string),
      rule: rule.id,
      reason: rule.reason,
      severity: placed.severity,
      lowered: placed.lowered,
      off: placed.off,
      confidence: problem.confidence ?? rule.confidence,
      role,
      message: filled(rule.messages[problem.message] ?? rule.docs.what, data),
      file: file.path,
      offset: place.offset,
      endOffset: place.endOffset,
      line: place.line,
      column: place.column,
      endLine: place.endLine,
      endColumn: place.endColumn,
      kind: string?.kind ?? null,
      cluster: string?.cluster ?? null,
      text: string ? string.text : (problem.text ?? ''),
      why: filled(rule.docs.why, data),
      todo: filled(rule.docs.todo, data),
      related: related ? related.map((one) => shownRelated(one, file, lines)) : NONE,
      fix: fix && isOffered ? ownFix(fix, source) : null,
      suggestions: suggestions && isOffered ? suggestionsOf(problem).map((one) => ownFix(one, source)) : NONE,
      suppressed: null,
      key: string?.key ?? null,
      mark: source && shownRange(source, valueRange(source.literal, problem.at)),
    };
  };
}

/** What was found, and the number of equal findings before it: an id stays while lines and passwords change. */
function idsIn({ idPath }: ShownFile): (name: string, string: JudgedString | null) => string {
  const counts = new Map<string, number>();
  return (name, string) => {
    const same = [name, idPath(), string?.kind ?? '', string?.hosts ?? ''].join('\0');
    const ordinal = counts.get(same) ?? 0;
    counts.set(same, ordinal + 1);
    // Joined, because a template would keep its parts beside the text.
    return ['connlint/v2:', hash64(`${same}\0${ordinal}`)].join('');
  };
}

/** Shared, because most findings have none and there may be a million. */
const NONE: readonly never[] = [];

/** The lines and columns of a range whose text was released, if it has them. */
export const givenPlace = (at: Range): Location | null => ('line' in at ? (at as Location) : null);

function shownRelated(related: Related, file: ShownFile, lines: LineIndex): Finding['related'][number] {
  const { at, message, file: other } = related;
  const { line, column } = givenPlace(at) ?? (other === undefined ? lines.position(at.offset) : { line: 1, column: 1 });
  return { file: other ?? file.path, line, column, message };
}

function ownFix({ title, edits }: Fix, string: FoundString | null): OfferedFix {
  const inString = string && valueEdits(string.literal, edits);
  const after = inString && shownAfter(string, inString);
  return { title, after: after === null || after === shown(string!) ? null : after, edits };
}

/** Two independent 32-bit hashes of code units, mixed as in MurmurHash3's finalizer. Not cryptographic. */
function hash64(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

export const severityOf = ({ severity, rule }: RuleSetup, problem: RuleProblem): Severity =>
  severity ?? problem.severity ?? rule.severity;

/** The severity of a problem in a file, and the severity in product code. */
function placedSeverity(role: FileRole, string: JudgedString | null, setup: RuleSetup, problem: RuleProblem) {
  const own = severityOf(setup, problem);
  if (setup.fixed) return { severity: own, lowered: null, off: false };
  const level = severityInRole(own, setup.rule, role, string);
  const inProduct = severityInRole(own, setup.rule, 'product', string) as Severity;
  const off = level === 'off';
  return { severity: off ? 'info' : level, lowered: level === inProduct ? null : inProduct, off };
}

const NOT_OF_SERVICE: ReadonlySet<Kind> = new Set<Kind>(['not-service', 'templated-unknown']);

/** The severity in a file, from that in product files: elsewhere it may be meant, unless a record has the cluster. */
export function severityInRole(
  severity: Severity,
  rule: Check,
  role: FileRole,
  string: Pick<JudgedString, 'kind' | 'token' | 'recorded'> | null,
) {
  // A literal password of a cluster is a risk in any file.
  if (isToolCheck(rule) || (rule.id === 'credentials-in-text' && string?.token)) return severity;
  const isOfOthers = rule.basis === undefined && string !== null && NOT_OF_SERVICE.has(string.kind);
  if (role === 'product') return isOfOthers && severity === 'error' && rule.refused !== true ? 'warning' : severity;
  // Tests assert calls, and record answers.
  if (role === 'test' && (isOfOthers || rule.basis === 'code')) return 'off';
  if (role === 'docs' && isOfOthers && rule.refused !== true) return 'off';
  if (!string?.recorded) return 'info';
  return role === 'docs' && severity === 'error' ? 'warning' : severity;
}

/** What findings say of a string: few data, because all are kept. `disputed`: two records of it contradict each other. */
export function judgedString(string: FoundString, facts: Facts) {
  const { range, kind, token, cluster, literal } = string;
  const records = string.hosts.flatMap((host) => ownerOf(facts, host).cluster ?? []);
  return {
    offset: range.offset,
    endOffset: range.endOffset,
    text: shown(string),
    hosts: shownHosts(string).join(',').toLowerCase(),
    kind,
    token,
    cluster,
    key: literal.key,
    recorded: records.length > 0,
    searched: literal.context === 'searched',
    disputed: records.some(({ conflicts }) => conflicts.length > 0),
  };
}
