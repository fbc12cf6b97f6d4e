import type { ServiceProfile } from '../classify/service.ts';
import { anyForm, escapePattern, grouped, matchAt, oncePer, rowsForm, withoutOverlaps } from '../text/source.ts';
import type { Range } from '../text/source.ts';

export type HitKind =
  'scheme' | 'host' | 'built-host' | 'api' | 'media-type' | 'metrics' | 'field' | 'console' | 'base64';

/** A range of the text that may be part of a string of the service. The text around it decides. */
export interface Hit extends Range {
  readonly kind: HitKind;
}

/** The two slashes after a scheme, plain or escaped. */
const SLASH = String.raw`(?:\\{0,3}\/|%2f|%252f|\\{1,2}u002f|\\{1,2}x2f|&#(?:47|x2f);)`;
const COLON = String.raw`(?:\\{0,2}:|%3a|%253a|\\{1,2}u003a|\\{1,2}x3a|&#(?:58|x3a);)`;
const PLUS = String.raw`(?:\+|%2b|%252b|\\{1,3}\+|\\{1,2}u002b|\\{1,2}x2b|&#(?:43|x2b);)`;
/** A dot of a hostname, plain or escaped for a pattern. */
const DOT = String.raw`(?:\\{0,3}\.|%2e|\\{1,2}u002e|\[\.\])`;
const HYPHEN = String.raw`(?:-|\\{1,2}u002d|\\{1,2}x2d)`;

const SPELT: Readonly<Record<string, string>> = { '.': DOT, '-': HYPHEN, '+': PLUS };

/** A part of a hostname or scheme with possible escapes. */
const spelt = (name: string): string => [...name].map((c) => SPELT[c] ?? escapePattern(c)).join('');

/** The base64 of the start of a word at each of the three alignments. */
export function base64Forms(word: string): string[] {
  const bytes = new TextEncoder().encode(word);
  return [0, 1, 2].map((shift) => {
    const padded = [...new Array<number>(shift).fill(0), ...bytes];
    const text = btoa(String.fromCharCode(...padded));
    // Characters at both ends that depend on neighbouring bytes are left out.
    const first = shift === 0 ? 0 : shift + 1;
    const last = Math.floor((padded.length * 8) / 6);
    return text.slice(first, last);
  });
}

const longestFirst = (words: readonly string[]): string[] => [...words].sort((a, b) => b.length - a.length);

/** A list without words. Equal lists are the same object, so that they are compiled once. */
export const NO_WORDS: readonly string[] = [];

/** Common misspellings of the schemes, such as the vendor's short name or spaces. They count only before an Atlas host. */
function slipsOf({ schemes: [direct] }: ServiceProfile): string[] {
  if (direct.length <= 5 || !direct.endsWith('db')) return [];
  const short = direct.slice(0, -2);
  return [`${direct} + srv`, `${direct}+svr`, `${short}+srv`, `${short}srv`, `${direct}-srv`, `${direct}_srv`, short];
}

/** A piece that a program fills in, in the syntax of several languages. */
const FILLED = String.raw`(?:\{\{[^{}\n]{1,80}\}\}|[$#]\{[^{}\n]{1,80}\}|\{(?![,+])[^{}\n]{0,80}\}|\$\w{1,60}|%[sv]|\uFFFC)`;

/** `'mongodb' + (srv ? '+srv' : '') + '://'`: a scheme that the program joins. */
const IN_PIECES = String.raw`(?:\+srv)?["'\x60]\s{0,9}[+.](?=[^\n]{1,60}:\/\/)`;

/** A path as it is, and with slashes that JSON in a text may escape. */
const spellings = (path: string): string[] => [path, path.replaceAll('/', '\\/')];

/** Words to search for that every match contains, and the patterns from each word on, whose only group is what is before. */
function anchorsOf(profile: ServiceProfile, slips: readonly string[]) {
  const { schemes, api, metrics, fields } = profile;
  const anchors: { kind: HitKind; word: string; pattern: string }[] = [];
  const add = (kind: HitKind, words: readonly string[], before = '', after = ''): void => {
    for (const word of words) anchors.push({ kind, word, pattern: `(?<=(${before}))${escapePattern(word)}${after}` });
  };
  /** Names with possible escapes, which cannot split a run of letters and digits. Those of one word are one pattern. */
  const addSpelt = (kind: HitKind, names: readonly string[], before = '', after = ''): void => {
    const parts = new Map<string, { core: string; front: string; behind: string[] }>();
    for (const name of names) {
      const runs = name.match(/[a-z\d]+/gi) ?? [name];
      const [core = name] = kind === 'scheme' ? runs : longestFirst(runs);
      const at = name.indexOf(core);
      const front = before + spelt(name.slice(0, at));
      const part = parts.get(front + core) ?? { core, front, behind: [] };
      part.behind.push(spelt(name.slice(at + core.length)));
      parts.set(front + core, part);
    }
    for (const { core, front, behind } of parts.values()) add(kind, [core], front, `(?:${behind.join('|')})${after}`);
  };
  // `Mongo::Client`, and an address inside, are no password.
  const opens = `${COLON}(?:${SLASH}{2}|(?=(?!:|[^\\s"'@]{0,200}:\\/\\/)[^\\s"']{3,200}@))`;
  addSpelt('host', profile.domains, DOT);
  addSpelt('scheme', [...longestFirst(schemes), ...slips], '', opens);
  add('scheme', [schemes[0]], '', `(?:${FILLED}(?:\\+srv${FILLED})?:\\/\\/|${IN_PIECES})`);
  add('built-host', ['-pl-0', '-pl-1'], '[\\w}%]', String.raw`(?:-[a-z\d-]{2,40})?\.(?=${FILLED})`);
  const consoles = profile.consoles.map((name) => name.slice(name.startsWith('.') ? 1 : 0));
  addSpelt('console', consoles);
  add('api', spellings(`${api.path.slice(1)}v`), '', '\\d');
  add('media-type', spellings(api.mediaType));
  add('metrics', spellings(metrics.path.slice(1)));
  add('field', longestFirst(fields.removed));
  add('base64', base64Forms(schemes[0]));
  return anchors;
}

/** Names and encoded words, in no other case. */
const EXACT: ReadonlySet<HitKind> = new Set(['field', 'base64']);

/** What to find in a text, by profile and list of additional words in lower case. */
const findersOf = oncePer((profile: ServiceProfile) => {
  const anchors = anchorsOf(profile, slipsOf(profile));
  return oncePer((also: readonly string[]) => {
    const all = [...new Set([...anchors.map(({ word }) => word.toLowerCase()), ...also])].sort();
    // At each place the pattern finds the shortest word, with which others begin: in order, those behind it.
    let first = '\0';
    const following = grouped(all, (word) => (first = word.startsWith(first) ? first : word));
    const beginning = new Map(
      [...following].map(([shortest, words]) => {
        const own = anchors.filter(({ word }) => words.includes(word.toLowerCase()));
        return [shortest, { own, any: rowsForm('iy', own), words }];
      }),
    );
    return { pattern: anyForm('gi', [...following.keys()].map(escapePattern)), beginning };
  });
});

/** Clients whose name and package do not contain the vendor's name. */
export const CLIENT_WORDS: readonly string[] =
  `djongo motorclient clientoptions::parse monger.core mango->new moped::session parse-server agenda" agenda' monk" monk' gridfsstorage typegoose beanie connect-mdbc connect-via-uri mgo.dial qmgo.config pymodm with_uri_str mc_worker_api create_datastore pulsecron`.split(
    ' ',
  );
/** Such a file may read a string of the service without its name in the text. */
export const EXTERNAL_PATH = /mongo[^/]*(?:\/[^/]*)?$/i;
/** What infrastructure code hands on: every text with an attribute contains one of them. */
export const ATTRIBUTE_WORDS: readonly string[] =
  'atlas connectionstring connection_string mongouri mongo_uri srvaddress srv_address standard_srv private_srv'.split(
    ' ',
  );
/** The key of all clients in `mongoid.yml`, and what infrastructure code hands on. */
const KEY_WORDS = ['clients:', 'atlas cluster', 'state.atlas', ...ATTRIBUTE_WORDS.slice(1)];

/** Every text with a string of the service contains at least one of these words, in any case. */
export function anchorWords(profile: ServiceProfile): string[] {
  // The vendor's short name alone is no hit, but a program that reads its string from outside may contain no other.
  const words = anchorsOf(profile, []).map(({ word }) => word);
  return shortestWords([...words, ...slipsOf(profile), ...CLIENT_WORDS, ...KEY_WORDS]);
}

/** The words that contain no other word of the list. A text without them contains none of the words. */
export function shortestWords(words: readonly string[]): string[] {
  const lower = [...new Set(words.map((word) => word.toLowerCase()))].sort((a, b) => a.length - b.length);
  const kept: string[] = [];
  for (const word of lower) if (!kept.some((known) => word.includes(known))) kept.push(word);
  return kept.sort();
}

/** Where a text contains words, by word in lower case: offsets in UTF-16 code units. */
export type SeenWords = Map<string, number[]>;

/** All hits of a text, in order. Linear. `words`, in lower case, are found in the same pass; `seen` gets them. */
export function findHits(text: string, profile: ServiceProfile, words = NO_WORDS, seen: SeenWords = new Map()): Hit[] {
  const { pattern: anyWord, beginning } = findersOf(profile)(words);
  const hits: Hit[] = [];
  for (let place = matchAt(anyWord, text, 0); place; place = matchAt(anyWord, text, place.index + 1)) {
    const { index: at, 0: first } = place;
    const { own, any, words: known } = beginning.get(first.toLowerCase())!;
    for (const word of known) {
      if (text.slice(at, at + word.length).toLowerCase() !== word) continue;
      const places = seen.get(word);
      if (places) places.push(at);
      else seen.set(word, [at]);
    }
    const match = matchAt(any(), text, at);
    const nth = own.findIndex((_, group) => match?.[group + 1] !== undefined);
    const { kind, word } = own[nth] ?? {};
    if (!match || !kind || (EXACT.has(kind) && !match[0].startsWith(word!))) continue;
    hits.push({ kind, offset: at - match[nth + 1]!.length, endOffset: any().lastIndex });
  }
  // base64 is another reading of the same letters.
  return withoutOverlaps(
    hits.sort((a, b) => a.offset - b.offset),
    ({ kind }) => kind === 'base64',
  );
}
