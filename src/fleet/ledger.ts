import type { ServiceProfile } from '../classify/service.ts';
import type { Network } from '../config/config.ts';
import type { FileRole } from '../config/roles.ts';
import type { DriverUse } from '../drivers/resolve.ts';
import type { BaselineEntry } from '../lint/baseline.ts';
import type { FileResult } from '../lint/file-result.ts';
import { hash64 } from '../lint/finding.ts';
import type { RepositoryIdentity, Summary } from '../lint/report.ts';
import { unmaskedString, type MaskedString, type Shard } from '../lint/shard-result.ts';
import { stringRecord, type StringRecord } from '../lint/string-record.ts';
import type { SuppressionEntry } from '../lint/suppressions.ts';
import { namesOfKey, plainName } from '../plan/external-reads.ts';
import type { ManagedItem } from '../plan/managed.ts';
import type { UnreadFile } from '../plan/subject.ts';
import { environmentIn } from '../rule-helpers/environments.ts';
import { filePlaces } from '../text/file-lines.ts';

/** Version of the format. Adding keys does not change it. */
export const LEDGER_VERSION = 1;

/** The header of a ledger. All paths are relative to the root of the repository. */
export interface LedgerHeader extends RepositoryIdentity {
  readonly repository: string;
  /** `--today`, otherwise the day of the run. */
  readonly day: string;
  readonly tool: string;
  readonly files: number;
  readonly skipped: Summary['skipped'];
  readonly config: { readonly file: string; readonly digest: string } | null;
  /** Digest of the service whose strings were read: its schemes, domains, addresses and fields. */
  readonly service: string;
  readonly modules: readonly LedgerModule[];
  /** Path of the CODEOWNERS file, `null` without one. */
  readonly ownersFile: string | null;
  /** Clusters and settings that code of the repository creates. */
  readonly managed: readonly ManagedItem[];
  /** True if every file of the repository was scanned, and it has one. */
  readonly whole: boolean;
  readonly shard: Shard | null;
  /** Files and folders given to the run, `null` for all. */
  readonly paths: readonly string[] | null;
  /** Files that were not read and may contain strings of the service. */
  readonly unread: readonly UnreadFile[];
  /** `external` of the config: the cluster of each string that is not in the tree. */
  readonly external: Readonly<Record<string, string>>;
  readonly suppressions: readonly SuppressionEntry[];
  /** Folder that the paths of the baseline are relative to, empty for the root. */
  readonly base: string;
  /** Accepted findings. */
  readonly baseline: readonly BaselineEntry[];
}

/** Equal for services in which the same strings are found. A repository may have aliases of its own, which only add. */
export const serviceDigest = (profile: ServiceProfile): string =>
  hash64(JSON.stringify({ ...profile, name: '', aliases: {} }));

/** A folder with a manifest, and the drivers that its code uses. */
export interface LedgerModule {
  readonly folder: string;
  readonly drivers: readonly DriverUse[];
}

/** The line of a file. */
export interface FileSetting {
  /** From the config. */
  readonly environment: string | null;
  readonly network: Network | null;
  /** Network in which its code runs. */
  readonly region: string | null;
  readonly owners: readonly string[];
  /** Index in `modules` of the header, `null` without drivers. */
  readonly module: number | null;
  /** Indexes in `suppressions` of the header. */
  readonly suppressions: readonly number[];
  /** By version, ascending. Empty for a file without API calls, which cannot be checked without their text. */
  readonly adminApi: readonly AdminApiFindings[];
}

/** A result without its strings. */
export interface LedgerFile
  extends FileSetting, Pick<FileResult, 'role' | 'findings' | 'unknown' | 'collected' | 'directives' | 'lines'> {
  readonly file: string;
}

/** Findings of the rules about the Administration API for a planned move to a version. */
export interface AdminApiFindings {
  /** Valid from this version to the next entry. */
  readonly to: string;
  readonly findings: FileResult['findings'];
}

/** One string of a repository. Contains no credentials, facts or absolute paths. */
export interface LedgerUse extends StringRecord {
  readonly id: string;
  readonly repository: string;
  readonly role: FileRole;
  /** Project at the service, `null` because it takes facts to know it. */
  readonly project: string | null;
  /** From the config, otherwise from the words of the path. */
  readonly environment: string | null;
  readonly owners: readonly string[];
  /** Whether a finding about it was accepted, `null` if no rules ran. */
  readonly accepted: boolean | null;
  /** Ids of the uses that may be the value of an external read, `null` for other kinds. */
  readonly values: readonly string[] | null;
  /** The string as rules check it, without the fields above. */
  readonly string: Omit<MaskedString, (typeof USE_KEYS)[number] | 'literal'> & {
    readonly literal: Omit<MaskedString['literal'], 'key'>;
  };
}

/** Keys of a string that are fields of the use as well. */
const USE_KEYS = ['range', 'kind', 'family', 'form', 'provider', 'region', 'cluster', 'token'] as const;

/** A result with the settings of its file. */
export interface LedgerInput {
  readonly result: FileResult;
  readonly setting: FileSetting;
  /** Offsets of accepted findings, `null` if no rules ran. */
  readonly accepted: ReadonlySet<number> | null;
}

export interface Ledger {
  readonly header: LedgerHeader;
  readonly inputs: readonly LedgerInput[];
}

/** The lines of a ledger: the header, then each file with its uses. Equal runs write equal bytes. */
export function* ledgerLines({ header, inputs }: Ledger): Iterable<string> {
  const { version, ...own } = { version: LEDGER_VERSION, ...header };
  const uses = inputs.reduce((sum, { result }) => sum + result.strings.length, 0);
  yield line({ 'connlint-ledger': version, type: 'header', ...own, lines: inputs.length + uses });
  const valuesOf = valuesIn(header.repository, inputs);
  for (const { result, setting, accepted } of inputs) {
    const { path, role, findings, unknown, collected, directives, lines } = result;
    const environment = setting.environment ?? (environmentIn(path) || null);
    const { owners } = setting;
    yield line({ type: 'file', file: path, role, ...setting, findings, unknown, collected, directives, lines });
    for (const { record, masked, id } of usesOf(header.repository, result)) {
      const isAccepted = accepted && [...accepted].some((at) => at >= record.offset && at < record.endOffset);
      const beside = { project: null, environment, owners, accepted: isAccepted, values: valuesOf(record) };
      yield line({ type: 'use', id, repository: header.repository, ...record, ...beside, string: checkedPart(masked) });
    }
  }
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;

function checkedPart(masked: MaskedString): object {
  const own = Object.entries({ ...masked, literal: { ...masked.literal, key: undefined } });
  return Object.fromEntries(own.filter(([key]) => !USE_KEYS.some((one) => one === key)));
}

interface NamedUse {
  readonly id: string;
  readonly record: StringRecord;
  readonly masked: MaskedString;
}

/** The strings of a result as in `list`. Their ids depend only on repository, file, key and hosts. */
function usesOf(repository: string, { path, role, strings, masked, lines }: FileResult): NamedUse[] {
  const places = filePlaces(lines);
  const seen = new Map<string, number>();
  return (masked ?? []).map((string, at) => {
    const record = { ...stringRecord(path, unmaskedString(string), places, role), text: strings[at]!.text };
    const hosts = record.hosts.map(({ host, port }) => `${host.toLowerCase()}:${port ?? ''}`);
    const base = [repository, path, record.key ?? '', ...hosts].join('\0');
    const ordinal = seen.get(base) ?? 0;
    seen.set(base, ordinal + 1);
    return { id: `connlint/use/v1:${hash64(`${base}\0${ordinal}`)}`, record, masked: string };
  });
}

/** Fills in the uses that may be the value of an external read, by their names. */
function valuesIn(
  repository: string,
  inputs: readonly LedgerInput[],
): (record: StringRecord) => readonly string[] | null {
  const byName = new Map<string, string[]>();
  for (const { result } of inputs) {
    for (const { id, record, masked } of usesOf(repository, result)) {
      if (record.kind === 'external' || masked.literal.key === null) continue;
      for (const name of namesOfKey(masked.literal.key)) byName.set(name, [...(byName.get(name) ?? []), id]);
    }
  }
  return ({ kind, name }) => (kind === 'external' ? (byName.get(plainName(name ?? '')) ?? []) : null);
}
