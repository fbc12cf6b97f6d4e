import type { Finding } from '../core/finding.ts';
import type { LineIndex } from '../core/source.ts';
import { programOf } from './host-code.ts';
import type { HostCode, HostPosition } from './host-code.ts';

export interface HostRange {
  readonly start: HostPosition;
  readonly end: HostPosition;
}

/**
 * Says where a finding stands in the numbering of the host's language, which no rule is told: columns begin at 0 in
 * JavaScript, YAML and TOML, at 1 in JSON and Markdown.
 */
export function placing(code: HostCode, lines: LineIndex): (finding: Finding) => HostRange {
  if (programOf(code) && code.getLocFromIndex) {
    // JavaScript has more line ends than other formats have (U+2028): its own index counts them.
    return ({ offset, endOffset }) => ({ start: code.getLocFromIndex!(offset), end: code.getLocFromIndex!(endOffset) });
  }
  const { line, column } = shiftOf(code, lines);
  return (finding) => ({
    start: { line: finding.line + line, column: finding.column + column },
    end: { line: finding.endLine + line, column: finding.endColumn + column },
  });
}

/** What the host adds to lines and columns that begin at 1: told by where it sees its own root. */
function shiftOf(code: HostCode, lines: LineIndex): HostPosition {
  const own = code.getRange?.(code.ast)[0];
  const seen = code.getLoc?.(code.ast).start;
  if (own === undefined || seen === undefined) return { line: 0, column: -1 };
  const { line, column } = lines.position(own);
  return { line: seen.line - line, column: seen.column - column };
}
