import type { FoundString } from '../classify/found-string.ts';
import { isDeployed, type FileRole } from '../config/roles.ts';
import type { PlanFile } from './subject.ts';
import type { PlannedChange } from '../config/plan.ts';
import type { ClusterFacts } from '../facts/facts.ts';
import { optionNamed } from '../lint/string-edits.ts';
import { moveOf } from '../lint/string-hosts.ts';

/**
 * Whether the contents of a file decide a planned change: what a project runs does, whatever its folder is called;
 * tests do where the cluster's record is known; documents and examples never do.
 */
export const decidesPlan = (role: FileRole, hasRecord: boolean): boolean =>
  isDeployed(role) || (role === 'test' && hasRecord);

/** Fields of a cluster record with its strings, in answers of the API and in Terraform's state. */
const RECORD_FIELD =
  /(?:^|\.)connection_?[sS]trings(?:\.(?:\d+\.)?|_)?(?:standard|Standard|private|Private|aws_?[pP]rivate)\w*(?:\.|$)/;
/** Fields of records of API version 1.0. */
const OLD_FIELD = /(?:^|\.)(?:mongo_?(?:URI|uri)\w*|srv_?[aA]ddress)$/;
/** Other formats have no such field, or the list of records is around it. */
const OLD_RECORD = /(?:^|\.)(?:results\.|(?:mongo_?(?:URI_?W|uri_w)ith_?[oO]ptions|srv_?[aA]ddress)$)/;

/** A record says what strings a cluster has; no program reads its string there. */
export function isOfRecord({ literal: { key } }: FoundString, strings: PlanFile['strings']): boolean {
  if (key === null) return false;
  if (!OLD_FIELD.test(key)) return RECORD_FIELD.test(key);
  return OLD_RECORD.test(key) || strings.some(({ literal }) => literal.key !== null && OLD_RECORD.test(literal.key));
}

/**
 * Histories, logs, tables, pages, patches, reports and editor settings: what somebody once did, or what people read.
 */
const NOT_RUN =
  /(?:^|\/)(?:[\w.-]*_history(?:[.-]\w+)?|known_hosts|codeowners)$|(?:^|\/)\.(?:idea|vscode)\/|\.(?:log|out|dmp|csv|tsv|html?|diff|patch|rej|sarif|tfstate|zone)(?:\.(?:\d+|backup))?$/i;

/** True where a program may read the string: evidence that the strings of a cluster were seen. */
export function isUse(string: FoundString, { file, strings }: Pick<PlanFile, 'file' | 'strings'>): boolean {
  const { form, literal } = string;
  if (literal.context !== 'code' || NOT_RUN.test(file) || isOfRecord(string, strings)) return false;
  // Metrics are read from these hosts.
  return form !== 'host' || !/(?:^|\.)targets$/.test(literal.key ?? '');
}

/** Kinds of strings that lead to a cluster. */
export const STRING_KINDS: ReadonlySet<string> = new Set([
  'standard',
  'private',
  'private-endpoint',
  'optimized',
  'legacy',
]);

/** A kind that the change concerns, of a cluster whose name a program fills in: it may be the change's cluster. */
export function isHiddenCluster(
  string: FoundString,
  change: PlannedChange,
  clusters: readonly ClusterFacts[],
): boolean {
  const { kind, form, cluster } = string;
  if (cluster !== null || !STRING_KINDS.has(kind)) return false;
  const isStandard = kind === 'standard' && form === 'srv';
  switch (change.change) {
    case 'shard':
      return form !== 'srv' || (optionNamed(string, 'replicaSet') ?? string.replicaSet) !== undefined;
    case 'multi-region':
      return !isStandard;
    case 'cloud-provider':
      return !isStandard || clusters.some((one) => !['keeps', 'done'].includes(moveOf(one, change.to)));
    case 'port-mapped-endpoints':
      return kind === 'private-endpoint';
    case 'disable-peering-only':
    case 'leave-legacy-hostnames':
    case 'custom-dns':
    case 'regionalized-endpoints':
    case 'admin-api':
      // Their rules judge the kind alone.
      return false;
  }
}
