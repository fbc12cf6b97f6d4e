import { existsSync } from 'node:fs';
import { formatBaseline, parseBaseline, type BaselineEntry, type UsedBaseline } from '../../lint/baseline.ts';
import type { Notice } from '../../lint/finding.ts';
import { lineIndex } from '../../text/source.ts';
import { boundOf, relativePath, shownPath } from '../fs/paths.ts';
import { refuseOutside } from './config-file.ts';
import { UserError } from '../errors.ts';
import type { Project } from './project.ts';
import { readText } from '../fs/read-file.ts';
import { writeFileAtomically } from '../fs/write-file.ts';

/** In bytes. Larger than any baseline, so that a wrong file is not parsed. */
const MAX_BYTES = 50_000_000;

export interface LoadedBaseline extends UsedBaseline {
  readonly text: string;
  readonly notices: readonly Notice[];
}

/**
 * The project's baseline, `null` if there is none or it is not used. Throws a `UserError` if a named baseline does not
 * exist, or if it cannot be read or parsed.
 */
export function loadBaseline(project: Project): LoadedBaseline | null {
  const { path, use } = project.baseline;
  if (use === 'none') return null;
  if (!existsSync(path)) {
    if (use === 'default') return null;
    throw new UserError(`baseline not found: ${shownPath(path)}`, 'Run `connlint baseline create`.');
  }
  const read = readText(path, { named: true, maxBytes: MAX_BYTES });
  if (!('text' in read)) {
    throw new UserError(
      `the baseline ${shownPath(path)} cannot be read: ${read.reason}`,
      'Use --no-baseline to run without it.',
    );
  }
  const parsed = parseBaseline(read.text);
  if ('message' in parsed) {
    throw new UserError(
      `${shownPath(path)}:${parsed.line}: ${parsed.message}`,
      'Remove the line, or delete the file and run `connlint baseline create`.',
    );
  }
  const file = relativePath(project.cwd, path);
  const message = 'contains merge markers: both sides count; `connlint baseline update` removes them';
  return {
    file,
    text: read.text,
    lines: lineIndex(read.text),
    entries: parsed.entries,
    notices: parsed.conflict ? [{ code: 'baseline-conflict', file, message }] : [],
  };
}

/** Writes the baseline. Throws a `UserError`. */
export function saveBaseline(project: Project, entries: readonly BaselineEntry[]): void {
  const { loaded, config, root, options } = project;
  if (typeof options.baseline !== 'string') {
    const isUsual = loaded === null || config.baseline === undefined;
    const entry = isUsual ? null : { loaded, keys: ['baseline'], option: '--baseline' };
    refuseOutside(boundOf(root), project.baseline.path, entry);
  }
  writeFileAtomically(project.baseline.path, formatBaseline(entries));
}
