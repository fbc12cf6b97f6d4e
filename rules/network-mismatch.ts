import { fileNetwork } from '../src/clients/file-network.ts';
import type { Network } from '../src/config/config.ts';
import type { Kind } from '../src/classify/host-shapes.ts';
import { defineRule, offer } from '../src/lint/rule.ts';
import { comparable, formOf, ownHosts, subjectOf } from '../src/lint/string-hosts.ts';
import { listedAs, recordedFix } from '../src/lint/replacements.ts';

/** The kinds that a network reaches. The first one with a string in the record is the replacement. */
const REACHED: Readonly<Record<Network, readonly Kind[]>> = {
  public: ['standard'],
  peered: ['private', 'standard'],
  'private-endpoint': ['private-endpoint', 'optimized'],
};

export default defineRule({
  id: 'network-mismatch',
  basis: 'facts',
  messages: {
    configured: 'The {kind} string{ofCluster} cannot be reached from a network that is `{network}`.',
    platform: 'The {kind} string{ofCluster} cannot be reached from {platform} without a private network.',
  },
  checkString(string, context, { source }) {
    const seen = fileNetwork(source, string.range, context.network);
    if (!seen || string.literal.context !== 'code') return [];
    const all = comparable(ownHosts(string, 'standard', 'private', 'private-endpoint', 'optimized'));
    const { network, platform } = seen;
    // `standard-string-in-peered-network` checks what a peering needs.
    const hosts = all.filter(({ class: { kind } }) =>
      kind === 'standard' ? network === 'private-endpoint' : !REACHED[network].includes(kind),
    );
    const subject = subjectOf(string, hosts, context);
    if (!subject) return [];
    const { cluster, at, ofCluster } = subject;
    const { kind } = subject.host.class;
    // A standard string also works from a private network with a way out, so only a better string is reported.
    const [listed] = REACHED[network].flatMap((reached) => listedAs(cluster, reached, formOf(string)));
    if (kind === 'standard' && !listed) return [];
    const words = kind === 'standard' || kind === 'private' ? kind : 'private endpoint';
    const data = { kind: words, ofCluster, network, platform: platform ?? '' };
    const message = platform === null ? 'configured' : 'platform';
    return [{ message, data, at, ...offer(recordedFix(string, cluster, listed), platform === null) }];
  },
});
