import type { Finding } from './finding.ts';

/**
 * Two independent 32-bit multiplicative hashes of the text's code units (the mixing steps are those of MurmurHash3's
 * finaliser). Not cryptographic: what goes in holds no secret.
 */
function hash64(text: string): string {
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
 * Gives each finding its id. Rule, path and redacted text make it, and the ordinal among equals, in the order of the
 * file: a finding that moves to another line keeps its id, and so does one whose password changes. No line number, no
 * time and no version is in it, for they change while the problem stays. `idPath` gives the path that does not depend on
 * where the program runs. The findings themselves get their ids: copies would take as much memory again. An id depends on the
 * findings of one file and rule alone, so that a finding which is counted again gets the same one.
 * @param findings those of one file stand together
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

/** As one run of characters: engines keep what was joined as its pieces, which takes three times the memory. */
function ownText(text: string): string {
  const units: number[] = [];
  for (let i = 0; i < text.length; i++) units.push(text.charCodeAt(i));
  return String.fromCharCode(...units);
}
