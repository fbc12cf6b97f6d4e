import type { UriIssue } from './connection-string.ts';
import { isTrue, optionsOf, valueOf, type UriFacts } from './uri-facts.ts';
import type { ParsedOption } from './uri-query.ts';
import { error } from './uri-text.ts';

/** Options that contradict the scheme or the number of hosts. */
export function topologyIssues(facts: UriFacts): UriIssue[] {
  const { scheme, hosts } = facts;
  const issues: UriIssue[] = [];
  const direct = isTrue(facts, 'directConnection');
  if (direct && scheme === 'srv') {
    issues.push(error('srv-option-conflict', direct, 'directConnection=true is not possible with an SRV string.'));
  } else if (direct && hosts && hosts.length > 1) {
    const message = 'directConnection=true is not possible with several hosts.';
    issues.push(error('direct-connection-many-hosts', direct, message));
  }
  if (scheme === 'direct') {
    for (const name of ['srvMaxHosts', 'srvServiceName']) {
      for (const option of optionsOf(facts, name)) {
        if (option.unknown || !option.decoded) continue;
        issues.push(error('srv-option-conflict', option, `${name} is only possible with an SRV string.`));
      }
    }
  }
  const limited = positiveMaxHosts(facts);
  if (limited && valueOf(facts, 'replicaSet')) {
    issues.push(error('srv-option-conflict', limited, 'srvMaxHosts above 0 is not possible with replicaSet.'));
  }
  return issues;
}

function positiveMaxHosts(facts: UriFacts): ParsedOption | null {
  const option = valueOf(facts, 'srvMaxHosts');
  return option && /^\d+$/.test(option.decoded) && Number(option.decoded) > 0 ? option : null;
}

/** Load balancer specification, URI validation. */
export function loadBalancedIssues(facts: UriFacts): UriIssue[] {
  if (!isTrue(facts, 'loadBalanced')) return [];
  const conflicts: [ParsedOption | null, string][] = [
    [valueOf(facts, 'replicaSet'), 'replicaSet'],
    [isTrue(facts, 'directConnection'), 'directConnection=true'],
    [positiveMaxHosts(facts), 'srvMaxHosts above 0'],
  ];
  const issues: UriIssue[] = [];
  for (const [option, name] of conflicts) {
    if (option) issues.push(error('load-balanced-conflict', option, `loadBalanced=true is not possible with ${name}.`));
  }
  if (facts.hosts && facts.hosts.length > 1) {
    const message = 'loadBalanced=true is not possible with several hosts.';
    issues.push(error('load-balanced-conflict', facts.hostsRange, message));
  }
  return issues;
}
