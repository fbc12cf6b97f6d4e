/** The input that is being tried, for another thread to see: number, length, code units. */
const HEAD = 8;
const LONGEST = 65_536;

export const sharedInput = (): SharedArrayBuffer => new SharedArrayBuffer(HEAD + 2 * LONGEST);

export function inputTo(shared: SharedArrayBuffer, input: string): void {
  const head = new Int32Array(shared, 0, 2);
  const units = new Uint16Array(shared, HEAD);
  const length = Math.min(input.length, LONGEST);
  for (let at = 0; at < length; at++) units[at] = input.charCodeAt(at);
  head[1] = length;
  Atomics.add(head, 0, 1);
}

export function inputIn(shared: SharedArrayBuffer): { readonly number: number; readonly text: string } {
  const head = new Int32Array(shared, 0, 2);
  const units = new Uint16Array(shared, HEAD).slice(0, head[1]);
  return { number: Atomics.load(head, 0), text: units.reduce((text, unit) => text + String.fromCharCode(unit), '') };
}
