import type { Finding } from './finding.ts';

/**
 * Two independent 32-bit multiplicative hashes of the text's code units (with the mixing steps of MurmurHash3's
 * finalizer). Not cryptographic: the input contains no secrets.
 */
export function hash64(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0');
}

/**
 * Sets the id of each finding. It depends on rule, path, redacted text, and the index among equal findings in the order
 * of the file. A finding keeps its id if it moves to another line or if its password changes. Line numbers, times and
 * versions are left out, because they change while the problem stays. `idPath` returns the path independently of the
 * working directory. The ids are written into the findings themselves, because copies would double the memory. An id
 * depends only on the findings of one file and rule, so that counting a finding twice gives the same id.
 * @param findings grouped by file
 */
export function fingerprint<F extends Finding>(
  findings: readonly F[],
  idPath: (file: string) => string = (file) => file,
): readonly F[] {
  const seen = new Map<string, number>();
  let file: string | null = null;
  for (const finding of findings) {
    if (finding.file !== file) seen.clear();
    file = finding.file;
    const base = [finding.rule, idPath(file), finding.text].join('\0');
    const ordinal = seen.get(base) ?? 0;
    seen.set(base, ordinal + 1);
    (finding as { id: string }).id = ownText(`connlint/v1:${hash64(`${base}\0${ordinal}`)}`);
  }
  return findings;
}

/** One flat text. Engines keep the pieces of a concatenation, which takes three times the memory. */
function ownText(text: string): string {
  const units: number[] = [];
  for (let i = 0; i < text.length; i++) units.push(text.charCodeAt(i));
  return String.fromCharCode(...units);
}
