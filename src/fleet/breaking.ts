import { plainHost } from '../facts/query.ts';
import { isDeployed } from '../config/roles.ts';
import { replicaSetIn, type VanishedString } from '../facts/vanished-strings.ts';
import type { StringRecord } from '../lint/string-record.ts';

/** A string in use, from the tree or a ledger. */
export interface StringUse extends Pick<
  StringRecord,
  'file' | 'line' | 'column' | 'endLine' | 'endColumn' | 'role' | 'kind' | 'text' | 'hosts' | 'key'
> {
  /** Undefined for the tree. */
  readonly repository?: string;
  readonly owners?: readonly string[];
}

/** A vanished string and the strings that stop working with it. */
export interface BreakingString extends VanishedString {
  /**
   * `breaking`: deployed code uses it. `unused`: it vanishes, and no deployed code uses it. `changed`: the old string
   * keeps working.
   */
  readonly state: 'breaking' | 'unused' | 'changed';
  readonly uses: readonly StringUse[];
}

export interface BreakingReport {
  readonly strings: readonly BreakingString[];
  /** Strings with placeholders in their hosts, which cannot be compared with a record. */
  readonly undecided: readonly StringUse[];
  /** Why ledgers do not cover their whole repository. */
  readonly gaps: readonly string[];
}

/** True if deployed code loses a string, or if a ledger is incomplete. */
export const isBroken = ({ strings, gaps }: BreakingReport): boolean =>
  gaps.length > 0 || strings.some(({ state }) => state === 'breaking');

/** Compares strings that vanish or change with the strings in use. Breaking ones come first. */
export function breakingStrings(
  vanished: readonly VanishedString[],
  uses: Iterable<StringUse>,
): Omit<BreakingReport, 'gaps'> {
  const wanted = new Set(vanished.flatMap(({ hosts }) => hosts));
  const near: StringUse[] = [];
  const undecided: StringUse[] = [];
  for (const use of uses) {
    if (use.hosts.some(({ host }) => wanted.has(plainHost(host)))) near.push(use);
    if (vanished.length > 0 && hasPlaceholder(use)) undecided.push(use);
  }
  const strings = vanished.map((string): BreakingString => {
    const own = near.filter((use) => breaks(use, string)).sort(byPlace);
    return { ...string, state: stateOf(string, own), uses: own };
  });
  return {
    strings: STATES.flatMap((state) => strings.filter((one) => one.state === state)),
    undecided: undecided.sort(byPlace),
  };
}

const STATES: readonly BreakingString['state'][] = ['breaking', 'unused', 'changed'];

function stateOf({ lost, lostReplicaSet }: VanishedString, uses: readonly StringUse[]): BreakingString['state'] {
  if (uses.some(({ role }) => isDeployed(role))) return 'breaking';
  return lost.length === 0 && lostReplicaSet === null ? 'changed' : 'unused';
}

function breaks(use: StringUse, { hosts, lost, lostReplicaSet }: VanishedString): boolean {
  return use.hosts.some(({ host, port }) => {
    const name = plainHost(host);
    if (lost.some((one) => one.host === name && (one.port === null || port === null || one.port === port))) return true;
    return lostReplicaSet !== null && hosts.includes(name) && replicaSetIn(use.text) === lostReplicaSet;
  });
}

const hasPlaceholder = ({ kind, hosts }: StringUse): boolean =>
  kind !== 'not-service' && kind !== 'external' && hosts.some(({ host }) => /[^\w.-]/.test(host));

function byPlace(a: StringUse, b: StringUse): number {
  const [one, other] = [a, b].map(({ repository, file }) => `${repository ?? ''}\0${file}`);
  return one === other ? a.line - b.line || a.column - b.column : one! < other! ? -1 : 1;
}
