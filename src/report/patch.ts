import type { Change } from '../core/edits.ts';
import { hunksOf } from '../core/hunks.ts';
import type { DiffSide, Hunk } from '../core/hunks.ts';

/** A file before and after its fixes. */
export interface PatchFile {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  readonly before: DiffSide;
  readonly after: DiffSide;
  readonly changes: readonly Change[];
}

/** The patch of one file: the text from which bytes are made in the file's own encoding. */
export interface FilePatch {
  /** A header and hunks as `git apply` and `patch -p1` take them; empty when nothing is left to show. */
  readonly text: string;
  /** True when a line that the patch changes holds a credential. */
  readonly showsSecret: boolean;
  /** True when a line with a credential follows a change directly, so that `git apply` needs `--unidiff-zero`. */
  readonly openEnd: boolean;
}

/**
 * The changes of one file as a unified diff. Lines with credentials are not shown around changes.
 * @param withSecrets false leaves out changes of lines that hold a credential
 */
export function filePatch(file: PatchFile, withSecrets: boolean): FilePatch {
  const { hunks, secret } = hunksOf(file.before, file.after, file.changes, withSecrets);
  const header = `--- ${headerName('a', file.path)}\n+++ ${headerName('b', file.path)}\n`;
  return {
    text: hunks.length === 0 ? '' : header + hunkTexts(hunks).join(''),
    showsSecret: secret,
    openEnd: hunks.some(({ openEnd }) => openEnd),
  };
}

function hunkTexts(hunks: readonly Hunk[]): string[] {
  let shift = 0;
  return hunks.map(({ skipped, oldCount, newCount, lines }) => {
    const head = `@@ -${span(skipped, oldCount)} +${span(skipped + shift, newCount)} @@\n`;
    shift += newCount - oldCount;
    return (
      head + lines.map(({ sign, text }) => sign + (text.endsWith('\n') ? text : `${text}\n${NO_NEWLINE}`)).join('')
    );
  });
}

const NO_NEWLINE = '\\ No newline at end of file\n';

/** `first,count`; a count of 1 is not written, and of no lines the one before them is named. */
function span(skipped: number, count: number): string {
  if (count === 0) return `${skipped},0`;
  return count === 1 ? `${skipped + 1}` : `${skipped + 1},${count}`;
}

const SHORT: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

/** A name as git writes it: quoted, with octal bytes, where it holds other than plain characters. */
function headerName(side: 'a' | 'b', path: string): string {
  const name = `${side}/${path}`;
  // `patch` would end a name at a space; a tab behind it says where it ends.
  if (/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/.test(name)) return name.includes(' ') ? `${name}\t` : name;
  const bytes = [...new TextEncoder().encode(name)];
  const quoted = bytes.map((byte) => {
    const char = String.fromCharCode(byte);
    if (SHORT[char] !== undefined) return SHORT[char];
    return byte < 0x20 || byte > 0x7e ? `\\${byte.toString(8).padStart(3, '0')}` : char;
  });
  return `"${quoted.join('')}"`;
}
