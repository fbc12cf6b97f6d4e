import type { FactName } from '../src/facts/facts.ts';
import {
  byEnvironment,
  isOneFile,
  clusterUsesOf,
  type ClusterUse,
  type FiledClusterUse,
  type NetworkPath,
} from '../src/rule-helpers/environments.ts';
import { defineRule, type ProjectRuleResult } from '../src/lint/rule.ts';

const WORDS: Readonly<Record<NetworkPath, string>> = {
  public: 'its standard string',
  peering: 'its private string',
  endpoint: 'a string of its private endpoint',
};

export default defineRule({
  id: 'mixed-string-kinds',
  basis: 'facts',
  confidence: 'medium',
  trigger: { anchors: [], strings: ['own-host'] },
  messages: {
    mixed: 'Cluster "{cluster}" is reached by {here}, but by {there} elsewhere in the same environment ({places}).',
  },
  collect: clusterUsesOf,
  checkProject(files) {
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
