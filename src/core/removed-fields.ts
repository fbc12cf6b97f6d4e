import { mediaTypeOf, apiRequests } from './api-request.ts';
import { codeMatches } from './code-matches.ts';
import type { FoundFile, Repair } from './rule.ts';
import type { ServiceProfile } from './service.ts';
import type { Range } from './source.ts';

/** What stands in the place of a field since version 2023-02-01. */
interface Successor {
  /** For people. */
  readonly words: string;
  /** Where the same value stands; `null` where the record is built otherwise. */
  readonly path: readonly string[] | null;
}

const HARDWARE: Successor = { words: '`replicationSpecs[].regionConfigs[]`', path: null };
const to = (...path: string[]): Successor => ({ words: `\`${path.join('.')}\``, path });

/** Fields that the record itself no longer has; some names go on inside of others. */
export const SUCCESSORS: Readonly<Record<string, Successor>> = {
  mongoURI: to('connectionStrings', 'standard'),
  mongoURIWithOptions: to('connectionStrings', 'standard'),
  mongoURIUpdated: { words: 'nothing', path: null },
  srvAddress: to('connectionStrings', 'standardSrv'),
  providerBackupEnabled: to('backupEnabled'),
  providerSettings: HARDWARE,
  replicationFactor: { words: '`electableSpecs.nodeCount`', path: null },
  replicationSpec: HARDWARE,
  regionsConfig: to('regionConfigs'),
  autoScaling: { words: '`replicationSpecs[].regionConfigs[].autoScaling`', path: null },
  numShards: { words: '`replicationSpecs`, one element for each zone or shard', path: null },
};

/** Names that later records have deeper down. */
export const DEEPER: ReadonlySet<string> = new Set(['autoScaling', 'numShards']);

export interface FieldUse {
  readonly field: string;
  readonly at: Range;
}

/** Fields that a filter for `jq` reads: `.srvAddress`, `.results[].mongoURI`. */
export function filteredFields({ source: { text } }: FoundFile): FieldUse[] {
  const names = Object.keys(SUCCESSORS)
    .filter((name) => !DEEPER.has(name))
    .join('|');
  const pattern = new RegExp(`\\bjq\\b[^\\n'"]{0,60}(['"])(?:(?!\\1)[^\\n]){0,200}?\\.(${names})\\b`, 'g');
  return codeMatches(text, pattern).map(({ match, endOffset }) => ({
    field: match[2]!,
    at: { offset: endOffset - match[2]!.length, endOffset },
  }));
}

/** True where a name is read from the record itself, not from an element of its lists. */
export function isAtRoot({ source: { text } }: FoundFile, { field, at }: FieldUse): boolean {
  if (!DEEPER.has(field)) return true;
  const before = text.slice(Math.max(0, at.offset - 80), at.offset);
  // `cluster["numShards"]`, `cluster.autoScaling`, `.get("autoScaling"`: by the name in front.
  const owner = /([A-Za-z_]\w*)(?:\(\))?(?:\.|\[["'`]|\.get\(["'`])$/.exec(before)?.[1];
  return owner !== undefined && !/spec|region|config|shard|zone/i.test(owner);
}

/** Reads the successor in the same way as the field is read; nothing where the text shows no such way. */
export function successorEdit({ source: { text } }: FoundFile, { field, at }: FieldUse): Repair[] {
  const path = SUCCESSORS[field]?.path;
  if (!path) return [];
  const quote = /["'`]/.exec(text.charAt(at.offset - 1))?.[0];
  const inBrackets = quote !== undefined && text[at.offset - 2] === '[' && text.startsWith(`${quote}]`, at.endOffset);
  const joint = path.length === 1 ? '' : inBrackets ? `${quote}][${quote}` : quote === undefined ? '.' : null;
  if (joint === null) return [];
  const now = path.join(joint);
  return [{ title: `Read ${path.join('.')}`, edits: [{ ...at, text: now }] }];
}

/**
 * True where every version that the file asks for, or is planned to ask for, is one without the fields, and no other kind of
 * cluster is meant.
 */
export function asksForLater(file: FoundFile, profile: ServiceProfile, planned: string | null): boolean {
  const requests = apiRequests(file, profile);
  const dates = file.strings.flatMap((string) =>
    string.kind === 'media-type' && string.literal.context !== 'comment'
      ? (mediaTypeOf(string, profile).date ?? [])
      : [],
  );
  const others = requests.some(({ path }) => /\/(?:flexClusters|serverless)\b|tenantUpgrade/i.test(path));
  if (requests.length === 0 || others) return false;
  if (planned !== null && planned >= '2023-02-01') return true;
  const older = requests.some(({ address }) => address.kind === 'admin-api-v1');
  return dates.length > 0 && dates.every((date) => date >= '2023-02-01') && !older;
}
