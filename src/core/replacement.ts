import type { ListedString } from './facts.ts';
import type { FoundString } from './found.ts';
import type { Segment } from './literal.ts';
import { redacted } from './redact.ts';
import type { Edit, Repair } from './rule.ts';
import { formOf } from './subject.ts';

/**
 * A found string as it reads after a repair, with secrets hidden as in every report; `null` when the repair changes
 * something else than this string, or nothing.
 */
export function afterRepair(string: FoundString, repair: Repair): string | null {
  const { literal, secrets, inValue } = string;
  const edits = [...repair.edits].sort((a, b) => a.offset - b.offset).map((edit) => inLiteral(literal.segments, edit));
  let shown = '';
  let at = inValue.offset;
  for (const edit of edits) {
    if (!edit || edit.offset < at || edit.endOffset > inValue.endOffset) return null;
    shown += redacted(literal, secrets, at, edit.offset) + edit.text;
    at = edit.endOffset;
  }
  return edits.length === 0 ? null : shown + redacted(literal, secrets, at, inValue.endOffset);
}

/** The edit in offsets of the value. */
function inLiteral(segments: readonly Segment[], edit: Edit): Edit | null {
  const offset = valueOffset(segments, edit.offset);
  const endOffset = valueOffset(segments, edit.endOffset);
  return offset === null || endOffset === null ? null : { offset, endOffset, text: edit.text };
}

function valueOffset(segments: readonly Segment[], offset: number): number | null {
  const segment = segments.find((one) => one.exact && one.offset <= offset && offset <= one.endOffset);
  return segment ? segment.at + (offset - segment.offset) : null;
}

/**
 * A found string with the hosts of a record's string in the place of its own, secrets hidden; `null` when their forms
 * differ. For people: the source may show the hosts in several pieces, so that no edit can make the change.
 */
export function withHostsOf(string: FoundString, listed: ListedString): string | null {
  const { literal, secrets, inValue, hosts } = string;
  const first = hosts[0];
  const last = hosts.at(-1);
  if (!first || !last || formOf(string) !== listed.form) return null;
  // Where one node is named, one node is meant.
  if (listed.form === 'direct' && hosts.length === 1 && listed.hosts.length > 1) return null;
  const written = listed.hosts.map(({ host, port }) => (port === null ? host : `${host}:${port}`)).join(',');
  const before = redacted(literal, secrets, inValue.offset, first.offset);
  return before + written + redacted(literal, secrets, last.endOffset, inValue.endOffset);
}
