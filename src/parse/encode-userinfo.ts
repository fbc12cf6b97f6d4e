import type { Range } from '../text/source.ts';
import type { ConnectionString } from './connection-string.ts';
import { textAt } from './issue.ts';
import { parseConnectionString } from './parse.ts';
import { severityAt, USERINFO_CODE } from './userinfo.ts';

/** Replaces the characters between two offsets. */
export interface UriEdit extends Range {
  readonly text: string;
}

/** No password has more wrong characters. If more edits are needed, the string was misread. */
const MAX_EDITS = 1000;

/**
 * The smallest percent-encoding that makes user name and password valid: one edit per wrong character. `null` if the
 * text can be split in more than one way, an empty list if nothing is wrong.
 */
export function userinfoEdits(text: string, uri: Pick<ConnectionString, 'issues'>): UriEdit[] | null {
  const edits: UriEdit[] = [];
  for (const issue of uri.issues) {
    if (issue.code !== USERINFO_CODE) continue;
    if (!issue.unique) return null;
    for (let at = issue.offset; at < issue.endOffset; at++) {
      if (severityAt(text, at) === null) continue;
      if (edits.length === MAX_EDITS) return null;
      edits.push({ offset: at, endOffset: at + 1, text: encodeURIComponent(text[at]!) });
    }
  }
  return edits.length === 0 || isSplitTheSame(text, edits) ? edits : null;
}

/** True if the encoded text has the same hosts. With a part of the password encoded, another host may be likelier. */
function isSplitTheSame(text: string, edits: readonly UriEdit[]): boolean {
  let encoded = '';
  let at = 0;
  for (const edit of edits) {
    encoded += text.slice(at, edit.offset) + edit.text;
    at = edit.endOffset;
  }
  encoded += text.slice(at);
  const hosts = (value: string): string => textAt(value, parseConnectionString(value).hostsRange);
  return hosts(encoded) === hosts(text);
}
