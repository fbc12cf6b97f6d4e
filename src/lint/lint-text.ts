import { directivesIn, applyDirectives, applyEntries, plainReason } from './suppressions.ts';
import type { Finding, Unknown } from './finding.ts';
import type { FoundString } from '../classify/found-string.ts';
import { guardResult } from './guard.ts';
import { joinUnknown, judgeFile, notesOf } from './run-rules.ts';
import { shownStrings, toFinding } from './finding.ts';
import { ruleWords } from './rule-anchors.ts';
import { lineIndex, lineIndexOf } from '../text/source.ts';
import type { LineIndex, LineTable, Position, Source } from '../text/source.ts';
import type { ConfigEntry } from './suppressions.ts';
import { findStrings } from '../read/find-strings.ts';
import type { FindOptions } from '../read/find-strings.ts';
import { projectFile } from './file-result.ts';
import type { KeptSource } from './file-result.ts';
import type { FileSettings } from './settings.ts';
import { directiveFindings } from './suppression-findings.ts';

/** What came of one text. */
export interface LintedSource extends KeptSource {
  readonly strings: readonly FoundString[];
}

export interface LintSourceOptions extends Pick<FindOptions, 'ast'> {
  /** False with `--no-suppressions`. */
  readonly suppressions: boolean;
}

/** Everything between text and findings. Pure; never throws. */
export function lintSource(source: Source, settings: FileSettings, options: LintSourceOptions): LintedSource {
  const { profile } = settings.context;
  const words = ruleWords(settings.setups);
  const strings = findStrings(source, profile, { ast: options.ast, beside: words });
  const lines = lazyLines(source.text);
  const file = { source, strings };
  const isShown = words.shown(strings.length > 0);
  const judged = judgeFile(file, settings.setups, settings.context, isShown);
  const notes = notesOf(file, lines, settings.setups, settings.context, isShown);
  const shown = shownStrings(strings);
  const shownFile = { path: source.path, strings: shown };
  const found = judged.problems.map(({ setup, problem }) => toFinding(shownFile, lines, setup, problem));
  const directives = options.suppressions ? directivesIn(source, lines).map((one) => plainReason(one, profile)) : [];
  const linted = {
    file: source.path,
    strings,
    shown,
    findings: found,
    unknown: joinUnknown(
      judged.missing.map(({ rule, verdict }) => ({
        rule,
        missing: verdict.missing,
        places: [placeIn(source.path, lines.position(verdict.at.offset))],
      })),
    ),
    notes: notes.size > 0 ? notes : null,
    project: notes.size > 0 ? projectFile(source.path, notes, settings.context) : null,
    lines,
    directives,
  };
  return guardResult(linted, settings.setups);
}

/** What is kept where only a report is to be made. It holds on to no text. */
export function keptSource(linted: KeptSource, { starts, numbers, length }: LineTable): KeptSource {
  const { file, shown, findings, unknown, notes, project, directives } = linted;
  const table = { starts: Uint32Array.from(starts), numbers: numbers && Uint32Array.from(numbers), length };
  return { file, shown, findings, unknown, notes, project, lines: lineIndexOf(table), directives };
}

/** Line ends are looked for only where something has to be placed. */
function lazyLines(text: string): LineIndex {
  let index: LineIndex | null = null;
  const lines = (): LineIndex => (index ??= lineIndex(text));
  return {
    position: (offset) => lines().position(offset),
    lineStart: (line) => lines().lineStart(line),
  };
}

function placeIn(file: string, { line, column }: Position): Unknown['places'][number] {
  return { file, line, column };
}

/** Accepts findings by comment and config, and reports the comments that accept nothing. */
export function suppress(
  linted: KeptSource,
  findings: readonly Finding[],
  settings: FileSettings,
  used: Set<ConfigEntry>,
): Finding[] {
  const { today } = settings.context;
  const byComment = applyDirectives(findings, linted.directives, today);
  const all = [...byComment.findings, ...directiveFindings(linted, byComment.used, settings)];
  return applyEntries(all, settings.entries, today, used);
}
