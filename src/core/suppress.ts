import type { Finding, Suppressed } from './finding.ts';
import type { LineIndex, Range, Source } from './source.ts';

/** A comment that accepts findings. */
export interface Directive extends Range {
  readonly kind: 'disable-next-line' | 'disable-line' | 'disable' | 'enable';
  readonly line: number;
  /** Rule ids; empty means every rule. */
  readonly rules: readonly string[];
  readonly reason: string | null;
  /** Last day on which it holds, `YYYY-MM-DD`. */
  readonly until: string | null;
  /** The whole line with its end, when nothing but the comment stands on it. */
  readonly ownLine: Range | null;
}

const MARK = 'connlint-';
const DIRECTIVE = /connlint-(disable-next-line|disable-line|disable|enable)\b([^\r\n]{0,1000})/g;
/** What can begin a comment, in any language. */
const LEADER = /(?:\/\/+|\/\*+|#+|<!--|--|;+|%+|\{\{-?\s*\/\*|\(\*|\*|'|!|\bREM\b|\brem\b)[\s*]*$/;
const CLOSER = /\s*(?:\*\/(?:\s*-?\}\})?|-->|\*\)|#>)\s*$/;

/** Every suppression comment of a text. Cheap where there is none. */
export function directivesIn(source: Source, lines: LineIndex): Directive[] {
  const { text } = source;
  if (!text.includes(MARK)) return [];
  const found: Directive[] = [];
  for (const match of text.matchAll(DIRECTIVE)) {
    const { line } = lines.position(match.index);
    const lineStart = lines.lineStart(line);
    const before = text.slice(Math.max(lineStart, match.index - 300), match.index);
    const leader = LEADER.exec(before);
    if (!leader) continue;
    found.push(directive(text, match, lineStart, leader, lines.lineStart(line + 1), line));
  }
  return found;
}

function directive(
  text: string,
  match: RegExpExecArray,
  lineStart: number,
  leader: RegExpExecArray,
  next: number,
  line: number,
): Directive {
  const [whole, kind, rest = ''] = match;
  const closer = CLOSER.exec(rest);
  const body = closer ? rest.slice(0, closer.index) : rest;
  const [list = '', ...reason] = body.split(/\s--\s|\s--$/);
  const until = /\buntil=(\S+)/.exec(list)?.[1] ?? null;
  const offset = match.index - leader[0].length;
  const alone = text.slice(lineStart, offset).trim() === '';
  return {
    kind: kind as Directive['kind'],
    line,
    rules: list
      .replace(/\buntil=\S+/, '')
      .split(/[\s,]+/)
      .filter(Boolean),
    reason: reason.join(' -- ').trim() || null,
    until,
    offset,
    endOffset: match.index + whole.trimEnd().length,
    ownLine: alone && next > lineStart ? { offset: lineStart, endOffset: next } : null,
  };
}

/** A suppression of the config, for formats without comments. Paths are matched by the caller. */
export interface ConfigEntry {
  readonly rule: readonly string[];
  readonly host: string | null;
  readonly reason: string | null;
  readonly until: string | null;
}

export interface SuppressionUse {
  readonly findings: Finding[];
  readonly unused: readonly Directive[];
  readonly expired: readonly Directive[];
  readonly withoutReason: readonly Directive[];
}

const holds = (until: string | null, today: string): boolean => until === null || until >= today;
const names = (directive: Directive, rule: string): boolean =>
  directive.rules.length === 0 || directive.rules.includes(rule);

/** Applies comments: a finding is accepted by the directive of its line, of the line before, or by an open block. */
export function applyDirectives(
  findings: readonly Finding[],
  directives: readonly Directive[],
  today: string,
): SuppressionUse {
  const withoutReason = directives.filter((d) => d.kind !== 'enable' && d.reason === null);
  const expired = directives.filter((d) => d.kind !== 'enable' && d.reason !== null && !holds(d.until, today));
  const live = directives.filter((d) => d.kind === 'enable' || (d.reason !== null && holds(d.until, today)));
  const used = new Set<Directive>();
  const marked = findings.map((finding) => {
    const by = suppressorOf(finding, live);
    if (!by || finding.suppressed) return finding;
    used.add(by);
    const suppressed: Suppressed = { by: 'comment', reason: by.reason, until: by.until };
    return { ...finding, suppressed };
  });
  return { findings: marked, unused: live.filter((d) => d.kind !== 'enable' && !used.has(d)), expired, withoutReason };
}

function suppressorOf(finding: Finding, directives: readonly Directive[]): Directive | null {
  let block: Directive | null = null;
  for (const directive of directives) {
    if (directive.offset > finding.offset && directive.line > finding.endLine) break;
    if (!names(directive, finding.rule)) continue;
    if (directive.kind === 'disable-line' && directive.line >= finding.line && directive.line <= finding.endLine)
      return directive;
    if (directive.kind === 'disable-next-line' && directive.line + 1 === finding.line) return directive;
    if (directive.line > finding.line) continue;
    if (directive.kind === 'disable') block = directive;
    else if (
      directive.kind === 'enable' &&
      block &&
      (directive.rules.length === 0 || directive.rules.includes(finding.rule))
    )
      block = null;
  }
  return block;
}

/** Applies the config's entries that concern this file. `used` collects those that met a finding. */
export function applyEntries(
  findings: readonly Finding[],
  entries: readonly ConfigEntry[],
  today: string,
  used: Set<ConfigEntry>,
): Finding[] {
  if (entries.length === 0) return [...findings];
  return findings.map((finding) => {
    if (finding.suppressed) return finding;
    const entry = entries.find(
      (e) =>
        e.reason !== null &&
        holds(e.until, today) &&
        (e.rule.length === 0 || e.rule.includes(finding.rule) || e.rule.includes('*')) &&
        (e.host === null || finding.text.toLowerCase().includes(e.host.toLowerCase())),
    );
    if (!entry) return finding;
    used.add(entry);
    return { ...finding, suppressed: { by: 'config', reason: entry.reason, until: entry.until } };
  });
}
