import type { ClusterFacts } from './facts.ts';
import type { FoundHost, FoundString } from './found.ts';
import type { Kind } from './host-shapes.ts';
import { HOLE } from './literal.ts';
import type { RuleContext } from './rule.ts';
import { clusterOfHost, ownHosts } from './subject.ts';

/** `xxxxx`, `00000`: nobody's token. */
const FILLER = /^(.)\1{2,}$/;

/** Hosts that can be held against records: with a token, nothing unknown in the name, no example of documentation. */
export function realHosts(string: FoundString, ...kinds: readonly Kind[]): readonly FoundHost[] {
  return ownHosts(string, ...kinds).filter(
    ({ host, class: { token, placeholder } }) =>
      token !== null && !FILLER.test(token) && !placeholder && !host.includes(HOLE),
  );
}

/** The record of a host, if it lists strings: one that is made by hand or of a cluster in the making lists none. */
export function recordOf(host: FoundHost, context: RuleContext): ClusterFacts | undefined {
  const cluster = clusterOfHost(host, context);
  return cluster && cluster.listed.length > 0 ? cluster : undefined;
}
