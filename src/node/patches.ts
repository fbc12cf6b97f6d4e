import { Buffer } from 'node:buffer';
import { resolve } from 'node:path';
import type { Notice } from '../core/finding.ts';
import type { FoundString } from '../core/found.ts';
import type { DiffSide } from '../core/hunks.ts';
import { looseSecrets } from '../core/loose-secrets.ts';
import { secretPlaces } from '../core/secret-places.ts';
import type { Range } from '../core/source.ts';
import type { FixedText } from '../lint/fix-texts.ts';
import { filePatch } from '../report/patch.ts';
import type { PatchFile } from '../report/patch.ts';
import type { Checked } from './check.ts';
import type { Project } from './project.ts';
import { readText } from './read-file.ts';
import { encodeText } from './text-encoding.ts';
import type { DecodedText } from './text-encoding.ts';

export interface Patches {
  /** What `git apply` and `patch -p1` take, each file in its own encoding. */
  readonly bytes: Buffer;
  /** Files of which a changed line holds a credential. */
  readonly secretFiles: readonly string[];
  /** True when `git apply` needs `--unidiff-zero`: a line that is not shown follows a change directly. */
  readonly openEnd: boolean;
  readonly notices: readonly Notice[];
}

export interface PatchOptions {
  /** False leaves out changes of lines that hold a credential. */
  readonly withSecrets: boolean;
  /** True for a text of standard input: there is no file to ask for its encoding. */
  readonly fromStdin: boolean;
}

/** The fixes of a run as one patch, in the order of the files. */
export function patchesOf(
  project: Project,
  checked: Checked,
  fixes: readonly FixedText[],
  options: PatchOptions,
): Patches {
  const parts: Buffer[] = [];
  const secretFiles: string[] = [];
  const notices: Notice[] = [];
  let openEnd = false;
  for (const fixed of [...fixes].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const decoded = options.fromStdin ? STDIN : decodedFile(project, fixed);
    if ('code' in decoded) {
      notices.push({ ...decoded, file: fixed.path });
      continue;
    }
    const patch = filePatch(patchFile(checked, fixed, decoded.bom), options.withSecrets);
    parts.push(encodeText(patch.text, decoded.encoding, false));
    if (patch.showsSecret) secretFiles.push(fixed.path);
    openEnd ||= patch.openEnd;
  }
  return { bytes: Buffer.concat(parts), secretFiles, openEnd, notices };
}

const STDIN = { encoding: 'utf8', bom: false } as const;

/** How the file is written, or why no patch can change it. */
function decodedFile(project: Project, { path, before }: FixedText): Omit<DecodedText, 'text'> | Omit<Notice, 'file'> {
  if (path.startsWith('../')) {
    return { code: 'not-in-patch', message: 'not in the patch: it lies outside the working directory' };
  }
  const read = readText(resolve(project.cwd, path), { named: true });
  if (!('text' in read) || read.text !== before) {
    return { code: 'changed-meanwhile', message: 'not in the patch: it has changed since it was read' };
  }
  if (read.encoding === 'utf16le' || read.encoding === 'utf16be') {
    return { code: 'not-in-patch', message: 'not in the patch: git takes UTF-16 for binary; --fix changes it' };
  }
  return read;
}

function patchFile({ lint }: Checked, fixed: FixedText, bom: boolean): PatchFile {
  const { path, before, after, changes, result } = fixed;
  const { strings } = lint(path, before);
  // In a patch the byte order mark is the first character of the first line.
  const by = bom ? 1 : 0;
  return {
    path,
    before: diffSide(path, before, strings, by),
    after: diffSide(path, after, result.strings, by),
    changes: changes.map((change) => ({ old: shifted(change.old, by), new: shifted(change.new, by) })),
  };
}

function diffSide(path: string, text: string, strings: readonly FoundString[], by: number): DiffSide {
  const secrets = [...secretPlaces(strings), ...looseSecrets({ path, text }, strings)];
  return { text: (by > 0 ? '\uFEFF' : '') + text, secrets: secrets.map((range) => shifted(range, by)) };
}

function shifted({ offset, endOffset }: Range, by: number): Range {
  return { offset: offset + by, endOffset: endOffset + by };
}
