import { PROVIDERS, type Provider } from '../classify/service.ts';
import { compactJson, plural } from '../report/escape.ts';
import { escapeControlChars, escapeControlCharsInJson } from '../text/escape-control-chars.ts';
import { grouped } from '../text/source.ts';
import { isDeployed, type FileRole } from '../config/roles.ts';
import type { StringRecord } from '../lint/string-record.ts';

/** What `connlint init` found in the tree. */
export interface FirstConfig {
  /** Path of the JSON Schema, from the config. */
  readonly schema: string;
  readonly facts: readonly { readonly path: string; readonly holds: string }[];
  readonly clusters: readonly SeenCluster[];
  readonly kinds: ReadonlySet<string>;
  readonly roles: ReadonlyMap<string, FileRole>;
}

const MAX_CLUSTERS = 30;
const MAX_FILES = 3;
const MAX_ROLES = 12;

/**
 * A first config: the keys that most projects need, filled with values from the tree and commented out, because a
 * guessed value must not turn a rule on.
 */
export function firstConfig(found: FirstConfig): string {
  const sections = [
    [`"$schema": ${JSON.stringify(found.schema)},`],
    inventory(found),
    clusters(found.clusters),
    project(found),
    overrides(),
    roles(found),
    plan(found),
    rules(),
  ];
  const head = [
    '// Your clusters, your planned changes, and how strict connlint is.',
    '// Uncomment the values that are right. `connlint config schema` has every key,',
    '// `connlint config print <file>` prints the settings of a file, `connlint explain <rule>` the reason for a rule.',
  ];
  const text = [
    ...head,
    '{',
    sections
      .filter((lines) => lines.length > 0)
      .map(joined)
      .join('\n\n'),
    '}',
    '',
  ].join('\n');
  return escapeControlCharsInJson(text);
}

const joined = (lines: readonly string[]): string => lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n');

/** A key with its value, so that it can be uncommented as a whole. */
function entry(key: string, value: unknown): string[] {
  return `${JSON.stringify(key)}: ${compactJson(value)},`.split('\n').map((line) => `// ${line}`);
}

function inventory({ facts }: FirstConfig): string[] {
  return [
    '// Facts: what `connlint inventory pull` writes, answers of the Administration API,',
    '// `atlas clusters list -o json` or `terraform show -json`. Rules decide more with them.',
    ...facts.map(({ path, holds }) => `// Found: ${escapeControlChars(path)} (${holds})`),
    ...entry('inventory', facts.length > 0 ? facts.map(({ path }) => path) : ['facts/clusters.json']),
  ];
}

function clusters(seen: readonly SeenCluster[]): string[] {
  const listed = seen.slice(0, MAX_CLUSTERS);
  if (listed.length === 0) return [];
  const more = seen.length - listed.length;
  return [
    '// Clusters that strings of this tree name (hostnames contain the first 23 characters of a name). If no fact file',
    '// contains a cluster, add what you know: provider, regions, sharded, createdAt, version, tier, everLegacy.',
    ...listed.map((cluster) => `// ${clusterWords(cluster)}`),
    ...(more > 0 ? [`// … and ${more} more (connlint list)`] : []),
    '// "clusters": {',
    ...listed.map((cluster) => `//   ${JSON.stringify(cluster.name)}: ${compactJson(clusterFacts(cluster))},`),
    '// },',
  ];
}

function clusterWords({ name, kinds, regions, files }: SeenCluster): string {
  const found = kinds.map(([kind, count]) => `${count} ${kind}`).join(', ');
  const where = regions.length > 0 ? ` (${regions.join(', ')})` : '';
  const rest = files.length - MAX_FILES;
  const places = files.slice(0, MAX_FILES).map(escapeControlChars).join(', ');
  return `${name}: ${found}${where} in ${places}${rest > 0 ? ` and ${plural(rest, 'more file')}` : ''}`;
}

/** Only what hostnames prove. Regions are left out, because the list may be incomplete. */
function clusterFacts({ token, providers }: SeenCluster): object {
  return {
    ...(token === null ? {} : { token }),
    ...(providers.length > 0 ? { provider: providers.length === 1 ? providers[0] : providers } : {}),
  };
}

function project({ facts }: FirstConfig): string[] {
  if (facts.some(({ holds }) => holds.includes('settings'))) return [];
  return [
    '// Settings of the project, if no fact file contains them.',
    ...entry('project', {
      peeringOnly: false,
      customDnsOnAws: false,
      regionalizedPrivateEndpoints: false,
      peering: [],
    }),
  ];
}

function overrides(): string[] {
  return [
    '// Where the code of some files runs: "public", "peered" or "private-endpoint" (with a region).',
    ...entry('overrides', [{ files: 'deploy/production/**', environment: 'production', network: 'peered' }]),
  ];
}

/** Where rules are lowered or off, to be corrected. */
function roles({ roles: files }: FirstConfig): string[] {
  const seen = seenRoles(files);
  if (seen.length === 0) return [];
  const counts = [...grouped([...files.values()], (role) => role)].map(([role, own]) => `${own.length} ${role}`);
  const shown = seen.slice(0, MAX_ROLES);
  const more = seen.length - shown.length;
  return [
    `// Roles of files, as connlint sees them (${counts.sort().join(', ')}). Rules are lowered or off in tests,`,
    '// examples, documents and generated files; vendored files are not checked. Correct what is wrong.',
    ...entry('roles', Object.fromEntries(shown.map(({ glob, role }) => [glob, role]))),
    ...(more > 0 ? [`// … and ${more} more (connlint list)`] : []),
  ];
}

/** Examples, as each provider spells its regions. */
const REGIONS: Readonly<Record<Provider, readonly string[]>> = {
  aws: ['US_EAST_1', 'EU_WEST_1'],
  azure: ['US_EAST_2', 'EUROPE_WEST'],
  gcp: ['EASTERN_US', 'WESTERN_EUROPE'],
};

/** Changes that concern strings of this tree, the most common one first. */
function plan({ clusters: seen, kinds }: FirstConfig): string[] {
  const cluster = seen[0]?.name ?? '*';
  const provider = PROVIDERS.find((one) => seen[0]?.providers.includes(one)) ?? 'aws';
  const changes = [
    { change: 'multi-region', cluster, regions: REGIONS[provider] },
    ...(kinds.has('legacy') ? [{ change: 'leave-legacy-hostnames' }, { change: 'disable-peering-only' }] : []),
    ...(kinds.has('admin-api-v1') || kinds.has('media-type') ? [{ change: 'admin-api', to: '2025-03-12' }] : []),
  ];
  return [
    '// Changes that you plan; `connlint plan` says what breaks and what to do in which order.',
    ...entry('plan', changes),
  ];
}

function rules(): string[] {
  return [
    '// Rules are "off", "info", "warning" or "error". An accepted finding needs a reason, and should have an end.',
    ...entry('rules', { 'legacy-host': 'error' }),
    ...entry('suppressions', [
      {
        rule: 'direct-list/single-node',
        files: 'tools/**',
        reason: 'reads from this node on purpose',
        until: '2027-12-31',
      },
    ]),
    '// Files to exclude, in addition to those that Git ignores.',
    ...entry('ignores', ['archive/**']),
  ];
}

/** A cluster in the strings of a tree. Derived from names, so nothing here is a fact. */
interface SeenCluster {
  /** As in hosts: lower case, at most 23 characters of the name. */
  readonly name: string;
  /** Token of its project, or `null` if its strings have several. */
  readonly token: string | null;
  readonly providers: readonly string[];
  readonly regions: readonly string[];
  /** Kind → number of strings, most frequent first. */
  readonly kinds: readonly (readonly [kind: string, count: number])[];
  /** Each once, sorted. */
  readonly files: readonly string[];
}

/** Node ids that replace the cluster's name in hostnames. */
const NODE_ID = /^(?:ac-[a-z0-9]{7}|atlas-[a-z0-9]{6})$/;

/** The clusters with a token in code (not in prose or comments), most frequent first. */
export function seenClusters(records: readonly StringRecord[]): SeenCluster[] {
  const byName = new Map<string, StringRecord[]>();
  for (const record of records) {
    const name = record.cluster?.toLowerCase();
    if (name === undefined || record.token === null || record.context !== 'code' || NODE_ID.test(name)) continue;
    byName.set(name, [...(byName.get(name) ?? []), record]);
  }
  return [...byName]
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .map(([name, own]) => {
      const tokens = distinct(own.map(({ token }) => token));
      return {
        name,
        token: tokens.length === 1 ? tokens[0]! : null,
        providers: distinct(own.map(({ provider }) => provider)),
        regions: distinct(own.map(({ region }) => region)),
        kinds: countedKinds(own),
        files: distinct(own.map(({ file }) => file)),
      };
    });
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))].sort();
}

function countedKinds(records: readonly StringRecord[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { kind } of records) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

interface SeenRole {
  readonly glob: string;
  readonly role: FileRole;
  readonly count: number;
}

/** Maximum depth of a glob. Deeper ones do not help. */
const MAX_DEPTH = 4;

/**
 * The folders in which rules are lowered or off: the topmost ones whose files with strings have the same role. Deployed
 * files need no entry.
 * @param files each file with strings, and vendored files
 */
export function seenRoles(files: ReadonlyMap<string, FileRole>): SeenRole[] {
  const seen = seenBelow('', [...files], 0).filter(({ role }) => !isDeployed(role));
  return seen.sort((a, b) => b.count - a.count || (a.glob < b.glob ? -1 : 1));
}

type Entry = readonly [path: string, role: FileRole];

function seenBelow(folder: string, entries: readonly Entry[], depth: number): SeenRole[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const rest = entry[0].slice(folder.length);
    const slash = rest.indexOf('/');
    const name = folder + rest.slice(0, slash + 1) + (slash < 0 ? rest : '');
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  return [...groups].flatMap(([name, own]): SeenRole[] => {
    const role = own[0]![1];
    if (own.every((one) => one[1] === role)) {
      return [{ glob: name.endsWith('/') ? `${name}**` : name, role, count: own.length }];
    }
    return depth < MAX_DEPTH ? seenBelow(name, own, depth + 1) : [];
  });
}
