const right = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The first 32 bits of the fractional parts of roots of the first primes (FIPS 180-4, sections 4.2.2 and 5.3.3). */
function constants(): { readonly rounds: readonly number[]; readonly start: number[] } {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;
  return {
    rounds: primes.map((prime) => fraction(Math.cbrt(prime))),
    start: primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
  };
}

/** SHA-256 of a text in ASCII, in base64, as a policy of a page names its scripts. For short texts: it is not fast. */
export function sha256Base64(ascii: string): string {
  const { rounds, start: words } = constants();
  const blocks = padded(ascii);
  for (let at = 0; at < blocks.length; at += 16) compress(words, blocks.slice(at, at + 16), rounds);
  const bytes = words.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]);
  return btoa(String.fromCharCode(...bytes));
}

function padded(ascii: string): number[] {
  const words = new Array<number>((((ascii.length + 8) >> 6) + 1) * 16).fill(0);
  for (let i = 0; i < ascii.length; i++) words[i >> 2]! |= ascii.charCodeAt(i) << (24 - (i % 4) * 8);
  words[ascii.length >> 2]! |= 0x80 << (24 - (ascii.length % 4) * 8);
  words[words.length - 1] = ascii.length * 8;
  return words;
}

function compress(state: number[], w: number[], rounds: readonly number[]): void {
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15]!, w[i - 2]!];
    const s0 = right(x, 7) ^ right(x, 18) ^ (x >>> 3);
    const s1 = right(y, 17) ^ right(y, 19) ^ (y >>> 10);
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = right(e, 6) ^ right(e, 11) ^ right(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + rounds[i]! + w[i]!) | 0;
    const s0 = right(a, 2) ^ right(a, 13) ^ right(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i]! + word) | 0;
}
