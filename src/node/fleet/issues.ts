import { join, resolve } from 'node:path';
import { ISSUE_MARK } from '../../report/formats.ts';
import { objectOf } from '../../facts/json.ts';
import { parsedJson } from '../../text/json.ts';
import { closedIssue, issueIndex, type OwnerIssue } from '../../report/fleet/issues.ts';
import { UserError } from '../errors.ts';
import { displayPath } from '../fs/paths.ts';
import { entryAt, readBytes } from '../fs/read-file.ts';
import { escapeControlCharsInJson, escapeControlCharsInLines } from '../../text/escape-control-chars.ts';
import { writeFileAtomically } from '../fs/write-file.ts';

interface WrittenIssues {
  readonly issues: number;
  /** Texts of an earlier run whose owner has nothing left to do. */
  readonly closed: number;
}

const INDEX = 'index.json';
const MAX_BYTES = 100_000_000;

/**
 * Writes the texts and their index into a folder and replaces those of an earlier run. Texts of owners with nothing
 * left to do say so. Throws a `UserError`, before anything is written, if a file with such a name was not written by
 * connlint.
 */
export function writeIssues(folder: string, issues: readonly OwnerIssue[]): WrittenIssues {
  const root = resolve(folder);
  const open = new Set(issues.map(({ file }) => file));
  const closed = ownersIn(join(root, INDEX))
    .map(closedIssue)
    .filter(({ file }) => !open.has(file));
  const all = [...issues, ...closed];
  for (const { file } of all) refuseOther(join(root, file), (text) => ISSUE_MARK.test(text));
  refuseOther(join(root, INDEX), isIndex);
  for (const { file, body } of all) writeFileAtomically(join(root, file), escapeControlCharsInLines(body));
  writeFileAtomically(join(root, INDEX), escapeControlCharsInJson(issueIndex(all)));
  return { issues: issues.length, closed: closed.length };
}

const isIndex = (text: string): boolean => text.startsWith('{\n  "version": 1,\n  "connlint-fleet": "issues",');

function refuseOther(path: string, isOwn: (text: string) => boolean): void {
  const stats = entryAt(path);
  if (!stats) return;
  const text = stats.isFile() ? textOf(path) : null;
  if (text !== null && isOwn(text)) return;
  throw new UserError(
    `${displayPath(path)} exists and was not written by connlint fleet issues`,
    'Name another folder, or remove the file.',
  );
}

function textOf(path: string): string | null {
  const read = readBytes(path, { named: true, maxBytes: MAX_BYTES, follow: false });
  return 'bytes' in read ? read.bytes.toString('utf8') : null;
}

/** The owners of the texts of earlier runs. */
function ownersIn(path: string): string[] {
  const text = entryAt(path)?.isFile() ? textOf(path) : null;
  if (text === null || !isIndex(text)) return [];
  const issues = objectOf(parsedJson(text))?.issues;
  if (!Array.isArray(issues)) return [];
  return issues.flatMap((one: { readonly owner?: unknown } | null) =>
    typeof one?.owner === 'string' ? [one.owner] : [],
  );
}
