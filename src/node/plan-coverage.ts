import { anchorWords } from '../find/hits.ts';
import { isDeployed } from '../config/roles.ts';
import { stringsIn } from '../lint/recorded.ts';
import { fileSettings } from '../lint/settings.ts';
import type { UnreadFile } from '../plan/subject.ts';
import type { FileList } from './fs/list-files.ts';
import { wordsIn, type Project } from './project/project.ts';
import { scanCounts, scanFiles, VENDORED, type ScanCounts } from './scan/scan-files.ts';

/**
 * Files that no rule judged, sorted by path, with the strings in them: large and vendored ones, and those that the
 * config leaves out.
 */
export function unreadFiles(
  project: Project,
  list: FileList,
  { unread, vendored }: ScanCounts,
  sealed: readonly UnreadFile[],
): UnreadFile[] {
  const settingsOf = fileSettings(project.settings, project.fromConfig);
  const lost = list.notices.filter(
    ({ code, file }) =>
      code === 'unreadable' ||
      code === 'not-checked-out' ||
      (code === 'leads-out' && isDeployed(settingsOf(file).roleOf(''))),
  );
  const large = unread.filter(({ isLarge }) => isLarge);
  const reasons = new Map([
    ...large.map(({ path, reason }) => [path, reason] as const),
    ...vendored.map(({ path }) => [path, `not checked: ${VENDORED}`] as const),
    ...list.ignored.map(({ path }) => [path, 'left out by "ignores" of the config'] as const),
  ]);
  const counts = scanCounts();
  const read: UnreadFile[] = [];
  const left = { ...list, files: [...large, ...vendored, ...list.ignored], isVendored: () => false };
  scanFiles(left, wordsIn(project, list, anchorWords), counts, { maxBytes: Infinity }, (source) => {
    const { path: file, text } = source;
    const settings = settingsOf(file);
    const strings = stringsIn(source, settings.strings);
    if (strings.length > 0)
      read.push({ file, reason: reasons.get(file)!, seen: { role: settings.roleOf(text), strings } });
  });
  return [
    ...lost.map(({ file, message }) => ({ file, reason: message, seen: null })),
    ...[...unread.filter(({ isLarge }) => !isLarge), ...counts.unread].map(({ path, reason }) => ({
      file: path,
      reason: reasons.get(path) ?? reason,
      seen: null,
    })),
    ...sealed,
    ...read,
  ].sort((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)));
}
