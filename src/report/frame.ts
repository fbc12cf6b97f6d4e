import type { Finding } from '../lint/finding.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { HUE, type Terminal } from './terminal.ts';

/** The printed string of a finding with the columns that the finding is about. */
interface FrameParts {
  readonly line: string;
  readonly from: number;
  readonly to: number;
}

/** Characters of the line before the marked part that are always shown, the key among them. */
const MIN_LEAD = 24;

/** The key and the string, cut to this many columns around the marked part. */
function frameParts({ key, text, mark }: Pick<Finding, 'key' | 'text' | 'mark'>, room: number): FrameParts {
  const { offset, endOffset } = mark ?? { offset: 0, endOffset: text.length };
  const lead = escapeControlChars((key === null ? '' : `${key} `) + text.slice(0, offset));
  const meant = escapeControlChars(text.slice(offset, endOffset));
  const whole = lead + meant + escapeControlChars(text.slice(endOffset));
  if (whole.length <= room) return { line: whole, from: lead.length, to: lead.length + meant.length };
  // As much of the front as leaves the marked part whole, and never less than some.
  const leadRoom = Math.min(lead.length, Math.max(MIN_LEAD, room - meant.length - 1));
  const cut = lead.length - leadRoom;
  const front = cut > 0 ? `…${whole.slice(cut + 1)}` : whole;
  const line = front.length > room ? `${front.slice(0, room - 1)}…` : front;
  return { line, from: leadRoom, to: Math.min(leadRoom + meant.length, line.length) };
}

/** The string of a finding with a line under the marked part. The gutter is as wide as the line number. */
export function frameLines(finding: Finding, { paint, width }: Terminal): string[] {
  const number = String(finding.line);
  const blank = ' '.repeat(number.length);
  const bar = (line: string): string => paint.dim(`${line} |`);
  const { line, from, to } = frameParts(finding, width - number.length - 3);
  const mark = paint[HUE[finding.severity]]('^'.repeat(Math.max(1, to - from)));
  return [bar(blank), `${bar(number)} ${line}`, `${bar(blank)} ${' '.repeat(from)}${mark}`];
}
