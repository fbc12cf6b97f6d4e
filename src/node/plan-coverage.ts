import { Buffer } from 'node:buffer';
import { findHits, type HitKind } from '../find/hits.ts';
import { isOwnText } from '../find/own-files.ts';
import { REPORT_MARKS } from '../report/own-reports.ts';
import type { UnreadFile } from '../plan/subject.ts';
import { isDeployed } from '../config/roles.ts';
import { fileSettings } from '../lint/settings.ts';
import type { Project } from './project/project.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { findStrings } from '../read/find-strings.ts';
import type { FileList } from './fs/list-files.ts';
import { readAt, unreadable, withOpen, mayBeText } from './fs/read-file.ts';
import { VENDORED, type ScanCounts } from './scan/scan-files.ts';

/**
 * Files that were not scanned and may concern a planned change, sorted by path. A large file counts only if it contains
 * something of Atlas, for which it is read in pieces.
 */
export function unreadFiles(
  list: FileList,
  { unread, vendored }: ScanCounts,
  sealed: readonly UnreadFile[],
  project: Pick<Project, 'settings' | 'fromConfig'>,
): UnreadFile[] {
  const { profile } = project.settings;
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  const lost = list.notices.filter(
    ({ code, file }) =>
      code === 'unreadable' ||
      code === 'not-checked-out' ||
      (code === 'leads-out' && isDeployed(settingsOf(file).roleOf(''))),
  );
  const files = unread.filter(({ absolute, file, isLarge }) => !isLarge || mayConcern(absolute, file, profile));
  return [
    ...lost.map(({ file, message }) => ({ file, reason: message })),
    ...files.map(({ file, reason }) => ({ file, reason })),
    ...sealed,
    ...vendored
      .filter(({ absolute, path }) => mayConcern(absolute, path, profile))
      .map(({ path }) => ({ file: path, reason: `not checked: ${VENDORED}` })),
  ].sort((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)));
}

function mayConcern(absolute: string, path: string, profile: ServiceProfile): boolean {
  try {
    return withOpen(absolute, true, (file) => holdsService(file, path, profile));
  } catch (error) {
    // Rethrows errors other than those of the system.
    return unreadable(error).skipped === 'unreadable';
  }
}

const PIECE = 1 << 20;
/** Overlap of two pieces, in bytes: longer than any string. Even, so that no UTF-16 character is split. */
const OVERLAP = 1 << 14;

function holdsService(file: number, path: string, profile: ServiceProfile): boolean {
  const buffer = Buffer.allocUnsafe(PIECE);
  let decode = latin1;
  for (let at = 0; ; at += PIECE - OVERLAP) {
    const bytes = buffer.subarray(0, readAt(file, buffer, 0, at));
    if (at === 0) {
      const kind = mayBeText(bytes);
      if (kind === 'binary') return false;
      if (kind === 'wide') decode = bytes[0] === 0xff ? utf16le : utf16be;
    }
    const isLast = bytes.length < PIECE;
    const text = decode(bytes);
    if (at === 0 && isLast && isOwnText(path, text, REPORT_MARKS)) return false;
    if (isOfService(isLast ? text : wholeLines(text), path, profile)) return true;
    if (isLast) return false;
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

const TELLING: ReadonlySet<HitKind> = new Set<HitKind>(['host', 'api', 'media-type', 'base64']);

/** True for a text with an Atlas name, or with a string whose host is unknown. */
function isOfService(text: string, path: string, profile: ServiceProfile): boolean {
  const hits = findHits(text, profile);
  if (hits.some(({ kind }) => TELLING.has(kind))) return true;
  if (!hits.some(({ kind }) => kind === 'scheme')) return false;
  return findStrings({ path, text }, profile).some(({ kind }) => kind === 'templated-unknown');
}
