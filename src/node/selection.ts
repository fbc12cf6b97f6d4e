import type { Place } from '../core/finding.ts';
import type { Report } from '../core/report.ts';
import { countFindings } from '../core/report.ts';
import type { FileEntry } from './file-entries.ts';
import type { FileList } from './list-files.ts';
import type { SkippedFile } from './read-file.ts';

/** The part of a project that a run is about, where git says which it is. */
export interface Selection {
  readonly list: FileList;
  /** Reads a file where it is not the one on the disk. */
  readonly read?: (entry: FileEntry) => { readonly bytes: Buffer } | SkippedFile;
  /** Whether findings with lines in these files count. */
  readonly placesIn: (files: readonly string[]) => (place: LinesOf) => boolean;
}

export type LinesOf = Pick<Place, 'file' | 'line' | 'endLine'>;

/**
 * A report without what stands elsewhere: a finding is kept for one of its own lines or for a place that it relates to, so
 * that nothing is lost of what only several files together show.
 */
export function narrowed(report: Report, placesIn: Selection['placesIn']): Report {
  const places = [
    ...report.findings.flatMap((finding) => [finding, ...finding.related]),
    ...report.unknown.flatMap((unknown) => unknown.places),
  ];
  const counts = placesIn([...new Set(places.map(({ file }) => file))].sort());
  const line = ({ file, line }: { file: string; line: number }): boolean => counts({ file, line, endLine: line });
  const findings = report.findings.filter((finding) => counts(finding) || finding.related.some(line));
  const unknown = report.unknown
    .map((one) => ({ ...one, places: one.places.filter(line) }))
    .filter((one) => one.places.length > 0);
  return { ...report, findings, unknown, summary: { ...report.summary, findings: countFindings(findings) } };
}
