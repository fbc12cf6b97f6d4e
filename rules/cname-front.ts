import { clustersNamed } from '../src/facts/query.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import { defineRule, type RuleContext } from '../src/lint/rule.ts';
import { listedSrv } from '../src/rule-helpers/host-names.ts';
import { hostsAt, renameHost } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'cname-front',
  since: '0.1.0',
  scope: 'string',
  trigger: { all: ['uri', 'form:srv'] },
  severity: 'error',
  refused: true,
  confidence: 'high',
  needs: [],
  docs: {
    what: 'An SRV string with a name of your own that is an alias of a cluster (`service.aliases`).',
    why: 'The hosts in an SRV record must have the parent domain of the requested name. Behind an alias they have an Atlas domain. Drivers refuse them, and the program never connects.',
    todo: 'Use the SRV name from Atlas, for instance from a variable instead of a DNS alias.',
    sources: ['MongoDB specifications, initial DNS seedlist discovery (2026-08-13)'],
  },
  messages: {
    alias:
      '"{host}" is an alias of cluster "{cluster}". Drivers refuse the hosts behind it, because their domain differs.',
  },
  examples: {
    invalid: [
      {
        title: 'an alias that the config names',
        severity: 'error',
        files: { '.env': 'URI=mongodb+srv://⟦db.corp.example⟧/books\n' },
        config: { service: { aliases: { 'db.corp.example': 'quay' } } },
        facts: {
          'quay.json': { name: 'quay', connectionStrings: { standardSrv: 'mongodb+srv://quay.k2j4h.mongodb.net' } },
        },
        suggested: 'quay.k2j4h.mongodb.net',
      },
    ],
    valid: [
      { title: 'a server of your own', files: { '.env': 'URI=mongodb+srv://db.corp.example/books\n' } },
      {
        title: 'another name',
        files: { '.env': 'URI=mongodb+srv://db2.corp.example/books\n' },
        config: { service: { aliases: { 'db.corp.example': 'quay' } } },
      },
      {
        title: 'no SRV',
        files: { '.env': 'URI=mongodb://db.corp.example:27017/books\n' },
        config: { service: { aliases: { 'db.corp.example': 'quay' } } },
      },
    ],
  },
  check(string, context) {
    if (string.uri?.scheme !== 'srv') return [];
    return string.hosts.flatMap((host) => {
      const cluster = host.resolved ? undefined : aliasOf(host, context);
      if (cluster === undefined) return [];
      const listed = clustersNamed(context.facts, cluster)
        .map((facts) => listedSrv(facts.listed, 'standard'))
        .find((one) => one !== undefined)?.hosts[0]?.host;
      const use = listed && renameHost(string, host, listed, `Use the SRV name that the record of "${cluster}" lists`);
      const data = { host: host.host, cluster };
      return [{ message: 'alias', data, at: hostsAt(string, [host]), suggestions: use ? [use] : [] }];
    });
  },
});

/** The cluster to which the config maps a host. Hostnames in the config are in lower case. */
function aliasOf({ host }: FoundHost, { profile: { aliases } }: RuleContext): string | undefined {
  // A lookup by a new string is slow, and most projects have no alias.
  if (Object.keys(aliases).length === 0) return undefined;
  const wanted = host.toLowerCase().replace(/\.$/, '');
  return Object.hasOwn(aliases, wanted) ? aliases[wanted] : undefined;
}
