import { listedString } from './fact-query.ts';
import type { ClusterFacts } from './facts.ts';
import type { FoundHost, FoundString } from './found.ts';
import type { Edit, Repair, RuleContext } from './rule.ts';
import { editOf } from './subject.ts';

/** True when the plan is that no legacy host name is left. */
export function leavesLegacyNames({ plan }: RuleContext): boolean {
  return plan.some(({ change }) => change === 'leave-legacy-hostnames');
}

/** The end of a legacy name's first label, `-ab123` or `-ab123-lb`, and what stands there in a current name. */
interface NameEnd {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** @param mark what current names have before the dot: `` for the standard name, `-pri` for the private one */
function currentEnd(host: FoundHost, mark: '' | '-pri'): NameEnd | undefined {
  const { token, kind } = host.class;
  const at = token === null ? -1 : host.host.toLowerCase().lastIndexOf(`-${token}`);
  if (token === null || at < 0) return undefined;
  if (kind !== 'optimized') return { at, length: 1, text: `${mark}.` };
  const length = `-${token}-lb`.length;
  return { at, length, text: `-lb.${token}` };
}

/** The documented change of each name, hyphen to dot; a provider label is kept as it stands. Nothing when one cannot be edited. */
export function toCurrentNames(
  string: FoundString,
  hosts: readonly FoundHost[],
  mark: '' | '-pri',
  title: string,
): Repair | undefined {
  const edits: Edit[] = [];
  for (const host of hosts) {
    const end = currentEnd(host, mark);
    // A name that a hole falls back on is longer than its place in the value.
    if (host.hostRange.endOffset - host.hostRange.offset !== host.host.length) return undefined;
    const offset = host.hostRange.offset + (end?.at ?? 0);
    const edit = end && editOf(string, { offset, endOffset: offset + end.length }, end.text);
    if (!edit) return undefined;
    edits.push(edit);
  }
  return edits.length > 0 ? { title, edits } : undefined;
}

/** True when the record lists every one of the names that the hyphen's change gives. */
export function listsCurrentNames(cluster: ClusterFacts, hosts: readonly FoundHost[]): boolean {
  return hosts.every((host) => {
    const end = currentEnd(host, '');
    return end && listedString(cluster, host.host.slice(0, end.at) + end.text + host.host.slice(end.at + end.length));
  });
}
