import type { Hit } from '../find/hits.ts';
import type { FoundString } from '../classify/found-string.ts';
import { literalOf } from '../text/literal.ts';
import { escapePattern, matchAt, type Range } from '../text/source.ts';
import { describeHosts } from './host.ts';
import { keyOf } from './keys.ts';
import { describe } from './uri.ts';
import type { ReaderInput } from './hit-reader.ts';

/** Maximum length of an encoded value, in characters. */
const MAX_LENGTH = 16_384;
/** Base64, with the lines after it if it is wrapped. */
const RUN = /[\w+/=-]+(?:(?<=[\w+/]{64})\r?\n[ \t]{0,80}[A-Za-z0-9+/]{1,76}={0,2}(?=["'`]?[ \t]{0,80}(?:\r?\n|$)))*/y;

/** The part of a run in front of a hit. */
const BEFORE = /(?<=([A-Za-z0-9+/_-]{1,512}))/y;

/** The whole run of base64 characters around a hit. */
function runAround(text: string, hit: Hit, floor: number): Range {
  const offset = Math.max(floor, hit.offset - (matchAt(BEFORE, text, hit.offset)?.[1]?.length ?? 0));
  return { offset, endOffset: offset + Math.min(matchAt(RUN, text, offset)![0].length, MAX_LENGTH) };
}

function decodeBase64(run: string): string | null {
  try {
    const plain = run.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
    const bytes = Uint8Array.from(atob(plain.slice(0, plain.length - (plain.length % 4 === 1 ? 1 : 0))), (c) =>
      c.charCodeAt(0),
    );
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Reads base64 strings, as in a Kubernetes Secret, with the range of the whole run. No run is decoded twice. */
export function base64Reader(): (hit: Hit, reading: ReaderInput) => FoundString | null {
  let done = 0;
  return (hit, reading) => {
    if (hit.offset < done) return null;
    const run = runAround(reading.text, hit, Math.max(done, reading.floor));
    done = run.endOffset;
    return readRun(run, reading);
  };
}

function readRun(run: Range, reading: ReaderInput): FoundString | null {
  const { text, profile, page } = reading;
  const value = decodeBase64(text.slice(run.offset, run.endOffset));
  if (value === null) return null;
  const uris = wordsIn(value, profile.schemes);
  const words = uris.length > 0 ? uris : [value.trim()].filter((word) => HOSTS.test(word));
  if (words.length === 0) return null;
  const context = page.contextAt(run.offset);
  const quote = /["'`]/.exec(text.charAt(run.offset - 1))?.[0] ?? null;
  const key = keyOf(page, run.offset, { quote: null, opened: run.offset });
  const strings = words.map((word) => {
    const literal = literalOf(word, run, false, { key, context, decoded: 'base64', quote });
    return uris.length > 0 ? describe(literal, null, profile) : describeHosts(literal, profile);
  });
  return strings.find((one) => one && one.kind !== 'not-service' && one.kind !== 'templated-unknown') ?? strings[0]!;
}

/** Hosts with ports and nothing else. */
const HOSTS = /^[\w.-]+\.\w+(?::\d+)?(?:,[\w.-]+(?::\d+)?)*$/;

/** Maximum number of strings per run, because a run may be a whole encoded file. */
const MAX_WORDS = 8;

/** The connection strings of a text. A scheme without anything after it is prose. */
function wordsIn(value: string, schemes: readonly string[]): string[] {
  const string = new RegExp(`(?:${schemes.map(escapePattern).join('|')}):\\/\\/(?!\\W{0,4}(?:\\s|$))[^\\s"'\`]+`, 'gi');
  return [...value.matchAll(string)].slice(0, MAX_WORDS).map(([word]) => word);
}
