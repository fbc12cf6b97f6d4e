import { Buffer } from 'node:buffer';
import type { FoundString } from '../classify/found-string.ts';
import { isDeployed } from '../config/roles.ts';
import { isOwnText } from '../find/own-files.ts';
import { stringsIn } from '../lint/recorded.ts';
import { fileSettings, type FileSettings } from '../lint/settings.ts';
import type { UnreadFile } from '../plan/subject.ts';
import { REPORT_MARKS } from '../report/own-reports.ts';
import { once } from '../text/source.ts';
import type { FileList } from './fs/list-files.ts';
import { isGenerated, mayBeText, readAt, unreadable, withOpen } from './fs/read-file.ts';
import type { Project } from './project/project.ts';
import { VENDORED, type ScanCounts } from './scan/scan-files.ts';

/**
 * Files that no rule judged, sorted by path, with the strings in them: large and vendored ones, and those that the
 * config leaves out. They are read in pieces.
 */
export function unreadFiles(
  list: FileList,
  { unread, vendored }: ScanCounts,
  sealed: readonly UnreadFile[],
  project: Pick<Project, 'settings' | 'fromConfig'>,
): UnreadFile[] {
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  const lost = list.notices.filter(
    ({ code, file }) =>
      code === 'unreadable' ||
      code === 'not-checked-out' ||
      (code === 'leads-out' && isDeployed(settingsOf(file).roleOf(''))),
  );
  const closed = unread.filter(({ isLarge }) => !isLarge);
  const left = [
    ...unread.filter(({ isLarge }) => isLarge),
    ...vendored.map(({ path: file, absolute }) => ({ file, absolute, reason: `not checked: ${VENDORED}` })),
    ...list.ignored.map(({ path: file, absolute }) => ({ file, absolute, reason: IGNORED })),
  ];
  return [
    ...lost.map(({ file, message }) => ({ file, reason: message, seen: null })),
    ...closed.map(({ file, reason }) => ({ file, reason, seen: null })),
    ...sealed,
    ...left.flatMap(({ file, absolute, reason }) => {
      const seen = isGenerated(absolute) ? NOTHING : seenIn(absolute, file, settingsOf(file));
      return seen?.strings.length === 0 ? [] : [{ file, reason, seen }];
    }),
  ].sort((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)));
}

const IGNORED = 'left out by "ignores" of the config';

type Seen = UnreadFile['seen'];
const NOTHING = { role: 'product', strings: [] } as const;

/** The strings of a file, or `null` for an unreadable one. */
function seenIn(absolute: string, path: string, settings: FileSettings): Seen {
  try {
    return withOpen(absolute, true, (file) => stringsInPieces(file, path, settings));
  } catch (error) {
    // Rethrows errors other than those of the system.
    return unreadable(error).skipped === 'unreadable' ? null : NOTHING;
  }
}

const PIECE = 1 << 20;
/** Overlap of two pieces, in bytes: longer than any string. Even, so that no UTF-16 character is split. */
const OVERLAP = 1 << 14;
/** One for all files: each piece is decoded before the next one is read. */
const BUFFER = once(() => Buffer.allocUnsafe(PIECE));

function stringsInPieces(file: number, path: string, settings: FileSettings): Seen {
  const buffer = BUFFER();
  const strings: FoundString[] = [];
  let decode = latin1;
  let role: NonNullable<Seen>['role'] = 'product';
  for (let at = 0; ; at += PIECE - OVERLAP) {
    const bytes = buffer.subarray(0, readAt(file, buffer, 0, at));
    if (at === 0) {
      const kind = mayBeText(bytes);
      if (kind === 'binary') return NOTHING;
      if (kind === 'wide') decode = bytes[0] === 0xff ? utf16le : utf16be;
    }
    const isLast = bytes.length < PIECE;
    const text = decode(bytes);
    if (at === 0) {
      if (isLast && isOwnText(path, text, REPORT_MARKS)) return NOTHING;
      role = settings.roleOf(text);
    }
    strings.push(...stringsIn({ path, text: isLast ? text : wholeLines(text) }, settings.strings));
    if (isLast) return { role, strings };
  }
}

/** Without the line that continues in the next piece, because a host that is cut off would look like an unknown one. */
function wholeLines(text: string): string {
  const end = text.lastIndexOf('\n') + 1;
  return text.length - end < OVERLAP / 2 ? text.slice(0, end) : text;
}

/** The search is for ASCII, whatever the bytes around it. */
const latin1 = (bytes: Buffer): string => bytes.toString('latin1');
const utf16le = (bytes: Buffer): string => bytes.toString('utf16le');
const utf16be = (bytes: Buffer): string =>
  Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le');
