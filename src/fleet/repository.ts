import type { PlannedChange } from '../config/plan.ts';
import type { FileResult } from '../lint/file-result.ts';
import type { MaskedString } from '../lint/shard-result.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { LEDGER_VERSION, serviceDigest, type LedgerFile, type LedgerHeader, type LedgerUse } from './ledger.ts';

/** A ledger of which only the header was read. */
export interface LedgerPart {
  /** Path for messages. */
  readonly source: string;
  /** `null` for a ledger of a version that this program cannot read. */
  readonly header: LedgerHeader | null;
  readonly repository: string;
  readonly version: number;
  /** Number of lines that follow the header. */
  readonly lines: number;
}

export interface RecordedFile {
  readonly file: LedgerFile;
  readonly uses: readonly LedgerUse[];
  /** The same strings as rules check them. */
  readonly masked: readonly MaskedString[];
  /** The header of its ledger, to which indexes of the file refer. */
  readonly header: LedgerHeader;
}

export interface Repository {
  readonly name: string;
  readonly parts: readonly LedgerPart[];
  readonly files: readonly RecordedFile[];
  /** Number of missing lines in truncated ledgers. */
  readonly lost: number;
}

/** The string of a use, as scanned. */
export function maskedOf(use: LedgerUse): MaskedString {
  const { offset, endOffset, kind, family, form, provider, region, cluster, token, key, string } = use;
  // In place, because a fleet has very many.
  Object.assign(string.literal, { key });
  return Object.assign(string, {
    kind,
    family,
    form,
    provider,
    region,
    cluster,
    token,
    range: { offset, endOffset },
  }) as MaskedString;
}

/** The result of a file, for the rules of a planned change. */
export function resultOf({ file, uses, masked }: RecordedFile, change: PlannedChange | null = null): FileResult {
  return {
    path: file.file,
    role: file.role,
    digest: null,
    strings: masked.map(({ range, kind, cluster, token }, at) => ({
      range,
      kind,
      cluster,
      token,
      recorded: false,
      text: uses[at]!.text,
    })),
    masked,
    findings: findingsOf(file, change),
    unknown: file.unknown,
    collected: file.collected,
    directives: file.directives,
    lines: file.lines,
  };
}

function findingsOf({ findings, adminApi }: LedgerFile, change: PlannedChange | null): FileResult['findings'] {
  if (change?.change !== 'admin-api') return findings;
  return adminApi.findLast(({ to }) => to <= change.to)?.findings ?? findings;
}

/** The requirements for every repository. */
export interface Expectations {
  /** Repositories that must have a ledger. */
  readonly repositories: readonly string[];
  /** Maximum age of a ledger in days, `null` for any. */
  readonly maxAge: number | null;
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** The service that this run is about. */
  readonly profile: ServiceProfile;
}

/** Why a repository has no ledger, or an incomplete one. */
export interface FleetGap {
  readonly repository: string;
  /** One sentence that names the repository. */
  readonly message: string;
}

/** Expected repositories without a ledger, sorted by name. */
export function missingRepositories(names: ReadonlySet<string>, { repositories }: Expectations): FleetGap[] {
  const missing = [...new Set(repositories)].filter((name) => !names.has(name)).sort();
  return missing.map((repository) => ({ repository, message: `${repository} sent no ledger.` }));
}

/** Why the ledgers of a repository are incomplete. The plan itself names files that were not read. */
export function fleetGaps({ name, parts, lost }: Repository, { maxAge, today, profile }: Expectations): FleetGap[] {
  const gap = (message: string): FleetGap => ({ repository: name, message });
  const headers = parts.flatMap(({ header }) => header ?? []);
  const other = parts.find(({ header }) => header === null);
  const ages = headers.map(({ day }) => daysSince(day, today));
  const age = Math.max(0, ...ages);
  const isAhead = ages.some((days) => days < -MAX_DAYS_AHEAD);
  const part = headers.length === 0 ? null : partText(headers);
  return [
    ...(other
      ? [gap(`The ledger of ${name} has version ${other.version}; this connlint reads version ${LEDGER_VERSION}.`)]
      : []),
    ...(maxAge !== null && age > maxAge
      ? [gap(`The ledger of ${name} is ${age === 1 ? '1 day' : `${age} days`} old; the oldest allowed is ${maxAge}.`)]
      : []),
    ...(isAhead ? [gap(`The ledger of ${name} is dated ${headers[0]!.day}, after today (${today}).`)] : []),
    ...(lost > 0
      ? [gap(`The ledger of ${name} is cut short: ${lost === 1 ? '1 line is' : `${lost} lines are`} missing.`)]
      : []),
    ...(headers.some(({ service }) => service !== serviceDigest(profile))
      ? [gap(`The ledger of ${name} was collected with another \`service\` config: it may lack strings.`)]
      : []),
    ...(part === null ? [] : [gap(`The ledger of ${name} covers ${part}.`)]),
  ];
}

const DAY = 86_400_000;
/** Difference of two time zones. */
const MAX_DAYS_AHEAD = 1;

const daysSince = (day: string, today: string): number => Math.round((Date.parse(today) - Date.parse(day)) / DAY);

function isWhole(headers: readonly LedgerHeader[]): boolean {
  const whole = headers.filter(({ paths }) => paths === null);
  const shards = new Set(whole.flatMap(({ shard }) => shard?.index ?? []));
  return whole.some(({ shard }) => shard === null || shards.size === shard.count);
}

const MAX_PATHS = 5;

/** What the ledgers cover, after "covers"; `null` for the whole repository. */
function partText(headers: readonly LedgerHeader[]): string | null {
  // A run in the wrong folder finds nothing.
  if (headers.every(({ files }) => files === 0)) return 'no file';
  return isWhole(headers) ? null : `only ${namedPart(headers)}`;
}

function namedPart(headers: readonly LedgerHeader[]): string {
  const paths = [...new Set(headers.flatMap(({ paths: own }) => own ?? []))].sort();
  if (paths.length > 0) {
    const rest = paths.length - MAX_PATHS;
    return [...paths.slice(0, MAX_PATHS), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  }
  const shards = headers.flatMap(({ shard }) => (shard ? [shard] : []));
  return `shard ${shards.map(({ index }) => index).join(', ')} of ${shards[0]?.count ?? 0}`;
}
