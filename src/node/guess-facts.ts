import type { Piece } from '../core/fact-piece.ts';
import { readFacts } from '../core/fact-read.ts';
import { serviceDomain } from '../core/classify.ts';
import type { ServiceProfile } from '../core/service.ts';
import type { FileEntry } from './file-entries.ts';
import { readText } from './read-file.ts';

/** A file that looks as if it held facts. */
export interface GuessedFacts {
  /** As the entry has it. */
  readonly path: string;
  /** For people: `2 clusters`, `the setting privateIpMode`. */
  readonly holds: string;
}

/** Answers of the administration API are small; in bytes. */
const MAX_BYTES = 5_000_000;

/** A file without any of these is not even parsed. */
const WORDS = [
  'connectionStrings',
  'connection_strings',
  'replicationSpecs',
  'connlintFacts',
  'atlasCidrBlock',
  'endpointServiceName',
  'privateLinkServiceName',
  'serviceAttachmentNames',
  '"targets"',
  '"enabled"',
];

/** The JSON files that can be read as facts and are evidently meant so. Reads every JSON file once, as text. */
export function guessFacts(entries: readonly FileEntry[], profile: ServiceProfile): GuessedFacts[] {
  return entries.flatMap((entry) => {
    if (!entry.path.toLowerCase().endsWith('.json')) return [];
    const value = parsed(entry.absolute);
    if (value === undefined) return [];
    const { pieces, problems } = readFacts(value, { file: entry.path, as: null, profile });
    const holds = problems.length === 0 ? wordsFor(pieces, entry.path, profile) : '';
    return holds === '' ? [] : [{ path: entry.path, holds }];
  });
}

function parsed(file: string): unknown {
  const read = readText(file, { maxBytes: MAX_BYTES });
  if ('skipped' in read || !WORDS.some((word) => read.text.includes(word))) return undefined;
  try {
    return JSON.parse(read.text);
  } catch {
    return undefined;
  }
}

type Count = (pieces: readonly Piece[], path: string, profile: ServiceProfile) => string;

/** What a person would call the content. Forms that other programs write too must show that this service is meant. */
const COUNTS: readonly Count[] = [
  (pieces) => {
    const clusters = pieces.filter((piece) => piece.kind === 'cluster' && piece.cluster.listed.length > 0);
    return counted(clusters.length, 'cluster');
  },
  (pieces) => {
    const settings = pieces.flatMap((piece) => (piece.kind === 'setting' ? [piece.setting] : []));
    return settings.length === 0 ? '' : `settings: ${settings.join(', ')}`;
  },
  (pieces) => counted(pieces.filter(({ kind }) => kind === 'endpoint').length, 'endpoint service'),
  (pieces, path) =>
    /container|peer/i.test(path) ? counted(pieces.filter(({ kind }) => kind === 'container').length, 'container') : '',
  (pieces, path) =>
    /peer/i.test(path) ? counted(pieces.filter(({ kind }) => kind === 'peer').length, 'peering connection') : '',
  (pieces, _, profile) => {
    const own = pieces.filter((piece) => piece.kind === 'discovery' && serviceDomain(piece.target.host, profile));
    return counted(own.length, 'metrics target');
  },
];

function wordsFor(pieces: readonly Piece[], path: string, profile: ServiceProfile): string {
  return COUNTS.map((count) => count(pieces, path, profile))
    .filter((words) => words !== '')
    .join(', ');
}

function counted(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`;
}
