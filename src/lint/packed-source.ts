import type { FileText } from '../core/file-text.ts';
import type { Finding } from '../core/finding.ts';
import { shownStrings } from '../core/to-finding.ts';
import { maskedString, unmaskedString } from '../core/masked-string.ts';
import type { MaskedString } from '../core/masked-string.ts';
import { recordedIndex, recordPlaces } from '../core/recorded-places.ts';
import type { RecordedPlaces } from '../core/recorded-places.ts';
import type { Range } from '../core/source.ts';
import { projectFile } from './kept-source.ts';
import type { LintedSource } from './lint-source.ts';
import type { SourceResults } from './plain-source.ts';
import type { FileSettings } from './settings.ts';

/** For another run of the program, on another machine: without its text and without credentials. */
export interface PackedSource extends SourceResults {
  readonly strings: readonly MaskedString[];
  /** `null` when the file could not be read a second time. */
  readonly places: RecordedPlaces | null;
}

export function packSource(linted: LintedSource, text: FileText | null): PackedSource {
  const { file, findings, unknown, directives, notes } = linted;
  return {
    file,
    strings: linted.strings.map(maskedString),
    findings,
    unknown,
    notes: notes && [...notes],
    directives,
    places: text && recordPlaces(text, rangesOf(linted)),
  };
}

/** What another run over the same files found in one of them. */
export type RepackedSource = Pick<PackedSource, 'file' | 'findings' | 'unknown' | 'notes'> | PackedSource;

/** Of files that are packed already only what differs. */
export function repackSource(
  linted: LintedSource,
  packed: ReadonlySet<string>,
  text: () => FileText | null,
): RepackedSource {
  if (!packed.has(linted.file)) return packSource(linted, text());
  const { file, findings, unknown, notes } = linted;
  return { file, findings, unknown, notes: notes && [...notes] };
}

/** Everything that rules and reports may have to place. */
function rangesOf({ strings, findings, directives, notes }: LintedSource): Range[] {
  return [
    ...strings.map(({ range }) => range),
    ...findings.flatMap((finding) => [finding, ...editsOf(finding)]),
    ...directives.flatMap(({ offset, endOffset, removal }) => [{ offset, endOffset }, removal]),
    ...[...(notes?.values() ?? [])].flatMap((taken) => taken.map(({ at }) => at)),
  ];
}

function editsOf({ fix, suggestions }: Finding): Range[] {
  return (fix ? [fix, ...suggestions] : suggestions).flatMap(({ edits }) => edits);
}

/** The same again, for a project that is judged as a whole. */
export function unpackSource(packed: PackedSource, settingsOf: (path: string) => FileSettings): LintedSource {
  const { file, findings, unknown, directives, places } = packed;
  const strings = packed.strings.map(unmaskedString);
  const notes = packed.notes && new Map(packed.notes);
  return {
    file,
    strings,
    shown: shownStrings(strings),
    findings,
    unknown,
    notes,
    project: notes && projectFile(file, notes, settingsOf(file).context),
    lines: recordedIndex(places ?? { lines: [], alike: false, mark: false }),
    directives,
  };
}
