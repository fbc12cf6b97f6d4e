import type { UriIssue } from './connection-string.ts';
import type { Range } from './source.ts';
import { badPercent, decodePercent } from './uri-percent.ts';
import { error, hasHole, type UriText } from './uri-text.ts';

export interface DatabasePart {
  readonly database: string | null;
  readonly databaseRange: Range | null;
  readonly issues: readonly UriIssue[];
}

const CODE = 'db-name-invalid';

/** Reads the database name between slash and question mark; it is judged after percent-decoding. */
export function readDatabase(uri: UriText, path: Range | null): DatabasePart {
  if (!path || path.offset === path.endOffset) return { database: null, databaseRange: null, issues: [] };
  const written = uri.text.slice(path.offset, path.endOffset);
  const database = decodePercent(written);
  const issues: UriIssue[] = [];
  if (!hasHole(uri, path.offset, path.endOffset)) {
    if (badPercent(written) >= 0) issues.push(error(CODE, path, 'The database name has a bad percent-encoding.'));
    else if (/[/\\ "$]/.test(database)) {
      issues.push(error(CODE, path, 'A database name holds no slash, backslash, space, quote or dollar sign.'));
    }
  }
  return { database, databaseRange: path, issues };
}
