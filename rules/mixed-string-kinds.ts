import type { FactName } from '../src/facts/facts.ts';
import { byEnvironment, isOneFile, clusterUsesOf } from '../src/rule-helpers/environments.ts';
import { defineRule, type ProjectRuleResult } from '../src/lint/rule.ts';
import type { ClusterUse, FiledClusterUse, NetworkPath } from '../src/rule-helpers/environments.ts';

const WORDS: Readonly<Record<NetworkPath, string>> = {
  public: 'its standard string',
  peering: 'its private string',
  endpoint: 'a string of its private endpoint',
};

export default defineRule({
  id: 'mixed-string-kinds',
  since: '0.1.0',
  scope: 'project',
  basis: 'facts',
  severity: 'warning',
  confidence: 'medium',
  needs: ['custom DNS on AWS (awsCustomDNS)'],
  docs: {
    what: 'One cluster reached in two ways (public, peering, private endpoint) from files of one environment.',
    why: 'Programs of one environment run in one network. One of the strings is probably outdated and will be missed when networks or clusters change.',
    todo: 'Use one kind of string in the whole environment. If both are intended, assign files to environments with `overrides`.',
    sources: ['MongoDB Atlas documentation, FAQ: connection changes (2026-08)'],
  },
  messages: {
    mixed: 'Cluster "{cluster}" is reached by {here}, but by {there} elsewhere in the same environment ({places}).',
  },
  examples: {
    invalid: [
      {
        title: 'two files of one folder',
        files: {
          'deploy/prod/api.env': 'URI=mongodb+srv://⟦parcels.y6u7i.mongodb.net⟧/p\n',
          'deploy/prod/jobs.env': 'URI=mongodb+srv://parcels-pri.y6u7i.mongodb.net/p\n',
        },
      },
      {
        title: 'an environment of the config, over folders',
        files: {
          'api/a.env': 'URI=mongodb+srv://parcels-pl-0.y6u7i.mongodb.net/p\n',
          'jobs/b.env': 'URI=mongodb+srv://parcels-pl-0.y6u7i.mongodb.net/p\n',
          'cron/c.env': 'URI=mongodb+srv://⟦parcels.y6u7i.mongodb.net⟧/p\n',
        },
        config: { overrides: [{ files: ['*/*.env'], environment: 'production' }] },
      },
      {
        title: 'on AWS with custom DNS',
        files: {
          'app/a.env': 'URI=mongodb+srv://⟦parcels.y6u7i.mongodb.net⟧/p\n',
          'app/sub/b.env': 'URI=mongodb+srv://parcels-pri.y6u7i.mongodb.net/p\n',
        },
        config: { project: { customDnsOnAws: true }, clusters: { parcels: { provider: 'aws' } } },
      },
    ],
    valid: [
      {
        title: 'production inside the network, development outside',
        files: {
          'deploy/prod/api.env': 'URI=mongodb+srv://parcels-pri.y6u7i.mongodb.net/p\n',
          'deploy/dev/api.env': 'URI=mongodb+srv://parcels.y6u7i.mongodb.net/p\n',
          '.env.local': 'URI=mongodb+srv://parcels.y6u7i.mongodb.net/p\n',
          '.env.production': 'URI=mongodb+srv://parcels-pri.y6u7i.mongodb.net/p\n',
        },
      },
      {
        title: 'environments in the config',
        files: {
          'app/a.env': 'URI=mongodb+srv://parcels.y6u7i.mongodb.net/p\n',
          'app/b.env': 'URI=mongodb+srv://parcels-pri.y6u7i.mongodb.net/p\n',
        },
        config: {
          overrides: [
            { files: ['app/a.env'], environment: 'development' },
            { files: ['app/b.env'], environment: 'production' },
          ],
        },
      },
      {
        title: 'on AWS the standard name leads to private addresses too',
        files: {
          'app/a.env': 'URI=mongodb+srv://parcels.y6u7i.mongodb.net/p\n',
          'app/b.env': 'URI=mongodb+srv://parcels-pri.y6u7i.mongodb.net/p\n',
        },
        config: { project: { customDnsOnAws: false }, clusters: { parcels: { provider: 'aws' } } },
      },
      {
        title: 'documentation that shows all kinds, and different clusters',
        files: {
          'README.md':
            '`mongodb+srv://parcels.y6u7i.mongodb.net/p` or `mongodb+srv://parcels-pri.y6u7i.mongodb.net/p`\n',
          'app/a.env': 'URI=mongodb+srv://parcels.y6u7i.mongodb.net/p\n',
          'app/b.env':
            '# was mongodb+srv://parcels-pri.y6u7i.mongodb.net/p\nURI=mongodb+srv://letters-pri.y6u7i.mongodb.net/l\n',
        },
      },
    ],
  },
  trigger: { anchors: [], strings: ['own-host'] },
  collect: clusterUsesOf,
  check(files) {
    return byEnvironment(files.flatMap((file) => file.items.map((use) => ({ use, file })))).flatMap(resultsOf);
  },
});

/** One finding per cluster and environment, at a string with the less common network path. */
function resultsOf(group: readonly FiledClusterUse[]): readonly ProjectRuleResult[] {
  const paths = [...new Set(group.map(({ use }) => use.path))];
  if (paths.length < 2 || isOneFile(group)) return [];
  const count = (path: NetworkPath): number => group.filter(({ use }) => use.path === path).length;
  const here = [...paths].sort((a, b) => count(a) - count(b))[0]!;
  const odd = group.find(({ use }) => use.path === here)!;
  const others = group.filter(({ use }) => use.path !== here);
  const { at, cluster } = odd.use;
  const open = onAws(
    group.map(({ use }) => use),
    paths,
  );
  if (open !== null) return open === 'silent' ? [] : [{ missing: open, at, file: odd.file.path }];
  return [
    {
      message: 'mixed',
      file: odd.file.path,
      at,
      data: {
        cluster,
        here: WORDS[here],
        there: [...new Set(others.map(({ use }) => WORDS[use.path]))].join(' and '),
        places: placesOf(others.map(({ file }) => file)),
      },
      related: [...others, ...group.filter((one) => one.use.path === here && one !== odd)].map(({ use, file }) => ({
        file: file.path,
        at: use.at,
        message: `reached by ${WORDS[use.path]}`,
      })),
    },
  ];
}

/** On AWS both names lead into the peered network, so only custom DNS makes one of them wrong. */
function onAws(uses: readonly ClusterUse[], paths: readonly NetworkPath[]): FactName | 'silent' | null {
  const [use] = uses;
  if (!use || paths.includes('endpoint')) return null;
  const providers = uses.map((one) => one.providers).find((known) => known !== null);
  if (!providers || providers.some((provider) => provider !== 'aws')) return null;
  const { customDns } = use;
  if (customDns === null) return 'custom DNS on AWS (awsCustomDNS)';
  return customDns ? null : 'silent';
}

const SHOWN = 3;

function placesOf(files: readonly { readonly path: string }[]): string {
  const paths = [...new Set(files.map(({ path }) => path))];
  const more = paths.length - SHOWN;
  return paths.slice(0, SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
