import type { Directive } from './directive.ts';
import type { Finding, Suppressed } from './finding.ts';
import { isDate } from './schema-formats.ts';

/** A suppression of the config, for formats without comments. Paths are matched by the caller. */
export interface ConfigEntry {
  readonly rule: readonly string[];
  readonly host: string | null;
  readonly reason: string | null;
  readonly until: string | null;
}

/** True unless a last day is given that is over, or that is no day. */
export function holds(until: string | null, today: string): boolean {
  return until === null || (isDate(until) && until >= today);
}

/** Which of its rules each comment accepted something of. */
export type DirectiveUse = ReadonlyMap<Directive, ReadonlySet<string>>;

/** Applies comments: a finding is accepted by the comment of its line, of the line above, or by an open block. */
export function applyDirectives(
  findings: readonly Finding[],
  directives: readonly Directive[],
  today: string,
): { readonly findings: Finding[]; readonly used: DirectiveUse } {
  const used = new Map<Directive, Set<string>>();
  const live = directives.filter((d) => d.kind === 'enable' || (d.reason !== null && holds(d.until, today)));
  const byLine = lineComments(live);
  const blockAt = openBlocks(live);
  const marked = new Map<Finding, Suppressed>();
  for (const finding of [...findings].sort((a, b) => a.offset - b.offset)) {
    const block = blockAt(finding);
    const by = byLine(finding) ?? block;
    if (!by || finding.suppressed) continue;
    used.set(by, (used.get(by) ?? new Set()).add(finding.rule));
    marked.set(finding, { by: 'comment', reason: by.reason, until: by.until });
  }
  return { findings: findings.map((finding) => withMark(finding, marked.get(finding))), used };
}

const withMark = (finding: Finding, suppressed: Suppressed | undefined): Finding =>
  suppressed ? { ...finding, suppressed } : finding;

const names = (directive: Directive, rule: string): boolean =>
  directive.rules.length === 0 || directive.rules.some(({ id }) => id === rule);

/** The comment that is about the lines of a finding. */
function lineComments(directives: readonly Directive[]): (finding: Finding) => Directive | null {
  const lines = new Map<number, Directive[]>();
  for (const directive of directives) {
    if (directive.kind !== 'disable-line' && directive.kind !== 'disable-next-line') continue;
    for (let line = directive.firstLine; line <= directive.lastLine; line++) {
      const known = lines.get(line);
      if (known) known.push(directive);
      else lines.set(line, [directive]);
    }
  }
  return (finding) => {
    for (let line = finding.line; line <= finding.endLine; line++) {
      const found = lines
        .get(line)
        ?.find((d) => (line === finding.line || d.kind === 'disable-line') && names(d, finding.rule));
      if (found) return found;
    }
    return null;
  };
}

/** Answers, for findings in the order of the text, which block comment is open where one stands. */
function openBlocks(directives: readonly Directive[]): (finding: Finding) => Directive | null {
  const blocks = directives.filter(({ kind }) => kind === 'disable' || kind === 'enable');
  const byRule = new Map<string, Directive | null>();
  let every: Directive | null = null;
  let next = 0;
  return (finding) => {
    for (let block = blocks[next]; block && block.offset <= finding.offset; block = blocks[++next]) {
      const opened = block.kind === 'disable' ? block : null;
      if (block.rules.length === 0) {
        every = opened;
        byRule.clear();
      }
      for (const { id } of block.rules) byRule.set(id, opened);
    }
    const own = byRule.get(finding.rule);
    return own === undefined ? every : own;
  };
}

/** Applies the config's entries that concern this file. `used` collects those that met a finding. */
export function applyEntries(
  findings: readonly Finding[],
  entries: readonly ConfigEntry[],
  today: string,
  used: Set<ConfigEntry>,
): Finding[] {
  const live = entries.filter((entry) => isReason(entry.reason) && holds(entry.until, today));
  return findings.map((finding) => {
    if (finding.suppressed) return finding;
    const entry = live.find(
      ({ rule, host }) => (rule.length === 0 || rule.includes(finding.rule)) && (host === null || meets(finding, host)),
    );
    if (!entry) return finding;
    used.add(entry);
    return { ...finding, suppressed: { by: 'config', reason: entry.reason, until: entry.until } };
  });
}

/** Blanks are no reason. */
export function isReason(reason: string | null): reason is string {
  return reason !== null && reason.trim() !== '';
}

/** True when a host of the string is the one that an entry names; `*` stands for any letters. */
function meets({ text }: Finding, host: string): boolean {
  const pattern = host.toLowerCase();
  const hasPort = pattern.includes(':');
  for (const [name] of text.toLowerCase().matchAll(/[a-z0-9_.-]{1,253}(?::\d{1,5})?/g)) {
    const shown = hasPort ? name : name.replace(/:\d+$/, '');
    if (matchesPattern(shown.replace(/\.$/, ''), pattern)) return true;
  }
  return false;
}

/** Each piece between stars is looked for behind the one before it: linear. */
function matchesPattern(name: string, pattern: string): boolean {
  const pieces = pattern.split('*');
  if (pieces.length === 1) return name === pattern;
  const first = pieces[0]!;
  const last = pieces.at(-1)!;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0 || found + piece.length > name.length - last.length) return false;
    at = found + piece.length;
  }
  return true;
}
